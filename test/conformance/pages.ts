/**
 * KV pages of cases, by any codec: how numbers become pages and what they are afterwards. Numbers of a page stand in the
 * order [K, V][head][token][d], whatever the codec does with them. A new codec is one line here, and kv-append and
 * attention then get cases of it.
 */
import { fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import type { KvPlane, KvShape } from "../../src/base/kv/layout.ts";
import { KV_LAYOUTS, type KvCodec } from "../../src/base/kv/registry.ts";
import { type Criterion, exactCopy } from "./criteria.ts";
import type { RandomSource } from "./random.ts";
import { PAGE } from "./step-rows.ts";
import type { PagesData } from "./types.ts";

interface CodecDefinition {
  /** Pages whose numbers are the nearest that the codec has. */
  encode(numbers: ArrayLike<number>, shape: KvShape): Uint8Array;
  decode(bytes: Uint8Array, shape: KvShape): Float32Array;
  /** How appended vectors compare with those of `encode`. */
  readonly appended: Criterion;
}

function elements(storage: "f32" | "bf16"): CodecDefinition {
  return {
    encode: (numbers) => fromFloat32(numbers, storage),
    decode: (bytes) => toFloat32(bytes, storage),
    appended: exactCopy,
  };
}

export const CODECS: Readonly<Record<KvCodec, CodecDefinition>> = {
  f32: elements("f32"),
  bf16: elements("bf16"),
};

/** The codecs that store heads of a shape. */
export function codecsFor(shape: KvShape): readonly KvCodec[] {
  return (Object.keys(CODECS) as KvCodec[]).filter((codec) => KV_LAYOUTS[codec].fits(shape));
}

/** Numbers as a codec keeps them. */
export function stored(codec: KvCodec, numbers: ArrayLike<number>, shape: KvShape): Float32Array {
  return CODECS[codec].decode(CODECS[codec].encode(numbers, shape), shape);
}

export function pagesOf(ref: PagesData["ref"], codec: KvCodec, entries: number, numbers: ArrayLike<number>): PagesData {
  const bytes = CODECS[codec].encode(numbers, ref);
  return { ref, storage: codec, entries, data: CODECS[codec].decode(bytes, ref), bytes };
}

/** A pool with random contents, null page included: leftovers of other owners. */
export function randomPages(random: RandomSource, shape: KvShape, entries: number, codec: KvCodec): PagesData {
  const { heads, headWidth } = shape;
  const ref = { kind: "kv", layer: 0, heads, headWidth } as const;
  return pagesOf(ref, codec, entries, random.values(entries * pageElements(shape)));
}

/** A pool in so many segments, the last one shorter where they do not divide it. */
export function inSegments(pages: PagesData, count: number): PagesData {
  return count === 1 ? pages : { ...pages, segments: { count, pages: Math.ceil(pages.entries / count) } };
}

export function pageElements(shape: KvShape): number {
  return 2 * shape.heads * PAGE * shape.headWidth;
}

/** Number where the vector of one head and sequence index starts. */
export function pageElement(
  shape: KvShape,
  pages: readonly number[],
  plane: KvPlane,
  head: number,
  index: number,
): number {
  const { heads, headWidth } = shape;
  const page = pages[Math.floor(index / PAGE)]!;
  const vector = page * 2 * heads + (plane === "values" ? heads : 0) + head;
  return (vector * PAGE + (index % PAGE)) * headWidth;
}
