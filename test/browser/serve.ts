/** Pages from memory for browser tests: a server on a free port, and the browser that visits it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./launch.ts";

export interface Visit {
  readonly browser: Browser;
  readonly url: string;
}

const START_MS = 120_000;

/**
 * Registers the start and the end of a visit for the tests of a file.
 * @param files contents by path, made before the server starts; ranges are answered, other paths are not found
 */
export function visiting(files: () => Promise<Readonly<Record<string, string | Uint8Array>>>): () => Visit {
  let contents: Readonly<Record<string, string | Uint8Array>> = {};
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const found = contents[path];
    if (found === undefined) return response.writeHead(404).end();
    const bytes = Buffer.from(found);
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(first ?? 0);
    const end = last ? Math.min(Number(last) + 1, bytes.byteLength) : bytes.byteLength;
    response.writeHead(first === undefined ? 200 : 206, {
      "content-type": path.endsWith(".js") ? "text/javascript" : "text/html",
      "content-length": end - start,
      "accept-ranges": "bytes",
      ...(first === undefined ? {} : { "content-range": `bytes ${start}-${end - 1}/${bytes.byteLength}` }),
    });
    return response.end(request.method === "HEAD" ? undefined : bytes.subarray(start, end));
  });
  let browser: Browser;
  beforeAll(async () => {
    contents = await files();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    browser = await launchBrowser();
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    server.close();
  });
  return () => ({ browser, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}
