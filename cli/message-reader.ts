/**
 * Where the messages of a chat come from: a person at a terminal, with editing, pastes and history, or lines of a pipe.
 * Separate because terminals are Node's. Invariant: while an answer is written, keys are read (Ctrl-C must work) but not
 * shown; what was typed ahead appears at the next prompt.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { type Message, MessageLines } from "./message-lines.ts";
import { PASTE_MARKS_OFF, PASTE_MARKS_ON, PasteSplitter, pastedLines, type TerminalInput } from "./paste.ts";
import { standardInputLines } from "./text-input.ts";

export interface MessageReader {
  /**
   * The next message; undefined at the end of input or after a second Ctrl-C.
   * @throws UsageError `unfinished_block`, RequestError `invalid_utf8`
   */
  next(): Promise<Message | undefined>;
  /** Whether Ctrl-C at the prompt ended the input. */
  readonly interrupted: boolean;
  close(): void;
}

export interface TerminalOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Where earlier lines are kept; undefined where nothing can be. */
  readonly historyFile: string | undefined;
  /** Words that Tab completes at the start of a line. */
  readonly words: readonly string[];
  /** Ctrl-C; true when it stopped something. */
  readonly onInterrupt: () => boolean;
}

const PROMPT = "> ";
const MORE_PROMPT = "… ";
const MOST_HISTORY = 1000;
/** How long the beginning of a mark may be a mark; then it was the Escape key. */
const ESCAPE_MS = 50;

