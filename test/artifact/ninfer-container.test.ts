/**
 * `.ninfer` containers against files written by NInfer's own tools: every expected value equal to the bit in all three
 * versions, one file or four, and every accept or reject verdict of the case list at its stage.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import type { ByteSource } from "../../src/artifact/artifact.ts";
import type { NinferContainer } from "../../src/artifact/ninfer/container.ts";
import { openNinfer } from "../../src/artifact/ninfer/container.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { ArtifactError, QwerkError, UnsupportedError } from "../../src/base/errors.ts";
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { WEIGHT_LAYOUTS } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { failureOf } from "../base/failure.ts";

const ROOT = "test/fixtures/ninfer";

interface Expected {
  readonly shape: number[];
  readonly payload_sha256: string;
  readonly payload_bytes: number;
  readonly f32?: string;
  readonly i32?: string;
}

interface Golden {
  readonly expected: Record<string, Expected>;
  readonly containers: Record<
    string,
    {
      readonly payload_offset: number;
      readonly artifact_id?: string;
      readonly objects: Record<string, { offset: number; bytes: number; expected: string | null }>;
    }
  >;
  readonly views?: Record<string, string>;
}

const golden = (version: number): Golden => JSON.parse(readFileSync(`${ROOT}/v${version}.json`, "utf8"));
const words = (file: string): Buffer => readFileSync(`${ROOT}/expected/${file}`);
const bits = (values: Float32Array): Buffer => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

async function open(file: string): Promise<NinferContainer> {
  const siblings = fileDirectory(ROOT);
  const source = (await siblings.open(file)) as ByteSource;
  return openNinfer(source, { siblings });
}

const files = [1, 2, 3].flatMap((version) =>
  Object.keys(golden(version).containers).map((file) => [file, version] as const),
);

describe.each(files)("%s", (file, version) => {
  const facts = golden(version);
  const { objects, artifact_id } = facts.containers[file]!;

  test("objects, identity, payload hashes", async () => {
    const container = await open(file);
    const { directory } = container;
    expect(directory.version).toBe(version);
    expect([...directory.objects.keys()]).toEqual(Object.keys(objects));
    if (version === 3) expect(container.artifactId).toBe(artifact_id);
    else expect(directory.identity?.modelId).toBe("qwen3.8-27b");
    for (const [id, { offset, bytes, expected }] of Object.entries(objects)) {
      expect(directory.objects.get(id)).toMatchObject({ offset, bytes });
      if (expected === null) continue;
      const hash = createHash("sha256")
        .update(await container.readPayload(offset, bytes))
        .digest("hex");
      expect(hash).toBe(facts.expected[expected]!.payload_sha256);
    }
    await container.close();
  });

  test("every value, whole and by single rows, equals to the bit", async () => {
    const container = await open(file);
    let compared = 0;
    for (const [id, { expected }] of Object.entries(objects)) {
      if (expected === null) continue;
      const want = facts.expected[expected]!;
      const tensor = container.tensor(id);
      expect(tensor.shape).toEqual(want.shape);
      if (want.f32 === undefined) {
        expect(Buffer.from(await container.readPayload(tensor.offset, tensor.bytes))).toEqual(words(want.i32!));
      } else {
        const { rows, columns } = tensor.layout;
        const values = words(want.f32);
        expect(bits(await container.readRows(tensor, 0, rows)).equals(values), expected).toBe(true);
        for (const row of new Set([0, rows >> 1, rows - 1])) {
          const one = bits(await container.readRows(tensor, row, row + 1));
          expect(
            one.equals(values.subarray(4 * row * columns, 4 * (row + 1) * columns)),
            `${expected} row ${row}`,
          ).toBe(true);
        }
      }
      compared++;
    }
    expect(compared).toBe(Object.keys(facts.expected).length);
    await container.close();
  });

  test("resources", async () => {
    const container = await open(file);
    const id = version === 3 ? "resource/text/generation_config.json" : "frontend/generation_config.json";
    expect(new TextDecoder().decode(await container.readResource(id))).toBe('{"eos_token_id":[2]}');
    await container.close();
  });
});

test.each(["v3_all.ninfer", "v3_sharded.ninfer"])(
  "bindings of %s: row ranges, several parts, auxiliaries",
  async (file) => {
    const container = await open(file);
    const { bindings, uses, components, title } = container.directory;
    for (const [parameter, expected] of Object.entries(golden(3).views!)) {
      expect(bits(await container.readElements(bindings.get(parameter)!)).equals(words(expected)), parameter).toBe(
        true,
      );
    }
    const use = uses.find((u) => u.auxiliaries.size > 0)!;
    expect(use.activationPolicy).toBe("AllowA4");
    expect([...(await container.readElements(use.auxiliaries.get("activation_input_divisor")!))]).toEqual([0.0625]);
    expect(components.get("text")?.proposal).toEqual({ domain: "indexed", rows: 5 });
    expect(components.get("mtp")?.target).toBe("text");
    expect(title).toBe("ninfer-golden");
    const fused = words("q4_fused.f32");
    const odd = await container.readElements([{ object: "weight/000008", begin: 300, end: 1000 }]);
    expect(bits(odd).equals(fused.subarray(1200, 4000))).toBe(true);
    await container.close();
  },
);

test("sizes of published shapes", () => {
  const sizes: [WeightFormat, number[], number][] = [
    ["q4_g64", [7168, 5120], 19_496_960],
    ["q5_g64", [7168, 5120], 24_084_480],
    ["q4_g64", [34816, 5120], 94_699_520],
    ["q5_g64", [12288, 5120], 41_287_680],
    ["q5_g64", [2, 130], 528],
    ["q6_g64", [3, 64], 524],
    ["w8_g32", [248320, 5120], 1_350_860_800],
    ["nvfp4", [14336, 5120], 41_287_684],
    ["fp8_row", [14336, 5120], 73_428_992],
  ];
  for (const [format, shape, bytes] of sizes) expect(WEIGHT_LAYOUTS[format].storage(shape)).toMatchObject({ bytes });
  const scaleByte = (row: number, column: number): number | undefined =>
    WEIGHT_LAYOUTS.nvfp4.coord(NUMBERS, 192, row, column, 1).scale?.index;
  expect(scaleByte(130, 96)).toBe(2082);
  expect(scaleByte(40, 0)).toBe(132);
});

interface Case {
  readonly file: string;
  readonly accept: boolean;
  readonly stage: "open" | "object" | null;
  readonly why: string;
}

const cases: Case[] = JSON.parse(readFileSync(`${ROOT}/cases/cases.json`, "utf8"));

/** Touches every object, as a strict validator would. */
async function interpret(container: NinferContainer): Promise<void> {
  for (const object of container.directory.objects.values()) {
    if (object.kind === "resource") await container.readResource(object.id);
    else {
      const tensor = container.tensor(object.id);
      await container.readRows(tensor, 0, tensor.layout.rows);
    }
  }
}

