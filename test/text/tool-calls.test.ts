/**
 * Tool calls in generated text. Right answers come from the golden vectors, from calls that the test itself wrote as a
 * model would, and from the rule that cuts change nothing; the code under test sees the text in pieces.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputParser } from "../../src/text/output-parser.ts";
import { toolSchemas } from "../../src/text/tool-arguments.ts";
import { SEED } from "../base/seed.ts";
import { CALL, CALL_END, cut, outcome, parse, pieces, RUNS } from "./answer-pieces.ts";

interface Vector {
  readonly name: string;
  readonly gen: readonly (string | { readonly t: number })[];
  readonly want: {
    readonly reasoning: string;
    readonly text: string;
    readonly calls: readonly (readonly [string, unknown])[];
    readonly unfinished?: string;
  };
}
const golden = JSON.parse(readFileSync("test/fixtures/tool-calls.json", "utf8")) as {
  readonly tools: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly special: Readonly<Record<string, number>>;
  readonly vectors: readonly Vector[];
};

describe("golden vectors", () => {
  const { special, vectors } = golden;
  const tools = toolSchemas(
    Object.entries(golden.tools).map(([name, types]) => {
      const properties = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }]));
      return { name, input_schema: { type: "object", properties } };
    }),
  );
  const names: Readonly<Record<string, string>> = {
    ...{ think_end: "</think>", tool_call: "<tool_call>", tool_call_end: "</tool_call>", im_end: "" },
  };
  const scriptOf = (gen: Vector["gen"]): string =>
    gen
      .map((piece) => {
        if (typeof piece === "string") return piece;
        const tag = names[Object.keys(special).find((name) => special[name] === piece.t)!]!;
        return tag === "" ? "" : `⟦${tag}⟧`;
      })
      .join("");

  it.each(vectors)("$name", ({ gen, want }) => {
    const whole = pieces(scriptOf(gen));
    const ended = gen.some((piece) => typeof piece !== "string" && piece.t === special["im_end"]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const { text, reasoning, calls, unfinished } = parse(cut(whole, sizes), { tools, cut: !ended, thinking: true });
        const read = calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]);
        expect({ text, reasoning, calls: read, unfinished }).toEqual({ unfinished: undefined, ...want });
      }),
      { seed: SEED, numRuns: 200, examples: [[[1]], [[1_000_000]]] },
    );
  });
});

describe("calls as a model writes them", () => {
  const word = fc.constantFrom(
    ...["a", "b c", "\n", "\n\n", " ", "<", ">", '"', "\\", "\r\n", "é", "😀", "{", "0", "null", "True"],
    ...["</parameter>", "</function>", "<tool_call>", "</tool_call>", "<function=read>", "<parameter=path>", "</par"],
  );
  /** Texts that the grammar can tell from tags: none holds an end that grammar goes on behind. */
  const string = fc
    .array(word, { maxLength: 8 })
    .map((words) => words.join(""))
    .filter((text) => !/<\/parameter>\s*(<parameter=|<\/function>\s*<function=)/.test(`${text}\n</parameter>`));
  const json = fc.jsonValue({ maxDepth: 2 });
  const asJson = (value: fc.Arbitrary<unknown>) => value.map((v) => ({ written: JSON.stringify(v), want: v }));
  const asText = string.map((text) => ({ written: text, want: text as unknown }));
  const parameters: Readonly<Record<string, fc.Arbitrary<{ written: string; want: unknown }>>> = {
    path: asText,
    body: asText,
    opts: asJson(fc.dictionary(fc.string(), json)),
    list: asJson(fc.array(json)),
    ratio: asJson(fc.double({ noNaN: true, noDefaultInfinity: true })),
    ok: asJson(fc.boolean()),
    zzz: asText,
  };
  const call = fc
    .record({
      keys: fc.uniqueArray(fc.constantFrom(...Object.keys(parameters)), { maxLength: 4 }),
      values: fc.record(parameters),
    })
    .map(({ keys, values }) => {
      const picked = keys.map(
        (key) => [key, (values as Record<string, { written: string; want: unknown }>)[key]!] as const,
      );
      const inner = picked.map(([key, { written }]) => `<parameter=${key}>\n${written}\n</parameter>\n`).join("");
      return {
        script: `⟦<tool_call>⟧\n<function=put>\n${inner}</function>\n⟦</tool_call>⟧`,
        want: Object.fromEntries(picked.map(([key, { want }]) => [key, want])),
      };
    });
  const prose = fc.constantFrom("", "I look.", "Say <tool_call> or </tool_call>.", "a <function=read> b", "x\ny  z");
  const answer = fc.record({
    before: prose,
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    after: fc.constantFrom("", "\n", "\n\nDone."),
  });
  const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });

  it("are read whole, whatever the cuts, and leave no markup in the text", () => {
    fc.assert(
      fc.property(answer, cuts, ({ before, calls, after }, sizes) => {
        const script = `${before}\n\n${calls.map(({ script: one }) => one).join("\n")}${after}`;
        const parsed = parse(cut(pieces(script), sizes));
        expect(parsed.calls.map(({ name, arguments: text }) => [name, JSON.parse(text) as unknown])).toEqual(
          calls.map(({ want }) => ["put", JSON.parse(JSON.stringify(want)) as unknown]),
        );
        expect(parsed.text).toBe(before === "" ? after.trimStart() : before + after.trimEnd());
        expect(parsed.unfinished).toBeUndefined();
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("cut anywhere are unfinished or text, never a call with less in it", () => {
    fc.assert(
      fc.property(call, cuts, fc.nat(), ({ script, want }, sizes, place) => {
        const whole = pieces(script);
        const [open, inside] = [whole[0]!, whole[1]!.text];
        const at = place % inside.length;
        const parsed = parse([open, ...cut([{ text: inside.slice(0, at), id: 0 }], sizes)], { cut: true });
        expect(parsed.text).toBe("");
        // Whole only where its function was closed.
        const closed = inside.slice(0, at).trimEnd().endsWith("</function>") && at >= inside.trimEnd().length;
        if (!closed) expect(parsed.calls.filter(({ arguments: text }) => text !== JSON.stringify(want))).toEqual([]);
        if (parsed.calls.length === 0) expect(parsed.unfinished).toMatch(/^(put)?$/);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

describe("any text", () => {
  const soup = fc.array(
    fc.constantFrom(
      ...["⟦<tool_call>⟧", "⟦</tool_call>⟧", "<tool_call>", "</tool_call>", "<function=read>", "<function=other>"],
      ...["</function>", "<parameter=path>", "<parameter=n>", "<parameter=>", "</parameter>", "\n", " ", "a", "12"],
      ...['{"name": "read", "arguments": {"n": 1}}', '{"name": "read"', "{", "}", "<func", "</param", "⟦</think>⟧"],
    ),
    { maxLength: 14 },
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
  const options = fc.record({ asText: fc.boolean(), cut: fc.boolean(), thinking: fc.boolean() });

  it("gives the same however it is cut", () => {
    fc.assert(
      fc.property(soup, cuts, options, (parts, sizes, given) => {
        const whole = pieces(parts.join(""));
        expect(outcome(parse(cut(whole, sizes), given))).toEqual(outcome(parse(whole, given)));
      }),
      { seed: SEED, numRuns: 3 * RUNS },
    );
  });

  it("without a call loses nothing but blanks at its start", () => {
    fc.assert(
      fc.property(soup, options, (parts, given) => {
        const whole = pieces(parts.filter((part) => part !== "⟦</think>⟧").join(""));
        const parsed = parse(whole, { ...given, thinking: false, cut: false });
        fc.pre(!parsed.events.some(({ kind }) => kind === "tool_call_start"));
        const written = whole.map(({ text }) => text).join("");
        expect(parsed.text).toBe(written);
      }),
      { seed: SEED, numRuns: 3 * RUNS },
    );
  });

  it("is all text where no tool was declared", () => {
    const parser = new OutputParser({ startsInThinking: false, toolCallStartId: CALL, toolCallEndId: CALL_END });
    const script = pieces("⟦<tool_call>⟧\n<function=read>\n</function>\n⟦</tool_call>⟧");
    const events = [...script.flatMap(({ id, text }) => parser.push(id, text)), ...parser.end().events];
    expect(events.every(({ kind }) => kind === "text")).toBe(true);
  });
});

describe("what users reported of other servers", () => {
  const block = (inner: string): string => `⟦<tool_call>⟧\n${inner}\n⟦</tool_call>⟧`;
  const read = "<function=read>\n<parameter=path>\na.txt\n</parameter>\n</function>";
  const call = { name: "read", arguments: '{"path": "a.txt"}' };

  it.each([
    ["the tag in prose", "Use the <tool_call> tag like this.", {}],
    ["the tag's token in prose", "⟦<tool_call>⟧ is a tag.", {}],
    ["in a code fence", "```\n<tool_call>\n<function=read>\n```", {}],
    ["a block with nothing in it", "⟦<tool_call>⟧⟦</tool_call>⟧", {}],
    ["an undeclared function without a block", "<function=other>\n<parameter=a>\n1\n</parameter>\n</function>", {}],
    ["a closing tag alone", "so⟦</tool_call>⟧", {}],
    ["JSON that is none", '⟦<tool_call>⟧\n{"name": }\n⟦</tool_call>⟧', {}],
  ] as const)("%s is text", (_, script, options) => {
    expect(outcome(parse(pieces(script), options))).toEqual({
      ...{ text: script.replace(/[⟦⟧]/g, ""), reasoning: "", calls: [] },
    });
  });

  it.each([
    ["no blank line behind the thinking", `ok⟦</think>⟧${block(read)}`, "ok", ""],
    ["one newline", `ok\n⟦</think>⟧\n${block(read)}`, "ok", ""],
    ["four newlines", `ok\n⟦</think>⟧\n\n\n\n${block(read)}`, "ok", ""],
    ["text between", `ok\n⟦</think>⟧\n\nI will look.\n\n${block(read)}`, "ok", "I will look."],
    ["the opening tag missing", `ok⟦</think>⟧\n\n${read}\n⟦</tool_call>⟧`, "ok", ""],
    ["both tags missing", `ok⟦</think>⟧\n\n${read}`, "ok", ""],
    ["the closing tag missing", `ok⟦</think>⟧\n\n⟦<tool_call>⟧\n${read}`, "ok", ""],
    ["the function's end missing", `ok⟦</think>⟧${block(read.replace("</function>", ""))}`, "ok", ""],
    ["all ends missing", `ok⟦</think>⟧${block(read.replace(/\n<\/parameter>[\s\S]*/, ""))}`, "ok", ""],
    ["tags in one line", `ok⟦</think>⟧${block(read.replaceAll("\n", ""))}`, "ok", ""],
    ["the JSON form", `ok⟦</think>⟧${block('{"name": "read", "arguments": {"path": "a.txt"}}')}`, "ok", ""],
    ["JSON in JSON", `ok⟦</think>⟧${block('{"name": "read", "arguments": "{\\"path\\": \\"a.txt\\"}"}')}`, "ok", ""],
    ["a call inside the thinking", `I need it.\n${block(read)}`, "I need it.", ""],
    ["a call inside the thinking, without its end", `I need it.\n⟦<tool_call>⟧\n${read}`, "I need it.", ""],
  ])("%s: the call is read", (_, script, reasoning, text) => {
    for (const sizes of [[1], [3, 1, 7], [1000]]) {
      expect(outcome(parse(cut(pieces(script), sizes), { thinking: true }))).toEqual({
        reasoning,
        text,
        calls: [call],
      });
    }
  });

  it.each([
    ["more thinking behind it", `I need it.\n${block(read)}\nNo.\n⟦</think>⟧\n\nok`, "ok"],
    ["of an undeclared tool", `I need it.\n${block(read.replace("=read", "=other"))}`, ""],
    ["cut", `I need it.\n⟦<tool_call>⟧\n${read.slice(0, 40)}`, ""],
  ])("a call inside the thinking, %s, is thinking", (_, script, text) => {
    const parsed = parse(pieces(script), { thinking: true, cut: text === "" });
    expect(parsed.calls).toEqual([]);
    expect(parsed.text).toBe(text);
    expect(parsed.reasoning).toContain("<function=");
  });

  it("two calls, in two blocks and in one", () => {
    const second = read.replace("a.txt", "b.txt");
    const want = [call, { name: "read", arguments: '{"path": "b.txt"}' }];
    for (const script of [`${block(read)}\n${block(second)}`, block(`${read}\n${second}`), `${read}\n${second}`]) {
      expect(outcome(parse(pieces(script)))).toEqual({ text: "", reasoning: "", calls: want });
    }
  });

  it.each([
    ...["a </parameter> b", "x</tool_call>y", "</function>", "\n</function>\n", "\n\nx\n\n", "", "</parameter>"],
    `${read}\n</tool_call>`,
    "</parameter>\n</function>",
    "</parameter>\n</function>\n</tool_call>\nand on",
    "</parameter>\n<parameter>",
  ])("a value of tags stays a value: %j", (value) => {
    const script = block(
      `<function=put>\n<parameter=body>\n${value}\n</parameter>\n<parameter=ok>\ntrue\n</parameter>\n</function>`,
    );
    const last = block(`<function=put>\n<parameter=body>\n${value}\n</parameter>\n</function>`);
    for (const sizes of [[1], [1000]]) {
      expect(parse(cut(pieces(script), sizes)).calls.map((one) => JSON.parse(one.arguments) as unknown)).toEqual([
        { body: value, ok: true },
      ]);
      expect(parse(cut(pieces(last), sizes)).calls.map((one) => JSON.parse(one.arguments) as unknown)).toEqual([
        { body: value },
      ]);
    }
  });

  it("tag tokens inside a value are part of it where the call goes on", () => {
    const script = block(
      "<function=put>\n<parameter=body>\nx ⟦<tool_call>⟧ y⟦</tool_call>⟧z\n</parameter>\n</function>",
    );
    expect(outcome(parse(pieces(script)))).toEqual({
      ...{ text: "", reasoning: "", calls: [{ name: "put", arguments: '{"body": "x <tool_call> y</tool_call>z"}' }] },
    });
  });

  it("a long string is passed on while it grows", () => {
    const open = pieces("⟦<tool_call>⟧\n<function=put>\n<parameter=body>\n");
    const lines = Array.from({ length: 2000 }, (_, i) => ({ text: `line ${i} of "many" \\ 😀\n`, id: 0 }));
    const parsed = parse([...open, ...lines, ...pieces("</parameter>\n</function>\n⟦</tool_call>⟧")]);
    const body = lines.map(({ text }) => text).join("");
    expect(JSON.parse(parsed.calls[0]!.arguments)).toEqual({ body: body.slice(0, -1) });
    expect(parsed.events.filter(({ kind }) => kind === "tool_call_arguments").length).toBeGreaterThan(lines.length);
  });

  it("megabytes of a value take time in proportion", () => {
    const open = pieces("⟦<tool_call>⟧\n<function=put>\n<parameter=list>\n[");
    const items = Array.from({ length: 300_000 }, () => ({ text: "1, ", id: 0 }));
    const parsed = parse([...open, ...items, ...pieces("1]\n</parameter>\n</function>\n⟦</tool_call>⟧")]);
    expect(parsed.calls[0]!.arguments.length).toBe(3 * items.length + '{"list": [1]}'.length);
  });

  it("where the vocabulary has no tags they are found as text", () => {
    const script = `I look.\n\n${block(read)}\n${block('{"name": "now", "arguments": {}}')}`.replace(/[⟦⟧]/g, "");
    for (const sizes of [[1], [5, 2], [1000]]) {
      expect(outcome(parse(cut(pieces(script), sizes), { asText: true }))).toEqual({
        ...{ text: "I look.", reasoning: "", calls: [call, { name: "now", arguments: "{}" }] },
      });
    }
    const prose = "Write <tool_call> then <function=read>.";
    expect(parse(pieces(prose), { asText: true }).text).toBe(prose);
  });
});
