/**
 * JSON as Python's `json` writes and reads it: config files of checkpoints hold `Infinity`, `-Infinity` and `NaN`, which
 * JSON does not have. The rule: they are numbers wherever transformers reads a file with that module, so a field nobody
 * asks for does no harm, and a field that is asked for is refused by its own check. Files that are read by stricter
 * programs (`tokenizer.json`, safetensors headers, `.ninfer` directories) are not read here.
 */

/** A string, or one of the three words outside of strings. */
const STRING_OR_CONSTANT = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

/** @throws SyntaxError for text that Python refuses too */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const constants = (text.match(STRING_OR_CONSTANT) ?? []).filter((found) => !found.startsWith('"'));
    if (constants.length === 0) throw error;
    return withConstants(text);
  }
}

/**
 * Infinities are written as literals beyond every number. No literal gives NaN: it is parsed as a list of one string
 * that the document does not hold, which no key can be, and put in afterwards.
 */
function withConstants(text: string): unknown {
  const held = new Set<unknown>();
  JSON.parse(replaced(text, "null"), (_, value: unknown) => {
    held.add(value);
    return value;
  });
  let mark = "NaN";
  while (held.has(mark)) mark += "N";
  return JSON.parse(replaced(text, `["${mark}"]`), (_, value: unknown) =>
    Array.isArray(value) && value.length === 1 && value[0] === mark ? Number.NaN : value,
  );
}

function replaced(text: string, nan: string): string {
  const literals: Readonly<Record<string, string>> = { Infinity: "1e999", "-Infinity": "-1e999", NaN: nan };
  return text.replace(STRING_OR_CONSTANT, (found) => literals[found] ?? found);
}
