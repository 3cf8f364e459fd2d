/**
 * Weights on their way in: how fast a file becomes a device's buffers and with how much memory, and how fast and how well
 * each format holds numbers. Speed of loading is a share of what a plain read loop does with the same file in the same
 * run; the file is real, at least 2 GB, and in the system's memory. Run: npx tsx perf/formats.ts [--json FILE]
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRecipe } from "../cli/recipe-file.ts";
import { writeSparse } from "../node/set-writer.ts";
import { type Encoder, isFault, largestMagnitude } from "../src/artifact/encoders/encoder.ts";
import { ENCODERS, type EncodedFormat } from "../src/artifact/encoders/encoders.ts";
import { DECODERS } from "../src/artifact/formats/decoders.ts";
import { checkpointConfig } from "../src/artifact/safetensors.ts";
import { matrixLayout } from "../src/base/formats/registry.ts";
import { planConversion } from "../src/convert/plan.ts";
import { MOST_LOAD_BYTES } from "../src/load-weights.ts";
import { syntheticContents } from "../src/model/open.ts";
import { type Figure, publish, type Row, randomNumbers, SEED } from "./benchmark.ts";
import { UPLOAD_FILE, type UploadMeasurement, type UploadWay } from "./upload.ts";

const LEAST_BYTES = 2 ** 31;
/** A load reads, copies and keeps account; a plain loop only reads. */
const LEAST_SHARE_OF_PLAIN = 0.6;
const LEAST_GB_PER_S = 2.5;
const MOST_EXTRA_MIB = 512;
const MIB = 2 ** 20;

/** Seven layers of the 27B decoder and a quarter of its vocabulary. */
const CONFIG = {
  model_type: "qwen3_5_text",
  hidden_act: "silu",
  hidden_size: 5120,
  intermediate_size: 17408,
  num_hidden_layers: 7,
  layer_types: Array.from({ length: 7 }, (_, i) => (i % 4 === 3 ? "full_attention" : "linear_attention")),
  vocab_size: 62080,
  rms_norm_eps: 1e-6,
  max_position_embeddings: 4096,
  num_attention_heads: 24,
  num_key_value_heads: 4,
  head_dim: 256,
  linear_num_key_heads: 16,
  linear_num_value_heads: 48,
  linear_key_head_dim: 128,
  linear_value_head_dim: 128,
  linear_conv_kernel_dim: 4,
  rope_parameters: {
    rope_type: "default",
    rope_theta: 1e7,
    partial_rotary_factor: 0.25,
    mrope_section: [11, 11, 10],
    mrope_interleaved: true,
  },
  tie_word_embeddings: false,
};

/** Writes a container of the published recipe, its matrices random bytes: a load looks at none of them. */
async function writeModel(folder: string): Promise<void> {
  const out = join(folder, UPLOAD_FILE);
  const contents = syntheticContents("perf", checkpointConfig(JSON.stringify(CONFIG)), SEED);
  const options = { entryName: UPLOAD_FILE, mostFileBytes: 1e12, writer: "perf" };
  const { set, jobs } = planConversion(contents, openRecipe("groupwise-int"), options);
  const texts = set.objects.flatMap(({ offset }, i) => {
    const job = jobs[i]!;
    return job.kind === "resource" ? [{ offset, bytes: job.bytes }] : [];
  });
  await writeSparse(out, set, new Uint8Array(16), texts);
  const { payloadStart } = set.files[0]!;
  // No multiple of anything: what is read from a wrong place differs.
  const words = randomBytes(64 * MIB - 4);
  const file = openSync(out, "r+");
  try {
    for (const { kind, offset, bytes } of set.objects) {
      if (kind !== "tensor") continue;
      for (let at = 0; at < bytes; at += words.byteLength) {
        writeAll(file, words.subarray(0, Math.min(words.byteLength, bytes - at)), payloadStart + offset + at);
      }
    }
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at, bytes.byteLength - at, position + at);
}

function randomBytes(length: number): Uint8Array {
  const random = randomNumbers(SEED);
  return new Uint8Array(Uint32Array.from({ length: length / 4 }, () => random() * 2 ** 32).buffer);
}

function measureUpload(folder: string, way: UploadWay): UploadMeasurement {
  const program = [...process.execArgv, join(dirname(fileURLToPath(import.meta.url)), "upload.ts"), folder, way];
  return JSON.parse(execFileSync(process.execPath, program, { encoding: "utf8" })) as UploadMeasurement;
}

const WAYS: readonly UploadWay[] = ["in place", "copied"];

