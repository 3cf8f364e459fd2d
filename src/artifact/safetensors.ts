/**
 * A Hugging Face checkpoint directory as an Artifact: config.json, one safetensors file or an index with shards, and
 * the text resources beside them. Headers are read and checked when it is opened; tensor bytes only when asked for.
 * Tensors keep the names the files give them.
 */
import { product } from "../base/bytes.ts";
import type { DType } from "../base/dtype.ts";
import { byteSize, toFloat32 } from "../base/dtype.ts";
import { ArtifactError, UnsupportedError } from "../base/errors.ts";
import type { ByteSource, OpenedFiles, RawConfig, SourceDirectory, TensorInfo } from "./artifact.ts";
import { configError, isJsonObject, parseObject, shown } from "./json-fields.ts";
import type { SafetensorsEntry } from "./safetensors-header.ts";
import { readSafetensorsHeader } from "./safetensors-header.ts";
import { checkFileName, checkRange } from "./sources.ts";

/** Dtypes that are read. The integer ones are listed and readable as bytes, but are no weights. */
const FORMATS: Readonly<Record<string, DType>> = {
  F32: "f32",
  F16: "f16",
  BF16: "bf16",
  I32: "i32",
  U32: "u32",
  I8: "i8",
  U8: "u8",
};

/** Largest text resource read; the family's tokenizer.json has 13 MB. */
export const MOST_RESOURCE_BYTES = 256 * 1024 * 1024;

interface Located {
  readonly info: TensorInfo;
  readonly source: ByteSource;
  readonly offset: number;
}

/** Tensors by the names the files give them. */
export interface SafetensorsArtifact extends OpenedFiles {
  readonly kind: "safetensors";
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Tensors of dtypes that are not read: name -> dtype as spelled in the file. */
  readonly refused: ReadonlyMap<string, string>;
  /** Size of all weight files. */
  readonly fileBytes: number;
  /** `length` bytes from `offset` within a tensor. */
  readBytes(tensor: string, offset: number, length: number): Promise<Uint8Array>;
  /** A tensor (or rows `[rowStart, rowEnd)` of its first dimension) decoded to float32, row-major. */
  readFloat32(tensor: string, rowStart?: number, rowEnd?: number): Promise<Float32Array>;
}

/**
 * Opens a checkpoint directory. `file` picks one safetensors file instead of the standard names.
 * @throws ArtifactError `config_missing`, `weights_missing`, `shard_missing`, `safetensors_*`, `duplicate_tensor`,
 * `bad_json`, `bad_config`, `tensors_mismatch` for an index whose tensors no shard has.
 */
