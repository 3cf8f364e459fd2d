/**
 * Templates that would run for ever, fill the memory or exhaust the stack end with a typed error, whatever the trick.
 * Each must end by a count, not by a clock, so the same limits hold on any machine.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JinjaError, parseTemplate } from "../../src/text/jinja/jinja.ts";
import { SEED } from "../base/seed.ts";

const LIMITS = { steps: 300_000, characters: 1_000_000 };

function kindOf(run: () => unknown): string {
  try {
    run();
    return "none";
  } catch (error) {
    if (error instanceof JinjaError) return error.kind;
    throw error;
  }
}

const HOSTILE: Readonly<Record<string, string>> = {
  "loops in loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
  "a loop over a long text": "{% for a in 'x' * 999999 %}{% for b in 'x' * 999999 %}{% endfor %}{% endfor %}",
  "a repeated text": "{{ 'x' * 10 ** 9 }}",
  "a doubled text": "{% set ns = namespace(s='x') %}{% for i in range(64) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
  "a doubled list": "{% set ns = namespace(l=[0]) %}{% for i in range(64) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
  "a repeated list": "{% set x = [0] * 10 ** 9 %}",
  "a list in itself, printed":
    "{% set ns = namespace(l=[0]) %}{% for i in range(64) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}",
  "a list in itself, as JSON":
    "{% set ns = namespace(l=[0]) %}{% for i in range(64) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l | tojson }}",
  "lists in themselves, compared":
    "{% set a = namespace(l=[0], m=[0]) %}{% for i in range(64) %}{% set a.l = [a.l, a.l] %}{% set a.m = [a.m, a.m] %}{% endfor %}{{ a.l == a.m }}",
  "tuples in themselves, as keys":
    "{% set ns = namespace(l=(0,)) %}{% for i in range(64) %}{% set ns.l = (ns.l, ns.l) %}{% endfor %}{{ {ns.l: 1} }}",
  "a namespace in itself": "{% set ns = namespace() %}{% set ns.x = ns %}{{ ns }}",
  "a deep list":
    "{% set ns = namespace(l=[]) %}{% for i in range(99999) %}{% set ns.l = [ns.l] %}{% endfor %}{{ ns.l }}",
  padding: "{{ 'x'.center(10 ** 9) }}",
  "padding by format": "{{ '%999999999d' % 1 }}",
  "padding by a specification": "{{ '{:999999999}'.format(1) }}",
  "digits of a text": "{{ '%.999999999s' % 'x' }}{{ '%.99999999f' % 1.5 }}",
  "digits by a specification": "{{ '{:.999999999f}'.format(1.5) }}",
  indent: "{{ ('x\\n' * 9999) | indent(999999) }}",
  replace: "{{ ('x' * 9999).replace('', 'y' * 9999) }}",
  join: "{{ range(99999) | join('x' * 99999) }}",
  tabs: "{{ '\\t'.expandtabs(10 ** 9) }}",
  "a large power": "{{ 10 ** 999999999 }}",
  "products of large ints":
    "{% set ns = namespace(n=2 ** 9999) %}{% for i in range(64) %}{% set ns.n = ns.n * ns.n %}{% endfor %}",
  "many copies of a long text": "{{ (['x' * 99999] * 9999) | map('upper') | map('length') | sum }}",
  "searches in a long text":
    "{% set s = 'x' * 999999 %}{% for i in range(99999) %}{% if 'y' in s %}{% endif %}{% endfor %}",
  "tests of a long text":
    "{% set s = 'x' * 999999 %}{% for i in range(99999) %}{{ s.isalpha() }}{{ s | int }}{{ s | wordcount }}{% endfor %}",
  "comparisons of long texts":
    "{% set s = 'x' * 999999 %}{% for i in range(99999) %}{% if s == s ~ '' %}{% endif %}{% endfor %}",
  "copies of a large dict":
    "{% set d = dict(range(10000) | map('string') | batch(2)) %}{% for i in range(99999) %}{% set e = dict(d, **d) %}{% set l = d.values() | list %}{% endfor %}",
  "starts of long loops": "{% for i in range(99999) %}{% for j in 'x' * 99999 %}{% break %}{% endfor %}{% endfor %}",
  "indices into a long text": "{% set s = '😀' * 99999 %}{% for i in range(99999) %}{% set c = s[99990] %}{% endfor %}",
  "endless macros": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
  "macros that call each other":
    "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}",
  "endless recursive loops": "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
  "deep brackets": `{{ ${"(".repeat(9999)}1${")".repeat(9999)} }}`,
  "deep lists": `{{ ${"[".repeat(9999)}${"]".repeat(9999)} }}`,
  "deep signs": `{{ ${"-".repeat(9999)}1 }}`,
  "deep negations": `{{ ${"not ".repeat(9999)}1 }}`,
  "deep conditions": `{{ ${"1 if 1 else ".repeat(9999)}1 }}`,
  "deep tags": "{% if 1 %}".repeat(9999) + "{% endif %}".repeat(9999),
};

describe("hostile templates end with a limit", () => {
  test.each(Object.entries(HOSTILE))("%s", (_, template) => {
    expect(kindOf(() => parseTemplate(template).render({}, { limits: LIMITS }))).toBe("limit");
  });

  test("patterns in long texts take linear time", () => {
    const text = `${" ".repeat(400_000)}x${" ".repeat(400_000)}x`;
    const template = parseTemplate(
      "{{ t.strip() | length }} {{ t.rstrip() | length }} {{ t.split() | length }} {{ t | trim | length }} {{ t.splitlines() | length }} {{ t | wordcount }} {{ t | int }} {{ t | float }} {{ t | title | length }} {{ '%s' % t | length }}",
    );
    expect(template.render({ t: text }).text).toBe("400002 800002 2 400002 1 2 0 0.0 800002 800002");
  });
});

test("limits leave room for a long conversation", () => {
  const content = "word 数字 😀 ".repeat(2000);
  const messages = Array.from({ length: 100 }, (_, i) => ({ role: i % 2 === 0 ? "user" : "assistant", content }));
  const template = parseTemplate(
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + (m.content | trim) }}{{ '</t>' in m.content }}{{ m.content.split('</t>')[-1] | length }}{{ '<|im_end|>' }}{% endfor %}",
  );
  expect(template.render({ messages }).text.length).toBeGreaterThan(2_000_000);
});

test("one rendering's work is not charged to the next", () => {
  const template = parseTemplate("{% for i in range(1000) %}{% endfor %}ok");
  for (let i = 0; i < 5; i++) expect(template.render({}, { limits: { steps: 2500 } }).text).toBe("ok");
  expect(kindOf(() => parseTemplate("{{ m() }}").render({}))).toBe("undefined");
  expect(template.render({}).text).toBe("ok");
});

test("whatever is cut out of templates renders or ends with a typed error", () => {
  const pieces = Object.values(HOSTILE).flatMap((template) => template.slice(0, 300).split(/(?=[{%|(.[ ])/));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces, "{{ x }}", "{% endfor %}", "{% endif %}", "%}", "}}", "'"), {
        maxLength: 12,
      }),
      (parts) => {
        kindOf(() =>
          parseTemplate(parts.join("")).render({ x: "x" }, { limits: { steps: 20_000, characters: 100_000 } }),
        );
      },
    ),
    { seed: SEED, numRuns: 2000 },
  );
});
