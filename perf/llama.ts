/**
 * The same shapes in llama.cpp, in the same run: random `qwen35` GGUF files are written, and both engines get the same
 * token counts in turn, the embedded model's shape and that of a model of 0.8B in three formats. llama.cpp runs on one
 * thread and, for the small shape, on two: its threads wait for each other by spinning, and where other programs want
 * the cores, or steps are short, two are far slower than one. Run: npx tsx perf/llama.ts [--parts NAME,…] [--json FILE]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnCpuThread } from "../node/cpu-threads.ts";
import { fileDirectory } from "../node/file-source.ts";
import { openArtifact } from "../src/artifact/open.ts";
import type { Backend } from "../src/backend/backend.ts";
import { createCpuBackend } from "../src/backend/cpu/cpu-backend.ts";
import { modelOf } from "../src/model/open.ts";
import type { TokenEngine } from "../src/runtime/request.ts";
import { type Figure, machine, median, publish, type Row, SEED } from "./benchmark.ts";
import { type GgufFormat, writeRandomGguf } from "./gguf.ts";
import { growthFigures } from "./growth.ts";
import { loadLlama, openLlama, type Speed, THREADS, VERSION } from "./llama-cpp.ts";
import { type MatrixFormat, openRandomModel, parameterCount, randomModel } from "./random-model.ts";
import { TEXT_08B } from "./shapes.ts";
import { DECODED_TOKENS, openTiny, PROMPT_TOKENS, promptIds, runOnce } from "./step.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

type Llama = Awaited<ReturnType<typeof openLlama>>;
type Part = "prefill" | "decode";
type Bars = Readonly<Record<Part, number>>;

const ROUNDS = 7;
/** A step of the large shape takes as long as hundreds of the small one's. */
const LARGE_DECODED_TOKENS = 24;
/** Prompt of runs of which only decoding is looked at. */
const SHORT_PROMPT = 16;
const PARTS = ["embedded", "large", "growth"] as const;
/** Lowest ratio of two threads to one in decoding, on the large shape. */
const TWO_THREADS_BAR = 1.7;

interface LargeCase {
  readonly label: string;
  readonly ours: MatrixFormat;
  readonly theirs: GgufFormat;
  /** Integer products belong to the fast profile; bf16 is held to the exact one. */
  readonly profile: "exact" | "fast";
  readonly bars: Bars;
  readonly goals: Bars;
}

const LARGE: readonly LargeCase[] = [
  {
    label: "bf16",
    ours: "bf16",
    theirs: "bf16",
    profile: "exact",
    bars: { decode: 1.1, prefill: 0.5 },
    goals: { decode: 1.3, prefill: 0.6 },
  },
  {
    label: "W8 against Q8_0",
    ours: "w8_g32",
    theirs: "q8_0",
    profile: "fast",
    bars: { decode: 0.85, prefill: 0.42 },
    goals: { decode: 1, prefill: 0.5 },
  },
  {
    label: "Q4 against Q4_0",
    ours: "q4_g64",
    theirs: "q4_0",
    profile: "fast",
    bars: { decode: 0.8, prefill: 0.45 },
    goals: { decode: 1, prefill: 0.55 },
  },
];

/** What one part of the benchmark found. */
interface Found {
  readonly figures: readonly Figure[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly notes: readonly string[];
}

/** The CPU backend on so many threads; they run what was built last. */
function cpuBackend(threads: number): Backend {
  return createCpuBackend({ threads, spawn: spawnCpuThread });
}

const threadsName = (count: number): string => `${count} thread${count === 1 ? "" : "s"}`;

/** Runs everything in turn, round by round, and keeps the medians. The first round warms up. */
async function inTurn<Name extends string>(
  runs: Readonly<Record<Name, () => Promise<Speed>>>,
): Promise<Readonly<Record<Name, Speed>>> {
  const entries = Object.entries(runs) as [Name, () => Promise<Speed>][];
  const all = new Map<Name, Speed[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of entries) {
      const speed = await run();
      if (round > 0) all.get(name)!.push(speed);
    }
  }
  const medians = [...all].map(([name, speeds]): [Name, Speed] => [
    name,
    { prefill: median(speeds.map((s) => s.prefill)), decode: median(speeds.map((s) => s.decode)) },
  ]);
  return Object.fromEntries(medians) as Record<Name, Speed>;
}

