/**
 * Where the messages of a chat come from: a person at a terminal, with editing and history, or lines of a pipe. A
 * backslash at the end of a line goes on with the next one. Separate because terminals are Node's. Invariant: while an
 * answer is written, keys are read (Ctrl-C must work) but not shown; what was typed ahead appears at the next prompt.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { standardInputLines } from "./text-input.ts";

export interface MessageReader {
  /** The next message, its lines joined; undefined at the end of input or after a second Ctrl-C. */
  next(): Promise<string | undefined>;
  /** Whether Ctrl-C at the prompt ended the input. */
  readonly interrupted: boolean;
  close(): void;
}

export interface TerminalOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly historyFile: string;
  /** Words that Tab completes at the start of a line. */
  readonly words: readonly string[];
  /** Ctrl-C; true when it stopped something. */
  readonly onInterrupt: () => boolean;
}

const PROMPT = "> ";
const MORE_PROMPT = "… ";
const MOST_HISTORY = 1000;

/** A line; null when the user threw away what was typed; undefined at the end of input. */
type Line = string | null | undefined;

/** Joins continued lines. */
async function readMessage(line: (prompt: string) => Promise<Line>): Promise<string | undefined> {
  let lines: string[] = [];
  for (;;) {
    const next = await line(lines.length === 0 ? PROMPT : MORE_PROMPT);
    if (next === undefined) return lines.length === 0 ? undefined : lines.join("\n");
    if (next === null) lines = [];
    else if (next.endsWith("\\")) lines.push(next.slice(0, -1));
    else return [...lines, next].join("\n");
  }
}

export function pipedMessages(input: AsyncIterable<unknown>): MessageReader {
  const lines = standardInputLines(input);
  const line = async (): Promise<Line> => {
    const { done, value } = await lines.next();
    return done ? undefined : value;
  };
  return { interrupted: false, next: () => readMessage(line), close() {} };
}

/** The terminal's output, which can be muted. */
function mutable(output: NodeJS.WriteStream): { readonly stream: Writable; muted: boolean } {
  const state = {
    muted: true,
    stream: new Writable({
      write(chunk, _encoding, done) {
        if (!state.muted) output.write(chunk);
        done();
      },
    }),
  };
  Object.defineProperty(state.stream, "columns", { get: () => output.columns });
  output.on("resize", () => state.stream.emit("resize"));
  return state;
}

export function terminalMessages(options: TerminalOptions): MessageReader {
  const { input, output, historyFile, words, onInterrupt } = options;
  const screen = mutable(output);
  const typed: string[] = [];
  let wake: ((line: Line) => void) | undefined;
  let ended = false;
  let armed = false;
  let interrupted = false;
  const terminal = createInterface({
    input,
    output: screen.stream,
    terminal: true,
    history: readHistory(historyFile),
    historySize: MOST_HISTORY,
    removeHistoryDuplicates: true,
    completer: (line: string) => [words.filter((word) => word.startsWith(line)), line],
  });
  const give = (line: Line): void => {
    const waiting = wake;
    wake = undefined;
    screen.muted = true;
    waiting?.(line);
  };
  terminal.on("line", (line) => {
    armed = false;
    if (wake === undefined) typed.push(line);
    else give(line);
  });
  terminal.on("close", () => {
    ended = true;
    if (wake !== undefined) output.write("\n");
    give(undefined);
  });
  terminal.on("history", (lines) => writeHistory(historyFile, lines));
  terminal.on("SIGINT", () => {
    if (onInterrupt()) return;
    if (armed) {
      interrupted = true;
      terminal.close();
      return;
    }
    armed = true;
    output.write("\n(Ctrl-C again, Ctrl-D or /quit leaves the chat)\n");
    screen.muted = true;
    terminal.write(null, { ctrl: true, name: "e" });
    terminal.write(null, { ctrl: true, name: "u" });
    give(null);
  });
  const line = (prompt: string): Promise<Line> => {
    const ready = typed.shift();
    if (ready !== undefined) {
      output.write(`${prompt}${ready}\n`);
      return Promise.resolve(ready);
    }
    if (ended) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      wake = resolve;
      screen.muted = false;
      terminal.setPrompt(prompt);
      terminal.prompt(true);
    });
  };
  return {
    get interrupted() {
      return interrupted;
    },
    next: () => readMessage(line),
    close: () => terminal.close(),
  };
}

/** Newest first, as readline keeps it. Newest last in the file, as shells do. */
function readHistory(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").reverse();
  } catch {
    return [];
  }
}

/** What was said is private to the user. A folder that cannot be written costs the history, not the chat. */
function writeHistory(file: string, newestFirst: readonly string[]): void {
  try {
    writeFileSync(file, `${[...newestFirst].reverse().join("\n")}\n`, { mode: 0o600 });
  } catch {
    // Reported by `qwerk doctor`, which names the cache folder and whether it can be written.
  }
}
