/**
 * The tokenizer: text to ids and back, for byte-level BPE files of the Qwen kind, the same code in Node and browsers.
 * This file joins the parts: control tokens are cut out first, each plain chunk between them is normalised, split into
 * pieces and merged. Invariants: user text never yields a control id unless its segment allows it; no input makes
 * `encode` or `decode` throw (lone surrogates count as U+FFFD).
 */
import { Merger, MergeTable } from "./bpe.ts";
import { byteLevelText } from "./byte-level.ts";
import { type AllowControl, ControlTokens, type PromptPart, type TextSegment } from "./control-tokens.ts";
import { normalizeNfc } from "./nfc.ts";
import { LONGEST_CACHED_PIECE, PieceCache } from "./piece-cache.ts";
import { PieceSymbols } from "./piece-symbols.ts";
import { createSplitter, type UnitText } from "./splitter.ts";
import { type AddedToken, readTokenizerJson, type TokenizerParts } from "./tokenizer-json.ts";

export interface TokenizerOptions {
  /** Pieces remembered between calls; about 70 bytes each. Default 40,000. */
  readonly cacheEntries?: number;
}

interface EncodeOptions {
  /** Control tokens that their text may become. Default false: all text is plain. */
  readonly allowControl?: AllowControl;
}

export interface DecodeOptions {
  /** Leave out added tokens marked `special` (`<|im_end|>`, not `<think>`). Default false. */
  readonly skipSpecial?: boolean;
}

export interface Tokenizer {
  /** One more than the highest id that has a token; the model's padded vocabulary may be larger. */
  readonly vocabSize: number;
  readonly controlTokens: readonly AddedToken[];
  encode(text: string, options?: EncodeOptions): number[];
  /** The ids of the joined text, with control tokens only where a segment allows them. */
  encodeSegments(segments: readonly TextSegment[]): number[];
  /** The joined text of segments, cut at its control tokens. Each part is encoded by itself: `encodePart`. */
  cutSegments(segments: readonly TextSegment[]): PromptPart[];
  /** Ids of a text that `cutSegments` left between tokens; none is looked for in it. */
  encodePart(text: string): number[];
  /** Text of ids. Invalid UTF-8 becomes U+FFFD; an id without a token decodes to nothing. */
  decode(ids: Iterable<number>, options?: DecodeOptions): string;
  /** Bytes of one id; empty for an id without a token. */
  tokenBytes(id: number): Uint8Array;
  isSpecial(id: number): boolean;
  /** Id of a control token's text, or of a token in the file's byte-level spelling (`Ġthe`). */
  tokenToId(token: string): number | undefined;
  idToToken(id: number): string | undefined;
}

/**
 * @param tokenizerJson text of a `tokenizer.json`
 * @throws ArtifactError `tokenizer_damaged`, `tokenizer_unsupported`
 */
export function createTokenizer(tokenizerJson: string, options: TokenizerOptions = {}): Tokenizer {
  return new ByteLevelTokenizer(readTokenizerJson(tokenizerJson), options.cacheEntries ?? 40_000);
}

/** Text below this code unit is in normal form C whatever it is. */
const FIRST_UNSTABLE = 0x300;
const REPLACEMENT = 0xfffd;
/** Scratch memory of larger texts is given back. */
const LARGEST_KEPT = 1 << 20;

class ByteLevelTokenizer implements Tokenizer {
  readonly vocabSize: number;
  readonly controlTokens: readonly AddedToken[];
  readonly #parts: TokenizerParts;
  readonly #control: ControlTokens;
  readonly #added: ReadonlyMap<number, AddedToken>;
  readonly #addedIds: ReadonlyMap<string, number>;
  readonly #addedBytes: ReadonlyMap<number, Uint8Array>;
  readonly #split: ReturnType<typeof createSplitter>;
  readonly #merger: Merger;
  readonly #pieceSymbols: PieceSymbols;
  readonly #cache: PieceCache;
  #symbols = new Int32Array(1024);
  #ranks = new Int32Array(1024);
  #units = new Uint16Array(4096);
  #out = new Int32Array(1024);
  #outCount = 0;

