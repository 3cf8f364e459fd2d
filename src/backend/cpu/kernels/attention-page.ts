/**
 * Attention of one row over one page: scores of its keys, their weights against the largest score so far, and the values
 * mixed into the row's outputs. Apart from the walk over rows and pages because these are the loops that take the time.
 * Keys and values are read for up to two query heads at once; loops are short, because engines spill what long blocks load.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  i32x4,
  type Local,
  load,
  mul,
  op,
  store,
  type Wasm,
  type WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { exp4 } from "../../../../codegen/wasm/math.ts";
import { byteSize } from "../../../base/dtype.ts";
import type { KvCodec } from "../../../base/kv/registry.ts";
import { PAGE_TOKENS } from "../../../base/step-block.ts";
import { multiplyAdd } from "./float-sums.ts";
import { acrossLanes, sumsOfFour } from "./lanes.ts";
import { addf, list, localsOf, mulf, next, subf, VECTOR_BYTES } from "./vectors.ts";

/** Query heads that read a page together: what registers hold of sums. */
export const HEADS_AT_ONCE = 2;
/** Weights of a page for those heads, in scratch. */
export const PAGE_SCRATCH_BYTES = HEADS_AT_ONCE * 4 * PAGE_TOKENS;
/** Of a query head between pages: the largest score so far, in all lanes, and the sum of weights, lane by lane. */
export const PROGRESS = { best: 0, sum: VECTOR_BYTES, bytes: 2 * VECTOR_BYTES } as const;

/** Keys whose scores are one vector. */
const KEYS_AT_ONCE = 4;
/** Vectors of a value that are mixed at once: as many of these as divide its width. */
const COLUMNS_AT_ONCE = [4, 3, 2, 1] as const;
const WEIGHT_BYTES = 4 * PAGE_TOKENS;

export interface PageShape {
  readonly headWidth: number;
  readonly scale: number;
  readonly codec: KvCodec;
  readonly fused: boolean;
}

/** Where a page's keys and values, and a query head's row of inputs, outputs and progress are. */
export interface PagePlaces {
  readonly keys: Local;
  readonly values: Local;
  /** Keys that the row sees: 1 to 64. */
  readonly seen: Local;
  readonly query: Local;
  readonly output: Local;
  readonly progress: Local;
  readonly scratch: Local;
}

/** Locals of the loops; they are free between calls of `attend`. */
export class PageAttention {
  readonly #shape: PageShape;
  readonly #at: PagePlaces;
  readonly #words: ReturnType<typeof wordsOf>;
  readonly #sums: readonly (readonly [Local, Local, Local, Local])[];
  readonly #heads: readonly Readonly<Record<"query" | "best" | "shrink" | "total", Local>>[];
  readonly #loaded: Local;
  readonly #index: Local;
  readonly #exp: (x: Wasm) => Wasm;

