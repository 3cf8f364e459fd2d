/**
 * A model's file against a SHA-256: the one its publisher states, or the one that a container of a fork records of its
 * payload. Apart from loading, because a load reads tensors in another order and not all of the file, and because no
 * published container has a hash of its own. Invariant: what is hashed is read here, in one pass, in bounded memory.
 */
import { createHash } from "node:crypto";
import type { ByteSource, SourceDirectory } from "../src/artifact/artifact.ts";
import { openNinfer } from "../src/artifact/ninfer/container.ts";
import { looksLikeNinfer } from "../src/artifact/ninfer/framing.ts";
import { readInto } from "../src/artifact/sources.ts";
import { withSeparators } from "../src/base/bytes.ts";
import { ArtifactError, listed } from "../src/base/errors.ts";
import { refusal, shownValue } from "../src/base/refusal.ts";
import type { ProgressListener } from "../src/runtime/port.ts";
import { locateModel } from "./open-model.ts";

/** 64 hexadecimal digits, or `recorded` for what the file says of itself. */
export type ExpectedHash = string;

export interface VerifyOptions {
  readonly onProgress?: ProgressListener;
  /** Ends it: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const READ_BYTES = 8 * 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/i;

export function isExpectedHash(value: unknown): value is ExpectedHash {
  return value === "recorded" || (typeof value === "string" && DIGEST.test(value));
}

/**
 * Reads the model's file whole and compares its hash.
 * @param place as `openModel` takes it; a folder must have one file of weights
 * @throws ArtifactError `hash_mismatch` with both hashes, `no_recorded_hash`, `several_files`, and those of reading;
 * RequestError `bad_hash`
 */
export async function verifyModel(place: string, expected: ExpectedHash, options: VerifyOptions = {}): Promise<void> {
  if (!isExpectedHash(expected)) {
    throw refusal("bad_hash", "expected", shownValue(expected), '64 hexadecimal digits, or "recorded"');
  }
  const { signal } = options;
  signal?.throwIfAborted();
  const source = await weightsOf(place, signal);
  const stopReading = (): void => void source.close();
  signal?.addEventListener("abort", stopReading);
  try {
    const range = expected === "recorded" ? await recorded(source) : { start: 0, hash: expected.toLowerCase() };
    const found = await hashFrom(source, range.start, options);
    if (found === range.hash) return;
    throw new ArtifactError(
      "hash_mismatch",
      `${source.name}: found SHA-256 ${found} of ${withSeparators(source.size - range.start)} bytes, needed ${range.hash}`,
      {
        hint: "the file is damaged or another one; download it again",
        data: { file: source.name, found, needed: range.hash },
      },
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stopReading);
    await source.close();
  }
}

async function weightsOf(place: string, signal: AbortSignal | undefined): Promise<ByteSource> {
  const { from, file } = await locateModel(place, signal);
  if (!("open" in from)) return from;
  const name = file ?? (await onlyFile(from));
  const source = await from.open(name);
  if (source !== undefined) return source;
  throw new ArtifactError("file_missing", `${from.name}: found no file ${name}`, { data: { file: name } });
}

async function onlyFile(folder: SourceDirectory): Promise<string> {
  // What cannot be listed is a checkpoint on a server.
  const names = (await folder.list()) ?? ["model.safetensors"];
  const files = names.filter((name) => /\.(ninfer|safetensors)$/.test(name)).sort();
  const [only] = files;
  if (files.length === 1 && only !== undefined) return only;
  throw new ArtifactError(
    "several_files",
    `${folder.name}: found ${files.length} files of weights, needed one for one hash${listed(files)}`,
    { hint: "name the file", data: { files } },
  );
}

/** Where the hashed bytes begin, and their hash by the file's own word. */
async function recorded(source: ByteSource): Promise<{ readonly start: number; readonly hash: string }> {
  const directory = (await looksLikeNinfer(source)) ? (await openNinfer(source)).directory : undefined;
  const hash = directory?.identity?.buildId;
  if (hash !== undefined) return { start: source.size - directory!.files[0]!.payloadBytes, hash };
  throw new ArtifactError(
    "no_recorded_hash",
    `${source.name}: found no SHA-256 in the file, needed one to compare with`,
    {
      hint: "give the SHA-256 that its publisher states",
      data: { file: source.name },
    },
  );
}

/** Hash of the bytes from `start` to the end; the next piece is read while one is hashed. */
async function hashFrom(source: ByteSource, start: number, { onProgress, signal }: VerifyOptions): Promise<string> {
  const total = source.size - start;
  const memory = [new Uint8Array(READ_BYTES), new Uint8Array(READ_BYTES)] as const;
  const read = async (at: number): Promise<Uint8Array> => {
    const piece = memory[(at / READ_BYTES) % 2]!.subarray(0, Math.min(READ_BYTES, total - at));
    await readInto(source, start + at, piece);
    return piece;
  };
  const hash = createHash("sha256");
  let next = read(0);
  for (let at = 0; at < total; at += READ_BYTES) {
    const piece = await next;
    signal?.throwIfAborted();
    if (at + READ_BYTES < total) {
      next = read(at + READ_BYTES);
      // Whoever stops early leaves this promise alone; closing the source ends it.
      next.catch(() => {});
    }
    hash.update(piece);
    onProgress?.(at + piece.byteLength, total);
  }
  return hash.digest("hex");
}
