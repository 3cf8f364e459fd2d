/**
 * Reads a Hugging Face `tokenizer.json` into the plain parts the encoder needs. Separate so that every question of
 * file shape is answered, and every unsupported feature refused, before the first text is encoded. Invariant: nothing
 * that changes ids is ignored silently; what is not understood is an ArtifactError that names the part.
 */
import { ArtifactError } from "../base/errors.ts";
import { unreachable } from "../base/invariant.ts";
import { byteCharacter, byteLevelText } from "./byte-level.ts";
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, JsonCursor, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./json-cursor.ts";
import { type Refusal, Vocabulary } from "./vocabulary.ts";

export interface AddedToken {
  readonly id: number;
  readonly content: string;
  /** Removed by `skipSpecial` when decoding. */
  readonly special: boolean;
  /** Only where no word goes on at either side. */
  readonly singleWord: boolean;
  /** Takes the white space before it. */
  readonly lstrip: boolean;
  /** Takes the white space behind it. */
  readonly rstrip: boolean;
  /** Looked for in normalised text, as normalised text. */
  readonly normalized: boolean;
}

export interface TokenizerParts {
  /** Added tokens are not in it. */
  readonly vocab: Vocabulary;
  /** `[left, right, merged]` ids of each merge, best first. */
  readonly merges: Int32Array;
  /** Id of each byte value. */
  readonly byteIds: Int32Array;
  readonly addedTokens: readonly AddedToken[];
  readonly normalizer: "nfc" | "none";
  /** The regular expression that cuts text into pieces, as written in the file. */
  readonly pattern: string;
  /** A piece that is a token as a whole is that token, whatever the merges say. */
  readonly ignoreMerges: boolean;
}

/** Ids above this are no vocabulary but a damaged file. */
const MOST_TOKENS = 1 << 22;

type JsonObject = Readonly<Record<string, unknown>>;

/** @throws ArtifactError `tokenizer_damaged`, `tokenizer_unsupported` */
export function readTokenizerJson(json: string): TokenizerParts {
  try {
    return readParts(json, findLists(json));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const cause = faultOf(json) ?? error;
    throw damaged("the file", `is not valid JSON (${cause.message})`, cause);
  }
}

/** What `JSON.parse` says of the whole file: places of its parts would mean nothing to a reader. */
function faultOf(json: string): Error | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the two long lists of the model stand. Both are read in place; `JSON.parse` reads what is around them. */
type Lists = Readonly<Partial<Record<"vocab" | "merges", Span>>>;

