/**
 * quantised-linear: products of int8 rows and integer weights. A thread adds up the integers of one group of the weight,
 * which no order changes, and then adds the group times both scales to its sum in f32; it takes every eighth group.
 */
import { f32, i32, type KernelBuilder } from "../codegen/builder.ts";
import { GROUP_COLUMNS } from "../src/base/int8-groups.ts";
import { invariant, present } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";
import { operand } from "./lowering.ts";
import { type Product, portableProduct, SPLITS } from "./product-tile.ts";
import { type IntegerReader, LONGEST_RUN } from "./weights/reader.ts";

const OP = "quantised-linear";

function integerProduct(problem: Problem): Product {
  const codes = operand(problem.inputs, "x", OP);
  const scales = operand(problem.inputs, "xScales", OP);
  const w = operand(problem.weights, "w", OP);
  invariant(w.kind === "tensor", `${OP} multiplies with a tensor`);
  return {
    name: "quantised_linear",
    formula: `(x[${codes.extent}, ${w.columns}] * xScales) wT, integers within a group`,
    input: codes,
    depth: w.columns,
    bind(k: KernelBuilder) {
      const codeMemory = k.buffer("x", codes.storage, "read");
      const scaleMemory = k.buffer("xScales", scales.storage, "read", { name: "x_scales" });
      return ({ weights, firstRow, exists, rowsOfWeight, split }, tile) => {
        const readers = weights.map(
          ({ integers }): IntegerReader => present(integers, `${OP}: integers of a weight of ${w.format}`),
        );
        const group = readers[0]!.group;
        invariant(
          GROUP_COLUMNS % group === 0 && readers.every((reader) => reader.group === group),
          `${OP}: weights in groups of ${readers.map((reader) => reader.group).join(" and ")}`,
        );
        const perRow = readers.length * tile.run;
        const grid = <T>(make: (r: number, c: number) => T): T[][] =>
          Array.from({ length: tile.rows }, (_, r) => Array.from({ length: perRow }, (_, c) => make(r, c)));
        const sums = grid((r, c) => k.var(`sum${r}_${c}`, f32(0)));
        const rows = rowsOfWeight();
        const ofEach = <T>(make: (reader: IntegerReader, m: number, row: (typeof rows)[number], c: number) => T): T[] =>
          readers.flatMap((reader, m) => rows.map((row, c) => make(reader, m, row, c)));
        k.for("group_of_k", split, Math.ceil(w.columns / group), SPLITS, (g) => {
          const products = grid((r, c) => k.var(`product${r}_${c}`, i32(0)));
          const runs = group / LONGEST_RUN;
          k.for("run", g.mul(runs), g.add(1).mul(runs), 1, (at) => {
            const factors = ofEach((reader, m, row, c) => reader.codes(`w${m}${c}_`, row, at, LONGEST_RUN));
            for (let r = 0; r < tile.rows; r++) {
              k.if(exists(r), () => {
                const first = firstRow.add(r).mul(codes.width / LONGEST_RUN);
                const x = k.loadWords(`x${r}_`, codeMemory, first.add(at), LONGEST_RUN);
                for (const [c, factor] of factors.entries()) {
                  const sum = factor.reduce(
                    (total, f, i) => total.add(f.mul(x[i]!)),
                    products[r]![c]! as (typeof x)[0],
                  );
                  k.assign(products[r]![c]!, sum!);
                }
              });
            }
          });
          const weightScales = ofEach((reader, m, row, c) => reader.scale(`w${m}${c}_scale`, row, g));
          for (let r = 0; r < tile.rows; r++) {
            k.if(exists(r), () => {
              const at = firstRow
                .add(r)
                .mul(scales.width)
                .add(g.div(GROUP_COLUMNS / group));
              const scale = k.load(`x${r}_scale`, scaleMemory, at);
              for (const [c, weightScale] of weightScales.entries()) {
                const product = products[r]![c]!.toF32().mul(scale.mul(weightScale));
                k.assign(sums[r]![c]!, sums[r]![c]!.add(product));
              }
            });
          }
        });
        return sums;
      };
    },
  };
}

export const quantisedLinear = portableProduct(OP, integerProduct);
