/** How kernels read and write the pages of each KV codec. A codec is one file beside this one and one line here. */
import { f32, type I32, type KernelBuilder } from "../../codegen/builder.ts";
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
  const bind = CODECS[state.storage];
  const { segments } = state;
  if (segments === undefined) return bind(k, operand, "pages", state.ref, access);
  const each = Array.from({ length: segments.count }, (_, s) => bind(k, operand, `pages_${s}`, state.ref, access, s));
  return inSegments(k, each, segments.pages);
}

/** Pages of several buffers as one: a page is looked up in the segment that has it, whatever the codec. */
function inSegments(k: KernelBuilder, segments: readonly KvPages[], pages: number): KvPages {
  const choose = (page: I32, use: (segment: KvPages, own: I32) => void, s = 0): void => {
    const own = (): void => use(segments[s]!, page.sub(s * pages));
    if (s === segments.length - 1) own();
    else k.if(page.lt((s + 1) * pages), own, () => choose(page, use, s + 1));
  };
  return {
    load(name, plane, page, head, token, group, width) {
      const values = Array.from({ length: width }, (_, i) => k.var(`${name}_here${i}`, f32(0)));
      choose(page, (segment, own) => {
        const loaded = segment.load(name, plane, own, head, token, group, width);
        for (const [i, value] of values.entries()) k.assign(value, loaded[i]!);
      });
      return values;
    },
    append: (plane, page, head, token, read) =>
      choose(page, (segment, own) => segment.append(plane, own, head, token, read)),
  };
}
