/** Options that several commands share, and their parsing. A bad value is refused before anything is opened. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { SamplingOptions } from "../src/sampling.ts";
import { BACKEND_NAMES, type BackendChoice, type BackendName } from "./node/open-backend.ts";
import { embeddedModel } from "./node/open-model.ts";

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`needed a whole number of at least ${least}`);
    }
    return value;
  };
}

export function decimal(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("needed a number");
  return value;
}

export interface ModelOptions {
  readonly model: string;
  readonly backend: BackendName;
  readonly adapter?: string;
  readonly profile: "exact" | "fast";
  readonly maxContext?: number;
  readonly prefillChunk?: number;
  readonly chatTemplate?: string;
}

/** --model, --backend and what they imply. */
export function addModelOptions(command: Command): Command {
  return command
    .optionsGroup("Model:")
    .addOption(
      new Option("-m, --model <path>", "safetensors directory or .ninfer file")
        .env("QWERK_MODEL")
        .default(embeddedModel(), "the embedded model"),
    )
    .addOption(
      new Option("--backend <name>", "where to compute").choices(BACKEND_NAMES).default("auto").env("QWERK_BACKEND"),
    )
    .addOption(
      new Option("--adapter <name>", "WebGPU adapter: hardware, swiftshader, lavapipe or part of a name").env(
        "QWERK_ADAPTER",
      ),
    )
    .addOption(
      new Option("--profile <name>", "f32 everywhere, or narrow where the backend likes it")
        .choices(["exact", "fast"])
        .default("exact")
        .env("QWERK_PROFILE"),
    )
    .optionsGroup("Memory:")
    .addOption(
      new Option("--max-context <tokens>", "most tokens of prompt and answer")
        .argParser(wholeNumber(2))
        .env("QWERK_MAX_CONTEXT"),
    )
    .addOption(
      new Option("--prefill-chunk <tokens>", "prompt tokens of one step")
        .argParser(wholeNumber(1))
        .env("QWERK_PREFILL_CHUNK"),
    );
}

export function backendChoice(options: ModelOptions): BackendChoice {
  return { name: options.backend, ...(options.adapter === undefined ? {} : { adapter: options.adapter }) };
}

export function addSamplingOptions(command: Command): Command {
  return command
    .optionsGroup("Sampling (defaults are the model's):")
    .option("--greedy", "always take the likeliest token")
    .option("--temperature <x>", "0 is greedy", decimal)
    .option("--top-k <n>", "0 is off", wholeNumber(0))
    .option("--top-p <p>", "keep the likeliest tokens up to this sum", decimal)
    .option("--min-p <p>", "drop tokens below this share of the likeliest", decimal)
    .option("--presence-penalty <x>", "for tokens that were generated", decimal)
    .option("--frequency-penalty <x>", "per time a token was generated", decimal)
    .option("--repetition-penalty <x>", "for tokens of prompt and answer, 1 is off", decimal)
    .option("--seed <n>", "same seed, same answer", wholeNumber(Number.MIN_SAFE_INTEGER), 0);
}

export function samplingOf(options: Readonly<Record<string, unknown>>): SamplingOptions {
  const names = [
    "greedy",
    "temperature",
    "topK",
    "topP",
    "minP",
    "presencePenalty",
    "frequencyPenalty",
    "repetitionPenalty",
    "seed",
  ];
  return Object.fromEntries(names.filter((n) => options[n] !== undefined).map((n) => [n, options[n]]));
}
