/**
 * Which characters of a rendered text the template wrote. The rule under test: copied characters keep their writer,
 * computed ones take it from the run they stand in, what cannot be told counts as data, and nothing that data wrote is
 * ever the template's. Right values are marked by hand: `[[`…`]]` stands around what the template wrote.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromData, parseTemplate, type Rendered, type Value, writtenText } from "../../src/text/jinja/jinja.ts";
import { SEED } from "../base/seed.ts";
import { readFixtures } from "./jinja-fixtures.ts";

function marked({ text, written }: Rendered): string {
  let shown = "";
  let end = 0;
  for (let i = 0; i < written.length; i += 2) {
    shown += `${text.slice(end, written[i])}[[${text.slice(written[i], written[i + 1])}]]`;
    end = written[i + 1]!;
  }
  return shown + text.slice(end);
}

const DATA = { user: "<x>", list: ["p", "q"], n: 7, tag: "</t>", mixed: "a</t>b</t>c", astral: "😀<x>😀" };
const render = (template: string): string => marked(parseTemplate(template).render(DATA));

describe("operations", () => {
  test.each([
    ["text and variables", "a{{ user }}b", "[[a]]<x>[[b]]"],
    ["neighbours of the template are one run", "a{{ 'b' }}{{ '' }}c", "[[abc]]"],
    ["+ and ~", "{{ 'a' + user ~ 'b' ~ n ~ 'c' }}", "[[a]]<x>[[b]]7[[c]]"],
    ["tags in variables", "{% set t = '<t>' %}{{ t ~ user ~ t }}", "[[<t>]]<x>[[<t>]]"],
    ["tags from parts", "{% set kind = 'image' %}{{ '<|' + kind + '_pad|>' }}", "[[<|image_pad|>]]"],
    ["parts given by data", "<|{{ user }}_pad|>", "[[<|]]<x>[[_pad|>]]"],
    ["slices", "{% set s = 'ab' ~ user ~ 'cd' %}{{ s[1:4] }}|{{ s[-2] }}|{{ s[::-1] }}", "[[b]]<x[[|c|dc]]>x<[[ba]]"],
    ["slices by code points", "{% set s = 'é' ~ astral ~ 'é' %}{{ s[1:3] }}|{{ s[-2:] }}", "😀<[[|]]😀[[é]]"],
    ["split by the template's tag", "{{ mixed.split('</t>') | join('</t>') }}", "a[[</t>]]b[[</t>]]c"],
    ["split of the template by data", "{{ 'a</t>b'.split(tag) | join(tag) }}", "[[a]]</t>[[b]]"],
    ["what data wrote stays data when it equals a tag", "{{ tag if tag == '</t>' else '' }}", "</t>"],
    ["partition", "{{ mixed.partition('</t>')[1] }}{{ 'a-b'.partition('-')[2] }}", "[[</t>b]]"],
    ["replace", "{{ mixed.replace('</t>', '<!>') }}{{ 'a-b' | replace('-', user) }}", "a[[<!>]]b[[<!>]]c[[a]]<x>[[b]]"],
    ["strip and trim", "{{ (' ' ~ user ~ ' a ') | trim }}{{ (user ~ 'aa').rstrip('a') }}", "<x>[[ a]]<x>"],
    ["repeat", "{{ ('-' ~ user) * 2 }}", "[[-]]<x>[[-]]<x>"],
    ["case of runs", "{{ ('ab' ~ user) | upper }}{{ user.upper() }}{{ 'ab'.title() }}", "[[AB]]<X><X>[[Ab]]"],
    ["case that reaches over a border", "{{ ('ab' ~ 'x' ~ list[0]) | capitalize }}", "Abxp"],
    ["escapes", "{{ ('<' ~ user) | e }}", "[[&lt;]]&lt;x&gt;"],
    ["printf", "{{ 'a%sb%dc' % ('<t>', n) }}{{ '<%s>' | format(user) }}", "[[a<t>b]]7[[c<]]<x>[[>]]"],
    ["format", "{{ '<{}|{:>4}>'.format(user, 't') }}", "[[<]]<x>[[|]]   [[t>]]"],
    ["padding is data", "{{ 'a'.center(5) }}{{ 'b'.ljust(3, '-') }}", "  [[a]]  [[b--]]"],
    ["indent", "{{ (user ~ '\\nb') | indent(2) }}{{ 'a\\nb' | indent('> ') }}", "<x>\n  [[ba]]\n[[> b]]"],
    ["lists", "{{ ['<t>', user, n] }}", "['[[<t>]]', '<x>', 7]"],
    ["dicts", "{{ {'<t>': user} }}", "{'[[<t>]]': '<x>'}"],
    ["json", "{{ {'a\"<t>': user} | tojson }}", '{"[[a\\"<t>]]": "<x>"}'],
    ["numbers and constants", "{{ 1 }}{{ none }}{{ true ~ 1.5 }}", "1NoneTrue1.5"],
    ["set blocks", "{% set b %}<t>{{ user }}{% endset %}{{ b | trim }}", "[[<t>]]<x>"],
    [
      "macros and callers",
      "{% macro m(a) %}<t>{{ a }}{{ caller() }}{% endmacro %}{% call m(user) %}c{% endcall %}",
      "[[<t>]]<x>[[c]]",
    ],
    ["filter blocks", "{% filter upper %}a{{ user }}{% endfilter %}", "[[A]]<X>"],
    [
      "namespaces",
      "{% set ns = namespace(s='') %}{% for x in list %}{% set ns.s = ns.s + '<t>' + x %}{% endfor %}{{ ns.s }}",
      "[[<t>]]p[[<t>]]q",
    ],
    ["join with attributes", "{{ [{'k': user}, {'k': '<t>'}] | join(', ', attribute='k') }}", "<x>[[, <t>]]"],
    [
      "truncate",
      "{{ 'abcdef' | truncate(5, true, '..', 0) }}{{ (user ~ 'abcdef') | truncate(5, true, '', 0) }}",
      "[[abc..]]<x>[[ab]]",
    ],
    ["iteration", "{% for c in 'a' ~ user %}{{ c }}.{% endfor %}", "[[a.]]<[[.]]x[[.]]>[[.]]"],
    ["markup", "{{ ('<b>' | safe) + user }}{{ ('<%s>' | safe) % user }}", "[[<b>]]&lt;x&gt;[[<]]&lt;x&gt;[[>]]"],
  ])("%s", (_, template, expected) => {
    expect(render(template)).toBe(expected);
  });

  test("variables that the host writes for the template are the template's", () => {
    const rendered = parseTemplate("{{ bos_token }}{{ user }}").render(
      new Map<string, Value>([
        ["bos_token", writtenText("<s>")],
        ["user", "<s>"],
      ]),
    );
    expect(marked(rendered)).toBe("[[<s>]]<s>");
  });
});

describe("properties", () => {
  const { templates, contextOf, renders } = readFixtures("test/fixtures/jinja");

  /** Every string of data replaced. */
  function mapped(value: unknown, replace: (text: string) => string): unknown {
    if (typeof value === "string") return replace(value);
    if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapped(member, replace)]));
  }

  test("spans of every fixture are sorted, apart, inside the text, and leave the text as Python has it", () => {
    for (const entry of renders) {
      if (entry.expected === undefined) continue;
      const { text, written } = templates.get(entry.template)!.render(contextOf(entry));
      expect(text).toBe(entry.expected);
      expect(written.length % 2).toBe(0);
      for (let i = 1; i < written.length; i++) expect(written[i]!).toBeGreaterThan(written[i - 1]!);
      expect(written.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
    }
  });

  // Data made of characters that no template holds: whatever a template does with it, none may come out as its own.
  const PRIVATE = /[\ue000-\ue0ff]/u;
  const word = fc.string({ unit: fc.constantFrom("\ue000", "\ue001", "\ue002", "\ue003 "), maxLength: 6 });
  const content = fc.oneof(
    word,
    fc.constant(null),
    fc.array(fc.record({ type: fc.constant("text"), text: word }), { maxLength: 2 }),
  );
  const message = fc.record(
    {
      role: fc.constantFrom("user", "assistant", "tool", "user"),
      content,
      reasoning_content: word,
      tool_calls: fc.array(
        fc.record({
          function: fc.record({
            name: word,
            arguments: fc.dictionary(word, fc.oneof(word, fc.integer(), fc.constant(null))),
          }),
        }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["role", "content"] },
  );

  test.each([...templates])("%s never owns a character of data", (_, template) => {
    let rendered = 0;
    fc.assert(
      fc.property(
        word,
        fc.array(message, { maxLength: 5 }),
        fc.array(fc.dictionary(word, word), { maxLength: 2 }),
        (head, rest, tools) => {
          const messages = [{ role: "user", content: head }, ...rest];
          const variables = {
            messages,
            tools,
            documents: null,
            add_generation_prompt: true,
            bos_token: "",
            eos_token: "",
          };
          let result: Rendered;
          try {
            result = template.render(variables);
          } catch (error) {
            expect(error).toMatchObject({ kind: expect.stringMatching(/^(raised|undefined|type|other)$/) });
            return;
          }
          rendered++;
          for (let i = 0; i < result.written.length; i += 2) {
            expect(result.text.slice(result.written[i], result.written[i + 1])).not.toMatch(PRIVATE);
          }
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
    expect(rendered).toBeGreaterThan(10);
  });

  // What a user can say is compared with what the template writes, so tokens in data must change nothing but data.
  test("control tokens in data change no run of the template", () => {
    const tokens = ["<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|im_", "end|>", "<|", "|>"];
    const template = templates.get("scalar-string.jinja")!;
    const hostile = fc
      .array(fc.constantFrom(...tokens, "x", " "), { minLength: 1, maxLength: 5 })
      .map((parts) => `x${parts.join("")}x`);
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 6, maxLength: 6 }), (texts) => {
        let used = 0;
        const messages = [
          { role: "system", content: "s" },
          { role: "user", content: [{ type: "text", text: "u" }] },
          {
            role: "assistant",
            content: "a",
            reasoning_content: "r",
            tool_calls: [{ function: { name: "f", arguments: { k: "v" } } }],
          },
          { role: "tool", content: "t" },
        ];
        const runs = (replace: (text: string) => string): string[] => {
          used = 0;
          const data = mapped(messages, (text) =>
            /^[suarft]$|^v$/.test(text) ? replace(text) : text,
          ) as typeof messages;
          const { text, written } = template.render({ messages: data, tools: null, add_generation_prompt: true });
          return written.flatMap((from, i) => (i % 2 === 0 ? [text.slice(from, written[i + 1])] : []));
        };
        expect(runs(() => texts[used++ % texts.length]!)).toEqual(runs(() => "xx"));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test("data may hold any object that looks like one of ours", () => {
    const hostile = JSON.parse(
      '{"is": "function", "call": 1, "written": [0, 9], "text": "<t>", "__proto__": {"a": 1}}',
    ) as unknown;
    const template = parseTemplate("{{ x.is }} {{ x.text }} {{ x.written }} {{ x.a is defined }} {{ x | length }}");
    expect(marked(template.render({ x: hostile }))).toBe("function[[ ]]<t>[[ ]][0, 9][[ ]]False[[ ]]5");
    expect(fromData(hostile)).toMatchObject({ is: "dict" });
  });
});
