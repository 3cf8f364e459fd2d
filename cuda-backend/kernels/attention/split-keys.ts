/**
 * attention, route `split_keys`: for steps of few rows over long contexts. All query heads of a key/value head and all
 * rows of a lane share one walk over the keys, which are cut at fixed positions and spread over blocks; a second launch
 * joins the splits in order and applies the gate. A row's bits depend on its position and its data, on nothing else in
 * the step. bf16 pages go through the matrix units, f32 pages through plain f32 arithmetic.
 */
import { readFileSync } from "node:fs";
import { type KernelBuilder, PrivateArray } from "../../../codegen/builder.ts";
import { sigmoid } from "../../../codegen/library/math.ts";
import { floatText } from "../../../codegen/printer.ts";
import {
  type Candidate,
  groupsOf,
  type NativeKernel,
  numberAttribute,
  operand,
  type Problem,
  perExtent,
  type TensorType,
} from "../../../shaders/candidate.ts";
import { bindStep, type StepReader } from "../../../shaders/step.ts";
import type { StateRef } from "../../../src/base/operands.ts";
import { PAGE_TOKENS } from "../../../src/base/step-block.ts";
import { cudaSource } from "../../source-folder.ts";
import { shapeText } from "../linear/hooks.ts";
import { floatArray, HookRecorder, intParameter, nativeText } from "../native-source.ts";

const OP = "attention";
const SPLIT = "attention/split_keys";
const COMBINE = "attention/split_keys_combine";
const THREADS = 128;
/** Splits of a lane's keys: with four key/value heads enough blocks for the cards at hand. */
const SPLITS = 32;
/** Rows of a step up to which reading the keys costs more than the arithmetic. */
const FEW_ROWS = 16;
const TILE_ROWS = 16;
/** Widest head whose tiles fit static shared memory. */
const MAX_HEAD_WIDTH = 256;
/** Columns a thread finishes at once: whole words of any output type. */
const RUN = 2;
const INDEX = { type: "i32" } as const;

interface Geometry {
  readonly q: TensorType;
  readonly gate: TensorType;
  readonly y: TensorType;
  readonly narrow: boolean;
  readonly queryHeads: number;
  readonly heads: number;
  readonly headWidth: number;
}

function geometryOf(problem: Problem): Geometry {
  return {
    q: operand(problem.inputs, "q", OP),
    gate: operand(problem.inputs, "gate", OP),
    y: operand(problem.outputs, "y", OP),
    narrow: operand(problem.states, "kv", OP).storage === "bf16",
    queryHeads: numberAttribute(problem, "queryHeads"),
    heads: numberAttribute(problem, "heads"),
    headWidth: numberAttribute(problem, "headWidth"),
  };
}

/** The problem as a kernel parameter: all layers share one kernel. */
function shapeOf(problem: Problem): string {
  const kv = operand(problem.states, "kv", OP);
  return shapeText({ ...problem, states: { kv: { ...kv, ref: { ...kv.ref, layer: 0 } as StateRef } } });
}

const problemOf = (parameters: NativeKernel["parameters"]): Problem => JSON.parse(String(parameters["problem"]));

/** bf16 numbers that add up to a query element. */
const queryParts = ({ q }: Geometry): number => (q.storage === "bf16" ? 1 : 3);

/** Tiles of 16 packed rows of a block. Two are what registers hold; bits of a row are the same with either. */
function tilesOf(g: Geometry, rows: number): number {
  return g.narrow && queryParts(g) === 1 && rows * (g.queryHeads / g.heads) > TILE_ROWS ? 2 : 1;
}

function constantsOf(g: Geometry): Record<string, number> {
  return { WIDTH: g.headWidth, HEADS: g.heads, QUERY_HEADS: g.queryHeads, SPLITS };
}

/** Position of the last key a row sees: its own. */
function ownPosition(step: StepReader, row: ReturnType<typeof intParameter>) {
  const lane = step.row("lane_of_row", "rowLane", row);
  const before = step.lane("keys_before", "length", lane);
  return before.add(row.sub(step.lane("begin", "laneStart", lane)));
}

