/** Options that several commands share, and their parsing. A bad value is refused before anything is opened. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { BACKEND_NAMES, type BackendChoice, type BackendName, doesOption } from "../node/open-backend.ts";
import { embeddedModel } from "../node/package-root.ts";
import { type ExpectedHash, isExpectedHash } from "../node/verify-model.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import type { TokenEngineOptions } from "../src/engine-options.ts";
import type { Activations, Profile } from "../src/program/storage.ts";
import type { SamplingOptions } from "../src/request/sampling.ts";
import { REASONING_EFFORTS, type ReasoningEffort } from "../src/text/reasoning-effort.ts";
import { offering } from "./option-values.ts";

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      const most = value > 0 && !Number.isSafeInteger(value) ? ` and at most ${Number.MAX_SAFE_INTEGER}` : "";
      throw new InvalidArgumentError(`Needed a whole number of at least ${least}${most}.`);
    }
    return value;
  };
}

/** A number as people write it: no hexadecimal, no infinity, no blanks. */
function decimal(text: string): number {
  const value = Number(text);
  const written = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  if (!written || !Number.isFinite(value)) throw new InvalidArgumentError("Needed a number such as 0.7.");
  return value;
}

function expectedHash(text: string): ExpectedHash {
  if (isExpectedHash(text)) return text;
  throw new InvalidArgumentError("Needed 64 hexadecimal digits, or recorded.");
}

/** A repeatable text that must not be empty. */
function collectTexts(text: string, before: readonly string[] = []): string[] {
  if (text === "") throw new InvalidArgumentError("Needed at least one character.");
  return [...before, text];
}

/** One of a closed list of names, with the near one suggested. */
export function choice(names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    const near = nearestName(text, names);
    const suggestion = near === undefined ? "" : `\n(Did you mean ${near}?)`;
    throw new InvalidArgumentError(`Needed one of ${names.join(", ")}.${suggestion}`);
  };
}

/** An option that takes one of `names`. */
export function choiceOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser(choice(names));
}

/** Recipes that come with the package, as they are offered; `recipes/` holds them. */
export const RECIPES = ["groupwise-int", "lean", "w4-g64-16gb", "tiny-w8", "keep"];

export interface ModelOptions {
  readonly model: string;
  readonly backend: BackendName;
  readonly adapter?: string;
  readonly device?: string;
  readonly cudaGraph: boolean;
  readonly cudaSync?: boolean;
  readonly threads?: number;
  readonly cpuFma?: boolean;
  readonly profile: Profile;
  readonly activations: Activations;
  readonly maxContext?: number;
  readonly prefillChunk?: number;
  readonly verify?: ExpectedHash;
}

/** An option that takes the name of a file. */
export function fileOption(flags: string, description: string): Option {
  return offering(new Option(flags, description), { kind: "file" });
}

export function modelOption(): Option {
  return fileOption("-m, --model <path>", "safetensors directory, .ninfer file, or the URL of one")
    .env("QWERK_MODEL")
    .default(embeddedModel(), "the embedded model");
}

export function recipeOption(): Option {
  const option = new Option("-r, --recipe <name|file>", `${RECIPES.join(", ")}, or a TOML file of your own`);
  return offering(option, { kind: "words", words: RECIPES });
}

export function adapterOption(): Option {
  const option = new Option("--adapter <name>", "WebGPU adapter: hardware, swiftshader, lavapipe or part of a name");
  return offering(option, { kind: "words", words: ["hardware", "swiftshader", "lavapipe"] });
}

export function threadsOption(): Option {
  const option = new Option("--threads <n>", "CPU threads that share a step (default: physical cores, at most 8)");
  return offering(option, { kind: "words", words: ["1", "2", "4", "8"] }).argParser(wholeNumber(1));
}

export function fmaOption(): Option {
  return new Option(
    "--cpu-fma",
    "on the CPU, fuse multiply and add: faster, other bits per machine; profile fast only",
  );
}

/** Options that take some of `names`, separated by commas. */
export function listOption(flags: string, description: string, names: readonly string[]): Option {
  return offering(new Option(flags, description), { kind: "list", words: names });
}

/** Several of a closed list of names, separated by commas, with the near one suggested. */
export function choices(names: readonly string[]): (text: string) => readonly string[] {
  const one = choice(names);
  return (text) => text.split(",").map((name) => one(name.trim()));
}

