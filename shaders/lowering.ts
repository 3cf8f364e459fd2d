/** What kernels are lowered with: grids, launches of the kernel language, operands and attributes by name. */
import type { Kernel } from "../codegen/ir.ts";
import type { Extent, GridDimension } from "../src/base/operands.ts";
import type { Candidate, Launch, Lowering, Problem } from "../src/program/candidate.ts";

export const ONE: GridDimension = { extent: "one", multiply: 1, divide: 1 };
export const groupsOf = (count: number, perGroup: number): GridDimension => ({
  extent: "one",
  multiply: count,
  divide: perGroup,
});
export const perExtent = (extent: Extent, divide = 1): GridDimension => ({ extent, multiply: 1, divide });

/** A launch of a kernel written in the kernel language; it binds what the kernel's buffers name. */
export function portableLaunch(kernel: Kernel, grid: readonly [GridDimension, GridDimension?, GridDimension?]): Launch {
  return { source: { kind: "portable", kernel }, grid: [grid[0], grid[1] ?? ONE, grid[2] ?? ONE] };
}

/** The portable candidate of an op: it applies to the whole domain. */
export function portable(
  op: string,
  lower: (problem: Problem) => Lowering,
  options: Pick<Candidate, "slices" | "segments"> = {},
): Candidate {
  return { op, name: "portable", ...options, match: () => true, lower };
}

/** Operand of a role, with the op's name in the error when a caller forgot it. */
export function operand<T>(record: Readonly<Record<string, T>>, role: string, op: string): T {
  const found = record[role];
  if (found === undefined) throw new Error(`internal error: ${op} needs operand ${role}`);
  return found;
}

export function numberAttribute(problem: Problem, name: string): number {
  const value = problem.attributes[name];
  if (typeof value !== "number") throw new Error(`internal error: ${problem.op} needs attribute ${name}`);
  return value;
}

export function choiceAttribute<T extends string>(problem: Problem, name: string, choices: readonly T[]): T {
  const value = problem.attributes[name];
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new Error(`internal error: ${problem.op} has ${name} ${value}`);
  return choice;
}
