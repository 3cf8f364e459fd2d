/**
 * The rules by which a conversation is brought into the one form that templates of this family accept. Separate from the
 * reader of requests, which has checked every message, and from the template, because these are rules of the API, not of
 * a model. Invariant: pure, and stable under growth: a message appended to a conversation never changes how the earlier
 * ones are written, or every prefix cache would miss.
 */

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

export type MessageContent = string | readonly TextPart[];

export interface ToolCall {
  readonly id?: string;
  readonly type?: "function";
  readonly function: {
    readonly name: string;
    /** JSON text of an object, which keeps key order and the spelling of numbers, or the object itself. */
    readonly arguments: string | Readonly<Record<string, unknown>>;
  };
}

/** A message that was read. Plain data: it goes to the text worker as it is. */
export interface ChatMessage {
  readonly role: string;
  readonly content: MessageContent;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
  readonly name?: string;
  /** JSON text of an object: the fields that no rule knows, for templates that do. */
  readonly otherFields?: string;
}

/**
 * The rules, in order:
 * 1. `developer` is `system`. The leading system messages become one, joined by a blank line.
 * 2. A later system message stays in its place as a user turn, wrapped in `<system>` lines: it cannot move to the
 *    front without changing tokens that are already cached.
 * 3. Thinking that an assistant wrote inline at the start of its content (`<think>…</think>`) is taken out, unless its
 *    reasoning was given too.
 */
export function normalizeMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const firstOther = messages.findIndex((message) => !isSystem(message));
  const leading = firstOther < 0 ? messages.length : firstOther;
  const rest = messages.slice(leading).map((message) => {
    if (isSystem(message)) return lateSystem(message);
    return message.role === "assistant" ? withoutInlineThinking(message) : message;
  });
  return leading === 0 ? rest : [leadingSystem(messages.slice(0, leading)), ...rest];
}

export function isSystem({ role }: { readonly role: string }): boolean {
  return role === "system" || role === "developer";
}

/** Several become text if they all are text, else the list of their parts. */
function leadingSystem(messages: readonly ChatMessage[]): ChatMessage {
  const contents = messages.map(({ content }) => content).filter((content) => content !== "");
  const first = contents[0] ?? "";
  if (contents.length <= 1) return { role: "system", content: first };
  if (contents.every((content) => typeof content === "string")) {
    return { role: "system", content: contents.join("\n\n") };
  }
  const parts = contents.flatMap((content, index) => {
    const own = typeof content === "string" ? [textPart(content)] : content;
    return index === 0 ? own : [textPart("\n\n"), ...own];
  });
  return { role: "system", content: parts };
}

function textPart(text: string): TextPart {
  return { type: "text", text };
}

function lateSystem({ content }: ChatMessage): ChatMessage {
  const [open, close] = ["<system>\n", "\n</system>"];
  if (typeof content === "string") return { role: "user", content: open + content + close };
  return { role: "user", content: [textPart(open), ...content, textPart(close)] };
}

function withoutInlineThinking(message: ChatMessage): ChatMessage {
  const { content, reasoning_content: given } = message;
  if (given !== undefined || typeof content !== "string") return message;
  const match = /^\s*<think>\n*([\s\S]*?)\n*<\/think>\n*/.exec(content);
  if (match === null) return message;
  return { ...message, content: content.slice(match[0].length), reasoning_content: match[1]! };
}
