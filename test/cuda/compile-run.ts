/**
 * A process that compiles some kernels into a cache folder and runs them. It says when it has looked into the cache and
 * when it is about to write, and goes on when its parent says so: so several processes miss the same entries and write
 * them at the same time. Argument: the cache folder. Messages to the parent: see `Report`.
 */
import { once } from "node:events";
import { kernel } from "../../codegen/builder.ts";
import { bytesOf, runKernel, withEmulation } from "./fixtures.ts";

export type Report =
  | { readonly kind: "looked"; readonly found: boolean }
  | { readonly kind: "writes" }
  | { readonly kind: "done"; readonly sums: readonly number[]; readonly unwritable: string | undefined };

const send = (report: Report): void => void process.send!(report);

/** Tells the parent where this process is and waits for the others. */
async function meet(report: Report): Promise<void> {
  const others = once(process, "message");
  send(report);
  await others;
}

const sums: number[] = [];
const unwritable = await withEmulation({ cacheFolder: process.argv[2]! }, async ({ backend }) => {
  const { cache } = backend.compiler;
  const [get, put] = [cache.get.bind(cache), cache.put.bind(cache)];
  cache.get = async (key) => {
    const entry = await get(key);
    await meet({ kind: "looked", found: entry !== undefined });
    return entry;
  };
  cache.put = async (key, entry) => {
    await meet({ kind: "writes" });
    await put(key, entry);
  };
  for (const added of [1, 2, 3]) {
    const add = kernel(`add_${added}`, { workgroupSize: 32, doc: `y = x + ${added}` }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      k.store(y, k.local, k.load("value", x, k.local).add(added));
    });
    const x = bytesOf(Float32Array.from({ length: 32 }, (_, i) => i));
    const { y } = await runKernel(backend, add, 1, { x, y: new Uint8Array(128) });
    sums.push(new Float32Array(y!.slice().buffer).reduce((a, b) => a + b));
  }
  return cache.unwritable;
});
send({ kind: "done", sums, unwritable });
process.disconnect();
