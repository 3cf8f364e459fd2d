/**
 * What `qwerk run` asks: the prompt from its argument, from what is piped in, from a conversation or from ids. Apart from
 * the command because the ways combine by one rule: what is piped in is the prompt, or follows the given one behind a
 * blank line. Invariant: nothing that was given is left out in silence; what cannot be combined is refused by name.
 */
import { UsageError } from "../src/base/errors.ts";
import type { GivenConversation } from "../src/request/conversation.ts";
import type { Prompt } from "../src/request/generate-request.ts";
import type { AnswerOptions } from "./options.ts";
import { chatPrompt, conversationOf } from "./prompt.ts";
import { pipedInput, standardInput } from "./text-input.ts";

export interface RunPromptOptions extends AnswerOptions {
  readonly tokens?: string;
  readonly raw?: boolean;
}

const EXAMPLE = 'qwerk run "What is 12 + 30?", or - for standard input';

function parseTokens(text: string): number[] {
  const parts = text.split(",").map((part) => part.trim());
  const bad = parts.find((part) => !/^\d+$/.test(part));
  if (bad !== undefined) {
    throw new UsageError("bad_tokens", `--tokens: found "${bad}", needed whole numbers separated by commas`, {
      hint: "for example --tokens 1,2,3",
    });
  }
  return parts.map(Number);
}

function tokensPrompt(argument: string | undefined, text: string): Prompt {
  if (argument !== undefined) {
    throw new UsageError("two_prompts", "found --tokens and a prompt, needed one of them", {
      hint: "leave one of them out",
    });
  }
  return { kind: "tokens", tokens: parseTokens(text) };
}

/** Text piped in; `-` waits for it at a terminal too. Undefined where there is none. */
async function pipedText(argument: string | undefined, options: RunPromptOptions): Promise<string | undefined> {
  if (options.messages === "-") {
    if (argument !== "-") return undefined;
    throw new UsageError("two_prompts", "found - for the prompt and for --messages, needed standard input once");
  }
  return argument === "-" ? standardInput() : pipedInput();
}

/** The text of argument and pipe. @param raw what is piped in keeps the newline at its end */
function joinedText(argument: string | undefined, piped: string | undefined, raw: boolean): string | undefined {
  const given = argument === "-" ? undefined : argument;
  const rest = raw ? piped : piped?.replace(/\r?\n$/, "");
  if (given === undefined || given === "") return rest ?? given;
  return rest === undefined || rest === "" ? given : `${given}\n\n${rest}`;
}

function noPrompt(argument: string | undefined, text: string | undefined): UsageError {
  if (argument === undefined) {
    const empty = text === undefined ? "" : " and an empty standard input";
    return new UsageError("no_prompt", `found no prompt${empty}, needed one`, { hint: EXAMPLE });
  }
  const what = argument === "-" ? "standard input" : "the prompt";
  return new UsageError("empty_prompt", `${what} has 0 characters, needed at least one`, { hint: EXAMPLE });
}

function withQuestion(conversation: GivenConversation, text: string): GivenConversation {
  return { ...conversation, messages: [...conversation.messages, { role: "user", content: text }] };
}

/** @throws UsageError `no_prompt`, `empty_prompt`, `two_prompts`, `bad_tokens`, `bad_messages` */
export async function runPrompt(argument: string | undefined, options: RunPromptOptions): Promise<Prompt> {
  if (options.tokens !== undefined) return tokensPrompt(argument, options.tokens);
  const raw = options.raw === true;
  const text = joinedText(argument, await pipedText(argument, options), raw);
  const nothing = text === undefined || text === "";
  if (raw) {
    if (nothing) throw noPrompt(argument, text);
    // No template writes control tokens here: whoever wants them writes them.
    return { kind: "text", text, allowControl: true };
  }
  if (nothing && (options.messages === undefined || argument !== undefined)) throw noPrompt(argument, text);
  const conversation = await conversationOf(options);
  return chatPrompt(nothing ? conversation : withQuestion(conversation, text), options);
}
