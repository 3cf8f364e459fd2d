/**
 * Chat messages as clients send them, brought into the one form that templates of this family accept. Separate from
 * the template because these are rules of the API, not of a model. Invariant: pure, and stable under growth: a message
 * appended to a conversation never changes how the earlier ones are written, or every prefix cache would miss.
 */
import { RequestError } from "../base/errors.ts";
import { type ExactJson, ExactNumber, parseExactJson } from "./exact-json.ts";

interface ContentPart {
  readonly type?: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

type MessageContent = string | readonly ContentPart[];

interface ToolCall {
  readonly id?: string;
  readonly type?: string;
  readonly function: {
    readonly name: string;
    /** JSON text of an object, which keeps key order and the spelling of numbers, or the object itself. */
    readonly arguments: string | Readonly<Record<string, unknown>>;
  };
}

/** A message as it arrives. Fields that no rule below names are passed on. */
export interface IncomingMessage {
  readonly role: string;
  readonly content?: MessageContent | null;
  readonly reasoning_content?: string | null;
  /** Other servers' name of `reasoning_content`. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly ToolCall[] | null;
  readonly [field: string]: unknown;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: MessageContent;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly [field: string]: unknown;
}

/**
 * The rules, in order:
 * 1. `developer` is `system`. The leading system messages become one, joined by a blank line.
 * 2. A later system message stays in its place as a user turn, wrapped in `<system>` lines: it cannot move to the
 *    front without changing tokens that are already cached.
 * 3. Missing, null and empty content is the empty string.
 * 4. An assistant's `reasoning` is `reasoning_content`; thinking written inline at the start of its content
 *    (`<think>…</think>`) is taken out, unless reasoning was given too.
 * 5. Tool-call arguments are checked to be a JSON object; no text means no arguments.
 * @throws RequestError `messages_empty`, `no_user_message`, `bad_tool_arguments`
 */
export function normalizeMessages(messages: readonly IncomingMessage[]): ChatMessage[] {
  if (messages.length === 0) {
    throw new RequestError("messages_empty", "messages is empty, needed at least one user message", {
      hint: 'send [{"role": "user", "content": "..."}]',
      data: { param: "messages" },
    });
  }
  const isSystem = (message: IncomingMessage): boolean => message.role === "system" || message.role === "developer";
  const firstOther = messages.findIndex((message) => !isSystem(message));
  if (firstOther < 0) {
    throw new RequestError("no_user_message", "messages holds only system messages, needed a user message", {
      hint: "add a message with role user",
      data: { param: "messages" },
    });
  }
  const head = messages.slice(0, firstOther);
  const rest = messages.slice(firstOther).map((message, index) => {
    if (isSystem(message)) return lateSystem(message);
    return message.role === "assistant" ? assistant(message, firstOther + index) : plain(message);
  });
  return head.length === 0 ? rest : [leadingSystem(head), ...rest];
}

function plain(message: IncomingMessage): ChatMessage {
  const { reasoning: _reasoning, reasoning_content: _content, tool_calls: _calls, ...others } = message;
  return { ...others, role: message.role, content: contentOf(message) };
}

function contentOf(message: IncomingMessage): MessageContent {
  const { content } = message;
  return content === null || content === undefined || content.length === 0 ? "" : content;
}

/** One message keeps its fields; several become text if they all are text, else the list of their parts. */
function leadingSystem(messages: readonly IncomingMessage[]): ChatMessage {
  const contents = messages.map(contentOf).filter((content) => content !== "");
  const first = contents[0] ?? "";
  if (contents.length <= 1) return { role: "system", content: first };
  if (contents.every((content) => typeof content === "string")) {
    return { role: "system", content: contents.join("\n\n") };
  }
  const parts = contents.flatMap((content, index) => {
    const own = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return index === 0 ? own : [{ type: "text", text: "\n\n" }, ...own];
  });
  return { role: "system", content: parts };
}

function lateSystem(message: IncomingMessage): ChatMessage {
  const content = contentOf(message);
  const [open, close] = ["<system>\n", "\n</system>"];
  if (typeof content === "string") return { role: "user", content: open + content + close };
  return { role: "user", content: [{ type: "text", text: open }, ...content, { type: "text", text: close }] };
}

function assistant(message: IncomingMessage, index: number): ChatMessage {
  const { reasoning: _reasoning, reasoning_content: _content, tool_calls: calls, ...others } = message;
  const given = message.reasoning_content ?? message.reasoning ?? undefined;
  const whole = contentOf(message);
  const inline = given === undefined ? splitInlineThinking(whole) : undefined;
  const reasoning = given ?? inline?.reasoning;
  return {
    ...others,
    role: "assistant",
    content: inline?.content ?? whole,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls === null || calls === undefined || calls.length === 0
      ? {}
      : { tool_calls: calls.map((call, at) => checkedCall(call, `messages[${index}].tool_calls[${at}]`)) }),
  };
}

function splitInlineThinking(content: MessageContent): { reasoning: string; content: string } | undefined {
  if (typeof content !== "string") return undefined;
  const match = /^\s*<think>\n*([\s\S]*?)\n*<\/think>\n*/.exec(content);
  return match === null ? undefined : { reasoning: match[1]!, content: content.slice(match[0].length) };
}

function checkedCall(call: ToolCall, where: string): ToolCall {
  const { arguments: given } = call.function;
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return call;
  const text = given === null || given === undefined ? "" : given;
  if (typeof text === "string") {
    if (text.trim() === "") return { ...call, function: { ...call.function, arguments: "{}" } };
    if (isObject(parseOrUndefined(text))) return call;
  }
  throw new RequestError(
    "bad_tool_arguments",
    `${where}.function.arguments is ${JSON.stringify(given).slice(0, 80)}, needed the JSON text of an object`,
    { hint: 'send "{}" for a call without arguments', data: { param: `${where}.function.arguments` } },
  );
}

function parseOrUndefined(text: string): ExactJson | undefined {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: ExactJson | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
