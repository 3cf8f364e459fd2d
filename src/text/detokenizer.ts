/**
 * Streaming text of generated ids. Separate from `decode` because a token may end inside a UTF-8 sequence: the bytes
 * wait for the next token. Invariant: all pushes and the flush joined equal `decode` of all ids, whatever the ids.
 */
import type { DecodeOptions, Tokenizer } from "./tokenizer.ts";

export interface Detokenizer {
  /** Text that became certain with this id; often empty inside a character. */
  push(id: number): string;
  /** The rest: U+FFFD for a sequence that never ended. The detokenizer may be used again afterwards. */
  flush(): string;
}

export function createDetokenizer(tokenizer: Tokenizer, options: DecodeOptions = {}): Detokenizer {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    push: (id) =>
      options.skipSpecial === true && tokenizer.isSpecial(id)
        ? ""
        : decoder.decode(tokenizer.tokenBytes(id), { stream: true }),
    flush: () => decoder.decode(),
  };
}
