/**
 * Passes over a few columns of a head's state matrix: what takes the delta rule's time. One pass applies a token and sums
 * up what the next one asks of the new state, so every element is loaded once and stored once a token. Apart from the
 * tokens because it knows nothing of slots and records. Invariant: an element is added over the state's rows in order,
 * whatever pass it is, and its new value has one formula.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  type Local,
  load,
  op,
  store,
  type Wasm,
  type WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { multiplyAdd } from "./float-sums.ts";
import { list, localsOf, mulf, next, subf, VECTOR_BYTES } from "./vectors.ts";

/** Vectors of columns at once: as many of these as divide a row of the state. */
const COLUMNS_AT_ONCE = [4, 3, 2, 1] as const;

export interface StateShape {
  readonly keyWidth: number;
  readonly valueWidth: number;
  readonly fused: boolean;
}

/** A state's columns somewhere: address of the first row, and bytes from row to row. */
export interface StatePlace {
  readonly at: Local;
  readonly stride: Local;
}

export interface StatePlaces {
  /** Key of the token that is applied, with its query behind it; the next token lies behind both. */
  readonly token: Local;
  readonly source: StatePlace;
  readonly target: StatePlace;
  /** `deltaBytes` of scratch. */
  readonly deltas: Local;
}

export class StatePasses {
  /** Vectors of columns that a pass takes. */
  readonly columns: number;
  readonly #shape: StateShape;
  readonly #at: StatePlaces;
  readonly #words: Readonly<Record<"key" | "end" | "source" | "target", Local>>;
  readonly #vectors: Readonly<Record<"key" | "nextKey" | "nextQuery" | "state" | "decay" | "rate" | "overlap", Local>>;
  readonly #known: readonly Local[];
  readonly #answers: readonly Local[];

  constructor(f: WasmFunction, shape: StateShape, places: StatePlaces) {
    this.#shape = shape;
    this.#at = places;
    this.columns = COLUMNS_AT_ONCE.find((count) => (shape.valueWidth / 4) % count === 0)!;
    this.#words = localsOf(f, "i32", "key", "end", "source", "target");
    this.#vectors = localsOf(f, "v128", "key", "nextKey", "nextQuery", "state", "decay", "rate", "overlap");
    this.#known = list(this.columns, (c) => f.local(`known${c}`, "v128"));
    this.#answers = list(this.columns, (c) => f.local(`answer${c}`, "v128"));
  }

  get #queryBytes(): number {
    return 4 * this.#shape.keyWidth;
  }

  get tokenBytes(): number {
    return 2 * this.#queryBytes;
  }

  get deltaBytes(): number {
    return this.columns * VECTOR_BYTES;
  }

  #each(make: (column: number) => readonly Wasm[]): Wasm[] {
    return list(this.columns, make).flat();
  }

  /** A loop over the state's rows, whose numbers come from a token's vectors. */
  #rows(before: readonly Wasm[], body: readonly Wasm[]): Wasm[] {
    const { token, source, target } = this.#at;
    const words = this.#words;
    return [
      ...before,
      words.key.set(token.get),
      words.end.set(add(token.get, i32(this.#queryBytes))),
      words.source.set(source.at.get),
      words.target.set(target.at.get),
      doWhile(
        [
          ...body,
          next(words.key, 4),
          words.source.set(add(words.source.get, source.stride.get)),
          words.target.set(add(words.target.get, target.stride.get)),
        ],
        op("i32.ne", words.key.get, words.end.get),
      ),
    ];
  }

  #clear(): Wasm[] {
    return this.#each((c) => [this.#known[c]!.set(f32x4(0)), this.#answers[c]!.set(f32x4(0))]);
  }

  /** Adds a row's part of ST k and ST q. */
  #ask(c: number): Wasm[] {
    const { nextKey, nextQuery, state } = this.#vectors;
    const { fused } = this.#shape;
    const [known, answer] = [this.#known[c]!, this.#answers[c]!];
    return [
      known.set(multiplyAdd(known.get, state.get, nextKey.get, fused)),
      answer.set(multiplyAdd(answer.get, state.get, nextQuery.get, fused)),
    ];
  }

  /** What the token at `token` asks of the state as it is. */
  read(): Wasm[] {
    const { nextKey, nextQuery, state } = this.#vectors;
    const { key, source } = this.#words;
    return this.#rows(this.#clear(), [
      nextKey.set(load("v128.load32_splat", key.get)),
      nextQuery.set(load("v128.load32_splat", key.get, this.#queryBytes)),
      ...this.#each((c) => [state.set(load("v128.load", source.get, VECTOR_BYTES * c)), ...this.#ask(c)]),
    ]);
  }

  /**
   * The token's change to its columns: beta (v - ST k) with the state decayed.
   * @param gates addresses of its decay, its beta and k . q
   */
  change(values: Local, gates: Readonly<Record<"decay" | "rate" | "overlap", Wasm>>): Wasm[] {
    const { decay, rate, overlap, state } = this.#vectors;
    return [
      decay.set(load("v128.load32_splat", gates.decay)),
      rate.set(load("v128.load32_splat", gates.rate)),
      overlap.set(load("v128.load32_splat", gates.overlap)),
      ...this.#each((c) => [
        state.set(subf(load("v128.load", values.get, VECTOR_BYTES * c), mulf(decay.get, this.#known[c]!.get))),
        store("v128.store", this.#at.deltas.get, mulf(rate.get, state.get), VECTOR_BYTES * c),
      ]),
    ];
  }

  /** y = ST q of the new state, from what was asked of the old one. */
  answer(y: Local): Wasm[] {
    const { decay, overlap } = this.#vectors;
    return this.#each((c) => {
      const before = mulf(decay.get, this.#answers[c]!.get);
      const value = multiplyAdd(before, overlap.get, this.#delta(c), this.#shape.fused);
      return [store("v128.store", y.get, value, VECTOR_BYTES * c)];
    });
  }

  #delta(c: number): Wasm {
    return load("v128.load", this.#at.deltas.get, VECTOR_BYTES * c);
  }

  /** S = exp(g) S + k deltaT from source to target. */
  #update(c: number): Wasm[] {
    const { key, decay, state } = this.#vectors;
    const before = mulf(load("v128.load", this.#words.source.get, VECTOR_BYTES * c), decay.get);
    return [
      state.set(multiplyAdd(before, key.get, this.#delta(c), this.#shape.fused)),
      store("v128.store", this.#words.target.get, state.get, VECTOR_BYTES * c),
    ];
  }

  /** Applies the token at `token`. */
  apply(): Wasm[] {
    return this.#rows(
      [],
      [this.#vectors.key.set(load("v128.load32_splat", this.#words.key.get)), ...this.#each((c) => this.#update(c))],
    );
  }

  /** Applies the token at `token`, and asks what the one behind it asks of the new state. */
  applyAndRead(): Wasm[] {
    const { key, nextKey, nextQuery } = this.#vectors;
    const at = this.#words.key.get;
    return this.#rows(this.#clear(), [
      key.set(load("v128.load32_splat", at)),
      nextKey.set(load("v128.load32_splat", at, this.tokenBytes)),
      nextQuery.set(load("v128.load32_splat", at, this.tokenBytes + this.#queryBytes)),
      ...this.#each((c) => [...this.#update(c), ...this.#ask(c)]),
    ]);
  }
}
