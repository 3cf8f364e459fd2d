/**
 * A set of `.ninfer` files on its way to the disk: files with `.partial` behind their names, a journal of the objects that
 * are complete, and at the end one rename after another, the entry file last. Separate from the conversion, because only
 * the host knows files. Invariant: a name without `.partial` never stands for a file that is not whole, and the journal
 * names no object whose bytes have not reached the disk.
 */
import { existsSync } from "node:fs";
import { type FileHandle, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { filePieces, type NewSet } from "../src/artifact/ninfer/new-set.ts";
import { withSeparators } from "../src/base/bytes.ts";
import { CapacityError, UsageError } from "../src/base/errors.ts";
import { invariant } from "../src/base/invariant.ts";
import type { PayloadSink } from "../src/convert/write.ts";

export interface SetWriterOptions {
  /** What the set is: another value means another conversion. */
  readonly key: string;
  /** Takes the place of a file that is there, and of an unfinished conversion of something else. */
  readonly force: boolean;
  /** Bytes after which what was written is brought to the disk and noted. */
  readonly syncBytes?: number;
}

const SYNC_BYTES = 32 * 2 ** 20;

/** @throws UsageError `out_exists`, `out_folder_missing`; before anything is read */
export async function checkOutput(out: string, force: boolean): Promise<void> {
  const folder = dirname(out);
  if (!existsSync(folder)) {
    throw new UsageError("out_folder_missing", `${out}: found no folder ${folder}, needed one to write into`);
  }
  if (!existsSync(out)) return;
  const what = (await stat(out)).isDirectory() ? "a folder" : "a file";
  if (what === "a file" && force) return;
  throw new UsageError("out_exists", `${out}: found ${what} of that name, needed a name that is free`, {
    hint: what === "a folder" ? "give the name of a file" : "`force` replaces it",
  });
}

interface Journal {
  readonly done: ReadonlyMap<number, string>;
}

export class SetWriter implements PayloadSink {
  /** Objects that an earlier run completed, with their digests. */
  readonly done: ReadonlyMap<number, string>;
  readonly #out: string;
  readonly #set: NewSet;
  readonly #files: readonly FileHandle[];
  readonly #journal: FileHandle;
  readonly #syncBytes: number;
  #unsynced = 0;
  #lines: string[] = [];

  private constructor(
    out: string,
    set: NewSet,
    files: readonly FileHandle[],
    journal: FileHandle,
    done: Journal["done"],
    syncBytes: number,
  ) {
    [this.#out, this.#set, this.#files, this.#journal] = [out, set, files, journal];
    [this.done, this.#syncBytes] = [done, syncBytes];
  }

  /**
   * Opens the files of a set, going on where an earlier run of the same conversion stopped.
   * @throws CapacityError `disk_full` with needed and free bytes; UsageError `conversion_unfinished`
   */
  static async open(out: string, set: NewSet, options: SetWriterOptions): Promise<SetWriter> {
    const paths = set.files.map(({ path }) => partialPath(out, path));
    const found = await readJournal(out, options);
    const there = found !== undefined && paths.every((path) => existsSync(path));
    await checkRoom(out, set, there ? paths : []);
    if (!there) await discard(out);
    const files: FileHandle[] = [];
    try {
      for (const [i, path] of paths.entries()) {
        const file = await open(path, there ? "r+" : "w+");
        files.push(file);
        await onDisk(out, () => file.truncate(set.files[i]!.payloadStart + set.files[i]!.payloadBytes));
      }
      const journal = await open(journalPath(out), there ? "a" : "w");
      files.push(journal);
      if (!there) await onDisk(out, () => journal.write(`${journalHead(options.key)}\n`));
      const done = there ? found.done : new Map<number, string>();
      return new SetWriter(out, set, files.slice(0, -1), journal, done, options.syncBytes ?? SYNC_BYTES);
    } catch (error) {
      for (const file of files) await file.close();
      if (!there) await discard(out);
      throw error;
    }
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    for (const { file, at, begin, end } of filePieces(this.#set, offset, bytes.length)) {
      await onDisk(this.#out, () => writeFully(this.#files[file]!, bytes.subarray(begin, end), at));
    }
    this.#unsynced += bytes.length;
  }

  async complete(index: number, digest: string): Promise<void> {
    this.#lines.push(`${index} ${digest}\n`);
    if (this.#unsynced >= this.#syncBytes) await this.#sync();
  }

  /** Payload bytes as they stand in the files. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (const { file, at, begin, end } of filePieces(this.#set, offset, length)) {
      await readFully(this.#files[file]!, bytes.subarray(begin, end), at);
    }
    return bytes;
  }

  /** Writes the frames, brings everything to the disk and gives the files their names, the entry last. */
  async publish(id: Uint8Array): Promise<void> {
    for (const [i, file] of this.#files.entries()) {
      await onDisk(this.#out, () => writeFully(file, this.#set.frame(i, id), 0));
    }
    await this.#sync();
    await this.close();
    await removeOldParts(this.#out);
    const names = this.#set.files.map(({ path }) => path).reverse();
    for (const path of names) await rename(partialPath(this.#out, path), finalPath(this.#out, path));
    await rm(journalPath(this.#out), { force: true });
    await syncFolder(dirname(this.#out));
  }

  /** Leaves what is written, for a later run to go on with. */
  async close(): Promise<void> {
    for (const file of [...this.#files, this.#journal]) await file.close();
  }

  async #sync(): Promise<void> {
    const lines = this.#lines.join("");
    [this.#lines, this.#unsynced] = [[], 0];
    for (const file of this.#files) await onDisk(this.#out, () => file.datasync());
    await onDisk(this.#out, () => this.#journal.write(lines));
  }
}

/** Files of a declared size that hold their frames, a few objects and otherwise nothing, which takes no room. */
export async function writeSparse(
  out: string,
  set: NewSet,
  id: Uint8Array,
  objects: readonly { readonly offset: number; readonly bytes: Uint8Array }[],
): Promise<void> {
  await removeOldParts(out);
  for (const [i, { path, payloadStart, payloadBytes }] of [...set.files.entries()].reverse()) {
    const file = await open(partialPath(out, path), "w");
    try {
      await onDisk(out, () => writeFully(file, set.frame(i, id), 0));
      for (const { offset, bytes } of objects) {
        const own = filePieces(set, offset, bytes.length).filter((piece) => piece.file === i);
        for (const { at, begin, end } of own) await onDisk(out, () => writeFully(file, bytes.subarray(begin, end), at));
      }
      await onDisk(out, () => file.truncate(payloadStart + payloadBytes));
    } finally {
      await file.close();
    }
    await rename(partialPath(out, path), finalPath(out, path));
  }
}

function finalPath(out: string, path: string | undefined): string {
  return path === undefined ? out : join(dirname(out), path);
}

function partialPath(out: string, path: string | undefined): string {
  return `${finalPath(out, path)}.partial`;
}

function journalPath(out: string): string {
  return `${out}.journal`;
}

const LINE = /^(\d+) ([0-9a-f]{64})$/;

function journalHead(key: string): string {
  return `qwerk conversion ${key}`;
}

/** What an earlier run completed; a line that was cut is not counted. */
async function readJournal(out: string, { key, force }: SetWriterOptions): Promise<Journal | undefined> {
  if (!existsSync(journalPath(out))) return undefined;
  const [head = "", ...lines] = (await readFile(journalPath(out), "utf8")).split("\n");
  if (head === journalHead(key)) {
    const done = lines.flatMap((line): [number, string][] => {
      const match = LINE.exec(line);
      return match === null ? [] : [[Number(match[1]), match[2]!]];
    });
    return { done: new Map(done) };
  }
  if (force) return undefined;
  throw new UsageError(
    "conversion_unfinished",
    `${out}: found an unfinished conversion with another source or recipe`,
    {
      hint: "finish it with the command that began it, or `force` discards it",
    },
  );
}

async function discard(out: string): Promise<void> {
  const names = await readdir(dirname(out));
  const own = names.filter((name) => isPart(out, name.replace(/\.partial$/, "")) && name.endsWith(".partial"));
  for (const name of own) await rm(join(dirname(out), name));
  await rm(`${out}.partial`, { force: true });
  await rm(journalPath(out), { force: true });
}

function isPart(out: string, name: string): boolean {
  const prefix = `${basename(out)}.part-`;
  return name.startsWith(prefix) && /^\d{4,}$/.test(name.slice(prefix.length));
}

/** Parts of a set that is about to be replaced. */
async function removeOldParts(out: string): Promise<void> {
  for (const name of await readdir(dirname(out))) {
    if (isPart(out, name)) await rm(join(dirname(out), name));
  }
}

/** What is still to be written against what the disk has. */
async function checkRoom(out: string, set: NewSet, there: readonly string[]): Promise<void> {
  const needed = set.files.reduce((sum, file) => sum + file.payloadStart + file.payloadBytes, 0);
  let allocated = 0;
  for (const path of there) allocated += 512 * (await stat(path)).blocks;
  const { bavail, bsize } = await statfs(dirname(out));
  const free = bavail * bsize;
  if (needed - allocated > free) throw diskFull(out, needed - allocated, free);
}

function diskFull(out: string, needed: number | undefined, free: number, cause?: unknown): CapacityError {
  const more = needed === undefined ? "more" : `${withSeparators(needed)} B`;
  return new CapacityError("disk_full", `${out}: needs ${more}, ${withSeparators(free)} B are free on that disk`, {
    hint: "make room and run the command again, which goes on where it stopped; or take a recipe with fewer bits",
    data: { ...(needed === undefined ? {} : { needed }), free },
    cause,
  });
}

const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Runs a write and says of a full disk that it is full. */
async function onDisk<T>(out: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (!FULL.includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
    const { bavail, bsize } = await statfs(dirname(out));
    throw diskFull(out, undefined, bavail * bsize, cause);
  }
}

async function readFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done);
    invariant(bytesRead > 0, "a file that is being written has its whole size");
    done += bytesRead;
  }
}

async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}

/** The names themselves, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
