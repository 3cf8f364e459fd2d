#!/usr/bin/env node
/**
 * The qwerk command. This file knows the command tree and nothing else, so that `--help` is quick; each command is
 * imported when it runs. stdout carries data, stderr everything else.
 */
import { Command, CommanderError } from "commander";
import { packageVersion } from "../node/package-root.ts";
import { stderrColours } from "./colour.ts";
import { addCommands } from "./command-tree.ts";
import { EXIT, reportError, usageError } from "./exit.ts";

/** A reader that has seen enough (`qwerk … | head`) ends the program without a word. */
function endQuietlyOnClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    throw error;
  });
}

function createProgram(json: boolean): Command {
  const program = new Command("qwerk")
    .description("WebGPU-first inference engine for the Qwen3.5 / 3.6 / 3.8 hybrid models")
    .version(packageVersion(), "-V, --version")
    .showSuggestionAfterError(true)
    .configureOutput({
      outputError: (text, write) => {
        if (!json) write(text.replace(/^error:/, stderrColours.red("qwerk:")));
      },
    })
    .exitOverride();
  if (!json) program.showHelpAfterError("(qwerk --help lists the commands)");
  addCommands(program);
  if (!json)
    for (const command of program.commands) {
      command.showHelpAfterError(`(qwerk ${command.name()} --help lists its options)`);
    }
  return program;
}

async function main(): Promise<void> {
  const json = process.argv.includes("--json");
  try {
    await createProgram(json).parseAsync(process.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exitCode = reportError(error, json);
    else if (error.exitCode === 0) process.exitCode = EXIT.ok;
    else process.exitCode = json ? reportError(usageError(error), json) : EXIT.usage;
  }
}

endQuietlyOnClosedPipe(process.stdout);
endQuietlyOnClosedPipe(process.stderr);
await main();
