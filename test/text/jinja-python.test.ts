/**
 * The interpreter against Python's Jinja2: every snippet and every render of test/fixtures/jinja, errors by kind. The
 * right values were computed by Python, none is written here.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Expected, readFixtures, readJson } from "./jinja-fixtures.ts";

const FOLDER = "test/fixtures/jinja";
const { snippets, renders, runSnippet, runRender } = readFixtures(FOLDER);
const outcome = ({ expected, error }: Expected): Expected =>
  expected === undefined ? { error: error! } : { expected };

test("the fixtures are whole", () => {
  expect([snippets.length, renders.length]).toEqual([870, 576]);
  const { templates } = JSON.parse(readFileSync(`${FOLDER}/renders.json`, "utf8")) as {
    templates: Record<string, string>;
  };
  for (const [name, digest] of Object.entries(templates)) {
    expect(
      createHash("sha256")
        .update(readFileSync(`${FOLDER}/templates/${name}`))
        .digest("hex"),
      name,
    ).toBe(digest);
  }
});

// Beside the fixtures; Jinja2 3.1.6 gives the same.
test.each([
  ["{{ 'a'.format_map() }}", { error: "type" }],
  ["{{ [1] | batch('a') is iterable }} {{ [1] | slice('a') is iterable }}", { expected: "True True" }],
  ["{{ [1] | slice('a') | list }}", { error: "type" }],
  ["{{ 1 'in' [1] }}", { error: "syntax" }],
])("%s", (template, right) => {
  expect(runSnippet({ id: template, template, context: {} })).toEqual(right);
});

test("numbers and keys of conversations are read as Python reads them", () => {
  expect(readJson('{"10": 1.0, "2": [1e-07, 9007199254740993, -0]}')).toEqual(
    readJson('{"10": 1.0, "2": [1e-07, 9007199254740993, 0]}'),
  );
});

function grouped<T>(entries: readonly T[], nameOf: (entry: T) => string): [string, T[]][] {
  const names = [...new Set(entries.map(nameOf))];
  return names.map((name) => [name, entries.filter((entry) => nameOf(entry) === name)]);
}

test.each(grouped(snippets, ({ id }) => id.slice(0, id.indexOf("."))))("snippets: %s", (_, group) => {
  const got = group.map((snippet) => ({ id: snippet.id, template: snippet.template, ...runSnippet(snippet) }));
  expect(got).toEqual(group.map((snippet) => ({ id: snippet.id, template: snippet.template, ...outcome(snippet) })));
});

test.each(grouped(renders, ({ template }) => template))("renders: %s", (_, group) => {
  const named = (render: (typeof group)[number], result: Expected) => ({
    conversation: render.conversation,
    thinking: render.enable_thinking,
    ...result,
  });
  expect(group.map((render) => named(render, runRender(render)))).toEqual(
    group.map((render) => named(render, outcome(render))),
  );
});
