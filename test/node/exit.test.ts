/**
 * A script that has ended ends its process: engines at rest, in a worker or in its own thread, and streams that nobody
 * reads any more hold nothing. And nothing ends before its time: what is awaited comes.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HANG_MS } from "../base/hang.ts";
import { CliBundle, TINY_MODEL } from "../cli/bundle.ts";

const bundle = new CliBundle();
beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

const ASK = `const request = {
  prompt: { kind: "chat", messages: [{ role: "user", content: "What is 12 + 30?" }], thinking: false },
  sampling: { greedy: true },
};`;

/** Runs a script with an open engine; no exit code when it had to be ended. */
function run(inline: boolean, body: string): { readonly status: number | null; readonly stdout: string } {
  const entry = pathToFileURL(join(dirname(bundle.entry), "node.js")).href;
  const script = `import { openNodeEngine } from ${JSON.stringify(entry)};
const { engine } = await openNodeEngine({
  model: ${JSON.stringify(TINY_MODEL)}, backend: { name: "cpu" }, maxContext: 256, inline: ${inline},
});
${ASK}
${body}`;
  const args = ["--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: HANG_MS });
  expect(stderr.replaceAll(/.*(Closing file descriptor|DeprecationWarning|Use `node).*\n/g, "")).toBe("");
  return { status, stdout };
}

describe.each([false, true])("an engine that is not closed, inline %o", (inline) => {
  it("gives what is awaited, and lets the process end", () => {
    const body = "console.log((await engine.complete(request)).text, (await engine.complete(request)).text);";
    expect(run(inline, body)).toEqual({ status: 0, stdout: "42 42\n" });
  });

  it("with a stream that nobody reads on", () => {
    const body = `const stream = engine.generate({ ...request, ignoreEos: true })[Symbol.asyncIterator]();
console.log((await stream.next()).value.kind);`;
    expect(run(inline, body)).toEqual({ status: 0, stdout: "prefill\n" });
  });
});

it("closing is awaited to its end", () => {
  const body = `await engine.complete(request);
await engine.close();
console.log("closed");`;
  expect(run(false, body)).toEqual({ status: 0, stdout: "closed\n" });
});
