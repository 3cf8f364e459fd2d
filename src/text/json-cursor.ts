/**
 * A place in a JSON text that moves over it value by value. Separate because a tokenizer file holds half a million
 * short strings, and `JSON.parse` makes an object of each: whoever needs them once reads them where they stand.
 * Invariant: all but `skip` accept what `JSON.parse` accepts at that place and throw a SyntaxError for the rest; what
 * `skip` passed over is not checked.
 */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;

export class JsonCursor {
  readonly text: string;
  at: number;
  /** The string last read is `source[from, to)`: a part of the text, or what its escapes stand for. */
  source = "";
  from = 0;
  to = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** Moves to the next character that is not whitespace and gives its code, NaN at the end. */
  peek(): number {
    const { text } = this;
    let at = this.at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
    this.at = at;
    return code;
  }

  /** Moves behind the next character if it is this one. */
  take(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  expect(code: number): void {
    if (!this.take(code)) throw this.#error(`${String.fromCharCode(code)} was expected`);
  }

  /** Reads a string into `source`, `from` and `to`. */
  string(): void {
    this.expect(QUOTE);
    const { text } = this;
    const from = this.at;
    let at = from;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        at++;
      } else if (!(code >= 0x20)) throw this.#error("a string does not end");
      at++;
    }
    this.at = at + 1;
    this.source = escaped ? (JSON.parse(text.slice(from - 1, at + 1)) as string) : text;
    this.from = escaped ? 0 : from;
    this.to = escaped ? this.source.length : at;
  }

  /** Reads any value. */
  value(): unknown {
    this.peek();
    const from = this.at;
    this.skip();
    return JSON.parse(this.text.slice(from, this.at)) as unknown;
  }

  /** Reads a value that is a natural number of up to nine digits and gives it, -1 where another value stands. */
  natural(): number {
    this.peek();
    const { text } = this;
    let at = this.at;
    let value = 0;
    for (let code = text.charCodeAt(at); code >= 0x30 && code <= 0x39; code = text.charCodeAt(++at)) {
      value = 10 * value + code - 0x30;
    }
    const digits = at - this.at;
    const code = text.charCodeAt(at);
    const goesOn = code === 0x2e || code === 0x45 || code === 0x65;
    if (digits === 0 || digits > 9 || goesOn || (digits > 1 && text.charCodeAt(this.at) === 0x30)) return -1;
    this.at = at;
    return value;
  }

  /** Moves behind the next value, whatever stands in it. */
  skip(): void {
    const { text } = this;
    const { length } = text;
    let depth = 0;
    this.peek();
    for (let at = this.at; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code < QUOTE) continue;
      if (code === QUOTE) {
        for (at++; at < length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
      } else if ((code | 0x20) === 0x7b) depth++;
      else if ((code | 0x20) === 0x7d) depth--;
      else if (depth > 0) continue;
      else at = this.#scalarEnd(at) - 1;
      if (depth > 0) continue;
      if (depth < 0 || at >= length) break;
      this.at = at + 1;
      return;
    }
    throw this.#error("a value was expected");
  }

  /** Where a number, `true`, `false` or `null` ends. */
  #scalarEnd(from: number): number {
    let at = from;
    while (at < this.text.length && !" \t\n\r,]}".includes(this.text[at]!)) at++;
    return Math.max(at, from + 1);
  }

  #error(what: string): SyntaxError {
    return new SyntaxError(`${what} at position ${this.at}`);
  }
}
