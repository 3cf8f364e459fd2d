/**
 * What an opened model is to the rest of the engine: a config, tensors found by name, and text resources. Bytes stay
 * where they are (file, Blob, HTTP range) until someone reads a range; nothing may require the whole file in memory.
 */
import type { WeightFormat } from "../base/weight-format.ts";
import type { ModelConfig } from "./config.ts";

/** Random access to immutable bytes. Implementations: file (injected by the CLI), Blob, HTTP range, memory. */
export interface ByteSource {
  /** Shown in errors: a path or URL. */
  readonly name: string;
  /** Total size in bytes, known when the source is opened. */
  readonly size: number;
  /**
   * Exactly `length` bytes from `offset`.
   * @throws ArtifactError `source_truncated` when the range passes the end, `source_changed` when the bytes behind the
   * source were replaced or shrank after it was opened, `source_unreadable` for I/O errors.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A folder of byte sources: a directory on disk, a set of Blobs, a base URL. Names never contain separators or `..`. */
export interface SourceDirectory {
  readonly name: string;
  /** Names of the files present, or undefined where listing is impossible (HTTP). */
  list(): Promise<readonly string[] | undefined>;
  /** Opens a file, or resolves to undefined when it does not exist. */
  open(file: string): Promise<ByteSource | undefined>;
}

/** One tensor of an artifact. `shape` is logical; `bytes` is what is stored. */
export interface TensorInfo {
  /** Canonical name: the Hugging Face checkpoint's, e.g. `model.language_model.layers.0.mlp.up_proj.weight`. */
  readonly name: string;
  readonly format: WeightFormat;
  readonly shape: readonly number[];
  readonly bytes: number;
  /**
   * Set where the tensor is a run of rows of a stored parent (`pieces` has it): gate and up of one matrix, say. A
   * reader that wants the parent whole starts at row `row` of it.
   */
  readonly view?: { readonly parent: string; readonly row: number };
  /**
   * Set where the rows are stored in more than one format. `format` is then `f32` and `bytes` those of the decoded
   * tensor; the stored bytes are found through these runs of rows, in order, each of a tensor of `pieces`.
   */
  readonly parts?: readonly TensorPart[];
}

/** Rows `[row, row + rows)` of a tensor of `pieces`. */
export interface TensorPart {
  readonly tensor: string;
  readonly row: number;
  readonly rows: number;
}

export interface Artifact {
  readonly kind: "safetensors" | "ninfer";
  readonly name: string;
  readonly config: ModelConfig;
  /**
   * By canonical name. Components without a Hugging Face name keep the container's, e.g. `proposal/head` of `.ninfer`.
   */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Further names that reads accept: stored parents and parts. They hold the same bytes again, so never sum them. */
  readonly pieces?: ReadonlyMap<string, TensorInfo>;
  /** What a person should know: components that are not used, fields that were not verified. */
  readonly notes?: readonly string[];
  /**
   * Bytes of part of a tensor: `length` bytes from `offset` within it. Always those of the tensor on its own, laid out
   * as `format` and `shape` say, even where it is stored inside a larger one.
   */
  readBytes(tensor: string, offset: number, length: number): Promise<Uint8Array>;
  /** The tensor (or rows `[rowStart, rowEnd)` of its first dimension) decoded to float32, row-major, logical shape. */
  readFloat32(tensor: string, rowStart?: number, rowEnd?: number): Promise<Float32Array>;
  /** UTF-8 text of a resource such as `tokenizer.json`, `chat_template.jinja`, `generation_config.json`. */
  resource(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}
