/**
 * `npm run perf -- bits`: what the fixtures' prompts give, as hashes of exact bits, so that two commits can be compared
 * without keeping megabytes of logits. Every prompt runs whole and in its stored chunks, all of a model's prompts in one
 * ragged step, then greedy and seeded tokens are decoded from the device's own. Equal hashes mean equal bits; which
 * values are right is for the tests to say.
 */
import { createHash, type Hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { openEmulatedCuda } from "../node/open-cuda.ts";
import type { Backend } from "../src/backend/backend.ts";
import { createCpuBackend } from "../src/backend/cpu/cpu-backend.ts";
import { GREEDY, type SamplingSettings } from "../src/base/step-block.ts";
import type { Profile } from "../src/program/storage.ts";
import {
  FIXTURE_CAPACITY,
  type LaneRows,
  openTestModel,
  readRows,
  runPrompt,
  scatteredHome,
  step,
  TestLane,
  type TestModel,
} from "../test/model/fixture-model.ts";
import {
  countingPositions,
  type FixtureName,
  farPrompt,
  hybridPrompts,
  MAX_POSITIONS,
  mropePositions,
  mropePrompt,
  openFixtureArtifact,
  type PromptCase,
  randomPrompt,
} from "../test/model/fixtures.ts";
import { SEED } from "./benchmark.ts";

/** Tokens decoded behind a prompt, for each way of choosing them. */
const DECODED = 8;
const SAMPLED: SamplingSettings = {
  ...GREEDY,
  temperature: 0.8,
  topK: 20,
  topP: 0.95,
  minP: 0.02,
  presencePenalty: 0.5,
  seed: BigInt(SEED),
};

interface Case {
  readonly prompt: PromptCase;
  readonly positions?: ReturnType<typeof countingPositions>;
}

const CASES: Readonly<Record<FixtureName, readonly Case[]>> = {
  "tiny-hybrid": hybridPrompts.map((prompt) => ({ prompt })),
  "tiny-random": [
    { prompt: randomPrompt },
    { prompt: farPrompt, positions: countingPositions(farPrompt.first_position, farPrompt.ids.length) },
    { prompt: mropePrompt, positions: mropePositions() },
  ],
};

interface Run {
  readonly model: FixtureName;
  readonly backend: string;
  readonly profile: Profile;
  readonly logitsSha256: string;
  readonly tokensSha256: string;
}

const bytesOf = (values: Float32Array | Int32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Decodes every lane from its device's last token and adds what was chosen. */
async function decode(model: TestModel, lanes: readonly LaneRows[], sampling: SamplingSettings, tokens: Hash) {
  const program = sampling === GREEDY ? "argmax" : "sample";
  for (let i = 0; i < DECODED; i++) {
    step(
      model,
      lanes.map(({ lane }) => ({ lane, tokens: [-1], outputs: [0], sampling })),
      program,
    );
    tokens.update(bytesOf(await model.runner.readTokens()));
  }
}

/** Prompts by themselves, whole and in chunks, with every state behind them. */
async function alone(model: TestModel, cases: readonly Case[], logits: Hash): Promise<void> {
  for (const { prompt, positions } of cases) {
    for (const chunks of [[prompt.ids.length], prompt.prefill_chunks ?? [1, prompt.ids.length - 1]]) {
      const home = scatteredHome(model.capacity, 0);
      const run = await runPrompt(model, home, prompt.ids, { chunks, ...(positions ? { positions } : {}) });
      logits.update(bytesOf(run.logits));
      for (const states of run.states) {
        for (const part of Object.values(states)) logits.update(bytesOf(part));
      }
    }
  }
}

/** All prompts that fit one step together, then tokens behind them: greedy ones, then seeded ones. */
async function together(model: TestModel, cases: readonly Case[], logits: Hash, tokens: Hash): Promise<void> {
  let room = model.capacity.maxRows;
  const fitting = cases.filter(({ prompt, positions }) => {
    const fits = positions === undefined && prompt.ids.length <= room;
    if (fits) room -= prompt.ids.length;
    return fits;
  });
  const lanes = fitting.slice(0, model.capacity.maxLanes).map(({ prompt }, i): LaneRows => {
    const lane = new TestLane(model, scatteredHome(model.capacity, i));
    return { lane, tokens: prompt.ids, outputs: [prompt.ids.length - 1] };
  });
  step(model, lanes);
  logits.update(bytesOf((await readRows(model)).logits));
  tokens.update(bytesOf(await model.runner.readTokens()));
  await decode(model, lanes, GREEDY, tokens);
  await decode(model, lanes, SAMPLED, tokens);
  logits.update(bytesOf((await readRows(model)).logits));
}

async function runModel(backend: Backend, name: FixtureName, profile: Run["profile"]): Promise<Run> {
  const artifact = await openFixtureArtifact(name);
  const options = { profile, capacity: FIXTURE_CAPACITY, maxPositions: MAX_POSITIONS[name] };
  const model = await openTestModel(artifact, backend, options);
  const [logits, tokens] = [createHash("sha256"), createHash("sha256")];
  await alone(model, CASES[name], logits);
  await together(model, CASES[name], logits, tokens);
  model.runner.dispose();
  await artifact.close();
  return {
    model: name,
    backend: backend.name,
    profile,
    logitsSha256: logits.digest("hex"),
    tokensSha256: tokens.digest("hex"),
  };
}

const runs: Run[] = [];
for (const open of [async () => createCpuBackend(), async () => (await openEmulatedCuda()).backend]) {
  const backend = await open();
  for (const model of Object.keys(CASES) as FixtureName[]) {
    for (const profile of ["exact", "fast"] as const) {
      const run = await runModel(backend, model, profile);
      console.log(`${run.model} ${run.backend} ${run.profile}: ${run.logitsSha256} ${run.tokensSha256}`);
      runs.push(run);
    }
  }
  await backend.dispose();
}

const at = process.argv.indexOf("--json");
if (at >= 0) writeFileSync(process.argv[at + 1]!, JSON.stringify({ seed: SEED, runs }));