  constructor(f: WasmFunction, shape: PageShape, places: PagePlaces) {
    this.#shape = shape;
    this.#at = places;
    this.#words = wordsOf(f);
    const vector = (name: string): Local => f.local(name, "v128");
    this.#sums = list(HEADS_AT_ONCE, (h) => [
      vector(`sum${h}_0`),
      vector(`sum${h}_1`),
      vector(`sum${h}_2`),
      vector(`sum${h}_3`),
    ]);
    this.#heads = list(HEADS_AT_ONCE, () => localsOf(f, "v128", "query", "best", "shrink", "total"));
    this.#loaded = vector("loaded");
    this.#index = vector("key_index");
    this.#exp = (x) => exp4(f, x);
  }

  /** The page for as many neighbouring query heads, the first of them at the places. */
  attend(heads: number): Wasm[] {
    return [...this.#score(heads), ...this.#weigh(heads), ...this.#mix(heads)];
  }

  get #vectorBytes(): number {
    return this.#shape.headWidth * byteSize(this.#shape.codec);
  }

  /** Four neighbouring elements of a key or value, as many vectors behind an address. */
  #elements(address: Local, vector: number, offset = 0): Wasm {
    if (this.#shape.codec === "f32") return load("v128.load", address.get, offset + VECTOR_BYTES * vector);
    const halves = load("v128.load16x4_u", address.get, offset + (VECTOR_BYTES / 2) * vector);
    return op("i32x4.shl", halves, i32(16));
  }

  get #elementsBytes(): number {
    return 4 * byteSize(this.#shape.codec);
  }

  /** The sum that each head's and each key's product with four elements is added to. */
  #score(heads: number): Wasm[] {
    const { headWidth, scale, fused } = this.#shape;
    const { keys, query, seen, scratch } = this.#at;
    const { key, element, weight, end, lastWeight } = this.#words;
    const index = this.#index;
    const each = this.#heads.slice(0, heads);
    const products = list(KEYS_AT_ONCE, (k) => [
      this.#loaded.set(this.#elements(key, 0, k * this.#vectorBytes)),
      ...each.map((head, h) => {
        const sum = this.#sums[h]![k]!;
        return sum.set(multiplyAdd(sum.get, head.query.get, this.#loaded.get, fused));
      }),
    ]);
    const isSeen = op("i32x4.lt_s", index.get, op("i32x4.splat", seen.get));
    const finished = each.flatMap(({ best }, h) => {
      const sum = this.#sums[h]!;
      const scores = mulf(sumsOfFour(sum), f32x4(scale));
      return [
        // Behind the last key lies what earlier owners of the page left.
        sum[0].set(op("v128.bitselect", scores, f32x4(Number.NEGATIVE_INFINITY), isSeen)),
        store("v128.store", weight.get, sum[0].get, h * WEIGHT_BYTES),
        best.set(op("f32x4.max", best.get, sum[0].get)),
      ];
    });
    return [
      ...each.map(({ best }) => best.set(f32x4(Number.NEGATIVE_INFINITY))),
      index.set(i32x4(0, 1, 2, 3)),
      key.set(keys.get),
      weight.set(scratch.get),
      lastWeight.set(add(scratch.get, op("i32.and", mul(add(seen.get, i32(3)), i32(4)), i32(-VECTOR_BYTES)))),
      doWhile(
        [
          ...this.#sums.slice(0, heads).flatMap((sum) => sum.map((part) => part.set(f32x4(0)))),
          element.set(query.get),
          end.set(add(query.get, i32(4 * headWidth))),
          doWhile(
            [
              ...each.map((head, h) => head.query.set(load("v128.load", element.get, 4 * h * headWidth))),
              ...products.flat(),
              next(element, VECTOR_BYTES),
              next(key, this.#elementsBytes),
            ],
            op("i32.ne", element.get, end.get),
          ),
          ...finished,
          next(key, (KEYS_AT_ONCE - 1) * this.#vectorBytes),
          next(weight, VECTOR_BYTES),
          index.set(op("i32x4.add", index.get, i32x4(KEYS_AT_ONCE))),
        ],
        op("i32.ne", weight.get, lastWeight.get),
      ),
    ];
  }

  /** Scores become weights; what was mixed before counts less when a larger score comes. */
  #weigh(heads: number): Wasm[] {
    const { progress, scratch } = this.#at;
    const { weight, lastWeight } = this.#words;
    const each = this.#heads.slice(0, heads);
    const weights = each.flatMap(({ best, total }, h) => [
      this.#loaded.set(this.#exp(subf(load("v128.load", weight.get, h * WEIGHT_BYTES), best.get))),
      store("v128.store", weight.get, this.#loaded.get, h * WEIGHT_BYTES),
      total.set(addf(total.get, this.#loaded.get)),
    ]);
    return [
      ...each.flatMap(({ best, shrink, total }, h) => {
        const at = h * PROGRESS.bytes;
        return [
          ...acrossLanes("f32x4.max", best),
          shrink.set(load("v128.load", progress.get, at + PROGRESS.best)),
          best.set(op("f32x4.max", best.get, shrink.get)),
          shrink.set(this.#exp(subf(shrink.get, best.get))),
          store("v128.store", progress.get, best.get, at + PROGRESS.best),
          total.set(mulf(load("v128.load", progress.get, at + PROGRESS.sum), shrink.get)),
        ];
      }),
      weight.set(scratch.get),
      doWhile([...weights, next(weight, VECTOR_BYTES)], op("i32.ne", weight.get, lastWeight.get)),
      ...each.map(({ total }, h) => {
        return store("v128.store", progress.get, total.get, h * PROGRESS.bytes + PROGRESS.sum);
      }),
    ];
  }

  /** outputs = outputs * shrink + weights * values, a few columns after another. */
  #mix(heads: number): Wasm[] {
    const { headWidth, fused } = this.#shape;
    const { values, output, seen, scratch } = this.#at;
    const { value, weight, lastWeight, column, columns, end } = this.#words;
    const each = this.#heads.slice(0, heads);
    const width = COLUMNS_AT_ONCE.find((count) => (headWidth / 4) % count === 0)!;
    const places = each.flatMap((head, h) => {
      const sums = this.#sums[h]!.slice(0, width);
      return sums.map((sum, c) => ({ head, sum, c, offset: 4 * h * headWidth + VECTOR_BYTES * c }));
    });
    const products = list(width, (c) => [
      this.#loaded.set(this.#elements(value, c)),
      ...each.map((head, h) => {
        const sum = this.#sums[h]![c]!;
        return sum.set(multiplyAdd(sum.get, head.query.get, this.#loaded.get, fused));
      }),
    ]);
    return [
      lastWeight.set(add(scratch.get, mul(seen.get, i32(4)))),
      column.set(output.get),
      columns.set(values.get),
      end.set(add(values.get, i32(this.#vectorBytes))),
      doWhile(
        [
          ...places.map(({ head, sum, offset }) => {
            return sum.set(mulf(load("v128.load", column.get, offset), head.shrink.get));
          }),
          value.set(columns.get),
          weight.set(scratch.get),
          doWhile(
            [
              // The weight takes the query's register.
              ...each.map((head, h) => head.query.set(load("v128.load32_splat", weight.get, h * WEIGHT_BYTES))),
              ...products.flat(),
              next(value, this.#vectorBytes),
              next(weight, 4),
            ],
            op("i32.ne", weight.get, lastWeight.get),
          ),
          ...places.map(({ sum, offset }) => store("v128.store", column.get, sum.get, offset)),
          next(column, width * VECTOR_BYTES),
          next(columns, width * this.#elementsBytes),
        ],
        op("i32.ne", columns.get, end.get),
      ),
    ];
  }
}

function wordsOf(f: WasmFunction) {
  const names = ["key", "element", "value", "weight", "lastWeight", "column", "columns", "end"] as const;
  return localsOf(f, "i32", ...names);
}
