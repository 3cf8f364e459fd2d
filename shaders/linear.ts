/**
 * linear, portable: y = epilogue(x wT). Neighbouring threads of a tile read neighbouring runs of a weight. Rows that do
 * not exist cost a branch, so one row is as cheap as it can be without another pipeline.
 */
import { type F32, f32, type KernelBuilder } from "../codegen/builder.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Problem } from "../src/program/candidate.ts";
import { operand } from "./lowering.ts";
import { type Product, portableProduct, SPLITS } from "./product-tile.ts";
import type { FactoredRun } from "./weights/reader.ts";

/** sum + w x over one run; where the codes share a scale, theirs are added up first. */
function addProducts(sum: F32, { codes, scale }: FactoredRun, x: readonly F32[]): F32 {
  const products = codes.map((code, i) => code.mul(x[i]!));
  if (scale === undefined) return products.reduce((total, product) => total.add(product), sum);
  return sum.add(scale.mul(products.slice(1).reduce((total, product) => total.add(product), products[0]!)));
}

function floatProduct(problem: Problem): Product {
  const x = operand(problem.inputs, "x", "linear");
  const w = operand(problem.weights, "w", "linear");
  invariant(w.kind === "tensor", "linear multiplies with a tensor");
  return {
    name: "linear",
    formula: `x[${x.extent}, ${x.width}] wT`,
    input: x,
    depth: x.width,
    bind(k: KernelBuilder) {
      const input = k.buffer("x", x.storage, "read");
      return ({ weights, firstRow, exists, rowsOfWeight, split }, tile) => {
        const longest = Math.min(...weights.map(({ runWidth }) => runWidth));
        const width = Math.min(longest, Math.max(...weights.map(({ bestRun }) => bestRun)));
        const sums = Array.from({ length: tile.rows }, (_, r) =>
          Array.from({ length: weights.length * tile.run }, (_, c) => k.var(`sum${r}_${c}`, f32(0))),
        );
        const rows = rowsOfWeight();
        k.for("kg", split, w.columns / width, SPLITS, (kg) => {
          const runs = weights.flatMap((reader, m) => rows.map((n, c) => reader.factors(`w${m}${c}_`, n, kg, width)));
          for (let r = 0; r < tile.rows; r++) {
            k.if(exists(r), () => {
              const first = firstRow.add(r).mul(x.width / width);
              const values = k.loadGroup(`x${r}_`, input, first.add(kg), width);
              for (const [c, run] of runs.entries()) k.assign(sums[r]![c]!, addProducts(sums[r]![c]!, run, values));
            });
          }
        });
        return sums;
      };
    },
  };
}

export const linear = portableProduct("linear", floatProduct);
