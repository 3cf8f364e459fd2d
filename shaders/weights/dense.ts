/** Dense row-major weights: one plane of elements. */
import { i32 } from "../../codegen/builder.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import { rowMajor } from "../../src/base/formats/layout.ts";
import { widestRun } from "../storage.ts";
import { type BindWeight, LONGEST_RUN } from "./reader.ts";

export function dense(storage: "f32" | "f16" | "bf16"): BindWeight {
  return (k, operand, name, rows, columns) => {
    const plane = k.buffer(operand, storage, "read", { name });
    return {
      rows,
      columns,
      runWidth: widestRun(columns, LONGEST_RUN),
      // A row is a whole number of runs, so runs are row-major as elements are.
      run: (runName, row, group, width) =>
        k.loadGroup(runName, plane, rowMajor(INDICES, columns / width, i32(row), i32(group)), width),
    };
  };
}
