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
 * @param files contents by path, made before the server starts; every other path gets `/`
 */
export function visiting(files: () => Promise<Readonly<Record<string, string | Uint8Array>>>): () => Visit {
  let contents: Readonly<Record<string, string | Uint8Array>> = {};
  const server = createServer((request, response) => {
    const path = contents[request.url ?? "/"] === undefined ? "/" : request.url!;
    response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html");
    response.end(contents[path]);
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
