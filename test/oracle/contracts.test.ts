/**
 * Contracts and conformance cases belong together: every op has a suite, every case is a call its contract accepts,
 * every oracle answers with the shapes the contract infers, and broken calls are refused.
 */
import { describe, expect, test } from "vitest";
import { portableCandidates } from "../../shaders/index.ts";
import { bf16ToF32, f32ToBf16 } from "../../src/base/dtype.ts";
import type { OpCall } from "../../src/ops/contract.ts";
import { opContracts } from "../../src/ops/registry.ts";
import { rotaryEntries, rotaryTable } from "../../src/ops/rotary-table.ts";
import { criterionFor, exactCopy, f32Sum, judge } from "../conformance/criteria.ts";
import { opSuites } from "../conformance/index.ts";
import { stepRows } from "../conformance/step-rows.ts";
import { EFFECT, type OpCase } from "../conformance/types.ts";

const OPTIONS = { seed: 1, nightly: false };

function callOf(opCase: OpCase): OpCall {
  const states = Object.fromEntries(Object.entries(opCase.states).map(([role, s]) => [role, s.ref]));
  return {
    attributes: opCase.attributes,
    inputs: opCase.inputs,
    weights: { ...opCase.weights, ...opCase.constants },
    states,
  };
}

function rowCounts(opCase: OpCase) {
  const outputs = opCase.lanes.reduce((sum, lane) => sum + lane.outputs.length, 0);
  return { tokens: stepRows(opCase.lanes).length, sequences: opCase.lanes.length, outputs };
}

test("every op has a suite and a portable kernel of its name, and nothing else has", () => {
  const ops = [...opContracts.keys()].sort();
  expect([...opSuites.keys()].sort()).toEqual(ops);
  expect(portableCandidates.map(({ op }) => op).sort()).toEqual(ops);
});

describe.each([...opContracts.values()])("$name", (contract) => {
  const suite = opSuites.get(contract.name)!;
  const cases = [...suite.cases(OPTIONS)];
  const first = cases[0]!;

  test("cases are calls of the contract and the oracle's shapes are the inferred ones", () => {
    const ids = new Set<string>();
    const seen = new Set<string>();
    const declared = contract.roles.outputs.map((role) => role.replace(/\?$/, ""));
    for (const opCase of cases) {
      expect(ids.has(opCase.id), opCase.id).toBe(false);
      ids.add(opCase.id);
      const counts = rowCounts(opCase);
      for (const input of Object.values(opCase.inputs))
        expect(input.data.length).toBe(input.width * counts[input.extent]);
      const outputs = contract.infer(callOf(opCase));
      const result = suite.oracle(opCase);
      expect(Object.keys(result.outputs).sort()).toEqual(Object.keys(outputs).sort());
      for (const role of Object.keys(outputs)) seen.add(role);
      for (const role of contract.roles.outputs.filter((r) => !r.endsWith("?"))) expect(outputs).toHaveProperty(role);
      for (const [role, type] of Object.entries(outputs)) {
        expect(result.outputs[role]!.length, `${opCase.id} ${role}`).toBe(type.width * counts[type.extent]);
        expect(suite.criteria[role], role).toBeDefined();
      }
    }
    // Every output that may be absent is there in some case.
    expect([...seen].sort()).toEqual(declared.sort());
  });

  test("the oracle changes only the states the contract writes", () => {
    for (const opCase of cases) {
      const result = suite.oracle(opCase);
      for (const role of Object.keys(opCase.states)) {
        const touched = result.states[role]!.effect.some((e) => e === EFFECT.written || e === EFFECT.copied);
        if (!contract.writes.includes(role)) expect(touched, `${opCase.id} ${role}`).toBe(false);
        const before = opCase.states[role]!.data;
        const kept = result.states[role]!.effect.every(
          (e, i) => e !== EFFECT.unchanged || result.states[role]!.values[i] === before[i],
        );
        expect(kept, `${opCase.id} ${role}`).toBe(true);
      }
      const writesTokens = result.sampled.effect.some((e) => e === EFFECT.copied);
      expect(writesTokens).toBe(contract.sampled === "writes");
    }
  });

  test("wrong widths, missing and unknown operands are refused", () => {
    const call = callOf(first);
    const alone = [call.inputs, call.weights, call.states].flatMap(Object.keys).length === 1;
    expect(() => contract.infer(call)).not.toThrow();
    for (const [role, input] of Object.entries(call.inputs)) {
      const { [role]: _, ...others } = call.inputs;
      expect(() => contract.infer({ ...call, inputs: others }), `without ${role}`).toThrow(contract.name);
      const index = { ...input, type: "index" } as const;
      expect(() => contract.infer({ ...call, inputs: { ...others, [role]: index } }), `index ${role}`).toThrow();
      const wider = { ...input, width: input.width + 1 };
      const widened = () => contract.infer({ ...call, inputs: { ...others, [role]: wider } });
      // The only operand of a call has nothing to agree with.
      if (alone) expect(widened, `wide ${role}`).not.toThrow();
      else expect(widened, `wide ${role}`).toThrow();
    }
    for (const [role, weight] of Object.entries(call.weights)) {
      if (!("rows" in weight)) continue;
      const wider = { ...call.weights, [role]: { ...weight, columns: weight.columns + 1 } };
      expect(() => contract.infer({ ...call, weights: wider }), `wide ${role}`).toThrow();
    }
    for (const role of Object.keys(call.states)) {
      const vision = { kind: "token-counts", vocabulary: 3 } as const;
      expect(() => contract.infer({ ...call, states: { ...call.states, [role]: vision } }), `state ${role}`).toThrow();
    }
    const extra = { ...call.inputs, bias: { extent: "tokens", width: 1, type: "activation" } as const };
    expect(() => contract.infer({ ...call, inputs: extra })).toThrow("bias");
  });
});