  constructor(parts: TokenizerParts, cacheEntries: number) {
    this.#parts = parts;
    this.controlTokens = parts.addedTokens;
    const normalise = parts.normalizer === "nfc" ? normalizeNfc : (text: string) => text;
    this.#control = new ControlTokens(parts.addedTokens, normalise);
    this.#added = new Map(parts.addedTokens.map((token) => [token.id, token]));
    this.#addedIds = new Map(parts.addedTokens.map((token) => [token.content, token.id]));
    const encoder = new TextEncoder();
    this.#addedBytes = new Map(parts.addedTokens.map((token) => [token.id, encoder.encode(token.content)]));
    this.vocabSize = Math.max(parts.vocab.size, ...parts.addedTokens.map((token) => token.id + 1));
    this.#split = createSplitter(parts.pattern);
    this.#cache = new PieceCache(cacheEntries);
    const table = new MergeTable(parts.merges);
    this.#merger = new Merger(table);
    this.#pieceSymbols = new PieceSymbols(table, this.#merger, parts);
  }

  encode(text: string, options: EncodeOptions = {}): number[] {
    return this.encodeSegments([{ text, allowControl: options.allowControl ?? false }]);
  }

  encodeSegments(segments: readonly TextSegment[]): number[] {
    this.#outCount = 0;
    for (const part of this.cutSegments(segments)) {
      if (typeof part === "number") {
        this.#reserve(1);
        this.#out[this.#outCount++] = part;
      } else this.#encodePlain(part);
    }
    return this.#takeOut();
  }

  encodePart(text: string): number[] {
    this.#outCount = 0;
    this.#encodePlain(text);
    return this.#takeOut();
  }