function put(k: KernelBuilder, name: string, values: readonly ReturnType<typeof intParameter>[]): void {
  for (const [i, value] of values.entries()) k.assignAt(new PrivateArray("i32", name), i, value);
}

function splitHooks(g: Geometry): HookRecorder {
  const recorder = new HookRecorder(THREADS);
  const { k } = recorder;
  const step = bindStep(k);
  const queries = k.buffer("q", g.q.storage, "read");
  k.buffer("pages", g.narrow ? "bf16" : "f32", "read");
  k.buffer("partial", "f32", "write");
  const lane = intParameter("lane");
  const out = (name: string, length: number) => ({ name, ...INDEX, length, output: true });
  // First row, the row after the last, and keys before this step.
  recorder.hook("lane_range", [{ name: "lane", ...INDEX }, out("range", 3)], () => {
    const rows = [step.lane("start_row", "laneStart", lane), step.lane("end_row", "laneStart", lane.add(1))];
    put(k, "range", [...rows, step.lane("keys_before", "length", lane)]);
  });
  recorder.hook("page_of", [{ name: "lane", ...INDEX }, { name: "place", ...INDEX }, out("page", 1)], () =>
    put(k, "page", [step.page("found", lane, intParameter("place"))]),
  );
  const at = ["row", "head", "pair"].map((name) => ({ name, ...INDEX }));
  recorder.hook("load_query", [...at, { name: "values", type: "f32", length: RUN, output: true }], () => {
    const vector = intParameter("row").mul(g.queryHeads).add(intParameter("head"));
    const group = vector.mul(g.headWidth / RUN).add(intParameter("pair"));
    for (const [i, value] of k.loadGroup("element", queries, group, RUN).entries()) {
      k.assignAt(floatArray("values"), i, value);
    }
  });
  return recorder;
}

export function splitKeysText(parameters: NativeKernel["parameters"]) {
  const problem = problemOf(parameters);
  const g = geometryOf(problem);
  const tiles = Number(parameters["tiles"]);
  const pieces = g.headWidth / (g.narrow ? 8 : 4);
  const ratio = g.queryHeads / g.heads;
  const file = g.narrow ? "split_keys_mma" : "split_keys_f32";
  const scale = floatText(Math.fround(numberAttribute(problem, "scale")));
  return nativeText({
    recorder: splitHooks(g),
    name: `attention_${file}_${g.queryHeads}_${g.heads}x${g.headWidth}_${tiles}`,
    doc: [
      `softmax(q kT * ${scale}) v of one of ${SPLITS} splits of the keys, unfinished, causal over the lane's pages`,
      `block x: split, block y: key/value head, then ${tiles * TILE_ROWS} packed rows, block z: lane`,
    ].join("\n"),
    file: `./attention/${file}.cu`,
    constants: {
      ...constantsOf(g),
      THREADS,
      RATIO: ratio,
      TILES: tiles,
      PACKED: tiles * TILE_ROWS,
      KEYS: g.narrow ? 16 : THREADS / TILE_ROWS,
      PIECES: pieces,
      STRIDE: pieces % 2 === 0 ? pieces + 1 : pieces,
      ...(g.narrow ? { QUERY_PARTS: queryParts(g) } : {}),
    },
    declarations: [
      `constexpr float SCALE = ${scale}f;`,
      '#include "async-copy.cuh"',
      readFileSync(cudaSource("kernels", "attention", "walk.cuh"), "utf8"),
    ].join("\n"),
    limits: { registers: 168, spillsAllowed: false },
  });
}

