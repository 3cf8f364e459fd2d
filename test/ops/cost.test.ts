/**
 * Cost formulas against what kernels do. The portable kernels run and every word they touch is recorded; a formula that
 * counts one element more or less, of any operand, in any of the steps, fails. At the widths of the 27B decoder, where
 * nothing can run, the formulas are held to the bytes the program holds. Operations are counted by loops over the
 * definitions.
 */
import { describe, expect, test } from "vitest";
import { selectionOf, TEXT_27B, TEXT_64_NARROW } from "../../perf/shapes.ts";
import { type CallTraffic, sumTraffic, trafficOf } from "../../perf/traffic.ts";
import { portableCandidates } from "../../shaders/index.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { GREEDY, PAGE_TOKENS, type StepLane } from "../../src/base/step-block.ts";
import type { TextConfig } from "../../src/model/qwen3_5/config.ts";
import { buildTextDecoder, type Head } from "../../src/model/qwen3_5/graph.ts";
import type { StepShape } from "../../src/ops/contract.ts";
import { opContracts } from "../../src/ops/registry.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { lower, type PoolCapacity } from "../../src/passes/lower.ts";
import { planMemory } from "../../src/passes/plan-memory.ts";
import { quantiseActivations } from "../../src/passes/quantise.ts";
import { type Selection, select } from "../../src/passes/select.ts";
import { accountOf } from "../../src/program/account.ts";
import { bindingsOf } from "../../src/program/candidate.ts";
import type { Profile } from "../../src/program/storage.ts";
import { recordTraffic } from "./traffic-recorder.ts";

/** One period of the published pattern; every row is whole words in bf16, because words are what can be recorded. */
const CONFIG: TextConfig = {
  ...TEXT_64_NARROW,
  layerTypes: TEXT_64_NARROW.layerTypes.slice(0, 4),
  vocabSize: 514,
  linearAttention: { keyHeads: 2, valueHeads: 4, keyWidth: 16, valueWidth: 16, convolutionKernel: 4 },
};
const CAPACITY: PoolCapacity = { maxRows: 300, maxLanes: 3, maxOutputs: 3, maxPagesPerLane: 9, slots: 4, pages: 28 };

function step(lanes: number, rows: number, context: number, fold: number, outputs = lanes): StepShape {
  return { tokens: lanes * rows, sequences: lanes, outputs, contextTokens: context, foldTokens: fold };
}

/** Lanes of equal length whose ids all differ. */
function lanesOf({ tokens, sequences, outputs, contextTokens, foldTokens }: StepShape): StepLane[] {
  const rows = tokens / sequences;
  return Array.from({ length: sequences }, (_, lane) => ({
    slot: lane + 1,
    length: contextTokens - rows,
    pendingFold: foldTokens,
    pages: Array.from({ length: Math.ceil(contextTokens / PAGE_TOKENS) }, (_, i) => 1 + lane + CAPACITY.maxLanes * i),
    tokens: Array.from({ length: rows }, (_, i) => lane * rows + i),
    outputs: lane < outputs ? [rows - 1] : [],
    sampling: { ...GREEDY, temperature: 0.7, topK: 5, topP: 0.9, minP: 0.01, repetitionPenalty: 1.1 },
  }));
}

const STEPS: readonly StepShape[] = [
  step(3, 1, 130, 1),
  step(1, 1, 1, 0),
  step(2, 5, 67, 3, 1),
  step(2, 16, 257, 0),
  step(1, 17, 17, 0, 0),
  step(1, 40, 530, 16),
  step(1, 300, 300, 0),
];

const backend = createTraceBackend();

/** Rows of whole panels of a packed format, and heads of whole groups of codes. */
const INT8_CONFIG: TextConfig = {
  ...CONFIG,
  hiddenSize: 128,
  intermediateSize: 256,
  attention: { ...CONFIG.attention, queryHeads: 4 },
  linearAttention: { keyHeads: 2, valueHeads: 2, keyWidth: 16, valueWidth: 64, convolutionKernel: 4 },
};

/** Products of int8 rows wherever they apply; what is no matrix of a layer, and the gates, is bf16. */
function int8Selection(): Selection {
  const formatOf = (name: string) =>
    /layers.*(mlp|self_attn|in_proj_qkv|in_proj_z|out_proj)/.test(name) && !name.includes("norm") ? "q5_g64" : "bf16";
  const graph = fuse(buildTextDecoder(INT8_CONFIG, { head: "argmax", maxPositions: 1024, formatOf }));
  const changed = quantiseActivations(graph, { formats: backend.caps.weightFormats });
  return select(changed, { candidates: portableCandidates, caps: backend.caps, profile: "exact" });
}

function selectionFor(head: Head, profile: Profile, fused: boolean): Selection {
  const graph = buildTextDecoder(CONFIG, { head, maxPositions: 1024, formatOf: () => "bf16" });
  return select(fused ? fuse(graph) : graph, { candidates: portableCandidates, caps: backend.caps, profile });
}

/** What is no operand of an op. */
const aside = (operand: string): boolean =>
  operand === "step" || operand === "sampled" || operand.startsWith("scratch:");

