/**
 * Narrow storage in terms of 32-bit words, for targets without narrow memory types (WGSL, JavaScript): a bf16 or i8
 * buffer becomes a word buffer, loads unpack, stores pack. Emitters that have the types natively skip this pass.
 */
import { byteSize } from "../src/base/dtype.ts";
import type { Binding, Expr, Kernel, Stmt } from "./ir.ts";
import { freshName, namesIn } from "./ir.ts";
import { binary, bitcast, constant } from "./simplify.ts";

const u32 = (value: number): Expr => constant("u32", value);
const i32 = (value: number): Expr => constant("i32", value);
const op = (o: "+" | "&" | "|" | "<<" | ">>", a: Expr, b: Expr): Expr => binary(o, a.type, a, b);
const ref = (name: string): Expr => ({ kind: "ref", type: "u32", name });

type Fresh = (wanted: string) => string;

/** The element in the low bits of `word >> shift`. */
function unpack(storage: Binding["storage"], word: Expr, shift: Expr): Expr {
  switch (storage) {
    case "bf16":
      if (shift.kind === "const") {
        const bits = shift.value === 0 ? op("<<", word, i32(16)) : op("&", word, u32(0xffff0000));
        return bitcast("f32", bits);
      }
      return bitcast("f32", op("<<", op(">>", word, shift), i32(16)));
    case "f16":
      if (shift.kind === "const" && shift.value === 16)
        return { kind: "call", type: "f32", fn: "halfHigh", args: [word] };
      return { kind: "call", type: "f32", fn: "halfLow", args: [op(">>", word, shift)] };
    case "i8":
      return op(">>", op("<<", bitcast("i32", op(">>", word, shift)), i32(24)), i32(24));
    case "u8":
      return op("&", op(">>", word, shift), u32(0xff));
    default:
      return bitcast(storage, word);
  }
}

function packWord(storage: Binding["storage"], values: readonly Expr[]): Expr {
  if (storage === "f16") return { kind: "call", type: "u32", fn: "packHalf", args: values };
  if (storage === "bf16") return { kind: "call", type: "u32", fn: "packBf16", args: values };
  const parts = values.map((v, i) => op("<<", op("&", bitcast("u32", v), u32(0xff)), i32(8 * i)));
  return parts.reduce((a, b) => op("|", a, b));
}

function legalizeLoad(s: Extract<Stmt, { kind: "load" }>, storage: Binding["storage"], fresh: Fresh): Stmt[] {
  const perWord = 4 / byteSize(storage);
  const width = s.names.length;
  if (width < perWord) {
    const word = fresh(`${s.names[0]}_word`);
    const element = fresh(`${s.names[0]}_at`);
    const first = op("<<", { kind: "ref", type: "i32", name: element }, i32(Math.log2(width)));
    const wordIndex = op(">>", first, i32(Math.log2(perWord)));
    const shift = op("<<", op("&", first, i32(perWord - 1)), i32(Math.log2(8 * byteSize(storage))));
    return [
      { kind: "let", name: element, value: s.index },
      { kind: "load", names: [word], type: "u32", source: s.source, index: wordIndex },
      ...s.names.map((name, i): Stmt => {
        const at = i === 0 ? shift : op("+", shift, i32(8 * byteSize(storage) * i));
        return { kind: "let", name, value: unpack(storage, ref(word), at) };
      }),
    ];
  }
  const words = Array.from({ length: width / perWord }, (_, i) => fresh(`${s.names[i * perWord]}_word`));
  return [
    { kind: "load", names: words, type: "u32", source: s.source, index: s.index },
    ...s.names.map((name, i): Stmt => {
      const shift = i32((i % perWord) * 8 * byteSize(storage));
      return { kind: "let", name, value: unpack(storage, ref(words[Math.floor(i / perWord)]!), shift) };
    }),
  ];
}

/** The kernel with every narrow binding turned into words. */
export function legalizeNarrow(kernel: Kernel): Kernel {
  const narrow = new Map(kernel.bindings.filter((b) => byteSize(b.storage) < 4).map((b) => [b.name, b.storage]));
  if (narrow.size === 0) return kernel;
  const taken = namesIn(kernel);
  const fresh: Fresh = (wanted) => freshName(taken, wanted);
  const rewrite = (body: readonly Stmt[]): Stmt[] =>
    body.flatMap((s): Stmt[] => {
      if (s.kind === "load") {
        const storage = narrow.get(s.source);
        return storage === undefined ? [s] : legalizeLoad(s, storage, fresh);
      }
      if (s.kind === "store") {
        const storage = narrow.get(s.target);
        if (storage === undefined) return [s];
        const perWord = 4 / byteSize(storage);
        const words = Array.from({ length: s.values.length / perWord }, (_, i) =>
          packWord(storage, s.values.slice(i * perWord, (i + 1) * perWord)),
        );
        return [{ ...s, values: words }];
      }
      if (s.kind === "for") return [{ ...s, body: rewrite(s.body) }];
      if (s.kind === "if") return [{ ...s, then: rewrite(s.then), otherwise: rewrite(s.otherwise) }];
      return [s];
    });
  return {
    ...kernel,
    bindings: kernel.bindings.map((b): Binding => (narrow.has(b.name) ? { ...b, storage: "u32" } : b)),
    body: rewrite(kernel.body),
  };
}
