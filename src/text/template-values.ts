/**
 * The variables a chat template is rendered with, as values of the interpreter. Separate because these are the names
 * that templates of this family use, as transformers gives them. Invariant: what JSON tells apart stays apart (1 and
 * 1.0, ints of any size, the order of keys), and a member of a client's object never becomes more than a member.
 */
import { RequestError } from "../base/errors.ts";
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

/**
 * Variables by name. Tools and documents that are not given are None, as in transformers; other options are undefined.
 * @throws RequestError `bad_tool_arguments`
 */
export function templateVariables(request: RenderRequest): Map<string, Value> {
  const options = {
    tools: request.tools?.map((tool) => (typeof tool === "string" ? parseOrRefuse(tool, "tools") : tool)),
    enable_thinking: request.enableThinking,
    preserve_thinking: request.preserveThinking,
    reasoning_effort: request.reasoningEffort,
    messages: request.messages.map(withParsedArguments),
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

function withParsedArguments(message: ChatMessage): Readonly<Record<string, unknown>> {
  if (message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map((call) => {
    const { arguments: given } = call.function;
    if (typeof given !== "string") return call;
    return { ...call, function: { ...call.function, arguments: parseOrRefuse(given, call.function.name) } };
  });
  return { ...message, tool_calls: calls };
}

function parseOrRefuse(text: string, where: string): ExactJson {
  try {
    return parseExactJson(text);
  } catch (cause) {
    throw new RequestError("bad_tool_arguments", `${where}: ${(cause as Error).message}`, { cause });
  }
}
