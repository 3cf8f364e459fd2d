/**
 * The variables a chat template is rendered with, as values of the interpreter. Separate because these are the names
 * that templates of this family use, as transformers gives them. Invariant: what JSON tells apart stays apart (1 and
 * 1.0, ints of any size, the order of keys), and a member of a client's object never becomes more than a member.
 */
import { type ExactJson, ExactNumber, parseExactJson } from "./exact-json.ts";
import { fromData, type Value } from "./jinja/jinja.ts";
import type { ChatMessage } from "./messages.ts";

export interface RenderRequest {
  readonly messages: readonly ChatMessage[];
  /** Tool definitions; one given as JSON text keeps its key order and the spelling of its numbers. */
  readonly tools?: readonly (string | Readonly<Record<string, unknown>>)[];
  readonly addGenerationPrompt: boolean;
  readonly enableThinking?: boolean;
  readonly preserveThinking?: boolean;
  readonly reasoningEffort?: string;
  /** Further variables under the template's own names. */
  readonly kwargs?: Readonly<Record<string, unknown>>;
}

/** Plain data, except that exact JSON is still a tree of maps. */
type Variables = Readonly<Record<string, unknown>>;

/** Variables by name. Tools and documents that are not given are None, as in transformers; other options are undefined. */
export function templateVariables(request: RenderRequest): Map<string, Value> {
  const options = {
    tools: request.tools?.map(readJson),
    enable_thinking: request.enableThinking,
    preserve_thinking: request.preserveThinking,
    reasoning_effort: request.reasoningEffort,
    messages: request.messages.map(messageVariables),
    add_generation_prompt: request.addGenerationPrompt,
  };
  const given = [...Object.entries(request.kwargs ?? {}), ...Object.entries(options)];
  const defined = given.filter(([, value]) => value !== undefined);
  return new Map([
    ...["tools", "documents"].map((name) => [name, null] as const),
    ...defined.map(([name, value]) => [name, fromData(value, exactNumber)] as const),
  ]);
}

/** A number as Python's JSON reads it: one with a point or an exponent is a float. */
function exactNumber(known: object): Value | undefined {
  if (!(known instanceof ExactNumber)) return undefined;
  return /[.eE]/.test(known.text) ? Number(known.text) : BigInt(known.text);
}

/** A message by the names that templates use, with what came as JSON text read. */
function messageVariables({ otherFields, tool_calls: calls, ...named }: ChatMessage): Variables {
  const others = otherFields === undefined ? [] : (parseExactJson(otherFields) as ReadonlyMap<string, ExactJson>);
  const read = calls?.map((call) => ({
    ...call,
    function: { ...call.function, arguments: readJson(call.function.arguments) },
  }));
  return { ...Object.fromEntries(others), ...named, ...(read === undefined ? {} : { tool_calls: read }) };
}

/** Texts of a request are JSON: whoever wrote the request down has made sure. */
function readJson(value: string | Variables): ExactJson | Variables {
  return typeof value === "string" ? parseExactJson(value) : value;
}
