/**
 * Finds stop strings in generated text, wherever token borders fall, and knows the ids that end a generation. Separate
 * from the output parser, which also looks for tags with it. Invariant: for any cutting of a text into pushes, the
 * emitted text is the text before the first stop, and only the longest suffix that could still begin one is held back.
 */
import { invariant } from "../base/invariant.ts";
import { memberPath, refusal, shownValue } from "../base/refusal.ts";
import type { AddedToken } from "./tokenizer-json.ts";

export interface StopConditionsOptions {
  readonly eosIds: Iterable<number>;
  readonly stopStrings?: readonly string[];
}

interface StopPush {
  /** Text that is certain to come before any stop. */
  readonly emit: string;
  /** The stop string that was found; nothing is emitted after it. */
  readonly stopped?: string;
  /** What the last push held after the stop string. */
  readonly rest?: string;
}

export interface StopConditions {
  isEos(id: number): boolean;
  /** After a stop was found every push answers with empty text. */
  push(text: string): StopPush;
  /** Text still held back, when the generation ends without a stop. */
  flush(): string;
}

/**
 * Stop strings that are one control token as a whole. A model writes them as that token, whose text may never come to
 * light (`<|im_end|>`), so they end a generation by id; as plain characters they are found in the text like others.
 * @returns id -> stop string
 */
export function stopTokensOf(
  stopStrings: readonly string[],
  controlTokens: readonly AddedToken[],
): ReadonlyMap<number, string> {
  const wanted = new Set(stopStrings);
  return new Map(controlTokens.flatMap(({ id, content }) => (wanted.has(content) ? [[id, content]] : [])));
}

/**
 * A stop string that goes on beside a token whose text never comes to light would be looked for in vain.
 * @param unseen tokens that are no part of the text
 * @throws RequestError `bad_stop`
 */
export function refuseUnseenStops(stopStrings: readonly string[], unseen: readonly string[]): void {
  for (const [at, stop] of stopStrings.entries()) {
    if (unseen.includes(stop)) continue;
    const held = unseen.filter((content) => stop.includes(content));
    const [token] = held.toSorted((one, other) => stop.indexOf(one) - stop.indexOf(other));
    if (token === undefined) continue;
    const needed = "text without control tokens, or one control token alone";
    const hint = `${token} is a token and no part of the text; a stop string ${token} ends the answer at it`;
    throw refusal("bad_stop", memberPath("stopStrings", at), shownValue(stop), needed, hint);
  }
}

/** The first stop is the one that is complete first; of several complete at the same character, the longest. */
export function createStopConditions(options: StopConditionsOptions): StopConditions {
  const eosIds = new Set(options.eosIds);
  const finder = createStringFinder(options.stopStrings ?? []);
  return { isEos: (id) => eosIds.has(id), push: finder.push, flush: finder.flush };
}

export function createStringFinder(wanted: readonly string[]): Pick<StopConditions, "push" | "flush"> {
  const matchers = [...new Set(wanted)].map(createMatcher);
  let held = "";
  let stopped = false;

  /** Feeds one UTF-16 unit to all matchers; the longest string that it completes. */
  function step(unit: number): string | undefined {
    let found: string | undefined;
    for (const matcher of matchers) {
      if (matcher.step(unit) && matcher.text.length > (found?.length ?? 0)) found = matcher.text;
    }
    return found;
  }

  return {
    push(text) {
      if (stopped) return { emit: "" };
      const all = held + text;
      for (let i = 0; i < text.length; i++) {
        const found = step(text.charCodeAt(i));
        if (found === undefined) continue;
        stopped = true;
        const end = held.length + i + 1;
        held = "";
        return { emit: all.slice(0, end - found.length), stopped: found, rest: all.slice(end) };
      }
      const waiting = matchers.reduce((longest, matcher) => Math.max(longest, matcher.matched()), 0);
      const cut = all.length - waiting;
      held = all.slice(cut);
      return { emit: all.slice(0, cut) };
    },
    flush() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

interface Matcher {
  readonly text: string;
  /** Units at the start of `text` that the input ends with. */
  matched(): number;
  /** Takes one unit; true when it completes the string. */
  step(unit: number): boolean;
}

/** Knuth-Morris-Pratt: constant work a unit, no backing up. */
function createMatcher(text: string): Matcher {
  invariant(text !== "", "a stop string has at least one character");
  const fallback = borders(text);
  let matched = 0;
  return {
    text,
    matched: () => matched,
    step(unit) {
      while (matched > 0 && text.charCodeAt(matched) !== unit) matched = fallback[matched - 1]!;
      if (text.charCodeAt(matched) === unit) matched++;
      if (matched < text.length) return false;
      matched = fallback[matched - 1]!;
      return true;
    },
  };
}

/** For each prefix the length of its longest proper prefix that is also its suffix. */
function borders(text: string): Int32Array {
  const lengths = new Int32Array(text.length);
  for (let i = 1, length = 0; i < text.length; i++) {
    while (length > 0 && text[i] !== text[length]) length = lengths[length - 1]!;
    if (text[i] === text[length]) length++;
    lengths[i] = length;
  }
  return lengths;
}
