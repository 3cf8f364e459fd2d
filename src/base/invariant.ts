/**
 * Checks for our own bugs. A failing invariant is never the user's fault and is never caught to continue; errors of
 * the outside world are typed errors of `errors.ts`.
 */

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`internal error: ${message}`);
}

/** For the default branch of an exhaustive switch: `return unreachable(value satisfies never)`. */
export function unreachable(value: never): never {
  throw new Error(`internal error: unexpected value ${JSON.stringify(value)}`);
}

/** `value` when present; otherwise a bug of ours, named by `what`. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`internal error: ${what} is missing`);
  return value;
}
