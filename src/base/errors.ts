/**
 * Typed errors for the world outside our own code. Every error has a stable `code` that scripts may match, a message
 * that says what was found and what was needed, and a `hint` with the way out where there is one. Errors are thrown
 * once at the boundary that noticed them and never logged and rethrown. Bugs of ours use `invariant` instead. A hint
 * names options as the library has them, between backquotes (`maxContext`): who shows it puts in its own names.
 */

export interface ErrorOptionsWithHint {
  readonly hint?: string;
  /** Facts a caller can act on (bytes, names, limits). Must survive structured cloning. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Base of all typed errors. `code` is stable across versions, in snake_case. */
export class QwerkError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: ErrorOptionsWithHint = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
    this.data = options.data ?? {};
  }
}

/** A model file, tokenizer or template is damaged, incomplete or not what it claims to be. */
export class ArtifactError extends QwerkError {}
/** Something well formed that this version does not do. */
export class UnsupportedError extends QwerkError {}
/** A kernel was refused by a compiler. `data` carries kernel id, log and numbered source. */
export class CompileError extends QwerkError {}
/** Something does not fit: memory, context, pages, slots. `data` carries needed and free bytes or counts. */
export class CapacityError extends QwerkError {}
/** The device is gone or was never there. */
export class DeviceLostError extends QwerkError {}
/** One request asks for something impossible; nothing else is disturbed. */
export class RequestError extends QwerkError {}
/** The command line or an option is wrong. */
export class UsageError extends QwerkError {}

const ERROR_CLASSES: Readonly<Record<string, typeof QwerkError>> = {
  QwerkError,
  ArtifactError,
  UnsupportedError,
  CompileError,
  CapacityError,
  DeviceLostError,
  RequestError,
  UsageError,
};

/** Plain form of an error that crosses a worker or a JSON boundary. */
export interface ErrorRecord {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function toErrorRecord(error: unknown): ErrorRecord {
  if (error instanceof QwerkError) {
    return {
      name: error.name,
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      data: error.data,
    };
  }
  // The operating system's refusals (no room, no permission) are facts about the world; their stack helps nobody.
  if (error instanceof Error && "syscall" in error) return { name: error.name, code: "system", message: error.message };
  if (error instanceof Error) return { name: error.name, code: "internal", message: error.stack ?? error.message };
  return { name: "Error", code: "internal", message: String(error) };
}

export function fromErrorRecord(record: ErrorRecord): Error {
  const Class = ERROR_CLASSES[record.name];
  if (Class === undefined) return new QwerkError(record.code, record.message);
  return new Class(record.code, record.message, {
    ...(record.hint === undefined ? {} : { hint: record.hint }),
    ...(record.data === undefined ? {} : { data: record.data }),
  });
}

/** Most lines of a list in a message; `data` has all of it. */
const MOST_LISTED = 10;

/** A list as the end of a message: one line each, the first ten, and how many more there are. */
export function listed(lines: readonly string[]): string {
  const more = lines.length - MOST_LISTED;
  const shown = more > 0 ? [...lines.slice(0, MOST_LISTED), `and ${more} more`] : lines;
  return shown.map((line) => `\n  ${line}`).join("");
}

/** First lines of a text, each with its number: what a compile error shows. */
export function numberLines(text: string): string {
  const lines = text.split("\n");
  const width = String(lines.length).length;
  return lines.map((line, i) => `${String(i + 1).padStart(width)} | ${line}`).join("\n");
}
