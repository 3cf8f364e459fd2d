/**
 * Carries out a plan into a sink of bytes: object after object, some of which may be there already from a run that was
 * stopped. Invariant: the set's id is a digest of its directory and of every object's bytes, so the same source and
 * recipe give the same files however often the work was interrupted.
 */
import { invariant } from "../base/invariant.ts";
import { blocksOf, type Piece } from "./blocks.ts";
import type { ConversionPlan } from "./plan.ts";

/** Where the payload goes. Offsets count from its start, over all files. */
export interface PayloadSink {
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /** Object `index` is written to its end. */
  complete(index: number, digest: string): Promise<void>;
}

export interface WriteOptions {
  /** Objects that are there, with their digests. */
  readonly done: ReadonlyMap<number, string>;
  /** Bytes of the payload so far, those that were there already among them. */
  readonly onProgress?: (writtenBytes: number, totalBytes: number) => void;
  /** Stops between two blocks; what it throws is the signal's reason. */
  readonly signal?: AbortSignal;
}

/** @returns the 16 bytes of the set's id. @throws what reading, encoding and the sink throw */
export async function writeObjects(
  plan: ConversionPlan,
  sink: PayloadSink,
  { done, onProgress, signal }: WriteOptions,
): Promise<Uint8Array> {
  const { jobs, set } = plan;
  const digests: string[] = [];
  let written = 0;
  for (const [index, placed] of set.objects.entries()) {
    const before = done.get(index);
    if (before === undefined) {
      const pieces: string[] = [];
      let inObject = 0;
      for await (const block of blocksOf(jobs[index]!, placed)) {
        signal?.throwIfAborted();
        const hashed = await Promise.all(block.pieces.map((piece) => writePiece(sink, piece)));
        pieces.push(...hashed);
        inObject += block.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
        onProgress?.(written + inObject, set.payloadBytes);
      }
      const digest = await digestOfText(pieces.join(""));
      digests.push(digest);
      await sink.complete(index, digest);
    } else digests.push(before);
    written = placed.offset + placed.bytes;
    onProgress?.(written, set.payloadBytes);
  }
  invariant(digests.length === set.objects.length, "every object has a digest");
  return fromHex(await digestOfText((await sha256(set.json)) + digests.join(""))).subarray(0, 16);
}

/** Bytes of hexadecimal digits. */
export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

async function writePiece(sink: PayloadSink, { offset, bytes }: Piece): Promise<string> {
  const [digest] = await Promise.all([sha256(bytes), sink.write(offset, bytes)]);
  return `${offset}:${digest};`;
}

function digestOfText(text: string): Promise<string> {
  return sha256(new TextEncoder().encode(text));
}

/** 64 hexadecimal digits. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What a plan is, for whoever wants to go on with one: the same digest means the same bytes at the same places, as long
 * as the weights of the source are the same.
 */
export function planDigest({ set }: ConversionPlan): Promise<string> {
  return sha256(set.json);
}
