/** How kernels read and write the pages of each KV codec. A codec is one file beside this one and one line here. */
import type { KernelBuilder } from "../../codegen/builder.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { KvCodec } from "../../src/base/kv/registry.ts";
import { isPages, type StateType } from "../../src/base/operands.ts";
import type { BindPages, KvPages } from "./pages.ts";
import { plainPages } from "./plain.ts";

const CODECS: Readonly<Record<KvCodec, BindPages>> = {
  f32: plainPages("f32"),
  bf16: plainPages("bf16"),
};

/** Binds the pages of a call's KV state; every kernel calls them `pages`. */
export function bindPages(k: KernelBuilder, operand: string, state: StateType, access: "read" | "read_write"): KvPages {
  invariant(isPages(state), `${operand} is no KV state`);
  return CODECS[state.storage](k, operand, "pages", state.ref, access);
}
