/**
 * What happens to generated tokens on their way to a client: reasoning and answer, stop strings, the thinking budget.
 * Expected values come from rules on the whole text; the code under test sees it in pieces.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThinkingBudget } from "../../src/base/thinking-budget.ts";
import { createDetokenizer } from "../../src/text/detokenizer.ts";
import { endsInThinking, type OutputEvent, OutputParser } from "../../src/text/output-parser.ts";
import { createStopConditions } from "../../src/text/stop-conditions.ts";
import { thinkingCloseIds } from "../../src/text/thinking-budget.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";
import { SEED } from "../base/seed.ts";

const tokenizer = createTokenizer(readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8"));
const [thinkStartId, thinkEndId] = [tokenizer.tokenToId("<think>")!, tokenizer.tokenToId("</think>")!];
const joined = (events: readonly OutputEvent[], kind: "reasoning" | "text"): string =>
  events.map((event) => (event.kind === kind ? event.text : "")).join("");

/** Parses a text whose ⟦tag⟧ parts are single control tokens. */
function parseScript(script: string, startsInThinking: boolean) {
  const parser = new OutputParser({ startsInThinking, thinkStartId, thinkEndId });
  const segments = script
    .split(/(⟦[^⟧]*⟧)/)
    .map((part) => (part.startsWith("⟦") ? { text: part.slice(1, -1), allowControl: true } : { text: part }));
  const detokenizer = createDetokenizer(tokenizer);
  const events = tokenizer.encodeSegments(segments).flatMap((id) => parser.push(id, detokenizer.push(id)));
  const end = parser.end();
  events.push(...end.events);
  return {
    reasoning: joined(events, "reasoning"),
    text: joined(events, "text"),
    unclosed: end.unclosedThinking,
    events,
    parser,
  };
}

