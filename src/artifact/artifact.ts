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
}

export interface Artifact {
  readonly kind: "safetensors" | "ninfer";
  readonly name: string;
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /** Raw stored bytes of part of a tensor: `length` bytes from `offset` within it. */
  readBytes(tensor: string, offset: number, length: number): Promise<Uint8Array>;
  /** The tensor (or rows `[rowStart, rowEnd)` of its first dimension) decoded to float32, row-major, logical shape. */
  readFloat32(tensor: string, rowStart?: number, rowEnd?: number): Promise<Float32Array>;
  /** UTF-8 text of a resource such as `tokenizer.json`, `chat_template.jinja`, `generation_config.json`. */
  resource(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}
