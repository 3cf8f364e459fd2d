/**
 * From the options of `run` and `chat` to what the engine is asked. Everything a person can get wrong here is found
 * before a model is opened, so a typing mistake costs no load.
 */
import { QwerkError, RequestError, UsageError } from "../src/base/errors.ts";
import { type GivenConversation, readConversation } from "../src/request/conversation.ts";
import { type GenerateSettings, type Prompt, readSettings } from "../src/request/generate-request.ts";
import { parseExactJson } from "../src/text/exact-json.ts";
import { type AnswerOptions, samplingOf } from "./options.ts";
import { readTextFile } from "./text-input.ts";

const FILE_HINT = 'the file holds [{"role": "user", "content": "..."}] or {"messages": [...], "tools": [...]}';

/** A conversation as JSON, with its numbers and keys as they are written. @throws UsageError as the boundary refuses it */
export function parseConversation(text: string, name: string): GivenConversation {
  try {
    return readConversation(parseExactJson(text));
  } catch (cause) {
    if (cause instanceof RequestError) {
      const { code, message, hint = FILE_HINT, data } = cause;
      throw new UsageError(code, `${name}: ${message}`, { hint, data, cause });
    }
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = `${name} is not JSON (${cause.message}); needed a JSON list of messages`;
    throw new UsageError("bad_messages", message, { hint: FILE_HINT, cause });
  }
}

/** The conversation of --messages, with --system in front. */
export async function conversationOf(options: AnswerOptions): Promise<GivenConversation> {
  const { messages: path, system } = options;
  const name = path === "-" ? "standard input" : path;
  const given: GivenConversation =
    path === undefined ? { messages: [] } : parseConversation(await readTextFile("--messages", path), `${name}`);
  if (system === undefined) return given;
  return { ...given, messages: [{ role: "system", content: system }, ...given.messages] };
}

export function chatPrompt(conversation: GivenConversation, options: AnswerOptions): Prompt {
  const { reasoningEffort } = options;
  return {
    kind: "chat",
    messages: conversation.messages,
    thinking: options.thinking && reasoningEffort !== "none",
    ...(conversation.tools === undefined ? {} : { tools: conversation.tools }),
    ...(options.preserveThinking === undefined ? {} : { preserveThinking: options.preserveThinking }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}

/** Everything of a request but its prompt. @throws RequestError as the boundary refuses it */
export function answerSettings(options: AnswerOptions): GenerateSettings {
  return readSettings({
    sampling: samplingOf(options),
    ...(options.maxNew === undefined ? {} : { maxNewTokens: options.maxNew }),
    ...(options.stop === undefined ? {} : { stopStrings: options.stop }),
    ...(options.thinkingBudget === undefined ? {} : { thinkingBudget: options.thinkingBudget }),
    ignoreEos: options.ignoreEos ?? false,
  });
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