async function stageOf(bytes: Uint8Array, name: string): Promise<{ stage: string | null; error?: QwerkError }> {
  let stage = "open";
  try {
    const container = await openNinfer(memorySource(name, bytes));
    stage = "object";
    await interpret(container);
    return { stage: null };
  } catch (error) {
    if (error instanceof ArtifactError || error instanceof UnsupportedError) return { stage, error };
    throw error;
  }
}

describe("cases", () => {
  test("there are 130", () => expect(cases.length).toBe(130));

  test.each(cases.map((c) => [c.file, c] as const))("%s", async (file, { accept, stage, why }) => {
    const found = await stageOf(readFileSync(`${ROOT}/cases/${file}`), file);
    expect(found.stage, `${why}: ${found.error?.message}`).toBe(accept ? null : stage);
    if (!accept) expect(found.error!.message).toMatch(/needed|found|version|JSON/);
  });

  test.each(["v1", "v2", "v3"])("values of the minimal %s file", async (version) => {
    const container = await openNinfer(memorySource("f", readFileSync(`${ROOT}/cases/${version}_ok_base.ninfer`)));
    expect([...(await container.readRows(container.tensor("w"), 0, 3))]).toEqual([1, -2, 0]);
  });
});

describe("messages", () => {
  test("a wrong version says which are read", async () => {
    const { error } = await stageOf(readFileSync(`${ROOT}/cases/v2_bad_magic_ver9.ninfer`), "model.ninfer");
    expect(error).toBeInstanceOf(UnsupportedError);
    expect(error?.message).toBe("model.ninfer: found version 9, needed 1, 2 or 3");
  });

  test("a part opened alone", async () => {
    const { error } = await stageOf(readFileSync(`${ROOT}/v3_sharded.ninfer.part-0002`), "p");
    expect(error?.message).toBe("p: this is part 2 of a set of files");
  });

  test("an object is named with its rule and the finding", async () => {
    const { error } = await stageOf(readFileSync(`${ROOT}/cases/v3_bad_wrong_bytes.ninfer`), "f");
    expect(error?.message).toMatch(/^object "w": needed 6 bytes for bf16 \[3\], found \d+$/);
    expect(error?.data["object"]).toBe("w");
  });

  test.each(["t2_g128_fp16", "Q2G64_F16S", "gguf_blocks_v1"])("fork format %s is refused by name", async (format) => {
    const version = format.endsWith("F16S") ? 2 : 3;
    const text = readFileSync(`${ROOT}/cases/v${version}_ok_base.ninfer`).toString("latin1");
    const old = version === 2 ? '"BF16"' : '"bf16"';
    const { error } = await stageOf(
      patched(text, version, (json) => json.replace(old, JSON.stringify(format))),
      "f",
    );
    expect(error).toBeInstanceOf(UnsupportedError);
    expect(error?.code).toBe("ninfer_fork_format");
    expect(error?.message).toContain(format);
  });

  test("a version 2 format in a version 1 file", async () => {
    const text = readFileSync(`${ROOT}/cases/v1_ok_base.ninfer`).toString("latin1");
    const { error } = await stageOf(
      patched(text, 1, (json) => json.replace('"BF16"', '"NVFP4"')),
      "f",
    );
    expect(error?.message).toContain("format NVFP4 exists since version 2, this is version 1");
  });
});

