/**
 * Reads a Hugging Face `tokenizer.json` into the plain parts the encoder needs. Separate so that every question of
 * file shape is answered, and every unsupported feature refused, before the first text is encoded. Invariant: nothing
 * that changes ids is ignored silently; what is not understood is an ArtifactError that names the part.
 */
import { ArtifactError } from "../base/errors.ts";
import { byteCharacter, isByteLevel } from "./byte-level.ts";

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
  /** Id of a token text in the byte-level alphabet; added tokens are not in it. */
  readonly vocab: ReadonlyMap<string, number>;
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
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch (cause) {
    throw damaged("the file", `is not valid JSON (${(cause as Error).message})`, cause);
  }
  if (!isObject(root)) throw damaged("the file", "is not a JSON object");
  const model = root["model"];
  if (!isObject(model)) throw damaged("model", "is missing");
  checkModel(model);
  checkPostProcessor(root["post_processor"]);
  if (!isObject(root["decoder"]) || root["decoder"]["type"] !== "ByteLevel") {
    throw unsupported("decoder", describe(root["decoder"]), "ByteLevel");
  }
  const vocab = readVocab(model["vocab"]);
  return {
    vocab,
    merges: readMerges(model["merges"], vocab),
    byteIds: readByteIds(vocab),
    addedTokens: readAddedTokens(root["added_tokens"]),
    normalizer: readNormalizer(root["normalizer"]),
    pattern: readPattern(root["pre_tokenizer"]),
    ignoreMerges: model["ignore_merges"] === true,
  };
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

function readVocab(value: unknown): ReadonlyMap<string, number> {
  if (!isObject(value)) throw damaged("model.vocab", "is missing or not an object");
  const vocab = new Map<string, number>();
  const seen = new Uint8Array(MOST_TOKENS);
  for (const token of Object.keys(value)) {
    const id = value[token];
    if (!isId(id)) throw badId(id, `model.vocab[${JSON.stringify(token)}]`);
    if (seen[id] === 1) {
      throw damaged("model.vocab", `gives id ${id} to two tokens, one of them ${JSON.stringify(token)}`);
    }
    if (!isByteLevel(token)) {
      throw damaged("model.vocab", `holds ${JSON.stringify(token)}, which is not in the byte-level alphabet`);
    }
    seen[id] = 1;
    vocab.set(token, id);
  }
  return vocab;
}

function readByteIds(vocab: ReadonlyMap<string, number>): Int32Array {
  const ids = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const id = vocab.get(byteCharacter(byte));
    if (id === undefined) throw damaged("model.vocab", `has no token for byte 0x${byte.toString(16)}`);
    ids[byte] = id;
  }
  return ids;
}

function readMerges(value: unknown, vocab: ReadonlyMap<string, number>): Int32Array {
  if (!Array.isArray(value)) throw damaged("model.merges", "is missing or not a list");
  const merges = new Int32Array(3 * value.length);
  const idOf = (token: string, index: number): number => {
    const id = vocab.get(token);
    if (id === undefined)
      throw damaged(`model.merges[${index}]`, `needs ${JSON.stringify(token)}, not in the vocabulary`);
    return id;
  };
  for (const [index, entry] of value.entries()) {
    const pair: unknown = typeof entry === "string" ? entry.split(" ") : entry;
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string" || typeof pair[1] !== "string") {
      throw damaged(`model.merges[${index}]`, `is ${JSON.stringify(entry)}, not a pair of tokens`);
    }
    merges[3 * index] = idOf(pair[0], index);
    merges[3 * index + 1] = idOf(pair[1], index);
    merges[3 * index + 2] = idOf(pair[0] + pair[1], index);
  }
  return merges;
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
