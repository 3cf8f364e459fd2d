/**
 * Kernels as WGSL. Buffers are word arrays (narrow types were legalised); a buffer that is always read in whole
 * vectors is declared as an array of vectors, so the access is one wide load. Vector parts are bound to scalars at once.
 */
import { invariant } from "../src/base/invariant.ts";
import type { Expr, Kernel, Stmt, ValueType } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, freshName, namesIn } from "./ir.ts";
import { legalizeNarrow } from "./legalize.ts";
import { type Dialect, docLines, floatText, printBody } from "./printer.ts";
import { verifyKernel } from "./verify.ts";

const BUILTINS: Readonly<Record<string, string>> = {
  "group.x": "group.x",
  "group.y": "group.y",
  "group.z": "group.z",
  local: "local",
  "subgroup.lane": "subgroup_lane",
  "subgroup.size": "subgroup_lanes",
};
const PARTS = ["x", "y", "z", "w"] as const;

/** Rounding to bf16, ties to even, NaN kept: WGSL has no such type. */
const PACK_BF16 = [
  "",
  "fn bf16_bits(x: f32) -> u32 {",
  "  let bits = bitcast<u32>(x);",
  "  let rounded = bits + 0x7fffu + ((bits >> 16u) & 1u);",
  "  return select(rounded, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16u;",
  "}",
  "",
  "fn pack_bf16(low: f32, high: f32) -> u32 {",
  "  return bf16_bits(low) | (bf16_bits(high) << 16u);",
  "}",
];

/** Words per array element of each buffer: the widest vector that all its accesses share, at most 4. */
function vectorWidths(kernel: Kernel): Map<string, number> {
  const widths = new Map<string, number>();
  const note = (name: string, width: number): void => {
    widths.set(name, Math.min(widths.get(name) ?? 4, width));
  };
  const visit = (body: readonly Stmt[]): void => {
    for (const s of body) {
      if (s.kind === "load") note(s.source, s.names.length);
      if (s.kind === "store") note(s.target, s.values.length);
      bodiesOf(s).forEach(visit);
    }
  };
  visit(kernel.body);
  for (const s of kernel.shared) widths.set(s.name, 1);
  return widths;
}

/** Index of the array element that holds part `part` of access group `index`, and the component there. */
function place(index: string, accessWidth: number, elementWidth: number, part: number): [string, string] {
  const perAccess = accessWidth / elementWidth;
  const base = perAccess === 1 ? index : `${/^\w+$/.test(index) ? index : `(${index})`} * ${perAccess}`;
  const step = Math.floor(part / elementWidth);
  return [step === 0 ? base : `${base} + ${step}`, elementWidth === 1 ? "" : `.${PARTS[part % elementWidth]}`];
}

function dialect(kernel: Kernel): Dialect {
  const widths = vectorWidths(kernel);
  const taken = namesIn(kernel);
  const typeOf = (name: string): string =>
    kernel.bindings.find((b) => b.name === name)?.storage ?? kernel.shared.find((s) => s.name === name)?.type ?? "f32";
  const call: Dialect["call"] = (fn, _type, args) => {
    if (fn === "halfLow") return `unpack2x16float(${args[0]}).x`;
    if (fn === "halfHigh") return `unpack2x16float(${args[0]}).y`;
    if (fn === "packBf16") return `pack_bf16(${args.join(", ")})`;
    if (fn === "packHalf") return `pack2x16float(vec2<f32>(${args.join(", ")}))`;
    return `${fn}(${args.join(", ")})`;
  };
  return {
    literal: (type, value) => {
      if (type === "f32") return `${floatText(value)}f`;
      // Large words are masks and hash constants.
      if (type === "u32") return value >= 65536 ? `0x${value.toString(16)}u` : `${value}u`;
      if (type === "bool") return value === 0 ? "false" : "true";
      return value === -2147483648 ? "i32(-2147483648)" : String(value);
    },
    builtin: (name) => BUILTINS[name]!,
    call,
    select: (condition, yes, no) => `select(${no}, ${yes}, ${condition})`,
    convert: (to, _from, a) => `${to}(${a})`,
    bitcast: (to, _from, a) => `bitcast<${to}>(${a})`,
    shiftAmount: (a) => (/^\d+$/.test(a) ? `${a}u` : `u32(${a})`),
    declareLet: (name, _type, value) => `let ${name} = ${value};`,
    declareVar: (name, type, value) => `var ${name}: ${type} = ${value};`,
    declareArray: (name, type, length) => `var ${name}: array<${type}, ${length}>;`,
    load: (s, index) => {
      const width = widths.get(s.source) ?? 1;
      const access = s.names.length;
      if (width === 1 || access === 1) {
        return s.names.map((name, i) => `let ${name} = ${s.source}[${place(index, access, 1, i)[0]}];`);
      }
      const lines: string[] = [];
      for (let i = 0; i < access; i += width) {
        const vector = freshName(taken, `${s.names[i]}_v`);
        lines.push(`let ${vector} = ${s.source}[${place(index, access, width, i)[0]}];`);
        for (let j = 0; j < width; j++) lines.push(`let ${s.names[i + j]} = ${vector}.${PARTS[j]};`);
      }
      return lines;
    },
    store: (s, index, values) => {
      const width = widths.get(s.target) ?? 1;
      const access = values.length;
      const lines: string[] = [];
      for (let i = 0; i < access; i += width) {
        const parts = values.slice(i, i + width);
        const value = width === 1 ? parts[0] : `vec${width}<${typeOf(s.target)}>(${parts.join(", ")})`;
        lines.push(`${s.target}[${place(index, access, width, i)[0]}] = ${value};`);
      }
      return lines;
    },
    forHeader: (name, start, end, step) => `for (var ${name} = ${start}; ${name} < ${end}; ${name} += ${step})`,
    barrier: exchangesStorage(kernel) ? "storageBarrier(); workgroupBarrier();" : "workgroupBarrier();",
    collective: (s, value) => {
      if (s.op === "subgroupShuffleXor") return `let ${s.name} = subgroupShuffleXor(${value}, ${s.mask}u);`;
      return `let ${s.name} = ${s.op}(${value});`;
    },
  };
}

