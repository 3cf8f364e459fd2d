/** How kernels read each weight format. A format is one file beside this one and one line here; no kernel sees bits. */
import type { KernelBuilder } from "../../codegen/builder.ts";
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { WeightType } from "../../src/program/candidate.ts";
import { dense } from "./dense.ts";
import type { BindWeight, WeightReader } from "./reader.ts";

const READERS: Readonly<Partial<Record<WeightFormat, BindWeight>>> = {
  f32: dense("f32"),
  f16: dense("f16"),
  bf16: dense("bf16"),
};

/** Formats that kernels written in the language read as they are stored. */
export const READABLE_FORMATS = Object.keys(READERS) as readonly WeightFormat[];

/** Binds a weight operand; rotary tables and other constants are not weights. */
export function bindWeight(k: KernelBuilder, operand: string, type: WeightType, name = operand): WeightReader {
  invariant(type.kind === "tensor", `${operand} is not a tensor`);
  const bind = READERS[type.format];
  invariant(bind !== undefined, `no kernel reads ${type.format}`);
  return bind(k, operand, name, type.rows, type.columns);
}
