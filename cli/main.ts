#!/usr/bin/env node
/**
 * The qwerk command. This file knows the command tree and nothing else, so that `--help` is quick; each command is
 * imported when it runs. stdout carries data, stderr everything else.
 */
import { Command, CommanderError } from "commander";
import { addCommands } from "./command-tree.ts";
import { EXIT, reportError } from "./exit.ts";
import { packageVersion } from "./version.ts";

async function main(): Promise<void> {
  const program = new Command("qwerk")
    .description("WebGPU-first inference engine for the Qwen3.5 / 3.6 / 3.8 hybrid models")
    .version(packageVersion(), "-V, --version")
    .showHelpAfterError("(qwerk --help lists the commands)")
    .showSuggestionAfterError(true)
    .exitOverride();
  addCommands(program);
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    process.exitCode = reportError(error, process.argv.includes("--json"));
  }
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});

await main();
