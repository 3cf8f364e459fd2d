/**
 * Builds the browser demo into browser-demo/dist: page, workers, style, and the embedded model beside them, so that any static
 * host serves it and no network is needed. With --serve it is served on 127.0.0.1 as well. Plain JavaScript, like the
 * other build script; tests import the two functions.
 */

import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const demo = join(root, "browser-demo");
const models = join(root, "models");

/** Commit of the working copy. */
function commit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}

/** Returns esbuild's metafile: what went into which bundle. */
export async function buildDemo(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "model"), { recursive: true });
  const modelFiles = (await readdir(models)).sort();
  await Promise.all([
    ...modelFiles.map((name) => copyFile(join(models, name), join(folder, "model", name))),
    ...["index.html", "style.css"].map((name) => copyFile(join(demo, name), join(folder, name))),
  ]);
  const { metafile } = await build({
    entryPoints: {
      page: join(demo, "page/page.ts"),
      worker: join(demo, "worker/worker.ts"),
      "engine-worker": join(demo, "worker/engine-worker.ts"),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    // Names of errors and classes are shown to people.
    keepNames: true,
    // Beside the entries, so that files are found from import.meta.url whichever bundle the code is in.
    chunkNames: "[name]-[hash]",
    define: { QWERK_COMMIT: JSON.stringify(commit()), QWERK_MODEL_FILES: JSON.stringify(modelFiles) },
    absWorkingDir: root,
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/** Cross-origin isolation gives the page exact clocks; nothing is cached, because the files are rebuilt. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

async function answer(folder, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(405, HEADERS).end();
  let path;
  try {
    path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  } catch {
    return response.writeHead(400, HEADERS).end();
  }
  const file = resolve(folder, `.${path.endsWith("/") ? `${path}index.html` : path}`);
  const found =
    file.startsWith(folder + sep) && !path.includes("\0") ? await stat(file).catch(() => undefined) : undefined;
  if (!found?.isFile()) return response.writeHead(404, HEADERS).end("not found");
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { ...HEADERS, "content-type": type, "content-length": found.size });
  if (request.method === "HEAD") return response.end();
  // A reader that goes away is no fault of the server.
  await pipeline(createReadStream(file), response).catch(() => {});
}

/** What keeps a port from being served, as one line with the way out. */
function portFault(port, { code, message }) {
  const why = { EADDRINUSE: "another program serves it", EACCES: "this user may not" }[code] ?? message;
  return new Error(`port ${port} of 127.0.0.1: ${why}; --port N takes another, 0 a free one`);
}

/** Serves a folder on 127.0.0.1; port 0 takes a free one. */
export async function serveDemo(folder, port) {
  const absolute = resolve(folder);
  const server = createServer((request, response) => void answer(absolute, request, response));
  await new Promise((listening, failed) => {
    server.once("error", (error) => failed(portFault(port, error)));
    server.listen(port, "127.0.0.1", listening);
  });
  return server;
}

function portOf(args) {
  const at = args.indexOf("--port");
  if (at < 0) return 8080;
  const port = Number(args[at + 1]);
  if (/^\d+$/.test(args[at + 1] ?? "") && port < 65_536) return port;
  throw new Error(`--port: found ${args[at + 1] ?? "nothing"}, needed a whole number from 0 (a free one) to 65535`);
}

async function main() {
  const port = portOf(process.argv);
  const folder = join(demo, "dist");
  const metafile = await buildDemo(folder);
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) console.log(`${file} ${bytes} B`);
  if (!process.argv.includes("--serve")) return;
  const server = await serveDemo(folder, port);
  console.log(`http://127.0.0.1:${server.address().port}/`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
