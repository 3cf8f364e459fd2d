/** embedding: rows of a table chosen by token id. The only op that reads ids; -1 stands for the last sampled token. */

import { invariant } from "../base/invariant.ts";
import { checkRoles, countAttribute, weightShape } from "./check.ts";
import type { OpCall, OpContract, OperandType } from "./contract.ts";
import { costOf } from "./cost.ts";

export const embedding: OpContract = {
  name: "embedding",
  formula: "y[r] = table[token[r]]; token -1 is lastToken[slot of the row's lane]",
  roles: { inputs: [], weights: ["table"], states: [], outputs: ["y"] },
  slices: { weights: ["table"], columns: [] },
  writes: [],
  sampled: "reads",
  infer(call: OpCall): { readonly y: OperandType } {
    checkRoles(embedding, call);
    const width = countAttribute("embedding", call, "width");
    const table = weightShape("embedding", call, "table");
    invariant(table.columns === width, `embedding: table has ${table.columns} columns, width is ${width}`);
    return { y: { extent: "tokens", width, type: "activation" } };
  },
  cost: (call, step) =>
    costOf(call, embedding.infer(call), step, {
      read: { table: step.tokens * countAttribute("embedding", call, "width") },
    }),
};
