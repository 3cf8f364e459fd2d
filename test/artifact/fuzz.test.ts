/**
 * Damaged files: cut at every boundary, changed while open, and mutated at random from a printed seed. Whatever the
 * bytes, the result is a model or a typed error of the artifact, never another exception and never an allocation that
 * the file's size does not justify. Every run draws others; QWERK_FUZZ multiplies their number.
 */
import { readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDirectory, openFileSource } from "../../node/file-source.ts";
import type { ByteSource } from "../../src/artifact/artifact.ts";
import { parseJson, toPlain } from "../../src/artifact/json.ts";
import type { NinferContainer } from "../../src/artifact/ninfer/container.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { checkpointConfig } from "../../src/artifact/safetensors.ts";
import { readSafetensorsHeader } from "../../src/artifact/safetensors-header.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { ArtifactError, UnsupportedError } from "../../src/base/errors.ts";
import { inspectArtifact } from "../../src/inspect.ts";
import { parseConfig } from "../../src/model/qwen3_5/config.ts";
import { codeOf } from "../base/failure.ts";
import { SEED } from "../base/seed.ts";
import { openModel } from "../model/opened-model.ts";
import { freshFolder } from "../node/scratch.ts";

const ROOT = "test/fixtures/ninfer";
const COUNT = 5000 * Number(process.env["QWERK_FUZZ"] ?? 1);

/** Deterministic 32-bit generator (xorshift). */
class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed | 1;
  }
  below(limit: number): number {
    let s = this.state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.state = s;
    return (s >>> 0) % limit;
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

const TOKENS = [
  "0",
  "-1",
  "1.0",
  "1e3",
  "9007199254740993",
  "18446744073709551615",
  "18446744073709551616",
  "4294967296",
  "null",
  "true",
  "[]",
  "{}",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  "[1,2]",
  '"bf16"',
  '"nvfp4"',
  '"t2_g128_fp16"',
  "256",
  "NaN",
].map((text) => Buffer.from(text));

/** One to three changes, most of them inside `[0, focus)`, where header and directory are. */
function mutate(original: Buffer, focus: number, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(random.below(10) === 0 ? bytes.length + 1 : Math.min(focus, bytes.length) + 1);
    const length = 1 + random.below(24);
    switch (random.below(8)) {
      case 0:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << random.below(8));
        break;
      case 1:
        if (at < bytes.length) bytes[at] = random.below(256);
        break;
      case 2:
        bytes.fill(random.pick([0, 0x20, 0xff]), Math.min(at, bytes.length), Math.min(at + length, bytes.length));
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        break;
      case 5:
        bytes = bytes.subarray(0, random.below(4) === 0 ? at : bytes.length);
        break;
      case 6:
        replaceNumber(bytes, at, random);
        break;
      default:
        bytes = replaceValue(bytes, at, random);
    }
  }
  return bytes;
}

/** Changes digits in place, so that offsets and lengths around them stay. */
function replaceNumber(bytes: Buffer, from: number, random: Random): void {
  let at = from;
  while (at < bytes.length && (bytes[at]! < 0x30 || bytes[at]! > 0x39)) at++;
  for (; at < bytes.length && bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) bytes[at] = 0x30 + random.below(10);
}

/** Replaces the JSON value after the next colon; the length field of the header is set right most of the time. */
function replaceValue(bytes: Buffer, from: number, random: Random): Buffer {
  const colon = bytes.indexOf(":", from);
  if (colon < 0) return bytes;
  let end = colon + 1;
  while (end < bytes.length && !",}]".includes(String.fromCharCode(bytes[end]!))) end++;
  const token = random.pick(TOKENS);
  const changed = Buffer.concat([bytes.subarray(0, colon + 1), token, bytes.subarray(end)]);
  const grown = token.length - (end - colon - 1);
  // Keep the payload where it was: take or give blanks before the next page, where every fixture has padding.
  const padding = grown > 0 ? changed.indexOf(Buffer.alloc(grown), colon) : -1;
  const fitted =
    grown === 0 || padding < 0
      ? changed
      : Buffer.concat([changed.subarray(0, padding), changed.subarray(padding + grown)]);
  if (fitted.length > 16 && random.below(8) !== 0) {
    const length = fitted.readUInt32LE(8) + grown;
    if (length >= 0 && length < 2 ** 32) fitted.writeUInt32LE(length, 8);
  }
  return fitted;
}

/** A source that fails the test, not the file, when more is asked for than there is. */
function watched(bytes: Uint8Array): ByteSource {
  const source = memorySource("fuzz", bytes);
  return {
    ...source,
    async read(offset, length) {
      const result = await source.read(offset, length);
      if (result.length !== length) throw new Error("a source returned another length");
      return result;
    },
  };
}

