/**
 * Tool calls in their JSON form. Separate from the parser because this form has no tags inside: it is complete when its
 * braces are, and read at once. Invariant: numbers and the order of keys stay as the model wrote them.
 */
import { type ExactJson, ExactNumber, exactJsonIn } from "./exact-json.ts";

export interface ToolCallResult {
  readonly name: string;
  /** JSON text of an object, numbers as they were written. */
  readonly arguments: string;
}

/** Finds where a JSON object that comes in pieces is complete. */
export class JsonScanner {
  readonly #pieces: string[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** What was read so far. */
  get text(): string {
    return this.#pieces.join("");
  }

  /** @returns how much of the piece belongs to the object, once it is complete */
  push(piece: string): number | undefined {
    for (let i = 0; i < piece.length; i++) {
      if (this.#inString) this.#inside(piece[i]!);
      else if (piece[i] === '"') this.#inString = true;
      else if (piece[i] === "{" || piece[i] === "[") this.#depth++;
      else if ((piece[i] === "}" || piece[i] === "]") && --this.#depth === 0) {
        this.#pieces.push(piece.slice(0, i + 1));
        return i + 1;
      }
    }
    this.#pieces.push(piece);
    return undefined;
  }

  #inside(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }
}

/** A call from `{"name": …, "arguments": …}`; arguments are an object or its JSON text. Undefined where it is none. */
export function jsonCall(text: string): ToolCallResult | undefined {
  const call = exactJsonIn(text);
  if (!(call instanceof Map)) return undefined;
  const name: unknown = call.get("name");
  if (typeof name !== "string" || name === "") return undefined;
  const given: ExactJson = call.get("arguments") ?? call.get("parameters") ?? new Map();
  const value = typeof given === "string" ? exactJsonIn(given) : given;
  return value instanceof Map ? { name, arguments: exactText(value) } : undefined;
}

function exactText(value: ExactJson): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactText).join(", ")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const members = Array.from(value, ([key, member]) => `${JSON.stringify(key)}: ${exactText(member as ExactJson)}`);
  return `{${members.join(", ")}}`;
}
