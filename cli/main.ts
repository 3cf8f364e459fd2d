#!/usr/bin/env node
/**
 * The qwerk command. This file knows the command tree and nothing else, so that `--help` is quick; each command is
 * imported when it runs. stdout carries data, stderr everything else.
 */
import { Command, CommanderError } from "commander";
import { packageVersion } from "../node/package-root.ts";
import { QwerkError } from "../src/base/errors.ts";
import { addCommands } from "./command-tree.ts";
import { EXIT, exitCodeOf, reportError, usageError } from "./exit.ts";
import { errorLine } from "./json-output.ts";

/** A reader that has seen enough (`qwerk … | head`) ends the program without a word; a full disk with one line. */
function endOnBrokenOutput(stream: NodeJS.WriteStream, name: string): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    const fault = new QwerkError("output_unwritable", `${name} cannot be written: ${error.message}`, { cause: error });
    process.exit(reportError(fault, false));
  });
}

function createProgram(): Command {
  const program = new Command("qwerk")
    .description("WebGPU-first inference engine for the Qwen3.5 / 3.6 / 3.8 hybrid models")
    .version(packageVersion(), "-V, --version")
    .showSuggestionAfterError(true)
    // Complaints are thrown, and shown as every other error is.
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  addCommands(program);
  return program;
}

/** Whether an option was given; what is behind -- is text. */
function asked(flag: string): boolean {
  const end = process.argv.indexOf("--");
  return process.argv.slice(2, end < 0 ? undefined : end).includes(flag);
}

async function main(): Promise<void> {
  const [stream, json] = [asked("--json-stream"), asked("--json")];
  const program = createProgram();
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) process.exitCode = EXIT.ok;
    // Without a command the help itself is the answer.
    else if (error instanceof CommanderError && error.code === "commander.help") process.exitCode = EXIT.usage;
    else {
      const typed = error instanceof CommanderError ? usageError(error, program, process.argv) : error;
      if (stream) process.stdout.write(errorLine(typed));
      process.exitCode = stream ? exitCodeOf(typed) : reportError(typed, json);
    }
  }
}

endOnBrokenOutput(process.stdout, "standard output");
endOnBrokenOutput(process.stderr, "standard error");
await main();
