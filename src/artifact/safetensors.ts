/**
 * A Hugging Face checkpoint directory as an Artifact: config.json, one safetensors file or an index with shards, and
 * the text resources beside them. Headers are read and checked when it is opened; tensor bytes only when asked for.
 * Tensors keep the names the files give them.
 */
import { product } from "../base/bytes.ts";
import type { DType } from "../base/dtype.ts";
import { byteSize, toFloat32 } from "../base/dtype.ts";
import { ArtifactError, listed, UnsupportedError } from "../base/errors.ts";
import type { ByteSource, OpenedFiles, RawConfig, SourceDirectory, TensorInfo } from "./artifact.ts";
import { fileIn, otherContents, READS, refuseForeignText } from "./foreign-file.ts";
import { configError, isJsonObject, parseObject, shown } from "./json-fields.ts";
import type { SafetensorsEntry } from "./safetensors-header.ts";
import { readSafetensorsHeader } from "./safetensors-header.ts";
import { checkFileName, checkRange, readInto } from "./sources.ts";

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
  /** What the writers of the weight files call them: `pt`, `mlx`. */
  readonly writers: ReadonlySet<string>;
  /** Size of all weight files. */
  readonly fileBytes: number;
  /** `length` bytes from `offset` within a tensor. */
  readBytes(tensor: string, offset: number, length: number): Promise<Uint8Array>;
  /** Fills `target` with a tensor's bytes from `offset`. */
  readInto(tensor: string, offset: number, target: Uint8Array): Promise<void>;
  /** A tensor (or rows `[rowStart, rowEnd)` of its first dimension) decoded to float32, row-major. */
  readFloat32(tensor: string, rowStart?: number, rowEnd?: number): Promise<Float32Array>;
}

/**
 * Opens a checkpoint directory. `file` picks one safetensors file instead of the standard names.
 * @throws ArtifactError `config_missing`, `weights_missing`, `shard_missing`, `safetensors_*`, `source_truncated`,
 * `duplicate_tensor`, `bad_json`, `bad_config`, `tensors_mismatch` for an index whose tensors no shard has;
 * `foreign_file` for files of another kind
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
    const writers = new Set<string>();
    const weights = await findWeights(directory, file);
    const missing: string[] = [];
    for (const name of weights.files) {
      const source = await directory.open(name);
      if (source === undefined) missing.push(name);
      else sources.push(source);
    }
    if (missing.length > 0) throw filesMissing(directory, missing, weights.files.length);
    for (const source of sources) {
      const { entries, metadata } = await readSafetensorsHeader(source);
      addEntries(source, entries, located, refused);
      const writer = metadata.get("format");
      if (writer !== undefined) writers.add(writer);
    }
    checkIndex(directory, weights.index, located, refused);
    const fileBytes = sources.reduce((total, source) => total + source.size, 0);
    return artifactOf({ directory, config, located, refused, writers, fileBytes, notes: weights.notes, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function readConfig(directory: SourceDirectory): Promise<RawConfig> {
  const config = await readText(directory, "config.json");
  if (config === undefined) throw await configMissing(directory);
  return checkpointConfig(config, await readText(directory, "generation_config.json"), directory);
}

async function configMissing(directory: SourceDirectory): Promise<ArtifactError> {
  const names = await directory.list();
  const other = names === undefined ? undefined : otherContents(directory, names);
  if (other !== undefined) {
    const message = `${directory.name}: found no config.json, but ${other.found}; ${READS}`;
    return new ArtifactError("config_missing", message, { hint: other.hint });
  }
  const empty = names?.length === 0 ? " in an empty folder" : "";
  const message = `${directory.name}: found no config.json${empty}, needed one beside the weights`;
  return new ArtifactError("config_missing", message, {
    hint:
      names === undefined
        ? "give the address below which the files are; on a Hugging Face hub it ends in /resolve/main"
        : "give the folder of a Hugging Face checkpoint or a .ninfer file",
  });
}

/**
 * @param config text of config.json
 * @param generation text of generation_config.json, where the checkpoint has one
 * @param directory named in messages
 * @throws ArtifactError `bad_json`
 */
export function checkpointConfig(config: string, generation?: string, directory?: SourceDirectory): RawConfig {
  const where = (file: string) => (directory === undefined ? file : fileIn(directory, file));
  const root = parseObject(where("config.json"), config);
  if (generation === undefined) return { kind: "checkpoint", root };
  return { kind: "checkpoint", root, generation: parseObject(where("generation_config.json"), generation) };
}

/** UTF-8 text of a file, or undefined when it does not exist. */
async function readText(directory: SourceDirectory, file: string): Promise<string | undefined> {
  const source = await directory.open(file);
  if (source === undefined) return undefined;
  try {
    if (source.size > MOST_RESOURCE_BYTES) {
      throw new ArtifactError("resource_too_large", `${source.name}: found ${source.size} bytes of text, needed less`);
    }
    const bytes = await source.read(0, source.size);
    refuseForeignText(source.name, bytes);
    return decodeText(source.name, bytes);
  } finally {
    await source.close();
  }
}

/** @param name of a file, or `folder/file` */
async function readResource(directory: SourceDirectory, name: string): Promise<string | undefined> {
  const [file, folder] = name.split("/").reverse();
  const place = folder === undefined ? directory : directory.folder?.(folder);
  return place === undefined ? undefined : readText(place, file!);
}

