/**
 * Reads a tar archive that lies in memory: regular files and folders in the ustar form, which is all our archives
 * hold. Separate because it is a format, not a policy. Invariant: no entry is written outside the target folder;
 * links, devices and extended headers are refused by name instead of being skipped.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ArtifactError, UnsupportedError } from "../src/base/errors.ts";

const BLOCK_BYTES = 512;

export interface TarEntry {
  /** Relative path with forward slashes, without `..`; folders end with a slash. */
  readonly path: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/**
 * The entries of an archive, in order; `bytes` are views.
 * @throws ArtifactError `tar_damaged` (checksum, truncation, an escaping path); UnsupportedError `tar_entry_type`.
 */
export function readTar(archive: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let at = 0;
  while (at + BLOCK_BYTES <= archive.byteLength) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return entries;
    checkSum(header, at);
    const name = text(header, 0, 100);
    const prefix = text(header, 257, 6).startsWith("ustar") ? text(header, 345, 155).trim() : "";
    const path = checkPath(prefix === "" ? name : `${prefix}/${name}`);
    const type = String.fromCharCode(header[156]!);
    const size = octal(header, 124, 12);
    const start = at + BLOCK_BYTES;
    if (start + size > archive.byteLength) throw damaged(`entry ${path} of ${size} B is cut off`);
    if (type === "0" || type === "\0") {
      entries.push({ path, mode: octal(header, 100, 8), bytes: archive.subarray(start, start + size) });
    } else if (type === "5") {
      entries.push({ path: path.endsWith("/") ? path : `${path}/`, mode: 0o755, bytes: new Uint8Array(0) });
    } else {
      throw new UnsupportedError("tar_entry_type", `tar archive: ${path} has entry type ${JSON.stringify(type)}`, {
        hint: "only regular files and folders are read",
      });
    }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  throw damaged("the closing block is missing");
}

/** Writes all entries under `folder`, which exists. Of the mode only "executable" is kept. */
export async function extractTar(archive: Uint8Array, folder: string): Promise<void> {
  for (const entry of readTar(archive)) {
    const path = join(folder, entry.path);
    if (entry.path.endsWith("/")) {
      await mkdir(path, { recursive: true });
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, entry.bytes, { mode: entry.mode & 0o111 ? 0o755 : 0o644 });
  }
}

/** A NUL-terminated field. */
function text(header: Uint8Array, offset: number, length: number): string {
  const field = header.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

function octal(header: Uint8Array, offset: number, length: number): number {
  const digits = text(header, offset, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw damaged(`number field holds ${JSON.stringify(digits)}`);
  return Number.parseInt(digits, 8);
}

/** The sum of all header bytes, with the checksum field itself counted as eight spaces. */
function checkSum(header: Uint8Array, at: number): void {
  let sum = 8 * 0x20;
  for (const [i, byte] of header.entries()) if (i < 148 || i >= 156) sum += byte;
  if (sum !== octal(header, 148, 8)) throw damaged(`header at byte ${at} has a wrong checksum`);
}

function checkPath(path: string): string {
  const parts = path.split("/");
  if (path === "" || path.startsWith("/") || path.includes("\\") || parts.includes("..")) {
    throw damaged(`entry path ${JSON.stringify(path)} leaves the folder`);
  }
  return path;
}

function damaged(what: string): ArtifactError {
  return new ArtifactError("tar_damaged", `tar archive: ${what}`);
}
