/**
 * A process that compiles some kernels into a cache folder and runs the last one; prints what it computed. Started
 * twice at once by the test of shared caches. Arguments: the cache folder and a time to begin at, in ms.
 */
import { kernel } from "../../codegen/builder.ts";
import { bytesOf, runKernel, withEmulation } from "./fixtures.ts";

const [cacheFolder, beginAt] = process.argv.slice(2);
await new Promise((resolve) => setTimeout(resolve, Number(beginAt) - Date.now()));
const sums: number[] = [];
await withEmulation({ cacheFolder: cacheFolder! }, async ({ backend }) => {
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
  if (backend.compiler.cache.unwritable !== undefined) throw new Error(backend.compiler.cache.unwritable);
});
console.log(JSON.stringify(sums));
