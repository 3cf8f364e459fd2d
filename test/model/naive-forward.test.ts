/**
 * The naive forward against the reference implementation: logits, hidden rows and all states of both small models, the
 * MTP head, and the same sequence in chunks. Tolerances are the fixtures' own.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { modelOf } from "../../src/model/open.ts";
import { argmaxOf } from "../conformance/argmax.ts";
import { type FixtureTensor, readJson, readTensors } from "./fixture-tensors.ts";
import {
  type LayerState,
  type NaiveModel,
  type NaiveMtpResult,
  type NaiveState,
  naiveForward,
  naiveHead,
  naiveMtp,
  textPositions,
} from "./naive-forward.ts";

const LOGITS = { maxAbs: 2e-3, relRms: 1e-4 };
const STATES = { maxAbs: Infinity, relRms: 1e-4 };

/** Config through the engine, weights through the tests' own reader. */
async function model(directory: string): Promise<NaiveModel> {
  const files = readdirSync(directory).filter((name) => name.endsWith(".safetensors"));
  const weights = new Map<string, Float32Array>();
  for (const file of files) for (const [name, t] of readTensors(`${directory}/${file}`)) weights.set(name, t.data);
  const artifact = await openArtifact(fileDirectory(directory));
  await artifact.close();
  return { config: modelOf(artifact).config.text, weights };
}

interface Case {
  readonly name: string;
  readonly ids: readonly number[];
  readonly rows: readonly number[];
  readonly greedy: readonly number[];
  readonly prefill_chunks: readonly number[];
  readonly mtp: { readonly drafts: readonly number[] };
}

function expectClose(
  what: string,
  expected: FixtureTensor | Float32Array,
  actual: ArrayLike<number>,
  limit: typeof LOGITS,
): void {
  const wanted = expected instanceof Float32Array ? expected : expected.data;
  expect(actual.length, what).toBe(wanted.length);
  let maxAbs = 0;
  let squares = 0;
  let reference = 0;
  for (let i = 0; i < wanted.length; i++) {
    const difference = Math.abs(wanted[i]! - actual[i]!);
    maxAbs = Math.max(maxAbs, difference);
    squares += difference * difference;
    reference += wanted[i]! * wanted[i]!;
  }
  const relRms = Math.sqrt(squares / reference);
  expect(maxAbs, `${what}: max abs`).toBeLessThanOrEqual(limit.maxAbs);
  expect(relRms, `${what}: rel rms`).toBeLessThanOrEqual(limit.relRms);
}

function pick(values: Float64Array, width: number, rows: readonly number[]): number[] {
  return rows.flatMap((r) => Array.from(values.subarray(r * width, (r + 1) * width)));
}

/** [tokens][G * D] as the fixtures' [G, tokens, D]. */
function byHead(values: Float64Array, heads: number, width: number): number[] {
  const tokens = values.length / (heads * width);
  return Array.from({ length: heads }, (_, h) => h).flatMap((h) =>
    Array.from({ length: tokens }, (_, t) => t).flatMap((t) =>
      Array.from(values.subarray((t * heads + h) * width, (t * heads + h + 1) * width)),
    ),
  );
}

type Kind = LayerState["kind"];

/** Every state of these kinds of layer that the fixture stores under `prefix`; returns how many there were. */
function expectStates(
  tensors: ReadonlyMap<string, FixtureTensor>,
  prefix: string,
  net: NaiveModel,
  state: NaiveState,
  kinds: readonly Kind[] = ["linear_attention", "full_attention"],
): number {
  const { keyValueHeads: heads, headWidth } = net.config.attention;
  let checked = 0;
  const check = (name: string, values: () => ArrayLike<number>, stored?: Float32Array): void => {
    const expected = stored ?? tensors.get(`${prefix}${name}`)?.data;
    if (expected === undefined) return;
    expectClose(`${prefix}${name}`, expected, values(), STATES);
    checked++;
  };
  for (const [i, layer] of state.layers.entries()) {
    if (!kinds.includes(layer.kind)) continue;
    if (layer.kind === "full_attention") {
      check(`k.${i}`, () => byHead(layer.keys, heads, headWidth));
      check(`v.${i}`, () => byHead(layer.values, heads, headWidth));
      continue;
    }
    check(`gdn.${i}`, () => layer.S);
    // Stored: four columns per channel, of which the last three are the history.
    const columns = tensors.get(`${prefix}conv.${i}`)?.data.filter((_, at) => at % 4 > 0);
    const channels = layer.tail.length / 3;
    check(`conv.${i}`, () => layer.tail.map((_, at) => layer.tail[(at % 3) * channels + Math.floor(at / 3)]!), columns);
  }
  return checked;
}

