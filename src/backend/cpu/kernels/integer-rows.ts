/**
 * One coded row times panels: several panels far apart are read side by side, each a long stream that the processor
 * fetches ahead of its use. Apart from the tile because here nothing is expanded: codes are split in registers. Loops are
 * short on purpose, because engines spill what long blocks load. A block's products are summed exactly, as in the tile.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  i32x4,
  type Local,
  load,
  op,
  store,
  type Wasm,
  WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { CODED_GROUP, type CodedRow } from "./coded-rows.ts";
import { addProducts, joined, scaledSum } from "./integer-sums.ts";
import {
  BYTES_OF_VECTOR,
  byteLoop,
  NibbleVectors,
  type PanelCodes,
  STEP_COLUMNS,
  stepLoop,
  VECTOR_BYTES,
} from "./panel-codes.ts";

export interface RowShape {
  readonly columns: number;
  /** Panels at once, and bytes from one to the next. */
  readonly streams: number;
  readonly streamBytes: number;
  readonly row: CodedRow;
}

/** `row_product(x, w, sums, scratch)`: the sums of a row and `streams` panels, 16 bytes each; four bytes of scratch. */
export function rowProduct(codes: PanelCodes, shape: RowShape): WasmFunction {
  return new RowProduct(codes, shape).f;
}

/** The function being made, and what its parts share. */
class RowProduct {
  readonly f = new WasmFunction("row_product");
  readonly #codes: PanelCodes;
  readonly #shape: RowShape;
  readonly #digits: number;
  readonly #x = this.f.param("x", "i32");
  readonly #w = this.f.param("w", "i32");
  readonly #sums = this.f.param("sums", "i32");
  readonly #scratch = this.f.param("scratch", "i32");
  readonly #products: readonly (readonly Local[])[];

  constructor(codes: PanelCodes, shape: RowShape) {
    this.#codes = codes;
    this.#shape = shape;
    this.#digits = codes.route === "digits" ? 2 : 1;
    this.#products = this.#each((v) =>
      Array.from({ length: this.#digits }, (_, d) => this.f.local(`product${v}_${d}`, "v128")),
    );
    this.#body();
  }

  #each<T>(make: (stream: number) => T): T[] {
    return Array.from({ length: this.#shape.streams }, (_, v) => make(v));
  }

  /** Loads a vector at `address` of a stream. */
  #stream(v: number, address: Local, offset = 0): Wasm {
    return load("v128.load", address.get, v * this.#shape.streamBytes + offset);
  }

  #body(): void {
    const { columns } = this.#shape;
    const { blockBytes, scaleGroups } = this.#codes;
    const totals = this.#each((v) => this.f.local(`total${v}`, "v128"));
    const group = this.f.local("group", "i32");
    const end = this.f.local("row_end", "i32");
    const steps = this.#codes.order.bias === 0 ? this.#byteSteps() : this.#nibbleSteps();
    const parts = Array.from({ length: scaleGroups }, (_, part): Wasm[] => [
      ...this.#products.flat().map((sum) => sum.set(i32x4(0))),
      ...steps,
      ...this.#addScaled(totals, group, part),
    ]);
    this.f.put(
      ...totals.map((total) => total.set(f32x4(0))),
      group.set(this.#x.get),
      end.set(add(this.#x.get, i32(2 * columns))),
      doWhile(
        [
          ...parts.flat(),
          ...(this.#digits === 2 ? [this.#x.set(add(this.#x.get, i32(CODED_GROUP)))] : []),
          // Behind its steps, `w` is where the codes of a step would follow.
          this.#w.set(add(this.#w.get, i32(blockBytes - this.#codes.stepBytes))),
          group.set(add(group.get, i32(4))),
        ],
        op("i32.lt_u", this.#x.get, end.get),
      ),
      ...totals.map((total, v) => store("v128.store", this.#sums.get, total.get, v * VECTOR_BYTES)),
    );
  }

  /** Adds what was summed of a block, or of a part of it that has scales of its own. */
  #addScaled(totals: readonly Local[], group: Local, part: number): Wasm[] {
    const { row } = this.#shape;
    const { order, scalesAt, scaleGroups } = this.#codes;
    const rowScale = this.f.local("row_scale", "v128");
    const bias = this.f.local("bias", "v128");
    const moved = ((part + 1) * this.#codes.stepBytes) / scaleGroups;
    const ofRow = (at: number): Wasm => load("v128.load32_splat", group.get, at);
    return [
      rowScale.set(ofRow(row.scales)),
      ...(order.bias === 0 ? [] : [bias.set(op("i32x4.mul", ofRow(row.sums), i32x4(order.bias)))]),
      ...totals.map((total, v) => {
        const all = joined(this.#products[v]!);
        const products = order.bias === 0 ? all : op("i32x4.sub", all, bias.get);
        const at = scalesAt + part * VECTOR_BYTES - moved;
        return total.set(scaledSum(total.get, products, this.#stream(v, this.#w, at), rowScale.get));
      }),
    ];
  }

  /** The activations of a step: by vector of codes, and by digit. */
  #activations(count: number): { readonly vectors: readonly (readonly Local[])[]; readonly set: readonly Wasm[] } {
    const set: Wasm[] = [];
    const vectors = Array.from({ length: count }, (_, j) =>
      Array.from({ length: this.#digits }, (_, d) => {
        const local = this.f.local(`x${j}_${d}`, "v128");
        set.push(local.set(load("v128.load32_splat", this.#x.get, 4 * j + CODED_GROUP * d)));
        return local;
      }),
    );
    return { vectors, set };
  }

  /** The codes of a block from nibbles. */
  #nibbleSteps(): Wasm[] {
    const { f } = this;
    const codes = this.#codes;
    const made = new NibbleVectors(f, codes, this.#scratch.get);
    f.put(...made.prepare);
    const { vectors, set } = this.#activations(STEP_COLUMNS / codes.vectorColumns);
    return stepLoop(f, codes, this.#w, (high) => [
      ...set,
      ...this.#each((v) => {
        const step = made.step(this.#stream(v, this.#w), high(v * this.#shape.streamBytes));
        const products = step.vectors.flatMap((code, j) => addProducts(this.#products[v]!, vectors[j]!, code));
        return [...step.set, ...products];
      }).flat(),
      this.#x.set(add(this.#x.get, i32(4 * vectors.length))),
    ]);
  }

  /** The codes of as many columns as share a scale, from bytes. */
  #byteSteps(): Wasm[] {
    const { vectors, set } = this.#activations(VECTOR_BYTES / BYTES_OF_VECTOR);
    return byteLoop(this.f, this.#codes.stepBytes / this.#codes.scaleGroups, this.#w, (bytes) => [
      ...set,
      ...this.#each((v) =>
        vectors.map((x, j) => addProducts(this.#products[v]!, x, bytes(v * this.#shape.streamBytes, j))),
      ).flat(2),
      this.#x.set(add(this.#x.get, i32(4 * vectors.length))),
    ]);
  }
}