/** Everything a loader would touch: all objects, their first and last row, all bindings, all resources. */
async function interpret(container: NinferContainer): Promise<void> {
  for (const object of container.directory.objects.values()) {
    await tolerate(async () => {
      if (object.kind === "resource") {
        await container.readResource(object.id);
        return;
      }
      const tensor = container.tensor(object.id);
      const { rows, columns } = tensor.layout;
      for (const row of new Set([0, rows - 1])) {
        const values = await container.readRows(tensor, row, row + 1);
        if (values.length !== columns) throw new Error(`a row of ${values.length}, not ${columns}`);
      }
    });
  }
  for (const ranges of container.directory.bindings.values()) {
    await tolerate(async () => {
      const values = await container.readElements(ranges);
      if (values.byteLength > 32 * container.bytes) throw new Error("more values than bytes allow");
    });
  }
}

/** Runs `use`; typed errors of files are an answer, anything else is a failure. */
async function tolerate(use: () => Promise<unknown>): Promise<"accepted" | "refused"> {
  try {
    await use();
    return "accepted";
  } catch (error) {
    if (error instanceof ArtifactError || error instanceof UnsupportedError) return "refused";
    throw error;
  }
}

/** Uses `mutations` files drawn from a seed. Both answers must occur, or the mutations test nothing. */
async function count(mutations: number, seed: number, use: (index: number) => Promise<unknown>): Promise<void> {
  const answers = { accepted: 0, refused: 0 };
  for (let index = 0; index < mutations; index++) {
    try {
      answers[await tolerate(() => use(index))]++;
    } catch (cause) {
      throw new Error(`mutation ${index} of seed ${seed}: ${String(cause)}`, { cause });
    }
  }
  expect(answers.accepted).toBeGreaterThan(mutations / 200);
  expect(answers.refused).toBeGreaterThan(mutations / 10);
}

function fuzz(original: Buffer, focus: number, use: (bytes: Buffer, index: number) => Promise<unknown>): Promise<void> {
  const random = new Random(SEED);
  return count(COUNT, SEED, (index) => use(mutate(original, focus, random), index));
}

describe("mutations", () => {
  const containers = ["v1_all", "v2_all", "v3_all", "cases/v1_ok_base", "cases/v2_ok_base", "cases/v3_ok_base"];
  test.each(containers)("%s.ninfer", async (name) => {
    const original = readFileSync(`${ROOT}/${name}.ninfer`);
    const focus = 32 + Number(original.readBigUInt64LE(8));
    await fuzz(original, focus, async (bytes, index) => {
      await interpret(await openNinfer(watched(bytes)));
      if (index % 16 === 0) await inspectArtifact(watched(bytes));
    });
  });

  test("the parts of a set", async () => {
    const names = ["", ".part-0001", ".part-0002", ".part-0003"].map((suffix) => `v3_sharded.ninfer${suffix}`);
    const files = new Map(names.map((name) => [name, readFileSync(`${ROOT}/${name}`)]));
    const random = new Random(SEED + 1);
    await count(COUNT / 20, SEED + 1, async () => {
      const victim = random.pick(names);
      const changed = { ...Object.fromEntries(files), [victim]: mutate(files.get(victim)!, 64, random) };
      const siblings = memoryDirectory("set", changed);
      await interpret(await openNinfer((await siblings.open(names[0]!))!, { siblings }));
    });
  });

  test.each([
    "test/fixtures/tiny-hybrid/model.safetensors",
    "test/fixtures/tiny-random/model-00001-of-00002.safetensors",
  ])("header of %s", async (file) => {
    const whole = readFileSync(file);
    // The header of the first few tensors; their data is small enough to copy thousands of times.
    const original = smaller(whole, 6);
    await fuzz(original, 900, async (bytes) => {
      const { entries } = await readSafetensorsHeader(watched(bytes));
      const end = Math.max(0, ...entries.map((entry) => entry.offset + entry.bytes));
      if (end > bytes.length) throw new Error("a tensor passes the end of the file");
    });
  });

  test("config.json", async () => {
    const original = readFileSync("test/fixtures/tiny-hybrid/config.json");
    const random = new Random(SEED + 2);
    await count(COUNT, SEED + 2, async () => {
      const { text } = parseConfig(checkpointConfig(mutate(original, original.length, random).toString("utf8")));
      if (text.layerTypes.length > 4096) throw new Error("more layers than are read");
    });
  });

  test("JSON agrees with the platform's parser, value for value", () => {
    const original = readFileSync("test/fixtures/tiny-hybrid/config.json");
    const random = new Random(SEED + 3);
    const both = { accepted: 0, refused: 0 };
    for (let index = 0; index < COUNT / 4; index++) {
      const bytes = mutate(original, original.length, random);
      const ours = attempt(() => toPlain(parseJson(bytes, { where: "f", refuseDuplicates: false })));
      const theirs = attempt(() =>
        JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)),
      );
      if (ours === undefined && theirs !== undefined && isStricter(theirs)) continue;
      expect(ours, `mutation ${index} of seed ${SEED + 3}`).toEqual(theirs);
      both[ours === undefined ? "refused" : "accepted"]++;
    }
    expect(both.accepted).toBeGreaterThan(COUNT / 100);
    expect(both.refused).toBeGreaterThan(COUNT / 100);
  });
});

