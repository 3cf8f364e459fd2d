/**
 * A strict JSON reader for container directories. Separate from `JSON.parse` because that cannot show what the formats
 * forbid or depend on: duplicate members, `256.0` where an integer is needed, integers above 2^53. Invariant: an
 * integer literal is never rounded; it is a `number` when exact and a `bigint` otherwise, and a literal with a
 * fraction or exponent is always a `JsonReal`.
 */
import { ArtifactError } from "../base/errors.ts";

/** A number written with a fraction or an exponent. */
export class JsonReal {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type JsonMap = ReadonlyMap<string, JsonValue>;
export type JsonValue = null | boolean | string | number | bigint | JsonReal | readonly JsonValue[] | JsonMap;

export interface JsonRules {
  /** Named in errors, e.g. the file. */
  readonly where: string;
  /** Refuse an object that has a member twice; otherwise the last one counts. */
  readonly refuseDuplicates: boolean;
}

/** Deeper nesting than any real directory; bounds our recursion. */
const MOST_DEPTH = 128;

/**
 * Parses UTF-8 bytes that hold exactly one JSON value, surrounded by JSON whitespace at most.
 * @throws ArtifactError `bad_utf8`, `bad_json`.
 */
export function parseJson(bytes: Uint8Array, rules: JsonRules): JsonValue {
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ArtifactError("bad_utf8", `${rules.where}: the JSON directory is not valid UTF-8`, { cause });
  }
  const scanner = new Scanner(source, rules);
  const value = scanner.value(0);
  scanner.end();
  return value;
}

export function isJsonMap(value: JsonValue | undefined): value is JsonMap {
  return value instanceof Map;
}

/** The value as `JSON.parse` would give it, for readers that take plain objects. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonReal) return value.value;
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isJsonMap(value)) return value;
  // fromEntries defines own properties, so a member named __proto__ stays a member.
  return Object.fromEntries([...value].map(([key, member]) => [key, toPlain(member)]));
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN_STRING = /[^"\\\u0000-\u001f]*/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Scanner {
  private at = 0;
  private readonly source: string;
  private readonly rules: JsonRules;

  constructor(source: string, rules: JsonRules) {
    this.source = source;
    this.rules = rules;
  }

  value(depth: number): JsonValue {
    if (depth > MOST_DEPTH) throw this.error(`nested deeper than ${MOST_DEPTH} levels`);
    this.space();
    switch (this.source[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  end(): void {
    this.space();
    if (this.at < this.source.length) throw this.error("text after the end of the JSON value");
  }

  private object(depth: number): JsonMap {
    const members = new Map<string, JsonValue>();
    this.at++;
    if (this.take("}")) return members;
    do {
      this.space();
      if (this.source[this.at] !== '"') throw this.error("a member name was needed");
      const name = this.string();
      if (this.rules.refuseDuplicates && members.has(name)) {
        throw this.error(`the member ${JSON.stringify(name)} is there twice`);
      }
      if (!this.take(":")) throw this.error('":" was needed');
      members.set(name, this.value(depth + 1));
    } while (this.take(","));
    if (!this.take("}")) throw this.error('"," or "}" was needed');
    return members;
  }

  private array(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.at++;
    if (this.take("]")) return items;
    do items.push(this.value(depth + 1));
    while (this.take(","));
    if (!this.take("]")) throw this.error('"," or "]" was needed');
    return items;
  }

  private string(): string {
    let result = "";
    this.at++;
    for (;;) {
      PLAIN_STRING.lastIndex = this.at;
      result += PLAIN_STRING.exec(this.source)![0];
      this.at = PLAIN_STRING.lastIndex;
      const stop = this.source[this.at];
      this.at++;
      if (stop === '"') break;
      if (stop !== "\\") throw this.error("an unfinished string or a control character in one");
      result += this.escape();
    }
    if (LONE_SURROGATE.test(result)) throw this.error("half of a surrogate pair in a string");
    return result;
  }

  private escape(): string {
    const letter = this.source[this.at++] ?? "";
    const short = SHORT_ESCAPES[letter];
    if (short !== undefined) return short;
    const digits = this.source.slice(this.at, this.at + 4);
    if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) throw this.error("an unknown escape in a string");
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): JsonValue {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.source);
    if (match === null) throw this.error("a value was needed");
    this.at = NUMBER.lastIndex;
    const [literal, fraction, exponent] = match;
    const value = Number(literal);
    if (!Number.isFinite(value)) throw this.error("a number larger than any finite one");
    if (fraction !== undefined || exponent !== undefined) return new JsonReal(value);
    // `+ 0` turns the integer -0 into 0.
    return Number.isSafeInteger(value) ? value + 0 : BigInt(literal);
  }

  private word<T extends JsonValue>(word: string, value: T): T {
    if (!this.source.startsWith(word, this.at)) throw this.error("a value was needed");
    this.at += word.length;
    return value;
  }

  private take(mark: string): boolean {
    this.space();
    if (this.source[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private space(): void {
    for (;;) {
      const code = this.source.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private error(what: string): ArtifactError {
    return new ArtifactError("bad_json", `${this.rules.where}: not valid JSON at character ${this.at}: ${what}`, {
      data: { at: this.at },
    });
  }
}
