/**
 * What the host pays for one decode step of the 27B text decoder, in JavaScript: writing the step block by difference
 * and walking the launch list, and of a step through the whole loop. Nothing is computed and no weight is loaded, so the
 * times are the host's alone. Also the exact bytes such a model holds. Run: npx tsx perf/host-cost.ts [--json FILE]
 */
import { openBackend } from "../node/open-backend.ts";
import { createTraceBackend } from "../src/backend/trace/trace-backend.ts";
import { GREEDY, PAGE_TOKENS, StepBlock, type StepLane } from "../src/base/step-block.ts";
import type { PoolCapacity } from "../src/passes/lower.ts";
import { accountOf } from "../src/program/account.ts";
import { gridSize, type Program } from "../src/program/program.ts";
import type { ModelRunner } from "../src/runtime/model-runner.ts";
import { LocalTokenEngine } from "../src/runtime/token-engine.ts";
import { type Figure, publish, quantile, type Row } from "./benchmark.ts";
import { emptyRunner, oneLane, programOf, selectionOf, TEXT_27B, TEXT_64_NARROW } from "./shapes.ts";
import { sumTraffic, trafficOf } from "./traffic.ts";

const WARM_UP = 500;
const STEPS = 2000;
const MAX_CONTEXT = 262_144;
const DEPTHS = [1024, 32_768, 131_072, 259_000] as const;

/** The lanes of consecutive decode steps from `depth` tokens on; pages grow as the runtime would grow them. */
function decodeLanes(depth: number): (step: number) => StepLane {
  const pages = Array.from({ length: Math.ceil((depth + 1) / PAGE_TOKENS) }, (_, i) => i + 1);
  return (step) => {
    const length = depth + step;
    if (pages.length * PAGE_TOKENS <= length) pages.push(pages.length + 1);
    return { slot: 1, length, pendingFold: 1, pages, tokens: [-1], outputs: [0], sampling: GREEDY };
  };
}

interface Cost {
  readonly p50: number;
  readonly p99: number;
}

