/** The page layout of every KV codec. A new codec is one file beside this one and one line here. */
import type { KvLayout } from "./layout.ts";
import { plainPages } from "./plain.ts";

export const KV_LAYOUTS = {
  f32: plainPages("f32"),
  bf16: plainPages("bf16"),
} as const satisfies Readonly<Record<string, KvLayout>>;

export type KvCodec = keyof typeof KV_LAYOUTS;
