/**
 * Renders conversations with the artifact's own Jinja template and says which parts the template wrote. Separate from
 * the tokenizer, which trusts these segments. Invariants: the segments join to `text`; control tokens are allowed only
 * in runs of characters that all come from the template's own text. Whatever came with the request, and whatever a
 * template makes of it so that its origin cannot be told, is plain text (the rule stands in jinja/python/text.ts): such
 * a prompt may lack a control token that the template spelled with data, but nothing a user writes ever becomes one.
 */
import { ArtifactError, RequestError } from "../base/errors.ts";
import { present } from "../base/invariant.ts";
import type { TextSegment } from "./control-tokens.ts";
import { JinjaError, type JinjaTemplate, parseTemplate, type Rendered, writtenText } from "./jinja/jinja.ts";
import { type TemplateFile, type TemplateFiles, templateFor } from "./model-text.ts";
import { type RenderRequest, templateVariables } from "./template-values.ts";

export interface RenderedPrompt {
  readonly text: string;
  /** The same text; what the template wrote stands in segments with `allowControl`. */
  readonly segments: readonly TextSegment[];
}

export interface ChatTemplate {
  /**
   * @throws RequestError `template_refused` with the template's own message or what went wrong in it,
   * `template_limit`
   */
  render(request: RenderRequest): RenderedPrompt;
}

/**
 * Several templates as one, each parsed when the first request takes it.
 * @throws invariant where a request's template is missing: whoever takes requests refuses it before
 */
export function createChatTemplates(
  templates: TemplateFiles,
  texts: Readonly<Record<string, string>> = {},
): ChatTemplate {
  const parsed = new Map<TemplateFile, ChatTemplate>();
  return {
    render(request) {
      const own = present(templateFor(templates, request), "chat template of a request");
      const template = parsed.get(own) ?? createChatTemplate(own.source, texts, own.file);
      parsed.set(own, template);
      return template.render(request);
    },
  };
}

/**
 * @param texts variables such as `bos_token` and `eos_token`; they count as the template's own text
 * @param file named in messages
 * @throws ArtifactError `template_damaged`
 */
export function createChatTemplate(
  templateSource: string,
  texts: Readonly<Record<string, string>> = {},
  file = "chat_template.jinja",
): ChatTemplate {
  const template = parse(templateSource, file);
  const written = Object.entries(texts).map(([name, text]) => [name, writtenText(text)] as const);
  return {
    render(request) {
      const rendered = refusing(file, () => template.render(new Map([...written, ...templateVariables(request)])));
      return { text: rendered.text, segments: segmentsOf(rendered) };
    },
  };
}

function parse(source: string, file: string): JinjaTemplate {
  try {
    return parseTemplate(source);
  } catch (cause) {
    if (!(cause instanceof JinjaError)) throw cause;
    throw new ArtifactError("template_damaged", `${file}: ${cause.message}`, {
      hint: "fetch the model's chat template again",
      cause,
    });
  }
}

function refusing<T>(file: string, render: () => T): T {
  try {
    return render();
  } catch (cause) {
    if (!(cause instanceof JinjaError)) throw cause;
    const { kind, message } = cause;
    if (kind === "limit") {
      throw new RequestError("template_limit", `the chat template was stopped: ${message}`, {
        hint: "shorten the conversation",
        data: { param: "prompt.messages" },
        cause,
      });
    }
    throw new RequestError("template_refused", kind === "raised" ? message : `${file}: ${message}`, {
      hint: "the model's chat template does not accept these messages",
      data: { param: "prompt.messages" },
      cause,
    });
  }
}

function segmentsOf({ text, written }: Rendered): TextSegment[] {
  const cuts = [0, ...written, text.length];
  return cuts.slice(1).flatMap((to, i) => {
    const part = text.slice(cuts[i], to);
    return part === "" ? [] : [i % 2 === 1 ? { text: part, allowControl: true } : { text: part }];
  });
}
