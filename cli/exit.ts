/** Exit codes and how errors are shown: the same everywhere, so that scripts can rely on them. */
import type { CommanderError } from "commander";
import {
  ArtifactError,
  CapacityError,
  DeviceLostError,
  QwerkError,
  RequestError,
  toErrorRecord,
  UnsupportedError,
  UsageError,
} from "../src/base/errors.ts";
import { stderrColours } from "./colour.ts";

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

/** What keeps a device from being used is about the machine, although the error says "not supported". */
const DEVICE_CODES = new Set([
  "cuda_compat_unsupported",
  "cuda_driver_mismatch",
  "cuda_driver_missing",
  "cuda_driver_stub",
  "cuda_driver_too_old",
  "device_too_old",
  "host_compiler_missing",
  "koffi_missing",
  "nvrtc_builtins_missing",
  "nvrtc_missing",
  "nvrtc_too_new",
  "nvrtc_too_old",
  "ptx_too_new",
]);

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RequestError) return error.code === "context_length_exceeded" ? EXIT.wontFit : EXIT.usage;
  if (error instanceof CapacityError) return EXIT.wontFit;
  if (error instanceof DeviceLostError) return EXIT.noDevice;
  if (error instanceof UnsupportedError && DEVICE_CODES.has(error.code)) return EXIT.noDevice;
  // What is well formed and not done by this version is a property of the model as well.
  if (error instanceof ArtifactError || error instanceof UnsupportedError) return EXIT.badModel;
  return EXIT.failure;
}

/** Writes an error and returns the exit code: JSON on stdout when asked for, else text on stderr. */
export function reportError(error: unknown, json: boolean): number {
  const { code, message, hint } = toErrorRecord(error);
  if (json) {
    process.stdout.write(`${JSON.stringify({ error: { code, message, hint: hint ?? null } })}\n`);
  } else {
    process.stderr.write(`${stderrColours.red("qwerk:")} ${message}\n`);
    if (hint !== undefined) process.stderr.write(`  ${hint}\n`);
    const source = error instanceof QwerkError ? error.data["source"] : undefined;
    if (typeof source === "string") process.stderr.write(`${source}\n`);
  }
  return exitCodeOf(error);
}

/** The parser's own complaint as a typed error; what it adds in brackets is the hint. */
export function usageError(error: CommanderError): UsageError {
  const code = error.code.replace(/^commander\./, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const [message = "", ...notes] = error.message.replace(/^error: /, "").split("\n");
  const hint = notes.join(" ").replace(/^\((.*)\)$/, "$1");
  return new UsageError(code, message, { hint: hint || "qwerk COMMAND --help lists what a command takes" });
}
