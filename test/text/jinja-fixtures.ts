/**
 * Reads the fixtures of test/fixtures/jinja: values of Python in JSON forms, snippets and renders with what Python made
 * of them, and compares. Separate because the tests and `npm run jinja` must agree on these forms. Errors are compared
 * by kind, as the fixtures say.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ExactNumber, parseExactJson } from "../../src/text/exact-json.ts";
import {
  dict,
  fromData,
  JinjaError,
  type JinjaTemplate,
  parseTemplate,
  tuple,
  type Value,
  writtenText,
} from "../../src/text/jinja/jinja.ts";

/** What Python made of a template. */
export interface Expected {
  readonly expected?: string;
  readonly error?: string;
}

interface Snippet extends Expected {
  readonly id: string;
  readonly template: string;
  readonly context: unknown;
}

interface Render extends Expected {
  readonly template: string;
  readonly conversation: string;
  readonly enable_thinking: boolean | null;
}

/** A value by the forms of the fixtures' README. */
function readForm(form: unknown): Value {
  if (Array.isArray(form)) return form.map(readForm);
  if (typeof form !== "object" || form === null) return fromData(form);
  const entries = Object.entries(form);
  const [[tag, inner] = []] = entries.length === 1 ? entries : [];
  if (tag === "$int") return BigInt(inner as string);
  if (tag === "$float") return Number((inner as string).replace("inf", "Infinity"));
  if (tag === "$tuple") return tuple((inner as unknown[]).map(readForm));
  if (tag === "$dict")
    return dict((inner as [unknown, unknown][]).map(([key, value]) => [readForm(key), readForm(value)]));
  return dict(entries.map(([key, value]) => [key, readForm(value)]));
}

/** JSON as Python's parser reads it: a number with a point or an exponent is a float. */
export const readJson = (text: string): Value =>
  fromData(parseExactJson(text), (known) =>
    known instanceof ExactNumber ? (/[.eE]/.test(known.text) ? Number(known.text) : BigInt(known.text)) : undefined,
  );

function outcomeOf(render: () => string): Expected {
  try {
    return { expected: render() };
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    return { error: error.kind };
  }
}

export const isEqual = (a: Expected, b: Expected): boolean => a.expected === b.expected && a.error === b.error;

export interface Fixtures {
  readonly snippets: readonly Snippet[];
  readonly renders: readonly Render[];
  readonly templates: ReadonlyMap<string, JinjaTemplate>;
  runSnippet(snippet: Snippet): Expected;
  runRender(render: Render): Expected;
  /** The variables of a render. */
  contextOf(render: Render): Map<string, Value>;
}

type Members = ReadonlyMap<string, Value>;
const membersOf = (value: Value): Members => {
  const { entries } = value as ReturnType<typeof dict>;
  return new Map(Array.from(entries.values(), ([key, member]) => [key as string, member]));
};

export function readFixtures(folder: string): Fixtures {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const { snippets } = JSON.parse(read("snippets.json")) as { snippets: Snippet[] };
  const { renders, variables } = JSON.parse(read("renders.json")) as {
    renders: Render[];
    variables: Record<string, string>;
  };
  const conversations = new Map<Value, Members>();
  for (const conversation of readJson(read("conversations.json")) as readonly Value[]) {
    conversations.set(membersOf(conversation).get("id")!, membersOf(conversation));
  }
  const names = new Set(renders.map(({ template }) => template));
  const templates = new Map(Array.from(names, (name) => [name, parseTemplate(read(join("templates", name)))]));
  const contextOf = ({ conversation, enable_thinking }: Render): Map<string, Value> => {
    const members = conversations.get(conversation)!;
    return new Map<string, Value>([
      ["messages", members.get("messages")!],
      ["tools", members.get("tools") ?? null],
      ["documents", null],
      ["add_generation_prompt", members.get("add_generation_prompt") ?? true],
      ...Object.entries(variables).map(([name, value]) => [name, writtenText(value)] as const),
      ...membersOf(members.get("kwargs") ?? dict()),
      ...(enable_thinking === null ? [] : [["enable_thinking", enable_thinking] as const]),
    ]);
  };
  return {
    snippets,
    renders,
    templates,
    contextOf,
    runSnippet: ({ template, context }) =>
      outcomeOf(() => parseTemplate(template).render(membersOf(readForm(context))).text),
    runRender: (render) => outcomeOf(() => templates.get(render.template)!.render(contextOf(render)).text),
  };
}