test("the same seed gives the same cases, another seed other data", () => {
  const suite = opSuites.get("linear")!;
  const data = (seed: number): Float32Array => {
    const [first] = suite.cases({ seed, nightly: false });
    return first!.inputs["x"]!.data;
  };
  expect(data(5)).toEqual(data(5));
  expect(data(5)).not.toEqual(data(6));
});

test("linear: epilogues want exactly their operands", () => {
  const linear = opContracts.get("linear")!;
  const x = { extent: "tokens", width: 8, type: "activation" } as const;
  const w = { rows: 4, columns: 8 };
  const call = (epilogue: string, more: Partial<OpCall> = {}): OpCall => ({
    attributes: { epilogue },
    inputs: { x },
    weights: { w },
    states: {},
    ...more,
  });
  expect(linear.infer(call("none"))["y"]).toEqual({ extent: "tokens", width: 4, type: "activation" });
  expect(linear.infer(call("sigmoid"))["y"]!.type).toBe("exact");
  expect(linear.infer(call("none", { attributes: { epilogue: "none", outputType: "exact" } }))["y"]!.type).toBe(
    "exact",
  );
  expect(() => linear.infer(call("residual"))).toThrow("needs residual");
  expect(() => linear.infer(call("none", { weights: { w, w2: w } }))).toThrow("takes no w2");
  expect(() => linear.infer(call("gelu"))).toThrow("epilogue");
});

test("the rotary table joins to the exact angle at any position", () => {
  const ref = { kind: "rotary-table", theta: 1e7, rotaryWidth: 64, maxPositions: 262144 } as const;
  const table = rotaryTable(ref);
  expect(table.length).toBe(rotaryEntries(ref) * 64);
  expect(rotaryEntries(ref)).toBe(256 + 1024);
  const pair = (entry: number, i: number): [number, number] => [
    table[(entry * 32 + i) * 2]!,
    table[(entry * 32 + i) * 2 + 1]!,
  ];
  for (const position of [0, 1, 255, 256, 257, 65535, 131071, 262143]) {
    for (const i of [0, 1, 15, 31]) {
      const [cosLow, sinLow] = pair(position % 256, i);
      const [cosHigh, sinHigh] = pair(256 + Math.floor(position / 256), i);
      const angle = position * 1e7 ** (-i / 32);
      // Two f32 roundings in each product.
      expect(Math.abs(cosHigh * cosLow - sinHigh * sinLow - Math.cos(angle))).toBeLessThan(3e-7);
      expect(Math.abs(sinHigh * cosLow + cosHigh * sinLow - Math.sin(angle))).toBeLessThan(3e-7);
    }
  }
});

describe("judge", () => {
  const wanted = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 3);
  const scaled = (share: number): Float64Array => wanted.map((v) => v * (1 + share));

  test("limits are where the criterion says", () => {
    expect(judge(f32Sum, wanted, scaled(1.9e-5)).ok).toBe(true);
    expect(judge(f32Sum, wanted, scaled(2.1e-5)).ok).toBe(false);
    const one = (error: number): Float64Array => wanted.map((v, i) => (i === 7 ? v + error : v));
    const largest = wanted.reduce((a, v) => Math.max(a, Math.abs(v)), 0);
    expect(judge(f32Sum, wanted, one(0.99e-4 * largest))).toMatchObject({ ok: true, worst: 7 });
    expect(judge(f32Sum, wanted, one(1.01e-4 * largest))).toMatchObject({ ok: false, worst: 7 });
  });

  test("NaN, infinity, wrong lengths and zeros", () => {
    const broken = (value: number): Float64Array => wanted.map((v, i) => (i === 3 ? value : v));
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      for (const criterion of [f32Sum, exactCopy, criterionFor(f32Sum, "bf16")]) {
        expect(judge(criterion, wanted.map(Math.fround), broken(value).map(Math.fround)), criterion.name).toMatchObject(
          { ok: false, worst: 3 },
        );
      }
      expect(judge(f32Sum, broken(value), broken(value)).ok).toBe(true);
      expect(judge(f32Sum, broken(value), wanted).ok).toBe(false);
    }
    expect(judge(f32Sum, wanted, wanted.slice(1)).ok).toBe(false);
    expect(judge(f32Sum, [0, 0], [0, 1e-30]).ok).toBe(false);
    expect(judge(f32Sum, [0, 0], [0, 0])).toMatchObject({ ok: true, abs: 0, rel: 0 });
  });

  test("exact criteria round to the storage and skip what does not count", () => {
    const third = 1 / 3;
    expect(judge(exactCopy, [third], [Math.fround(third)]).ok).toBe(true);
    expect(judge(exactCopy, [third], [third]).ok).toBe(false);
    expect(judge(exactCopy, [third], [0.333984375], { storage: "bf16" }).ok).toBe(true);
    expect(judge(exactCopy, [1, 2], [1, 9], { counts: (i) => i === 0 }).ok).toBe(true);
    expect(judge(exactCopy, [1, 2], [1, 9])).toMatchObject({ ok: false, worst: 1 });
  });

  test("bf16 rounding passes its criterion, a wrong bit above it does not", () => {
    const bf16 = criterionFor(f32Sum, "bf16");
    const rounded = wanted.map((v) => bf16ToF32(f32ToBf16(v)));
    expect(judge(bf16, wanted, rounded).ok).toBe(true);
    const off = rounded.map((v, i) => (i === 11 ? bf16ToF32(f32ToBf16(v) + 2) : v));
    expect(judge(bf16, wanted, off)).toMatchObject({ ok: false, worst: 11 });
  });
});