function speedRows(speeds: Readonly<Record<string, Speed>>): Row[] {
  const digits = (value: number): number => Number(value.toPrecision(4));
  return Object.entries(speeds).map(([engine, { prefill, decode }]) => {
    return { engine, "prefill tok/s": digits(prefill), "decode tok/s": digits(decode) };
  });
}

function ratio(name: string, value: number, bar: number): Figure {
  return { name, value, unit: "x", bar: { kind: "at least", value: bar } };
}

async function withGguf<T>(write: (file: string) => void, use: (file: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), "qwerk-gguf-"));
  try {
    const file = join(scratch, "random.gguf");
    write(file);
    return await use(file);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function embeddedText() {
  const artifact = await openArtifact(fileDirectory(join(root, "test", "fixtures", "tiny-hybrid")));
  const { text } = modelOf(artifact).config;
  await artifact.close();
  return text;
}

/** The fixture checkpoint in BF16, exact profile. */
async function embeddedPart(llama: Llama): Promise<Found> {
  const text = await embeddedText();
  const prompt = promptIds(PROMPT_TOKENS, text.vocabSize);
  const [one, two] = [await openTiny(cpuBackend(1)), await openTiny(cpuBackend(2))];
  const speeds = await withGguf(
    (file) => writeRandomGguf(file, text, SEED),
    async (file) => {
      const limits = { contextTokens: 2 * (PROMPT_TOKENS + DECODED_TOKENS), batchTokens: PROMPT_TOKENS };
      const loaded = await loadLlama(llama, file, limits);
      const ours = (engine: TokenEngine) => () => runOnce(engine, prompt, DECODED_TOKENS);
      const theirs = (threads: number) => () => loaded.run(threads, prompt, DECODED_TOKENS);
      const found = await inTurn<"one" | "two" | "llamaOne" | "llamaTwo">({
        one: ours(one),
        two: ours(two),
        llamaOne: theirs(1),
        llamaTwo: theirs(2),
      });
      await loaded.dispose();
      return found;
    },
  );
  await one.close();
  await two.close();
  return embeddedFound(speeds);
}

function embeddedFound(speeds: Readonly<Record<"one" | "two" | "llamaOne" | "llamaTwo", Speed>>): Found {
  const { one, two, llamaOne, llamaTwo } = speeds;
  const of = (part: Part, bars: { readonly one: number; readonly two: number }): Figure[] => {
    const better = Math.max(llamaOne[part], llamaTwo[part]);
    const name = (threads: number): string => `embedded, ${part}, ${threadsName(threads)}`;
    return [
      ratio(`${name(1)}, bf16, exact: qwerk over llama.cpp on one`, one[part] / llamaOne[part], bars.one),
      ratio(`${name(2)}, bf16, exact: qwerk over llama.cpp's better count`, two[part] / better, bars.two),
    ];
  };
  return {
    figures: [...of("decode", { one: 1.5, two: 1.5 }), ...of("prefill", { one: 0.75, two: 1.1 })],
    tables: {
      "embedded, bf16": speedRows({
        "qwerk, 1 thread": one,
        "qwerk, 2 threads": two,
        "llama.cpp, 1 thread": llamaOne,
        "llama.cpp, 2 threads": llamaTwo,
      }),
    },
    notes: [
      `embedded: ${PROMPT_TOKENS} prompt tokens, then ${DECODED_TOKENS}; goals on one thread 1.8 (decode), 0.8 (prefill)`,
    ],
  };
}

/** One format of the large shape: one thread against one, and our two threads against our one. */
async function largeCase(llama: Llama, { label, ours, theirs, profile, bars, goals }: LargeCase): Promise<Found> {
  const model = randomModel(TEXT_08B, ours);
  const options = { profile, maxContext: 512 } as const;
  const prompt = promptIds(PROMPT_TOKENS, TEXT_08B.vocabSize);
  const short = prompt.slice(0, SHORT_PROMPT);
  const one = await openRandomModel(model, cpuBackend(1), options);
  const two = await openRandomModel(model, cpuBackend(2), options);
  const speeds = await withGguf(
    (file) => writeRandomGguf(file, TEXT_08B, SEED, theirs),
    async (file) => {
      const loaded = await loadLlama(llama, file, { contextTokens: 512, batchTokens: PROMPT_TOKENS });
      const found = await inTurn<"one" | "two" | "llama">({
        one: () => runOnce(one, prompt, LARGE_DECODED_TOKENS),
        two: () => runOnce(two, short, LARGE_DECODED_TOKENS),
        llama: () => loaded.run(1, prompt, LARGE_DECODED_TOKENS),
      });
      await loaded.dispose();
      return found;
    },
  );
  await one.close();
  await two.close();
  const { one: mine, two: both, llama: other } = speeds;
  const name = (part: Part): string => `0.8B shape, ${part}, 1 thread, ${label}, ${profile}: qwerk over llama.cpp`;
  return {
    figures: [
      ...(["decode", "prefill"] as const).map((part) => ratio(name(part), mine[part] / other[part], bars[part])),
      ratio(`0.8B shape, decode, ${ours}: two threads over one`, both.decode / mine.decode, TWO_THREADS_BAR),
    ],
    tables: {
      [`0.8B shape, ${label}`]: speedRows({
        [`qwerk, ${ours}, ${profile}, 1 thread`]: mine,
        [`qwerk, ${ours}, ${profile}, 2 threads, prompt of ${SHORT_PROMPT}`]: both,
        [`llama.cpp, ${theirs}, 1 thread`]: other,
      }),
    },
    notes: [`0.8B shape, ${label}: goals ${goals.decode} (decode), ${goals.prefill} (prefill)`],
  };
}

async function largePart(llama: Llama): Promise<Found> {
  const all: Found[] = [];
  for (const one of LARGE) all.push(await largeCase(llama, one));
  const { layerTypes, hiddenSize } = TEXT_08B;
  const parameters = parameterCount(randomModel(TEXT_08B, "bf16"));
  const about = `0.8B shape: ${layerTypes.length} layers of width ${hiddenSize}, ${parameters.toLocaleString("en")} made-up weights; ${PROMPT_TOKENS} prompt tokens, then ${LARGE_DECODED_TOKENS}`;
  return joined([...all, { figures: [], tables: {}, notes: [about] }]);
}

async function growthPart(): Promise<Found> {
  const engine = await openTiny(cpuBackend(1));
  const { figures, rows } = await growthFigures(engine, engine.info.vocabulary, ROUNDS);
  await engine.close();
  return { figures, tables: { "embedded, a decode step by context": rows }, notes: [] };
}

function joined(parts: readonly Found[]): Found {
  return {
    figures: parts.flatMap(({ figures }) => figures),
    tables: Object.assign({}, ...parts.map(({ tables }) => tables)),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

/** The parts that were asked for; all of them where none was. */
function askedParts(args: readonly string[]): readonly (typeof PARTS)[number][] {
  const at = args.indexOf("--parts");
  if (at < 0) return PARTS;
  const names = (args[at + 1] ?? "").split(",");
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--parts: found ${JSON.stringify(unknown)}, needed ${PARTS.join(", ")}`);
  return PARTS.filter((part) => names.includes(part));
}

async function main(): Promise<void> {
  const parts = askedParts(process.argv);
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
  const llama = await openLlama();
  const found: Found[] = [];
  for (const part of parts) {
    found.push(
      await { embedded: () => embeddedPart(llama), large: () => largePart(llama), growth: growthPart }[part](),
    );
  }
  const { figures, tables, notes } = joined(found);
  const { load, cores, node } = machine();
  publish({
    what: "llama",
    about: `llama.cpp ${llama.llamaCppRelease.release} through node-llama-cpp ${VERSION} against qwerk's cpu backend on Node ${node}; medians of ${ROUNDS}`,
    figures,
    tables,
    notes: [
      ...notes,
      "same shapes and counts; the weights of the GGUF files and of the 0.8B shape are random",
      `load ${load} on ${cores} cores: above ${cores}, llama.cpp on ${Math.max(...THREADS)} threads waits for cores it does not get, and its ratio says nothing`,
    ],
  });
  process.exit();
}

await main();
