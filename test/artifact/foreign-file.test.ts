/**
 * Files of another kind where a model's file should be: each is named in one line with the way out, wherever it stands.
 * The bytes are written here from the formats' own descriptions.
 */
import { describe, expect, test } from "vitest";
import { openArtifact } from "../../src/artifact/open.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { ArtifactError, type QwerkError, UnsupportedError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { flatCheckpoint } from "./flat-checkpoint.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const POINTER = bytes(`version https://git-lfs.github.com/spec/v1\noid sha256:${"9f".repeat(32)}\nsize 4000000000\n`);
/** GGUF version 3 with no tensors and no metadata: magic, version, two counts of 64 bits. */
const GGUF = Uint8Array.of(0x47, 0x47, 0x55, 0x46, 3, ...new Uint8Array(19));
const PAGE = bytes('\ufeff\n<!DOCTYPE html>\n<html lang="en"><head><title>Sign in &amp; go on</title></head></html>');

const flat = flatCheckpoint();
const CHECKPOINT = { "config.json": flat.config, "model.safetensors": flat.weights };

type Files = Record<string, Uint8Array>;

/** Opens a checkpoint of which some files are others, and reads all its texts. */
async function fault(changed: Files, file?: string): Promise<QwerkError> {
  return failureOf(async () => {
    const directory = memoryDirectory("m", { ...CHECKPOINT, ...changed });
    const artifact = await openArtifact(directory, file === undefined ? {} : { file });
    for (const name of ["tokenizer.json", "tokenizer_config.json", "chat_template.jinja"])
      await artifact.resource(name);
  });
}

function expectOneLine(error: QwerkError, kind: string): void {
  expect(error.code).toBe("foreign_file");
  expect(error.data["kind"]).toBe(kind);
  expect(error.message).not.toContain("\n");
  expect(error.hint).toBeDefined();
}

describe("in place of weights", () => {
  const kinds: [kind: string, content: Uint8Array, Class: unknown, says: RegExp, hint: RegExp][] = [
    ["git-lfs-pointer", POINTER, ArtifactError, /Git LFS pointer: 4,000,000,000 bytes/, /git lfs pull/],
    ["gguf", GGUF, UnsupportedError, /GGUF file \(version 3\); qwerk reads safetensors and .ninfer/, /original/],
    ["ggml", bytes("tjgg\u0003\0\0\0"), UnsupportedError, /GGML file/, /original/],
    ["web-page", PAGE, ArtifactError, /web page \("Sign in &amp; go on"\)/, /login/],
    [
      "web-page",
      bytes('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'),
      ArtifactError,
      /web page/,
      /token/,
    ],
    ["text", bytes("Entry not found"), ArtifactError, /text that begins with "Entry not found"/, /again/],
    ["text", bytes('{"error":"Repository not found"}'), ArtifactError, /Repository not found/, /again/],
    ["zip", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 8), UnsupportedError, /ZIP archive/, /safetensors/],
    [
      "pickle",
      Uint8Array.of(0x80, 2, 0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9),
      UnsupportedError,
      /pickle/,
      /safetensors/,
    ],
    ["gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), UnsupportedError, /gzip/, /unpack/],
    ["unfilled", new Uint8Array(5000), ArtifactError, /5,000 bytes that begins with zeros/, /again/],
  ];
  test.each(kinds)("%s", async (kind, content, Class, says, hint) => {
    const places: Promise<QwerkError>[] = [
      fault({ "model.safetensors": content }),
      fault({ "other.file": content }, "other.file"),
      failureOf(() => openArtifact(memorySource("m/alone", content))),
    ];
    for (const error of await Promise.all(places)) {
      expectOneLine(error, kind);
      expect(error).toBeInstanceOf(Class);
      expect(error.message).toMatch(/^m\/(model\.safetensors|other\.file|alone): this is /);
      expect(error.message).toMatch(says);
      expect(error.hint).toMatch(hint);
    }
  });

  test("a shard of an index", async () => {
    const index = bytes('{"weight_map": {"a": "model-00001-of-00002.safetensors"}}');
    const files = { "model.safetensors.index.json": index, "model-00001-of-00002.safetensors": POINTER };
    const directory = memoryDirectory("m", { "config.json": flat.config, ...files });
    expectOneLine(await failureOf(() => openArtifact(directory)), "git-lfs-pointer");
  });

  test("a good file is not asked about", async () => {
    const artifact = await openArtifact(memoryDirectory("m", CHECKPOINT), { file: "model.safetensors" });
    expect(artifact.kind).toBe("safetensors");
  });
});

