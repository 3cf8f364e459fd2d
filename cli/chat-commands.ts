/** What lines that begin with a slash do in a chat. Separate from the loop, which only knows what they return. */
import { withSeparators } from "../src/base/bytes.ts";
import { UsageError } from "../src/base/errors.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import type { GenerateEvent } from "../src/generation.ts";
import { fileName, loadConversation, saveConversation } from "./chat-files.ts";
import { SETTING_NAMES, setSetting } from "./chat-settings.ts";
import type { Conversation } from "./conversation.ts";
import type { Message } from "./message-lines.ts";

/** What the chat does next. */
export type ChatAction =
  | { readonly kind: "answer"; readonly events: (signal: AbortSignal) => AsyncIterable<GenerateEvent> }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "quit" };

interface ChatCommand {
  readonly usage: string;
  readonly description: string;
  run(conversation: Conversation, rest: string): ChatAction | Promise<ChatAction>;
}

function note(text: string): ChatAction {
  return { kind: "note", text };
}

const COMMANDS: Readonly<Record<string, ChatCommand>> = {
  help: { usage: "/help", description: "this list", run: () => note(helpText()) },
  clear: {
    usage: "/clear",
    description: "forget the conversation; the system message stays",
    run(conversation) {
      conversation.clear();
      return note("the conversation starts anew");
    },
  },
  trim: {
    usage: "/trim",
    description: "forget the oldest turns until half of the context is free",
    async run(conversation) {
      const { dropped, tokens } = await conversation.trim();
      const context = contextUsed(tokens, conversation.maxTokens);
      return note(dropped === 0 ? `nothing to forget; ${context}` : `${dropped} messages forgotten; ${context}`);
    },
  },
  system: {
    usage: "/system TEXT",
    description: "set the system message; without text, remove it",
    run(conversation, rest) {
      conversation.setSystem(rest);
      return note(rest === "" ? "no system message" : "system message set");
    },
  },
  thinking: {
    usage: "/thinking on|off",
    description: "think before answering",
    run(conversation, rest) {
      if (rest !== "on" && rest !== "off") {
        throw new UsageError("bad_chat_command", `/thinking: found "${rest}", needed on or off`);
      }
      conversation.thinking = rest === "on";
      return note(`thinking is ${rest}`);
    },
  },
  set: {
    usage: "/set NAME VALUE",
    description: "sampling and limits of the next answers, such as temperature 0.7; alone, list them",
    run: (conversation, rest) => note(setSetting(conversation, rest)),
  },
  retry: {
    usage: "/retry",
    description: "another answer to the last message, with the next seed",
    run: (conversation) => ({ kind: "answer", events: (signal) => conversation.retry(signal) }),
  },
  continue: {
    usage: "/continue",
    description: "go on with a stopped answer",
    run: (conversation) => ({ kind: "answer", events: (signal) => conversation.resume(signal) }),
  },
  save: {
    usage: "/save FILE",
    description: "write the conversation, as --messages reads it; /save! writes over a file",
    run: (conversation, rest) => note(saveConversation(conversation, fileName("/save", rest), false)),
  },
  "save!": {
    usage: "/save! FILE",
    description: "the same, over a file that exists",
    run: (conversation, rest) => note(saveConversation(conversation, fileName("/save!", rest), true)),
  },
  load: {
    usage: "/load FILE",
    description: "go on with a conversation from a file",
    run: (conversation, rest) => note(loadConversation(conversation, fileName("/load", rest))),
  },
  quit: { usage: "/quit", description: "leave, as Ctrl-D does", run: () => ({ kind: "quit" }) },
};

/** What is typed at the start of a line, for completion. */
export const CHAT_COMMAND_WORDS: readonly string[] = [
  ...Object.keys(COMMANDS).map((name) => `/${name}`),
  ...SETTING_NAMES.map((name) => `/set ${name} `),
];

function helpText(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  const lines = Object.values(COMMANDS).map(({ usage, description }) => `${usage.padEnd(width)}  ${description}`);
  return [
    ...lines,
    "",
    "A backslash at the end of a line goes on with the next one. Three quotes open a text of several lines and close it.",
    "What is pasted is text, and one message; // at the start of a line sends one that begins with /.",
    "Ctrl-C stops the answer, not the chat.",
  ].join("\n");
}

export function contextUsed(tokens: number, most: number): string {
  return `context ${withSeparators(tokens)} of ${withSeparators(most)}`;
}

/**
 * What a message of a chat does.
 * @throws UsageError `unknown_chat_command`, `bad_chat_command`, and those of files and settings
 */
export async function chatAction(conversation: Conversation, { text, literal }: Message): Promise<ChatAction> {
  if (literal || !text.startsWith("/") || text.startsWith("//")) {
    const question = !literal && text.startsWith("//") ? text.slice(1) : text;
    return { kind: "answer", events: (signal) => conversation.ask(question, signal) };
  }
  const [, name = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(conversation, rest.trim());
  const near = nearestName(name, Object.keys(COMMANDS));
  throw new UsageError("unknown_chat_command", `/${name}: there is no such command`, {
    hint:
      near === undefined ? "/help lists the commands; // sends a line that begins with /" : `did you mean /${near}?`,
  });
}
