/** `qwerk inspect`: what a model's directory says, read from a folder, a server's ranges and containers; no tensor is. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle, TINY_MODEL } from "../bundle.ts";

const bundle = new CliBundle();

beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

/** Serves files of a folder by ranges, and records what it gave. */
function rangeServer(root: string, served: { path: string; bytes: number }[]): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    let content: Buffer;
    try {
      content = readFileSync(join(root, path));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
    const bytes = content.subarray(Number(first), Number(last) + 1);
    served.push({ path, bytes: bytes.length });
    const range = `bytes ${first}-${Number(first) + bytes.length - 1}/${content.length}`;
    response.writeHead(206, { "content-range": range }).end(bytes);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

describe("inspect", () => {
  const expected = { format: "safetensors", version: 1, identity: "qwen3_5", tensors: 104, bytes: 6_285_824 };

  it("reads a folder", async () => {
    const { code, stdout } = await bundle.start(["inspect", TINY_MODEL, "--json"]);
    const found = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(found).toMatchObject(expected);
    expect(found.byFormat).toEqual({ bf16: { tensors: 104, bytes: 6_274_056 } });
    expect(found.components.mtp).toEqual({ tensors: 15, bytes: 1_132_672 });
    expect(found.config.text.layerTypes).toHaveLength(4);
    const table = (await bundle.start(["inspect", TINY_MODEL])).stdout;
    expect(table).toMatch(/^text +56 +4,572,040 +4\.36 MiB$/m);
  });

  it("reads ranges of a server, and no tensor", async () => {
    const served: { path: string; bytes: number }[] = [];
    const server = await rangeServer(TINY_MODEL, served);
    const { port } = server.address() as AddressInfo;
    try {
      const { code, stdout } = await bundle.start(["inspect", `http://127.0.0.1:${port}/`, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject(expected);
      const weights = served.filter(({ path }) => path === "/model.safetensors");
      expect(weights.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(200_000);
    } finally {
      server.close();
    }
  });

  it("accepts and refuses containers by their directory", async () => {
    const cases = "test/fixtures/ninfer/cases";
    const good = await bundle.start(["inspect", `${cases}/v2_ok_base.ninfer`, "--json"]);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ format: "ninfer", version: 2, identity: "m/w", tensors: 1 });
    const bad = await bundle.start(["inspect", `${cases}/v2_bad_overlap.ninfer`, "--json"]);
    expect(bad.code).toBe(5);
    expect(JSON.parse(bad.stdout).error.message).toContain(
      "needed at least 300, the end of the object before, found 256",
    );
  });
});
