/**
 * Memory accesses of four lanes: each lane has a group of neighbouring words, and a vector holds one word of every lane.
 * Apart from the emitter because here addresses are bytes and indices are settled. Groups that follow each other are
 * moved whole and transposed.
 */
import {
  add,
  i32,
  ifThen,
  type Local,
  lane,
  laneAccess,
  load,
  mul,
  op,
  shuffle,
  store,
  type Wasm,
  type WasmFunction,
} from "./ir.ts";

const LANES = [0, 1, 2, 3] as const;
const WORD = 4;

const INTERLEAVED_LOW = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
const INTERLEAVED_HIGH = [8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31];
const EVEN_WORDS = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const ODD_WORDS = [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31];
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const HIGH_HALVES = [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31];

/** Where each lane's group is: `index` counts groups. */
export type GroupIndex =
  | { readonly kind: "affine"; readonly base: Wasm; readonly stride: number }
  | { readonly kind: "lanes"; readonly vector: Wasm };

interface Address {
  readonly local: Local;
  readonly offset: number;
}

/** Code that sets locals to the addresses of all lanes. */
function addressesOf(
  f: WasmFunction,
  base: Local,
  index: GroupIndex,
  width: number,
): { readonly set: readonly Wasm[]; readonly lanes: readonly Address[] } {
  if (index.kind === "affine") {
    const at = f.local("at", "i32");
    const set = at.set(add(base.get, mul(index.base, i32(WORD * width))));
    return { set: [set], lanes: LANES.map((l) => ({ local: at, offset: WORD * width * index.stride * l })) };
  }
  const vector = f.local("index", "v128");
  const lanes = LANES.map((l) => ({ local: f.local(`at${l}`, "i32"), offset: 0 }));
  const of = (l: number): Wasm => mul(lane("i32x4.extract_lane", l, vector.get), i32(WORD * width));
  return { set: [vector.set(index.vector), ...lanes.map(({ local }, l) => local.set(add(base.get, of(l))))], lanes };
}

/** Four rows of four words as four vectors of one word each; rows and what they become are locals. */
function transposed(
  f: WasmFunction,
  rows: readonly Local[],
): { readonly set: readonly Wasm[]; readonly words: readonly Wasm[] } {
  const [a, b, c, d] = rows as [Local, Local, Local, Local];
  const [p, q, r, s] = ["p", "q", "r", "s"].map((name) => f.local(`pair_${name}`, "v128")) as [
    Local,
    Local,
    Local,
    Local,
  ];
  return {
    set: [
      p.set(shuffle(a.get, b.get, INTERLEAVED_LOW)),
      q.set(shuffle(c.get, d.get, INTERLEAVED_LOW)),
      r.set(shuffle(a.get, b.get, INTERLEAVED_HIGH)),
      s.set(shuffle(c.get, d.get, INTERLEAVED_HIGH)),
    ],
    words: [
      shuffle(p.get, q.get, LOW_HALVES),
      shuffle(p.get, q.get, HIGH_HALVES),
      shuffle(r.get, s.get, LOW_HALVES),
      shuffle(r.get, s.get, HIGH_HALVES),
    ],
  };
}

/**
 * Loads groups of `width` words. @returns code that comes first, and the words of the groups as vectors
 * @param offset bytes from `base`
 */
export function loadGroups(
  f: WasmFunction,
  base: Local,
  index: GroupIndex,
  width: number,
  offset: number,
): { readonly set: readonly Wasm[]; readonly words: readonly Wasm[] } {
  const { set, lanes } = addressesOf(f, base, index, width);
  const first = lanes[0]!;
  const words = Array.from({ length: width }, (_, i) => i);
  if (index.kind === "affine" && index.stride === 0) {
    return { set, words: words.map((i) => load("v128.load32_splat", first.local.get, offset + WORD * i)) };
  }
  if (index.kind === "affine" && index.stride === 1 && width === 1) {
    return { set, words: [load("v128.load", first.local.get, offset)] };
  }
  if (index.kind === "affine" && index.stride === 1 && width === 2) {
    const [low, high] = [f.local("low", "v128"), f.local("high", "v128")];
    const loads = [low, high].map((local, i) => local.set(load("v128.load", first.local.get, offset + 16 * i)));
    const halves = [EVEN_WORDS, ODD_WORDS].map((order) => shuffle(low.get, high.get, order));
    return { set: [...set, ...loads], words: halves };
  }
  if (width === 4) {
    const rows = lanes.map((_, l) => f.local(`row${l}`, "v128"));
    const loads = rows.map((row, l) => row.set(load("v128.load", lanes[l]!.local.get, offset + lanes[l]!.offset)));
    const square = transposed(f, rows);
    return { set: [...set, ...loads, ...square.set], words: square.words };
  }
  return {
    set,
    words: words.map((i) => {
      const at = (l: number): readonly [Wasm, number] => [lanes[l]!.local.get, offset + lanes[l]!.offset + WORD * i];
      return [1, 2, 3].reduce(
        (made, l) => laneAccess("v128.load32_lane", at(l)[0], made, l, at(l)[1]),
        load("v128.load32_zero", ...at(0)),
      );
    }),
  };
}

/** One word of each lane, at indices of words in a vector. */
export function gatherWords(f: WasmFunction, base: Local, index: Wasm, offset: number): Wasm {
  const vector = f.local("element", "v128");
  const at = (held: Wasm, l: number): Wasm => add(base.get, op("i32.shl", lane("i32x4.extract_lane", l, held), i32(2)));
  return [1, 2, 3].reduce(
    (made, l) => lane("i32x4.replace_lane", l, made, load("i32.load", at(vector.get, l), offset)),
    op("i32x4.splat", load("i32.load", at(vector.tee(index), 0), offset)),
  );
}

/**
 * Stores groups whose words are `values`, in the order of lanes. With a mask only lanes that take part are written.
 * @param offset bytes from `base`
 */
export function storeGroups(
  f: WasmFunction,
  base: Local,
  index: GroupIndex,
  values: readonly Local[],
  mask: Local | undefined,
  offset: number,
): Wasm[] {
  const { set, lanes } = addressesOf(f, base, index, values.length);
  const at = lanes[0]!.local.get;
  if (mask === undefined && index.kind === "affine" && index.stride === 1) {
    const whole = wholeGroups(f, values);
    if (whole !== undefined) {
      return [...set, ...whole.set, ...whole.vectors.map((v, i) => store("v128.store", at, v, offset + 16 * i))];
    }
  }
  return [
    ...set,
    ...lanes.flatMap(({ local, offset: own }, l) => {
      const stores = values.map((value, i) =>
        laneAccess("v128.store32_lane", local.get, value.get, l, offset + own + WORD * i),
      );
      return mask === undefined ? stores : [ifThen(lane("i32x4.extract_lane", l, mask.get), stores)];
    }),
  ];
}

/** Groups that follow each other as the vectors that lie in memory; undefined for widths that are no power of two. */
function wholeGroups(
  f: WasmFunction,
  values: readonly Local[],
): { readonly set: readonly Wasm[]; readonly vectors: readonly Wasm[] } | undefined {
  const [a, b] = values;
  if (values.length === 1) return { set: [], vectors: [a!.get] };
  if (values.length === 2) {
    const vectors = [INTERLEAVED_LOW, INTERLEAVED_HIGH].map((order) => shuffle(a!.get, b!.get, order));
    return { set: [], vectors };
  }
  if (values.length !== 4) return undefined;
  const { set, words } = transposed(f, values);
  return { set, vectors: words };
}