describe("reasoning and answer", () => {
  const cases: readonly (readonly [string, boolean, string, string])[] = [
    ["I add.\n⟦</think>⟧\n\n42", true, "I add.", "42"],
    ["ok⟦</think>⟧42", true, "ok", "42"],
    ["ok\n⟦</think>⟧\n\n\n\n42\n", true, "ok", "42\n"],
    ["\na\n\nb\n\n⟦</think>⟧\n\nx\n\ny", true, "a\n\nb", "x\n\ny"],
    ["\n⟦</think>⟧\n\nhi", true, "", "hi"],
    ["letters </think> are text\n⟦</think>⟧\n\ndone", true, "letters </think> are text", "done"],
    ["a⟦</think>⟧b⟦</think>⟧c⟦<think>⟧d", true, "a", "b</think>c<think>d"],
    ["⟦<think>⟧\nrepeated⟦</think>⟧x", true, "repeated", "x"],
    ["plain answer", false, "", "plain answer"],
    ["\n\nplain", false, "", "\n\nplain"],
    ["\n", false, "", "\n"],
    ["\n⟦<think>⟧\nown\n⟦</think>⟧\n\nx", false, "own", "x"],
    ["say ⟦<think>⟧ later", false, "", "say <think> later"],
    ["思考😀\n⟦</think>⟧\n\n答案👩‍👧", true, "思考😀", "答案👩‍👧"],
  ];
  it.each(cases)("%j", (script, startsInThinking, reasoning, text) => {
    const result = parseScript(script, startsInThinking);
    expect({ reasoning: result.reasoning, text: result.text }).toEqual({ reasoning, text });
    expect(result.unclosed).toBe(false);
  });

  it("marks a generation that ends inside thinking", () => {
    const result = parseScript("Let me list: 1, 2\n", true);
    expect(result).toMatchObject({ reasoning: "Let me list: 1, 2", text: "", unclosed: true });
    expect(result.parser.reasoningTokens).toBe(tokenizer.encode("Let me list: 1, 2\n").length);
  });

  it("counts the thinking with its closing tag", () => {
    expect(parseScript("one two\n⟦</think>⟧\n\nthree", true).parser.reasoningTokens).toBe(
      tokenizer.encode("one two\n").length + 1,
    );
    expect(parseScript("three", false).parser.reasoningTokens).toBe(0);
  });

  it("keeps what an unfinished character becomes before the tag", () => {
    const parser = new OutputParser({ startsInThinking: true, thinkStartId, thinkEndId });
    const detokenizer = createDetokenizer(tokenizer);
    const events = [162, thinkEndId, 64].flatMap((id) => parser.push(id, detokenizer.push(id)));
    expect([joined(events, "reasoning"), joined(events, "text")]).toEqual(["\ufffd", "a"]);
  });

  it("writes text as soon as it is certain", () => {
    const parser = new OutputParser({ startsInThinking: true, thinkStartId, thinkEndId });
    expect(parser.push(0, "a")).toEqual([{ kind: "reasoning", text: "a" }]);
    expect(parser.push(0, "\n")).toEqual([]);
    expect(parser.push(0, "b")).toEqual([{ kind: "reasoning", text: "\nb" }]);
  });

  it("finds tags as text where the vocabulary has none, for every cutting", () => {
    const whole = fc
      .array(fc.constantFrom("</think>", "<think>", "</thi", "<", "\n", "a", "b c", "nk>"), { maxLength: 10 })
      .map((parts) => parts.join(""));
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(whole, fc.boolean(), cuts, (text, startsInThinking, sizes) => {
        const parser = new OutputParser({ startsInThinking });
        const events: OutputEvent[] = [];
        for (let at = 0, i = 0; at < text.length; at += sizes[i++ % sizes.length]!) {
          events.push(...parser.push(0, text.slice(at, at + sizes[i % sizes.length]!)));
        }
        events.push(...parser.end().events);
        const opened = startsInThinking ? text : /^\n*<think>/.test(text) ? text.replace(/^\n*<think>/, "") : undefined;
        const close = opened?.indexOf("</think>") ?? -1;
        const thought = opened === undefined ? "" : close < 0 ? opened : opened.slice(0, close);
        const answer =
          opened === undefined ? text : close < 0 ? "" : opened.slice(close + "</think>".length).replace(/^\n+/, "");
        expect(joined(events, "reasoning")).toBe(thought.replace(/^\n+|\n+$/g, ""));
        expect(joined(events, "text")).toBe(answer);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it("knows from the prompt where generation starts", () => {
    const ids = (text: string) => tokenizer.encode(text, { allowControl: true });
    const tags = { thinkStartId, thinkEndId };
    expect(endsInThinking(ids("<|im_start|>assistant\n<think>\n"), tags)).toBe(true);
    expect(endsInThinking(ids("<|im_start|>assistant\n<think>\n\n</think>\n\n"), tags)).toBe(false);
    expect(endsInThinking(ids("no tags"), tags)).toBe(false);
    expect(endsInThinking([], {})).toBe(false);
  });
});

describe("stop strings", () => {
  /** The rule on the whole text: first complete, then longest. */
  function firstStop(text: string, stops: readonly string[]): { before: string; stop: string } | undefined {
    for (let end = 1; end <= text.length; end++) {
      const found = stops.filter((stop) => text.slice(0, end).endsWith(stop)).sort((a, b) => b.length - a.length)[0];
      if (found !== undefined) return { before: text.slice(0, end - found.length), stop: found };
    }
    return undefined;
  }

  const letters = fc.constantFrom("a", "b", "ab", "aab", "\n", "😀", "c");
  const text = fc.array(letters, { maxLength: 20 }).map((parts) => parts.join(""));
  const stops = fc.array(
    fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
    { maxLength: 4 },
  );

  it("emit the text before the first stop, for any cutting", () => {
    fc.assert(
      fc.property(
        text,
        stops,
        fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 10 }),
        (whole, strings, sizes) => {
          const conditions = createStopConditions({ eosIds: [], stopStrings: strings });
          let emitted = "";
          let stopped: string | undefined;
          let at = 0;
          for (let i = 0; at < whole.length; i++) {
            const piece = whole.slice(at, at + (i < 50 ? sizes[i % sizes.length]! : 1));
            at += piece.length;
            const pushed = conditions.push(piece);
            emitted += pushed.emit;
            stopped ??= pushed.stopped;
            if (pushed.stopped !== undefined) {
              const { before, stop } = firstStop(whole.slice(0, at), strings)!;
              expect(pushed.rest).toBe(whole.slice(before.length + stop.length, at));
            }
            // No more is held back than could begin a stop string.
            const held = whole.slice(emitted.length, at);
            if (stopped === undefined && held !== "") expect(strings.some((stop) => stop.startsWith(held))).toBe(true);
          }
          const expected = firstStop(whole, strings);
          expect(emitted + conditions.flush()).toBe(expected?.before ?? whole);
          expect(stopped).toBe(expected?.stop);
        },
      ),
      { seed: SEED, numRuns: 3000 },
    );
  });

  it("say nothing after a stop", () => {
    const conditions = createStopConditions({ eosIds: [], stopStrings: ["END"] });
    expect(conditions.push("one EN")).toEqual({ emit: "one " });
    expect(conditions.push("D two")).toEqual({ emit: "", stopped: "END", rest: " two" });
    expect(conditions.push("three")).toEqual({ emit: "" });
    expect(conditions.flush()).toBe("");
  });

  it("end ids are a set", () => {
    const conditions = createStopConditions({ eosIds: [1216, 1218] });
    expect([1216, 1217, 1218].map((id) => conditions.isEos(id))).toEqual([true, false, true]);
  });
});

describe("thinking budget", () => {
  const closeIds = thinkingCloseIds(tokenizer);
  const options = { startsInThinking: true, closeIds, thinkEndId, maxNewTokens: 1000 };
  /** Runs a model that thinks `natural` tokens before it closes by itself; returns the ids and which were forced. */
  function generate(budget: ReturnType<typeof createThinkingBudget>, natural: number, maxNewTokens: number) {
    const forced: number[] = [];
    const ids: number[] = [];
    for (let i = 0; i < maxNewTokens; i++) {
      const id = budget.forcedId();
      if (id !== undefined) forced.push(id);
      ids.push(id ?? (i === natural ? thinkEndId : 64));
      budget.accept(ids.at(-1)!);
    }
    return { ids, forced };
  }

  it("closes the way the template writes it", () => {
    expect(tokenizer.decode(closeIds)).toBe("\n</think>\n\n");
    expect(closeIds.filter((id) => id === thinkEndId)).toHaveLength(1);
  });

  it("forces the end after the budget, once", () => {
    const budget = createThinkingBudget({ ...options, budgetTokens: 20 });
    const { ids, forced } = generate(budget, 500, 100);
    expect(forced).toEqual(closeIds);
    expect(ids.slice(20, 20 + closeIds.length)).toEqual(closeIds);
    expect(budget.phase).toBe("disarmed");
  });

  it("leaves a model alone that closes in time, whatever comes later", () => {
    const budget = createThinkingBudget({ ...options, budgetTokens: 20 });
    expect(generate(budget, 5, 200).forced).toEqual([]);
    expect(budget.phase).toBe("disarmed");
  });

  it("keeps room for the answer", () => {
    const { limitTokens } = createThinkingBudget({ ...options, budgetTokens: 990, answerReserveTokens: 100 });
    expect(limitTokens).toBe(1000 - 100 - closeIds.length);
    expect(createThinkingBudget({ ...options, budgetTokens: 990 }).limitTokens).toBe(1000 - 250 - closeIds.length);
  });

  it("closes at once with a budget of nothing", () => {
    const budget = createThinkingBudget({ ...options, budgetTokens: 0 });
    expect(generate(budget, 500, 50).ids.slice(0, closeIds.length)).toEqual(closeIds);
  });

  it("does nothing without a budget or without thinking", () => {
    for (const change of [{ budgetTokens: undefined }, { budgetTokens: 3, startsInThinking: false }]) {
      const budget = createThinkingBudget({ ...options, ...change });
      expect(budget.freeTokens()).toBe(Number.POSITIVE_INFINITY);
      expect(generate(budget, 500, 100).forced).toEqual([]);
    }
  });

  it("never more thinking than the limit, never a forced id outside of one closing, free tokens always true", () => {
    const numbers = fc.record({
      budgetTokens: fc.nat({ max: 60 }),
      maxNewTokens: fc.integer({ min: 1, max: 80 }),
      answerReserveTokens: fc.nat({ max: 40 }),
      natural: fc.nat({ max: 70 }),
    });
    fc.assert(
      fc.property(numbers, ({ natural, ...given }) => {
        const budget = createThinkingBudget({ ...options, ...given });
        const free = budget.freeTokens();
        const { ids, forced } = generate(budget, natural, given.maxNewTokens);
        const end = ids.indexOf(thinkEndId);
        const thinking = (end < 0 ? ids : ids.slice(0, end)).filter((id) => id === 64).length;
        expect(thinking).toBeLessThanOrEqual(Math.min(given.budgetTokens, budget.limitTokens));
        expect(closeIds.slice(0, forced.length)).toEqual(forced);
        expect(forced.length > 0).toBe(natural >= free && given.maxNewTokens > free);
        const answerTokens = given.maxNewTokens - thinking - closeIds.length;
        if (budget.limitTokens > 0) expect(answerTokens).toBeGreaterThanOrEqual(given.answerReserveTokens);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it("goes on where an answer was cut, also inside its closing", () => {
    const blankIds = tokenizer.encode("\n");
    const starts = [
      { options, head: [] },
      { options: { ...options, startsInThinking: false, opening: { thinkStartId, blankIds } }, head: [thinkStartId] },
      {
        options: { ...options, startsInThinking: false, opening: { thinkStartId, blankIds } },
        head: [...blankIds, thinkStartId],
      },
    ];
    for (const { options: given, head } of starts) {
      for (const natural of [3, 500]) {
        const run = (budget: ReturnType<typeof createThinkingBudget>, from: readonly number[]): number[] => {
          const ids = [...from];
          while (ids.length < 40) {
            const at = ids.length - head.length;
            ids.push(budget.forcedId() ?? head[ids.length] ?? (at === natural ? thinkEndId : 64));
            budget.accept(ids.at(-1)!);
          }
          return ids;
        };
        const whole = run(createThinkingBudget({ ...given, budgetTokens: 9 }), []);
        const at = head.length + 9;
        if (natural > 9) expect(whole.slice(at, at + closeIds.length)).toEqual(closeIds);
        else expect(whole.filter((id) => closeIds.includes(id))).toEqual([...head.slice(0, -1), thinkEndId]);
        for (let cut = 0; cut <= whole.length; cut++) {
          const answerSoFar = whole.slice(0, cut);
          expect(run(createThinkingBudget({ ...given, budgetTokens: 9, answerSoFar }), answerSoFar)).toEqual(whole);
        }
      }
    }
    // What was thought under a wider budget is closed at once.
    const answerSoFar = [64, 64, closeIds[0]!, 64, 64];
    const late = createThinkingBudget({ ...options, budgetTokens: 2, answerSoFar });
    expect(late.forcedId()).toBe(closeIds[0]);
  });

  it("notices an id that was not the forced one", () => {
    const budget = createThinkingBudget({ ...options, budgetTokens: 0 });
    expect(() => budget.accept(64)).toThrow(/forced/);
  });
});
