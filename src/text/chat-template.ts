/**
 * Renders conversations with the artifact's own Jinja template and says which control tokens came from the template.
 * Separate from the tokenizer, which trusts these segments. Invariants: `text` is exactly what the template gives;
 * the segments join to `text`; a control token is allowed only where the template's own literal wrote it.
 */
import { Template } from "@huggingface/jinja";
import { ArtifactError, QwerkError, RequestError, UnsupportedError } from "../base/errors.ts";
import type { TextSegment } from "./control-tokens.ts";
import { markLiterals } from "./template-marks.ts";
import {
  choosePrivateCharacters,
  engineValues,
  type PrivateCharacters,
  type RenderRequest,
  restoreValues,
  templateVariables,
} from "./template-values.ts";

export interface TemplateTokens {
  /** Texts of all control tokens of the tokenizer. */
  readonly controlTokens: readonly string[];
  /** Variables such as `bos_token` and `eos_token` that templates may write. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface RenderedPrompt {
  readonly text: string;
  /** The same text; control tokens written by the template stand in segments of their own with `allowControl`. */
  readonly segments: readonly TextSegment[];
}

export interface ChatTemplate {
  /**
   * @throws RequestError `template_refused` with the template's own message, `bad_tool_arguments`
   * @throws UnsupportedError `template_not_separable` when the template compares or cuts its own control tokens
   */
  render(request: RenderRequest): RenderedPrompt;
}

/** Marked forms of one template kept; requests that contain private characters need others than the first. */
const MOST_MARKED = 4;

/** @throws ArtifactError `template_damaged` */
export function createChatTemplate(templateSource: string, tokens: TemplateTokens): ChatTemplate {
  const plain = parseTemplate(templateSource);
  const pattern = controlPattern(tokens.controlTokens);
  const marked = new Map<string, Template>();

  function markedTemplate(marks: PrivateCharacters): Template {
    const key = marks.controlStart + marks.controlEnd;
    let template = marked.get(key);
    if (template === undefined) {
      if (marked.size >= MOST_MARKED) marked.clear();
      template = parseTemplate(templateSource);
      markLiterals(template.parsed, (literal) => wrapControl(literal, pattern, marks));
      marked.set(key, template);
    }
    return template;
  }

  return {
    render(request) {
      const variables = templateVariables(request);
      const marks = choosePrivateCharacters(variables, templateSource);
      const values = engineValues(variables, marks) as Record<string, unknown>;
      const special = tokens.variables ?? {};
      const markedSpecial = Object.fromEntries(
        Object.entries(special).map(([name, value]) => [name, wrapControl(value, pattern, marks)]),
      );
      const text = restoreValues(run(plain, { ...special, ...values }), marks);
      const markedText = restoreValues(run(markedTemplate(marks), { ...markedSpecial, ...values }), marks);
      return { text, segments: splitMarked(markedText, text, marks) };
    },
  };
}

function parseTemplate(source: string): Template {
  try {
    return new Template(source);
  } catch (cause) {
    throw new ArtifactError("template_damaged", `chat_template.jinja: ${(cause as Error).message}`, {
      hint: "fetch the model's chat template again",
      cause,
    });
  }
}

function run(template: Template, variables: Record<string, unknown>): string {
  try {
    return template.render(variables);
  } catch (cause) {
    if (cause instanceof QwerkError) throw cause;
    throw new RequestError("template_refused", (cause as Error).message, {
      hint: "the model's chat template does not accept these messages",
      data: { param: "messages" },
      cause,
    });
  }
}

function controlPattern(contents: readonly string[]): RegExp {
  const longestFirst = [...contents].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((content) => content.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(escaped.length === 0 ? "(?!)" : escaped.join("|"), "gu");
}

function wrapControl(literal: string, pattern: RegExp, marks: PrivateCharacters): string {
  return literal.replace(pattern, (content) => marks.controlStart + content + marks.controlEnd);
}

/** @throws UnsupportedError when the marks changed what the template wrote, or were torn apart by it */
function splitMarked(markedText: string, text: string, marks: PrivateCharacters): TextSegment[] {
  const segments: TextSegment[] = [];
  let sound = true;
  for (const [index, run] of markedText.split(marks.controlStart).entries()) {
    const [first = "", second] = index === 0 ? ["", run] : run.split(marks.controlEnd);
    const rest = second ?? "";
    sound &&= second !== undefined && !rest.includes(marks.controlEnd);
    if (first !== "") segments.push({ text: first, allowControl: true });
    if (rest !== "") segments.push({ text: rest });
  }
  if (!sound || segments.map((segment) => segment.text).join("") !== text) {
    throw new UnsupportedError(
      "template_not_separable",
      "chat_template.jinja compares or cuts the control tokens it writes, so they cannot be told from user text",
      { hint: "use a template that writes control tokens as plain literals" },
    );
  }
  return segments;
}
