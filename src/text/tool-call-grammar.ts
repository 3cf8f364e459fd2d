/**
 * The tags of a tool call, and where they count as such: pure functions on text that may still grow. Separate from the
 * parser, which keeps the state between two of them. Invariant: an answer never changes when more text comes, unless it
 * was to wait; so the parser gives the same calls however its text was cut.
 */

export const OPEN = "<tool_call>";
export const CLOSE = "</tool_call>";
export const FUNCTION = "<function=";
export const FUNCTION_END = "</function>";
export const PARAMETER = "<parameter=";
const PARAMETER_END = "</parameter>";

/** Longest name of a function or parameter, and longest gap between tags: what is longer is something else. */
const MOST_NAME = 256;
const MOST_GAP = 64;

/** Whether the text from `at` on is the beginning of `wanted`, and not yet all of it. */
export function mayBecome(text: string, at: number, wanted: string): boolean {
  return text.length - at < wanted.length && wanted.startsWith(text.slice(at));
}

/** The name in an opening tag at the start of the text, and what follows it; undefined where there is no such tag. */
export function tagName(
  text: string,
  tag: string,
): { readonly name: string; readonly behind: string } | "more" | undefined {
  if (mayBecome(text, 0, tag)) return "more";
  if (!text.startsWith(tag)) return undefined;
  const end = text.indexOf(">", tag.length);
  const name = text.slice(tag.length, end < 0 ? undefined : end);
  if (/[\n<]/.test(name) || name.length > MOST_NAME) return undefined;
  if (end < 0) return "more";
  return name.trim() === "" ? undefined : { name: name.trim(), behind: text.slice(end + 1) };
}

/** Behind the blanks at `from`; undefined where there are too many for a gap between tags. */
function behindGap(text: string, from: number): number | undefined {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at - from > MOST_GAP ? undefined : at;
}

/** Whether a function goes on behind its opening tag: at a parameter or at its end. */
export function goesOn(behind: string): boolean | "more" {
  const next = behindGap(behind, 0);
  if (next === undefined) return false;
  if (mayBecome(behind, next, PARAMETER) || mayBecome(behind, next, FUNCTION_END)) return "more";
  return behind.startsWith(PARAMETER, next) || behind.startsWith(FUNCTION_END, next);
}

export interface ValueRules {
  /** Whether the block's own closing tag is text: then its characters end a call. */
  readonly tagsAreText: boolean;
  isDeclared(name: string): boolean;
}

export type ValueBorder =
  /** The value is `[0, at)`, the grammar goes on at `behind`. */
  | { readonly kind: "end"; readonly at: number; readonly behind: number }
  /** `[0, at)` belongs to the value whatever follows. */
  | { readonly kind: "open"; readonly at: number };

/**
 * Where a value ends: at a closing tag that another parameter follows, or the function's end and behind it what makes
 * that certain: another declared function or, where it is text, the block's own closing tag. Where that tag is a token,
 * the characters of the function's end alone may be data, and wait for it.
 */
export function valueBorder(text: string, rules: ValueRules): ValueBorder {
  for (let at = text.indexOf(PARAMETER_END); at >= 0; at = text.indexOf(PARAMETER_END, at + 1)) {
    const start = text[at - 1] === "\n" ? at - 1 : at;
    const next = behindGap(text, at + PARAMETER_END.length);
    const verdict = next === undefined ? false : endsValue(text, next, rules);
    if (verdict === "more") return { kind: "open", at: start };
    if (verdict) return { kind: "end", at: start, behind: next! };
  }
  return { kind: "open", at: heldTag(text) };
}

function endsValue(text: string, next: number, rules: ValueRules): boolean | "more" {
  const parameter = tagName(text.slice(next, next + PARAMETER.length + MOST_NAME + 2), PARAMETER);
  if (parameter !== undefined) return parameter === "more" ? "more" : true;
  if (mayBecome(text, next, FUNCTION_END)) return "more";
  if (!text.startsWith(FUNCTION_END, next)) return false;
  const last = behindGap(text, next + FUNCTION_END.length);
  if (last === undefined) return false;
  if (rules.tagsAreText && text.startsWith(CLOSE, last)) return true;
  if (rules.tagsAreText && mayBecome(text, last, CLOSE)) return "more";
  const another = tagName(text.slice(last, last + FUNCTION.length + MOST_NAME + 2), FUNCTION);
  return another === "more" ? "more" : another !== undefined && rules.isDeclared(another.name);
}

/** Where the value ends if the text ends with the tags that close it; those of its function too, or its own alone. */
export function closedAtEnd(text: string, withFunction: boolean): number | undefined {
  const pattern = withFunction ? /\n?<\/parameter>\s*<\/function>\s*$/ : /\n?<\/parameter>\s*$/;
  return pattern.exec(text)?.index;
}

/** Where a newline and the beginning of a closing tag at the end of the text start. */
function heldTag(text: string): number {
  for (let length = Math.min(PARAMETER_END.length - 1, text.length); length > 0; length--) {
    if (!text.endsWith(PARAMETER_END.slice(0, length))) continue;
    const at = text.length - length;
    return text[at - 1] === "\n" ? at - 1 : at;
  }
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

/** Characters at the end that may not be written yet: blanks, and what may begin `tag`. */
export function heldAtEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return text.length - text.slice(0, -length).trimEnd().length;
  }
  return text.length - text.trimEnd().length;
}
