/**
 * Lines become messages: a backslash at the end of a line goes on with the next one, a line that begins with three quotes
 * opens a block up to the next three at a line's end, and what is pasted stays together. Separate from where lines come
 * from. Invariant: in a block and in what was pasted nothing has a meaning of its own, a slash at the start included.
 */
import { UsageError } from "../src/base/errors.ts";

export interface Message {
  readonly text: string;
  /** Text whatever it begins with: no command. */
  readonly literal: boolean;
}

const QUOTES = '"""';

export class MessageLines {
  #lines: string[] = [];
  #inBlock = false;
  #literal = false;
  #pasted = false;

  /** Whether a message has begun and is not complete. */
  get open(): boolean {
    return this.#lines.length > 0 || this.#inBlock;
  }

  /** The lines so far, for a prompt that is shown again. */
  get begun(): readonly string[] {
    return this.#lines;
  }

  /** Whether lines of a paste are in it. */
  get pasted(): boolean {
    return this.#pasted;
  }

  get literal(): boolean {
    return this.#literal;
  }

  /** The message is text: its first character was pasted. */
  setLiteral(): void {
    this.#literal = true;
  }

  /** The pasted beginning is gone. */
  clearLiteral(): void {
    if (!this.open) this.#literal = false;
  }

  /** A line that was typed or read. @returns the message, once it is complete */
  add(line: string): Message | undefined {
    if (this.#inBlock) return this.#addToBlock(line);
    if (!this.open && !this.#literal && line.trimStart().startsWith(QUOTES)) {
      this.#inBlock = true;
      this.#literal = true;
      return this.#addToBlock(line.trimStart().slice(QUOTES.length));
    }
    // The last line of a paste may be empty: the paste ended with a newline.
    if (this.#pasted) return this.#complete(line === "" ? [] : [line]);
    if (!line.endsWith("\\")) return this.#complete([line]);
    this.#lines.push(line.slice(0, -1));
    return undefined;
  }

  /** A whole line of a paste: more of the message comes, whatever it holds. */
  addPasted(line: string): void {
    this.#lines.push(line);
    this.#pasted = true;
  }

  /** Throws away what was begun. */
  discard(): void {
    this.#lines = [];
    this.#inBlock = false;
    this.#literal = false;
    this.#pasted = false;
  }

  /**
   * What was begun when the input ended.
   * @throws UsageError `unfinished_block`
   */
  end(): Message | undefined {
    if (this.#inBlock) {
      this.discard();
      throw new UsageError(
        "unfinished_block",
        `found ${QUOTES} at the start of a message, needed ${QUOTES} at its end`,
        {
          hint: "the input ended inside the block; nothing of it was sent",
        },
      );
    }
    return this.open ? this.#complete([]) : undefined;
  }

  #addToBlock(line: string): Message | undefined {
    const content = line.trimEnd();
    if (content.endsWith(QUOTES)) return this.#complete([content.slice(0, -QUOTES.length)]);
    this.#lines.push(line);
    return undefined;
  }

  #complete(last: readonly string[]): Message {
    const lines = [...this.#lines, ...last];
    // The newlines beside the quotes belong to them.
    if (this.#inBlock && lines.length > 1 && lines[0] === "") lines.shift();
    if (this.#inBlock && lines.length > 1 && lines.at(-1) === "") lines.pop();
    const message = { text: lines.join("\n"), literal: this.#literal };
    this.discard();
    return message;
  }
}
