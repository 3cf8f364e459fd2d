/**
 * Errors of templates, and the work one rendering may do. Together because every guard ends in an error of kind
 * `limit`. Rendering is synchronous, so the account of the rendering in progress is one module variable: primitives
 * spend from it without passing it through every call. Invariant: whatever grows with data (text, lists, repetitions)
 * spends before it allocates, so a hostile template ends with a typed error.
 */
import { QwerkError } from "../../../base/errors.ts";

/** `raised`: by `raise_exception`. `other`: Python's value, key, zero-division and overflow errors. */
export type JinjaErrorKind = "raised" | "undefined" | "syntax" | "type" | "sandbox" | "other" | "limit";

export class JinjaError extends QwerkError {
  readonly kind: JinjaErrorKind;
  constructor(kind: JinjaErrorKind, message: string) {
    super(`jinja_${kind}`, message);
    this.kind = kind;
  }
}

export const typeError = (message: string): JinjaError => new JinjaError("type", message);
export const valueError = (message: string): JinjaError => new JinjaError("other", message);
const limitError = (message: string): JinjaError => new JinjaError("limit", message);

export interface Limits {
  /** A step is a statement, a call, an item of a list, or some dozens of characters read or written. */
  readonly steps: number;
  /** Length of the output, and of any text on the way, in UTF-16 units. */
  readonly characters: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 30_000_000, characters: 1 << 26 };
const MOST_DEPTH = 200;
const NO_ACCOUNT = { steps: Number.POSITIVE_INFINITY, characters: DEFAULT_LIMITS.characters, depth: 0 };
let account = NO_ACCOUNT;

export function spend(steps: number): void {
  account.steps -= steps;
  if (account.steps < 0) throw limitError("the template takes too many steps");
}

/** To be called before `added` characters make a text of `total` characters. */
export function spendText(added: number, total = added): void {
  spend(1 + added / 64);
  if (total <= account.characters) return;
  throw limitError(`a text of ${total} characters on the way, at most ${account.characters} fit`);
}

export function spendBits(bits: number): void {
  spend(bits / 64);
  if (bits > 1 << 17) throw limitError(`an int of about ${bits} bits, at most ${1 << 17} fit`);
}

/** Runs one level deeper in macros and recursive loops. */
export function nested<T>(run: () => T): T {
  if (++account.depth > MOST_DEPTH) throw limitError(`more than ${MOST_DEPTH} calls within each other`);
  const result = run();
  account.depth--;
  return result;
}

/** @throws JinjaError `limit` also when the work exhausts the stack */
export function metered<T>(limits: Limits, run: () => T): T {
  const outer = account;
  account = { ...limits, depth: 0 };
  try {
    return run();
  } catch (error) {
    throw error instanceof RangeError ? limitError("the template nests too deeply") : error;
  } finally {
    account = outer;
  }
}