/** The same file with its directory edited, the length field kept right and the payload unmoved. */
function patched(text: string, version: number, edit: (json: string) => string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const header = version === 3 ? 32 : 16;
  const length = Number(bytes.readBigUInt64LE(8));
  const json = Buffer.from(edit(bytes.toString("utf8", header, header + length)), "utf8");
  bytes.fill(0, header, 4096);
  json.copy(bytes, header);
  bytes.writeBigUInt64LE(BigInt(json.length), 8);
  return bytes;
}

describe("sets of files", () => {
  const names = ["v3_sharded.ninfer", ...[1, 2, 3].map((n) => `v3_sharded.ninfer.part-000${n}`)];
  const whole = () => Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(`${ROOT}/${name}`))]));

  async function read(change: (files: Record<string, Uint8Array>) => void): Promise<string> {
    const set = whole();
    change(set);
    const siblings = memoryDirectory("set", set);
    const container = await openNinfer((await siblings.open(names[0]!))!, { siblings });
    try {
      await interpret(container);
      return "read";
    } catch (error) {
      if (error instanceof QwerkError) return `${error.code}: ${error.message}`;
      throw error;
    }
  }

  test.each([
    ["nothing", () => {}, /^read$/],
    ["a part missing", (f) => delete f[names[2]!], /ninfer_part_missing.*part-0002/],
    [
      "a part cut short",
      (f) => (f[names[1]!] = f[names[1]!]!.subarray(0, 9000)),
      /source_truncated.*part-0001: the file is cut short: found 9,000 bytes, needed 20,480/,
    ],
    [
      "parts swapped",
      (f) => ([f[names[1]!], f[names[2]!]] = [f[names[2]!]!, f[names[1]!]!]),
      /ninfer_frame.*found part number 2, needed 1/,
    ],
    ["a part of another set", (f) => (f[names[3]!]![20]! ^= 1), /ninfer_frame.*artifact id/],
    [
      "a part with the magic of an entry",
      (f) => f[names[3]!]!.set([0x4e, 0x49, 0x4e, 0x46, 0x45, 0x52]),
      /ninfer_frame.*4e494e4645520003/,
    ],
  ] as [string, (files: Record<string, Uint8Array>) => void, RegExp][])("changed: %s", async (_, change, result) => {
    expect(await read(change)).toMatch(result);
  });

  test.each(["v1_all", "v2_all", "v3_all"])(
    "%s.ninfer cut short says how much is there and how much is needed",
    async (file) => {
      const bytes = readFileSync(`${ROOT}/${file}.ninfer`);
      for (const size of [bytes.length - 1, bytes.length - 5000]) {
        const error = await failureOf(() => openNinfer(memorySource("half", bytes.subarray(0, size))));
        expect(error).toMatchObject({ code: "source_truncated", data: { size, needed: bytes.length } });
      }
      const header = await failureOf(() => openNinfer(memorySource("half", bytes.subarray(0, 40))));
      expect(header.code).toBe("source_truncated");
      expect(header.message).toMatch(/^half: the file is cut short: found 40 bytes, needed at least [\d,]+$/);
    },
  );

  test("a part that nobody needs may be absent", async () => {
    const set = whole();
    delete set[names[3]!];
    const siblings = memoryDirectory("set", set);
    const container = await openNinfer((await siblings.open(names[0]!))!, { siblings });
    const tensor = container.tensor("weight/000014");
    expect(bits(await container.readRows(tensor, 0, 256)).equals(words("nvfp4_tiles.f32"))).toBe(true);
  });
});
