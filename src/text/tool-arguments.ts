/**
 * The value of a tool call's parameter as JSON text. Separate from the parser, which knows tags and no schema: the model
 * writes strings raw and everything else as JSON, so only the tool's schema says which of the two a text is. Invariants:
 * a value that does not fit its schema is kept as a string, never dropped; numbers keep their spelling; nothing is
 * evaluated.
 */
import { ExactNumber, exactJsonIn } from "./exact-json.ts";

type JsonType = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

/** Types a schema allows; undefined where it does not say. */
export type ParameterTypes = ReadonlySet<JsonType> | undefined;

/** Parameters of the declared tools by name. */
export type ToolSchemas = ReadonlyMap<string, ReadonlyMap<string, ParameterTypes>>;

type Schema = Readonly<Record<string, unknown>>;

const JSON_TYPES: ReadonlySet<unknown> = new Set([
  ...["string", "integer", "number", "boolean", "null", "object", "array"],
]);

function isRecord(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tools as clients declare them: nested under `function`, or flat, with `parameters` or `input_schema`. */
export function toolSchemas(tools: readonly unknown[]): ToolSchemas {
  const schemas = new Map<string, ReadonlyMap<string, ParameterTypes>>();
  for (const tool of tools) {
    const outer = isRecord(tool) ? tool : {};
    const definition = isRecord(outer["function"]) ? outer["function"] : outer;
    const { name } = definition;
    if (typeof name !== "string") continue;
    const root = definition["parameters"] ?? definition["input_schema"];
    const properties = isRecord(root) && isRecord(root["properties"]) ? root["properties"] : {};
    const types = Object.entries(properties).map(([key, schema]) => [key, typesOf(schema, root as Schema, 0)] as const);
    schemas.set(name, new Map(types));
  }
  return schemas;
}

/** A reference that leads to itself ends the search. */
const MOST_REFERENCES = 16;

function typesOf(schema: unknown, root: Schema, depth: number): ParameterTypes {
  if (!isRecord(schema) || depth > MOST_REFERENCES) return undefined;
  if (typeof schema["$ref"] === "string") return typesOf(resolve(schema["$ref"], root), root, depth + 1);
  const { type } = schema;
  if (type !== undefined) return new Set((Array.isArray(type) ? type : [type]).filter(isJsonType));
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"]] : undefined;
  if (values !== undefined) return new Set(values.map(typeOfValue));
  const parts = [schema["anyOf"], schema["oneOf"], schema["allOf"]].find(Array.isArray) as unknown[] | undefined;
  const sets = parts?.map((part) => typesOf(part, root, depth + 1));
  return sets === undefined || sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...set!]));
}

function isJsonType(type: unknown): type is JsonType {
  return JSON_TYPES.has(type);
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

/** What `#/a/b` points at. */
function resolve(reference: string, root: Schema): unknown {
  const steps = reference.startsWith("#/") ? reference.slice(2).split("/") : [""];
  return steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), root);
}

/** Whether every text is a value as it stands, so that it can be passed on while it grows. */
export function isPlainString(types: ParameterTypes): boolean {
  return types?.size === 1 && types.has("string");
}

/** @param types of the schema; `"unknown"` for a parameter that the tool does not declare */
export function argumentJson(text: string, types: ParameterTypes | "unknown"): string {
  if (types === "unknown") return JSON.stringify(text);
  return jsonOf(text.trim(), types) ?? JSON.stringify(text);
}

/** JSON of a text that fits the types, which are not only strings; undefined for a string. */
function jsonOf(text: string, types: ParameterTypes): string | undefined {
  const allows = (...wanted: JsonType[]): boolean => types === undefined || wanted.some((type) => types.has(type));
  const spelled = allows("string") ? text : (PYTHON_WORDS[text] ?? text);
  const value = exactJsonIn(spelled);
  if (value === undefined) return allows("string") || !allows("object", "array") ? undefined : pythonJson(text, types);
  if (value === null) return allows("null") ? spelled : undefined;
  if (typeof value === "boolean") return allows("boolean") ? spelled : undefined;
  if (value instanceof ExactNumber) {
    return allows("number") || (allows("integer") && Number.isInteger(Number(spelled))) ? spelled : undefined;
  }
  // A quoted text is the string of a model that quotes: only where the schema wants none would that be another value.
  if (typeof value === "string") return undefined;
  return allows(Array.isArray(value) ? "array" : "object") ? spelled : undefined;
}

const PYTHON_WORDS: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  True: "true",
  False: "false",
  None: "null",
});

/** JSON's marks, spaced as Python spaces them; tuples are lists. */
const PYTHON_MARKS: Readonly<Record<string, string>> = { ",": ", ", ":": ": ", "(": "[", ")": "]" };

/** One token of a Python literal: a quoted string, a bracket or comma, or a word or number. */
const PYTHON_TOKEN = /\s*(?:('(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*")|([[\]{}(),:])|([^\s[\]{}(),:'"]+))/y;

/** A list or dictionary as Python prints it, token by token as JSON; undefined where that gives no JSON. */
function pythonJson(text: string, types: ParameterTypes): string | undefined {
  let json = "";
  PYTHON_TOKEN.lastIndex = 0;
  while (PYTHON_TOKEN.lastIndex < text.length) {
    const [, quoted, mark, word] = PYTHON_TOKEN.exec(text) ?? [];
    if (quoted !== undefined) json += pythonString(quoted);
    else if (mark !== undefined) json += PYTHON_MARKS[mark] ?? mark;
    else if (word !== undefined) json += PYTHON_WORDS[word] ?? word;
    else return undefined;
  }
  // Python prints no comma that JSON refuses, but people who write like it do.
  json = json.replace(/, (?=[\]}]$)/, "");
  const value = exactJsonIn(json);
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return undefined;
  return types === undefined || types.has(Array.isArray(value) ? "array" : "object") ? json : undefined;
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", a: "\u0007", "0": "\0", "\n": "" },
};

function pythonString(quoted: string): string {
  const text = quoted
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([\s\S]))/gi, (_, byte?: string, unit?: string, other?: string) =>
      other === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit!, 16)) : (PYTHON_ESCAPES[other] ?? other),
    );
  return JSON.stringify(text);
}
