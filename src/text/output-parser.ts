/**
 * Splits generated text into reasoning and answer while it streams. Separate from the detokenizer because it works on
 * tokens: a `</think>` that the model wrote as the single control token ends the thinking, the same characters written
 * letter by letter are just text. Invariant: nothing is lost but the tags and the newlines the template puts around
 * them, and the events joined do not depend on how the text was cut into pushes.
 *
 * The phases are a chain, `thinking` then `answer`; what is to be found in the answer (tool calls) is another parser fed
 * by `#answer`, which sees each piece of answer text once, in order, with the token it came from.
 */
import { createStringFinder } from "./stop-conditions.ts";
import type { ToolSchemas } from "./tool-arguments.ts";
import { ToolCallParser } from "./tool-call-parser.ts";
import type { ToolCallEvent } from "./tool-call-writer.ts";

type TextEvent =
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

export type OutputEvent = TextEvent | ToolCallEvent;

export interface OutputParserOptions {
  /** Whether the prompt ended inside a think block (see `endsInThinking`). */
  readonly startsInThinking: boolean;
  /** Ids of the tags. Where the vocabulary has none, the tags are found as text. */
  readonly thinkStartId?: number | undefined;
  readonly thinkEndId?: number | undefined;
  readonly toolCallStartId?: number | undefined;
  readonly toolCallEndId?: number | undefined;
  /** Tools that may be called. Without them everything is text. */
  readonly tools?: ToolSchemas | undefined;
}

export interface OutputEnd {
  readonly events: readonly OutputEvent[];
  /** The generation ended before `</think>`: all of it was reasoning and there is no answer. */
  readonly unclosedThinking: boolean;
  /** Name of a tool call that was cut; empty where it had none yet. */
  readonly unfinishedCall?: string;
}

/** What a tag inside the thinking may turn out to be: the call that ends it, or more thinking. */
interface CallInThinking {
  readonly parser: ToolCallParser;
  readonly events: OutputEvent[];
  raw: string;
}

const START_TAG = "<think>";
const END_TAG = "</think>";

/** Whether ids of a prompt leave a think block open: its last tag is the opening one. */
export function endsInThinking(
  promptIds: readonly number[],
  tags: Pick<OutputParserOptions, "thinkStartId" | "thinkEndId">,
): boolean {
  for (let i = promptIds.length - 1; i >= 0; i--) {
    if (promptIds[i] === tags.thinkEndId) return false;
    if (promptIds[i] === tags.thinkStartId) return true;
  }
  return false;
}

export class OutputParser {
  readonly #options: OutputParserOptions;
  #phase: "start" | "thinking" | "answer";
  /** Newlines that are dropped if a tag comes next, and written if text does. */
  #heldNewlines = 0;
  /** Nothing but newlines yet in this phase. */
  #blank = true;
  /** Finds the closing tag as text, where it has no id. */
  #tagFinder: ReturnType<typeof createStringFinder> | undefined;
  #reasoningTokens = 0;
  readonly #calls: ToolCallParser | undefined;
  #callInThinking: CallInThinking | undefined;

  constructor(options: OutputParserOptions) {
    this.#options = options;
    this.#phase = "start";
    this.#calls = this.#callParser();
    if (options.startsInThinking) this.#beginThinking();
    else if (options.thinkStartId === undefined) this.#tagFinder = createStringFinder([START_TAG]);
  }

  /** Tokens that belong to the thinking, its closing tag included. */
  get reasoningTokens(): number {
    return this.#reasoningTokens;
  }

  get inThinking(): boolean {
    return this.#phase === "thinking";
  }

