/**
 * `/save` and `/load`: conversations in files. Separate because names are read here as people write them, with quotes
 * around blanks and `~` for their home. Invariant: nothing that exists is written over unless that was asked for, and
 * then the old file stays until the new one is whole.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/base/errors.ts";
import { ExactNumber } from "../src/text/exact-json.ts";
import type { Conversation } from "./conversation.ts";
import { parseConversation } from "./prompt.ts";
import { decodeUtf8 } from "./text-input.ts";

/** A file's name: quoted, or all that is left of the line. @throws UsageError `bad_chat_command` */
export function fileName(command: string, rest: string): string {
  if (rest === "") throw new UsageError("bad_chat_command", `${command}: found no file name, needed one`);
  const [, quote, inner = "", behind] = /^(["'])(.*?)\1(.*)$/s.exec(rest) ?? [];
  if (quote !== undefined && (inner === "" || behind !== "")) {
    throw new UsageError("bad_chat_command", `${command}: found ${rest}, needed one file name`, {
      hint: `quotes go around the whole name: ${command} "my chat.json"`,
    });
  }
  const name = quote === undefined ? rest : inner;
  return name === "~" || name.startsWith("~/") ? join(homedir(), name.slice(1)) : name;
}

function unwritable(file: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") {
    return new UsageError("file_exists", `/save: ${file} exists, needed a name that is free`, {
      hint: `/save! ${JSON.stringify(file)} writes over it`,
    });
  }
  return new UsageError("file_unwritable", `/save ${file}: ${message}, needed a writable place`, { cause: error });
}

/** Writes a file that is not there, whole or not at all. */
function writeNew(file: string, text: string): void {
  const handle = openSync(file, "wx");
  try {
    writeFileSync(handle, text);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** JSON of a conversation, a member a line; numbers that came exact are written as they were. */
function prettyJson(value: unknown, margin = ""): string {
  if (value instanceof ExactNumber) return value.text;
  const inner = `${margin}  `;
  const block = (open: string, close: string, items: readonly string[]): string =>
    items.length === 0 ? open + close : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
  if (Array.isArray(value))
    return block(
      "[",
      "]",
      value.map((item) => prettyJson(item, inner)),
    );
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members: readonly [string, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  const written = members.filter(([, member]) => member !== undefined);
  return block(
    "{",
    "}",
    written.map(([key, member]) => `${JSON.stringify(key)}: ${prettyJson(member, inner)}`),
  );
}

/** @throws UsageError `file_exists`, `file_unwritable` */
export function saveConversation(conversation: Conversation, file: string, replace: boolean): string {
  const { messages, tools } = conversation.file;
  const text = `${prettyJson(tools === undefined ? messages : { messages, tools })}\n`;
  try {
    if (!replace) writeNew(file, text);
    else {
      const beside = `${file}.${process.pid}.tmp`;
      writeNew(beside, text);
      renameSync(beside, file);
    }
  } catch (error) {
    throw unwritable(file, error);
  }
  return `${messages.length} messages written to ${file}`;
}

/** @throws UsageError `file_unreadable`, `bad_messages`; RequestError `invalid_utf8` */
export function loadConversation(conversation: Conversation, file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new UsageError("file_unreadable", `/load ${file}: ${(cause as Error).message}, needed a readable file`, {
      cause,
    });
  }
  const before = conversation.messages.length;
  const loaded = parseConversation(decodeUtf8(bytes, file), file);
  conversation.load(loaded);
  const forgotten = before === 0 ? "" : `; the ${before} before are forgotten`;
  return `${loaded.messages.length} messages from ${file}${forgotten}`;
}
