/**
 * Ctrl-C while a model loads. The model comes from a server that stops answering in the middle, so the signal meets a
 * load that would wait for half a minute: what ends it is the interrupt and nothing else.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CliBundle, ROOT, TINY_MODEL } from "./bundle.ts";

const bundle = new CliBundle();
beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

/** Answers ranges of the model's files, until the n-th range of weights: from there on it is silent and says so. */
function silentServer(n: number, onSilence: () => void): Server {
  let tensors = 0;
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
    // Behind the header lie the tensors.
    if (name === "model.safetensors" && start > 8 + Number(bytes.readBigUInt64LE(0)) && tensors++ >= n) {
      if (tensors === n + 1) onSilence();
      return;
    }
    const headers = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}`, etag: '"1"' };
    response.writeHead(206, headers).end(bytes.subarray(start, end));
  });
}

it.each([
  ["run", ["run", "Hello"]],
  ["chat", ["chat"]],
])("%s ends with the code of an interrupt, and says nothing more", async (_, args) => {
  let interrupt = (): void => {};
  const server = silentServer(5, () => interrupt());
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