  #takeOut(): number[] {
    const count = this.#outCount;
    const out = this.#out;
    const ids = new Array<number>(count);
    for (let i = 0; i < count; i++) ids[i] = out[i]!;
    if (out.length > LARGEST_KEPT) this.#out = new Int32Array(1024);
    return ids;
  }

  cutSegments(segments: readonly TextSegment[]): PromptPart[] {
    return this.#control.cut(segments);
  }

  decode(ids: Iterable<number>, options: DecodeOptions = {}): string {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (const id of ids) {
      if (options.skipSpecial === true && this.isSpecial(id)) continue;
      const bytes = this.tokenBytes(id);
      chunks.push(bytes);
      length += bytes.length;
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(all);
  }

  tokenBytes(id: number): Uint8Array {
    return this.#addedBytes.get(id) ?? this.#parts.vocab.bytesOf(id);
  }

  isSpecial(id: number): boolean {
    return this.#added.get(id)?.special === true;
  }

  tokenToId(token: string): number | undefined {
    const added = this.#addedIds.get(token);
    if (added !== undefined) return added;
    const id = this.#parts.vocab.idOf(token);
    return id < 0 ? undefined : id;
  }

  idToToken(id: number): string | undefined {
    const added = this.#added.get(id);
    if (added !== undefined) return added.content;
    const bytes = this.tokenBytes(id);
    return bytes.length === 0 ? undefined : byteLevelText(bytes);
  }

  #encodePlain(chunk: string): void {
    const source = this.#prepare(chunk);
    const pieceEnd = this.#split(source);
    for (let at = 0; at < source.length; ) {
      const end = pieceEnd(at);
      this.#encodePiece(source.units, at, end);
      at = end;
    }
    if (this.#units.length > LARGEST_KEPT) this.#units = new Uint16Array(4096);
  }

  /** Units of the normalised, well-formed text. */
  #prepare(chunk: string): UnitText {
    if (chunk.length > this.#units.length) this.#units = new Uint16Array(2 * chunk.length);
    const highest = copyUnits(chunk, this.#units);
    let text = chunk;
    if (highest >= FIRST_UNSTABLE && this.#parts.normalizer === "nfc") {
      text = normalizeNfc(chunk);
      if (text !== chunk) {
        // Some characters have longer composed forms than their own.
        if (text.length > this.#units.length) this.#units = new Uint16Array(2 * text.length);
        copyUnits(text, this.#units);
      }
    }
    return { units: this.#units, length: text.length, text };
  }

  #encodePiece(units: Uint16Array, from: number, to: number): void {
    if (this.#outCount + 3 * (to - from) > this.#out.length) this.#reserve(3 * (to - from));
    if (to - from === 1 && units[from]! < 0x80) {
      this.#out[this.#outCount++] = this.#parts.byteIds[units[from]!]!;
      return;
    }
    if (to - from > LONGEST_CACHED_PIECE) {
      const count = this.#mergePiece(units, from, to);
      this.#append(this.#symbols, 0, count);
      if (this.#symbols.length > LARGEST_KEPT) {
        this.#symbols = new Int32Array(1024);
        this.#ranks = new Int32Array(1024);
      }
      return;
    }
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193);
    hash ^= hash >>> 15;
    const cache = this.#cache;
    const entry = cache.find(units, from, to, hash);
    if (entry >= 0) {
      this.#append(cache.ids, cache.idStart[entry]!, cache.idStart[entry + 1]!);
      return;
    }
    const count = this.#mergePiece(units, from, to);
    cache.add(units, from, to, hash, this.#symbols, count);
    this.#append(this.#symbols, 0, count);
  }

  #append(from: Int32Array, start: number, end: number): void {
    const out = this.#out;
    let at = this.#outCount;
    for (let i = start; i < end; i++) out[at++] = from[i]!;
    this.#outCount = at;
  }

  #reserve(more: number): void {
    if (this.#outCount + more <= this.#out.length) return;
    const grown = new Int32Array(2 * (this.#outCount + more));
    grown.set(this.#out);
    this.#out = grown;
  }

  /** Leaves the ids of a piece in `#symbols` and returns their number. */
  #mergePiece(units: Uint16Array, from: number, to: number): number {
    if (3 * (to - from) > this.#symbols.length) {
      this.#symbols = new Int32Array(3 * (to - from));
      this.#ranks = new Int32Array(3 * (to - from));
    }
    const symbols = this.#symbols;
    if (this.#parts.ignoreMerges) {
      const whole = this.#wholePiece(units, from, to);
      if (whole >= 0) {
        symbols[0] = whole;
        return 1;
      }
    }
    const ranks = this.#ranks;
    return this.#merger.merge(symbols, ranks, this.#pieceSymbols.write(units, from, to, symbols, ranks));
  }

  /** Id of the token that a whole piece is, -1 if it is none. */
  #wholePiece(units: Uint16Array, from: number, to: number): number {
    // No token of a real vocabulary is longer; the limit keeps huge pieces from being spelled out.
    if (to - from > 1024) return -1;
    const text = String.fromCharCode(...units.subarray(from, to));
    return this.#parts.vocab.idOfBytes(new TextEncoder().encode(text));
  }
}

/** Copies UTF-16 units, lone surrogates as U+FFFD. Returns the bitwise or of all units: at least the highest. */
function copyUnits(text: string, units: Uint16Array): number {
  let seen = 0;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    units[i] = unit;
    seen |= unit;
  }
  if (seen >= 0xd800) replaceLoneSurrogates(units, length);
  return seen;
}

function replaceLoneSurrogates(units: Uint16Array, length: number): void {
  for (let i = 0; i < length; i++) {
    const unit = units[i]!;
    if ((unit & 0xf800) !== 0xd800) continue;
    const paired = unit < 0xdc00 && i + 1 < length && (units[i + 1]! & 0xfc00) === 0xdc00;
    if (paired) i++;
    else units[i] = REPLACEMENT;
  }
}
