/** All commands with their options. Actions import their command's module when they run. */
import type { Command } from "commander";
import { BACKEND_NAMES } from "./node/open-backend.ts";
import { addModelOptions, addSamplingOptions, wholeNumber } from "./options.ts";

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function addRun(program: Command): void {
  const run = program
    .command("run")
    .description("answer one prompt; the answer goes to stdout")
    .argument("[prompt]", "text, or - for standard input")
    .option("--system <text>", "system message")
    .option("--no-thinking", "answer without thinking first")
    .option("--thinking-budget <tokens>", "most thinking tokens; room for the answer is kept", wholeNumber(0))
    .option("--max-new <tokens>", "most tokens to generate", wholeNumber(1))
    .option("--stop <text>", "end the answer before this text (repeatable)", collect)
    .option("--tokens <ids>", "token ids as the prompt, separated by commas")
    .option("--ignore-eos", "go on after an end token")
    .option("--json", "one JSON object on stdout");
  addModelOptions(run);
  addSamplingOptions(run);
  run.action(async (prompt: string | undefined, options) => {
    const { runCommand } = await import("./commands/run.ts");
    process.exitCode = await runCommand(prompt, options);
  });
}

function addConformance(program: Command): void {
  program
    .command("conformance")
    .description("compare every kernel with its float64 oracle")
    .argument("[query...]", "only rows whose id contains these texts, such as linear or op:N=5120")
    .option("--backend <names>", `backends, separated by commas (${BACKEND_NAMES.slice(1).join(", ")})`, "cpu")
    .option("--adapter <name>", "WebGPU adapter")
    .option("--profile <names>", "profiles, separated by commas", "exact,fast")
    .option("--seed <n>", "seed of the random inputs", wholeNumber(0))
    .option("--nightly", "more and larger cases")
    .option("--checked", "on the CPU, verify every memory access")
    .option("--json", "one JSON report on stdout")
    .action(async (query: string[], options) => {
      const { conformanceCommand } = await import("./commands/conformance.ts");
      process.exitCode = await conformanceCommand(query, options);
    });
}

function addKernels(program: Command): void {
  program
    .command("kernels")
    .description("print the emitted kernels of the embedded model's program")
    .argument("[query]", "only kernels whose name contains this text")
    .option("--target <name>", "wgsl, js or ir", "wgsl")
    .option("--profile <name>", "exact or fast", "exact")
    .option("-m, --model <path>", "model whose program is shown")
    .action(async (query: string | undefined, options) => {
      const { kernelsCommand } = await import("./commands/kernels.ts");
      process.exitCode = await kernelsCommand(query, options);
    });
}

export function addCommands(program: Command): void {
  addRun(program);
  addConformance(program);
  addKernels(program);
}