export function splitKeysCombineText(parameters: NativeKernel["parameters"]) {
  const problem = problemOf(parameters);
  const g = geometryOf(problem);
  const recorder = new HookRecorder(THREADS);
  const { k } = recorder;
  const step = bindStep(k);
  const gates = k.buffer("gate", g.gate.storage, "read");
  k.buffer("partial", "f32", "read");
  const y = k.buffer("y", g.y.storage, "write");
  const [row, head, pair] = ["row", "head", "pair"].map(intParameter) as [
    ReturnType<typeof intParameter>,
    ReturnType<typeof intParameter>,
    ReturnType<typeof intParameter>,
  ];
  const at = ["row", "head", "pair"].map((name) => ({ name, ...INDEX }));
  recorder.hook(
    "last_key",
    [
      { name: "row", ...INDEX },
      { name: "last", ...INDEX, length: 1, output: true },
    ],
    () => put(k, "last", [ownPosition(step, row)]),
  );
  recorder.hook("finish", [...at, { name: "values", type: "f32", length: RUN }], () => {
    const stride = numberAttribute(problem, "gateStride");
    const first = row
      .mul(g.gate.width)
      .add(head.mul(stride).add(numberAttribute(problem, "gateOffset")))
      .add(pair.mul(RUN));
    const gated = Array.from({ length: RUN }, (_, i) =>
      floatArray("values")
        .at(i)
        .mul(sigmoid(k.load("gate_value", gates, first.add(i)))),
    );
    const vector = row.mul(g.queryHeads).add(head);
    k.storeGroup(y, vector.mul(g.headWidth / RUN).add(pair), gated);
  });
  return nativeText({
    recorder,
    name: `attention_split_keys_combine_${g.queryHeads}x${g.headWidth}`,
    doc: [
      `y = ${SPLITS} splits of the keys joined, * sigmoid(gate)`,
      `block x: query head, block y: row; thread: ${RUN} neighbouring columns`,
    ].join("\n"),
    file: "./attention/split_keys_combine.cu",
    constants: { ...constantsOf(g), PAGE: PAGE_TOKENS },
    limits: { registers: 64, spillsAllowed: false },
  });
}

type Text = ReturnType<typeof splitKeysText>;

const accessOf = ({ kernel }: Text) => kernel.bindings.map((b) => (b.access === "read" ? "read" : "read_write"));

export const attentionSplitKeys: Candidate = {
  op: OP,
  name: "split_keys",
  fewRows: true,
  match: (problem, caps) => {
    const { headWidth } = geometryOf(problem);
    return (
      (caps.cuda?.computeCapability ?? 0) >= 80 &&
      (problem.most?.tokens ?? Number.POSITIVE_INFINITY) <= FEW_ROWS &&
      headWidth % 16 === 0 &&
      headWidth <= MAX_HEAD_WIDTH
    );
  },
  lower: (problem) => {
    const g = geometryOf(problem);
    const rows = problem.most?.tokens ?? FEW_ROWS;
    const tiles = tilesOf(g, rows);
    const parameters = { problem: shapeOf(problem), tiles };
    const combined = { problem: shapeOf(problem) };
    const blocks = Math.ceil((rows * (g.queryHeads / g.heads)) / (tiles * TILE_ROWS));
    return {
      launches: [
        {
          source: { kind: "native", name: SPLIT, access: accessOf(splitKeysText(parameters)), parameters },
          operands: ["step", "q", "kv", "scratch:partial"],
          grid: [groupsOf(SPLITS, 1), groupsOf(g.heads * blocks, 1), perExtent("sequences")],
        },
        {
          source: {
            kind: "native",
            name: COMBINE,
            access: accessOf(splitKeysCombineText(combined)),
            parameters: combined,
          },
          operands: ["step", "gate", "scratch:partial", "y"],
          grid: [groupsOf(g.queryHeads, 1), perExtent("tokens"), { extent: "one", multiply: 1, divide: 1 }],
        },
      ],
      // All rows may be one lane's; counted per lane because a capacity has few lanes and many rows.
      scratch: {
        partial: { extent: "sequences", width: rows * g.queryHeads * SPLITS * (g.headWidth + 2), storage: "f32" },
      },
    };
  },
};
