/** All commands with their options. Actions import their command's module when they run. */
import { Argument, type Command, Option } from "commander";
import { BACKEND_NAMES } from "../node/open-backend.ts";
import { completionScript, SHELLS, type Shell } from "./completion.ts";
import {
  addAnswerOptions,
  addModelOptions,
  addSamplingOptions,
  choice,
  choiceOption,
  modelOption,
  wholeNumber,
} from "./options.ts";

const JSON_REPORT = "one JSON report on stdout";

/** What only a chat template has a place for; that no thinking is asked for holds without one. */
const CHAT_ONLY = ["system", "messages", "chatTemplate", "preserveThinking", "reasoningEffort"];

function addRun(program: Command): void {
  const run = program
    .command("run")
    .description("answer one prompt; the answer goes to stdout")
    .argument("[prompt]", "text, or - for standard input; what is piped in follows it behind a blank line")
    .addOption(
      new Option("--raw", "continue the text as it is: no chat template, control tokens in it count").conflicts(
        CHAT_ONLY,
      ),
    )
    .addOption(
      new Option("--tokens <ids>", "token ids as the prompt, separated by commas").conflicts([...CHAT_ONLY, "raw"]),
    )
    .option("--json", "one JSON object on stdout")
    .addOption(new Option("--json-stream", "one JSON object for each event, a line each").conflicts("json"))
    .option("-q, --quiet", "the answer alone: no reasoning, no progress, no statistics");
  addAnswerOptions(run);
  addModelOptions(run);
  addSamplingOptions(run, 0);
  run.action(async (prompt: string | undefined, options) => {
    const { runCommand } = await import("./commands/run.ts");
    process.exitCode = await runCommand(prompt, options);
  });
}

function addChat(program: Command): void {
  const chat = program
    .command("chat")
    .description("talk at the terminal, or answer each line of a pipe; /help there lists its commands");
  addAnswerOptions(chat);
  addModelOptions(chat);
  addSamplingOptions(chat, "random");
  chat.action(async (options) => {
    const { chatCommand } = await import("./commands/chat.ts");
    process.exitCode = await chatCommand(options);
  });
}

function addInspect(program: Command): void {
  program
    .command("inspect")
    .description("say what a model file is, from its directory alone")
    .argument("<place>", "safetensors directory, .ninfer file, or the URL of one")
    .option("--json", JSON_REPORT)
    .action(async (place: string, options) => {
      const { inspectCommand } = await import("./commands/inspect.ts");
      process.exitCode = await inspectCommand(place, options);
    });
}

function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description("say what this machine offers, what is missing, and which backend would be used")
    .option("--json", JSON_REPORT)
    .action(async (options) => {
      const { doctorCommand } = await import("./commands/doctor.ts");
      process.exitCode = await doctorCommand(options);
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
    .option("--json", JSON_REPORT)
    .action(async (query: string[], options) => {
      const { conformanceCommand } = await import("./commands/conformance.ts");
      process.exitCode = await conformanceCommand(query, options);
    });
}

function addKernels(program: Command): void {
  program
    .command("kernels")
    .description("print the emitted kernels of a model's program")
    .argument("[query]", "only kernels whose name contains this text")
    .addOption(choiceOption("--target <name>", "form to print", ["wgsl", "cuda", "ptx", "js", "ir"]).default("wgsl"))
    .addOption(choiceOption("--profile <name>", "profile", ["exact", "fast"]).default("exact"))
    .addOption(modelOption())
    .action(async (query: string | undefined, options) => {
      const { kernelsCommand } = await import("./commands/kernels.ts");
      process.exitCode = await kernelsCommand(query, options);
    });
}

function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print the completion script of a shell")
    .addArgument(new Argument("<shell>", "shell").choices(SHELLS).argParser(choice(SHELLS)))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(shell, program));
    });
}

export function addCommands(program: Command): void {
  program.commandsGroup("Models:");
  addRun(program);
  addChat(program);
  addInspect(program);
  program.commandsGroup("This machine:");
  addDoctor(program);
  addConformance(program);
  addKernels(program);
  program.commandsGroup("Shell:");
  addCompletion(program);
}
