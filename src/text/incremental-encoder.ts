/**
 * Encodes a conversation that grows: what it shares with the previous prompt is not encoded again. Separate from the
 * tokenizer because it is state of one conversation. Invariant: the ids equal a fresh `encodeSegments`, because reuse
 * stops at a control token and the text between two control tokens is encoded by itself.
 */
import type { PromptPart, TextSegment } from "./control-tokens.ts";
import type { Tokenizer } from "./tokenizer.ts";

export interface IncrementalEncoder {
  encode(segments: readonly TextSegment[]): number[];
  /** Ids of the last prompt that were taken over from the one before. */
  readonly reusedTokens: number;
}

export function createIncrementalEncoder(tokenizer: Tokenizer): IncrementalEncoder {
  let parts: readonly PromptPart[] = [];
  let ends: readonly number[] = [];
  let ids: readonly number[] = [];
  let reusedTokens = 0;
  return {
    get reusedTokens() {
      return reusedTokens;
    },
    encode(segments) {
      const newParts = tokenizer.cutSegments(segments);
      let shared = 0;
      while (shared < newParts.length && shared < parts.length && newParts[shared] === parts[shared]) shared++;
      reusedTokens = shared === 0 ? 0 : ends[shared - 1]!;
      const newIds = ids.slice(0, reusedTokens);
      const newEnds = ends.slice(0, shared);
      for (const part of newParts.slice(shared)) {
        if (typeof part === "number") newIds.push(part);
        else for (const id of tokenizer.encode(part)) newIds.push(id);
        newEnds.push(newIds.length);
      }
      parts = newParts;
      ends = newEnds;
      ids = newIds;
      return newIds.slice();
    },
  };
}