const USUAL_CONTEXTS = ["2048", "4096", "8192", "16384", "32768", "65536", "131072", "262144"];

/**
 * What the environment says for all commands counts only where the backend has a use for it; a flag that it has no use
 * for stays, and is refused with the choice.
 */
function dropUnusedEnvironment(command: Command): void {
  const backend: BackendName = command.getOptionValue("backend");
  for (const name of ["adapter", "device", "cudaSync", "threads", "cpuFma"] as const) {
    if (command.getOptionValueSource(name) !== "env" || doesOption(backend, name)) continue;
    command.setOptionValueWithSource(name, undefined, "default");
  }
}

/** --model, --backend and what they imply. */
export function addModelOptions(command: Command): Command {
  return command
    .hook("preAction", (_, action) => dropUnusedEnvironment(action))
    .optionsGroup("Model:")
    .addOption(modelOption())
    .addOption(choiceOption("--backend <name>", "where to compute", BACKEND_NAMES).default("auto").env("QWERK_BACKEND"))
    .addOption(adapterOption().env("QWERK_ADAPTER"))
    .addOption(new Option("--device <n|uuid>", "CUDA device, counted among the visible ones").env("QWERK_DEVICE"))
    .addOption(new Option("--no-cuda-graph", "launch CUDA kernels one by one"))
    .addOption(
      new Option("--cuda-sync", "wait for every CUDA kernel and name the one that fails (slow)").env("QWERK_CUDA_SYNC"),
    )
    .addOption(threadsOption().env("QWERK_THREADS"))
    .addOption(fmaOption().env("QWERK_CPU_FMA"))
    .addOption(
      choiceOption("--profile <name>", "f32 everywhere, or narrow where the backend likes it", ["exact", "fast"])
        .default("exact")
        .env("QWERK_PROFILE"),
    )
    .addOption(
      choiceOption("--activations <name>", "what products read of long prompts; int8 needs integer weights", [
        "float",
        "int8",
      ])
        .default("float")
        .env("QWERK_ACTIVATIONS"),
    )
    .addOption(
      offering(
        new Option(
          "--verify <sha256>",
          "read the model's file first and compare its SHA-256; recorded: with what the file says of itself",
        ),
        { kind: "words", words: ["recorded"] },
      ).argParser(expectedHash),
    )
    .optionsGroup("Memory:")
    .addOption(
      offering(
        new Option("--max-context <tokens>", "most tokens of prompt and answer (default: the model's, at most 8192)"),
        { kind: "words", words: USUAL_CONTEXTS },
      )
        .argParser(wholeNumber(2))
        .env("QWERK_MAX_CONTEXT"),
    )
    .addOption(
      offering(new Option("--prefill-chunk <tokens>", "prompt tokens of one step (default: 256)"), {
        ...{ kind: "words", words: ["64", "256", "512", "1024"] },
      })
        .argParser(wholeNumber(1))
        .env("QWERK_PREFILL_CHUNK"),
    );
}

export function backendChoice(options: ModelOptions): BackendChoice {
  return {
    name: options.backend,
    noCudaGraph: !options.cudaGraph,
    cudaSync: options.cudaSync ?? false,
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
    ...(options.device === undefined ? {} : { device: options.device }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.cpuFma === undefined ? {} : { cpuFma: options.cpuFma }),
  };
}

export function engineOptions(options: ModelOptions): Omit<TokenEngineOptions, "onProgress" | "signal"> {
  return {
    profile: options.profile,
    activations: options.activations,
    ...(options.maxContext === undefined ? {} : { maxContext: options.maxContext }),
    ...(options.prefillChunk === undefined ? {} : { prefillChunk: options.prefillChunk }),
  };
}

export interface AnswerOptions extends SamplingOptions {
  readonly system?: string;
  readonly messages?: string;
  readonly chatTemplate?: string;
  readonly thinking: boolean;
  readonly thinkingBudget?: number;
  readonly preserveThinking?: boolean;
  readonly reasoningEffort?: ReasoningEffort;
  readonly maxNew?: number;
  readonly stop?: readonly string[];
  readonly ignoreEos?: boolean;
}

/** A setting of the answer by its name on the command line and in `/set`. */
interface Setting {
  /** Name of the option's value: `topK`. */
  readonly name: string;
  readonly flags: string;
  readonly description: string;
  readonly parse: (text: string) => number;
  /** What a shell offers. */
  readonly usual: readonly string[];
}

