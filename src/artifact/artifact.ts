/**
 * What an opened file or folder is: a config as it was written, stored tensors by the container's own names, and text
 * resources. No model is known here; `src/model` makes one of it. Bytes stay where they are (file, Blob, HTTP range)
 * until someone reads a range; nothing may require the whole file in memory.
 */
import type { WeightFormat } from "../base/formats/registry.ts";
import type { Section } from "./json-fields.ts";

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
  /**
   * Fills `target` with the bytes from `offset`, for loads that use their memory again. Absent where bytes come in
   * memory of the source's own in any case.
   * @throws as `read` does; what `target` then holds means nothing
   */
  readInto?(offset: number, target: Uint8Array): Promise<void>;
  /** Reads that are under way end, with their bytes or with an error. */
  close(): Promise<void>;
}

/** A folder of byte sources: a directory on disk, a set of Blobs, a base URL. Names never contain separators or `..`. */
export interface SourceDirectory {
  readonly name: string;
  /** Names of the files present, or undefined where listing is impossible (HTTP). */
  list(): Promise<readonly string[] | undefined>;
  /** Opens a file, or resolves to undefined when it does not exist. */
  open(file: string): Promise<ByteSource | undefined>;
  /** A folder inside, whether it exists or not. Absent where there can be none. */
  folder?(name: string): SourceDirectory;
}

/** One tensor. `shape` is logical; `bytes` is what is stored. */
export interface TensorInfo {
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

/** What a container says of its model, as it says it. */
export type RawConfig =
  /** config.json of a checkpoint. */
  | { readonly kind: "checkpoint"; readonly root: Section; readonly generation?: Section }
  /** Config objects by component, `text` among them: `.ninfer` version 3. */
  | {
      readonly kind: "components";
      readonly components: ReadonlyMap<string, Section>;
      readonly generation?: Section;
    }
  /** A name and no config: `.ninfer` versions 1 and 2. */
  | { readonly kind: "named"; readonly modelId: string; readonly generation?: Section };

/** What every opened container is. */
export interface OpenedFiles {
  readonly name: string;
  readonly config: RawConfig;
  /** What a person should know of the container, such as fields that were not verified. */
  readonly notes: readonly string[];
  /**
   * UTF-8 text of a resource such as `tokenizer.json` or `chat_template.jinja`; a checkpoint may have it one folder
   * deeper, as in `folder/file`.
   */
  resource(name: string): Promise<string | undefined>;
  /** Where a resource stands, or would stand: for messages. */
  place(resource: string): string;
  close(): Promise<void>;
}