/** Looks at the file's outline only; where it is not what it should be, `JSON.parse` of the whole says why. */
function findLists(json: string): Lists {
  const found: Partial<Record<"vocab" | "merges", Span>> = {};
  const cursor = new JsonCursor(json);
  try {
    if (!enterMember(cursor, "model")) return found;
    for (let more = cursor.take(OPEN_OBJECT); more; more = cursor.take(COMMA)) {
      const key = readKey(cursor);
      const opening = cursor.peek();
      const from = cursor.at;
      cursor.skip();
      if (key === "vocab" && opening === OPEN_OBJECT) found.vocab = { from, to: cursor.at };
      if (key === "merges" && opening === OPEN_ARRAY) found.merges = { from, to: cursor.at };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return found;
}

/** Moves to the value of an object's member. False when there is none. */
function enterMember(cursor: JsonCursor, wanted: string): boolean {
  for (let more = cursor.take(OPEN_OBJECT); more; more = cursor.take(COMMA)) {
    if (readKey(cursor) === wanted) return true;
    cursor.skip();
  }
  return false;
}

function readKey(cursor: JsonCursor): string {
  cursor.string();
  const key = cursor.source.slice(cursor.from, cursor.to);
  cursor.expect(COLON);
  return key;
}

/** @throws ArtifactError; SyntaxError where the text is no JSON */
function readParts(json: string, lists: Lists): TokenizerParts {
  const root: unknown = JSON.parse(without(json, lists));
  if (!isObject(root)) throw damaged("the file", "is not a JSON object");
  const model = root["model"];
  if (!isObject(model)) throw damaged("model", "is missing");
  checkModel(model);
  checkPostProcessor(root["post_processor"]);
  if (!isObject(root["decoder"]) || root["decoder"]["type"] !== "ByteLevel") {
    throw unsupported("decoder", describe(root["decoder"]), "ByteLevel");
  }
  const vocab = readVocab(json, listOf(model, lists, "vocab"));
  return {
    vocab,
    merges: readMerges(json, listOf(model, lists, "merges"), vocab),
    byteIds: readByteIds(vocab),
    addedTokens: readAddedTokens(root["added_tokens"]),
    normalizer: readNormalizer(root["normalizer"]),
    pattern: readPattern(root["pre_tokenizer"]),
    ignoreMerges: model["ignore_merges"] === true,
  };
}

/** The file with `null` in place of the lists. */
function without(json: string, lists: Lists): string {
  let rest = "";
  let at = 0;
  for (const span of Object.values(lists).sort((a, b) => a.from - b.from)) {
    rest += `${json.slice(at, span.from)}null`;
    at = span.to;
  }
  return rest + json.slice(at);
}

function listOf(model: JsonObject, lists: Lists, name: "vocab" | "merges"): Span {
  const span = lists[name];
  const other = model[name];
  if (span !== undefined && other === null) return span;
  // Of two equal keys `JSON.parse` takes the last one; the list found above, if any, is the other one's.
  if (name === "vocab" ? isObject(other) : Array.isArray(other)) throw damaged("model", "stands in the file twice");
  throw damaged(`model.${name}`, `is missing or not ${name === "vocab" ? "an object" : "a list"}`);
}

function checkModel(model: JsonObject): void {
  // Very old files leave the type out.
  if (model["type"] !== undefined && model["type"] !== "BPE") throw unsupported("model", describe(model), "BPE");
  if (model["byte_fallback"] === true) throw unsupported("model.byte_fallback", "true", "false");
  for (const name of ["dropout", "continuing_subword_prefix", "end_of_word_suffix"]) {
    const value = model[name];
    if (value !== undefined && value !== null && value !== "" && value !== 0) {
      throw unsupported(`model.${name}`, JSON.stringify(value), "null");
    }
  }
}

function readVocab(json: string, span: Span): Vocabulary {
  // What a token takes in files as they are published; the vocabulary grows where it takes less.
  const vocab = new Vocabulary(Math.ceil((span.to - span.from) / 24));
  const cursor = new JsonCursor(json, span.from);
  cursor.expect(OPEN_OBJECT);
  for (let more = !cursor.take(CLOSE_OBJECT); more; more = goesOn(cursor, CLOSE_OBJECT)) {
    cursor.string();
    const { source, from, to } = cursor;
    cursor.expect(COLON);
    const natural = cursor.natural();
    const id = natural < 0 ? cursor.value() : natural;
    if (!isId(id)) throw badId(id, `model.vocab[${JSON.stringify(source.slice(from, to))}]`);
    const refusal = vocab.add(source, from, to, id);
    if (refusal !== undefined) throw badToken(refusal, source.slice(from, to), id);
  }
  return vocab;
}

function badToken(refusal: Refusal, token: string, id: number): ArtifactError {
  const shown = JSON.stringify(token);
  switch (refusal) {
    case "taken id":
      return damaged("model.vocab", `gives id ${id} to two tokens, one of them ${shown}`);
    case "known token":
      return damaged("model.vocab", `names the token ${shown} twice`);
    case "foreign character":
      return damaged("model.vocab", `holds ${shown}, which is not in the byte-level alphabet`);
    default:
      return unreachable(refusal satisfies never);
  }
}

function readByteIds(vocab: Vocabulary): Int32Array {
  const ids = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    ids[byte] = vocab.idOf(byteCharacter(byte));
    if (ids[byte]! < 0) throw damaged("model.vocab", `has no token for byte 0x${byte.toString(16)}`);
  }
  return ids;
}

function readMerges(json: string, span: Span, vocab: Vocabulary): Int32Array {
  let merges = new Int32Array(3 * vocab.size + 3);
  let count = 0;
  let merged = -1;
  const cursor = new JsonCursor(json, span.from);
  cursor.expect(OPEN_ARRAY);
  for (let more = !cursor.take(CLOSE_ARRAY); more; more = goesOn(cursor, CLOSE_ARRAY)) {
    if (3 * count === merges.length) {
      const grown = new Int32Array(2 * merges.length);
      grown.set(merges);
      merges = grown;
    }
    readPair(cursor, vocab, merges, count);
    const left = merges[3 * count]!;
    const right = merges[3 * count + 1]!;
    // Files list tokens in the order of their merges, so the one after the last is tried first.
    merged = vocab.idOfPair(left, right, merged + 1);
    if (merged < 0) {
      throw unknownToken(count, byteLevelText(vocab.bytesOf(left)) + byteLevelText(vocab.bytesOf(right)));
    }
    merges[3 * count + 2] = merged;
    count++;
  }
  return merges.slice(0, 3 * count);
}

/** Reads `["a", "b"]`, or `"a b"` in older files, as the left and right id of a merge. */
function readPair(cursor: JsonCursor, vocab: Vocabulary, merges: Int32Array, index: number): void {
  const opening = cursor.peek();
  const start = cursor.at;
  if (opening === QUOTE) {
    cursor.string();
    const { source, from, to } = cursor;
    // No token holds a space: the byte-level alphabet has another character for it.
    const space = source.indexOf(" ", from);
    if (space < 0 || space >= to) throw badMerge(cursor, index, start);
    merges[3 * index] = idOf(source, from, space, vocab, index);
    merges[3 * index + 1] = idOf(source, space + 1, to, vocab, index);
    return;
  }
  if (!cursor.take(OPEN_ARRAY) || cursor.peek() !== QUOTE) throw badMerge(cursor, index, start);
  cursor.string();
  merges[3 * index] = idOf(cursor.source, cursor.from, cursor.to, vocab, index);
  if (!cursor.take(COMMA) || cursor.peek() !== QUOTE) throw badMerge(cursor, index, start);
  cursor.string();
  merges[3 * index + 1] = idOf(cursor.source, cursor.from, cursor.to, vocab, index);
  if (!cursor.take(CLOSE_ARRAY)) throw badMerge(cursor, index, start);
}

function idOf(source: string, from: number, to: number, vocab: Vocabulary, index: number): number {
  const id = vocab.idOf(source, from, to);
  if (id < 0) throw unknownToken(index, source.slice(from, to));
  return id;
}

/** Whether another element of a list follows. */
function goesOn(cursor: JsonCursor, close: number): boolean {
  if (cursor.take(COMMA)) return true;
  cursor.expect(close);
  return false;
}

/** @throws SyntaxError when what stands there is no JSON at all */
function badMerge({ text }: JsonCursor, index: number, at: number): ArtifactError {
  const entry = new JsonCursor(text, at).value();
  return damaged(`model.merges[${index}]`, `is ${JSON.stringify(entry)}, not a pair of tokens`);
}

function unknownToken(index: number, token: string): ArtifactError {
  return damaged(`model.merges[${index}]`, `needs ${JSON.stringify(token)}, not in the vocabulary`);
}

function readAddedTokens(value: unknown): readonly AddedToken[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw damaged("added_tokens", "is not a list");
  return value.map((entry: unknown, index) => {
    const where = `added_tokens[${index}]`;
    if (!isObject(entry)) throw damaged(where, "is not an object");
    const { id, content, special } = entry;
    if (!isId(id)) throw badId(id, where);
    if (typeof content !== "string" || content === "") throw damaged(where, "has no content");
    return {
      id,
      content,
      special: special === true,
      singleWord: entry["single_word"] === true,
      lstrip: entry["lstrip"] === true,
      rstrip: entry["rstrip"] === true,
      normalized: entry["normalized"] === true,
    };
  });
}

function readNormalizer(value: unknown): "nfc" | "none" {
  if (value === undefined || value === null) return "none";
  if (isObject(value) && value["type"] === "NFC") return "nfc";
  if (isObject(value) && value["type"] === "Sequence" && Array.isArray(value["normalizers"])) {
    const all = value["normalizers"].map(readNormalizer);
    return all.includes("nfc") ? "nfc" : "none";
  }
  throw unsupported("normalizer", describe(value), "NFC or null");
}

function readPattern(value: unknown): string {
  const steps: unknown = isObject(value) && value["type"] === "Sequence" ? value["pretokenizers"] : undefined;
  if (!Array.isArray(steps) || steps.length !== 2) {
    throw unsupported("pre_tokenizer", describe(value), "a sequence of Split and ByteLevel");
  }
  const [split, bytes] = steps as readonly unknown[];
  if (!isObject(split) || split["type"] !== "Split") {
    throw unsupported("pre_tokenizer[0]", describe(split), "Split");
  }
  if (split["behavior"] !== "Isolated" || split["invert"] === true) {
    throw unsupported("pre_tokenizer[0]", `behavior ${JSON.stringify(split["behavior"])}`, "Isolated, not inverted");
  }
  if (!isObject(bytes) || bytes["type"] !== "ByteLevel") {
    throw unsupported("pre_tokenizer[1]", describe(bytes), "ByteLevel");
  }
  if (bytes["add_prefix_space"] === true || bytes["use_regex"] !== false) {
    throw unsupported("pre_tokenizer[1]", "ByteLevel with its own splitting", "no prefix space, use_regex false");
  }
  const pattern = split["pattern"];
  if (!isObject(pattern) || typeof pattern["Regex"] !== "string") {
    throw unsupported("pre_tokenizer[0].pattern", describe(pattern), "a Regex");
  }
  return pattern["Regex"];
}

/** Only processors that leave the ids alone are accepted; ByteLevel merely moves offsets. */
function checkPostProcessor(value: unknown): void {
  if (value === undefined || value === null) return;
  if (isObject(value) && value["type"] === "ByteLevel") return;
  if (isObject(value) && value["type"] === "Sequence" && Array.isArray(value["processors"])) {
    for (const step of value["processors"]) checkPostProcessor(step);
    return;
  }
  throw unsupported("post_processor", describe(value), "ByteLevel or null");
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MOST_TOKENS;
}

function badId(value: unknown, where: string): ArtifactError {
  return damaged(where, `has id ${JSON.stringify(value)}, needed an integer from 0 to ${MOST_TOKENS - 1}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return isObject(value) && typeof value["type"] === "string"
    ? value["type"]
    : (JSON.stringify(value) ?? "nothing").slice(0, 80);
}

function damaged(part: string, what: string, cause?: unknown): ArtifactError {
  return new ArtifactError("tokenizer_damaged", `tokenizer.json: ${part} ${what}`, {
    hint: "fetch the model's tokenizer.json again",
    data: { part },
    cause,
  });
}

function unsupported(part: string, found: string, needed: string): ArtifactError {
  return new ArtifactError("tokenizer_unsupported", `tokenizer.json: ${part} is ${found}, needed ${needed}`, {
    hint: "only byte-level BPE tokenizers of the Qwen kind are supported",
    data: { part, found, needed },
  });
}
