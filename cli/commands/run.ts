/** `qwerk run`: one prompt, one answer. The answer streams to stdout, reasoning and a statistics line to stderr. */

import type { OpenedEngine } from "../../node/open-engine.ts";
import { type GenerateRequest, readRequest } from "../../src/request/generate-request.ts";
import { collectAnswer, passedOverNotice, RUN_WAYS, showAnswer, statisticsLine, unclosedNotice } from "../answer.ts";
import { EXIT, exitCodeOf, reportError } from "../exit.ts";
import { Interrupts } from "../interrupts.ts";
import { errorLine, resultJson, streamJson } from "../json-output.ts";
import { openEngineOf } from "../open-engine.ts";
import type { ModelOptions } from "../options.ts";
import { answerSettings, nameTemplate } from "../prompt.ts";
import { type RunPromptOptions, runPrompt } from "../run-prompt.ts";

export interface RunOptions extends ModelOptions, RunPromptOptions {
  readonly json?: boolean;
  readonly jsonStream?: boolean;
  readonly quiet?: boolean;
}

async function open(options: RunOptions, signal: AbortSignal): Promise<OpenedEngine> {
  const quiet = options.quiet === true;
  const opened = await openEngineOf(options, signal, quiet);
  if (!quiet) process.stderr.write(passedOverNotice(opened.engine.info, opened.choice));
  return opened;
}

/** Runs the request and writes what the options ask for. */
async function answer(
  { engine, choice }: OpenedEngine,
  request: GenerateRequest,
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const events = engine.generate(request, signal);
  if (options.jsonStream) return streamJson(engine.info, events);
  if (options.json) {
    const result = await collectAnswer(events);
    process.stdout.write(`${resultJson(engine.info, result)}\n`);
    return;
  }
  const quiet = options.quiet === true;
  const result = await showAnswer(events, { quiet });
  process.stderr.write(unclosedNotice(result, options.maxNew, RUN_WAYS));
  if (!quiet) process.stderr.write(`${statisticsLine(engine.info, result, { choice })}\n`);
}

function report(error: unknown, options: RunOptions): number {
  const named = nameTemplate(error, options);
  if (!options.jsonStream) return reportError(named, options.json === true);
  process.stdout.write(errorLine(named));
  return exitCodeOf(named);
}

export async function runCommand(argument: string | undefined, options: RunOptions): Promise<number> {
  const interrupts = new Interrupts();
  let opened: OpenedEngine | undefined;
  try {
    const settings = answerSettings(options);
    const prompt = await runPrompt(argument, options);
    readRequest({ prompt, ...settings });
    const running = await interrupts.stoppable((signal) => open(options, signal));
    opened = running;
    await interrupts.stoppable((signal) => answer(running, { prompt, ...settings }, options, signal));
    return interrupts.exitCode ?? EXIT.ok;
  } catch (error) {
    return interrupts.stopCode(error) ?? report(error, options);
  } finally {
    await opened?.engine.close();
  }
}
