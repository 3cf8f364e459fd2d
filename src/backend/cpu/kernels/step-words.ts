/** The step block as bodies by hand read it: words behind the offsets that its header holds. */
import { add, i32, type Local, load, mul, type Wasm } from "../../../../codegen/wasm/ir.ts";

const WORD_BYTES = 4;

export interface StepWords {
  /** A word of the header. */
  header(field: number): Wasm;
  /** Address of element `index` of the array whose offset is in `field`. */
  address(field: number, index: Wasm): Wasm;
  /** That element. */
  word(field: number, index: Wasm): Wasm;
}

/** @param step address of the block */
export function stepWords(step: Local): StepWords {
  const header = (field: number): Wasm => load("i32.load", step.get, WORD_BYTES * field);
  const address = (field: number, index: Wasm): Wasm => add(step.get, mul(add(header(field), index), i32(WORD_BYTES)));
  return { header, address, word: (field, index) => load("i32.load", address(field, index)) };
}
