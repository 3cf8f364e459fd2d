/**
 * What `npm run perf` was asked for. Apart from the program, so that it can be asked without running anything. Invariant:
 * a word that is neither a benchmark nor an option is refused, never taken for none.
 */
import { parseArgs } from "node:util";

interface RunArguments {
  /** Benchmarks to run: those that were named, or all. */
  readonly names: readonly string[];
  /** Gets the records as JSON. */
  readonly file?: string;
  /** Keep the records in the tree. */
  readonly keeps: boolean;
}

/** @returns undefined for words that mean nothing */
export function runArguments(args: readonly string[], known: readonly string[]): RunArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "string" }, record: { type: "boolean" } },
    });
    if (positionals.some((name) => !known.includes(name)) || values.json === "") return undefined;
    const names = positionals.length > 0 ? positionals : known;
    return { names, ...(values.json === undefined ? {} : { file: values.json }), keeps: values.record === true };
  } catch (error) {
    // What the parser throws is about the words alone.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
