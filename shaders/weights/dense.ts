/** Dense row-major weights: coord(n, k) = element n * columns + k of one plane. */
import type { F32, I32, KernelBuilder } from "../../codegen/builder.ts";
import { i32 } from "../../codegen/builder.ts";
import { alignUp } from "../../src/base/bytes.ts";
import { byteSize } from "../../src/base/dtype.ts";
import { type WeightCodec, type WeightReader, widestRun } from "./weight.ts";

export function dense(storage: "f32" | "f16" | "bf16"): WeightCodec {
  return {
    planes: [],
    planeBytes: (rows, columns) => [alignUp(rows * columns * byteSize(storage), 4)],
    bind(k: KernelBuilder, name: string, rows: number, columns: number): WeightReader {
      const plane = k.buffer(name, storage, "read");
      return {
        rows,
        columns,
        runWidth: widestRun(columns),
        run(runName: string, row: I32 | number, group: I32 | number, width: number): F32[] {
          const start = i32(row).mul(columns / width);
          return k.loadGroup(runName, plane, start.add(group), width);
        },
      };
    },
  };
}
