/** Dense row-major weights: one plane of elements. */
import { type F32, type I32, i32 } from "../../codegen/builder.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import { rowMajor } from "../../src/base/formats/layout.ts";
import { widestRun } from "../storage.ts";
import { type BindWeight, LONGEST_RUN } from "./reader.ts";

/** One vector of f32. */
const VECTOR = 4;

export function dense(storage: "f32" | "f16" | "bf16"): BindWeight {
  return (k, operand, name, rows, columns) => {
    const plane = k.buffer(operand, storage, "read", { name });
    const runWidth = widestRun(columns, LONGEST_RUN);
    // A row is a whole number of runs, so runs are row-major as elements are.
    const run = (runName: string, row: I32 | number, group: I32 | number, width: number): F32[] =>
      k.loadGroup(runName, plane, rowMajor(INDICES, columns / width, i32(row), i32(group)), width);
    return {
      rows,
      columns,
      runWidth,
      bestRun: Math.min(VECTOR, runWidth),
      run,
      factors: (...place) => ({ codes: run(...place) }),
    };
  };
}
