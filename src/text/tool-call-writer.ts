/**
 * Writes one call of a tool as events while its values are read. Separate from the parser, which decides where a call and
 * its values begin and end and knows nothing of JSON. Invariant: the pieces of a call joined are the arguments that its
 * last event holds, always a JSON object with each key once.
 */
import { argumentJson, isPlainString, type ParameterTypes } from "./tool-arguments.ts";
import type { ToolCallResult } from "./tool-call-json.ts";

export type ToolCallEvent =
  | { readonly kind: "tool_call_start"; readonly index: number; readonly name: string }
  /** A piece of the JSON text; all pieces of a call joined are its arguments. */
  | { readonly kind: "tool_call_arguments"; readonly index: number; readonly text: string }
  | ({ readonly kind: "tool_call"; readonly index: number } & ToolCallResult);

/** The value that is being read. */
interface Value {
  readonly key: string;
  readonly types: ParameterTypes | "unknown";
  /** A key that was there before is read and left out: JSON has no place for it, and the first has been passed on. */
  readonly again: boolean;
  /** Whether it is passed on as it grows. */
  readonly streams: boolean;
  /** What is known of it and was not passed on. */
  readonly parts: string[];
}

export class OpenCall {
  readonly name: string;
  readonly #index: number;
  readonly #parameters: ReadonlyMap<string, ParameterTypes> | undefined;
  readonly #emit: (event: ToolCallEvent) => void;
  readonly #json: string[] = [];
  readonly #keys = new Set<string>();
  #value: Value | undefined;

  /** @param parameters of the tool, where one of this name was declared */
  constructor(
    index: number,
    name: string,
    parameters: ReadonlyMap<string, ParameterTypes> | undefined,
    emit: (event: ToolCallEvent) => void,
  ) {
    this.name = name;
    this.#index = index;
    this.#parameters = parameters;
    this.#emit = emit;
    emit({ kind: "tool_call_start", index, name });
  }

  beginValue(key: string): void {
    const types = this.#parameters?.has(key) ? this.#parameters.get(key) : "unknown";
    const again = this.#keys.has(key);
    const streams = !again && types !== "unknown" && isPlainString(types);
    this.#value = { key, types, again, streams, parts: [] };
    if (again) return;
    this.#write(`${this.#keys.size === 0 ? "{" : ", "}${JSON.stringify(key)}: `);
    if (streams) this.#write('"');
  }

  growValue(text: string): void {
    if (text === "") return;
    if (this.#value!.streams) this.#write(JSON.stringify(text).slice(1, -1));
    else this.#value!.parts.push(text);
  }

  finishValue(last: string): void {
    this.growValue(last);
    const { key, types, again, streams, parts } = this.#value!;
    if (!again) this.#write(streams ? '"' : argumentJson(parts.join(""), types));
    this.#keys.add(key);
    this.#value = undefined;
  }

  /** @param whole the arguments, where they were read in one piece */
  finish(whole?: string): void {
    this.#write(whole ?? (this.#keys.size === 0 ? "{}" : "}"));
    this.#emit({ kind: "tool_call", index: this.#index, name: this.name, arguments: this.#json.join("") });
  }

  #write(text: string): void {
    this.#json.push(text);
    this.#emit({ kind: "tool_call_arguments", index: this.#index, text });
  }
}