async function uploads(): Promise<{ readonly figures: readonly Figure[]; readonly rows: readonly Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), "qwerk-formats-"));
  try {
    await writeModel(folder);
    const measured = WAYS.map((way) => ({ way, ...measureUpload(folder, way) }));
    for (const { bytes } of measured) {
      if (bytes < LEAST_BYTES) throw new Error(`${bytes} B were loaded, needed ${LEAST_BYTES}`);
    }
    const figures = measured.flatMap(({ way, bytes, uploadMs, plainMs, extraBytes }): Figure[] => [
      {
        name: `upload, ${way}`,
        value: bytes / 1e6 / uploadMs,
        unit: "GB/s",
        bar: { kind: "at least", value: LEAST_GB_PER_S },
      },
      {
        name: `upload against a plain read loop into the same memory, ${way}`,
        value: plainMs / uploadMs,
        unit: "x",
        bar: { kind: "at least", value: LEAST_SHARE_OF_PLAIN },
      },
      {
        name: `memory beside the sink, ${way}`,
        value: extraBytes / MIB,
        unit: "MiB",
        bar: { kind: "at most", value: MOST_EXTRA_MIB },
      },
    ]);
    const rows = measured.map(({ way, bytes, uploadMs, plainMs, cachedMs, extraBytes }) => ({
      upload: way,
      bytes,
      "GB/s": (bytes / 1e6 / uploadMs).toFixed(2),
      "plain loop GB/s": (bytes / 1e6 / plainMs).toFixed(2),
      "into one cached buffer GB/s": (bytes / 1e6 / cachedMs).toFixed(2),
      "extra MiB": Math.round(extraBytes / MIB),
    }));
    return { figures, rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A matrix as trained ones are: near normal, and one row in eight with larger numbers. */
function weights(rows: number, columns: number): Float32Array {
  const random = randomNumbers(SEED);
  const values = new Float32Array(rows * columns);
  for (let i = 0; i < values.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random())) * (Math.floor(i / columns) % 8 === 0 ? 0.08 : 0.02);
    const angle = 2 * Math.PI * random();
    values[i] = radius * Math.cos(angle);
    values[i + 1] = radius * Math.sin(angle);
  }
  return values;
}

const ENCODE_ROWS = 1024;
const ENCODE_COLUMNS = 5120;
const ENCODE_ROUNDS = 5;

function encoding(format: EncodedFormat, values: Float32Array): readonly Figure[] {
  const encoder: Encoder = ENCODERS[format];
  const times: number[] = [];
  let planes: readonly Uint8Array[] = [];
  let largest = 0;
  for (let round = 0; round < ENCODE_ROUNDS; round++) {
    const start = performance.now();
    // A matrix's own largest number is part of encoding it, where the format asks for it.
    largest = encoder.needsLargest ? largestMagnitude(values) : 0;
    const encoded = encoder.rows(values, ENCODE_COLUMNS, largest);
    times.push(performance.now() - start);
    if (isFault(encoded)) throw new Error(`${format}: row ${encoded.row}: found ${encoded.found}`);
    planes = encoded;
  }
  const { columns } = matrixLayout(format, ENCODE_ROWS, ENCODE_COLUMNS);
  const source = { columns, firstRow: 0, planes, trailer: encoder.trailer(largest) };
  const decoded = DECODERS[format](source, 0, ENCODE_ROWS);
  let [error, squares] = [0, 0];
  for (const [i, value] of values.entries()) {
    error += (decoded[i]! - value) ** 2;
    squares += value * value;
  }
  return [
    { name: `encode ${format}`, value: values.length / 1e3 / Math.min(...times), unit: "M weights/s" },
    { name: `error of ${format}`, value: Math.sqrt(error / squares), unit: "of the weights' root mean square" },
  ];
}

const { figures, rows } = await uploads();
const matrix = weights(ENCODE_ROWS, ENCODE_COLUMNS);
publish({
  what: "formats",
  about: "a file to a device's buffers, and numbers to each format; fastest of several rounds, in turns",
  figures: [...figures, ...(Object.keys(ENCODERS) as EncodedFormat[]).flatMap((format) => encoding(format, matrix))],
  tables: { "loading a file that the system has in memory": rows },
  notes: [
    `a load may hold ${MOST_LOAD_BYTES / MIB} MiB beside the device's copy, by the sizes it is made of`,
    `encoding is of one matrix [${ENCODE_ROWS}, ${ENCODE_COLUMNS}] in one thread`,
  ],
});
