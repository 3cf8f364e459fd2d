/**
 * What a shell offers for the value of an option or argument. Separate from the parsers, which say what is right: a shell
 * offers what is usual. Invariant: files are offered only where a file is meant.
 */
import type { Argument, Option } from "commander";

export type Values =
  /** Free text, or an answer nobody can guess. */
  | { readonly kind: "text" }
  | { readonly kind: "file" }
  /** One of them, or something else. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** Several of them, separated by commas. */
  | { readonly kind: "list"; readonly words: readonly string[] };

const VALUES = new WeakMap<Option | Argument, Values>();

/** An option or argument with what is offered for it. */
export function offering<T extends Option | Argument>(option: T, values: Values): T {
  VALUES.set(option, values);
  return option;
}

export function valuesOf(option: Option | Argument): Values {
  const words = option.argChoices;
  return VALUES.get(option) ?? (words === undefined ? { kind: "text" } : { kind: "words", words });
}
