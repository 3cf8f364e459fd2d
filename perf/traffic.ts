/**
 * What the calls of a step have to move and to compute, in bytes and operations: the cost formulas of the contracts with
 * the storage that selection chose. No implementation can need less, so it is what a measured time is held against.
 */

import { byteSize } from "../src/base/dtype.ts";
import { matrixLayout } from "../src/base/formats/registry.ts";
import { present } from "../src/base/invariant.ts";
import { KV_LAYOUTS } from "../src/base/kv/registry.ts";
import { isPages, type StateType } from "../src/base/operands.ts";
import { PAGE_TOKENS } from "../src/base/step-block.ts";
import type { Node } from "../src/graph/graph.ts";
import type { OpCall, StepShape, Traffic } from "../src/ops/contract.ts";
import { opContracts } from "../src/ops/registry.ts";
import type { SelectedNode, Selection } from "../src/passes/select.ts";
import type { Problem, WeightType } from "../src/program/candidate.ts";

/** One call of a selection; `traffic` is in bytes, by role of the operand. */
export interface CallTraffic {
  readonly selected: SelectedNode;
  readonly flops: number;
  readonly traffic: Readonly<Record<string, Traffic>>;
}

function weightElementBytes(type: WeightType): number {
  if (type.kind !== "tensor") return byteSize("f32");
  return matrixLayout(type.format, type.rows, type.columns, type.order).bytes / (type.rows * type.columns);
}

function stateElementBytes(state: StateType): number {
  if (!isPages(state)) return byteSize(state.storage);
  const { heads, headWidth } = state.ref;
  return KV_LAYOUTS[state.storage].pageBytes(state.ref) / (2 * heads * PAGE_TOKENS * headWidth);
}

function elementBytes({ inputs, outputs, weights, states }: Problem, role: string): number {
  const value = inputs[role] ?? outputs[role];
  if (value !== undefined) return byteSize(value.storage);
  const weight = weights[role];
  return weight === undefined ? stateElementBytes(present(states[role], role)) : weightElementBytes(weight);
}

function callOf({ inputs, attributes, weights, states }: Node, { graph }: Selection): OpCall {
  const types = Object.entries(inputs).map(([role, id]) => [role, present(graph.values[id], role)] as const);
  return { attributes, inputs: Object.fromEntries(types), weights, states };
}

/** Every call of a selection in its order, for one step. */
export function trafficOf(selection: Selection, step: StepShape): readonly CallTraffic[] {
  return selection.nodes.map((selected) => {
    const { node, problem } = selected;
    const { flops, traffic } = present(opContracts.get(node.op), node.op).cost(callOf(node, selection), step);
    const bytes = Object.entries(traffic).map(([role, { read, written }]): [string, Traffic] => {
      const size = elementBytes(problem, role);
      return [role, { read: read * size, written: written * size }];
    });
    return { selected, flops, traffic: Object.fromEntries(bytes) };
  });
}

/** Bytes of some operands of some calls; default: all. */
export function sumTraffic(
  calls: readonly CallTraffic[],
  counts: (problem: Problem, role: string) => boolean = () => true,
): Traffic {
  let [read, written] = [0, 0];
  for (const { selected, traffic } of calls) {
    for (const [role, bytes] of Object.entries(traffic)) {
      if (!counts(selected.problem, role)) continue;
      read += bytes.read;
      written += bytes.written;
    }
  }
  return { read, written };
}
