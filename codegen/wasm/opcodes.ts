/**
 * The instructions of WebAssembly that kernels use, by their standard names, each with its code and the types of its
 * operands and result. A table and nothing else: trees are checked, encoded and printed by it. Source: the core
 * specification 2.0 with fixed-width and relaxed SIMD.
 */

export type WasmType = "i32" | "i64" | "f32" | "f64" | "v128";

/** What an instruction carries beside its operands. */
type Immediate = "none" | "memory" | "lane" | "memoryLane" | "lanes";

export interface Opcode {
  /** Byte before the code: 0xfd for vectors, 0xfc for saturating conversions and bulk memory. */
  readonly prefix?: number;
  readonly code: number;
  readonly operands: readonly WasmType[];
  readonly result?: WasmType;
  readonly immediate: Immediate;
  /** Of a memory access: bytes it must be aligned to at most, as a power of two. */
  readonly align?: number;
  /** Bytes that follow the code whatever the operands. */
  readonly tail?: readonly number[];
}

type Names<T extends string> = Readonly<Record<T, number>>;

function family<T extends string>(
  operands: readonly WasmType[],
  result: WasmType | undefined,
  names: Names<T>,
  rest: Pick<Opcode, "prefix" | "tail"> & { readonly immediate?: Immediate } = {},
): Readonly<Record<T, Opcode>> {
  const { immediate = "none", ...others } = rest;
  const entries = Object.entries<number>(names).map(([name, code]): [string, Opcode] => {
    return [name, { code, operands, ...(result === undefined ? {} : { result }), immediate, ...others }];
  });
  return Object.fromEntries(entries) as Readonly<Record<T, Opcode>>;
}

/** Loads and stores: name to [code, log2 of the natural alignment]. */
function accesses<T extends string>(
  operands: readonly WasmType[],
  result: WasmType | undefined,
  names: Readonly<Record<T, readonly [code: number, align: number]>>,
  rest: Pick<Opcode, "prefix"> & { readonly immediate?: Immediate } = {},
): Readonly<Record<T, Opcode>> {
  const { immediate = "memory", ...others } = rest;
  const entries = Object.entries<readonly [number, number]>(names).map(([name, [code, align]]): [string, Opcode] => {
    return [name, { code, align, operands, ...(result === undefined ? {} : { result }), immediate, ...others }];
  });
  return Object.fromEntries(entries) as Readonly<Record<T, Opcode>>;
}

const VECTOR = { prefix: 0xfd } as const;

