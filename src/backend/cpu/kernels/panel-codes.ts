/**
 * Vectors of codes out of panels: shifts, masks and loads that both the one-row kernel and the tile's expansion are made
 * of. A step is eight columns of four rows: 16 bytes of nibbles with what lies above them, or 32 bytes. A vector of
 * `halves` holds two columns of each row in lanes of 16 bits, one of `digits` four in bytes.
 */
import {
  add,
  doWhile,
  i32,
  type Local,
  load,
  op,
  store,
  type Wasm,
  type WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { BLOCK_COLUMNS, PANEL_ROWS, type PanelOrder } from "../../../base/formats/panels.ts";
import { panelsOf, type WeightFormat } from "../../../base/formats/registry.ts";
import type { DotRoute } from "./coded-rows.ts";

export const VECTOR_BYTES = 16;
/** Bytes of codes that become a vector of halves. */
export const BYTES_OF_VECTOR = 8;
/** Columns of a step. */
export const STEP_COLUMNS = 8;

/** What code for a format's panels is made from. */
export interface PanelCodes {
  readonly order: PanelOrder;
  readonly route: DotRoute;
  /** Bytes of a block, and where its high bits and its scales are. */
  readonly blockBytes: number;
  readonly highAt: number;
  readonly scalesAt: number;
  /** Bytes of the steps of a block: its codes without high bits. */
  readonly stepBytes: number;
  /** Bits above the nibbles: 0 for 4 bits, and for bytes, which have none. */
  readonly highBits: number;
  /** Groups of columns with scales of their own in a block. */
  readonly scaleGroups: number;
  /** Columns of a vector of codes, and vectors of a block. */
  readonly vectorColumns: number;
  readonly vectors: number;
}

export function panelCodes(format: WeightFormat, route: DotRoute): PanelCodes {
  const order = panelsOf(format);
  const { highBits, group } = order.bits;
  const vectorColumns = route === "halves" ? 2 : 4;
  return {
    order,
    route,
    blockBytes: 4 * order.blockWords,
    highAt: highBits === 0 ? 0 : 4 * order.parts[1]!.firstWord,
    scalesAt: 4 * order.parts.at(-1)!.firstWord,
    stepBytes: (BLOCK_COLUMNS * PANEL_ROWS * order.bits.lowBits) / 8,
    highBits,
    scaleGroups: BLOCK_COLUMNS / group,
    vectorColumns,
    vectors: BLOCK_COLUMNS / vectorColumns,
  };
}

/** Vectors of a step: instructions that prepare them, and one expression for each. */
export interface StepVectors {
  readonly set: readonly Wasm[];
  readonly vectors: readonly Wasm[];
}

/**
 * Makes vectors of codes from nibbles and the bits above them. Bytes are put together first, because one mask and one
 * shift then serve two codes of a lane; halves are what bytes are split into.
 */
export class NibbleVectors {
  /** Run once, before any step. */
  readonly prepare: readonly Wasm[];
  readonly #codes: PanelCodes;
  readonly #low: Wasm;
  readonly #high: Wasm;
  readonly #byte: Wasm;
  readonly #bytes: readonly [Local, Local];
  readonly #nibbles: Local;
  readonly #above: Local;

  /** @param word address of four bytes of scratch */
  constructor(f: WasmFunction, codes: PanelCodes, word: Wasm) {
    this.#codes = codes;
    const { route, highBits } = codes;
    const prepare: Wasm[] = [];
    // Engines put a constant together at every use, but keep what was loaded in its register.
    const mask = (name: string, bits: number): Wasm => {
      const local = f.local(name, "v128");
      prepare.push(store("i32.store", word, i32(bits)), local.set(load("v128.load32_splat", word)));
      return local.get;
    };
    const asBytes = route === "digits" || highBits > 0;
    this.#low = mask("low_mask", asBytes ? 0x0f0f0f0f : 0x000f000f);
    this.#high = highBits === 0 ? this.#low : mask("high_mask", (2 ** highBits - 1) * 0x10101010);
    this.#byte = asBytes && route === "halves" ? mask("byte_mask", 0x00ff00ff) : this.#low;
    this.#nibbles = f.local("nibbles", "v128");
    this.#above = f.local("high", "v128");
    this.#bytes = [f.local("bytes0", "v128"), f.local("bytes1", "v128")];
    this.prepare = prepare;
  }

  /**
   * Unsigned codes of a step, by columns.
   * @param high the bits above them, such that those of this step are the lowest
   */
  step(nibbles: Wasm, high?: Wasm): StepVectors {
    const { route } = this.#codes;
    const loaded = [this.#nibbles.set(nibbles), ...(high === undefined ? [] : [this.#above.set(high)])];
    if (route === "halves" && high === undefined) return { set: loaded, vectors: this.#halves() };
    const set = [...loaded, ...this.#bytes.map((local, pair) => local.set(this.#bytesOf(pair)))];
    const [even, odd] = this.#bytes;
    if (route === "digits") return { set, vectors: [even.get, odd.get] };
    const low = (v: Local): Wasm => op("v128.and", v.get, this.#byte);
    const above = (v: Local): Wasm => op("i16x8.shr_u", v.get, i32(8));
    return { set, vectors: [low(even), low(odd), above(even), above(odd)] };
  }

  #halves(): Wasm[] {
    const masked = [0, 4, 8].map((bits) => op("v128.and", shifted(this.#nibbles.get, bits), this.#low));
    // What a shift by twelve leaves are four bits.
    return [...masked, shifted(this.#nibbles.get, 12)];
  }

  #bytesOf(pair: number): Wasm {
    const { highBits } = this.#codes;
    const low = op("v128.and", shifted(this.#nibbles.get, 4 * pair), this.#low);
    if (highBits === 0) return low;
    return op("v128.or", low, op("v128.and", shifted(this.#above.get, highBits * pair - 4), this.#high));
  }
}

/**
 * A loop over the steps of a block of nibbles from `w` on, which moves behind them: inside one over the vectors of high
 * bits where there are any. @param step gets the high bits of a panel that many bytes further, as `step` above wants them
 */
export function stepLoop(
  f: WasmFunction,
  { highBits, highAt, stepBytes }: PanelCodes,
  w: Local,
  step: (high: (offset: number) => Wasm | undefined) => readonly Wasm[],
): Wasm[] {
  const end = f.local("steps_end", "i32");
  const next = w.set(add(w.get, i32(VECTOR_BYTES)));
  const more = op("i32.lt_u", w.get, end.get);
  const toEnd = end.set(add(w.get, i32(stepBytes)));
  if (highBits === 0) return [toEnd, doWhile([...step(() => undefined), next], more)];
  const shift = f.local("shift", "i32");
  const above = f.local("high_at", "i32");
  const high = (offset: number): Wasm => op("i16x8.shr_u", load("v128.load", above.get, offset), shift.get);
  const steps = [...step(high), next, shift.set(add(shift.get, i32(2 * highBits)))];
  return [
    toEnd,
    above.set(add(w.get, i32(highAt))),
    doWhile(
      [
        shift.set(i32(0)),
        doWhile(steps, op("i32.lt_u", shift.get, i32(8))),
        above.set(add(above.get, i32(VECTOR_BYTES))),
      ],
      more,
    ),
  ];
}

/** The same over `count` bytes of codes. @param step gets vector 0 or 1 of a panel that many bytes further */
export function byteLoop(
  f: WasmFunction,
  count: number,
  w: Local,
  step: (vector: (offset: number, j: number) => Wasm) => readonly Wasm[],
): Wasm[] {
  const end = f.local("bytes_end", "i32");
  const vector = (offset: number, j: number): Wasm => load("v128.load8x8_s", w.get, offset + BYTES_OF_VECTOR * j);
  return [
    end.set(add(w.get, i32(count))),
    doWhile([...step(vector), w.set(add(w.get, i32(VECTOR_BYTES)))], op("i32.lt_u", w.get, end.get)),
  ];
}

function shifted(v: Wasm, right: number): Wasm {
  if (right === 0) return v;
  return right > 0 ? op("i16x8.shr_u", v, i32(right)) : op("i16x8.shl", v, i32(-right));
}
