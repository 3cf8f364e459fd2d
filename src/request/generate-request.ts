/**
 * The boundary of the engine: a request of unknown shape becomes one that everything behind may trust, or is refused with
 * the path of the fault. Separate because library, command line and servers ask by the same rules. Invariant: nothing is
 * ignored, coerced or clamped.
 */

import { nearestName } from "../base/nearest-name.ts";
import { fieldNames, memberPath, refusal } from "../base/refusal.ts";
import { type ChatMessage, isSystem } from "../text/messages.ts";
import { REASONING_EFFORTS, type ReasoningEffort } from "../text/reasoning-effort.ts";
import {
  at,
  defined,
  type Fields,
  fieldsOf,
  flag,
  itemsOf,
  numberIn,
  optional,
  type Place,
  refused,
  refuseUnknown,
  text,
  wholeNumber,
} from "./fields.ts";
import { readTools } from "./functions.ts";
import { type FreeJson, type IncomingMessage, readMessages } from "./messages.ts";
import { RIGHT_NAMES } from "./right-names.ts";
import { readSampling, type SamplingOptions } from "./sampling.ts";

export type Prompt =
  /** Ids as they are. */
  | { readonly kind: "tokens"; readonly tokens: readonly number[] }
  /** Plain text; control tokens only where allowed. */
  | { readonly kind: "text"; readonly text: string; readonly allowControl?: boolean }
  | {
      readonly kind: "chat";
      readonly messages: readonly IncomingMessage[];
      readonly tools?: readonly FreeJson[] | null;
      readonly thinking?: boolean;
      readonly preserveThinking?: boolean;
      /** `none` is no thinking. */
      readonly reasoningEffort?: ReasoningEffort;
    };

type PromptOf<K extends Prompt["kind"]> = Extract<Prompt, { readonly kind: K }>;

export interface GenerateRequest extends GenerateSettings {
  readonly prompt: Prompt;
  /**
   * Goes on with an answer to this prompt that was cut: `tokens` of its result. The answer is the one that was not cut:
   * penalties, stop strings, the thinking budget and the seed see it whole, and so does the result; events hold what is
   * new. `maxNewTokens` counts new tokens.
   */
  readonly answerSoFar?: readonly number[];
}

export interface GenerateSettings {
  readonly sampling?: SamplingOptions;
  /** At least 1. Default: what the context leaves. */
  readonly maxNewTokens?: number;
  /** Texts, each without control tokens or one control token alone. */
  readonly stopStrings?: readonly string[];
  /** End tokens do not end the answer. */
  readonly ignoreEos?: boolean;
  /** Most thinking tokens, 0 or more; room for the answer is kept in any case. */
  readonly thinkingBudget?: number;
  /** Tools whose calls are read out of the answer; default: those of a chat prompt. */
  readonly tools?: readonly FreeJson[] | null;
}

/** A prompt that was read. */
export type ReadPrompt =
  | PromptOf<"tokens">
  | PromptOf<"text">
  | {
      readonly kind: "chat";
      readonly messages: readonly ChatMessage[];
      /** Each as JSON text. */
      readonly tools?: readonly string[];
      readonly thinking?: boolean;
      readonly preserveThinking?: boolean;
      readonly reasoningEffort?: ReasoningEffort;
    };

interface ReadSettings extends GenerateSettings {
  readonly tools?: readonly string[];
}

export interface ReadRequest extends ReadSettings {
  readonly prompt: ReadPrompt;
  readonly answerSoFar?: readonly number[];
}

/** What a prompt may hold. */
export interface PromptLimits {
  /** Ids of the model's tokens; not known before a model is open. */
  readonly vocabulary?: number;
}

const SETTINGS = fieldNames<GenerateSettings>({
  ...{ sampling: true, maxNewTokens: true, stopStrings: true, ignoreEos: true, thinkingBudget: true, tools: true },
});
const REQUEST = [
  ...fieldNames<Omit<GenerateRequest, keyof GenerateSettings>>({ prompt: true, answerSoFar: true }),
  ...SETTINGS,
];
const NO_LIMIT = "left out, there is no such limit";

/**
 * @throws RequestError `bad_request`, `unknown_field`, `bad_answer_so_far`, `bad_sampling`, `bad_max_new_tokens`, `bad_stop`,
 * `bad_thinking_budget`, and what `readPrompt` throws; `data.param` is the path of the fault
 */
export function readRequest(given: unknown, limits: PromptLimits = {}): ReadRequest {
  const fields = requestFields(given, REQUEST);
  const answerSoFar = optional(at(fields, "answerSoFar"), (place) => readIds(place, "bad_answer_so_far", limits));
  return {
    prompt: readPrompt(at(fields, "prompt").value, limits),
    ...(answerSoFar === undefined ? {} : { answerSoFar }),
    ...settingsOf(fields),
  };
}

/** Everything of a request but its prompt. @throws as `readRequest` does */
export function readSettings(given: unknown): GenerateSettings {
  return settingsOf(requestFields(given, SETTINGS));
}

function requestFields(given: unknown, known: readonly string[]): Fields {
  const fields = fieldsOf({ path: "", value: given }, "bad_request", "an object with a prompt");
  refuseUnknown(fields, known, RIGHT_NAMES);
  return fields;
}

