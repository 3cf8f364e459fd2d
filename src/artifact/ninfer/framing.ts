/**
 * The binary frame of a `.ninfer` file: magic with the version, length of the JSON directory, where the payload
 * starts. Separate from the directory because only these few bytes differ between a file, a part of a set and another
 * file altogether. The directory's length is checked against the file before it is read.
 */
import { alignUp, withSeparators } from "../../base/bytes.ts";
import { ArtifactError, UnsupportedError } from "../../base/errors.ts";
import type { ByteSource } from "../artifact.ts";
import { cutShort } from "../sources.ts";
import type { NinferVersion } from "./formats.ts";

/** `NINFER\0` and `NINPRT\0`; the eighth byte is the version. */
export const ENTRY_MAGIC = [0x4e, 0x49, 0x4e, 0x46, 0x45, 0x52, 0];
export const PART_MAGIC = [0x4e, 0x49, 0x4e, 0x50, 0x52, 0x54, 0];
/** Payload alignment, and where a part's payload starts. */
export const PAGE = 4096;
/** Larger directories do not exist (the largest known has 7.4 MB); bounds what a damaged length can allocate. */
const MOST_JSON_BYTES = 128 * 1024 * 1024;

export interface EntryFrame {
  readonly version: NinferVersion;
  /** The directory's text, still bytes. */
  readonly json: Uint8Array;
  /** Offset of the payload in the entry file. */
  readonly payloadStart: number;
  /** 32 hexadecimal digits; version 3 only. */
  readonly artifactId?: string;
}

/** Whether the first bytes are those of an entry file or a part, of any version. */
export async function looksLikeNinfer(source: ByteSource): Promise<boolean> {
  if (source.size < 8) return false;
  const head = await source.read(0, 8);
  return startsWith(head, ENTRY_MAGIC) || startsWith(head, PART_MAGIC);
}

/**
 * Reads the frame and the directory's bytes, and nothing else.
 * @throws ArtifactError `ninfer_frame`, `source_truncated`; UnsupportedError `ninfer_version`.
 */
export async function readEntryFrame(source: ByteSource): Promise<EntryFrame> {
  if (source.size < 16) throw cutShort(source.name, source.size, 16, true);
  const head = await source.read(0, 16);
  const version = entryVersion(source, head);
  const headerBytes = version === 3 ? 32 : 16;
  if (source.size < headerBytes) throw cutShort(source.name, source.size, headerBytes, true);
  const jsonBytes = directoryLength(source, head, headerBytes);
  const payloadStart = alignUp(headerBytes + jsonBytes, PAGE);
  if (payloadStart > source.size) throw cutShort(source.name, source.size, payloadStart, true);
  const json = await source.read(headerBytes, jsonBytes);
  if (version !== 3) return { version, json, payloadStart };
  return { version, json, payloadStart, artifactId: toHex(await source.read(16, 16)) };
}

/** Checks the frame of continuation `index` (1, 2, …) and returns where its payload starts. */
export async function checkPartFrame(
  source: ByteSource,
  index: number,
  artifactId: string,
  payloadBytes: number,
): Promise<number> {
  if (source.size < PAGE + payloadBytes) throw cutShort(source.name, source.size, PAGE + payloadBytes);
  if (source.size > PAGE + payloadBytes) {
    throw frameError(source, `${withSeparators(source.size)} bytes`, withSeparators(PAGE + payloadBytes));
  }
  const head = await source.read(0, 32);
  if (!startsWith(head, PART_MAGIC) || head[7] !== 3) {
    throw frameError(
      source,
      `first bytes ${toHex(head.subarray(0, 8))}`,
      "those of a version 3 part, 4e494e5052540003",
    );
  }
  const found = u64(head, 8);
  if (found !== BigInt(index)) throw frameError(source, `part number ${found}`, `${index}`);
  const id = toHex(head.subarray(16, 32));
  if (id !== artifactId) throw frameError(source, `artifact id ${id}`, `${artifactId}, that of the entry file`);
  return PAGE;
}

function entryVersion(source: ByteSource, head: Uint8Array): NinferVersion {
  const version = head[7]!;
  if (startsWith(head, ENTRY_MAGIC)) {
    if (version === 1 || version === 2 || version === 3) return version;
    throw new UnsupportedError("ninfer_version", `${source.name}: found version ${version}, needed 1, 2 or 3`, {
      hint: "a newer qwerk may read it",
      data: { version },
    });
  }
  if (startsWith(head, PART_MAGIC)) {
    throw new ArtifactError("ninfer_frame", `${source.name}: this is part ${u64(head, 8)} of a set of files`, {
      hint: "open the entry file, the one without .part- in its name",
    });
  }
  throw frameError(
    source,
    `first bytes ${toHex(head.subarray(0, 8))}`,
    "those of a .ninfer file, 4e494e46455200 and 1, 2 or 3",
  );
}

function directoryLength(source: ByteSource, head: Uint8Array, headerBytes: number): number {
  const length = u64(head, 8);
  if (length === 0n || length > BigInt(MOST_JSON_BYTES)) {
    throw frameError(source, `a JSON directory of ${length} bytes`, `1 to ${withSeparators(MOST_JSON_BYTES)}`);
  }
  const end = headerBytes + Number(length);
  if (end > source.size) throw cutShort(source.name, source.size, end, true);
  return Number(length);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

function u64(bytes: Uint8Array, offset: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(offset, true);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function frameError(source: ByteSource, found: string, needed: string): ArtifactError {
  return new ArtifactError("ninfer_frame", `${source.name}: found ${found}, needed ${needed}`, {
    hint: "the file is damaged or not a .ninfer file; download it again",
    data: { file: source.name },
  });
}
