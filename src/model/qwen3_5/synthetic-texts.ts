/**
 * Texts for a model that nobody trained, so that commands which need a tokenizer run on it: a vocabulary of all bytes and
 * numbered words, the family's control tokens at the family's ids where its vocabulary is that large, a plain template.
 */
import type { TextResource } from "../contents.ts";
import type { ModelConfig } from "./config.ts";
import { familyTokens } from "./named-models.ts";

const SPLIT = String.raw`[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;

const TEMPLATE = `{%- for message in messages -%}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|im_start|>assistant
{% endif -%}
`;

/** Names of the control tokens, from the id of the first. */
function controlTokens(rows: number): ReadonlyMap<number, string> {
  const { visionStart, visionEnd, image, video } = familyTokens(rows);
  const first = visionStart === undefined ? Math.max(256, rows - 8) : 248044;
  const tokens = new Map([
    [first, "<|endoftext|>"],
    [first + 1, "<|im_start|>"],
    [first + 2, "<|im_end|>"],
  ]);
  if (visionStart !== undefined) {
    tokens.set(visionStart, "<|vision_start|>").set(visionEnd!, "<|vision_end|>");
    tokens.set(image!, "<|image_pad|>").set(video!, "<|video_pad|>");
  }
  return tokens;
}

/** The character that stands for each byte in a byte-level vocabulary: printable ones for themselves, others from 256 up. */
function byteCharacters(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const plain = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCharCode(plain ? byte : next++);
  });
}

export function syntheticTexts({ text }: ModelConfig): readonly TextResource[] {
  const control = controlTokens(text.vocabSize);
  const last = Math.max(...control.keys());
  const vocab: Record<string, number> = Object.fromEntries(byteCharacters().map((character, id) => [character, id]));
  for (let id = 256; id <= last; id++) if (!control.has(id)) vocab[`Ġw${id}`] = id;
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const bytes = { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false };
  const tokenizer = {
    version: "1.0",
    added_tokens: [...control].map(([id, content]) => ({ id, content, ...flags })),
    normalizer: { type: "NFC" },
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [{ type: "Split", pattern: { Regex: SPLIT }, behavior: "Isolated", invert: false }, bytes],
    },
    post_processor: bytes,
    decoder: bytes,
    model: { type: "BPE", vocab, merges: [] },
  };
  const idOf = (name: string): number => [...control].find(([, content]) => content === name)![0];
  const generation = {
    eos_token_id: [idOf("<|im_end|>"), idOf("<|endoftext|>")],
    temperature: 1,
    top_k: 20,
    top_p: 0.95,
  };
  const files = {
    "tokenizer.json": JSON.stringify(tokenizer),
    "tokenizer_config.json": JSON.stringify({ eos_token: "<|im_end|>" }),
    "chat_template.jinja": TEMPLATE,
    "generation_config.json": JSON.stringify(generation),
  };
  return Object.entries(files).map(([role, content]) => ({ component: "text", role, text: content }));
}
