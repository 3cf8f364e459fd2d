/**
 * What cost formulas share. Apart from the contracts because it counts, where they check. A formula states what follows
 * from the op's mathematics, whatever the implementation: the tests hold it to every word that the portable kernels
 * touch.
 */
import { RECORD_TOKENS } from "../base/step-block.ts";
import type { Cost, OpCall, OperandType, StepShape, Traffic } from "./contract.ts";

/** What an op's cost differs in from reading its inputs and weights whole and writing its outputs whole. */
interface Difference {
  readonly flops?: number;
  readonly read?: Readonly<Record<string, number>>;
  readonly written?: Readonly<Record<string, number>>;
}

/** Cost of a call: inputs and weights read once, outputs written once, states and exceptions as `difference` says. */
export function costOf(
  call: OpCall,
  outputs: Readonly<Record<string, OperandType>>,
  step: StepShape,
  { flops = 0, read = {}, written = {} }: Difference = {},
): Cost {
  const elements = ({ width, extent }: OperandType): number => width * step[extent];
  const works = [...Object.values(call.inputs), ...Object.values(outputs)].some((operand) => elements(operand) > 0);
  const traffic: Record<string, Traffic> = {};
  for (const [role, input] of Object.entries(call.inputs)) traffic[role] = { read: elements(input), written: 0 };
  for (const [role, weight] of Object.entries(call.weights)) {
    traffic[role] = { read: works && "rows" in weight ? weight.rows * weight.columns : 0, written: 0 };
  }
  for (const role of Object.keys(call.states)) traffic[role] = { read: 0, written: 0 };
  for (const [role, output] of Object.entries(outputs)) traffic[role] = { read: 0, written: elements(output) };
  for (const [role, count] of Object.entries(read)) traffic[role] = { ...traffic[role]!, read: count };
  for (const [role, count] of Object.entries(written)) traffic[role] = { ...traffic[role]!, written: count };
  return { flops, traffic };
}

/** Whether a step leaves its tokens as records in the slots; longer ones commit the state behind their rows instead. */
export function keepsRecords({ tokens, sequences }: StepShape): boolean {
  return tokens / sequences <= RECORD_TOKENS;
}

/** Whether a step changes committed state: it folds records, or commits directly. */
export function commitsState(step: StepShape): boolean {
  return step.foldTokens > 0 || !keepsRecords(step);
}
