/**
 * Loading as a person at a terminal meets it: a file that is compared with a hash first, and Ctrl-C in the middle. The
 * model to interrupt comes from a server that stops answering, so that the signal meets a load that would wait for half a
 * minute: what ends it is the interrupt and nothing else.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EXIT } from "../../cli/exit.ts";
import { CliBundle, ROOT, TINY_MODEL } from "./bundle.ts";

const bundle = new CliBundle();
beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

/** Answers ranges of the model's files, until the n-th of the weights' file: from there on it is silent and says so. */
function silentServer(n: number, onSilence: () => void): Server {
  let ranges = 0;
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const name = request.url!.slice(1);
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(TINY_MODEL, name));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const [start, end] = [Number(first), Math.min(Number(last) + 1, bytes.length)];
    if (name === "model.safetensors" && ranges++ >= n) {
      if (ranges === n + 1) onSilence();
      return;
    }
    const headers = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}`, etag: '"1"' };
    response.writeHead(206, headers).end(bytes.subarray(start, end));
  });
}

it("a model is compared with a hash before it is loaded", async () => {
  const model = ["--model", TINY_MODEL, "--no-thinking", "--quiet"];
  const hash = createHash("sha256")
    .update(readFileSync(join(TINY_MODEL, "model.safetensors")))
    .digest("hex");
  const right = await bundle.start(["run", "Hello", "--verify", hash, ...model]);
  expect({ code: right.code, stderr: right.stderr }).toEqual({ code: 0, stderr: "" });
  const other = `${hash[0] === "0" ? "1" : "0"}${hash.slice(1)}`;
  const wrong = await bundle.start(["run", "Hello", "--verify", other, ...model]);
  expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: EXIT.badModel, stdout: "" });
  expect(wrong.stderr).toContain(`found SHA-256 ${hash}`);
  const recorded = await bundle.start(["run", "Hello", "--verify", "recorded", ...model]);
  expect(recorded.code).toBe(EXIT.badModel);
  expect(recorded.stderr).toContain("found no SHA-256 in the file");
  const bad = await bundle.start(["run", "Hello", "--verify", "What is 12?", ...model]);
  expect(bad.code).toBe(EXIT.usage);
  expect(bad.stderr).toContain("Needed 64 hexadecimal digits, or recorded.");
});

// Main thread and worker open the file with a few ranges each; tensors follow.
it.each([
  ["run, as the file is opened", 0, ["run", "Hello"]],
  ["run, in its header", 3, ["run", "Hello"]],
  ["run, among its tensors", 20, ["run", "Hello"]],
  ["chat", 20, ["chat"]],
] as const)("%s ends with the code of an interrupt, and says nothing more", async (_, answers, args) => {
  let interrupt = (): void => {};
  const server = silentServer(answers, () => interrupt());
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const env = { ...process.env, QWERK_BACKEND: "cpu", NO_COLOR: "1" };
    const child = spawn(process.execPath, [bundle.entry, ...args, "--model", url], { cwd: ROOT, env });
    interrupt = () => child.kill("SIGINT");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.stdin.end();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, output }).toEqual({ code: 130, output: "" });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
