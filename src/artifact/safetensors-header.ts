/**
 * The header of one safetensors file: 8 bytes of length, a JSON object, then the data. Separate from the checkpoint
 * reader so that it can be checked and fuzzed on bytes alone. As the format demands, the data must be covered exactly:
 * no holes, no overlaps, nothing after the last tensor, and every size must follow from dtype and shape.
 */
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError, type QwerkError } from "../base/errors.ts";
import type { ByteSource } from "./artifact.ts";
import { foreignFile } from "./foreign-file.ts";
import type { JsonMap, JsonValue } from "./json.ts";
import { isJsonMap, parseJson, toPlain } from "./json.ts";
import { shown } from "./json-fields.ts";
import { cutShort } from "./sources.ts";

/** Bits per element of every dtype the format knows. */
const DTYPE_BITS: Readonly<Record<string, number>> = {
  BOOL: 8,
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
  U8: 8,
  I8: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
  F8_E4M3FNUZ: 8,
  F8_E5M2FNUZ: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  C64: 64,
  F64: 64,
  I64: 64,
  U64: 64,
};

/** The format's own limit on the header's length. */
const MOST_HEADER_BYTES = 100_000_000;

export interface SafetensorsEntry {
  /** As spelled in the file. */
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Absolute position in the file. */
  readonly offset: number;
  readonly bytes: number;
}

export interface SafetensorsHeader {
  readonly entries: readonly SafetensorsEntry[];
  /** What its writer said of the file, such as `format: "pt"`. */
  readonly metadata: ReadonlyMap<string, string>;
}

/**
 * Reads and checks the header. Only the header's bytes are read.
 * @throws ArtifactError `safetensors_header`, `safetensors_tensor`, `bad_json`, `bad_utf8`, `source_truncated` with both
 * sizes, those of the source, and `foreign_file` (UnsupportedError, too) for a file of another kind.
 */
export async function readSafetensorsHeader(source: ByteSource): Promise<SafetensorsHeader> {
  const length = await headerLength(source);
  const bytes = await source.read(8, length);
  if (bytes[0] !== 0x7b) {
    throw await noHeader(source, `starts with byte ${bytes[0] ?? "none"}`, 'the byte of "{" (123)');
  }
  const root = parseJson(bytes, { where: source.name, refuseDuplicates: true });
  if (!isJsonMap(root)) throw headerError(source, "another JSON value", "an object");
  const dataStart = 8 + length;
  const entries: SafetensorsEntry[] = [];
  let metadata: ReadonlyMap<string, string> = new Map();
  for (const [name, value] of root) {
    if (name === "__metadata__") metadata = readMetadata(source, value);
    else entries.push(readEntry(source, name, value, dataStart));
  }
  checkCoverage(source, entries, dataStart);
  return { entries, metadata };
}

async function headerLength(source: ByteSource): Promise<number> {
  if (source.size < 8) throw cutShort(source.name, source.size, 8, true);
  const bytes = await source.read(0, 8);
  const length = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (length > BigInt(MOST_HEADER_BYTES)) {
    throw await noHeader(source, `a header of ${length} bytes`, `at most ${withSeparators(MOST_HEADER_BYTES)}`);
  }
  const end = 8 + Number(length);
  if (end > source.size) throw (await foreignFile(source)) ?? cutShort(source.name, source.size, end, true);
  return Number(length);
}

/** Where there is no header at all, the file may be of another kind. */
async function noHeader(source: ByteSource, found: string, needed: string): Promise<QwerkError> {
  return (await foreignFile(source)) ?? headerError(source, found, needed);
}

function headerError(source: ByteSource, found: string, needed: string): ArtifactError {
  return new ArtifactError("safetensors_header", `${source.name}: header: found ${found}, needed ${needed}`, {
    hint: "the file is damaged or not a safetensors file; download it again",
    data: { file: source.name },
  });
}

function tensorError(source: ByteSource, tensor: string, problem: string): ArtifactError {
  return new ArtifactError("safetensors_tensor", `${source.name}: tensor ${JSON.stringify(tensor)}: ${problem}`, {
    data: { file: source.name, tensor },
  });
}

function readMetadata(source: ByteSource, value: JsonValue): ReadonlyMap<string, string> {
  const texts = isJsonMap(value) && [...value.values()].every((text) => typeof text === "string");
  if (texts) return value as ReadonlyMap<string, string>;
  throw headerError(source, "__metadata__ of another form", "an object of strings");
}

function readEntry(source: ByteSource, name: string, value: JsonValue, dataStart: number): SafetensorsEntry {
  if (!isJsonMap(value)) throw tensorError(source, name, `found ${shown(toPlain(value))}, needed an object`);
  const dtype = value.get("dtype");
  const bits = typeof dtype === "string" && Object.hasOwn(DTYPE_BITS, dtype) ? DTYPE_BITS[dtype] : undefined;
  if (typeof dtype !== "string" || bits === undefined) {
    const found = dtype === undefined ? "none" : shown(toPlain(dtype));
    throw tensorError(source, name, `dtype: found ${found}, needed one of ${Object.keys(DTYPE_BITS).join(" ")}`);
  }
  const shape = sizes(source, name, value, "shape");
  const [begin, end, ...rest] = sizes(source, name, value, "data_offsets");
  if (begin === undefined || end === undefined || rest.length > 0 || begin > end) {
    throw tensorError(source, name, "data_offsets: needed two numbers [begin, end] with begin <= end");
  }
  // A product beyond 2^53 loses exactness but not size: it cannot equal the length of a range, whose ends are exact.
  const needed = (shape.reduce((a, b) => a * b, 1) * bits) / 8;
  if (needed !== end - begin) {
    const asked = `${dtype} [${shape.join(", ")}] is ${needed} bytes`;
    throw tensorError(source, name, `data_offsets span ${withSeparators(end - begin)} bytes, ${asked}`);
  }
  return { name, dtype, shape, offset: dataStart + begin, bytes: end - begin };
}

function sizes(source: ByteSource, name: string, entry: JsonMap, key: string): readonly number[] {
  const value = entry.get(key);
  const good = Array.isArray(value) && value.every((n) => typeof n === "number" && n >= 0);
  if (good) return value as readonly number[];
  const found = value === undefined ? "nothing" : shown(toPlain(value));
  throw tensorError(source, name, `${key}: found ${found}, needed an array of non-negative integers`);
}

function checkCoverage(source: ByteSource, entries: readonly SafetensorsEntry[], dataStart: number): void {
  let cursor = dataStart;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset || a.bytes - b.bytes)) {
    if (entry.offset !== cursor) {
      const what = entry.offset > cursor ? "leaves a hole before itself" : "overlaps the tensor before it";
      const at = `starts at ${withSeparators(entry.offset - dataStart)}, needed ${withSeparators(cursor - dataStart)}`;
      throw tensorError(source, entry.name, `${what}: ${at}`);
    }
    cursor = entry.offset + entry.bytes;
  }
  if (cursor === source.size) return;
  if (cursor > source.size) throw cutShort(source.name, source.size, cursor);
  throw new ArtifactError(
    "safetensors_header",
    `${source.name}: the tensors end at byte ${withSeparators(cursor)}, the file has ${withSeparators(source.size)}`,
    { hint: "the file is damaged; download it again", data: { file: source.name } },
  );
}