describe("tiny-hybrid", async () => {
  const net = await model("test/fixtures/tiny-hybrid");
  const { hiddenSize, vocabSize } = net.config;
  const tensors = readTensors("test/fixtures/model.safetensors");
  const cases = readJson<{ cases: Case[] }>("test/fixtures/model.json").cases.filter((c) => c.name !== "batch");

  test("all prompts are here", () => {
    expect(cases.map((c) => c.name)).toEqual(["add", "think", "needle", "tool", "story", "chinese", "multi"]);
  });

  test.each(cases)("$name", ({ name, ids, rows, greedy, mtp }) => {
    const result = naiveForward(net, ids);
    const hidden = result.hidden.flatMap((layer) => pick(layer, hiddenSize, rows));
    expectClose(`${name}.logits`, tensors.get(`${name}.logits`)!, pick(result.logits, vocabSize, rows), LOGITS);
    expectClose(`${name}.hidden`, tensors.get(`${name}.hidden`)!, hidden, STATES);
    expectClose(`${name}.final`, tensors.get(`${name}.final`)!, pick(result.final, hiddenSize, rows), STATES);
    const likeliest = ids.map((_, r) => argmaxOf(result.logits.subarray(r * vocabSize, (r + 1) * vocabSize)));
    expect(likeliest).toEqual(Array.from(tensors.get(`${name}.argmax`)!.data));
    expect(likeliest.at(-1)).toBe(greedy[0]);
    // Three delta states and three tails; keys and values where the prompt is short.
    expect(expectStates(tensors, `${name}.`, net, result.state)).toBe(ids.length < 200 ? 8 : 6);

    const heads = net.config.attention;
    const first = naiveMtp(net, result.final, [...ids.slice(1), greedy[0]!], textPositions(0, ids.length));
    expectClose(`${name}.mtp_hidden`, tensors.get(`${name}.mtp_hidden`)!, pick(first.hidden, hiddenSize, rows), STATES);
    expectClose(
      `${name}.mtp_logits`,
      tensors.get(`${name}.mtp_logits`)!,
      naiveHead(net, Float64Array.from(pick(first.hidden, hiddenSize, rows))),
      LOGITS,
    );
    const keys = tensors.get(`${name}.mtp_k`);
    if (keys !== undefined)
      expectClose(`${name}.mtp_k`, keys, byHead(first.state.keys, heads.keyValueHeads, heads.headWidth), STATES);
    let last: NaiveMtpResult = { hidden: first.hidden.slice(-hiddenSize), state: first.state };
    const drafted = [...naiveHead(net, last.hidden)];
    for (const [j, id] of mtp.drafts.slice(0, 2).entries()) {
      last = naiveMtp(net, last.hidden, [id], textPositions(ids.length + j, 1), last.state);
      drafted.push(...naiveHead(net, last.hidden));
    }
    expectClose(`${name}.draft_logits`, tensors.get(`${name}.draft_logits`)!, drafted, LOGITS);
  });

  test("state in the middle of a prefill, and chunks equal the whole", () => {
    const { ids } = cases.find((c) => c.name === "needle")!;
    const at71 = naiveForward(net, ids.slice(0, 71), undefined, { logitRows: [] });
    expect(expectStates(tensors, "needle.at71.", net, at71.state)).toBe(8);
    const rest = naiveForward(net, ids.slice(71), undefined, { state: at71.state, logitRows: [ids.length - 72] });
    const whole = naiveForward(net, ids, undefined, { logitRows: [ids.length - 1] });
    for (const [i, logit] of whole.logits.entries()) expect(rest.logits[i]).toBeCloseTo(logit, 9);
  });

  test("greedy text of a short prompt, one token at a time", () => {
    const { ids, greedy } = cases.find((c) => c.name === "add")!;
    let result = naiveForward(net, ids, undefined, { logitRows: [ids.length - 1] });
    const text: number[] = [];
    while (text.length < greedy.length) {
      const id = argmaxOf(result.logits);
      text.push(id);
      result = naiveForward(net, [id], undefined, { state: result.state });
    }
    expect(text).toEqual(greedy);
  });
});

describe("tiny-random: tied embeddings, eight layers, two shards", async () => {
  const net = await model("test/fixtures/tiny-random");
  const { hiddenSize, vocabSize } = net.config;
  const tensors = readTensors("test/fixtures/random.safetensors");
  const { ids, rows, greedy } = readJson<{ cases: Case[] }>("test/fixtures/random.json").cases[0]!;

  test("random", () => {
    const result = naiveForward(net, ids);
    expectClose("logits", tensors.get("logits")!, pick(result.logits, vocabSize, rows), LOGITS);
    expectClose(
      "hidden",
      tensors.get("hidden")!,
      result.hidden.flatMap((layer) => pick(layer, hiddenSize, rows)),
      STATES,
    );
    expectClose("final", tensors.get("final")!, pick(result.final, hiddenSize, rows), STATES);
    expect(expectStates(tensors, "", net, result.state, ["full_attention"])).toBe(4);
    // The stored delta states and tails were taken after the 32 greedy tokens, the keys and values before them.
    const later = naiveForward(net, greedy, undefined, { state: result.state });
    expect(expectStates(tensors, "", net, later.state, ["linear_attention"])).toBe(12);
    const likeliest = greedy.map((_, r) => argmaxOf(later.logits.subarray(r * vocabSize, (r + 1) * vocabSize)));
    expect(argmaxOf(result.logits.subarray(-vocabSize))).toBe(greedy[0]);
    expect(likeliest.slice(0, -1)).toEqual(greedy.slice(1));
  });

  const lastRows = [36, 37, 38, 39];

  test("far positions", () => {
    const result = naiveForward(net, ids.slice(0, 40), textPositions(5000, 40), { logitRows: lastRows });
    expectClose("far.logits", tensors.get("far.logits")!, result.logits, LOGITS);
  });

  test("positions with three axes", () => {
    const stored = tensors.get("mrope.pos")!.data;
    const positions = [0, 1, 2].map((axis) => Array.from(stored.subarray(axis * 40, (axis + 1) * 40)));
    const result = naiveForward(net, ids.slice(0, 40), positions, { logitRows: lastRows });
    expectClose("mrope.logits", tensors.get("mrope.logits")!, result.logits, LOGITS);
  });
});
