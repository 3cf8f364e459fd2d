/**
 * The frame of linear's bodies: chunks of rows, the items of a launch, and the epilogue on complete sums. An item is four
 * neighbouring columns in each of several places of the matrix, `streams`, so that a product reads long runs of it. Apart
 * from the products, which differ in what they read: where outputs lie and how rows are taken is the same for all.
 */
import {
  add,
  call,
  doWhile,
  i32,
  type Local,
  load,
  mul,
  op,
  select,
  store,
  sub,
  type Wasm,
  type WasmFunction,
  whileDo,
} from "../../../../codegen/wasm/ir.ts";
import type { Extent } from "../../../base/operands.ts";
import { type BodyParameters, bodySignature, numberParameter, type WasmBody } from "./body.ts";
import { bindEpilogue, epilogueName, epilogueOperands } from "./epilogue.ts";

/** Columns of an output, and rows of a matrix, that lie side by side in an item. */
const ITEM_COLUMNS = 4;
/** Bytes of their four sums. */
export const SUMS_BYTES = 16;

/** Whether a body multiplies with two matrices. */
const isPair = (parameters: BodyParameters): boolean => epilogueName(parameters) === "swiglu";

/** What a body binds, in binding order. @param input operand that holds the rows */
export function linearOperands(input: string, parameters: BodyParameters): readonly string[] {
  const matrices = isPair(parameters) ? ["w", "w2"] : ["w"];
  return [input, ...matrices, ...epilogueOperands(epilogueName(parameters)), "y"];
}

/** What is constant in the code of a body. */
interface LinearItems {
  /** Operand that holds the rows, and bytes from one to the next. */
  readonly input: string;
  readonly rowBytes: number;
  /** Rows that pass by all items before the next ones. */
  readonly chunkRows: number;
  /** Places of an item, items of the launch, and bytes of four neighbouring rows of the matrix. */
  readonly streams: number;
  readonly items: number;
  readonly groupBytes: number;
  /**
   * `product(x, w, sums, scratch, rows)`: the sums of rows with an item, row after row, `SUMS_BYTES` a place. `w` is the
   * address of the item's first place; the others follow `items * groupBytes` bytes apart.
   */
  readonly product: WasmFunction;
  /** Bytes of scratch that the product needs. */
  readonly productBytes: number;
}

const next = (local: Local, bytes: number): Wasm => local.set(add(local.get, i32(bytes)));

/** Parameters beside the epilogue's: `width` and `extent` of the output. */
export function linearBody(parameters: BodyParameters, shape: LinearItems): WasmBody {
  const { input, rowBytes, chunkRows, streams, items, groupBytes, product, productBytes } = shape;
  const width = numberParameter(parameters, "width");
  const signature = bodySignature(linearOperands(input, parameters));
  const { run, address, scratch, from, to } = signature;
  const rows = signature[parameters["extent"] as Extent];
  const local = (name: string): Local => run.local(name, "i32");
  const [x, y, count, item, group] = [local("x_rows"), local("y_rows"), local("count"), local("item"), local("group")];
  const [left, sums, out, column] = [local("rows_left"), local("sums"), local("out"), local("column")];
  const sumBytes = SUMS_BYTES * streams;
  const firstSums = add(scratch.get, i32(productBytes));
  /** Of the second matrix, behind those of the first. */
  const secondAt = chunkRows * sumBytes;
  const apply = bindEpilogue(run, parameters, address);
  const products = ["w", ...(isPair(parameters) ? ["w2"] : [])].map((matrix, i) => {
    const at = add(firstSums, i32(i * secondAt));
    return call(product, x.get, add(address(matrix).get, group.get), at, scratch.get, count.get);
  });
  const outputs = Array.from({ length: streams }, (_, s): Wasm[] => {
    const at = SUMS_BYTES * s;
    const second = isPair(parameters) ? load("v128.load", sums.get, secondAt + at) : undefined;
    const value = apply(load("v128.load", sums.get, at), { out, column: column.get }, second);
    // From place to place of an item, and back to the first.
    const step = 4 * ITEM_COLUMNS * (s + 1 < streams ? items : -items * (streams - 1));
    return [store("v128.store", out.get, value), ...(streams > 1 ? [next(out, step), next(column, step)] : [])];
  });
  const finish = [
    left.set(count.get),
    sums.set(firstSums),
    column.set(mul(item.get, i32(4 * ITEM_COLUMNS))),
    out.set(add(y.get, column.get)),
    doWhile([...outputs.flat(), next(sums, sumBytes), next(out, 4 * width), left.set(sub(left.get, i32(1)))], left.get),
  ];
  run.put(
    x.set(address(input).get),
    y.set(address("y").get),
    whileDo(rows.get, [
      count.set(select(op("i32.lt_u", rows.get, i32(chunkRows)), rows.get, i32(chunkRows))),
      item.set(from.get),
      whileDo(op("i32.lt_u", item.get, to.get), [
        group.set(mul(item.get, i32(groupBytes))),
        ...products,
        ...finish,
        next(item, 1),
      ]),
      next(x, chunkRows * rowBytes),
      next(y, chunkRows * 4 * width),
      rows.set(sub(rows.get, count.get)),
    ]),
  );
  return { module: { exports: { run } }, scratchBytes: productBytes + products.length * secondAt };
}
