/**
 * Messages as clients send them, read into the one form that everything behind takes. Separate because clients differ:
 * content is a text or a list of parts, calls are nested or flat, arguments are JSON text or objects, absent fields are
 * null. What cannot be taken for what was meant is refused with its place. Invariant: what comes out is plain data.
 */
import { RequestError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import { memberPath, unknownName } from "../base/refusal.ts";
import type { ExactJson } from "../text/exact-json.ts";
import type { ChatMessage, MessageContent, TextPart, ToolCall } from "../text/messages.ts";
import { at, defined, type Fields, fieldsOf, itemsOf, type Place, refused, text } from "./fields.ts";
import { functionName, functionOf } from "./functions.ts";
import { jsonText, parsedObject } from "./json-text.ts";

/**
 * Free JSON: an object, its JSON text, or what `parseExactJson` made of it. The latter two keep numbers as they were
 * written and keys in their order; `JSON.parse` has lost both.
 */
export type FreeJson = string | Readonly<Record<string, unknown>> | ReadonlyMap<string, ExactJson>;

/** A call an assistant made; `arguments` that are null, absent or empty text are no arguments. */
interface IncomingCall {
  readonly name: string;
  readonly arguments?: FreeJson | null;
}

/** A message as it arrives. Fields that are not named here are passed on to the template. */
export interface IncomingMessage {
  /** system, developer, user, assistant or tool. */
  readonly role: string;
  /** Null or absent only beside an assistant's calls or reasoning. */
  readonly content?: string | readonly { readonly type?: string; readonly text?: string }[] | null;
  readonly reasoning_content?: string | null;
  /** Other servers' name of `reasoning_content`. */
  readonly reasoning?: string | null;
  readonly tool_calls?:
    | readonly (
        | { readonly id?: string | null; readonly type?: string | null; readonly function: IncomingCall }
        | (IncomingCall & { readonly id?: string | null })
      )[]
    | null;
  readonly [field: string]: unknown;
}

const CODE = "bad_messages";
const ROLES = ["system", "developer", "user", "assistant", "tool"];
const READ = ["role", "content", "reasoning_content", "reasoning", "tool_calls", "tool_call_id", "name"];

/** @throws RequestError `bad_messages`, `bad_tool_arguments`, `content_unsupported`, `unknown_field` */
export function readMessages(place: Place): ChatMessage[] {
  const hint = '[{ role: "user", content: "..." }] is a conversation of one message';
  return itemsOf(place, CODE, "a list of messages", hint).map(readMessage);
}

function readMessage(place: Place): ChatMessage {
  const fields = fieldsOf(place, CODE, "an object with role and content");
  const role = readRole(at(fields, "role"));
  refuseSlips(fields);
  refuseOtherWays(fields);
  const calls = readCalls(at(fields, "tool_calls"));
  const given = ["reasoning_content", "reasoning"].map((name) => at(fields, name));
  const thought = given.find((place) => textOrNull(place) !== undefined);
  const reasoning = thought === undefined ? undefined : textOrNull(thought);
  if (role !== "assistant") {
    if (calls !== undefined) throw refused(CODE, at(fields, "tool_calls"), `no calls in a message of role ${role}`);
    // Clients that give every message the field leave it empty.
    if (thought !== undefined && reasoning !== "") {
      throw refused(CODE, thought, `no reasoning in a message of role ${role}`);
    }
  }
  const mayLackContent = role === "assistant" && (calls !== undefined || reasoning !== undefined);
  return defined<ChatMessage>({
    role,
    content: readContent(at(fields, "content"), mayLackContent),
    reasoning_content: role === "assistant" ? reasoning : undefined,
    tool_calls: calls,
    tool_call_id: textOrNull(at(fields, "tool_call_id")),
    name: textOrNull(at(fields, "name")),
    otherFields: otherFields(fields),
  });
}

function readRole(place: Place): string {
  const role = text(CODE, `one of ${ROLES.join(", ")}`)(place);
  if (ROLES.includes(role)) return role;
  const near = nearestName(role, ROLES);
  throw refused(CODE, place, `one of ${ROLES.join(", ")}`, near === undefined ? undefined : `did you mean ${near}?`);
}

/** A field near one that is missing is that one, written wrong; what resembles nothing is the client's own. */
function refuseSlips({ path, members }: Fields): void {
  const missing = READ.filter((name) => !members.has(name));
  const rightNames = Object.fromEntries(missing.map((name) => [name, name]));
  for (const name of members.keys()) {
    if (READ.includes(name) || nearestName(name, missing) === undefined) continue;
    throw unknownName(memberPath(path, name), name, READ, rightNames);
  }
}

/** What other APIs hold beside the content, and would be missed in the answer. */
function refuseOtherWays(fields: Fields): void {
  refuseMedia(fields);
  const legacy = at(fields, "function_call");
  if (legacy.value !== undefined && legacy.value !== null) {
    throw refused(CODE, legacy, "tool_calls", "send calls as tool_calls: [{ function: { name, arguments } }]");
  }
}

function otherFields({ path, members }: Fields): string | undefined {
  const others = [...members].filter(([name, value]) => !READ.includes(name) && value !== null);
  return others.length === 0 ? undefined : jsonText({ path, value: new Map(others) }, CODE);
}

function textOrNull(place: Place): string | undefined {
  if (place.value === undefined || place.value === null) return undefined;
  return text(CODE, "a text, or null")(place);
}

function readContent(place: Place, mayLack: boolean): MessageContent {
  const { value } = place;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? "" : itemsOf(place, CODE, "a list of parts").map(readPart);
  const missing = value === undefined || value === null;
  if (missing && mayLack) return "";
  const hint = missing
    ? 'only beside tool_calls or reasoning may it be left out; send "" for an empty message'
    : undefined;
  throw refused(CODE, place, "a text or a list of parts", hint);
}

/** What is no text, by names of types and of fields: `image_url`, `input_audio`, `images` … */
const MEDIA: readonly (readonly [names: RegExp, one: string, all: string])[] = [
  [/^(?:input_)?images?(?:_(?:url|file|data))?$/, "an image", "images"],
  [/^(?:input_)?videos?(?:_(?:url|file|data))?$/, "a video", "videos"],
  [/^(?:input_)?audio(?:_(?:url|file|data))?$/, "a recording", "audio recordings"],
  [/^(?:input_)?(?:file|document)$/, "a file", "files"],
];

function readPart(place: Place): TextPart {
  const fields = fieldsOf(place, CODE, 'a part such as { type: "text", text: "..." }');
  refuseMedia(fields);
  const type = at(fields, "type");
  const isText = type.value === undefined || type.value === null || type.value === "text";
  if (!isText) throw refused(CODE, type, '"text"', "only parts of text are read");
  return { type: "text", text: text(CODE)(at(fields, "text")) };
}

/** Whatever else a message or a part holds: an answer that has not seen the picture would look like one that has. */
function refuseMedia({ path, members }: Fields): void {
  const empty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
  const held = [...members].filter(([, value]) => !empty(value)).map(([name]) => name);
  for (const name of [members.get("type"), ...held]) {
    for (const [names, one, all] of MEDIA) {
      if (typeof name !== "string" || !names.test(name)) continue;
      throw new RequestError("content_unsupported", `${path} holds ${one}; needed text: ${all} are not supported yet`, {
        hint: "send the text alone",
        data: { param: path, media: all },
      });
    }
  }
}

/** Null and an empty list are no calls. */
function readCalls(place: Place): ToolCall[] | undefined {
  if (place.value === undefined || place.value === null) return undefined;
  const hint = "send tool_calls: [{ function: { name, arguments } }], or leave it out";
  const calls = itemsOf(place, CODE, "a list of calls", hint);
  return calls.length === 0 ? undefined : calls.map(readCall);
}

/** Nested (`function: { name, arguments }`), or flat. */
function readCall(place: Place): ToolCall {
  const outer = fieldsOf(place, CODE, "an object with function.name and function.arguments");
  const inner = functionOf(outer, CODE);
  return defined<ToolCall>({
    id: textOrNull(at(outer, "id")),
    type: outer.members.get("type") === "function" ? "function" : undefined,
    function: { name: functionName(inner, CODE), arguments: readArguments(at(inner, "arguments")) },
  });
}

function readArguments(place: Place): string {
  const { value } = place;
  if (value === undefined || value === null || (typeof value === "string" && value.trim() === "")) return "{}";
  const code = "bad_tool_arguments";
  return jsonText(parsedObject(place, code, "an object, or the JSON text of one", 'send "{}" for no arguments'), code);
}