describe("in place of a text", () => {
  test.each([
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.jinja",
  ])("%s", async (name) => {
    const pointer = await fault({ [name]: POINTER });
    expectOneLine(pointer, "git-lfs-pointer");
    expect(pointer.message).toContain(`m/${name}: `);
    expectOneLine(await fault({ [name]: PAGE }), "web-page");
  });

  test("a text in another encoding", async () => {
    const utf16 = await fault({ "config.json": Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0) });
    expect(utf16.message).toBe("m/config.json: found UTF-16, needed text in UTF-8");
    expect(utf16.hint).toContain("as UTF-8");
    const latin = await fault({ "chat_template.jinja": Uint8Array.of(0x61, 0xe9) });
    expect(latin).toMatchObject({
      code: "bad_utf8",
      message: "m/chat_template.jinja: found no valid UTF-8, needed text in UTF-8",
    });
  });

  test("half a config.json is named with its folder and length", async () => {
    const error = await fault({ "config.json": flat.config.subarray(0, 100) });
    expect(error.code).toBe("bad_json");
    expect(error.message).toMatch(/^m\/config\.json: 100 characters that are not valid JSON: /);
    expect(error.hint).toContain("did not finish");
  });
});

describe("a folder that holds something else", () => {
  const nothing = new Uint8Array(8);
  const cases: [what: string, files: Files, code: string, says: string, hint: string][] = [
    ["nothing", {}, "config_missing", "m: found no config.json in an empty folder", ".ninfer"],
    [
      "a GGUF file",
      { "x.gguf": GGUF },
      "config_missing",
      "m: found no config.json, but x.gguf, a GGUF file",
      "original",
    ],
    [
      "an adapter",
      { "adapter_config.json": nothing, "adapter_model.safetensors": nothing },
      ...(["config_missing", "LoRA adapter", "merge"] as const),
    ],
    [
      "a hub cache",
      { snapshots: nothing, refs: nothing, blobs: nothing },
      ...(["config_missing", "cache of a Hugging Face repository", "m/snapshots/"] as const),
    ],
    [
      "PyTorch weights",
      { "config.json": flat.config, "pytorch_model.bin": nothing },
      ...(["weights_missing", "pytorch_model.bin, a PyTorch checkpoint", "safetensors"] as const),
    ],
    [
      "a download under way",
      { "config.json": flat.config, "model.safetensors.incomplete": nothing },
      ...(["weights_missing", "model.safetensors.incomplete, a download that did not finish", "finish"] as const),
    ],
    [
      "shards without an index",
      { "config.json": flat.config, "a.safetensors": nothing, "b.safetensors": nothing },
      ...(["weights_missing", "found 2 .safetensors files without an index", "index"] as const),
    ],
    [
      "a .ninfer file beside a config",
      { "config.json": flat.config, "x.ninfer": nothing },
      ...(["weights_missing", "x.ninfer, a .ninfer file", "the file itself"] as const),
    ],
    ["a config alone", { "config.json": flat.config }, "weights_missing", "m: found no .safetensors file;", "fetch"],
  ];
  test.each(cases)("%s", async (_, files, code, says, hint) => {
    const error = await failureOf(() => openArtifact(memoryDirectory("m", files)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
    expect(error.hint).toContain(hint);
  });

  test("an address without files", async () => {
    const remote = { ...memoryDirectory("https://host/m", {}), list: async () => undefined };
    const error = await failureOf(() => openArtifact(remote));
    expect(error.message).toBe("https://host/m: found no config.json, needed one beside the weights");
    expect(error.hint).toContain("/resolve/main");
  });
});
