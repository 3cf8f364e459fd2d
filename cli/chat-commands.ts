/** What lines that begin with a slash do in a chat. Separate from the loop, which only knows what they return. */
import { writeFileSync } from "node:fs";
import { UsageError } from "../src/base/errors.ts";
import { nearestName } from "../src/base/nearest-name.ts";
import type { GenerateEvent } from "../src/generation.ts";
import type { Conversation } from "./conversation.ts";

/** What the chat does next. */
export type ChatAction =
  | { readonly kind: "answer"; readonly events: (signal: AbortSignal) => AsyncIterable<GenerateEvent> }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "quit" };

interface ChatCommand {
  readonly usage: string;
  readonly description: string;
  run(conversation: Conversation, rest: string): ChatAction;
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
  save: { usage: "/save FILE", description: "write the conversation, as --messages reads it", run: save },
  quit: { usage: "/quit", description: "leave, as Ctrl-D does", run: () => ({ kind: "quit" }) },
};

/** The commands as they are typed, for completion. */
export const CHAT_COMMAND_WORDS: readonly string[] = Object.keys(COMMANDS).map((name) => `/${name}`);

function helpText(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  const lines = Object.values(COMMANDS).map(({ usage, description }) => `${usage.padEnd(width)}  ${description}`);
  return [
    ...lines,
    "",
    "A backslash at the end of a line goes on with the next one; // at the start sends a line that begins with /.",
    "Ctrl-C stops the answer, not the chat.",
  ].join("\n");
}

function save(conversation: Conversation, file: string): ChatAction {
  if (file === "") throw new UsageError("bad_chat_command", "/save: found no file name, needed one");
  try {
    writeFileSync(file, `${JSON.stringify(conversation.messages, undefined, 2)}\n`);
  } catch (cause) {
    throw new UsageError("file_unwritable", `/save ${file}: ${(cause as Error).message}, needed a writable place`, {
      cause,
    });
  }
  return note(`${conversation.messages.length} messages written to ${file}`);
}

/**
 * A line of a chat.
 * @throws UsageError `unknown_chat_command`, `bad_chat_command`, `file_unwritable`
 */
export function chatAction(conversation: Conversation, line: string): ChatAction {
  if (!line.startsWith("/") || line.startsWith("//")) {
    const text = line.startsWith("//") ? line.slice(1) : line;
    return { kind: "answer", events: (signal) => conversation.ask(text, signal) };
  }
  const [, name = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(conversation, rest.trim());
  const near = nearestName(name, Object.keys(COMMANDS));
  throw new UsageError("unknown_chat_command", `/${name}: there is no such command`, {
    hint:
      near === undefined ? "/help lists the commands; // sends a line that begins with /" : `did you mean /${near}?`,
  });
}