export const OPCODES = {
  ...family(["i32"], "i32", { "i32.eqz": 0x45, "i32.clz": 0x67, "i32.ctz": 0x68 }),
  ...family(["i32", "i32"], "i32", {
    "i32.eq": 0x46,
    "i32.ne": 0x47,
    "i32.lt_s": 0x48,
    "i32.lt_u": 0x49,
    "i32.gt_s": 0x4a,
    "i32.gt_u": 0x4b,
    "i32.le_s": 0x4c,
    "i32.le_u": 0x4d,
    "i32.ge_s": 0x4e,
    "i32.ge_u": 0x4f,
    "i32.add": 0x6a,
    "i32.sub": 0x6b,
    "i32.mul": 0x6c,
    "i32.div_s": 0x6d,
    "i32.div_u": 0x6e,
    "i32.rem_s": 0x6f,
    "i32.rem_u": 0x70,
    "i32.and": 0x71,
    "i32.or": 0x72,
    "i32.xor": 0x73,
    "i32.shl": 0x74,
    "i32.shr_s": 0x75,
    "i32.shr_u": 0x76,
  }),
  ...family(["f32", "f32"], "i32", {
    "f32.eq": 0x5b,
    "f32.ne": 0x5c,
    "f32.lt": 0x5d,
    "f32.gt": 0x5e,
    "f32.le": 0x5f,
    "f32.ge": 0x60,
  }),
  ...family(["f32"], "f32", {
    "f32.abs": 0x8b,
    "f32.neg": 0x8c,
    "f32.ceil": 0x8d,
    "f32.floor": 0x8e,
    "f32.trunc": 0x8f,
    "f32.nearest": 0x90,
    "f32.sqrt": 0x91,
  }),
  ...family(["f32", "f32"], "f32", {
    "f32.add": 0x92,
    "f32.sub": 0x93,
    "f32.mul": 0x94,
    "f32.div": 0x95,
    "f32.min": 0x96,
    "f32.max": 0x97,
  }),
  ...family(["f64"], "f64", {
    "f64.abs": 0x99,
    "f64.neg": 0x9a,
    "f64.floor": 0x9c,
    "f64.nearest": 0x9e,
    "f64.sqrt": 0x9f,
  }),
  ...family(["f64", "f64"], "f64", {
    "f64.add": 0xa0,
    "f64.sub": 0xa1,
    "f64.mul": 0xa2,
    "f64.div": 0xa3,
    "f64.min": 0xa4,
    "f64.max": 0xa5,
  }),
  ...family(["i64", "i64"], "i64", {
    "i64.add": 0x7c,
    "i64.sub": 0x7d,
    "i64.mul": 0x7e,
    "i64.or": 0x84,
    "i64.shl": 0x86,
    "i64.shr_u": 0x88,
  }),
  ...family(["i64"], "i32", { "i32.wrap_i64": 0xa7 }),
  ...family(["i64"], "f64", { "f64.convert_i64_s": 0xb9 }),
  ...family(["i32"], "i64", { "i64.extend_i32_s": 0xac, "i64.extend_i32_u": 0xad }),
  ...family(["i32"], "f32", { "f32.convert_i32_s": 0xb2, "f32.convert_i32_u": 0xb3, "f32.reinterpret_i32": 0xbe }),
  ...family(["f64"], "f32", { "f32.demote_f64": 0xb6 }),
  ...family(["i32"], "f64", { "f64.convert_i32_s": 0xb7, "f64.convert_i32_u": 0xb8 }),
  ...family(["f32"], "f64", { "f64.promote_f32": 0xbb }),
  ...family(["f32"], "i32", { "i32.reinterpret_f32": 0xbc }),
  ...family(["f32"], "i32", { "i32.trunc_sat_f32_s": 0, "i32.trunc_sat_f32_u": 1 }, { prefix: 0xfc }),
  ...family(["f64"], "i32", { "i32.trunc_sat_f64_s": 2 }, { prefix: 0xfc }),
  ...family(["i32", "i32", "i32"], undefined, { "memory.copy": 10 }, { prefix: 0xfc, tail: [0, 0] }),
  ...family(["i32", "i32", "i32"], undefined, { "memory.fill": 11 }, { prefix: 0xfc, tail: [0] }),

  ...accesses(["i32"], "i32", {
    "i32.load": [0x28, 2],
    "i32.load8_s": [0x2c, 0],
    "i32.load8_u": [0x2d, 0],
    "i32.load16_s": [0x2e, 1],
    "i32.load16_u": [0x2f, 1],
  }),
  ...accesses(["i32"], "f32", { "f32.load": [0x2a, 2] }),
  ...accesses(["i32"], "f64", { "f64.load": [0x2b, 3] }),
  ...accesses(["i32", "i32"], undefined, {
    "i32.store": [0x36, 2],
    "i32.store8": [0x3a, 0],
    "i32.store16": [0x3b, 1],
  }),
  ...accesses(["i32", "f32"], undefined, { "f32.store": [0x38, 2] }),
  ...accesses(["i32", "f64"], undefined, { "f64.store": [0x39, 3] }),

  ...accesses(
    ["i32"],
    "v128",
    {
      "v128.load": [0, 4],
      "v128.load8x8_s": [1, 3],
      "v128.load8x8_u": [2, 3],
      "v128.load16x4_s": [3, 3],
      "v128.load16x4_u": [4, 3],
      "v128.load8_splat": [7, 0],
      "v128.load16_splat": [8, 1],
      "v128.load32_splat": [9, 2],
      "v128.load64_splat": [10, 3],
      "v128.load32_zero": [92, 2],
      "v128.load64_zero": [93, 3],
    },
    VECTOR,
  ),
  ...accesses(["i32", "v128"], undefined, { "v128.store": [11, 4] }, VECTOR),
  ...accesses(
    ["i32", "v128"],
    "v128",
    {
      "v128.load8_lane": [84, 0],
      "v128.load16_lane": [85, 1],
      "v128.load32_lane": [86, 2],
      "v128.load64_lane": [87, 3],
    },
    { ...VECTOR, immediate: "memoryLane" },
  ),
  ...accesses(
    ["i32", "v128"],
    undefined,
    {
      "v128.store8_lane": [88, 0],
      "v128.store16_lane": [89, 1],
      "v128.store32_lane": [90, 2],
      "v128.store64_lane": [91, 3],
    },
    { ...VECTOR, immediate: "memoryLane" },
  ),
  ...family(["v128", "v128"], "v128", { "i8x16.shuffle": 13 }, { ...VECTOR, immediate: "lanes" }),
  ...family(
    ["v128"],
    "i32",
    { "i8x16.extract_lane_s": 21, "i16x8.extract_lane_s": 24, "i16x8.extract_lane_u": 25, "i32x4.extract_lane": 27 },
    { ...VECTOR, immediate: "lane" },
  ),
  ...family(["v128"], "f32", { "f32x4.extract_lane": 31 }, { ...VECTOR, immediate: "lane" }),
  ...family(["v128"], "f64", { "f64x2.extract_lane": 33 }, { ...VECTOR, immediate: "lane" }),
  ...family(
    ["v128", "i32"],
    "v128",
    { "i16x8.replace_lane": 26, "i32x4.replace_lane": 28 },
    { ...VECTOR, immediate: "lane" },
  ),
  ...family(["v128", "f32"], "v128", { "f32x4.replace_lane": 32 }, { ...VECTOR, immediate: "lane" }),
  ...family(["i32"], "v128", { "i8x16.splat": 15, "i16x8.splat": 16, "i32x4.splat": 17 }, VECTOR),
  ...family(["f32"], "v128", { "f32x4.splat": 19 }, VECTOR),
  ...family(["f64"], "v128", { "f64x2.splat": 20 }, VECTOR),
  ...family(["v128"], "i32", { "v128.any_true": 83, "i32x4.all_true": 0xa3, "i32x4.bitmask": 0xa4 }, VECTOR),
  ...family(["v128", "v128", "v128"], "v128", { "v128.bitselect": 82 }, VECTOR),
  ...family(
    ["v128", "i32"],
    "v128",
    {
      "i8x16.shl": 0x6b,
      "i8x16.shr_s": 0x6c,
      "i8x16.shr_u": 0x6d,
      "i16x8.shl": 0x8b,
      "i16x8.shr_s": 0x8c,
      "i16x8.shr_u": 0x8d,
      "i32x4.shl": 0xab,
      "i32x4.shr_s": 0xac,
      "i32x4.shr_u": 0xad,
    },
    VECTOR,
  ),
  ...family(
    ["v128"],
    "v128",
    {
      "v128.not": 77,
      "f32x4.demote_f64x2_zero": 0x5e,
      "f64x2.promote_low_f32x4": 0x5f,
      "f32x4.ceil": 0x67,
      "f32x4.floor": 0x68,
      "f32x4.trunc": 0x69,
      "f32x4.nearest": 0x6a,
      "i16x8.extadd_pairwise_i8x16_s": 0x7c,
      "i16x8.extadd_pairwise_i8x16_u": 0x7d,
      "i32x4.extadd_pairwise_i16x8_s": 0x7e,
      "i32x4.extadd_pairwise_i16x8_u": 0x7f,
      "i16x8.extend_low_i8x16_s": 0x87,
      "i16x8.extend_high_i8x16_s": 0x88,
      "i16x8.extend_low_i8x16_u": 0x89,
      "i16x8.extend_high_i8x16_u": 0x8a,
      "i32x4.abs": 0xa0,
      "i32x4.neg": 0xa1,
      "i32x4.extend_low_i16x8_s": 0xa7,
      "i32x4.extend_high_i16x8_s": 0xa8,
      "i32x4.extend_low_i16x8_u": 0xa9,
      "i32x4.extend_high_i16x8_u": 0xaa,
      "f32x4.abs": 0xe0,
      "f32x4.neg": 0xe1,
      "f32x4.sqrt": 0xe3,
      "i32x4.trunc_sat_f32x4_s": 0xf8,
      "i32x4.trunc_sat_f32x4_u": 0xf9,
      "f32x4.convert_i32x4_s": 0xfa,
      "f32x4.convert_i32x4_u": 0xfb,
    },
    VECTOR,
  ),
  ...family(
    ["v128", "v128"],
    "v128",
    {
      "i8x16.swizzle": 14,
      "i32x4.eq": 0x37,
      "i32x4.ne": 0x38,
      "i32x4.lt_s": 0x39,
      "i32x4.lt_u": 0x3a,
      "i32x4.gt_s": 0x3b,
      "i32x4.gt_u": 0x3c,
      "i32x4.le_s": 0x3d,
      "i32x4.le_u": 0x3e,
      "i32x4.ge_s": 0x3f,
      "i32x4.ge_u": 0x40,
      "f32x4.eq": 0x41,
      "f32x4.ne": 0x42,
      "f32x4.lt": 0x43,
      "f32x4.gt": 0x44,
      "f32x4.le": 0x45,
      "f32x4.ge": 0x46,
      "v128.and": 78,
      "v128.andnot": 79,
      "v128.or": 80,
      "v128.xor": 81,
      "i8x16.narrow_i16x8_s": 0x65,
      "i8x16.narrow_i16x8_u": 0x66,
      "i8x16.add": 0x6e,
      "i8x16.sub": 0x71,
      "i16x8.narrow_i32x4_s": 0x85,
      "i16x8.narrow_i32x4_u": 0x86,
      "i16x8.add": 0x8e,
      "i16x8.sub": 0x91,
      "i16x8.mul": 0x95,
      "i32x4.add": 0xae,
      "i32x4.sub": 0xb1,
      "i32x4.mul": 0xb5,
      "i32x4.min_s": 0xb6,
      "i32x4.min_u": 0xb7,
      "i32x4.max_s": 0xb8,
      "i32x4.max_u": 0xb9,
      "i32x4.dot_i16x8_s": 0xba,
      "f32x4.add": 0xe4,
      "f32x4.sub": 0xe5,
      "f32x4.mul": 0xe6,
      "f32x4.div": 0xe7,
      "f32x4.min": 0xe8,
      "f32x4.max": 0xe9,
      "f32x4.pmin": 0xea,
      "f32x4.pmax": 0xeb,
      "f64x2.add": 0xf0,
      "f64x2.sub": 0xf1,
      "f64x2.mul": 0xf2,
      "f64x2.div": 0xf3,
    },
    VECTOR,
  ),
  ...family(
    ["v128", "v128", "v128"],
    "v128",
    { "f32x4.relaxed_madd": 0x105, "i32x4.relaxed_dot_i8x16_i7x16_add_s": 0x113 },
    VECTOR,
  ),
} as const;

export type OpName = keyof typeof OPCODES;

/** Table entry of an instruction. */
export function opcode(name: OpName): Opcode {
  return OPCODES[name];
}
