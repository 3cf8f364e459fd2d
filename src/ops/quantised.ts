/**
 * Values as int8 codes and scales in contracts: what an op that makes rows may give beside or instead of them, and what
 * an op that reads such rows expects. Apart from the op that does nothing else, because fusion hands its work to others.
 */
import { codeColumns, groupCount } from "../base/int8-groups.ts";
import { invariant } from "../base/invariant.ts";
import { choiceAttribute, expectInput, inputType } from "./check.ts";
import type { OpCall, OperandType } from "./contract.ts";

/** Value of the attribute `outputs`: codes and scales instead of the rows, or both. Absent: rows alone. */
const OUTPUT_FORMS = ["quantised", "both"] as const;

/** Roles of an op's outputs where it may quantise them. */
export const QUANTISABLE = ["y?", "codes?", "scales?"] as const;

/** Codes and scales of rows. */
export function quantisedTypes({ extent, width }: OperandType): {
  readonly codes: OperandType;
  readonly scales: OperandType;
} {
  return {
    codes: { extent, width: codeColumns(width), type: "codes" },
    scales: { extent, width: groupCount(width), type: "exact" },
  };
}

/** Outputs of a call that makes rows `y`, in the form its attribute `outputs` asks for. */
export function quantisableOutputs(op: string, call: OpCall, y: OperandType): Readonly<Record<string, OperandType>> {
  if (call.attributes["outputs"] === undefined) return { y };
  const form = choiceAttribute(op, call, "outputs", OUTPUT_FORMS);
  invariant(y.type === "activation", `${op}: ${y.type} rows are not quantised`);
  return form === "both" ? { y, ...quantisedTypes(y) } : quantisedTypes(y);
}

/** Extent of the inputs `x`, codes of rows of `columns`, and `xScales`. */
export function expectQuantised(op: string, call: OpCall, columns: number): OperandType["extent"] {
  const { extent } = inputType(op, call, "x");
  expectInput(op, call, "x", codeColumns(columns), { type: "codes" });
  expectInput(op, call, "xScales", groupCount(columns), { extent, type: "exact" });
  return extent;
}
