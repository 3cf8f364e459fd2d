/**
 * attention, route `split_keys`: for steps of few rows over long contexts. All query heads of a key/value head and all
 * rows of a lane share one walk over the keys, which are cut at fixed positions and spread over blocks; a second launch
 * joins the splits in order and applies the gate. A row's bits depend on its position and its data, on nothing else in
 * the step. bf16 pages go through the matrix units, f32 pages through plain f32 arithmetic.
 */
import { type I32, KernelBuilder } from "../../../codegen/builder.ts";
import { INDICES } from "../../../codegen/library/integers.ts";
import { sigmoid } from "../../../codegen/library/math.ts";
import { floatText } from "../../../codegen/printer.ts";
import { groupsOf, numberAttribute, ONE, operand, perExtent } from "../../../shaders/lowering.ts";
import { bindStep, type StepReader } from "../../../shaders/step.ts";
import { invariant } from "../../../src/base/invariant.ts";
import type { KvPlane, VectorPages } from "../../../src/base/kv/layout.ts";
import { KV_LAYOUTS } from "../../../src/base/kv/registry.ts";
import { PAGE_TOKENS } from "../../../src/base/step-block.ts";
import {
  type Candidate,
  type Problem,
  rowsOf,
  type TensorType,
  type TextKernel,
} from "../../../src/program/candidate.ts";
import { bodyText, floatArray, intArray, intParameter, nativeText } from "../native-source.ts";

const OP = "attention";
const THREADS = 128;
/** Splits of a lane's keys: with four key/value heads enough blocks for the cards at hand. */
const SPLITS = 32;
/** Rows of a step up to which reading the keys costs more than the arithmetic. */
const MOST_ROWS = 16;
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
  readonly layout: VectorPages;
  readonly narrow: boolean;
  readonly queryHeads: number;
  readonly heads: number;
  readonly headWidth: number;
}

/** The codecs whose vectors the bodies copy as they lie. */
const CODECS = ["f32", "bf16"] as const;

function codecOf(problem: Problem): (typeof CODECS)[number] | undefined {
  const { storage } = operand(problem.states, "kv", OP);
  return CODECS.find((codec) => codec === storage);
}

function geometryOf(problem: Problem): Geometry {
  const codec = codecOf(problem);
  invariant(codec !== undefined, "only what matches is lowered");
  return {
    q: operand(problem.inputs, "q", OP),
    gate: operand(problem.inputs, "gate", OP),
    y: operand(problem.outputs, "y", OP),
    layout: KV_LAYOUTS[codec],
    narrow: codec === "bf16",
    queryHeads: numberAttribute(problem, "queryHeads"),
    heads: numberAttribute(problem, "heads"),
    headWidth: numberAttribute(problem, "headWidth"),
  };
}

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
function ownPosition(step: StepReader, row: I32) {
  const lane = step.row("lane_of_row", "rowLane", row);
  const before = step.lane("keys_before", "length", lane);
  return before.add(row.sub(step.lane("begin", "laneStart", lane)));
}

function put(k: KernelBuilder, name: string, values: readonly I32[]): void {
  for (const [i, value] of values.entries()) k.assignAt(intArray(name), i, value);
}

function splitHooks(g: Geometry): KernelBuilder {
  const k = new KernelBuilder(THREADS);
  const step = bindStep(k);
  const queries = k.buffer("q", g.q.storage, "read");
  k.buffer("kv", g.narrow ? "bf16" : "f32", "read", { name: "pages" });
  k.buffer("scratch:partial", "f32", "write", { name: "partial" });
  const lane = intParameter("lane");
  const out = (name: string, length: number) => ({ name, ...INDEX, length, output: true });
  // First row, the row after the last, and keys before this step.
  k.hook("lane_range", [{ name: "lane", ...INDEX }, out("range", 3)], () => {
    const rows = [step.lane("start_row", "laneStart", lane), step.lane("end_row", "laneStart", lane.add(1))];
    put(k, "range", [...rows, step.lane("keys_before", "length", lane)]);
  });
  k.hook("page_of", [{ name: "lane", ...INDEX }, { name: "place", ...INDEX }, out("page", 1)], () =>
    put(k, "page", [step.page("found", lane, intParameter("place"))]),
  );
  // Numbers of the vectors of a key and of a value, counted from the pool's start.
  const place = ["page", "head", "token"].map((name) => ({ name, ...INDEX }));
  k.hook("vectors_of", [...place, out("vectors", 2)], () => {
    const [page, head, token] = ["page", "head", "token"].map(intParameter) as [I32, I32, I32];
    const of = (plane: KvPlane): I32 => g.layout.vector(INDICES, g, plane, page, head, token);
    put(k, "vectors", [of("keys"), of("values")]);
  });
  const at = ["row", "head", "pair"].map((name) => ({ name, ...INDEX }));
  k.hook("load_query", [...at, { name: "values", type: "f32", length: RUN, output: true }], () => {
    const vector = intParameter("row").mul(g.queryHeads).add(intParameter("head"));
    const group = vector.mul(g.headWidth / RUN).add(intParameter("pair"));
    for (const [i, value] of k.loadGroup("element", queries, group, RUN).entries()) {
      k.assignAt(floatArray("values"), i, value);
    }
  });
  return k;
}