/** The option of a setting. */
function settingOption({ flags, description, parse, usual }: Setting): Option {
  return offering(new Option(flags, description).argParser(parse), { kind: "words", words: usual });
}

export const THINKING_BUDGET = {
  ...{ name: "thinkingBudget", flags: "--thinking-budget <tokens>", parse: wholeNumber(0) },
  usual: ["0", "256", "1024", "4096"],
  description: "most thinking tokens; room for the answer is kept",
} satisfies Setting;

export const MAX_NEW = {
  ...{ name: "maxNewTokens", flags: "--max-new <tokens>", parse: wholeNumber(1) },
  usual: ["64", "256", "1024", "4096"],
  description: "most tokens to generate (default: what the context leaves)",
} satisfies Setting;

/** What is asked and how the answer is formed. */
export function addAnswerOptions(command: Command): Command {
  return command
    .optionsGroup("Conversation:")
    .option("--system <text>", "system message")
    .addOption(
      fileOption(
        "--messages <file>",
        "conversation so far: JSON list of messages, or { messages, tools }; - for standard input",
      ),
    )
    .addOption(fileOption("--chat-template <file>", "Jinja template to use instead of the model's"))
    .optionsGroup("Thinking:")
    .option("--no-thinking", "answer without thinking first")
    .addOption(settingOption(THINKING_BUDGET))
    .option("--preserve-thinking", "keep the thinking of earlier answers in the prompt")
    .addOption(
      choiceOption(
        "--reasoning-effort <level>",
        "how much to think; the template gets low, medium or xhigh, none is --no-thinking",
        REASONING_EFFORTS,
      ),
    )
    .optionsGroup("Answer:")
    .addOption(settingOption(MAX_NEW))
    .option("--stop <text>", "end the answer before this text (repeatable)", collectTexts)
    .option("--ignore-eos", "go on after an end token");
}

export const SAMPLING_SETTINGS = [
  {
    ...{ name: "temperature", flags: "--temperature <x>", parse: decimal, usual: ["0", "0.6", "0.7", "1"] },
    description: "0 is greedy",
  },
  {
    ...{ name: "topK", flags: "--top-k <n>", parse: wholeNumber(0), usual: ["0", "20", "40"] },
    description: "0 is off",
  },
  {
    ...{ name: "topP", flags: "--top-p <p>", parse: decimal, usual: ["0.8", "0.95", "1"] },
    description: "keep the likeliest tokens up to this sum",
  },
  {
    ...{ name: "minP", flags: "--min-p <p>", parse: decimal, usual: ["0", "0.05", "0.1"] },
    description: "drop tokens below this share of the likeliest",
  },
  {
    ...{ name: "presencePenalty", flags: "--presence-penalty <x>", parse: decimal, usual: ["0", "1", "1.5"] },
    description: "for tokens that were generated",
  },
  {
    ...{ name: "frequencyPenalty", flags: "--frequency-penalty <x>", parse: decimal, usual: ["0", "0.5", "1"] },
    description: "per time a token was generated",
  },
  {
    ...{ name: "repetitionPenalty", flags: "--repetition-penalty <x>", parse: decimal, usual: ["1", "1.05", "1.1"] },
    description: "for tokens of prompt and answer, 1 is off",
  },
] as const satisfies readonly Setting[];

export const SEED_SETTING = {
  ...{ name: "seed", flags: "--seed <n>", parse: wholeNumber(Number.MIN_SAFE_INTEGER), usual: ["0", "1", "2"] },
  description: "same seed, same answer",
} satisfies Setting;

/** @param seed default; "random" draws another one for each start */
export function addSamplingOptions(command: Command, seed: number | "random"): Command {
  command.optionsGroup("Sampling (defaults are the model's):").option("--greedy", "always take the likeliest token");
  for (const setting of SAMPLING_SETTINGS) command.addOption(settingOption(setting));
  const random = seed === "random" ? " (default: a new one each start)" : "";
  const option = settingOption({ ...SEED_SETTING, description: SEED_SETTING.description + random });
  return command.addOption(seed === "random" ? option : option.default(seed));
}

export function samplingOf(options: SamplingOptions): SamplingOptions {
  const names = [
    "greedy",
    ...SAMPLING_SETTINGS.map(({ name }) => name),
    SEED_SETTING.name,
  ] as (keyof SamplingOptions)[];
  return Object.fromEntries(names.filter((n) => options[n] !== undefined).map((n) => [n, options[n]]));
}
