/**
 * JSON whose numbers keep their spelling and whose objects keep their order, for what goes into a prompt as Python
 * would write it. Separate because `JSON.parse` loses both: `1.0` becomes `1`, `12345678901234567890` is rounded, and keys
 * that look like numbers move to the front. Invariant: accepts and refuses what `JSON.parse` does.
 */

/** A number as it was written. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type ExactJson = null | boolean | string | ExactNumber | readonly ExactJson[] | ReadonlyMap<string, ExactJson>;

/** Nesting that a template could still render without exhausting the stack. */
const MOST_DEPTH = 512;

/** Everything but strings, which may be megabytes long and are scanned by hand. */
const TOKEN = /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** @throws SyntaxError for text that is not JSON or nests deeper than 512 levels */
export function parseExactJson(text: string): ExactJson {
  const scanner = new Scanner(text);
  const value = scanner.value(scanner.next(), 0);
  scanner.end();
  return value;
}

/** The value of a text that may be no JSON. */
export function exactJsonIn(text: string): ExactJson | undefined {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token as written. */
  next(): string {
    this.#skipSpace();
    const start = this.#at;
    if (this.#text[start] === '"') {
      this.#at = this.#stringEnd(start);
    } else {
      TOKEN.lastIndex = start;
      if (!TOKEN.test(this.#text)) throw new SyntaxError(`unexpected text at position ${start} of the JSON`);
      this.#at = TOKEN.lastIndex;
    }
    return this.#text.slice(start, this.#at);
  }

  value(token: string, depth: number): ExactJson {
    if (depth > MOST_DEPTH) throw new SyntaxError(`JSON nests deeper than ${MOST_DEPTH} levels`);
    if (token === "{") return this.#object(depth);
    if (token === "[") return this.#array(depth);
    if (token.startsWith('"')) return JSON.parse(token) as string;
    if (token === "null") return null;
    if (token === "true" || token === "false") return token === "true";
    if (/^[-\d]/.test(token)) return new ExactNumber(token);
    throw new SyntaxError(`unexpected ${token} before position ${this.#at} of the JSON`);
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new SyntaxError(`unexpected text after the JSON at position ${this.#at}`);
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #stringEnd(start: number): number {
    for (let i = start + 1; i < this.#text.length; i++) {
      if (this.#text[i] === "\\") i++;
      else if (this.#text[i] === '"') return i + 1;
    }
    throw new SyntaxError(`the string at position ${start} of the JSON has no end`);
  }

  #object(depth: number): ReadonlyMap<string, ExactJson> {
    const members = new Map<string, ExactJson>();
    let token = this.next();
    while (token !== "}") {
      if (!token.startsWith('"')) throw new SyntaxError(`a key was expected before position ${this.#at} of the JSON`);
      const key = JSON.parse(token) as string;
      this.#expect(":", this.next());
      members.set(key, this.value(this.next(), depth + 1));
      token = this.next();
      if (token === "}") break;
      this.#expect(",", token);
      token = this.next();
      if (token === "}") this.#expect("a key", token);
    }
    return members;
  }

  #array(depth: number): readonly ExactJson[] {
    const items: ExactJson[] = [];
    let token = this.next();
    while (token !== "]") {
      items.push(this.value(token, depth + 1));
      token = this.next();
      if (token === "]") break;
      this.#expect(",", token);
      token = this.next();
      if (token === "]") this.#expect("a value", token);
    }
    return items;
  }

  #expect(wanted: string, token: string): void {
    if (token !== wanted) throw new SyntaxError(`${wanted} was expected before position ${this.#at} of the JSON`);
  }
}
