/**
 * Kernels as CUDA C++ for NVRTC, without any NVIDIA header: built-in types and built-in functions only, and the few
 * conversions of `numbers.cuh`, which the backend hands to the compiler with the source. Narrow types are native, so
 * nothing is legalised. Sources are compiled without contraction (`--fmad=false`); `fma` in a kernel is explicit.
 */
import { byteSize, type DType } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Expr, Hook, HookParameter, Kernel, Stmt, ValueType } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, namesDeclaredBy } from "./ir.ts";
import { type Dialect, docLines, floatText, printBody } from "./printer.ts";
import { verifyKernel } from "./verify.ts";

const WARP_LANES = 32;
/** Bytes of the widest memory access. */
const WIDEST_ACCESS = 16;

const BUILTINS: Readonly<Record<string, string>> = {
  "group.x": "group.x",
  "group.y": "group.y",
  "group.z": "group.z",
  local: "local",
  "subgroup.lane": `(local % ${WARP_LANES})`,
  "subgroup.size": String(WARP_LANES),
};

const VALUE_TYPES: Readonly<Record<ValueType, string>> = { f32: "float", i32: "int", u32: "unsigned", bool: "bool" };

/** How an element lies in memory. bf16 and f16 are bits: arithmetic on them does not exist before it is asked for. */
const MEMORY_TYPES: Readonly<Record<DType, string>> = {
  f32: "float",
  i32: "int",
  u32: "unsigned",
  bf16: "unsigned short",
  f16: "unsigned short",
  i8: "signed char",
  u8: "unsigned char",
};

const FUNCTIONS: Readonly<Record<string, string>> = {
  exp: "expf",
  log: "logf",
  sqrt: "sqrtf",
  abs: "fabsf",
  floor: "floorf",
  sin: "sinf",
  cos: "cosf",
  tanh: "tanhf",
  fma: "__fmaf_rn",
  halfLow: "half_low",
  halfHigh: "half_high",
  packHalf: "pack_half",
};

const COLLECTIVES: Readonly<Record<string, string>> = {
  subgroupAdd: "warp_add",
  subgroupMax: "warp_max",
  subgroupBroadcastFirst: "warp_first",
};

/** Identifiers the printed text uses itself. A kernel that declares one would shadow it. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    "float int unsigned bool char int3 float2 float4 int2 int4 uint2 uint4 min max expf logf sqrtf fabsf floorf sinf cosf " +
    "tanhf fminf fmaxf half_low half_high pack_half pack_bf16 bf16_low bf16_high bf16_value half_value warp_add warp_max " +
    "warp_first warp_shuffle_xor"
  ).split(" "),
);

const PARTS = ["x", "y", "z", "w"] as const;

const paren = (text: string): string => (/^\w+$/.test(text) ? text : `(${text})`);

function literal(type: ValueType, value: number): string {
  switch (type) {
    case "f32":
      if (Number.isNaN(value)) return "__int_as_float(0x7fc00000)";
      if (!Number.isFinite(value)) return `__int_as_float(${value > 0 ? "0x7f800000" : "0xff800000"})`;
      return `${floatText(value)}f`;
    case "u32":
      return `${value}u`;
    case "bool":
      return value === 0 ? "false" : "true";
    case "i32":
      return value === -2147483648 ? "(-2147483647 - 1)" : String(value);
  }
}

function call(fn: string, type: ValueType, args: readonly string[]): string {
  if (fn === "min" || fn === "max") return `${type === "f32" ? `f${fn}f` : fn}(${args.join(", ")})`;
  return `${FUNCTIONS[fn]}(${args.join(", ")})`;
}

/** Floats become integers by truncation, saturating, NaN to zero: what the language says and what the cards do. */
function convert(to: ValueType, from: ValueType, a: string): string {
  if (from === "f32" && to === "i32") return `__float2int_rz(${a})`;
  if (from === "f32" && to === "u32") return `__float2uint_rz(${a})`;
  return `${VALUE_TYPES[to]}(${a})`;
}

