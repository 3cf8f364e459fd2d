/**
 * From the options of `run` and `chat` to what the engine is asked. Everything a person can get wrong here is found
 * before a model is opened, so a typing mistake costs no load.
 */
import { QwerkError, UsageError } from "../src/base/errors.ts";
import type { GenerateRequest, Prompt } from "../src/engine.ts";
import { resolveSampling } from "../src/sampling.ts";
import type { IncomingMessage } from "../src/text/messages.ts";
import { templateEffort } from "../src/text/reasoning-effort.ts";
import { type AnswerOptions, samplingOf } from "./options.ts";
import { nearestName } from "./suggest.ts";
import { readTextFile } from "./text-input.ts";

type Tool = Readonly<Record<string, unknown>>;

export interface ConversationFile {
  readonly messages: readonly IncomingMessage[];
  readonly tools?: readonly Tool[];
}

const ROLES = ["system", "developer", "user", "assistant", "tool"];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function badMessages(place: string, found: string, needed: string, hint?: string): UsageError {
  return new UsageError("bad_messages", `${place}: found ${found}, needed ${needed}`, {
    hint: hint ?? 'the file holds [{"role": "user", "content": "..."}] or {"messages": [...], "tools": [...]}',
  });
}

function checkMessage(message: unknown, place: string): IncomingMessage {
  if (!isRecord(message)) throw badMessages(place, kindOf(message), "an object with role and content");
  const { role, content } = message;
  if (typeof role !== "string") throw badMessages(`${place}.role`, kindOf(role), "a text");
  if (!ROLES.includes(role)) {
    const near = nearestName(role, ROLES);
    const hint = near === undefined ? undefined : `did you mean ${near}?`;
    throw badMessages(`${place}.role`, JSON.stringify(role), `one of ${ROLES.join(", ")}`, hint);
  }
  if (content !== undefined && content !== null && typeof content !== "string" && !Array.isArray(content)) {
    throw badMessages(`${place}.content`, kindOf(content), "a text or a list of parts");
  }
  return message as unknown as IncomingMessage;
}

/** A conversation as JSON. @throws UsageError `bad_messages` with the place in the file */
export function parseConversation(text: string, name: string): ConversationFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badMessages(name, `text that is not JSON (${(cause as Error).message})`, "a JSON list of messages");
  }
  const list: unknown = isRecord(value) ? value["messages"] : value;
  const tools: unknown = isRecord(value) ? value["tools"] : undefined;
  if (!Array.isArray(list)) throw badMessages(`${name}: messages`, kindOf(list), "a list");
  if (tools !== undefined && !Array.isArray(tools)) throw badMessages(`${name}: tools`, kindOf(tools), "a list");
  const wrong = tools?.findIndex((tool) => !isRecord(tool)) ?? -1;
  if (wrong >= 0) throw badMessages(`${name}: tools[${wrong}]`, kindOf(tools?.[wrong]), "an object");
  const messages = list.map((message, at) => checkMessage(message, `${name}: messages[${at}]`));
  return { messages, ...(tools === undefined ? {} : { tools: tools as readonly Tool[] }) };
}

/** The conversation of --messages, with --system in front. */
export async function conversationOf(options: AnswerOptions): Promise<ConversationFile> {
  const { messages: path, system } = options;
  const name = path === "-" ? "standard input" : path;
  const given: ConversationFile =
    path === undefined ? { messages: [] } : parseConversation(await readTextFile("--messages", path), `${name}`);
  if (system === undefined) return given;
  return { ...given, messages: [{ role: "system", content: system }, ...given.messages] };
}

export function chatPrompt(conversation: ConversationFile, options: AnswerOptions): Prompt {
  const { reasoningEffort } = options;
  const effort = reasoningEffort === undefined ? undefined : templateEffort(reasoningEffort);
  return {
    kind: "chat",
    messages: conversation.messages,
    thinking: options.thinking && reasoningEffort !== "none",
    ...(conversation.tools === undefined ? {} : { tools: conversation.tools }),
    ...(options.preserveThinking === undefined ? {} : { preserveThinking: options.preserveThinking }),
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
  };
}

/** Everything of a request but its prompt. @throws RequestError `bad_sampling` */
export function answerSettings(options: AnswerOptions): Omit<GenerateRequest, "prompt"> {
  const sampling = samplingOf(options);
  resolveSampling(sampling, {});
  return {
    sampling,
    ...(options.maxNew === undefined ? {} : { maxNewTokens: options.maxNew }),
    ...(options.stop === undefined ? {} : { stopStrings: options.stop }),
    ...(options.thinkingBudget === undefined ? {} : { thinkingBudget: options.thinkingBudget }),
    ignoreEos: options.ignoreEos ?? false,
  };
}

/** A fault of the template that --chat-template named, under that name: the model's own is not to blame. */
export function nameTemplate(error: unknown, { chatTemplate }: AnswerOptions): unknown {
  if (chatTemplate === undefined || !(error instanceof QwerkError) || !error.code.startsWith("template_")) return error;
  const what = error.message.replace(/^chat_template\.jinja:? /, "").replace(/^the chat template /, "it ");
  return new UsageError(error.code, `--chat-template ${chatTemplate}: ${what}`, {
    hint: "mend the file; without --chat-template the model's own is used",
    data: error.data,
    cause: error,
  });
}

/** Text of --chat-template, when it is given. */
export async function templateOf(options: AnswerOptions): Promise<{ readonly chatTemplate?: string }> {
  if (options.chatTemplate === undefined) return {};
  return { chatTemplate: await readTextFile("--chat-template", options.chatTemplate) };
}
