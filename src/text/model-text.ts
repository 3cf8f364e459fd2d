/**
 * What the text files of a model say together: its chat templates by name, and the tokens that have a name, such as
 * `eos_token`. Separate from tokenizer and template, which each take one finished text, because exporters put the same
 * facts into different files. Invariant: the choice among them is that of transformers' tokenizers; where those would
 * find no template at all, the one of its processors (`chat_template.json`) counts.
 */
import { ArtifactError } from "../base/errors.ts";
import { parsePythonJson } from "../base/python-json.ts";
import type { RenderRequest } from "./template-values.ts";

export interface TemplateFile {
  /** Named in messages. */
  readonly file: string;
  readonly source: string;
}

/** Templates by name. Requests take `default`, or `tool_use` where there is one and they have tools. */
export type TemplateFiles = ReadonlyMap<string, TemplateFile>;

/** The template for a request, as transformers chooses: even an empty list of tools asks for `tool_use`. */
export function templateFor(
  templates: TemplateFiles,
  { tools }: Pick<RenderRequest, "tools">,
): TemplateFile | undefined {
  return (tools === undefined ? undefined : templates.get("tool_use")) ?? templates.get("default");
}

export interface ModelText {
  /** Absent for models without a tokenizer. */
  readonly tokenizerJson?: string;
  readonly templates: TemplateFiles;
  /** `eos_token`, `bos_token` and such, under the names that templates use. */
  readonly specialTokens: Readonly<Record<string, string>>;
}

/** Where a model's texts are: an artifact. */
export interface TextSource {
  /** Text of a file, or undefined where there is none. */
  resource(name: string): Promise<string | undefined>;
  /** Where that file stands, for messages. */
  place(name: string): string;
}

/** Names of tokens that stand in a file -> their texts; null where the file says that there is none. */
type TokenNames = Readonly<Record<string, string | null>>;
type JsonObject = Readonly<Record<string, unknown>>;

const CONFIG = "tokenizer_config.json";

/**
 * @param unnamed texts of named tokens where no file names them
 * @throws ArtifactError `bad_json`, `bad_chat_template`, and what reading a file throws
 */
export async function readModelText(source: TextSource, unnamed: Readonly<Record<string, string>>): Promise<ModelText> {
  const config = await readJson(source, CONFIG);
  const [tokenizerJson, templates, map] = await Promise.all([
    source.resource("tokenizer.json"),
    readTemplates(source, config),
    // What older exporters wrote beside a config that does not yet hold the tokens themselves.
    config["added_tokens_decoder"] === undefined ? readJson(source, "special_tokens_map.json") : {},
  ]);
  const named = Object.entries({ ...unnamed, ...tokenNames(config), ...tokenNames(map) });
  return {
    ...(tokenizerJson === undefined ? {} : { tokenizerJson }),
    templates,
    specialTokens: Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== null)),
  };
}

/**
 * The chat templates alone. Files of their own replace whatever tokenizer_config.json says.
 * @throws as `readModelText`
 */
export async function readTemplates(source: TextSource, given?: JsonObject): Promise<TemplateFiles> {
  const files = { default: "chat_template.jinja", tool_use: "additional_chat_templates/tool_use.jinja" };
  const read = async ([name, file]: [string, string]): Promise<[string, TemplateFile][]> => {
    const text = await source.resource(file);
    return text === undefined ? [] : [[name, { file: source.place(file), source: text }]];
  };
  const own = new Map((await Promise.all(Object.entries(files).map(read))).flat());
  if (own.size > 0) return own;
  const config = given ?? (await readJson(source, CONFIG));
  const inConfig = templatesOf(source, CONFIG, config);
  if (inConfig.size > 0) return inConfig;
  const name = "chat_template.json";
  return templatesOf(source, name, await readJson(source, name));
}

/** One template, or several: a list of names and templates, or an object of them. */
function templatesOf(source: TextSource, name: string, { chat_template: value }: JsonObject): TemplateFiles {
  const file = source.place(name);
  if (value === undefined || value === null) return new Map();
  if (typeof value === "string") return new Map([["default", { file, source: value }]]);
  if (!Array.isArray(value) && !isObject(value)) throw badTemplate(`${file}: chat_template`, value);
  const entries: readonly unknown[] = Array.isArray(value)
    ? value
    : Object.entries(value).map(([member, template]) => ({ name: member, template }));
  return new Map(
    entries.map((entry, at) => {
      const { name: of, template } = isObject(entry) ? entry : {};
      if (typeof of === "string" && typeof template === "string") return [of, { file, source: template }];
      throw badTemplate(`${file}: chat_template[${at}]`, entry);
    }),
  );
}

function badTemplate(where: string, value: unknown): ArtifactError {
  const found = (JSON.stringify(value) ?? "nothing").slice(0, 60);
  const needed = "a name and a template, both texts";
  return new ArtifactError("bad_chat_template", `${where}: found ${found}, needed ${needed}`, {
    hint: "fetch the file again, or put the template into a file of its own, chat_template.jinja",
  });
}

/** Members that name a token: as a text, or as an object with the text in it. */
function tokenNames(file: JsonObject): TokenNames {
  const names: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(file)) {
    if (!name.endsWith("_token")) continue;
    const text = isObject(value) ? value["content"] : value;
    if (typeof text === "string" || text === null) names[name] = text;
  }
  return names;
}

async function readJson(source: TextSource, name: string): Promise<JsonObject> {
  const text = await source.resource(name);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = parsePythonJson(text);
  } catch (cause) {
    throw badJson(source.place(name), `not valid JSON: ${(cause as Error).message}`, cause);
  }
  if (isObject(value)) return value;
  throw badJson(source.place(name), "found no JSON object, needed one");
}

function badJson(place: string, what: string, cause?: unknown): ArtifactError {
  return new ArtifactError("bad_json", `${place}: ${what}`, { hint: "fetch the file again", cause });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
