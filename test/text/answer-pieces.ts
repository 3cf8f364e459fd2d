/**
 * Answers as they reach the output parser, for its tests: scripts whose tags may be tokens, cut anywhere, and what all
 * events together say. Every answer that is parsed here is also held to the order of events.
 */
import { expect } from "vitest";
import { type OutputEvent, OutputParser } from "../../src/text/output-parser.ts";
import { type ToolSchemas, toolSchemas } from "../../src/text/tool-arguments.ts";

/** QWERK_FUZZ multiplies what the properties try. */
export const RUNS = 400 * Number(process.env["QWERK_FUZZ"] ?? 1);
const THINK_END = 1;
export const CALL = 2;
export const CALL_END = 3;
const TAGS = new Map([
  ["</think>", THINK_END],
  ["<tool_call>", CALL],
  ["</tool_call>", CALL_END],
]);

/** A piece of an answer: characters, or a tag as one token. */
type Piece = { readonly text: string; readonly id: number };

/** Pieces of a script whose ⟦tag⟧ parts are tokens. */
export function pieces(script: string): Piece[] {
  return script
    .split(/(⟦[^⟧]*⟧)/)
    .filter((part) => part !== "")
    .map((part) => {
      const tag = part.startsWith("⟦") ? part.slice(1, -1) : undefined;
      return tag === undefined ? { text: part, id: 0 } : { text: tag, id: TAGS.get(tag)! };
    });
}

/** Characters cut at the given distances; tags stay whole. */
export function cut(whole: readonly Piece[], sizes: readonly number[]): Piece[] {
  let turn = 0;
  return whole.flatMap((piece) => {
    if (piece.id !== 0) return [piece];
    const parts: Piece[] = [];
    for (let at = 0; at < piece.text.length; ) {
      const size = sizes[turn++ % sizes.length]!;
      parts.push({ text: piece.text.slice(at, at + size), id: 0 });
      at += size;
    }
    return parts;
  });
}

interface Parsed {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  readonly unfinished?: string;
  readonly events: readonly OutputEvent[];
}

interface ParseOptions {
  readonly tools?: ToolSchemas;
  readonly cut?: boolean;
  readonly thinking?: boolean;
  /** The vocabulary has no tags: they are found as text. */
  readonly asText?: boolean;
}

export function parse(given: readonly Piece[], options: ParseOptions = {}): Parsed {
  const parser = new OutputParser({
    startsInThinking: options.thinking ?? false,
    ...(options.asText ? {} : { thinkEndId: THINK_END, toolCallStartId: CALL, toolCallEndId: CALL_END }),
    tools: options.tools ?? TOOLS,
  });
  const events = given.flatMap(({ id, text }) => parser.push(options.asText ? 0 : id, text));
  const end = parser.end(options.cut);
  events.push(...end.events);
  checkOrder(events);
  const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
  const reasoning = events.map((event) => (event.kind === "reasoning" ? event.text : "")).join("");
  const calls = events.flatMap((e) => (e.kind === "tool_call" ? [{ name: e.name, arguments: e.arguments }] : []));
  const { unfinishedCall } = end;
  return { text, reasoning, calls, events, ...(unfinishedCall === undefined ? {} : { unfinished: unfinishedCall }) };
}

/** A call is its start, its arguments in pieces and its end, with the next index, and nothing between. */
function checkOrder(events: readonly OutputEvent[]): void {
  let index = 0;
  let open: { name: string; json: string } | undefined;
  for (const event of events) {
    switch (event.kind) {
      case "tool_call_start":
        expect(open).toBeUndefined();
        expect(event.index).toBe(index++);
        open = { name: event.name, json: "" };
        break;
      case "tool_call_arguments":
        expect(event.index).toBe(index - 1);
        open!.json += event.text;
        break;
      case "tool_call":
        expect({ index: event.index, name: event.name, json: event.arguments }).toEqual({ index: index - 1, ...open });
        expect(() => JSON.parse(event.arguments)).not.toThrow();
        open = undefined;
        break;
      default:
        expect(open).toBeUndefined();
    }
  }
}

/** What a whole answer gives, events aside. */
export const outcome = ({ events: _, ...rest }: Parsed) => rest;

const PROPERTIES = {
  read: { path: { type: "string" }, n: { type: "integer" } },
  put: {
    ...{ path: { type: "string" }, body: { type: "string" }, opts: { type: "object" }, list: { type: "array" } },
    ...{ ratio: { type: "number" }, ok: { type: "boolean" }, opt: { type: ["integer", "null"] } },
  },
  now: {},
};
const TOOLS = toolSchemas(
  Object.entries(PROPERTIES).map(([name, properties]) => ({
    ...{ type: "function", function: { name, parameters: { type: "object", properties } } },
  })),
);
