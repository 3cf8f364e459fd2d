/**
 * Byte sources over files on disk, by positional reads. Separate from `src/artifact/sources.ts` because only the host
 * may touch `node:`. Invariants: only regular files are opened (a FIFO would block, a device never
 * ends), and every read is followed by a comparison of the open file's size and modification time with those at
 * opening, so bytes of a file that was rewritten in place are never returned. A file replaced by rename stays
 * readable: the handle still holds the old, unchanged bytes.
 */
import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ByteSource, SourceDirectory } from "../src/artifact/artifact.ts";
import { checkFileName, checkRange } from "../src/artifact/sources.ts";
import { withSeparators } from "../src/base/bytes.ts";
import { ArtifactError } from "../src/base/errors.ts";

/**
 * Opens a regular file; symbolic links are followed. Resolves to undefined when nothing has that name.
 * @throws ArtifactError `not_a_regular_file`, `source_empty`, `source_unreadable`, `source_changed`.
 */
export async function openFileSource(path: string): Promise<ByteSource | undefined> {
  const before = await statOrUndefined(path);
  if (before === undefined) return undefined;
  checkRegular(path, before);
  const handle = await openHandle(path);
  try {
    const opened = await handle.stat({ bigint: true });
    checkRegular(path, opened);
    return fileSource(path, handle, opened);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A directory on disk. `open` takes plain names only. */
export function fileDirectory(path: string): SourceDirectory {
  return {
    name: path,
    async list() {
      try {
        return await readdir(path);
      } catch (cause) {
        throw unreadable(path, cause);
      }
    },
    async open(file) {
      checkFileName(path, file);
      return openFileSource(join(path, file));
    },
    folder(name) {
      checkFileName(path, name);
      return fileDirectory(join(path, name));
    },
  };
}

/** A path given by a person: a directory as such, a file as its directory plus its name. */
export async function locate(path: string): Promise<{ directory: SourceDirectory; file?: string } | undefined> {
  const facts = await statOrUndefined(path);
  if (facts === undefined) return undefined;
  if (facts.isDirectory()) return { directory: fileDirectory(path) };
  return { directory: fileDirectory(dirname(path)), file: basename(path) };
}

async function statOrUndefined(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT" && errorCode(cause) !== "ENOTDIR") throw unreadable(path, cause);
  }
  const link = await lstat(path).catch(() => undefined);
  if (link === undefined) return undefined;
  throw new ArtifactError("source_unreadable", `${path}: the symbolic link points to nothing`, {
    hint: "the download it belongs to is incomplete; fetch the model again",
  });
}

function checkRegular(path: string, facts: BigIntStats): void {
  if (!facts.isFile()) {
    throw new ArtifactError("not_a_regular_file", `${path}: found ${kindOf(facts)}, needed a regular file`, {
      data: { path },
    });
  }
  if (facts.size === 0n) {
    throw new ArtifactError("source_empty", `${path}: the file is empty (0 bytes)`, {
      hint: "the download did not finish; fetch the file again",
    });
  }
}

function kindOf(facts: BigIntStats): string {
  if (facts.isDirectory()) return "a directory";
  if (facts.isFIFO()) return "a FIFO";
  if (facts.isSocket()) return "a socket";
  if (facts.isCharacterDevice() || facts.isBlockDevice()) return "a device";
  return "something that is not a file";
}

async function openHandle(path: string): Promise<FileHandle> {
  try {
    // O_NONBLOCK keeps `open` from waiting should a FIFO have taken the name since `stat`; absent on Windows.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function fileSource(path: string, handle: FileHandle, opened: BigIntStats): ByteSource {
  const size = Number(opened.size);
  let closing: Promise<void> | undefined;
  return {
    name: path,
    size,
    async read(offset, length) {
      checkRange(path, size, offset, length);
      const bytes = new Uint8Array(length);
      const filled = await readFully(path, handle, bytes, offset);
      await checkUnchanged(path, handle, opened);
      if (filled === length) return bytes;
      throw new ArtifactError(
        "source_truncated",
        `${path}: needed ${withSeparators(length)} bytes at ${withSeparators(offset)}, got ${withSeparators(filled)}`,
      );
    },
    close() {
      closing ??= handle.close();
      return closing;
    },
  };
}

async function readFully(path: string, handle: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let filled = 0;
  try {
    while (filled < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.byteLength - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
  return filled;
}

async function checkUnchanged(path: string, handle: FileHandle, opened: BigIntStats): Promise<void> {
  let now: BigIntStats;
  try {
    now = await handle.stat({ bigint: true });
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (now.size === opened.size && now.mtimeNs === opened.mtimeNs && now.ino === opened.ino) return;
  throw new ArtifactError(
    "source_changed",
    `${path}: the file changed while it was open: ${withSeparators(Number(opened.size))} bytes of ` +
      `${opened.mtime.toISOString()}, now ${withSeparators(Number(now.size))} bytes of ${now.mtime.toISOString()}`,
    { hint: "open the model again, after whatever writes to it has finished" },
  );
}

function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

function unreadable(path: string, cause: unknown): ArtifactError {
  return new ArtifactError("source_unreadable", `${path}: cannot be read: ${errorCode(cause) ?? String(cause)}`, {
    cause,
  });
}
