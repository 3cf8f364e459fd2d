/**
 * Finds tool calls in an answer while it streams, in the two forms that models of this family write:
 *
 *     <tool_call>                              <tool_call>
 *     <function=NAME>                          {"name": "NAME", "arguments": {…}}
 *     <parameter=KEY>                          </tool_call>
 *     VALUE
 *     </parameter>
 *     </function>
 *     </tool_call>
 *
 * Separate from the output parser, which knows phases and no tools. Where the vocabulary has the tags as tokens, only
 * those open a call: the same characters are text. Inside a call the grammar decides: a closing tag that nothing of the
 * grammar follows is part of the value. Invariants: the events joined do not depend on how text was cut into pushes; what
 * opened a block and became no call is given back as text, whole and in order; once a call has begun, none of it is text.
 *
 * What models leave out is put up with: the opening tag before a declared function at the start of an answer, closing
 * tags whose end is plain, a block of its own for each function.
 */
import type { ToolSchemas } from "./tool-arguments.ts";
import {
  CLOSE,
  closedAtEnd,
  FUNCTION,
  FUNCTION_END,
  goesOn,
  heldAtEnd,
  mayBecome,
  OPEN,
  PARAMETER,
  tagName,
  type ValueRules,
  valueBorder,
} from "./tool-call-grammar.ts";
import { JsonScanner, jsonCall } from "./tool-call-json.ts";
import { OpenCall, type ToolCallEvent } from "./tool-call-writer.ts";

type Event = { readonly kind: "text"; readonly text: string } | ToolCallEvent;

export interface ToolCallParserOptions {
  readonly tools: ToolSchemas;
  /** Ids of the tags. Where the vocabulary has none, the tags are found as text. */
  readonly toolCallStartId?: number | undefined;
  readonly toolCallEndId?: number | undefined;
}

/** Text behind a closing tag in doubt from which on it counts as part of the value. */
const MOST_DOUBT = 65_536;

type State = "text" | "opened" | "json" | "function" | "value" | "closed";

export class ToolCallParser {
  readonly #tools: ToolSchemas;
  readonly #openId: number | undefined;
  readonly #closeId: number | undefined;
  readonly #rules: ValueRules;
  #events: Event[] = [];
  #state: State = "text";
  /** Characters not yet decided, in the present state. */
  #rest = "";
  /** What is given back as text, before the rest, if no call begins. */
  #raw = "";
  /** Whether a tag token opened the block: then the name need not be declared. */
  #certain = false;
  /** Whether the token that closes a block has still to come. */
  #inBlock = false;
  /** Only blanks were read since the answer, or the last call, began. */
  #blank = true;
  #wroteText = false;
  #calls = 0;
  #call: OpenCall | undefined;
  /** A closing tag token came in a value where the grammar has none: data, unless the answer ends behind it. */
  #doubtful = false;
  /** Nothing of the value was read yet: a newline that comes first belongs to the tag. */
  #fresh = false;
  #scanner: JsonScanner | undefined;

  constructor({ tools, toolCallStartId, toolCallEndId }: ToolCallParserOptions) {
    this.#tools = tools;
    this.#openId = toolCallStartId;
    this.#closeId = toolCallEndId;
    this.#rules = { tagsAreText: toolCallEndId === undefined, isDeclared: (name) => tools.has(name) };
  }

  /** @param text what the detokenizer gave for this id; may begin with the rest of earlier tokens */
  push(id: number, text: string): Event[] {
    if (id === this.#openId) {
      this.#read(withoutEnd(text, OPEN));
      this.#openToken();
    } else if (id === this.#closeId) {
      this.#read(withoutEnd(text, CLOSE));
      this.#closeToken();
    } else this.#read(text);
    return this.#taken();
  }

  /**
   * No more text. `unfinished` is the name of a call that was cut, "" where it had none yet.
   * @param cut the model did not end by itself: what is open stays open
   */
  end(cut: boolean): { readonly events: readonly Event[]; readonly unfinished?: string } {
    const unfinished = this.#end(cut);
    return { events: this.#taken(), ...(unfinished === undefined ? {} : { unfinished }) };
  }

  #taken(): Event[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #read(text: string): void {
    if (text === "") return;
    this.#rest += text;
    // Each step takes something off the rest, or leaves it until more comes.
    while (this.#step());
  }

  /** One decision about the rest. @returns whether there may be another */
  #step(): boolean {
    switch (this.#state) {
      case "text":
        return this.#text();
      case "opened":
        return this.#opened();
      case "json":
        return this.#json();
      case "function":
        return this.#function();
      case "value":
        return this.#readValue();
      case "closed":
        return this.#closed();
      default:
        return this.#state satisfies never;
    }
  }

