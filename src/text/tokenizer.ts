/**
 * The tokenizer: text to ids and back, for byte-level BPE files of the Qwen kind, the same code in Node and browsers.
 * This file joins the parts: control tokens are cut out first, each plain chunk between them is normalised, split into
 * pieces and merged. Invariants: user text never yields a control id unless its segment allows it; no input makes
 * `encode` or `decode` throw (lone surrogates count as U+FFFD).
 */
import { Merger, MergeTable } from "./bpe.ts";
import { byteLevelText } from "./byte-level.ts";
import { type AllowControl, ControlTokens, type PromptPart, type TextSegment } from "./control-tokens.ts";
import { FIRST_WIDE, MergeBorders } from "./merge-borders.ts";
import { normalizeNfc } from "./nfc.ts";
import { LONGEST_CACHED_PIECE, PieceCache } from "./piece-cache.ts";
import { PieceSymbols } from "./piece-symbols.ts";
import { createSplitter, type UnitText } from "./splitter.ts";
import { type AddedToken, readTokenizerJson, type TokenizerParts } from "./tokenizer-json.ts";
import { copyUnits } from "./utf16.ts";

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
  readonly #borders: MergeBorders;
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
    this.vocabSize = parts.addedTokens.reduce((size, { id }) => Math.max(size, id + 1), parts.vocab.size);
    this.#split = createSplitter(parts.pattern);
    this.#cache = new PieceCache(cacheEntries);
    const table = new MergeTable(parts.merges);
    this.#merger = new Merger(table);
    this.#borders = new MergeBorders(parts);
    this.#pieceSymbols = new PieceSymbols(table, this.#merger, parts.byteIds, this.#borders);
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
    // A piece taken as a whole whatever the merges say must stay whole.
    const cuts = !this.#parts.ignoreMerges;
    for (let at = 0; at < source.length; ) {
      const end = pieceEnd(at);
      if (cuts && source.units[end - 1]! >= FIRST_WIDE) this.#encodeWide(source.units, at, end);
      else this.#encodePiece(source.units, at, end);
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

  /**
   * A piece of a script that writes words without spaces, cut where no merge joins: the parts are words that come again,
   * where the whole is a phrase that does not.
   */
  #encodeWide(units: Uint16Array, from: number, to: number): void {
    const borders = this.#borders;
    let start = from;
    let left = units[from]!;
    for (let i = from + 1; i < to; i++) {
      const right = units[i]!;
      if (left >= FIRST_WIDE && right >= FIRST_WIDE && !borders.mayJoin(left, right)) {
        this.#encodePiece(units, start, i);
        start = i;
      }
      left = right;
    }
    this.#encodePiece(units, start, to);
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
    const found = cache.find(units, from, to, hash);
    if (found >= 0) {
      this.#append(cache.words, found + 1, found + 1 + cache.words[found]!);
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
