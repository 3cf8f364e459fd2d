/** Starting the demo's server where it cannot: one line with the way out, and no stack. No browser is needed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveDemo } from "../../scripts/build-demo.mjs";

const folder = mkdtempSync(join(tmpdir(), "qwerk-demo-server-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a port that is taken is named, with a way to another", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", () => resolve()));
  const { port } = other.address() as AddressInfo;
  await expect(serveDemo(folder, port)).rejects.toThrow(
    `port ${port} of 127.0.0.1: another program serves it; --port N takes another, 0 a free one`,
  );
  await new Promise((resolve) => other.close(resolve));
  const server = await serveDemo(folder, port);
  await new Promise((resolve) => server.close(resolve));
});

test.each(["", "x", "-1", "65536", "8e3"])("a port %j is refused before anything is built", (text) => {
  const args = ["scripts/build-demo.mjs", "--serve", "--port", text];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe(`--port: found ${text}, needed a whole number from 0 (a free one) to 65535\n`);
});
