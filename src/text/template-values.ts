/**
 * The variables a chat template is rendered with, built from plain request data. Separate because JSON values lose
 * detail on their way through the template engine: numbers such as `1.0` and keys such as `2` are carried through it
 * under private characters and restored in the rendered text. Invariant: a private character is one that occurs
 * nowhere in the request or the template, so restoring touches nothing else.
 */
import { RequestError } from "../base/errors.ts";
import { type ExactJson, ExactNumber, parseExactJson } from "./exact-json.ts";
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

export interface PrivateCharacters {
  readonly controlStart: string;
  readonly controlEnd: string;
  /** Stands before and after the text of a number. */
  readonly number: string;
  /** Stands before a key that would otherwise change its place. */
  readonly key: string;
}

/** Plain data, except that exact JSON is still a tree of maps. */
type Variables = Readonly<Record<string, unknown>>;

const PRIVATE_FIRST = 0xe000;
const PRIVATE_LAST = 0xf8ff;
const PRIVATE_USE = /[\ue000-\uf8ff]/g;

/** Variables by the names that templates of this family use. Undefined options are left out. */
export function templateVariables(request: RenderRequest): Variables {
  const optional = {
    tools: request.tools?.map((tool) => (typeof tool === "string" ? parseOrRefuse(tool, "tools") : tool)),
    enable_thinking: request.enableThinking,
    preserve_thinking: request.preserveThinking,
    reasoning_effort: request.reasoningEffort,
  };
  return {
    ...request.kwargs,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    messages: request.messages.map(withParsedArguments),
    add_generation_prompt: request.addGenerationPrompt,
  };
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

/** @throws RequestError `too_many_private_characters` when a request uses nearly all of U+E000 to U+F8FF */
export function choosePrivateCharacters(variables: Variables, templateSource: string): PrivateCharacters {
  const used = new Set<string>();
  const collect = (text: string): void => {
    for (const [character] of text.matchAll(PRIVATE_USE)) used.add(character);
  };
  collect(templateSource);
  eachString(variables, collect);
  const free: string[] = [];
  for (let code = PRIVATE_FIRST; code <= PRIVATE_LAST && free.length < 4; code++) {
    const character = String.fromCharCode(code);
    if (!used.has(character)) free.push(character);
  }
  const [controlStart, controlEnd, number, key] = free;
  if (controlStart === undefined || controlEnd === undefined || number === undefined || key === undefined) {
    throw new RequestError(
      "too_many_private_characters",
      `the messages use ${used.size} of the ${PRIVATE_LAST - PRIVATE_FIRST + 1} private characters U+E000 to U+F8FF, needed 4 unused ones`,
      { hint: "shorten the conversation" },
    );
  }
  return { controlStart, controlEnd, number, key };
}

function eachString(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") visit(value);
  else if (Array.isArray(value)) for (const item of value) eachString(item, visit);
  else if (typeof value === "object" && value !== null && !(value instanceof ExactNumber)) {
    for (const [key, member] of value instanceof Map ? value : Object.entries(value)) {
      visit(key as string);
      eachString(member, visit);
    }
  }
}

/** Variables as the template engine takes them. */
export function engineValues(value: unknown, marks: PrivateCharacters): unknown {
  if (value instanceof ExactNumber) {
    const number = Number(value.text);
    return JSON.stringify(number) === value.text ? number : marks.number + value.text + marks.number;
  }
  if (Array.isArray(value)) return value.map((item) => engineValues(item, marks));
  if (typeof value !== "object" || value === null) return value;
  const entries =
    value instanceof Map ? [...value].map(([key, member]) => [keptKey(key, marks), member]) : Object.entries(value);
  // fromEntries defines own properties, so a member named __proto__ stays a member.
  return Object.fromEntries(entries.map(([key, member]) => [key, engineValues(member, marks)]));
}

/** JavaScript objects list keys that are array indices first. */
function keptKey(key: string, marks: PrivateCharacters): string {
  return /^(?:0|[1-9]\d*)$/.test(key) ? marks.key + key : key;
}

/** Rendered text with numbers and keys as the request wrote them. JSON filters quote a carried number; it loses them. */
export function restoreValues(text: string, marks: PrivateCharacters): string {
  const { number, key } = marks;
  if (!text.includes(number) && !text.includes(key)) return text;
  const pattern = new RegExp(`"${number}([^${number}]*)${number}"|[${number}${key}]`, "g");
  return text.replace(pattern, (_, carried: string | undefined) => carried ?? "");
}