export async function openSafetensors(directory: SourceDirectory, file?: string): Promise<SafetensorsArtifact> {
  const config = await readConfig(directory);
  const sources: ByteSource[] = [];
  const close = async () => {
    await Promise.all(sources.map((source) => source.close()));
  };
  try {
    const located = new Map<string, Located>();
    const refused = new Map<string, string>();
    const weights = await findWeights(directory, file);
    for (const name of weights.files) {
      const source = await directory.open(name);
      if (source === undefined) throw shardMissing(directory, name);
      sources.push(source);
      addEntries(source, await readSafetensorsHeader(source), located, refused);
    }
    checkIndex(directory, weights.index, located, refused);
    const fileBytes = sources.reduce((total, source) => total + source.size, 0);
    return artifactOf({ directory, config, located, refused, fileBytes, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function readConfig(directory: SourceDirectory): Promise<RawConfig> {
  const config = await readText(directory, "config.json");
  if (config === undefined) {
    throw new ArtifactError(
      "config_missing",
      `${directory.name}: found no config.json, needed one beside the weights`,
      {
        hint: "give the folder of a Hugging Face checkpoint or a .ninfer file",
      },
    );
  }
  return checkpointConfig(config, await readText(directory, "generation_config.json"));
}

/**
 * @param config text of config.json
 * @param generation text of generation_config.json, where the checkpoint has one
 * @throws ArtifactError `bad_json`
 */
export function checkpointConfig(config: string, generation?: string): RawConfig {
  const root = parseObject("config.json", config);
  if (generation === undefined) return { kind: "checkpoint", root };
  return { kind: "checkpoint", root, generation: parseObject("generation_config.json", generation) };
}

/** UTF-8 text of a file, or undefined when it does not exist. */
async function readText(directory: SourceDirectory, file: string): Promise<string | undefined> {
  const source = await directory.open(file);
  if (source === undefined) return undefined;
  try {
    if (source.size > MOST_RESOURCE_BYTES) {
      throw new ArtifactError("resource_too_large", `${source.name}: found ${source.size} bytes of text, needed less`);
    }
    return decodeText(source.name, await source.read(0, source.size));
  } finally {
    await source.close();
  }
}

/** @throws ArtifactError `bad_utf8`. */
export function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ArtifactError("bad_utf8", `${name}: the text is not valid UTF-8`, { cause });
  }
}

interface Weights {
  readonly files: readonly string[];
  /** Tensor name -> shard, as the index says. */
  readonly index?: ReadonlyMap<string, string>;
}

async function findWeights(directory: SourceDirectory, file: string | undefined): Promise<Weights> {
  if (file !== undefined) return { files: [file] };
  const names = await directory.list();
  if (names === undefined || names.includes("model.safetensors.index.json")) {
    const text = await readText(directory, "model.safetensors.index.json");
    if (text !== undefined) return parseIndex(directory, text);
  }
  const files = (names ?? ["model.safetensors"]).filter((name) => name.endsWith(".safetensors"));
  if (files.includes("model.safetensors")) return { files: ["model.safetensors"] };
  if (files.length === 1) return { files };
  throw new ArtifactError(
    "weights_missing",
    `${directory.name}: found ${files.length === 0 ? "no .safetensors file" : files.sort().join(", ")}, ` +
      "needed model.safetensors or model.safetensors.index.json",
    { hint: "the index file names the shards; download it too" },
  );
}

function parseIndex(directory: SourceDirectory, text: string): Weights {
  const where = `${directory.name}/model.safetensors.index.json`;
  const root = parseObject(where, text);
  const map = root.values["weight_map"];
  if (!isJsonObject(map)) throw configError(root, "weight_map", shown(map), "an object of tensor names and files");
  const index = new Map<string, string>();
  for (const [name, shard] of Object.entries(map)) {
    if (typeof shard !== "string") throw configError(root, `weight_map.${name}`, shown(shard), "a file name");
    checkFileName(where, shard);
    index.set(name, shard);
  }
  return { files: [...new Set(index.values())].sort(), index };
}

function shardMissing(directory: SourceDirectory, file: string): ArtifactError {
  return new ArtifactError("shard_missing", `${directory.name}: found no ${file}, needed it for the tensors in it`, {
    hint: "the download is incomplete; fetch the missing file",
    data: { file },
  });
}

function addEntries(
  source: ByteSource,
  entries: readonly SafetensorsEntry[],
  located: Map<string, Located>,
  refused: Map<string, string>,
): void {
  for (const entry of entries) {
    const { name } = entry;
    const before = located.get(name);
    if (before !== undefined || refused.has(name)) {
      const other = before === undefined ? "another file" : before.source.name;
      throw new ArtifactError("duplicate_tensor", `${source.name}: tensor ${name} is also in ${other}`, {
        data: { tensor: name },
      });
    }
    const format = FORMATS[entry.dtype];
    if (format === undefined) {
      refused.set(name, entry.dtype);
      continue;
    }
    const info: TensorInfo = { name, format, shape: entry.shape, bytes: entry.bytes };
    located.set(name, { info, source, offset: entry.offset });
  }
}

function checkIndex(
  directory: SourceDirectory,
  index: ReadonlyMap<string, string> | undefined,
  located: ReadonlyMap<string, Located>,
  refused: ReadonlyMap<string, string>,
): void {
  const lost = [...(index ?? [])].filter(([name]) => !located.has(name) && !refused.has(name));
  if (lost.length === 0) return;
  const lines = lost.map(([name, shard]) => `${name} (in ${shard})`);
  throw new ArtifactError(
    "tensors_mismatch",
    `${directory.name}: the index names ${lost.length} tensors that no shard has:\n  ${lines.join("\n  ")}`,
    { hint: "index and shards do not belong together", data: { missing: lost.map(([name]) => name) } },
  );
}

interface Checkpoint {
  readonly directory: SourceDirectory;
  readonly config: RawConfig;
  readonly located: ReadonlyMap<string, Located>;
  readonly refused: ReadonlyMap<string, string>;
  readonly fileBytes: number;
  close(): Promise<void>;
}

function artifactOf({ directory, config, located, refused, fileBytes, close }: Checkpoint): SafetensorsArtifact {
  const find = (tensor: string): Located => {
    const found = located.get(tensor);
    if (found !== undefined) return found;
    throw noSuchTensor(directory.name, tensor, refused.get(tensor));
  };
  const readBytes = async (tensor: string, offset: number, length: number): Promise<Uint8Array> => {
    const { info, source, offset: start } = find(tensor);
    checkRange(`${source.name}: tensor ${tensor}`, info.bytes, offset, length);
    return source.read(start + offset, length);
  };
  return {
    kind: "safetensors",
    name: directory.name,
    config,
    notes: [],
    tensors: new Map([...located].map(([name, { info }]) => [name, info])),
    refused,
    fileBytes,
    readBytes,
    async readFloat32(tensor, rowStart, rowEnd) {
      const { info } = find(tensor);
      const dtype = floatDType(tensor, info);
      const { start, end, rowElements } = rowRange(info, rowStart, rowEnd);
      const rowBytes = rowElements * byteSize(dtype);
      return toFloat32(await readBytes(tensor, start * rowBytes, (end - start) * rowBytes), dtype);
    },
    resource: (name) => readText(directory, name),
    close,
  };
}

/** @returns ArtifactError `no_such_tensor`, or UnsupportedError `tensor_dtype` when it is there in a dtype not read. */
export function noSuchTensor(artifact: string, tensor: string, dtype?: string): ArtifactError | UnsupportedError {
  if (dtype === undefined) {
    return new ArtifactError("no_such_tensor", `${artifact}: found no tensor ${tensor}`, { data: { tensor } });
  }
  return new UnsupportedError(
    "tensor_dtype",
    `${artifact}: tensor ${tensor}: found dtype ${dtype}, needed BF16, F16 or F32`,
    { data: { tensor, dtype } },
  );
}

function floatDType(tensor: string, info: TensorInfo): "f32" | "f16" | "bf16" {
  const { format } = info;
  if (format === "f32" || format === "f16" || format === "bf16") return format;
  throw new UnsupportedError(
    "tensor_dtype",
    `tensor ${tensor}: found integers (${format}), needed bf16, f16 or f32 to read numbers`,
    { data: { tensor, dtype: format } },
  );
}

/**
 * Checks a row range against a shape; a scalar is one row of one element.
 * @throws ArtifactError `bad_row_range`.
 */
export function rowRange(
  info: TensorInfo,
  rowStart = 0,
  rowEnd?: number,
): { readonly start: number; readonly end: number; readonly rowElements: number } {
  const rows = info.shape[0] ?? 1;
  const end = rowEnd ?? rows;
  const whole = Number.isInteger(rowStart) && Number.isInteger(end);
  if (!whole || rowStart < 0 || rowStart > end || end > rows) {
    throw new ArtifactError("bad_row_range", `tensor ${info.name}: rows ${rowStart}..${end} are not in 0..${rows}`, {
      data: { tensor: info.name, rows },
    });
  }
  return { start: rowStart, end, rowElements: product(info.shape.slice(1)) };
}