/** What this parser refuses although the platform takes it: half surrogates and numbers beyond every finite one. */
function isStricter(value: unknown): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => isStricter(name) || isStricter(member));
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** A valid safetensors file with the first tensors that are small. */
function smaller(whole: Buffer, count: number): Buffer {
  const headerBytes = Number(whole.readBigUInt64LE(0));
  const header: Record<string, { data_offsets?: [number, number] }> = JSON.parse(
    whole.toString("utf8", 8, 8 + headerBytes),
  );
  const kept: Record<string, unknown> = { __metadata__: { format: "pt" } };
  const data: Buffer[] = [];
  let at = 0;
  for (const [name, entry] of Object.entries(header)) {
    if (entry.data_offsets === undefined || data.length === count) continue;
    const [begin, end] = entry.data_offsets;
    if (end - begin > 4000) continue;
    kept[name] = { ...entry, data_offsets: [at, at + end - begin] };
    data.push(whole.subarray(8 + headerBytes + begin, 8 + headerBytes + end));
    at += end - begin;
  }
  const json = Buffer.from(JSON.stringify(kept));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, ...data]);
}

describe("cut short", () => {
  test.each(["v1_all", "v2_all", "v3_all"])("%s at every boundary", async (name) => {
    const whole = readFileSync(`${ROOT}/${name}.ninfer`);
    const { directory } = await openNinfer(memorySource("whole", whole));
    const payload = whole.length - directory.files[0]!.payloadBytes;
    const json = (directory.version === 3 ? 32 : 16) + Number(whole.readBigUInt64LE(8));
    const borders = new Set<number>([json, payload]);
    for (let byte = 0; byte <= 40; byte++) borders.add(byte);
    for (let page = 0; page < whole.length; page += 4096) borders.add(page);
    for (const { offset, bytes } of directory.objects.values())
      borders.add(payload + offset).add(payload + offset + bytes);
    let checked = 0;
    for (const border of borders) {
      for (const length of [border - 1, border, border + 1]) {
        if (length < 0 || length >= whole.length) continue;
        const answer = await tolerate(() => openNinfer(memorySource("cut", whole.subarray(0, length))));
        expect(answer, `${length} of ${whole.length} bytes`).toBe("refused");
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(150);
  });

  test("a part cut at every page and around its header", async () => {
    const names = ["", ".part-0001", ".part-0002", ".part-0003"].map((suffix) => `v3_sharded.ninfer${suffix}`);
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(`${ROOT}/${name}`)]));
    for (const length of [0, 1, 7, 8, 15, 16, 31, 32, 33, 4095, 4096, 4097, 8192, 16384, 20479]) {
      const siblings = memoryDirectory("set", { ...files, [names[2]!]: files[names[2]!]!.subarray(0, length) });
      const container = await openNinfer((await siblings.open(names[0]!))!, { siblings });
      const tensor = container.tensor("weight/000015");
      expect(await tolerate(() => container.readRows(tensor, 0, 4))).toBe("refused");
    }
  });
});

describe("changed while open", () => {
  const folder = freshFolder();

  test.each(["shrink", "rewrite"])("a .ninfer file: %s", async (how) => {
    const path = join(folder, `${how}.ninfer`);
    const bytes = readFileSync(`${ROOT}/v3_all.ninfer`);
    writeFileSync(path, bytes);
    const container = await openNinfer((await openFileSource(path))!);
    const tensor = container.tensor("weight/000014");
    expect((await container.readRows(tensor, 0, 1)).length).toBe(192);
    if (how === "shrink") truncateSync(path, 20_000);
    else {
      writeFileSync(path, bytes);
      utimesSync(path, 5, 5);
    }
    expect(await codeOf(() => container.readRows(tensor, 0, 1))).toBe("source_changed");
    expect(await codeOf(() => container.readResource("resource/text/tokenizer.json"))).toBe("source_changed");
    await container.close();
  });

  test("a checkpoint", async () => {
    for (const file of ["config.json", "model.safetensors"]) {
      writeFileSync(join(folder, file), readFileSync(`test/fixtures/tiny-hybrid/${file}`));
    }
    const model = await openModel(fileDirectory(folder));
    truncateSync(join(folder, "model.safetensors"), 100_000);
    expect(await codeOf(() => model.readFloat32("lm_head.weight", 0, 1))).toBe("source_changed");
    await model.close();
    expect(await codeOf(() => openModel(fileDirectory(folder)))).toBe("source_truncated");
  });
});