/** @throws ArtifactError `bad_utf8`. */
export function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const [first, second] = bytes;
    const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    throw new ArtifactError("bad_utf8", `${name}: found ${utf16 ? "UTF-16" : "no valid UTF-8"}, needed text in UTF-8`, {
      hint: utf16 ? "save the file again as UTF-8" : "fetch the file again",
      cause,
    });
  }
}

interface Weights {
  readonly files: readonly string[];
  /** Tensor name -> shard, as the index says. */
  readonly index?: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

const WHOLE = "model.safetensors";
const INDEX = "model.safetensors.index.json";

/** The file in one piece before the index and its shards, as transformers chooses where both are there. */
async function findWeights(directory: SourceDirectory, file: string | undefined): Promise<Weights> {
  if (file !== undefined) return { files: [file], notes: [] };
  const names = await directory.list();
  const has = async (name: string): Promise<boolean> => names?.includes(name) ?? (await exists(directory, name));
  const [whole, index] = await Promise.all([has(WHOLE), has(INDEX)]);
  if (whole) {
    const note = `found both ${WHOLE} and ${INDEX}: the first is read, as transformers does`;
    return { files: [WHOLE], notes: index ? [note] : [] };
  }
  if (index) {
    const text = await readText(directory, INDEX);
    if (text !== undefined) return { ...parseIndex(directory, text), notes: [] };
  }
  const files = (names ?? []).filter((name) => name.endsWith(".safetensors")).sort();
  if (files.length === 1) return { files, notes: [] };
  throw weightsMissing(directory, files, names ?? []);
}

async function exists(directory: SourceDirectory, file: string): Promise<boolean> {
  const source = await directory.open(file);
  await source?.close();
  return source !== undefined;
}

function weightsMissing(directory: SourceDirectory, files: readonly string[], names: readonly string[]): ArtifactError {
  const needed = `needed ${WHOLE} or ${INDEX}`;
  if (files.length > 0) {
    const message = `${directory.name}: found ${files.length} .safetensors files without an index, ${needed}`;
    const hint = "the index file names the shards; download it too";
    return new ArtifactError("weights_missing", message + listed(files), { hint, data: { files } });
  }
  const other = otherContents(directory, names);
  const found = other === undefined ? "no .safetensors file" : `no .safetensors file, but ${other.found}`;
  return new ArtifactError("weights_missing", `${directory.name}: found ${found}; ${needed}`, {
    hint: other?.hint ?? "the download is incomplete: fetch the weights, too",
  });
}

function parseIndex(
  directory: SourceDirectory,
  text: string,
): Pick<Weights, "files"> & Required<Pick<Weights, "index">> {
  const where = fileIn(directory, INDEX);
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

function filesMissing(directory: SourceDirectory, missing: readonly string[], of: number): ArtifactError {
  const [first] = missing;
  const message =
    of === 1
      ? `${directory.name}: found no ${first}`
      : `${directory.name}: ${missing.length} of ${of} weight files are missing:${listed(missing)}`;
  return new ArtifactError("shard_missing", message, {
    hint: "the download is incomplete; fetch what is missing",
    data: { missing, files: of },
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
    `${directory.name}: the index names ${lost.length} tensors that no shard has:${listed(lines)}`,
    { hint: "index and shards do not belong together", data: { missing: lost.map(([name]) => name) } },
  );
}

interface Checkpoint {
  readonly directory: SourceDirectory;
  readonly config: RawConfig;
  readonly located: ReadonlyMap<string, Located>;
  readonly refused: ReadonlyMap<string, string>;
  readonly writers: ReadonlySet<string>;
  readonly fileBytes: number;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

function artifactOf({ directory, located, refused, close, ...facts }: Checkpoint): SafetensorsArtifact {
  const find = (tensor: string): Located => {
    const found = located.get(tensor);
    if (found !== undefined) return found;
    throw noSuchTensor(directory.name, tensor, refused.get(tensor));
  };
  /** Where bytes of a tensor lie in its file. */
  const rangeOf = (tensor: string, offset: number, length: number): { source: ByteSource; at: number } => {
    const { info, source, offset: start } = find(tensor);
    checkRange(`${source.name}: tensor ${tensor}`, info.bytes, offset, length);
    return { source, at: start + offset };
  };
  const readBytes = async (tensor: string, offset: number, length: number): Promise<Uint8Array> => {
    const { source, at } = rangeOf(tensor, offset, length);
    return source.read(at, length);
  };
  return {
    kind: "safetensors",
    name: directory.name,
    ...facts,
    tensors: new Map([...located].map(([name, { info }]) => [name, info])),
    refused,
    readBytes,
    async readInto(tensor, offset, target) {
      const { source, at } = rangeOf(tensor, offset, target.byteLength);
      await readInto(source, at, target);
    },
    async readFloat32(tensor, rowStart, rowEnd) {
      const { info } = find(tensor);
      const dtype = floatDType(tensor, info);
      const { start, end, rowElements } = rowRange(info, rowStart, rowEnd);
      const rowBytes = rowElements * byteSize(dtype);
      return toFloat32(await readBytes(tensor, start * rowBytes, (end - start) * rowBytes), dtype);
    },
    resource: (name) => readResource(directory, name),
    place: (resource) => fileIn(directory, resource),
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