  #openToken(): void {
    if (this.#state === "value") {
      // Another block begins only behind the end of a function; elsewhere the tag is part of the value.
      const end = closedAtEnd(this.#rest, true);
      if (end !== undefined) this.#finishAt(end);
      else if (this.#doubtful) this.#finishInDoubt();
      else return this.#read(OPEN);
    } else if (this.#state === "opened" || this.#state === "json") this.#giveBack();
    else if (this.#state === "function" || this.#state === "closed") {
      if (this.#state === "function") this.#finishCall();
      this.#rest = "";
    }
    this.#inBlock = true;
    this.#open(true, OPEN);
  }

  #closeToken(): void {
    const inBlock = this.#inBlock;
    this.#inBlock = this.#state === "value";
    switch (this.#state) {
      case "text":
        // A block that held more than its call ends here; elsewhere a tag that closes nothing is text.
        return inBlock ? undefined : this.#read(CLOSE);
      case "opened":
      case "json":
        this.#rest += CLOSE;
        return this.#giveBack();
      case "function":
        this.#finishCall();
        return this.#beginText();
      case "value": {
        const end = closedAtEnd(this.#rest, true) ?? closedAtEnd(this.#rest, false);
        if (end !== undefined) {
          this.#inBlock = false;
          return this.#finishAt(end);
        }
        this.#doubtful = true;
        this.#rest += CLOSE;
        return;
      }
      case "closed":
        return this.#beginText();
      default:
        this.#state satisfies never;
    }
  }

  /** The value, and with it the call, ended at `end` of the rest; what is behind are its closing tags. */
  #finishAt(end: number): void {
    this.#call!.finishValue(this.#rest.slice(0, end));
    this.#finishCall();
    this.#beginText();
  }

  /** The value ended before the closing tag that was in doubt; what is behind it is text. */
  #finishInDoubt(): void {
    const at = this.#rest.indexOf(CLOSE);
    const behind = this.#rest.slice(at + CLOSE.length);
    this.#finishAt(this.#rest[at - 1] === "\n" ? at - 1 : at);
    this.#read(behind);
  }

  /** Blanks before a block, which the rest holds, belong to the template, unless no call comes of it. */
  #open(certain: boolean, tag: string, behind = ""): void {
    this.#raw = this.#rest + tag;
    this.#rest = behind;
    this.#certain = certain;
    this.#state = "opened";
  }

