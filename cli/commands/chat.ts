/**
 * `qwerk chat`: a conversation at the terminal, or one answer per line of a pipe. Answers go to stdout; reasoning,
 * notes and statistics to stderr. Only a lost engine and the end of input end it: a fault of one turn ends that turn.
 */
import { join } from "node:path";
import { cacheFolder } from "../../node/cache-folder.ts";
import { type OpenedEngine, openNodeEngine } from "../../node/open-engine.ts";
import { DeviceLostError, UsageError } from "../../src/base/errors.ts";
import type { GivenConversation } from "../../src/request/conversation.ts";
import { choiceClause, passedOverNotice, showAnswer, statisticsLine } from "../answer.ts";
import { CHAT_COMMAND_WORDS, type ChatAction, chatAction } from "../chat-commands.ts";
import { stderrColours } from "../colour.ts";
import { Conversation } from "../conversation.ts";
import { EXIT, exitCodeOf, reportError } from "../exit.ts";
import { Interrupts } from "../interrupts.ts";
import { type MessageReader, pipedMessages, terminalMessages } from "../message-reader.ts";
import { type AnswerOptions, backendChoice, engineOptions, type ModelOptions } from "../options.ts";
import { loadProgress } from "../progress.ts";
import { answerSettings, chatPrompt, conversationOf, nameTemplate, templateOf } from "../prompt.ts";

export interface ChatOptions extends ModelOptions, AnswerOptions {}

function messageReader(interrupts: Interrupts): MessageReader {
  if (!process.stdin.isTTY) return pipedMessages(process.stdin);
  return terminalMessages({
    input: process.stdin,
    output: process.stdout.isTTY ? process.stdout : process.stderr,
    historyFile: join(cacheFolder(), "chat-history"),
    words: CHAT_COMMAND_WORDS,
    onInterrupt: () => interrupts.stop(),
  });
}

function conversationWith(opened: OpenedEngine, given: GivenConversation, options: ChatOptions): Conversation {
  return new Conversation(opened.engine, {
    settings: answerSettings(options),
    promptOf: (messages, thinking) => chatPrompt({ ...given, messages }, { ...options, thinking }),
    messages: given.messages,
    thinking: options.thinking,
  });
}

/** What answers, and why; for a person also how to find the commands. */
function openingLine({ engine, choice }: OpenedEngine): string {
  const { backend, device } = engine.info;
  return `${backend} (${device})${choiceClause(choice)}${process.stdin.isTTY ? " · /help lists the commands" : ""}`;
}

/** Carries out one line. @returns false when the chat is over */
async function takeTurn(
  { engine }: OpenedEngine,
  conversation: Conversation,
  line: string,
  interrupts: Interrupts,
): Promise<boolean> {
  const action: ChatAction = chatAction(conversation, line);
  if (action.kind === "quit") return false;
  if (action.kind === "note") {
    process.stderr.write(`${stderrColours.dim(action.text)}\n`);
    return true;
  }
  const result = await interrupts.stoppable((signal) => showAnswer(action.events(signal)));
  process.stderr.write(`${statisticsLine(engine.info, result)}\n`);
  if (conversation.canContinue) {
    process.stderr.write(`${stderrColours.dim("not finished; /continue goes on with this answer")}\n`);
  }
  return true;
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
    for (let line = await reader.next(); line !== undefined; line = await reader.next()) {
      if (line.trim() === "") continue;
      try {
        if (!(await takeTurn(opened, conversation, line, interrupts))) return exit;
      } catch (error) {
        reportError(nameTemplate(error, options), false);
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

export async function chatCommand(options: ChatOptions): Promise<number> {
  const interrupts = new Interrupts();
  let opened: OpenedEngine | undefined;
  try {
    answerSettings(options);
    if (options.messages === "-") {
      throw new UsageError("two_prompts", "found --messages -, needed a file: standard input holds the chat's lines");
    }
    const given = await conversationOf(options);
    const progress = loadProgress(process.stderr);
    opened = await openNodeEngine({
      model: options.model,
      backend: backendChoice(options),
      ...engineOptions(options),
      onProgress: progress.listener,
      ...(await templateOf(options)),
    });
    progress.end();
    process.stderr.write(passedOverNotice(opened.engine.info, opened.choice));
    process.stderr.write(`${stderrColours.dim(openingLine(opened))}\n`);
    return await converse(opened, conversationWith(opened, given, options), interrupts, options);
  } catch (error) {
    return reportError(nameTemplate(error, options), false);
  } finally {
    await opened?.engine.close();
  }
}
