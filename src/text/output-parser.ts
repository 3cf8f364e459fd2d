/**
 * Splits generated text into reasoning and answer while it streams. Separate from the detokenizer because it works on
 * tokens: a `</think>` that the model wrote as the single control token ends the thinking, the same characters written
 * letter by letter are just text. Invariant: nothing is lost but the tags and the newlines the template puts around
 * them, and the events joined do not depend on how the text was cut into pushes.
 *
 * The phases are a chain, `thinking` then `answer`; what a later phase wants to find in the answer (tool calls) is
 * another phase fed by `#answer`, which sees each piece of answer text once, in order, with the token it came from.
 */
import { createStringFinder } from "./stop-conditions.ts";

export interface OutputEvent {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

export interface OutputParserOptions {
  /** Whether the prompt ended inside a think block (see `endsInThinking`). */
  readonly startsInThinking: boolean;
  /** Ids of the tags. Where the vocabulary has none, the tags are found as text. */
  readonly thinkStartId?: number | undefined;
  readonly thinkEndId?: number | undefined;
}

export interface OutputEnd {
  readonly events: readonly OutputEvent[];
  /** The generation ended before `</think>`: all of it was reasoning and there is no answer. */
  readonly unclosedThinking: boolean;
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

  constructor(options: OutputParserOptions) {
    this.#options = options;
    this.#phase = "start";
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

  /** No more tokens. Newlines at the end of unfinished thinking are dropped like those before its tag. */
  end(): OutputEnd {
    const events: OutputEvent[] = [];
    const rest = this.#tagFinder?.flush() ?? "";
    const unclosedThinking = this.inThinking;
    if (unclosedThinking) this.#writeReasoning(rest, events);
    else if (this.#phase === "start") write("text", "\n".repeat(this.#heldNewlines) + rest, events);
    return { events, unclosedThinking };
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

  #answer(_id: number, text: string, events: OutputEvent[]): void {
    const content = this.#blank ? text.replace(/^\n+/, "") : text;
    if (content !== "") this.#blank = false;
    write("text", content, events);
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

function write(kind: OutputEvent["kind"], text: string, events: OutputEvent[]): void {
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
