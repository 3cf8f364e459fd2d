/**
 * Byte sources under a misbehaving world: servers that ignore or lie about ranges, files that shrink, change or are no
 * files at all. The server is a function over Request and Response, so every answer is under the test's control.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { fileDirectory, locate, openFileSource } from "../../node/file-source.ts";
import type { ByteSource } from "../../src/artifact/artifact.ts";
import { httpDirectory, openHttpSource } from "../../src/artifact/http-source.ts";
import { blobSource, memoryDirectory, memorySource, readInto } from "../../src/artifact/sources.ts";
import { ArtifactError } from "../../src/base/errors.ts";
import { codeOf, failureOf } from "../base/failure.ts";
import { openModel } from "../model/opened-model.ts";
import { freshFolder } from "../node/scratch.ts";

const BYTES = Uint8Array.from({ length: 100 }, (_, i) => i);
const folder = freshFolder();
const at = (name: string) => join(folder, name);

async function opened(path: string): Promise<ByteSource> {
  const source = await openFileSource(path);
  if (source === undefined) throw new Error(`${path} was not found`);
  return source;
}

describe("memory and Blob", () => {
  test.each([memorySource("m", BYTES), blobSource("b", new Blob([BYTES]))])("ranges of %o", async (source) => {
    expect(source.size).toBe(100);
    expect([...(await source.read(40, 3))]).toEqual([40, 41, 42]);
    expect((await source.read(100, 0)).length).toBe(0);
    for (const [offset, length] of [
      [98, 3],
      [-1, 1],
      [0.5, 1],
      [0, Number.NaN],
      [2 ** 53, 1],
      [101, 0],
    ] as const) {
      expect(await codeOf(() => source.read(offset, length))).toBe("source_truncated");
    }
  });

  test("names that leave the folder are refused", async () => {
    const directory = memoryDirectory("d", { a: BYTES });
    for (const name of ["", ".", "..", "../a", "a/b", "a\\b", "a\u0000"]) {
      expect(await codeOf(() => directory.open(name))).toBe("bad_file_name");
      expect(await codeOf(() => fileDirectory(folder).open(name))).toBe("bad_file_name");
      expect(await codeOf(() => httpDirectory("http://h/").open(name))).toBe("bad_file_name");
    }
    expect(await directory.open("b")).toBeUndefined();
    expect(await directory.open("toString")).toBeUndefined();
  });
});

type Answer = (start: number, end: number) => Response;

function server(answer: Answer): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  const handler = async (url: unknown, init?: RequestInit) => {
    const range = new Headers(init?.headers).get("range") ?? "";
    asked.push(`${String(url)} ${range}`);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    return answer(Number(start), Number(end));
  };
  return { fetch: handler as typeof fetch, asked };
}

function partial(start: number, end: number, headers: Record<string, string> = {}, bytes = BYTES): Response {
  const stop = Math.min(end + 1, bytes.length);
  return new Response(bytes.slice(start, stop), {
    status: 206,
    headers: { "content-range": `bytes ${start}-${stop - 1}/${bytes.length}`, etag: '"v1"', ...headers },
  });
}

async function remote(answer: Answer): Promise<ByteSource> {
  const source = await openHttpSource("http://host/model", { fetch: server(answer).fetch });
  if (source === undefined) throw new Error("the server did not have the file");
  return source;
}

describe("HTTP ranges", () => {
  test("reads exactly the range asked for", async () => {
    const { fetch, asked } = server(partial);
    const source = await httpDirectory("http://host/dir", { fetch, headers: { authorization: "x" } }).open("a b");
    expect(source?.size).toBe(100);
    expect([...(await source!.read(97, 3))]).toEqual([97, 98, 99]);
    expect(asked).toEqual(["http://host/dir/a%20b bytes=0-0", "http://host/dir/a%20b bytes=97-99"]);
    expect(await codeOf(() => source!.read(98, 3))).toBe("source_truncated");
    expect(asked.length).toBe(2);
  });

  test.each([
    ["404", () => new Response(null, { status: 404 }), "undefined"],
    ["200, the whole file", () => new Response(BYTES), "range_not_supported"],
    [
      "200, a web page",
      () => new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } }),
      "foreign_file",
    ],
    ["500", () => new Response("oops", { status: 500 }), "source_unreadable"],
    ["416, an empty file", () => new Response(null, { status: 416 }), "source_empty"],
    ["no Content-Range", () => new Response(BYTES.slice(0, 1), { status: 206 }), "range_not_supported"],
    ["another range", () => partial(5, 5), "source_unreadable"],
    ["unknown size", (s: number, e: number) => partial(s, e, { "content-range": "bytes 0-0/*" }), "source_unreadable"],
    [
      "a size before the range",
      (s: number, e: number) => partial(s, e, { "content-range": "bytes 0-0/0" }),
      "source_unreadable",
    ],
    [
      "too many bytes",
      (s: number, e: number) => partial(s, e + 1, { "content-range": "bytes 0-0/100" }),
      "source_unreadable",
    ],
    [
      "too few bytes",
      () => new Response(null, { status: 206, headers: { "content-range": "bytes 0-0/100" } }),
      "source_unreadable",
    ],
  ] as [string, Answer, string][])("opening against %s", async (_, answer, code) => {
    const open = () => openHttpSource("http://host/model", { fetch: server(answer).fetch });
    if (code === "undefined") expect(await open()).toBeUndefined();
    else expect(await codeOf(open)).toBe(code);
  });

  test("a failing network is a typed error", async () => {
    const fetch = (async () => {
      throw new TypeError("network down");
    }) as typeof globalThis.fetch;
    expect(await codeOf(() => openHttpSource("http://host/model", { fetch }))).toBe("source_unreadable");
  });

  test.each([
    ["another entity tag", (s: number, e: number) => partial(s, e, { etag: '"v2"' })],
    [
      "no entity tag",
      (s: number, e: number) => {
        const response = partial(s, e);
        response.headers.delete("etag");
        return response;
      },
    ],
    ["another size", (s: number, e: number) => partial(s, e, {}, new Uint8Array(101))],
    ["404", () => new Response(null, { status: 404 })],
  ] as [string, Answer][])("a change after opening: %s", async (_, later) => {
    let requests = 0;
    const source = await remote((s, e) => (requests++ === 0 ? partial(s, e) : later(s, e)));
    expect(await codeOf(() => source.read(0, 10))).toBe("source_changed");
  });

  test("closing ends a read whose server is silent", async () => {
    let asked = 0;
    const fetch = ((_url: unknown, init?: RequestInit) => {
      if (asked++ === 0) return Promise.resolve(partial(0, 0));
      const { signal } = init!;
      return new Promise((_resolve, reject) => {
        if (signal!.aborted) reject(signal!.reason);
        signal!.addEventListener("abort", () => reject(signal!.reason));
      });
    }) as typeof globalThis.fetch;
    const source = await openHttpSource("http://host/model", { fetch });
    const reading = codeOf(() => source!.read(0, 10));
    await source!.close();
    expect(await reading).toBe("source_unreadable");
    expect(await codeOf(() => source!.read(0, 10))).toBe("source_unreadable");
  });

  test("Last-Modified stands in for a missing entity tag", async () => {
    let requests = 0;
    const dates = ["Mon, 01 Jan 2024 00:00:00 GMT", "Mon, 01 Jan 2024 00:00:00 GMT", "Tue, 02 Jan 2024 00:00:00 GMT"];
    const source = await remote((s, e) => {
      const response = partial(s, e, { "last-modified": dates[requests++]! });
      response.headers.delete("etag");
      return response;
    });
    expect((await source.read(3, 2)).length).toBe(2);
    expect(await codeOf(() => source.read(3, 2))).toBe("source_changed");
  });
});

describe("files", () => {
  test("positional reads, in parallel and past the end", async () => {
    writeFileSync(at("plain"), BYTES);
    const source = await opened(at("plain"));
    const parts = await Promise.all(Array.from({ length: 20 }, (_, i) => source.read(5 * i, 5)));
    expect(parts.flatMap((part) => [...part])).toEqual([...BYTES]);
    expect(await codeOf(() => source.read(99, 2))).toBe("source_truncated");
    await source.close();
    await source.close();
    expect(await codeOf(() => source.read(0, 1))).toBe("source_unreadable");
  });

  test("reads into the caller's memory, beside what it holds", async () => {
    writeFileSync(at("into"), BYTES);
    const file = await opened(at("into"));
    for (const source of [file, memorySource("m", BYTES), blobSource("b", new Blob([BYTES]))]) {
      const memory = new Uint8Array(8).fill(255);
      await readInto(source, 40, memory.subarray(2, 5));
      expect([...memory]).toEqual([255, 255, 40, 41, 42, 255, 255, 255]);
      expect(await codeOf(() => readInto(source, 98, memory.subarray(2, 5)))).toBe("source_truncated");
    }
    await file.close();
  });

  test("a disk that fails is told with the file and the place in it", async () => {
    writeFileSync(at("failing"), BYTES);
    const source = await opened(at("failing"));
    const handle = await open(at("failing"));
    const failing = vi
      .spyOn(Object.getPrototypeOf(handle) as FileHandle, "read")
      .mockRejectedValueOnce(Object.assign(new Error("i/o error"), { code: "EIO" }));
    try {
      const error = await failureOf(() => source.read(40, 8));
      expect(error).toBeInstanceOf(ArtifactError);
      expect(error.message).toBe(`${at("failing")}: 8 bytes at 40: cannot be read: EIO`);
      expect(error.data).toEqual({ path: at("failing"), offset: 40, length: 8, errno: "EIO" });
    } finally {
      failing.mockRestore();
      await handle.close();
      await source.close();
    }
  });

  test("symbolic links are followed to regular files", async () => {
    mkdirSync(at("blobs"));
    writeFileSync(at("blobs/abc"), BYTES);
    symlinkSync("blobs/abc", at("link"));
    symlinkSync("blobs/gone", at("dangling"));
    const source = await opened(at("link"));
    expect(source.size).toBe(100);
    await source.close();
    expect(await codeOf(() => openFileSource(at("dangling")))).toBe("source_unreadable");
  });

  test("what is not a regular file with content is refused", async () => {
    mkdirSync(at("folder"));
    writeFileSync(at("empty"), "");
    execFileSync("mkfifo", [at("fifo")]);
    symlinkSync("fifo", at("fifo-link"));
    expect(await codeOf(() => openFileSource(at("folder")))).toBe("not_a_regular_file");
    expect(await codeOf(() => openFileSource(at("fifo")))).toBe("not_a_regular_file");
    expect(await codeOf(() => openFileSource(at("fifo-link")))).toBe("not_a_regular_file");
    expect(await codeOf(() => openFileSource("/dev/zero"))).toBe("not_a_regular_file");
    expect(await codeOf(() => openFileSource(at("empty")))).toBe("source_empty");
    expect(await openFileSource(at("absent"))).toBeUndefined();
    expect(await openFileSource(at("plain/below"))).toBeUndefined();
    expect(
      await codeOf(() =>
        fileDirectory(at("absent"))
          .list()
          .then(() => undefined),
      ),
    ).toBe("source_unreadable");
  });

  test("a file that shrinks, grows or is rewritten while open", async () => {
    for (const change of ["shrink", "grow", "rewrite"] as const) {
      const path = at(`changing-${change}`);
      writeFileSync(path, BYTES);
      const source = await opened(path);
      expect((await source.read(0, 10)).length).toBe(10);
      if (change === "shrink") truncateSync(path, 50);
      else if (change === "grow") writeFileSync(path, new Uint8Array(200));
      else {
        writeFileSync(path, new Uint8Array(100));
        utimesSync(path, 1, 1);
      }
      expect(await codeOf(() => source.read(0, 10))).toBe("source_changed");
      const error = await failureOf(() => source.read(60, 10));
      expect(error.code).toBe("source_changed");
      expect(error.data).toMatchObject({ path, offset: 60, length: 10, size: 100 });
      await source.close();
    }
  });

  test("a file replaced by rename still gives the old bytes", async () => {
    writeFileSync(at("old"), BYTES);
    const source = await opened(at("old"));
    writeFileSync(at("new"), new Uint8Array(100));
    renameSync(at("new"), at("old"));
    expect([...(await source.read(7, 2))]).toEqual([7, 8]);
    await source.close();
  });

  test("locate tells folders from files", async () => {
    expect((await locate(folder))?.file).toBeUndefined();
    const found = await locate(at("plain"));
    expect(found?.file).toBe("plain");
    expect(await found?.directory.list()).toContain("plain");
    expect(await locate(at("absent"))).toBeUndefined();
  });
});

test("a whole checkpoint opens over HTTP and over Blobs", async () => {
  const names = ["config.json", "generation_config.json", "model.safetensors"];
  const files = new Map(names.map((name) => [name, new Uint8Array(readFileSync(`test/fixtures/tiny-hybrid/${name}`))]));
  const fetch = (async (url: unknown, init?: RequestInit) => {
    const bytes = files.get(String(url).replace("http://host/", ""));
    if (bytes === undefined) return new Response(null, { status: 404 });
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("range") ?? "")!;
    return partial(Number(start), Number(end), {}, bytes);
  }) as typeof globalThis.fetch;
  const direct = await openModel(memoryDirectory("m", Object.fromEntries(files)));
  const name = "model.language_model.layers.1.mlp.down_proj.weight";
  const expected = await direct.readFloat32(name, 3, 9);
  const blobs = Object.fromEntries([...files].map(([key, bytes]) => [key, new Blob([bytes])]));
  for (const directory of [httpDirectory("http://host", { fetch }), memoryDirectory("b", blobs)]) {
    const artifact = await openModel(directory);
    expect(await artifact.readFloat32(name, 3, 9)).toEqual(expected);
    await artifact.close();
  }
});
