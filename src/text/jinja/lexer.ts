/**
 * Cuts a template into tokens: text between tags, already laid out by trim_blocks and lstrip_blocks, and the words
 * inside tags. Separate because white space is decided here and nowhere later. Invariant: line ends are LF from the
 * first step on, and what counts as white space is what Python counts.
 */
import { JinjaError } from "./python/limits.ts";
import { escapePoint, SPACE, strip, textOf } from "./python/text.ts";

type Word = "name" | "string" | "integer" | "float" | "operator";
/** `end` closes a tag, `}}` or `%}` as its text says. */
export type TokenType = "data" | "print" | "block" | "end" | "eof" | Word;

export interface Token {
  readonly type: TokenType;
  /** Of literals the value: text without quotes and escapes, digits without underscores. */
  readonly text: string;
  readonly line: number;
}

const S = `[${SPACE}]*`;
const OPEN = new RegExp(`\\{%([-+]?)${S}raw${S}(?:-%\\}${S}|%\\})|(?:\\{[{#%])([-+]?)`, "g");
const CLOSE_COMMENT = new RegExp(`\\+#\\}|-#\\}${S}|#\\}\\n?`, "g");
const CLOSE_RAW = new RegExp(`\\{%([-+]?)${S}endraw${S}(?:\\+%\\}|-%\\}${S}|%\\}\\n?)`, "g");
const CLOSE_BLOCK = new RegExp(`\\+%\\}|-%\\}${S}|%\\}\\n?`, "y");
const CLOSE_PRINT = new RegExp(`-\\}\\}${S}|\\}\\}`, "y");
const WORD = new RegExp(
  [
    `(?<space>[${SPACE}]+)`,
    "(?<float>(?<!\\.)(?:\\d+_)*\\d+(?:(?:\\.(?:\\d+_)*\\d+)?e[-+]?(?:\\d+_)*\\d+|\\.(?:\\d+_)*\\d+))",
    "(?<integer>0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\\da-f])+|[1-9](?:_?\\d)*|0(?:_?0)*)",
    "(?<name>[\\p{XIDS}_]\\p{XIDC}*)",
    `(?<string>'[^'\\\\]*(?:\\\\.[^'\\\\]*)*'|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*")`,
    "(?<operator>//|\\*\\*|[=!<>]=|[-+/*%~[\\](){}<>=.:|,;])",
  ].join("|"),
  "isuy",
);
const BRACKETS = ["()", "[]", "{}"];

/** @throws JinjaError `syntax` */
export function tokenize(given: string): Token[] {
  const source = given.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let counted = 0;
  /** Whether the last tag took its line's end with it, so that the next text begins a line. */
  let startsLine = true;

  const lineAt = (offset: number): number => {
    for (let next = source.indexOf("\n", counted); next >= 0 && next < offset; next = source.indexOf("\n", counted)) {
      counted = next + 1;
      line++;
    }
    return line;
  };
  const push = (type: TokenType, text: string, offset: number): void => {
    tokens.push({ type, text, line: lineAt(offset) });
  };
  const refuse = (message: string): never => {
    throw new JinjaError("syntax", `${message} (line ${lineAt(at)})`);
  };
  /** An opening at the very end of the template is not missed by Python. */
  const unclosed = (what: string): undefined => (at < source.length ? refuse(`Missing end of ${what}`) : undefined);
  const search = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const pushText = (end: number, sign: string, laysOut: boolean): void => {
    let text = source.slice(at, end);
    if (sign === "-") text = textOf(strip(text, undefined, "right"));
    else if (sign === "" && laysOut) {
      const lineStart = text.lastIndexOf("\n") + 1;
      const blank = textOf(strip(text.slice(lineStart))) === "";
      if (blank && (lineStart > 0 || startsLine)) text = text.slice(0, lineStart);
    }
    if (text !== "") push("data", text, at);
  };
  const passed = (end: RegExpExecArray): void => {
    at = end.index + end[0].length;
    startsLine = end[0].endsWith("\n");
  };

  function tag(close: RegExp): void {
    const open: string[] = [];
    for (;;) {
      const end = open.length === 0 ? search(close) : null;
      if (end !== null) {
        push("end", close === CLOSE_BLOCK ? "%}" : "}}", at);
        return passed(end);
      }
      if (at >= source.length) return;
      const word =
        search(WORD) ?? refuse(`unexpected char '${String.fromCodePoint(source.codePointAt(at)!)}' at ${at}`);
      const [type, text] = Object.entries(word.groups!).find(([, group]) => group !== undefined)!;
      const opened = BRACKETS.find(([opening]) => opening === text);
      if (opened !== undefined) open.push(opened[1]!);
      else if (BRACKETS.some(([, closing]) => closing === text)) {
        const expected = open.pop();
        const wanted = expected === undefined ? "" : `, expected '${expected}'`;
        if (expected !== text) refuse(`unexpected '${text}'${wanted}`);
      }
      if (type === "string") push(type, unescaped(text.slice(1, -1), refuse), at);
      else if (type === "float" || type === "integer") push(type, text.replaceAll("_", ""), at);
      else if (type !== "space") push(type as Word, text, at);
      at += text.length;
    }
  }

  while (at < source.length) {
    const open = search(OPEN);
    if (open === null) {
      push("data", source.slice(at), at);
      break;
    }
    const [opening, rawSign, sign = ""] = open;
    const isRaw = rawSign !== undefined;
    pushText(open.index, rawSign ?? sign, !opening.startsWith("{{"));
    passed(open);
    if (isRaw || opening[1] === "#") {
      const end = search(isRaw ? CLOSE_RAW : CLOSE_COMMENT) ?? unclosed(isRaw ? "raw directive" : "comment tag");
      if (end === undefined) break;
      if (isRaw) pushText(end.index, end[1]!, true);
      passed(end);
    } else {
      push(opening[1] === "%" ? "block" : "print", opening, open.index);
      tag(opening[1] === "%" ? CLOSE_BLOCK : CLOSE_PRINT);
    }
  }
  push("eof", "end of template", source.length);
  return tokens;
}

const ESCAPE = /\\(?:\n|([0-7]{1,3})|x([\da-fA-F]{0,2})|u([\da-fA-F]{0,4})|U([\da-fA-F]{0,8})|(.))/gsu;
/** Characters behind a backslash, and below each what it stands for. */
const ESCAPES = "\\'\"abfnrtv";
const ESCAPED = "\\'\"\x07\b\f\n\r\t\v";

/** Escapes of Python's literals. */
function unescaped(literal: string, refuse: (message: string) => never): string {
  if (!literal.includes("\\")) return literal;
  return literal.replace(ESCAPE, (whole, octal, hex, short, long, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const digits: string | undefined = hex ?? short ?? long;
    if (digits !== undefined) {
      if (digits.length < { x: 2, u: 4, U: 8 }[whole[1] as "x"]!) refuse(`truncated \\${whole[1]} escape`);
      const code = Number.parseInt(digits, 16);
      return code > 0x10ffff ? refuse("illegal Unicode character") : String.fromCodePoint(code);
    }
    if (other === undefined) return "";
    if (other === "N") refuse("names of characters in \\N escapes are not known");
    // Python escapes what is not ASCII before it looks for escapes, so the backslash meets another one.
    return ESCAPED[ESCAPES.indexOf(other)] ?? (other > "\x7f" ? escapePoint(other) : `\\${other}`);
  });
}