/** Microseconds of `run`, step by step; `between` is not counted. */
async function measure(
  depth: number,
  steps: number,
  run: (lane: StepLane) => void,
  between?: () => Promise<unknown>,
): Promise<Cost> {
  const laneOf = decodeLanes(depth);
  const times: number[] = [];
  for (let step = 0; step < WARM_UP + steps; step++) {
    const lane = laneOf(step);
    const start = performance.now();
    run(lane);
    const us = 1000 * (performance.now() - start);
    if (step >= WARM_UP) times.push(us);
    await between?.();
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Times of the step block alone: filled and its changes taken, as a runner does. */
function measureBlock(capacity: PoolCapacity, depth: number): Promise<Cost> {
  const block = new StepBlock(capacity);
  return measure(depth, STEPS, (lane) => {
    block.write([lane]);
    block.takeChanges();
  });
}

/** Workgroups of every launch computed anew, as backends that keep no list for the last row counts do. */
function measureGrids(program: Program, depth: number): Promise<Cost> {
  const extents = { tokens: 1, sequences: 1, outputs: 1 };
  let workgroups = 0;
  return measure(depth, STEPS, () => {
    for (const launch of program.launches) {
      const [x, y, z] = gridSize(launch.grid, extents);
      workgroups += x * y * z;
    }
    if (workgroups === 0) throw new Error("no launch has work");
  });
}

/** What a decode step has to move and to compute, whatever the kernels: the bound of every device. */
function workRows(): Row[] {
  const backend = createTraceBackend();
  const selection = selectionOf(TEXT_27B, backend, "argmax", "fast", oneLane(MAX_CONTEXT));
  const one = { tokens: 1, sequences: 1, outputs: 1, foldTokens: 1 };
  return DEPTHS.map((depth) => {
    const calls = trafficOf(selection, { ...one, contextTokens: depth + 1 });
    const bytesOf = (counts: Parameters<typeof sumTraffic>[1]): number => {
      const { read, written } = sumTraffic(calls, counts);
      return read + written;
    };
    return {
      "tokens before": depth,
      "weights B": bytesOf(({ weights }, role) => weights[role] !== undefined),
      "KV B": bytesOf(({ states }, role) => states[role]?.ref.kind === "kv"),
      "delta and convolution B": bytesOf(
        ({ states }, role) => states[role] !== undefined && states[role].ref.kind !== "kv",
      ),
      "values B": bytesOf(({ inputs, outputs }, role) => inputs[role] !== undefined || outputs[role] !== undefined),
      "all B": bytesOf(undefined),
      flops: calls.reduce((sum, { flops }) => sum + flops, 0),
    };
  });
}

async function traceRows(): Promise<{ readonly rows: Row[]; readonly figures: Figure[] }> {
  const capacity = oneLane(MAX_CONTEXT);
  const backend = createTraceBackend();
  const runner = await emptyRunner(TEXT_27B, backend, "fast", capacity);
  const grids = await measureGrids(programOf(TEXT_27B, backend, "argmax", "fast", capacity), DEPTHS[0]);
  const rows: Row[] = [];
  let shallow: Cost | undefined;
  for (const depth of DEPTHS) {
    backend.reset();
    const step = await measure(depth, STEPS, (lane) => runner.submit("argmax", [lane]));
    const { launches, submits, writtenBytes } = backend.counts;
    const block = await measureBlock(capacity, depth);
    shallow ??= step;
    rows.push({
      "tokens before": depth,
      launches: launches / submits,
      "bytes written a step": Number((writtenBytes / submits).toFixed(1)),
      "block p50 us": Number(block.p50.toFixed(1)),
      "step p50 us": Number(step.p50.toFixed(1)),
      "step p99 us": Number(step.p99.toFixed(1)),
    });
  }
  runner.dispose();
  const figures: Figure[] = [
    {
      name: `27B decode step replayed on the host, ${DEPTHS[0]} tokens deep, p50`,
      value: shallow?.p50 ?? Number.NaN,
      unit: "us",
      bar: { kind: "at most", value: 100 },
    },
    { name: "the same, p99", value: shallow?.p99 ?? Number.NaN, unit: "us" },
    { name: "workgroups of all launches computed anew, p50", value: grids.p50, unit: "us" },
  ];
  return { rows, figures };
}

/** The whole step loop on a backend that computes nothing: schedule, step block, events, the turn between two steps. */
async function loopFigure(): Promise<Figure> {
  const maxContext = 4096;
  const capacity = oneLane(maxContext);
  const shape = { ...TEXT_64_NARROW, layerTypes: TEXT_64_NARROW.layerTypes.slice(0, 4), maxPositions: maxContext };
  const backend = createTraceBackend();
  const runner = await emptyRunner(shape, backend, "exact", capacity);
  const info = {
    ...{ backend: backend.name, device: backend.caps.device, profile: "exact", vocabulary: shape.vocabSize },
    ...{ maxContext, maxLanes: 1, memory: { weights: 0, keyValues: 0, states: 0, other: 0 } },
  };
  const engine = new LocalTokenEngine(runner, info, { maxContext, prefillChunk: 256, pages: capacity.pages });
  const request = { prompt: [1], sampling: GREEDY, maxNewTokens: WARM_UP + STEPS, stopTokens: [] };
  const times: number[] = [];
  let before = performance.now();
  for await (const event of engine.run(request)) {
    if (event.kind !== "token") continue;
    const now = performance.now();
    times.push(1000 * (now - before));
    before = now;
  }
  await engine.close();
  return {
    name: "a decode step of four layers through the step loop, nothing computed, p50",
    value: quantile(times.slice(WARM_UP), 0.5),
    unit: "us",
    bar: { kind: "at most", value: 20 },
  };
}

/** Encoding on Dawn without a GPU behind it. Its memory is limited, so the layers are narrow; launches are as many. */
async function nullAdapterFigures(): Promise<Figure[]> {
  const backend = await openBackend({ name: "webgpu", adapter: "null" });
  const capacity = oneLane(4096);
  const runner: ModelRunner = await emptyRunner({ ...TEXT_64_NARROW, maxPositions: 4096 }, backend, "exact", capacity);
  const cost = await measure(
    256,
    500,
    (lane) => runner.submit("argmax", [lane]),
    () => runner.readTokens(),
  );
  runner.dispose();
  await backend.dispose();
  return [
    { name: "64 narrow layers, encode and submit on Dawn's null adapter, p50", value: cost.p50, unit: "us" },
    { name: "the same, p99", value: cost.p99, unit: "us" },
  ];
}

function accountRows(): Row[] {
  const backend = createTraceBackend();
  const capacity = oneLane(MAX_CONTEXT);
  return (["exact", "fast"] as const).map((profile) => {
    const program = programOf(TEXT_27B, backend, "argmax", profile, capacity);
    const account = accountOf(program.buffers, capacity);
    return {
      profile,
      "weights B (bf16)": account.weightBytes,
      "KV B/token": account.keyValueBytesPerToken,
      "state B/slot": account.stateBytesPerSlot,
      "arenas B": Object.values(account.arenaBytes).reduce((sum, bytes) => sum + bytes, 0),
      arenas: Object.keys(account.arenaBytes).length,
      "step B": account.stepBytes,
      "tables B": account.constantBytes,
      launches: program.launches.length,
      kernels: Object.keys(program.kernels).length,
    };
  });
}

async function main(): Promise<void> {
  const { rows, figures } = await traceRows();
  const loop = await loopFigure();
  const notes: string[] = [];
  const encoded = await nullAdapterFigures().catch((error: unknown) => {
    notes.push(`not measured on Dawn's null adapter: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  });
  publish({
    what: "host-cost",
    about: "27B text decoder, one lane, portable kernels; the host's part of a decode step, without a device",
    figures: [...figures, loop, ...encoded],
    tables: {
      "step block and launch list, by depth": rows,
      "what a decode step must move and compute, fast profile, bf16 weights": workRows(),
      [`bytes held, one lane of ${MAX_CONTEXT} tokens, chunks of 256`]: accountRows(),
    },
    notes,
  });
  process.exit();
}

await main();