function bitcast(to: ValueType, from: ValueType, a: string): string {
  if (from === to) return a;
  if (to === "f32") return `${from === "i32" ? "__int_as_float" : "__uint_as_float"}(${a})`;
  if (from === "f32") return `${to === "i32" ? "__float_as_int" : "__float_as_uint"}(${a})`;
  return `${VALUE_TYPES[to]}(${a})`;
}

/** One element of narrow storage as a register value. */
function widen(storage: DType, element: string): string {
  if (storage === "bf16") return `bf16_value(${element})`;
  if (storage === "f16") return `half_value(${element})`;
  if (storage === "i8") return `int(${element})`;
  if (storage === "u8") return `unsigned(${element})`;
  return element;
}

/** The element `part` of a 32-bit word that holds several. */
function unpack(storage: DType, word: string, part: number): string {
  switch (storage) {
    case "bf16":
      return `${part === 0 ? "bf16_low" : "bf16_high"}(${word})`;
    case "f16":
      return `${part === 0 ? "half_low" : "half_high"}(${word})`;
    case "i8":
      return part === 3 ? `int(${word}) >> 24` : `int(${word} << ${24 - 8 * part}) >> 24`;
    case "u8":
      return part === 3 ? `${word} >> 24` : `${word} >> ${8 * part} & 255u`;
    default:
      return word;
  }
}

function packWord(storage: DType, values: readonly string[]): string {
  if (storage === "bf16") return `pack_bf16(${values.join(", ")})`;
  if (storage === "f16") return `pack_half(${values.join(", ")})`;
  return values
    .map((v, i) => `(unsigned(${v}) & 255u)${i === 0 ? "" : ` << ${8 * i}`}`)
    .map((part) => (part.includes("<<") ? `(${part})` : part))
    .join(" | ");
}

interface MemoryInfo {
  readonly storage: DType;
  /** Read-only for the whole launch. */
  readonly constant: boolean;
}

/** Index expression of vector `part` of access group `index`, when an access takes `count` vectors. */
function vectorIndex(index: string, count: number, part: number): string {
  if (count === 1) return index;
  return `${paren(index)} * ${count}${part === 0 ? "" : ` + ${part}`}`;
}

function loadLines(s: Extract<Stmt, { kind: "load" }>, memory: MemoryInfo, index: string): string[] {
  const { storage } = memory;
  const type = VALUE_TYPES[s.type];
  const width = s.names.length;
  const bytes = width * byteSize(storage);
  if (width === 1) return [`const ${type} ${s.names[0]} = ${widen(storage, `${s.source}[${index}]`)};`];
  const readAs = (vector: string): string =>
    `reinterpret_cast<${memory.constant ? "const " : ""}${vector}*>(${s.source})`;
  if (bytes < 4) {
    const pair = `${s.names[0]}_pair`;
    const line = `const unsigned ${pair} = ${readAs("unsigned short")}[${index}];`;
    return [line, ...s.names.map((name, i) => `const ${type} ${name} = ${unpack(storage, pair, i)};`)];
  }
  const perWord = Math.max(1, 4 / byteSize(storage));
  const words = Math.min(bytes, WIDEST_ACCESS) / 4;
  const base = perWord > 1 ? "unsigned" : type;
  const vector = words === 1 ? base : `${base === "unsigned" ? "uint" : base}${words}`;
  const count = bytes / (4 * words);
  const lines: string[] = [];
  for (let part = 0; part < count; part++) {
    const first = part * words * perWord;
    const whole = `${s.names[first]}_v`;
    lines.push(`const ${vector} ${whole} = ${readAs(vector)}[${vectorIndex(index, count, part)}];`);
    for (let i = 0; i < words * perWord; i++) {
      const word = words === 1 ? whole : `${whole}.${PARTS[Math.floor(i / perWord)]}`;
      lines.push(`const ${type} ${s.names[first + i]} = ${unpack(storage, word, i % perWord)};`);
    }
  }
  return lines;
}

