/**
 * Tells what was typed from what was pasted: terminals put a paste between two marks when asked to (bracketed paste).
 * Separate from the reader of messages because it is pure: characters in, keys and pastes out. Invariant: the output does
 * not depend on how the input was cut, but for a start of a mark that is held until more comes or `flush` gives it up.
 */

export type TerminalInput =
  | { readonly kind: "keys"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string };

/** What a terminal is sent so that it marks pastes, and so that it does not. */
export const PASTE_MARKS_ON = "\u001b[?2004h";
export const PASTE_MARKS_OFF = "\u001b[?2004l";

const START = "\u001b[200~";
const END = "\u001b[201~";

/** Length of the longest end of `text` with which `mark` begins. */
function heldLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}

export class PasteSplitter {
  #held = "";
  #inPaste = false;
  readonly #paste: string[] = [];

  /** Whether the start of a mark is held that may be a key of its own, such as Escape. */
  get holdsKey(): boolean {
    return !this.#inPaste && this.#held !== "";
  }

  push(text: string): TerminalInput[] {
    const out: TerminalInput[] = [];
    let rest = this.#held + text;
    this.#held = "";
    for (;;) {
      const mark = this.#inPaste ? END : START;
      const at = rest.indexOf(mark);
      if (at < 0) break;
      this.#take(rest.slice(0, at), out);
      this.#border(out);
      rest = rest.slice(at + mark.length);
    }
    const ready = rest.length - heldLength(rest, this.#inPaste ? END : START);
    this.#take(rest.slice(0, ready), out);
    this.#held = rest.slice(ready);
    return out;
  }

  /** Gives up waiting: what is held are keys. */
  flush(): TerminalInput[] {
    if (!this.holdsKey) return [];
    const text = this.#held;
    this.#held = "";
    return [{ kind: "keys", text }];
  }

  #take(text: string, out: TerminalInput[]): void {
    if (text === "") return;
    if (this.#inPaste) this.#paste.push(text);
    else out.push({ kind: "keys", text });
  }

  #border(out: TerminalInput[]): void {
    if (this.#inPaste) out.push({ kind: "paste", text: this.#paste.splice(0).join("") });
    this.#inPaste = !this.#inPaste;
  }
}

/** The lines of a paste: no control characters, which would be keys, and whatever line endings. */
export function pastedLines(text: string): string[] {
  return text.split(/\r\n|\r|\n|\u2028|\u2029/).map((line) => line.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""));
}
