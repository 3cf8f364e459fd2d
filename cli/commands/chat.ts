/**
 * `qwerk chat`: a conversation at the terminal, or one answer per message of a pipe. Answers go to stdout; reasoning,
 * notes and statistics to stderr. Only a lost engine and the end of input end it: a fault of one turn ends that turn.
 */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { optionalCacheFolder } from "../../node/cache-folder.ts";
import type { OpenedEngine } from "../../node/open-engine.ts";
import { DeviceLostError, RequestError, UsageError } from "../../src/base/errors.ts";
import type { GivenConversation } from "../../src/request/conversation.ts";
import { CHAT_WAYS, choiceClause, passedOverNotice, showAnswer, statisticsLine, unclosedNotice } from "../answer.ts";
import { CHAT_COMMAND_WORDS, chatAction, contextUsed } from "../chat-commands.ts";
import { stderrColours } from "../colour.ts";
import { Conversation } from "../conversation.ts";
import { EXIT, exitCodeOf, reportError } from "../exit.ts";
import { Interrupts } from "../interrupts.ts";
import type { Message } from "../message-lines.ts";
import { type MessageReader, pipedMessages, terminalMessages } from "../message-reader.ts";
import { openEngineOf } from "../open-engine.ts";
import type { AnswerOptions, ModelOptions } from "../options.ts";
import { answerSettings, chatPrompt, conversationOf, nameTemplate } from "../prompt.ts";

export interface ChatOptions extends ModelOptions, AnswerOptions {}

function messageReader(interrupts: Interrupts): MessageReader {
  if (!process.stdin.isTTY) return pipedMessages(process.stdin);
  const cache = optionalCacheFolder();
  return terminalMessages({
    input: process.stdin,
    output: process.stdout.isTTY ? process.stdout : process.stderr,
    historyFile: cache === undefined ? undefined : join(cache, "chat-history"),
    words: CHAT_COMMAND_WORDS,
    onInterrupt: () => interrupts.stop(),
  });
}

function conversationWith(opened: OpenedEngine, given: GivenConversation, options: ChatOptions): Conversation {
  return new Conversation(opened.engine, {
    settings: answerSettings(options),
    promptOf: (conversation, thinking) => chatPrompt(conversation, { ...options, thinking }),
    given,
    thinking: options.thinking,
  });
}

/** What answers, why, and with which seed; for a person also how to find the commands. */
function openingLine({ engine, choice }: OpenedEngine, options: ChatOptions): string {
  const { backend, device } = engine.info;
  return [
    `${backend} (${device})${choiceClause(choice)}`,
    ...(options.greedy === true || options.temperature === 0 ? [] : [`seed ${options.seed}`]),
    ...(process.stdin.isTTY ? ["/help lists the commands"] : []),
  ].join(" · ");
}

function dim(text: string): void {
  process.stderr.write(`${stderrColours.dim(text)}\n`);
}

const FULL_HINT = "/trim forgets the oldest turns, /clear all of them";

/** Carries out one message. @returns false when the chat is over */
async function takeTurn(
  { engine }: OpenedEngine,
  conversation: Conversation,
  message: Message,
  interrupts: Interrupts,
): Promise<boolean> {
  const action = await chatAction(conversation, message);
  if (action.kind === "quit") return false;
  if (action.kind === "note") {
    dim(action.text);
    return true;
  }
  const result = await interrupts.stoppable((signal) => showAnswer(action.events(signal)));
  const { usedTokens, maxTokens, canContinue } = conversation;
  process.stderr.write(unclosedNotice(result, conversation.settings.maxNewTokens, CHAT_WAYS));
  process.stderr.write(`${statisticsLine(engine.info, result, { more: [contextUsed(usedTokens, maxTokens)] })}\n`);
  if (usedTokens >= maxTokens) dim(`the context is full; ${FULL_HINT}${canContinue ? ", then /continue goes on" : ""}`);
  else if (canContinue) dim("not finished; /continue goes on with this answer");
  return true;
}

/** A fault of a turn with the way on that a chat has. */
function turnError(error: unknown, conversation: Conversation, options: ChatOptions): unknown {
  if (!(error instanceof RequestError) || error.code !== "context_length_exceeded") return nameTemplate(error, options);
  const alone = conversation.messages.every(({ role }) => role === "system");
  const hint = alone
    ? "shorten the message, or start with a larger `maxContext`"
    : `${FULL_HINT}; /retry then asks again`;
  return new RequestError(error.code, error.message, { hint, data: error.data, cause: error });
}

/** @returns the exit code: that of the first failed turn of a pipe; at a terminal a person has seen it and gone on */
async function converse(
  opened: OpenedEngine,
  conversation: Conversation,
  interrupts: Interrupts,
  options: ChatOptions,
): Promise<number> {
  const reader = messageReader(interrupts);
  let exit: number = EXIT.ok;
  try {
    for (let message = await reader.next(); message !== undefined; message = await reader.next()) {
      if (message.text.trim() === "") continue;
      try {
        if (!(await takeTurn(opened, conversation, message, interrupts))) return exit;
      } catch (error) {
        reportError(turnError(error, conversation, options), false);
        if (error instanceof DeviceLostError) return exitCodeOf(error);
        if (!process.stdin.isTTY && exit === EXIT.ok) exit = exitCodeOf(error);
      }
      if (interrupts.exitCode !== undefined) return interrupts.exitCode;
    }
    return reader.interrupted ? EXIT.interrupted : exit;
  } finally {
    reader.close();
  }
}

/** The options with a seed of this start, where none was given. */
function seeded(options: ChatOptions): ChatOptions {
  return { ...options, seed: options.seed ?? randomInt(2 ** 32) };
}

export async function chatCommand(given: ChatOptions): Promise<number> {
  const interrupts = new Interrupts();
  const options = seeded(given);
  let opened: OpenedEngine | undefined;
  try {
    answerSettings(options);
    if (options.messages === "-") {
      throw new UsageError("two_prompts", "found --messages -, needed a file: standard input holds the chat's lines");
    }
    const conversation = await conversationOf(options);
    opened = await interrupts.stoppable((signal) => openEngineOf(options, signal));
    process.stderr.write(passedOverNotice(opened.engine.info, opened.choice));
    dim(openingLine(opened, options));
    return await converse(opened, conversationWith(opened, conversation, options), interrupts, options);
  } catch (error) {
    return interrupts.stopCode(error) ?? reportError(nameTemplate(error, options), false);
  } finally {
    await opened?.engine.close();
  }
}
