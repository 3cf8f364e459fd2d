/**
 * A written set against its source: every byte read back and compared with a second encoding, and the error of what was
 * rounded, by format. Separate from writing, because it trusts nothing that writing left behind but the files.
 */
import { DECODERS } from "../artifact/formats/decoders.ts";
import { spelledFormat } from "../artifact/ninfer/formats.ts";
import type { PlacedObject } from "../artifact/ninfer/new-set.ts";
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError } from "../base/errors.ts";
import type { WeightFormat } from "../base/formats/registry.ts";
import { type Block, blocksOf } from "./blocks.ts";
import type { ConversionPlan } from "./plan.ts";

/** Root mean square of the error over that of the weights, and how many weights there are. */
export interface FormatError {
  readonly format: string;
  readonly weights: number;
  readonly relativeError: number;
}

/** Bytes of the written payload. */
export type PayloadReader = (offset: number, length: number) => Promise<Uint8Array>;

interface Sums {
  weights: number;
  error: number;
  squares: number;
}

/** @throws ArtifactError `verify_failed` with the place of the first byte that differs */
export async function verifyObjects(
  { jobs, set }: ConversionPlan,
  read: PayloadReader,
  onProgress?: (readBytes: number, totalBytes: number) => void,
): Promise<readonly FormatError[]> {
  const sums = new Map<WeightFormat, Sums>();
  for (const [index, placed] of set.objects.entries()) {
    for await (const block of blocksOf(jobs[index]!, placed)) {
      for (const { offset, bytes } of block.pieces) compare(placed, offset, bytes, await read(offset, bytes.length));
      if (placed.kind === "tensor" && block.values !== undefined) await addError(sums, placed, block, read);
    }
    onProgress?.(placed.offset + placed.bytes, set.payloadBytes);
  }
  return [...sums].map(([format, { weights, error, squares }]) => ({
    format: spelledFormat(format)!.format,
    weights,
    relativeError: squares === 0 ? 0 : Math.sqrt(error / squares),
  }));
}

function compare({ id, offset: start }: PlacedObject, offset: number, wanted: Uint8Array, found: Uint8Array): void {
  const at = wanted.findIndex((byte, i) => byte !== found[i]);
  if (at < 0) return;
  throw new ArtifactError(
    "verify_failed",
    `object ${id}: byte ${withSeparators(offset + at - start)}: found ${found[at]}, the source gives ${wanted[at]}`,
    { hint: "the disk or the source changed what was written; convert again", data: { object: id } },
  );
}

async function addError(
  sums: Map<WeightFormat, Sums>,
  { format, layout, offset }: Extract<PlacedObject, { kind: "tensor" }>,
  { pieces, values, rows }: Block,
  read: PayloadReader,
): Promise<void> {
  const { trailer, columns } = layout;
  const tail = trailer === undefined ? new Uint8Array(0) : await read(offset + trailer.offset, trailer.bytes);
  const planes = pieces.map(({ bytes }) => bytes);
  const decoded = DECODERS[format]({ columns, firstRow: rows!.start, planes, trailer: tail }, rows!.start, rows!.end);
  const own = sums.get(format) ?? { weights: 0, error: 0, squares: 0 };
  for (let i = 0; i < decoded.length; i++) {
    const value = values![i]!;
    own.error += (decoded[i]! - value) ** 2;
    own.squares += value * value;
  }
  own.weights += decoded.length;
  sums.set(format, own);
}
