/**
 * Encodes prompts of which most was encoded before: agents send the whole conversation with every turn. What lies
 * between two control tokens is encoded by itself, so its ids hold wherever it comes again, in any conversation and at
 * any place. Invariant: the ids are those of `encodeSegments`; what is remembered is bounded in characters.
 */
import { present } from "../base/invariant.ts";
import type { TextSegment } from "./control-tokens.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** Ids of plain texts, in their order; where it runs is the caller's matter. */
export type EncodeTexts = (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>;

export interface PartEncoderOptions {
  /** Characters of the texts remembered; each holds up to six bytes. Default 4 Mi: several long conversations. */
  readonly mostCharacters?: number;
}

interface Remembered {
  /** A string of its own: for a slice of a prompt, engines keep the whole prompt alive. */
  readonly text: string;
  readonly ids: Int32Array;
}

/** Ids by text; the texts that were not asked for longest go first. */
class PartMemory {
  readonly #mostCharacters: number;
  /** In the order of last use. */
  readonly #parts = new Map<string, Remembered>();
  #characters = 0;

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
  }

  get(text: string): Int32Array | undefined {
    const part = this.#parts.get(text);
    if (part === undefined) return undefined;
    this.#parts.delete(part.text);
    this.#parts.set(part.text, part);
    return part.ids;
  }

  add(slice: string, ids: Int32Array): void {
    if (slice.length > this.#mostCharacters || this.#parts.has(slice)) return;
    const text = structuredClone(slice);
    this.#parts.set(text, { text, ids });
    this.#characters += text.length;
    for (const oldest of this.#parts.keys()) {
      if (this.#characters <= this.#mostCharacters) return;
      this.#parts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

export class PartEncoder {
  readonly #tokenizer: Pick<Tokenizer, "cutSegments">;
  readonly #encodeTexts: EncodeTexts;
  readonly #memory: PartMemory;

  constructor(
    tokenizer: Pick<Tokenizer, "cutSegments">,
    encodeTexts: EncodeTexts,
    { mostCharacters = 4 << 20 }: PartEncoderOptions = {},
  ) {
    this.#tokenizer = tokenizer;
    this.#encodeTexts = encodeTexts;
    this.#memory = new PartMemory(mostCharacters);
  }

  /** The ids of the joined text, as `Tokenizer.encodeSegments`; only texts that are not remembered are encoded. */
  async encode(segments: readonly TextSegment[]): Promise<number[]> {
    const parts = this.#tokenizer.cutSegments(segments);
    const known = new Map<string, Int32Array>();
    const unknown = new Set<string>();
    for (const part of parts) {
      if (typeof part === "number" || known.has(part) || unknown.has(part)) continue;
      const ids = this.#memory.get(part);
      if (ids === undefined) unknown.add(part);
      else known.set(part, ids);
    }
    const texts = [...unknown];
    const encoded = texts.length === 0 ? [] : await this.#encodeTexts(texts);
    for (const [i, text] of texts.entries()) {
      const ids = Int32Array.from(present(encoded[i], "ids of a text"));
      known.set(text, ids);
      this.#memory.add(text, ids);
    }
    const all: number[] = [];
    for (const part of parts) {
      if (typeof part === "number") all.push(part);
      else for (const id of present(known.get(part), "ids of a part")) all.push(id);
    }
    return all;
  }
}