function settingsOf(fields: Fields): ReadSettings {
  return defined<ReadSettings>({
    sampling: optional(at(fields, "sampling"), readSampling),
    maxNewTokens: optional(at(fields, "maxNewTokens"), wholeNumber("bad_max_new_tokens", 1, NO_LIMIT)),
    stopStrings: optional(at(fields, "stopStrings"), readStopStrings),
    ignoreEos: optional(at(fields, "ignoreEos"), flag("bad_request")),
    thinkingBudget: optional(at(fields, "thinkingBudget"), wholeNumber("bad_thinking_budget", 0, NO_LIMIT)),
    tools: readTools(at(fields, "tools")),
  });
}

function readStopStrings(place: Place): string[] {
  return itemsOf(place, "bad_stop", "a list of texts").map((item) => {
    const stop = text("bad_stop")(item);
    if (stop === "") throw refused("bad_stop", item, "at least one character");
    return stop;
  });
}

const KINDS = ["tokens", "text", "chat"] as const;
const TOKENS = fieldNames<PromptOf<"tokens">>({ kind: true, tokens: true });
const TEXT = fieldNames<PromptOf<"text">>({ kind: true, text: true, allowControl: true });
const CHAT = fieldNames<PromptOf<"chat">>({
  ...{ kind: true, messages: true, tools: true, thinking: true, preserveThinking: true, reasoningEffort: true },
});

/**
 * @throws RequestError `bad_prompt`, `unknown_field`, `empty_prompt`, `token_out_of_range`, `bad_messages`, `bad_tools`,
 * `bad_tool_arguments`, `content_unsupported`, `messages_empty`, `no_user_message`, `bad_reasoning_effort`
 */
export function readPrompt(given: unknown, limits: PromptLimits = {}): ReadPrompt {
  const code = "bad_prompt";
  const hint = '{ kind: "text", text } is plain text, { kind: "chat", messages } a conversation';
  const fields = fieldsOf({ path: "prompt", value: given }, code, "an object with its kind", hint);
  const kind = at(fields, "kind");
  switch (kind.value) {
    case "tokens":
      refuseUnknown(fields, TOKENS, RIGHT_NAMES);
      return { kind: "tokens", tokens: readTokens(at(fields, "tokens"), limits) };
    case "text":
      refuseUnknown(fields, TEXT, RIGHT_NAMES);
      return {
        kind: "text",
        text: text(code)(at(fields, "text")),
        ...defined<{ readonly allowControl?: boolean }>({
          allowControl: optional(at(fields, "allowControl"), flag(code)),
        }),
      };
    case "chat":
      return readChat(fields);
    default: {
      const near = typeof kind.value === "string" ? nearestName(kind.value, KINDS) : undefined;
      throw refused(code, kind, `one of ${KINDS.join(", ")}`, near === undefined ? hint : `did you mean ${near}?`);
    }
  }
}

function readTokens(place: Place, limits: PromptLimits): number[] {
  const ids = readIds(place, "bad_prompt", limits);
  if (ids.length === 0) throw refused("empty_prompt", place, "at least one token id");
  return ids;
}

/** @param code of what is no list */
function readIds(place: Place, code: string, { vocabulary }: PromptLimits): number[] {
  const { path, value } = place;
  if (!Array.isArray(value)) throw refused(code, place, "a list of token ids");
  const most = vocabulary === undefined ? Number.MAX_SAFE_INTEGER : vocabulary - 1;
  return Array.from(value, (item: unknown, index) => {
    const id = numberIn(item);
    if (id !== undefined && Number.isInteger(id) && id >= 0 && id <= most) return id;
    const needed = vocabulary === undefined ? "an integer of at least 0" : `an integer from 0 to ${most}`;
    const hint = "ids are those of the model's own tokenizer";
    throw refused("token_out_of_range", { path: memberPath(path, index), value: item }, needed, hint);
  });
}

function readChat(fields: Fields): ReadPrompt {
  refuseUnknown(fields, CHAT, RIGHT_NAMES);
  const place = at(fields, "messages");
  const messages = readMessages(place);
  const flagOf = (name: string): boolean | undefined => optional(at(fields, name), flag("bad_prompt"));
  const thinking = flagOf("thinking");
  const reasoningEffort = optional(at(fields, "reasoningEffort"), readEffort);
  if (thinking === true && reasoningEffort === "none") {
    const { path } = at(fields, "reasoningEffort");
    const hint = "leave out one of them";
    throw refusal("bad_reasoning_effort", path, '"none" and thinking is true', "one of them", hint);
  }
  if (messages.length === 0) {
    throw refused("messages_empty", place, "at least one user message", 'send [{ role: "user", content: "..." }]');
  }
  if (messages.every(isSystem)) {
    const hint = "add a message with role user";
    throw refusal("no_user_message", place.path, "a list of system messages", "a user message", hint);
  }
  return {
    kind: "chat",
    messages,
    ...defined<Omit<Extract<ReadPrompt, { kind: "chat" }>, "kind" | "messages">>({
      tools: readTools(at(fields, "tools")),
      thinking,
      preserveThinking: flagOf("preserveThinking"),
      reasoningEffort,
    }),
  };
}

function readEffort(place: Place): ReasoningEffort {
  const effort = REASONING_EFFORTS.find((known) => known === place.value);
  if (effort !== undefined) return effort;
  const near = typeof place.value === "string" ? nearestName(place.value, REASONING_EFFORTS) : undefined;
  const hint = near === undefined ? "left out, the template's own default is used" : `did you mean ${near}?`;
  throw refused("bad_reasoning_effort", place, `one of ${REASONING_EFFORTS.join(", ")}`, hint);
}