export function pipedMessages(input: AsyncIterable<unknown>): MessageReader {
  const lines = standardInputLines(input);
  const messages = new MessageLines();
  async function next(): Promise<Message | undefined> {
    for (;;) {
      const { done, value } = await lines.next();
      if (done) return messages.end();
      const message = messages.add(value);
      if (message !== undefined) return message;
    }
  }
  return { interrupted: false, next, close() {} };
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

/** The terminal's keys as a stream, without its pastes, which go to `onPaste` in their place among the keys. */
function keysOf(input: NodeJS.ReadStream, onPaste: (text: string) => void) {
  const splitter = new PasteSplitter();
  const decoder = new TextDecoder();
  const setRawMode = (raw: boolean): void => void input.setRawMode(raw);
  const stream = Object.assign(new Readable({ read() {} }), { isTTY: true, setRawMode });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const give = (parts: readonly TerminalInput[]): void => {
    // Handed over at once, not through the stream's queue: no key may overtake a paste.
    for (const { kind, text } of parts) kind === "keys" ? stream.emit("data", text) : onPaste(text);
  };
  const take = (chunk: Uint8Array): void => {
    clearTimeout(timer);
    give(splitter.push(decoder.decode(chunk, { stream: true })));
    if (splitter.holdsKey) timer = setTimeout(() => give(splitter.flush()), ESCAPE_MS);
  };
  input.on("data", take);
  input.once("end", () => stream.emit("end"));
  const close = (): void => {
    clearTimeout(timer);
    input.off("data", take);
    input.pause();
  };
  return { stream, close };
}

export function terminalMessages(options: TerminalOptions): MessageReader {
  return new TerminalReader(options);
}

class TerminalReader implements MessageReader {
  interrupted = false;
  readonly #options: TerminalOptions;
  readonly #screen: ReturnType<typeof mutable>;
  readonly #keys: ReturnType<typeof keysOf>;
  readonly #terminal: Interface;
  readonly #messages = new MessageLines();
  /** Messages that came before they were asked for. */
  readonly #ahead: Message[] = [];
  #wake: ((message: Message | undefined) => void) | undefined;
  #pasting = false;
  #armed = false;
  #ended = false;

  constructor(options: TerminalOptions) {
    const { input, output, historyFile, words } = options;
    this.#options = options;
    this.#screen = mutable(output);
    this.#keys = keysOf(input, (text) => this.#paste(text));
    this.#terminal = createInterface({
      input: this.#keys.stream,
      output: this.#screen.stream,
      terminal: true,
      history: readHistory(historyFile),
      historySize: MOST_HISTORY,
      removeHistoryDuplicates: true,
      completer: (line: string) => [words.filter((word) => word.startsWith(line)), line],
    });
    this.#terminal.on("line", (line) => this.#line(line));
    this.#terminal.on("close", () => this.#close());
    this.#terminal.on("history", (lines) => this.#keep(lines));
    this.#terminal.on("SIGINT", () => this.#interrupt());
    // Behind readline's own listener: where a key left nothing of a paste, what comes next is typed.
    this.#keys.stream.on("keypress", () => {
      if (this.#terminal.line === "") this.#messages.clearLiteral();
    });
    output.write(PASTE_MARKS_ON);
    process.once("exit", this.#unmark);
  }

  next(): Promise<Message | undefined> {
    const { output } = this.#options;
    const ready = this.#ahead.shift();
    if (ready !== undefined) {
      output.write(`${PROMPT}${ready.text.replaceAll("\n", `\n${MORE_PROMPT}`)}\n`);
      return Promise.resolve(ready);
    }
    if (this.#ended) return Promise.resolve(undefined);
    const begun = this.#messages.begun;
    for (const [at, line] of begun.entries()) output.write(`${at === 0 ? PROMPT : MORE_PROMPT}${line}\n`);
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#screen.muted = false;
      this.#prompt();
    });
  }

  close(): void {
    this.#terminal.close();
  }

  #unmark = (): void => void this.#options.output.write(PASTE_MARKS_OFF);

  #prompt(): void {
    this.#terminal.setPrompt(this.#messages.open ? MORE_PROMPT : PROMPT);
    this.#terminal.prompt(true);
  }

  #give(message: Message | undefined): void {
    const waiting = this.#wake;
    this.#wake = undefined;
    this.#screen.muted = true;
    waiting?.(message);
  }

  #line(line: string): void {
    this.#armed = false;
    if (this.#pasting) {
      this.#messages.addPasted(line);
      if (this.#wake !== undefined) this.#prompt();
      return;
    }
    const message = this.#messages.add(line);
    if (message === undefined) {
      if (this.#wake !== undefined) this.#prompt();
    } else if (this.#wake === undefined) this.#ahead.push(message);
    else this.#give(message);
  }

  /** Puts a paste into the line that is edited; each of its line ends ends a line of the message, not the message. */
  #paste(text: string): void {
    if (this.#ended) return;
    const lines = pastedLines(text);
    if (!this.#messages.open && this.#terminal.line === "") this.#messages.setLiteral();
    this.#pasting = true;
    for (const [at, line] of lines.entries()) {
      if (line !== "") this.#terminal.write(line);
      if (at < lines.length - 1) this.#terminal.write(null, { name: "return" });
    }
    this.#pasting = false;
  }

  /** Lines of a long paste are no lines somebody will want again one by one; a literal slash must stay one. */
  #keep(newestFirst: string[]): void {
    if (this.#pasting || this.#messages.pasted) newestFirst.shift();
    else if (this.#messages.literal && newestFirst[0]?.startsWith("/")) newestFirst[0] = `/${newestFirst[0]}`;
    writeHistory(this.#options.historyFile, newestFirst);
  }

  #interrupt(): void {
    if (this.#options.onInterrupt()) return;
    if (this.#armed) {
      this.interrupted = true;
      this.#terminal.close();
      return;
    }
    this.#armed = true;
    this.#options.output.write("\n(Ctrl-C again, Ctrl-D or /quit leaves the chat)\n");
    this.#screen.muted = true;
    this.#terminal.write(null, { ctrl: true, name: "e" });
    this.#terminal.write(null, { ctrl: true, name: "u" });
    this.#messages.discard();
    this.#screen.muted = this.#wake === undefined;
    if (this.#wake !== undefined) this.#prompt();
  }

  #close(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#wake !== undefined) this.#options.output.write("\n");
    this.#unmark();
    process.off("exit", this.#unmark);
    this.#keys.close();
    this.#give(undefined);
  }
}

/** Newest first, as readline keeps it. Newest last in the file, as shells do. */
function readHistory(file: string | undefined): string[] {
  if (file === undefined) return [];
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").reverse();
  } catch {
    return [];
  }
}

/** What was said is private to the user. A folder that cannot be written costs the history, not the chat. */
function writeHistory(file: string | undefined, newestFirst: readonly string[]): void {
  if (file === undefined) return;
  try {
    writeFileSync(file, `${[...newestFirst].reverse().join("\n")}\n`, { mode: 0o600 });
  } catch {
    // Reported by `qwerk doctor`, which names the cache folder and whether it can be written.
  }
}
