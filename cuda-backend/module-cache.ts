/**
 * Compiled images on disk, one file per key. A file carries the hash of its content and is published by rename, so a
 * reader sees a whole entry or none, and two processes may write the same one. A damaged entry is a miss; a folder that
 * cannot be written only costs compilation.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MAGIC = "qwerk-module-1";

export interface CachedImage {
  readonly image: Uint8Array;
  readonly log: string;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export class ModuleCache {
  readonly folder: string | undefined;
  /** Set once when an entry could not be written. */
  unwritable: string | undefined;

  constructor(folder: string | undefined) {
    this.folder = folder;
  }

  /** Name of an entry: the hash of everything the image depends on. */
  static key(parts: readonly string[]): string {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(`${part.length}:`).update(part);
    return hash.digest("hex");
  }

  async get(key: string): Promise<CachedImage | undefined> {
    if (this.folder === undefined) return undefined;
    try {
      return decode(await readFile(this.#path(key)));
    } catch {
      return undefined;
    }
  }

  async put(key: string, entry: CachedImage): Promise<void> {
    if (this.folder === undefined) return;
    const temporary = `${this.#path(key)}.${process.pid}.${randomBytes(6).toString("hex")}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(temporary, encode(entry));
      await rename(temporary, this.#path(key));
    } catch (error) {
      this.unwritable ??= error instanceof Error ? error.message : String(error);
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  /** Forgets an entry that the driver refused. */
  async remove(key: string): Promise<void> {
    if (this.folder !== undefined) await rm(this.#path(key), { force: true }).catch(() => undefined);
  }

  #path(key: string): string {
    return join(this.folder!, `${key}.module`);
  }
}

function encode(entry: CachedImage): Uint8Array {
  const head = JSON.stringify({
    magic: MAGIC,
    sha256: sha256(entry.image),
    bytes: entry.image.byteLength,
    log: entry.log,
  });
  return Buffer.concat([Buffer.from(`${head}\n`), entry.image]);
}

function decode(file: Buffer): CachedImage | undefined {
  const end = file.indexOf(10);
  if (end < 0) return undefined;
  const head = JSON.parse(file.toString("utf8", 0, end)) as Record<string, unknown>;
  const image = new Uint8Array(file.subarray(end + 1));
  const whole = head["magic"] === MAGIC && head["bytes"] === image.byteLength && head["sha256"] === sha256(image);
  return whole ? { image, log: String(head["log"]) } : undefined;
}
