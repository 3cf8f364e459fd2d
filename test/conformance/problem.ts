/**
 * What a case asks of a device: the call as selection would pose it, with the storage that a profile gives each operand.
 * Apart from the runner, because whoever wants every kernel of an op, and runs none, starts here too.
 */
import type { Caps } from "../../src/base/caps.ts";
import { byteSize, fromFloat32, toFloat32 } from "../../src/base/dtype.ts";
import { present } from "../../src/base/invariant.ts";
import { type Extent, isPages, type StateType } from "../../src/base/operands.ts";
import { fitsNarrow, type OpCall, type OperandType } from "../../src/ops/contract.ts";
import { opContracts } from "../../src/ops/registry.ts";
import type { Problem, TensorType, WeightType } from "../../src/program/candidate.ts";
import type { Extents } from "../../src/program/program.ts";
import { codesRows, type Profile, residentType, valueStorage } from "../../src/program/storage.ts";
import type { OpCase, OpSuite, OracleCall, StateData } from "./types.ts";

/** Row counts of a case's step: a route for few rows is reached by the cases that have few. */
function countsOf({ lanes }: OracleCall): Extents {
  const sum = (count: (lane: OracleCall["lanes"][number]) => number): number =>
    lanes.reduce((total, lane) => total + count(lane), 0);
  return {
    tokens: sum((lane) => lane.tokens.length),
    sequences: lanes.length,
    outputs: sum((lane) => lane.outputs.length),
  };
}

const stateType = (state: StateData): StateType =>
  isPages(state)
    ? {
        ref: state.ref,
        storage: state.storage,
        ...(state.segments === undefined ? {} : { segments: state.segments }),
      }
    : { ref: state.ref, storage: state.storage };

/** The problem a case poses to a backend in a profile. */
export function problemOf(test: OracleCall, profile: Profile, caps: Caps): Problem {
  const contract = present(opContracts.get(test.op), `contract of ${test.op}`);
  const tensor = (width: number, extent: Extent, type: OperandType["type"], fits: boolean): TensorType => ({
    width,
    extent,
    storage: valueStorage(type, fits, profile, caps),
  });
  const mapped = <A, B>(record: Readonly<Record<string, A>>, map: (a: A) => B): Record<string, B> =>
    Object.fromEntries(Object.entries(record).map(([role, value]) => [role, map(value)]));
  const call: OpCall = {
    attributes: test.attributes,
    inputs: mapped(test.inputs, (x) => ({ extent: x.extent, width: x.width, type: x.type })),
    weights: { ...mapped(test.weights, (w) => ({ rows: w.rows, columns: w.columns })), ...test.constants },
    states: mapped(test.states, (s) => s.ref),
  };
  const weights = mapped(test.weights, (w): WeightType => residentType(w, caps));
  return {
    op: test.op,
    most: countsOf(test),
    ...(codesRows(test.op, profile, caps) && { codedRows: true }),
    attributes: test.attributes,
    inputs: mapped(test.inputs, (x) => tensor(x.width, x.extent, x.type, x.width % 2 === 0)),
    outputs: mapped(contract.infer(call), (y) =>
      tensor(y.width, y.extent, y.type, fitsNarrow(contract, test.attributes, y.width)),
    ),
    weights: { ...weights, ...test.constants },
    states: mapped(test.states, stateType),
  };
}

/** Whether the rows of a problem's products may be read as codes: where its matrices lie in panels. */
export function readsCodes({ codedRows, weights }: Problem): boolean {
  return codedRows === true && Object.values(weights).some((w) => w.kind === "tensor" && w.order === "panels");
}

/** Whether the fast profile stores anything of the case narrower than the exact one, or reads it so. */
export function narrows(test: OpCase, caps: Caps): boolean {
  if (readsCodes(problemOf(test, "fast", caps))) return true;
  const bytes = (profile: Profile): number[] => {
    const { inputs, outputs } = problemOf(test, profile, caps);
    return [...Object.values(inputs), ...Object.values(outputs)].map(({ storage }) => byteSize(storage));
  };
  const exact = bytes("exact");
  return bytes("fast").some((size, i) => size < exact[i]!);
}

/** The case with inputs rounded to the storage the fast profile gives them: what the kernel really sees. */
export function roundInputs(test: OpCase, caps: Caps): OpCase {
  const problem = problemOf(test, "fast", caps);
  const inputs = Object.fromEntries(
    Object.entries(test.inputs).map(([role, x]) => {
      const storage = present(problem.inputs[role], role).storage;
      if (storage !== "bf16" && storage !== "f16") return [role, x];
      return [role, { ...x, data: toFloat32(fromFloat32(x.data, storage), storage) }];
    }),
  );
  return { ...test, inputs };
}

/** Every problem that cases pose in either profile, once, whatever their rows; named by the first case that poses it. */
export function problemsOf(
  suites: readonly OpSuite[],
  caps: Caps,
): readonly { readonly name: string; readonly problem: Problem }[] {
  const found = new Map<string, { readonly name: string; readonly problem: Problem }>();
  for (const suite of suites) {
    for (const test of suite.cases({ seed: 1, nightly: false })) {
      for (const profile of ["exact", "fast"] as const) {
        const { most: _, ...problem } = problemOf(test, profile, caps);
        const key = JSON.stringify(problem);
        if (!found.has(key)) found.set(key, { name: `${test.id} ${profile}`, problem });
      }
    }
  }
  return [...found.values()];
}
