/**
 * The engine of a command that answers: its model's file compared with a hash where one is asked for, then loaded, with
 * the progress of both on stderr. Invariant: what is interrupted or fails leaves nothing open and no line on a terminal.
 */
import { type OpenedEngine, openNodeEngine } from "../node/open-engine.ts";
import { verifyModel } from "../node/verify-model.ts";
import { type AnswerOptions, backendChoice, engineOptions, type ModelOptions } from "./options.ts";
import { withProgress } from "./progress.ts";
import { templateOf } from "./prompt.ts";

/** @param quiet show no progress */
export async function openEngineOf(
  options: ModelOptions & AnswerOptions,
  signal: AbortSignal,
  quiet = false,
): Promise<OpenedEngine> {
  const { model, verify } = options;
  const template = await templateOf(options);
  const stream = quiet ? undefined : process.stderr;
  if (verify !== undefined) {
    await withProgress(stream, "verifying", (onProgress) => verifyModel(model, verify, { onProgress, signal }));
  }
  return withProgress(stream, "loading", (onProgress) =>
    openNodeEngine({
      model,
      backend: backendChoice(options),
      ...engineOptions(options),
      ...template,
      onProgress,
      signal,
    }),
  );
}
