/**
 * Key and query of a token at unit length, with their product: what the delta rule makes of a row once for all value heads
 * of a key head. Apart from the recurrence because it reads rows and records alike. Lanes of squares are joined in one
 * order, so a record has the bits of the row it was.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  type Local,
  laneAccess,
  load,
  op,
  store,
  type Wasm,
  type WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { acrossLanes } from "./lanes.ts";
import { addf, divf, localsOf, mulf, next, VECTOR_BYTES } from "./vectors.ts";

const NORM_EPSILON = 1e-6;

export interface UnitPlaces {
  /** Addresses of the vectors as they come; both move to the end. */
  readonly key: Local;
  readonly query: Local;
  /** Where the key goes, and the query behind it. */
  readonly token: Local;
  /** Address of k . q. */
  readonly overlap: Wasm;
}

export class UnitVectors {
  readonly #keyWidth: number;
  readonly #words: Readonly<Record<"to" | "end", Local>>;
  readonly #vectors: Readonly<Record<"keySquares" | "querySquares" | "keyPart" | "queryPart" | "product", Local>>;

  constructor(f: WasmFunction, keyWidth: number) {
    this.#keyWidth = keyWidth;
    this.#words = localsOf(f, "i32", "to", "end");
    this.#vectors = localsOf(f, "v128", "keySquares", "querySquares", "keyPart", "queryPart", "product");
  }

  /** k / |k| and q / (|q| sqrt(dk)). */
  write({ key, query, token, overlap }: UnitPlaces): Wasm[] {
    const { to, end } = this.#words;
    const { keySquares, querySquares, keyPart, queryPart, product } = this.#vectors;
    const bytes = 4 * this.#keyWidth;
    const forward = [next(key, VECTOR_BYTES), next(query, VECTOR_BYTES)];
    const more = op("i32.ne", key.get, end.get);
    return [
      keySquares.set(f32x4(0)),
      querySquares.set(f32x4(0)),
      end.set(add(key.get, i32(bytes))),
      doWhile([...square(keySquares, keyPart, key), ...square(querySquares, queryPart, query), ...forward], more),
      ...scaleOf(keySquares, 1),
      ...scaleOf(querySquares, this.#keyWidth ** -0.5),
      product.set(f32x4(0)),
      next(key, -bytes),
      next(query, -bytes),
      to.set(token.get),
      doWhile(
        [
          keyPart.set(mulf(load("v128.load", key.get), keySquares.get)),
          queryPart.set(mulf(load("v128.load", query.get), querySquares.get)),
          store("v128.store", to.get, keyPart.get),
          store("v128.store", to.get, queryPart.get, bytes),
          product.set(addf(product.get, mulf(keyPart.get, queryPart.get))),
          next(to, VECTOR_BYTES),
          ...forward,
        ],
        more,
      ),
      ...acrossLanes("f32x4.add", product),
      laneAccess("v128.store32_lane", overlap, product.get, 0),
    ];
  }
}

function square(squares: Local, part: Local, at: Local): Wasm[] {
  return [part.set(load("v128.load", at.get)), squares.set(addf(squares.get, mulf(part.get, part.get)))];
}

/** Squares become the factor that scales their vector. */
function scaleOf(squares: Local, factor: number): Wasm[] {
  const norm = op("f32x4.sqrt", addf(squares.get, f32x4(NORM_EPSILON)));
  return [...acrossLanes("f32x4.add", squares), squares.set(divf(f32x4(factor), norm))];
}