function splitKeysText(problem: Problem, g: Geometry, tiles: number): TextKernel {
  const pieces = g.headWidth / (g.narrow ? 8 : 4);
  const ratio = g.queryHeads / g.heads;
  const file = g.narrow ? "split_keys_mma" : "split_keys_f32";
  const scale = floatText(Math.fround(numberAttribute(problem, "scale")));
  return nativeText({
    k: splitHooks(g),
    name: `attention_${file}_${g.queryHeads}_${g.heads}x${g.headWidth}_${tiles}`,
    doc: [
      `softmax(q kT * ${scale}) v of one of ${SPLITS} splits of the keys, unfinished, causal over the lane's pages`,
      `block x: split, block y: key/value head, then ${tiles * TILE_ROWS} packed rows, block z: lane`,
    ].join("\n"),
    file: `attention/${file}.cu`,
    constants: {
      ...constantsOf(g),
      THREADS,
      PAGE: PAGE_TOKENS,
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
      bodyText("attention/walk.cuh"),
    ].join("\n"),
    limits: { registers: 168, spillsAllowed: false },
  });
}

function combineText(problem: Problem, g: Geometry): TextKernel {
  const k = new KernelBuilder(THREADS);
  const step = bindStep(k);
  const gates = k.buffer("gate", g.gate.storage, "read");
  k.buffer("scratch:partial", "f32", "read", { name: "partial" });
  const y = k.buffer("y", g.y.storage, "write");
  const [row, head, pair] = ["row", "head", "pair"].map(intParameter) as [I32, I32, I32];
  const at = ["row", "head", "pair"].map((name) => ({ name, ...INDEX }));
  k.hook(
    "last_key",
    [
      { name: "row", ...INDEX },
      { name: "last", ...INDEX, length: 1, output: true },
    ],
    () => put(k, "last", [ownPosition(step, row)]),
  );
  k.hook("finish", [...at, { name: "values", type: "f32", length: RUN }], () => {
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
    k,
    name: `attention_split_keys_combine_${g.queryHeads}x${g.headWidth}`,
    doc: [
      `y = ${SPLITS} splits of the keys joined, * sigmoid(gate)`,
      `block x: query head, block y: row; thread: ${RUN} neighbouring columns`,
    ].join("\n"),
    file: "attention/split_keys_combine.cu",
    constants: { ...constantsOf(g), PAGE: PAGE_TOKENS },
    limits: { registers: 64, spillsAllowed: false },
  });
}

export const attentionSplitKeys: Candidate = {
  op: OP,
  name: "split_keys",
  mostRows: MOST_ROWS,
  match: (problem, caps) => {
    const headWidth = numberAttribute(problem, "headWidth");
    const fits = headWidth % 16 === 0 && headWidth <= MAX_HEAD_WIDTH;
    return (caps.cuda?.computeCapability ?? 0) >= 80 && fits && codecOf(problem) !== undefined;
  },
  lower: (problem) => {
    const g = geometryOf(problem);
    const rows = rowsOf(problem);
    const tiles = tilesOf(g, rows);
    const blocks = Math.ceil((rows * (g.queryHeads / g.heads)) / (tiles * TILE_ROWS));
    return {
      launches: [
        {
          source: splitKeysText(problem, g, tiles),
          grid: [groupsOf(SPLITS, 1), groupsOf(g.heads * blocks, 1), perExtent("sequences")],
        },
        { source: combineText(problem, g), grid: [groupsOf(g.queryHeads, 1), perExtent("tokens"), ONE] },
      ],
      // All rows may be one lane's; counted per lane because a capacity has few lanes and many rows.
      scratch: {
        partial: { extent: "sequences", width: rows * g.queryHeads * SPLITS * (g.headWidth + 2), storage: "f32" },
      },
    };
  },
};
