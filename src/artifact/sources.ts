/**
 * Byte sources that need nothing but web-standard APIs: memory, Blob and HTTP ranges, and folders of them. Files on
 * disk live in `node/file-source.ts`, because `src` never imports `node:`. Invariant: `read` returns exactly the
 * bytes asked for or throws a typed error; it never returns fewer and never bytes of a changed file.
 */
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError } from "../base/errors.ts";
import { checkValue, isObject, type OptionRule } from "../base/options.ts";
import { memberPath } from "../base/refusal.ts";
import type { ByteSource, SourceDirectory } from "./artifact.ts";

/**
 * Checks a range before anything is allocated for it.
 * @throws ArtifactError `source_truncated` when `[offset, offset + length)` is not inside `[0, size)`.
 */
export function checkRange(name: string, size: number, offset: number, length: number): void {
  const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
  if (whole && offset + length <= size) return;
  throw new ArtifactError(
    "source_truncated",
    `${name}: needed bytes ${withSeparators(offset)}..${withSeparators(offset + length)}, ` +
      `the file has ${withSeparators(size)} bytes`,
    { hint: "the file is cut short; download or copy it again", data: { name, offset, length, size } },
  );
}

/**
 * A file that ends before what its own header says: a download that broke off.
 * @param atLeast the header itself is cut, so that the whole is not known
 */
export function cutShort(name: string, bytes: number, needed: number, atLeast = false): ArtifactError {
  const whole = `${atLeast ? "at least " : ""}${withSeparators(needed)}`;
  return new ArtifactError(
    "source_truncated",
    `${name}: the file is cut short: found ${withSeparators(bytes)} bytes, needed ${whole}`,
    {
      hint: "the download did not finish; resume it or fetch the file again",
      data: { name, size: bytes, needed },
    },
  );
}

/**
 * Refuses anything but a plain sibling name: no separators, no `.` or `..`, no NUL, not empty.
 * @throws ArtifactError `bad_file_name`.
 */
export function checkFileName(directory: string, file: string): void {
  if (file !== "" && file !== "." && file !== ".." && !/[/\\\u0000]/.test(file)) return;
  throw new ArtifactError(
    "bad_file_name",
    `${directory}: found the file name ${JSON.stringify(file)}, needed a plain name without separators`,
    { data: { directory, file } },
  );
}

/** Fills `target` with the bytes from `offset`. @throws as `ByteSource.read` does */
export async function readInto(source: ByteSource, offset: number, target: Uint8Array): Promise<void> {
  if (source.readInto !== undefined) return source.readInto(offset, target);
  target.set(await source.read(offset, target.byteLength));
}

/**
 * Waits for every read, then throws the first failure: memory that is filled may be used again or given back only when
 * nobody writes to it any more.
 */
export async function allEnded(reads: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(reads)).find((read) => read.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** A source over bytes already in memory. Reads are views, not copies; the caller must not write to them. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.byteLength,
    async read(offset, length) {
      checkRange(name, bytes.byteLength, offset, length);
      return bytes.subarray(offset, offset + length);
    },
    async close() {},
  };
}

/** A source over a Blob or File; the browser keeps the bytes on disk until a range is read. */
export function blobSource(name: string, blob: Blob): ByteSource {
  return {
    name,
    size: blob.size,
    async read(offset, length) {
      checkRange(name, blob.size, offset, length);
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      } catch (cause) {
        // The File API reports a file that changed on disk after it was picked as NotReadableError.
        throw new ArtifactError("source_changed", `${name}: the file can no longer be read: ${String(cause)}`, {
          hint: "pick the file again",
          cause,
        });
      }
      if (bytes.byteLength === length) return bytes;
      throw new ArtifactError(
        "source_changed",
        `${name}: needed ${withSeparators(length)} bytes at ${withSeparators(offset)}, got ${bytes.byteLength}`,
      );
    },
    async close() {},
  };
}

const FILES: OptionRule = { right: isObject, needed: "an object of files", required: true };
const FILE: OptionRule = {
  right: (value) => value instanceof Uint8Array || value instanceof Blob,
  needed: "a Uint8Array or a Blob",
  required: true,
};

/**
 * A folder of named byte arrays or Blobs; a name may have one folder in front, as in `folder/file`.
 * @throws RequestError `bad_options`
 */
export function memoryDirectory(name: string, files: Readonly<Record<string, Uint8Array | Blob>>): SourceDirectory {
  checkValue(files, "files", FILES);
  for (const [file, content] of Object.entries(files)) checkValue(content, memberPath("files", file), FILE);
  const entries = new Map(Object.entries(files));
  return {
    name,
    async list() {
      return [...entries.keys()];
    },
    async open(file) {
      checkFileName(name, file);
      const content = entries.get(file);
      if (content === undefined) return undefined;
      const path = `${name}/${file}`;
      return content instanceof Uint8Array ? memorySource(path, content) : blobSource(path, content);
    },
    folder(inner) {
      checkFileName(name, inner);
      const own = Object.entries(files).filter(([file]) => file.startsWith(`${inner}/`));
      const there = own.map(([file, content]) => [file.slice(inner.length + 1), content] as const);
      return memoryDirectory(`${name}/${inner}`, Object.fromEntries(there));
    },
  };
}