  /** @param text what the detokenizer gave for this id; may hold the rest of earlier tokens or be empty */
  push(id: number, text: string): OutputEvent[] {
    const events: OutputEvent[] = [];
    const wasThinking = this.inThinking;
    if (this.#phase === "start") this.#start(id, text, events);
    else if (this.#phase === "thinking") this.#thinking(id, text, events);
    else this.#answer(id, text, events);
    if (wasThinking || this.inThinking) this.#reasoningTokens++;
    return events;
  }

  /**
   * No more tokens. Newlines at the end of unfinished thinking are dropped like those before its tag.
   * @param cut the model did not end by itself
   */
  end(cut = false): OutputEnd {
    const events: OutputEvent[] = [];
    const rest = this.#tagFinder?.flush() ?? "";
    if (this.inThinking) {
      const call = this.#endCallInThinking(cut, events);
      if (call) return { events, unclosedThinking: false };
      this.#writeReasoning(rest, events);
      return { events, unclosedThinking: true };
    }
    if (this.#phase === "start") this.#answer(-1, "\n".repeat(this.#heldNewlines) + rest, events, false);
    const last = this.#calls?.end(cut);
    if (last !== undefined) events.push(...last.events);
    const unfinished = last?.unfinished;
    return { events, unclosedThinking: false, ...(unfinished === undefined ? {} : { unfinishedCall: unfinished }) };
  }

  #callParser(): ToolCallParser | undefined {
    const { tools, toolCallStartId, toolCallEndId } = this.#options;
    return tools === undefined ? undefined : new ToolCallParser({ tools, toolCallStartId, toolCallEndId });
  }

  /**
   * A model may forget to close its thinking before it calls a tool. A block that a tag token opened is held back: where
   * nothing but complete calls of declared tools follows, these are the answer; else all of it was thinking.
   */
  #thinkingAboutCall(id: number, text: string, events: OutputEvent[]): boolean {
    const { tools, toolCallStartId, thinkEndId } = this.#options;
    if (this.#callInThinking === undefined) {
      if (tools === undefined || id !== toolCallStartId || thinkEndId === undefined) return false;
      this.#callInThinking = { parser: this.#callParser()!, events: [], raw: "" };
    }
    const held = this.#callInThinking;
    const closes = id === thinkEndId;
    if (!closes) {
      held.raw += text;
      held.events.push(...held.parser.push(id, text));
      if (!held.events.some(isNoCall(tools!))) return true;
    }
    this.#callInThinking = undefined;
    this.#writeReasoning(held.raw, events);
    return !closes;
  }

  /** @returns whether the thinking ended in calls */
  #endCallInThinking(cut: boolean, events: OutputEvent[]): boolean {
    const held = this.#callInThinking;
    if (held === undefined) return false;
    const last = held.parser.end(cut);
    held.events.push(...last.events);
    const calls = last.unfinished === undefined && !held.events.some(isNoCall(this.#options.tools!));
    if (calls) events.push(...held.events);
    else this.#writeReasoning(held.raw, events);
    return calls;
  }

  /** Before the first character of an answer the model may open a think block by itself. */
  #start(id: number, text: string, events: OutputEvent[]): void {
    if (id === this.#options.thinkStartId) {
      this.#beginThinking();
      this.#writeReasoning(withoutTag(text, START_TAG), events);
      return;
    }
    const found = this.#tagFinder?.push(text) ?? { emit: text };
    const content = found.emit.replace(/^\n+/, "");
    this.#heldNewlines += found.emit.length - content.length;
    if (content !== "") {
      const held = "\n".repeat(this.#heldNewlines) + content;
      this.#phase = "answer";
      this.#blank = false;
      const rest = (this.#tagFinder?.flush() ?? "") + (found.stopped ?? "") + (found.rest ?? "");
      this.#tagFinder = undefined;
      this.#answer(id, held + rest, events);
    } else if (found.stopped !== undefined) {
      this.#beginThinking();
      this.#thinking(id, found.rest ?? "", events);
    }
  }

  #beginThinking(): void {
    this.#phase = "thinking";
    this.#blank = true;
    this.#heldNewlines = 0;
    this.#tagFinder = this.#options.thinkEndId === undefined ? createStringFinder([END_TAG]) : undefined;
  }

  #thinking(id: number, text: string, events: OutputEvent[]): void {
    if (this.#thinkingAboutCall(id, text, events)) return;
    if (this.#tagFinder === undefined) {
      // A model may open the block that the prompt already opened.
      if (this.#blank && id === this.#options.thinkStartId) return;
      const closes = id === this.#options.thinkEndId;
      // The text may begin with what was left of an unfinished character before the tag.
      this.#writeReasoning(closes ? withoutTag(text, END_TAG) : text, events);
      if (closes) this.#beginAnswer();
      return;
    }
    const found = this.#tagFinder.push(text);
    this.#writeReasoning(found.emit, events);
    if (found.stopped === undefined) return;
    this.#beginAnswer();
    this.#answer(id, found.rest ?? "", events);
  }

  #beginAnswer(): void {
    this.#phase = "answer";
    this.#blank = true;
    this.#tagFinder = undefined;
  }

  /** @param trim newlines at the start of an answer belong to the template */
  #answer(id: number, text: string, events: OutputEvent[], trim = true): void {
    const content = this.#blank && trim ? text.replace(/^\n+/, "") : text;
    if (content === "") return;
    this.#blank = false;
    if (this.#calls === undefined) write("text", content, events);
    else events.push(...this.#calls.push(id, content));
  }

  /** Newlines at either end of the thinking belong to the template, not to the thought. */
  #writeReasoning(text: string, events: OutputEvent[]): void {
    const content = this.#blank ? text.replace(/^\n+/, "") : text;
    if (content === "") return;
    this.#blank = false;
    const trailing = content.length - lengthWithoutNewlines(content);
    if (trailing === content.length) {
      this.#heldNewlines += trailing;
      return;
    }
    const held = "\n".repeat(this.#heldNewlines);
    this.#heldNewlines = trailing;
    write("reasoning", held + content.slice(0, content.length - trailing), events);
  }
}

/** Whether an event shows that a block in the thinking was no call. */
function isNoCall(tools: ToolSchemas): (event: OutputEvent) => boolean {
  return (event) =>
    event.kind === "text" ? event.text.trim() !== "" : event.kind === "tool_call_start" && !tools.has(event.name);
}

function write(kind: TextEvent["kind"], text: string, events: OutputEvent[]): void {
  if (text !== "") events.push({ kind, text });
}

function withoutTag(text: string, tag: string): string {
  return text.endsWith(tag) ? text.slice(0, -tag.length) : text;
}

/** Length of the text without the newlines at its end. */
function lengthWithoutNewlines(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return end;
}
