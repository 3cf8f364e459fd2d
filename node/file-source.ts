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
import { checkValue, type OptionRule, text } from "../src/base/options.ts";

/**
 * Opens a regular file; symbolic links are followed. Resolves to undefined when nothing has that name.
 * @throws ArtifactError `not_a_regular_file`, `source_empty`, `source_unreadable`, `source_changed`;
 * RequestError `bad_options`
 */
export async function openFileSource(path: string): Promise<ByteSource | undefined> {
  checkValue(path, "path", PATH);
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

const PATH: OptionRule = { ...text("a path"), required: true };

/** A directory on disk. `open` takes plain names only. @throws RequestError `bad_options` */
export function fileDirectory(path: string): SourceDirectory {
  checkValue(path, "path", PATH);
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
  const fill = async (offset: number, target: Uint8Array): Promise<void> => {
    const range = { path, offset, length: target.byteLength };
    const filled = await readFully(range, handle, target);
    await checkUnchanged(range, handle, opened);
    if (filled === range.length) return;
    throw new ArtifactError("source_truncated", `${placeOf(range)}: got ${withSeparators(filled)} bytes`, {
      data: { ...range, filled },
    });
  };
  let closing: Promise<void> | undefined;
  return {
    name: path,
    size,
    async read(offset, length) {
      checkRange(path, size, offset, length);
      const bytes = new Uint8Array(length);
      await fill(offset, bytes);
      return bytes;
    },
    async readInto(offset, target) {
      checkRange(path, size, offset, target.byteLength);
      await fill(offset, target);
    },
    close() {
      closing ??= handle.close();
      return closing;
    },
  };
}

/** What was being read when something failed. */
interface FileRange {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

function placeOf({ path, offset, length }: FileRange): string {
  return `${path}: ${withSeparators(length)} bytes at ${withSeparators(offset)}`;
}

async function readFully(range: FileRange, handle: FileHandle, bytes: Uint8Array): Promise<number> {
  let filled = 0;
  try {
    while (filled < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.byteLength - filled, range.offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
  } catch (cause) {
    throw unreadable(placeOf(range), cause, { ...range });
  }
  return filled;
}

async function checkUnchanged(range: FileRange, handle: FileHandle, opened: BigIntStats): Promise<void> {
  let now: BigIntStats;
  try {
    now = await handle.stat({ bigint: true });
  } catch (cause) {
    throw unreadable(placeOf(range), cause, { ...range });
  }
  if (now.size === opened.size && now.mtimeNs === opened.mtimeNs && now.ino === opened.ino) return;
  throw new ArtifactError(
    "source_changed",
    `${range.path}: the file changed while it was open: ${withSeparators(Number(opened.size))} bytes of ` +
      `${opened.mtime.toISOString()}, now ${withSeparators(Number(now.size))} bytes of ${now.mtime.toISOString()}; ` +
      `noticed while ${withSeparators(range.length)} bytes at ${withSeparators(range.offset)} were read`,
    {
      hint: "open the model again, after whatever writes to it has finished",
      data: { ...range, size: Number(opened.size), newSize: Number(now.size) },
    },
  );
}

function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

/** @param place a path, or a range of its bytes */
function unreadable(
  place: string,
  cause: unknown,
  data: Readonly<Record<string, unknown>> = { path: place },
): ArtifactError {
  const code = errorCode(cause);
  return new ArtifactError("source_unreadable", `${place}: cannot be read: ${code ?? String(cause)}`, {
    // What the disk itself refuses is no matter of permissions or paths.
    ...(code === "EIO" ? { hint: "the disk or the network share reported an error; copy the file elsewhere" } : {}),
    data: code === undefined ? data : { ...data, errno: code },
    cause,
  });
}
