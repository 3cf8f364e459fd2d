/** Exit codes and how errors are shown: the same everywhere, so that scripts can rely on them. */
import type { Command, CommanderError } from "commander";
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
import { valuesOf } from "./option-values.ts";
import { inCommandWords, messageInCommandWords } from "./wording.ts";

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

interface ShownError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** What the message is made of, in full: it names the first ten of a list. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An error as it is shown and as it stands in JSON. */
export function shownError(error: unknown): ShownError {
  const { code, message, hint, data } = toErrorRecord(error);
  return {
    code,
    message: messageInCommandWords(message, data?.["param"]),
    hint: hint === undefined ? null : inCommandWords(hint),
    data: data ?? {},
  };
}

/** Writes an error and returns the exit code: JSON on stdout when asked for, else text on stderr. */
export function reportError(error: unknown, json: boolean): number {
  const shown = shownError(error);
  if (json) {
    process.stdout.write(`${JSON.stringify({ error: shown })}\n`);
  } else {
    process.stderr.write(`${stderrColours.red("qwerk:")} ${shown.message}\n`);
    if (shown.hint !== null) process.stderr.write(`  ${shown.hint}\n`);
    const source = error instanceof QwerkError ? error.data["source"] : undefined;
    if (typeof source === "string") process.stderr.write(`${source}\n`);
  }
  return exitCodeOf(error);
}

/** What a command whose argument is free text is told, where the text was taken for something else. */
function textHint(code: string, message: string, command: Command): string | undefined {
  const argument = command.registeredArguments[0];
  if (argument === undefined || valuesOf(argument).kind !== "text") return undefined;
  const name = `qwerk ${command.name()}`;
  const [, dashed] = /'(-.*)'/s.exec(message) ?? [];
  if (code === "unknown_option" && dashed !== undefined) {
    const way = `put -- before a ${argument.name()} that begins with a dash: ${name} -- '${dashed}'`;
    // What looks like an option may be one that was meant.
    return /^--?[a-z][a-z-]*$/i.test(dashed) ? `${name} --help lists the options; ${way}` : way;
  }
  if (code === "excess_arguments") return `put quotes around a ${argument.name()} of several words`;
  return undefined;
}

/** The parser's own complaint as a typed error; what it adds in brackets is the hint. */
export function usageError(error: CommanderError, program: Command, argv: readonly string[]): UsageError {
  const code = error.code.replace(/^commander\./, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const [message = "", ...notes] = error.message.replace(/^error: /, "").split("\n");
  const command = program.commands.find((one) => one.name() === argv[2]);
  const own = notes.join(" ").replace(/^\((.*)\)$/, "$1");
  const hint = own || (command === undefined ? "qwerk --help lists the commands" : textHint(code, message, command));
  return new UsageError(code, message, { hint: hint ?? `qwerk ${command?.name()} --help lists its options` });
}
