/**
 * Reading a call by role and checking it. Every message names the op, so that a wrong graph points at its node. These
 * are checks for our own bugs: a call that reaches a contract was built by the model or a pass, never by a user.
 */
import { invariant } from "../base/invariant.ts";
import type { ConstantRef, Extent, LogicalType, StateRef } from "../graph/graph.ts";
import type { OpCall, OpContract, OperandType, WeightShape } from "./contract.ts";

type CallPart = "inputs" | "weights" | "states";

/** Refuses missing and unknown operands. */
export function checkRoles(op: Pick<OpContract, "name" | "roles">, call: OpCall): void {
  for (const part of ["inputs", "weights", "states"] satisfies CallPart[]) {
    const known = op.roles[part].map((role) => role.replace("?", ""));
    for (const role of op.roles[part]) {
      invariant(role.endsWith("?") || call[part][role] !== undefined, `${op.name} needs ${part} ${role}`);
    }
    for (const role of Object.keys(call[part])) {
      invariant(known.includes(role), `${op.name} has no ${part} ${role}, only ${known.join(", ") || "none"}`);
    }
  }
}

export function inputType(op: string, call: OpCall, role: string): OperandType {
  const found = call.inputs[role];
  invariant(found !== undefined, `${op} needs input ${role}`);
  return found;
}

/** An input of a fixed width and, where given, extent and type. */
export function expectInput(
  op: string,
  call: OpCall,
  role: string,
  width: number,
  wanted: { readonly extent?: Extent; readonly type?: LogicalType } = {},
): OperandType {
  const found = inputType(op, call, role);
  invariant(found.width === width, `${op}: ${role} is ${found.width} wide, needs ${width}`);
  const codes = wanted.type === "codes";
  invariant(found.type !== "index", `${op}: ${role} holds indices, needs numbers`);
  invariant((found.type === "codes") === codes, `${op}: ${role} ${codes ? "needs codes" : "holds codes"}`);
  if (wanted.extent !== undefined) {
    invariant(found.extent === wanted.extent, `${op}: ${role} counts ${found.extent}, needs ${wanted.extent}`);
  }
  if (wanted.type !== undefined) {
    invariant(found.type === wanted.type, `${op}: ${role} is ${found.type}, needs ${wanted.type}`);
  }
  return found;
}

export function weightShape(op: string, call: OpCall, role: string): WeightShape {
  const found = call.weights[role];
  invariant(found !== undefined, `${op} needs weight ${role}`);
  invariant(!("kind" in found && found.kind === "rotary-table"), `${op}: ${role} must be a tensor`);
  return found as WeightShape;
}

export function expectWeight(op: string, call: OpCall, role: string, rows: number, columns: number): void {
  const found = weightShape(op, call, role);
  invariant(
    found.rows === rows && found.columns === columns,
    `${op}: ${role} is [${found.rows}, ${found.columns}], needs [${rows}, ${columns}]`,
  );
}

export function constantOf(op: string, call: OpCall, role: string): ConstantRef {
  const found = call.weights[role];
  invariant(found !== undefined && "kind" in found && found.kind === "rotary-table", `${op}: ${role} must be a table`);
  return found as ConstantRef;
}

export function stateOf<K extends StateRef["kind"]>(
  op: string,
  call: OpCall,
  role: string,
  kind: K,
): Extract<StateRef, { kind: K }> {
  const found = call.states[role];
  invariant(found?.kind === kind, `${op}: state ${role} is ${found?.kind ?? "absent"}, needs ${kind}`);
  return found as Extract<StateRef, { kind: K }>;
}

/** A finite number above zero. */
export function positiveAttribute(op: string, call: OpCall, name: string): number {
  const value = call.attributes[name];
  invariant(
    typeof value === "number" && value > 0 && value < Infinity,
    `${op}: ${name} is ${value}, needs a number > 0`,
  );
  return value;
}

/** A whole number of at least `least`. */
export function countAttribute(op: string, call: OpCall, name: string, least = 1): number {
  const value = call.attributes[name];
  invariant(typeof value === "number" && Number.isInteger(value) && value >= least, `${op}: ${name} is ${value}`);
  return value;
}

export function choiceAttribute<T extends string>(op: string, call: OpCall, name: string, choices: readonly T[]): T {
  const value = call.attributes[name];
  const found = choices.find((choice) => choice === value);
  invariant(found !== undefined, `${op}: ${name} is ${value}, needs one of ${choices.join(", ")}`);
  return found;
}