  #beginText(): void {
    this.#state = "text";
    this.#rest = "";
    this.#blank = true;
  }

  /** No call: what was held is text. */
  #giveBack(): void {
    const rest = this.#rest;
    this.#state = "text";
    this.#rest = "";
    this.#scanner = undefined;
    this.#blank = false;
    if (this.#certain) this.#inBlock = false;
    this.#writeText(this.#raw);
    this.#read(rest);
  }

  #writeText(text: string): void {
    if (text === "") return;
    this.#wroteText = true;
    this.#blank = false;
    this.#events.push({ kind: "text", text });
  }

  #text(): boolean {
    if (this.#blank) return this.#beginning();
    const rest = this.#rest;
    const tagsAreText = this.#openId === undefined;
    const at = tagsAreText ? rest.indexOf(OPEN) : -1;
    const before = at < 0 ? rest : rest.slice(0, at);
    const ready = before.length - heldAtEnd(before, tagsAreText && at < 0 ? OPEN : "");
    this.#writeText(before.slice(0, ready));
    this.#rest = before.slice(ready);
    if (at < 0) return false;
    this.#open(false, OPEN, rest.slice(at + OPEN.length));
    return true;
  }

  /** At the start of an answer, and behind a call, a declared function needs no opening tag. */
  #beginning(): boolean {
    const content = this.#rest.trimStart();
    if (mayBecome(content, 0, FUNCTION)) return false;
    const blanks = this.#rest.slice(0, this.#rest.length - content.length);
    this.#blank = false;
    if (content.startsWith(FUNCTION)) {
      this.#rest = blanks;
      this.#open(false, "", content);
    } else if (!this.#wroteText && this.#calls > 0) this.#rest = content;
    return true;
  }

  #opened(): boolean {
    const content = this.#rest.trimStart();
    if (content.startsWith("{")) {
      this.#raw += this.#rest.slice(0, this.#rest.length - content.length);
      this.#rest = content;
      this.#scanner = new JsonScanner();
      this.#state = "json";
      return true;
    }
    const found = tagName(content, FUNCTION);
    if (found === "more") return false;
    // Where no token says so, the name must be declared and the grammar go on behind it.
    const isCall = found !== undefined && (this.#certain || (this.#tools.has(found.name) && goesOn(found.behind)));
    if (isCall === "more") return false;
    if (!isCall) this.#giveBack();
    else {
      this.#rest = found.behind;
      this.#beginCall(found.name);
    }
    return true;
  }

  #json(): boolean {
    const end = this.#scanner!.push(this.#rest);
    this.#raw += this.#rest.slice(0, end);
    this.#rest = end === undefined ? "" : this.#rest.slice(end);
    if (end === undefined) return false;
    const call = jsonCall(this.#scanner!.text);
    if (call === undefined || (!this.#certain && !this.#tools.has(call.name))) {
      this.#giveBack();
      return true;
    }
    this.#scanner = undefined;
    this.#beginCall(call.name);
    this.#finishCall(call.arguments);
    this.#state = "closed";
    return true;
  }

  #beginCall(name: string): void {
    this.#call = new OpenCall(this.#calls++, name, this.#tools.get(name), (event) => this.#events.push(event));
    this.#state = "function";
  }

  #finishCall(whole?: string): void {
    this.#call!.finish(whole);
    this.#call = undefined;
  }

  /** Between the tags of a function only tags have meaning. */
  #function(): boolean {
    const content = this.#rest.trimStart();
    this.#rest = content;
    if (content.startsWith(FUNCTION_END)) return this.#functionEnds(content.slice(FUNCTION_END.length));
    if (mayBecome(content, 0, FUNCTION_END)) return false;
    const found = tagName(content, PARAMETER);
    if (found === "more") return false;
    if (found !== undefined) {
      this.#rest = found.behind;
      this.#call!.beginValue(found.name);
      this.#fresh = true;
      this.#doubtful = false;
      this.#state = "value";
      return true;
    }
    if (this.#rules.tagsAreText && mayBecome(content, 0, CLOSE)) return false;
    if (this.#rules.tagsAreText && content.startsWith(CLOSE)) return this.#functionEnds(content);
    const next = content.indexOf("<", 1);
    this.#rest = next < 0 ? "" : content.slice(next);
    return next >= 0;
  }

  #functionEnds(behind: string): true {
    this.#finishCall();
    this.#rest = behind;
    this.#state = "closed";
    return true;
  }

  #readValue(): boolean {
    if (this.#rest === "") return false;
    if (this.#fresh) this.#rest = this.#rest.replace(/^\n/, "");
    this.#fresh = false;
    const border = valueBorder(this.#rest, this.#rules);
    if (border.kind === "end") {
      const behind = this.#rest.slice(border.behind);
      this.#call!.finishValue(this.#rest.slice(0, border.at));
      this.#rest = behind;
      this.#state = "function";
      return true;
    }
    // What follows a tag in doubt is not passed on before the doubt is over.
    if (this.#doubtful && this.#rest.length < MOST_DOUBT) return false;
    this.#doubtful = false;
    this.#call!.growValue(this.#rest.slice(0, border.at));
    this.#rest = this.#rest.slice(border.at);
    return false;
  }

  /** Behind a function: the closing tag, another function, or text of an answer that forgot the tag. */
  #closed(): boolean {
    const content = this.#rest.trimStart();
    const closes = this.#rules.tagsAreText;
    if ((closes && mayBecome(content, 0, CLOSE)) || mayBecome(content, 0, FUNCTION)) return false;
    const behind = closes && content.startsWith(CLOSE) ? content.slice(CLOSE.length) : this.#rest;
    this.#beginText();
    this.#rest = behind;
    return behind !== "";
  }

  /** @returns the name of an unfinished call */
  #end(cut: boolean): string | undefined {
    switch (this.#state) {
      case "text":
        // Blanks at the end of an answer are its own, behind a call the template's.
        if (!this.#blank || this.#calls === 0 || this.#rest.trim() !== "") this.#writeText(this.#rest);
        return undefined;
      case "opened":
      case "json":
        // A block that a token opened and a limit cut is a call that was on its way.
        if (cut && this.#certain) return "";
        this.#giveBack();
        this.#writeText(this.#rest);
        return undefined;
      case "closed":
        if (this.#rest.trim() !== "") this.#writeText(this.#rest);
        return undefined;
      case "function":
        if (cut) return this.#call!.name;
        this.#finishCall();
        return undefined;
      case "value":
        return this.#endValue(cut);
      default:
        return this.#state satisfies never;
    }
  }

  #endValue(cut: boolean): string | undefined {
    const end = closedAtEnd(this.#rest, true) ?? (cut ? undefined : closedAtEnd(this.#rest, false));
    if (end === undefined && !this.#doubtful) return this.#call!.name;
    if (end !== undefined) this.#finishAt(end);
    else this.#finishInDoubt();
    return this.#end(cut);
  }
}

function withoutEnd(text: string, tag: string): string {
  return text.endsWith(tag) ? text.slice(0, -tag.length) : text;
}