/** Whether threads may pass values to each other through a buffer: then a barrier must order storage memory too. */
function exchangesStorage(kernel: Kernel): boolean {
  const readable = new Set(kernel.bindings.filter((b) => b.access === "read_write").map((b) => b.name));
  const stores = (body: readonly Stmt[]): boolean =>
    body.some((s) => (s.kind === "store" && readable.has(s.target)) || bodiesOf(s).some(stores));
  return stores(kernel.body);
}

function callsPackBf16(body: readonly Stmt[]): boolean {
  const calls = (e: Expr): boolean => (e.kind === "call" && e.fn === "packBf16") || childrenOf(e).some(calls);
  return body.some((s) => expressionsOf(s).some(calls) || bodiesOf(s).some(callsPackBf16));
}

function usesSubgroups(body: readonly Stmt[]): boolean {
  return body.some((s) => s.kind === "collective" || bodiesOf(s).some(usesSubgroups));
}

/** WGSL text of a kernel; entry point `main`, all bindings in group 0 in the kernel's order. */
export function emitWgsl(source: Kernel): string {
  verifyKernel(source);
  const kernel = legalizeNarrow(source);
  const widths = vectorWidths(kernel);
  const subgroups = usesSubgroups(kernel.body) || JSON.stringify(kernel.body).includes('"subgroup.');
  const element = (name: string, type: ValueType | string): string => {
    const width = widths.get(name) ?? 1;
    return width === 1 ? type : `vec${width}<${type}>`;
  };
  const bindings = kernel.bindings.map((b, i) => {
    invariant(b.storage === "f32" || b.storage === "i32" || b.storage === "u32", `${b.name}: not legalised`);
    const access = b.access === "read" ? "read" : "read_write";
    return `@group(0) @binding(${i}) var<storage, ${access}> ${b.name}: array<${element(b.name, b.storage)}>;`;
  });
  const parameters = [
    "@builtin(workgroup_id) group_id: vec3<u32>",
    "@builtin(local_invocation_index) local_id: u32",
    ...(subgroups ? ["@builtin(subgroup_invocation_id) lane_id: u32", "@builtin(subgroup_size) lane_count: u32"] : []),
  ];
  return [
    `// ${kernel.name}`,
    ...docLines(kernel.doc),
    ...(subgroups ? ["enable subgroups;"] : []),
    ...bindings,
    ...kernel.shared.map((s) => `var<workgroup> ${s.name}: array<${s.type}, ${s.length}>;`),
    ...(callsPackBf16(kernel.body) ? PACK_BF16 : []),
    "",
    `@compute @workgroup_size(${kernel.workgroupSize})`,
    `fn main(${parameters.join(", ")}) {`,
    "  let group = vec3<i32>(group_id);",
    "  let local = i32(local_id);",
    ...(subgroups ? ["  let subgroup_lane = i32(lane_id);", "  let subgroup_lanes = i32(lane_count);"] : []),
    ...printBody(kernel.body, dialect(kernel), 1),
    "}",
    "",
  ].join("\n");
}
