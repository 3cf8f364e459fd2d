/** How kernels read each weight format. A format is one file beside this one and one line here; no kernel sees bits. */
import type { KernelBuilder } from "../../codegen/builder.ts";
import type { WeightFormat, WeightOrder } from "../../src/base/formats/registry.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { WeightType } from "../../src/program/candidate.ts";
import { dense } from "./dense.ts";
import { fp8Row } from "./fp8-row.ts";
import { fragments } from "./fragments.ts";
import { nvfp4 } from "./nvfp4.ts";
import { panels } from "./panels.ts";
import { q4G64 } from "./q4-g64.ts";
import { q5G64 } from "./q5-g64.ts";
import { q6G64 } from "./q6-g64.ts";
import type { BindWeight, WeightReader } from "./reader.ts";
import { w8G32 } from "./w8-g32.ts";

const READERS: Readonly<Partial<Record<WeightFormat, BindWeight>>> = {
  f32: dense("f32"),
  f16: dense("f16"),
  bf16: dense("bf16"),
  q4_g64: q4G64,
  q5_g64: q5G64,
  q6_g64: q6G64,
  w8_g32: w8G32,
  fp8_row: fp8Row,
  nvfp4,
};

/** Formats that kernels written in the language read as they are stored. */
export const READABLE_FORMATS = Object.keys(READERS) as readonly WeightFormat[];

function readerOf(format: WeightFormat, order: WeightOrder | undefined): BindWeight | undefined {
  switch (order) {
    case undefined:
      return READERS[format];
    case "fragments":
      return fragments(format);
    case "panels":
      return panels(format);
    default:
      return order satisfies never;
  }
}

/** Binds a weight operand; rotary tables and other constants are not weights. */
export function bindWeight(k: KernelBuilder, operand: string, type: WeightType, name = operand): WeightReader {
  invariant(type.kind === "tensor", `${operand} is not a tensor`);
  const bind = readerOf(type.format, type.order);
  invariant(bind !== undefined, `no kernel reads ${type.format}`);
  return bind(k, operand, name, type.rows, type.columns);
}
