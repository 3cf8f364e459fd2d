/** Exit codes and how errors are shown: the same everywhere, so that scripts can rely on them. */
import {
  ArtifactError,
  CapacityError,
  DeviceLostError,
  QwerkError,
  RequestError,
  toErrorRecord,
  UsageError,
} from "../src/base/errors.ts";

export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  noDevice: 3,
  wontFit: 4,
  badModel: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RequestError) return error.code === "context_length_exceeded" ? EXIT.wontFit : EXIT.usage;
  if (error instanceof CapacityError) return EXIT.wontFit;
  if (error instanceof DeviceLostError) return EXIT.noDevice;
  if (error instanceof ArtifactError) return EXIT.badModel;
  return EXIT.failure;
}

/** Writes an error and returns the exit code: JSON on stdout when asked for, else text on stderr. */
export function reportError(error: unknown, json: boolean): number {
  const record = toErrorRecord(error);
  if (json) {
    const { code, message, hint } = record;
    process.stdout.write(`${JSON.stringify({ error: { code, message, hint: hint ?? null } })}\n`);
  } else {
    process.stderr.write(`qwerk: ${record.message}\n`);
    if (record.hint !== undefined) process.stderr.write(`  ${record.hint}\n`);
    const source = error instanceof QwerkError ? error.data["source"] : undefined;
    if (typeof source === "string") process.stderr.write(`${source}\n`);
  }
  return exitCodeOf(error);
}