function storeLines(
  s: Extract<Stmt, { kind: "store" }>,
  memory: MemoryInfo,
  index: string,
  values: readonly string[],
): string[] {
  const { storage } = memory;
  if (values.length === 1) return [`${s.target}[${index}] = ${values[0]};`];
  const perWord = 4 / byteSize(storage);
  const items =
    perWord === 1
      ? values
      : Array.from({ length: values.length / perWord }, (_, i) =>
          packWord(storage, values.slice(i * perWord, (i + 1) * perWord)),
        );
  const base = perWord > 1 ? "unsigned" : MEMORY_TYPES[storage];
  const words = Math.min(items.length, 4);
  const count = items.length / words;
  const vector = words === 1 ? base : `${base === "unsigned" ? "uint" : base}${words}`;
  return Array.from({ length: count }, (_, part) => {
    const own = items.slice(part * words, (part + 1) * words);
    const value = words === 1 ? own[0] : `make_${vector}(${own.join(", ")})`;
    return `reinterpret_cast<${vector}*>(${s.target})[${vectorIndex(index, count, part)}] = ${value};`;
  });
}

function dialect(kernel: Kernel): Dialect {
  const memories = new Map<string, MemoryInfo>();
  for (const b of kernel.bindings) memories.set(b.name, { storage: b.storage, constant: b.access === "read" });
  for (const s of kernel.shared) memories.set(s.name, { storage: s.type, constant: false });
  const memory = (name: string): MemoryInfo => memories.get(name)!;
  return {
    literal,
    builtin: (name) => BUILTINS[name]!,
    call,
    select: (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
    convert,
    bitcast,
    shiftAmount: (a, compound) => (compound ? `(${a})` : a),
    declareLet: (name, type, value) => `const ${VALUE_TYPES[type]} ${name} = ${value};`,
    declareVar: (name, type, value) => `${VALUE_TYPES[type]} ${name} = ${value};`,
    declareArray: (name, type, length) => `${VALUE_TYPES[type]} ${name}[${length}] = {};`,
    load: (s, index) => loadLines(s, memory(s.source), index),
    store: (s, index, values) => storeLines(s, memory(s.target), index, values),
    forHeader: (name, start, end, step) => `for (int ${name} = ${start}; ${name} < ${end}; ${name} += ${step})`,
    barrier: "__syncthreads();",
    collective: (s, value) => {
      const type = VALUE_TYPES[s.value.type];
      if (s.op === "subgroupShuffleXor") return `const ${type} ${s.name} = warp_shuffle_xor(${value}, ${s.mask});`;
      return `const ${type} ${s.name} = ${COLLECTIVES[s.op]}(${value});`;
    },
  };
}

function anyStatement(body: readonly Stmt[], test: (s: Stmt) => boolean): boolean {
  return body.some((s) => test(s) || bodiesOf(s).some((nested) => anyStatement(nested, test)));
}

const callsHalf = (e: Expr): boolean =>
  (e.kind === "call" && (e.fn === "halfLow" || e.fn === "halfHigh" || e.fn === "packHalf")) ||
  childrenOf(e).some(callsHalf);

/** Headers of the backend that a text over the kernel's bindings needs, whose statements are `body`. */
function includes(kernel: Kernel, body: readonly Stmt[] = kernel.body): string[] {
  const narrow = kernel.bindings.some((b) => b.storage === "bf16" || b.storage === "f16");
  const numbers = narrow || anyStatement(body, (s) => expressionsOf(s).some(callsHalf));
  const warps = anyStatement(body, (s) => s.kind === "collective");
  return [...(numbers ? ['#include "numbers.cuh"'] : []), ...(warps ? ['#include "warp.cuh"'] : [])];
}

function checkNames(kernel: Kernel): void {
  const check = (name: string): void =>
    invariant(!TAKEN.has(name), `kernel ${kernel.name}: ${name} has a meaning in CUDA C++`);
  for (const m of [...kernel.bindings, ...kernel.shared]) check(m.name);
  anyStatement(kernel.body, (s) => {
    for (const name of namesDeclaredBy(s)) check(name);
    if (s.kind === "for") check(s.name);
    return false;
  });
}

function parameterText(p: HookParameter): string {
  const type = VALUE_TYPES[p.type];
  return p.length === undefined ? `${type} ${p.name}` : `${p.output ? "" : "const "}${type} (&${p.name})[${p.length}]`;
}

function pointerText(b: Kernel["bindings"][number]): string {
  return `${b.access === "read" ? "const " : ""}${MEMORY_TYPES[b.storage]}* __restrict__ ${b.name}`;
}

/** The struct of a kernel's buffers, and functions over it. */
export function emitCudaHooks(kernel: Kernel, hooks: readonly Hook[]): string {
  checkNames(kernel);
  const functions = hooks.flatMap((hook) => {
    const touches = (name: string): boolean =>
      anyStatement(
        hook.body,
        (s) => (s.kind === "load" && s.source === name) || (s.kind === "store" && s.target === name),
      );
    const own = kernel.bindings.filter((b) => touches(b.name));
    return [
      "",
      `__device__ __forceinline__ void ${hook.name}(${["const Buffers& buffers", ...hook.parameters.map(parameterText)].join(", ")}) {`,
      ...own.map((b) => `  ${pointerText(b)} = buffers.${b.name};`),
      ...printBody(hook.body, dialect(kernel), 1),
      "}",
    ];
  });
  return ["struct Buffers {", ...kernel.bindings.map((b) => `  ${pointerText(b)};`), "};", ...functions, ""].join("\n");
}

/** The entry of a body written by hand: its parameters are the buffers, in binding order. */
export function emitCudaEntry(kernel: Kernel, body: string, minimumBlocks = 1): string {
  const names = kernel.bindings.map((b) => b.name);
  const parameters = kernel.bindings.map((b) => `    ${pointerText(b)}`);
  return [
    `extern "C" __global__ void __launch_bounds__(${kernel.workgroupSize}, ${minimumBlocks}) ${cudaEntry(kernel)}(`,
    `${parameters.join(",\n")}) {`,
    `  ${body}(Buffers{${names.join(", ")}});`,
    "}",
    "",
  ].join("\n");
}

/** Headers a kernel's bindings and hooks need. */
export function cudaIncludes(kernel: Kernel, hooks: readonly Hook[]): readonly string[] {
  return includes(
    kernel,
    hooks.flatMap(({ body }) => body),
  );
}

/** Name of the entry point of a kernel's module. */
export function cudaEntry(kernel: Kernel): string {
  return kernel.name.replace(/\W/g, "_");
}

/** CUDA C++ text of a kernel. Parameters are its buffers in binding order; a block has `workgroupSize` threads in x. */
export function emitCuda(kernel: Kernel): string {
  verifyKernel(kernel);
  checkNames(kernel);
  const collective = anyStatement(kernel.body, (s) => s.kind === "collective");
  invariant(!collective || kernel.workgroupSize % WARP_LANES === 0, `${kernel.name}: collectives need whole warps`);
  const parameters = kernel.bindings.map(pointerText);
  const heads = includes(kernel);
  return [
    `// ${kernel.name}`,
    ...docLines(kernel.doc),
    ...heads,
    "",
    `extern "C" __global__ void __launch_bounds__(${kernel.workgroupSize}) ${cudaEntry(kernel)}(`,
    ...parameters.map((p, i) => `    ${p}${i === parameters.length - 1 ? ") {" : ","}`),
    ...kernel.shared.map(
      (s) => `  __shared__ __align__(${WIDEST_ACCESS}) ${VALUE_TYPES[s.type]} ${s.name}[${s.length}];`,
    ),
    "  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);",
    "  const int local = threadIdx.x;",
    ...printBody(kernel.body, dialect(kernel), 1),
    "}",
    "",
  ].join("\n");
}
