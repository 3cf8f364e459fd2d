/**
 * The library's option names in the command line's own words. Separate because errors are written below, for programs
 * and pages alike, and name an option between backquotes; people at a terminal type flags. Invariant: every name here is
 * a flag that exists where the hint is shown; a name that is not here stays as it was written.
 */

/** What `backquoted` names of hints are called at the terminal. */
export const COMMAND_WORDS: Readonly<Record<string, string>> = {
  backend: "--backend",
  adapter: "--adapter",
  device: "--device",
  noCudaGraph: "--no-cuda-graph",
  cudaSync: "--cuda-sync",
  synchronous: "--cuda-sync",
  threads: "--threads",
  cpuFma: "--cpu-fma",
  fma: "--cpu-fma",
  maxContext: "--max-context",
  profile: "--profile",
  activations: "--activations",
  prefillChunk: "--prefill-chunk",
  maxNewTokens: "--max-new",
  stopStrings: "--stop",
  thinkingBudget: "--thinking-budget",
  reasoningEffort: "--reasoning-effort",
  temperature: "--temperature",
  topK: "--top-k",
  topP: "--top-p",
  minP: "--min-p",
  presencePenalty: "--presence-penalty",
  frequencyPenalty: "--frequency-penalty",
  repetitionPenalty: "--repetition-penalty",
  seed: "--seed",
  greedy: "--greedy",
  chatTemplate: "--chat-template",
  force: "--force",
  shardBytes: "--shard-bytes",
  // Prompts of other kinds are options of one command.
  tokens: "qwerk run --tokens",
  text: "qwerk run --raw",
  idleTimeoutMs: "QWERK_HTTP_TIMEOUT",
};

/** A hint as people at a terminal read it. */
export function inCommandWords(hint: string): string {
  return hint.replace(/`(\w+)`/g, (whole, name: string) =>
    Object.hasOwn(COMMAND_WORDS, name) ? COMMAND_WORDS[name]! : whole,
  );
}

/** A message that begins with the option it is about, or with its place among others (`sampling.topP`). */
export function messageInCommandWords(message: string, param: unknown): string {
  const [path = "", name = "", index = ""] =
    /^(?:sampling\.|prompt\.|backend\.)?(\w+)(\[\d+\])?$/.exec(String(param)) ?? [];
  if (!Object.hasOwn(COMMAND_WORDS, name) || !message.startsWith(`${path} `)) return message;
  const flag = COMMAND_WORDS[name]!.replace(/^qwerk \w+ /, "");
  return flag + index + message.slice(path.length);
}
