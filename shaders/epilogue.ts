/**
 * Epilogues of linear: elementwise work on complete sums, written once and used by every route of the op. A pair
 * epilogue joins the sums of two weights.
 */
import type { F32, I32, KernelBuilder, Memory } from "../codegen/builder.ts";
import { exp } from "../codegen/builder.ts";
import { sigmoid, silu, softplus } from "../codegen/library/math.ts";
import { EPILOGUES, type LinearEpilogue } from "../src/ops/linear.ts";
import type { Problem } from "../src/program/candidate.ts";
import { choiceAttribute, operand } from "./lowering.ts";
import type { WeightReader } from "./weights/reader.ts";
import { bindWeight } from "./weights/registry.ts";

export interface Epilogue {
  readonly name: LinearEpilogue;
  /** True when a second weight is multiplied with the same input. */
  readonly pair: boolean;
  /** Declares the buffers; call once, between the weights and the output. */
  bind(k: KernelBuilder): BoundEpilogue;
}

export interface BoundEpilogue {
  /**
   * The outputs of `run` neighbouring columns of a row from their sums. `group` counts groups of `sums.length` columns;
   * `second` holds the sums of the second weight of a pair.
   */
  apply(row: I32, group: I32, sums: readonly F32[], second: readonly F32[]): F32[];
}

export function epilogueOf(problem: Problem): Epilogue {
  const name = choiceAttribute(problem, "epilogue", EPILOGUES);
  switch (name) {
    case "none":
      return { name, pair: false, bind: () => ({ apply: (_r, _g, sums) => [...sums] }) };
    case "sigmoid":
      return { name, pair: false, bind: () => ({ apply: (_r, _g, sums) => sums.map(sigmoid) }) };
    case "swiglu":
      return {
        name,
        pair: true,
        bind: () => ({ apply: (_r, _g, sums, second) => sums.map((s, i) => silu(s).mul(second[i]!)) }),
      };
    case "residual":
      return residual(problem);
    case "decay":
      return decay(problem);
    default:
      return name satisfies never;
  }
}

function residual(problem: Problem): Epilogue {
  const type = operand(problem.inputs, "residual", "linear");
  return {
    name: "residual",
    pair: false,
    bind: (k) => {
      const memory: Memory = k.buffer("residual", type.storage, "read");
      return {
        apply: (row, group, sums) => {
          const before = k.loadGroup("before", memory, row.mul(type.width / sums.length).add(group), sums.length);
          return sums.map((s, i) => before[i]!.add(s));
        },
      };
    },
  };
}

function decay(problem: Problem): Epilogue {
  return {
    name: "decay",
    pair: false,
    bind: (k) => {
      const logDecay: WeightReader = bindWeight(
        k,
        "logDecay",
        operand(problem.weights, "logDecay", "linear"),
        "log_decay",
      );
      const bias = bindWeight(k, "decayBias", operand(problem.weights, "decayBias", "linear"), "decay_bias");
      return {
        apply: (_row, group, sums) => {
          const rates = logDecay.run("rate", 0, group, sums.length);
          const shifts = bias.run("shift", 0, group, sums.length);
          return sums.map((s, i) =>
            exp(rates[i]!)
              .mul(softplus(s.add(shifts[i]!)))
              .neg(),
          );
        },
      };
    },
  };
}
