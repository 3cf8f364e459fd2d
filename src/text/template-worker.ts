/**
 * What a text worker does with a message: render, encode. Plain data in, plain data out, no worker API, so that Node,
 * browsers and tests can host it. Separate from the service because this side may loop forever in a bad template; the
 * other side must never import it for rendering. Invariant: every request gets exactly one reply, errors included.
 */
import { type ErrorRecord, toErrorRecord } from "../base/errors.ts";
import { present } from "../base/invariant.ts";
import { type ChatTemplate, createChatTemplates, type RenderedPrompt } from "./chat-template.ts";
import type { TemplateFiles } from "./model-text.ts";
import type { RenderRequest } from "./template-values.ts";
import { createTokenizer, type Tokenizer } from "./tokenizer.ts";

/** What a worker needs to know before its first job. */
export interface TextResources {
  readonly tokenizerJson: string;
  readonly templates: TemplateFiles;
  /** `bos_token`, `eos_token` and such, for the template. */
  readonly templateVariables?: Readonly<Record<string, string>>;
}

export type TextJob =
  | { readonly kind: "load"; readonly resources: TextResources }
  | { readonly kind: "render"; readonly request: RenderRequest }
  | { readonly kind: "encode"; readonly texts: readonly string[] };

export interface TextWorkerRequest {
  readonly id: number;
  readonly job: TextJob;
}

export type TextWorkerReply =
  | { readonly id: number; readonly value: RenderedPrompt | readonly Int32Array[] | undefined }
  | { readonly id: number; readonly error: ErrorRecord };

/** A handler with its own state; the first message must be a `load`. */
export function createTextWorkerHandler(): (request: TextWorkerRequest) => TextWorkerReply {
  let tokenizer: Tokenizer | undefined;
  let template: ChatTemplate | undefined;

  function run(job: TextJob): RenderedPrompt | readonly Int32Array[] | undefined {
    switch (job.kind) {
      case "load": {
        const { tokenizerJson, templates, templateVariables } = job.resources;
        tokenizer = createTokenizer(tokenizerJson);
        template = createChatTemplates(templates, templateVariables);
        return undefined;
      }
      case "render":
        return present(template, "chat template of the text worker").render(job.request);
      case "encode":
        return job.texts.map((text) => {
          return Int32Array.from(present(tokenizer, "tokenizer of the text worker").encodePart(text));
        });
      default:
        return job satisfies never;
    }
  }

  return ({ id, job }) => {
    try {
      return { id, value: run(job) };
    } catch (error) {
      return { id, error: toErrorRecord(error) };
    }
  };
}