describe("bytes of every operand are the words that the portable kernels touch", () => {
  const seen = new Set<string>();
  const subjects: readonly (readonly [string, Selection])[] = [
    ["argmax, exact, fused", selectionFor("argmax", "exact", true)],
    ["sample, fast, fused", selectionFor("sample", "fast", true)],
    ["argmax, fast, as written", selectionFor("argmax", "fast", false)],
    ["int8 activations", int8Selection()],
  ];
  for (const [name, selection] of subjects) {
    test.each(STEPS)(`${name}: $sequences lanes, $tokens rows, $contextTokens keys, $foldTokens records`, (shape) => {
      const recorded = recordTraffic(selection, CAPACITY, lanesOf(shape));
      const calls = trafficOf(selection, shape);
      expect(recorded.length).toBe(calls.length);
      for (const [i, { selected, traffic }] of calls.entries()) {
        const touched = Object.entries(recorded[i]!).filter(([operand]) => !aside(operand));
        expect(traffic, selected.node.label).toEqual(Object.fromEntries(touched));
        seen.add(selected.node.op);
      }
    });
  }

  test("of every op", () => {
    expect([...seen].sort()).toEqual([...opContracts.keys()].sort());
  });
});

describe("a step of the 27B decoder", () => {
  const lanes = 2;
  const context = 8192;
  const pagesPerLane = context / PAGE_TOKENS;
  const capacity: PoolCapacity = {
    ...{ maxRows: lanes, maxLanes: lanes, maxOutputs: lanes, slots: lanes + 1 },
    ...{ maxPagesPerLane: pagesPerLane, pages: lanes * pagesPerLane + 1 },
  };
  const selection = selectionOf(TEXT_27B, backend, "argmax", "fast", capacity);
  const program = lower("27B", selection, planMemory(selection, capacity, 256), capacity);
  const account = accountOf(program.buffers, capacity);
  const calls = trafficOf(selection, step(lanes, 1, context, 1));

  test("reads every weight once, of the embedding's table its rows", () => {
    const table = 2 * TEXT_27B.vocabSize * TEXT_27B.hiddenSize;
    const rows = 2 * lanes * TEXT_27B.hiddenSize;
    const tensors = sumTraffic(calls, (problem, name) => problem.weights[name]?.kind === "tensor");
    expect(tensors).toEqual({ read: account.weightBytes - table + rows, written: 0 });
  });

  test("reads the keys and values behind it and writes those of its rows", () => {
    const pages = sumTraffic(calls, (problem, name) => problem.states[name]?.ref.kind === "kv");
    const perToken = account.keyValueBytesPerToken;
    expect(pages).toEqual({ read: lanes * context * perToken, written: lanes * perToken });
  });

  test("binds whole what it moves whole", () => {
    const launches = [...program.launches];
    for (const { selected, traffic } of calls) {
      for (const { source } of selected.lowering.launches) {
        const launch = launches.shift()!;
        for (const [i, { operand }] of bindingsOf(source).entries()) {
          const bound = launch.bindings[i]!.sizeBytes;
          const { read, written } = traffic[operand] ?? { read: 0, written: 0 };
          const whole =
            selected.problem.outputs[operand] !== undefined || selected.problem.weights[operand]?.kind === "tensor";
          if (whole && selected.node.op !== "embedding") {
            expect(Math.ceil((read + written) / 256), `${selected.node.label} ${operand}`).toBe(Math.ceil(bound / 256));
          } else if (!aside(operand)) {
            expect(Math.max(read, written), `${selected.node.label} ${operand}`).toBeLessThanOrEqual(bound);
          }
        }
      }
    }
  });

  test("multiplies every element of every matrix with every row", () => {
    const flops = calls.filter(({ selected }) => selected.node.op === "linear").reduce((sum, c) => sum + c.flops, 0);
    let elements = 0;
    for (const { role } of program.buffers) {
      if (role.kind !== "weight" || role.rows === 1 || role.tensor.endsWith("conv1d.weight")) continue;
      if (!role.tensor.endsWith("embed_tokens.weight")) elements += role.rows * role.columns;
    }
    expect(flops).toBe(2 * lanes * elements);
  });
});

describe("operations counted over the definition", () => {
  const calls = (shape: StepShape): readonly CallTraffic[] => trafficOf(selectionFor("argmax", "exact", true), shape);
  const flopsOf = (shape: StepShape, op: string): number =>
    calls(shape).find(({ selected }) => selected.node.op === op)!.flops;

  test.each(STEPS)("$sequences lanes, $tokens rows, $contextTokens keys, $foldTokens records", (shape) => {
    const { queryHeads, headWidth } = CONFIG.attention;
    const { valueHeads, keyWidth, valueWidth, keyHeads, convolutionKernel } = CONFIG.linearAttention;
    let [attention, delta, convolution] = [0, 0, 0];
    for (const { length, tokens, pendingFold } of lanesOf(shape)) {
      for (let row = 0; row < tokens.length; row++) {
        for (let key = 0; key <= length + row; key++) attention += queryHeads * 2 * (headWidth + headWidth);
        convolution += 2 * convolutionKernel * (2 * keyHeads * keyWidth + valueHeads * valueWidth);
      }
      // Decay, ST k, the rank-one update and ST q.
      const perElement = 1 + 2 + 2 + 2;
      for (let i = 0; i < pendingFold + tokens.length; i++) delta += perElement * valueHeads * keyWidth * valueWidth;
    }
    expect(flopsOf(shape, "attention")).toBe(attention);
    expect(flopsOf(shape, "gated-delta-rule")).toBe(delta);
    expect(flopsOf(shape, "causal-conv1d")).toBe(convolution);
  });
});
