/** All commands with their options. Actions import their command's module when they run. */
import { Argument, type Command, Option } from "commander";
import { BACKEND_NAMES } from "../node/open-backend.ts";
import { UsageError } from "../src/base/errors.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import { completionScript, SHELLS, type Shell } from "./completion.ts";
import { offering } from "./option-values.ts";
import {
  adapterOption,
  addAnswerOptions,
  addModelOptions,
  addSamplingOptions,
  choice,
  choiceOption,
  choices,
  fileOption,
  fmaOption,
  listOption,
  modelOption,
  recipeOption,
  threadsOption,
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
    .addArgument(
      offering(new Argument("<place>", "safetensors directory, .ninfer file, or the URL of one"), { kind: "file" }),
    )
    .option("--json", JSON_REPORT)
    .action(async (place: string, options) => {
      const { inspectCommand } = await import("./commands/inspect.ts");
      process.exitCode = await inspectCommand(place, options);
    });
}

/** Components that a model may have beside its text. */
const COMPONENTS = ["vision", "mtp", "dflash", "dflash2", "proposal"];
const MOST_FILE_BYTES = 32_000_000_000;

function addConvert(program: Command): void {
  program
    .command("convert")
    .description("store a model's weights by a recipe, in a .ninfer file")
    .addArgument(
      offering(new Argument("[source]", "safetensors directory, .ninfer file, or the URL of one"), { kind: "file" }),
    )
    .addOption(recipeOption().makeOptionMandatory())
    .addOption(fileOption("-o, --out <file>", "the file to write").makeOptionMandatory())
    .addOption(
      listOption("--without <names>", `components to leave out (${COMPONENTS.join(", ")})`, COMPONENTS).argParser(
        choices(COMPONENTS),
      ),
    )
    .addOption(
      fileOption(
        "--draft-counts <file>",
        "counts of tokens as 64-bit integers: adds a draft head of the frequent ones",
      ),
    )
    .addOption(
      offering(
        new Option(
          "--synthetic <name|config.json>",
          "in place of a source: a model's sizes, weights drawn from a seed",
        ),
        { kind: "words", words: ["qwen3.5-0.8b", "qwen3.6-27b", "qwen3.8-27b"] },
      ),
    )
    .addOption(new Option("--seed <n>", "seed of drawn weights").argParser(wholeNumber(0)).default(0))
    .addOption(
      new Option("--shard-bytes <n>", "most bytes of a file; larger models become several")
        .argParser(wholeNumber(1))
        .default(MOST_FILE_BYTES),
    )
    .addOption(
      new Option("--sparse", "write the directory and a file's size, no weights: for fit tests").conflicts("verify"),
    )
    .option("--verify", "read everything back, compare it with the source, and say how much was rounded away")
    .option("-f, --force", "replace a file of that name, and an unfinished conversion of something else")
    .option("--json", JSON_REPORT)
    .action(async (place: string | undefined, options) => {
      const { convertCommand } = await import("./commands/convert.ts");
      process.exitCode = await convertCommand(place, options);
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

/** The suite runs on backends by name. */
const SUITE_BACKENDS = BACKEND_NAMES.slice(1);

function addConformance(program: Command): void {
  program
    .command("conformance")
    .description("compare every kernel with its float64 oracle")
    .argument("[query...]", "only rows whose id contains these texts, such as linear or op:N=5120")
    .addOption(
      listOption(
        "--backend <names>",
        `backends, separated by commas (${SUITE_BACKENDS.join(", ")})`,
        SUITE_BACKENDS,
      ).default("cpu"),
    )
    .addOption(adapterOption())
    .addOption(
      listOption("--profile <names>", "profiles, separated by commas", ["exact", "fast"]).default("exact,fast"),
    )
    .option("--seed <n>", "seed of the random inputs", wholeNumber(0))
    .option("--nightly", "more and larger cases")
    .option("--checked", "on the CPU, verify every memory access")
    .addOption(threadsOption().conflicts("checked"))
    .addOption(fmaOption())
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

function addTokenize(program: Command): void {
  program
    .command("tokenize")
    .description("print the token ids of a text, as run --tokens takes them")
    .argument("[text]", "text, or - for standard input, as what is piped in without one; nothing is trimmed")
    .addOption(modelOption())
    .option("--plain", "control tokens in the text are plain text, as in a message")
    .addOption(new Option("--pieces", "one token a line: its id and its text as JSON").conflicts(["count", "json"]))
    .addOption(new Option("--count", "only how many there are").conflicts("json"))
    .option("--json", "one JSON object: ids and pieces")
    .action(async (text: string | undefined, options) => {
      const { tokenizeCommand } = await import("./commands/tokenize.ts");
      process.exitCode = await tokenizeCommand(text, options);
    });
}

function addDetokenize(program: Command): void {
  program
    .command("detokenize")
    .description("print the text of token ids, byte for byte")
    .argument("[ids...]", "ids separated by commas or blanks, or what is piped in")
    .addOption(modelOption())
    .option("--skip-special", "leave out tokens such as <|im_end|>")
    .option("--json", "one JSON object: text")
    .action(async (ids: string[], options) => {
      const { detokenizeCommand } = await import("./commands/tokenize.ts");
      process.exitCode = await detokenizeCommand(ids, options);
    });
}

/** @throws UsageError `unknown_command` */
function showHelp(program: Command, name: string | undefined): void {
  const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
  if (command !== undefined) {
    process.stdout.write(command.helpInformation());
    return;
  }
  const names = program.commands.map((one) => one.name());
  const near = nearestName(name!, names);
  throw new UsageError("unknown_command", `help: there is no command ${name}`, {
    hint: near === undefined ? `there are ${names.join(", ")}` : `did you mean ${near}?`,
  });
}

/** In place of the parser's own, which takes a name it does not know for none. */
function addHelp(program: Command): void {
  const names = program.commands.map((command) => command.name());
  const argument = offering(new Argument("[command]", "command"), { kind: "words", words: names });
  program
    .helpCommand(false)
    .command("help")
    .description("describe a command")
    .addArgument(argument)
    .action((name: string | undefined) => showHelp(program, name));
}

export function addCommands(program: Command): void {
  program.commandsGroup("Models:");
  addRun(program);
  addChat(program);
  addInspect(program);
  addConvert(program);
  addTokenize(program);
  addDetokenize(program);
  program.commandsGroup("This machine:");
  addDoctor(program);
  addConformance(program);
  addKernels(program);
  program.commandsGroup("Shell:");
  addCompletion(program);
  addHelp(program);
}
