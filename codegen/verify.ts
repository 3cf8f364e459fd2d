/**
 * The rules every kernel obeys before anything is printed: types agree, names exist in their scope, barriers and
 * collectives stand in uniform control flow, narrow types are stored as whole words, and portable kernels stay within
 * WebGPU's default limits. A violation is a bug of the kernel, named with the kernel.
 */
import { byteSize } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Expr, Kernel, Stmt, ValueType } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, hasRendezvous, namesDeclaredBy, valueTypeOf } from "./ir.ts";
import { analyzeUniformity } from "./uniformity.ts";

/** WebGPU's default limits: what a portable kernel may use. */
export const PORTABLE_LIMITS = {
  storageBuffers: 8,
  sharedBytes: 16384,
  workgroupSize: 256,
  bindingBytes: 134217728,
  groupsPerDimension: 65535,
} as const;

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!="]);

function checkBinary(e: Extract<Expr, { kind: "binary" }>, fail: (text: string) => never): void {
  if (e.op === "<<" || e.op === ">>") {
    if (e.b.type !== "i32" || (e.a.type !== "i32" && e.a.type !== "u32")) fail(`shift of ${e.a.type} by ${e.b.type}`);
    return;
  }
  if (e.a.type !== e.b.type) fail(`${e.a.type} ${e.op} ${e.b.type}`);
  if (COMPARISONS.has(e.op)) {
    if (e.type !== "bool") fail(`comparison of type ${e.type}`);
  } else if (e.type !== e.a.type) fail(`${e.op} of ${e.a.type} gives ${e.type}`);
  if ((e.op === "&&" || e.op === "||") !== (e.type === "bool" && !COMPARISONS.has(e.op))) fail(`${e.op} on ${e.type}`);
  if ("&|^".includes(e.op) && e.type === "f32") fail(`${e.op} on f32`);
}

export function verifyKernel(kernel: Kernel): void {
  const fail = (text: string): never => {
    throw new Error(`internal error: kernel ${kernel.name}: ${text}`);
  };
  const uniformity = analyzeUniformity(kernel);
  const memory = new Map<string, { type: ValueType; storageBytes: number; access: string }>();
  for (const b of kernel.bindings) {
    memory.set(b.name, { type: valueTypeOf(b.storage), storageBytes: byteSize(b.storage), access: b.access });
  }
  for (const s of kernel.shared) memory.set(s.name, { type: s.type, storageBytes: 4, access: "read_write" });

  const checkExpr = (e: Expr, scope: ReadonlyMap<string, ValueType>): void => {
    for (const child of childrenOf(e)) checkExpr(child, scope);
    if (e.kind === "ref" && scope.get(e.name) !== e.type) fail(`${e.name}: ${e.type} is not in scope`);
    if (e.kind === "element" && scope.get(`${e.array}[]`) !== e.type) fail(`array ${e.array} is not in scope`);
    if (e.kind === "binary") checkBinary(e, fail);
    if (e.kind === "select" && (e.condition.type !== "bool" || e.yes.type !== e.no.type)) fail("select types differ");
    if (e.kind === "bitcast" && (e.type === "bool" || e.a.type === "bool")) fail("bitcast of bool");
  };
  const checkAccess = (name: string, type: ValueType | undefined, width: number, write: boolean): void => {
    const found = memory.get(name);
    if (found === undefined) return fail(`no memory named ${name}`);
    if (type !== undefined && found.type !== type) fail(`${name} holds ${found.type}, not ${type}`);
    if (write && found.access === "read") fail(`${name} is read-only`);
    if (!write && found.access === "write") fail(`${name} is write-only`);
    if (write && width * found.storageBytes < 4) fail(`${name}: narrow types are stored as whole words`);
    if (![1, 2, 4, 8].includes(width)) fail(`${name}: access of ${width} elements`);
  };
  const visit = (body: readonly Stmt[], outer: ReadonlyMap<string, ValueType>, flow: boolean): void => {
    const scope = new Map(outer);
    for (const s of body) {
      for (const e of expressionsOf(s)) checkExpr(e, scope);
      if (!flow && (s.kind === "barrier" || s.kind === "collective")) fail(`${s.kind} in non-uniform control flow`);
      if (s.kind === "load") checkAccess(s.source, s.type, s.names.length, false);
      if (s.kind === "store") checkAccess(s.target, s.values[0]?.type, s.values.length, true);
      if (s.kind === "assign" && scope.get(s.name) !== s.value.type) fail(`assignment to ${s.name}`);
      if (s.kind === "array") scope.set(`${s.name}[]`, s.type);
      else
        for (const name of namesDeclaredBy(s))
          scope.set(name, s.kind === "load" ? s.type : (s as { value: Expr }).value.type);
      if (s.kind === "for") {
        const uniform = flow && [s.start, s.end, s.step].every(uniformity.isUniform);
        if (!uniform && s.body.some(hasRendezvous)) fail(`loop ${s.name} holds a barrier but its bounds vary`);
        visit(s.body, new Map(scope).set(s.name, "i32"), uniform);
      } else if (s.kind === "if") {
        const uniform = flow && uniformity.isUniform(s.condition);
        for (const nested of bodiesOf(s)) visit(nested, scope, uniform);
      }
    }
  };
  visit(kernel.body, new Map(), true);
  verifyLimits(kernel);
}

function verifyLimits(kernel: Kernel): void {
  const sharedBytes = kernel.shared.reduce((sum, s) => sum + 4 * s.length, 0);
  invariant(
    kernel.bindings.length <= PORTABLE_LIMITS.storageBuffers,
    `${kernel.name}: ${kernel.bindings.length} buffers`,
  );
  invariant(sharedBytes <= PORTABLE_LIMITS.sharedBytes, `${kernel.name}: ${sharedBytes} B of shared memory`);
  invariant(
    kernel.workgroupSize >= 1 && kernel.workgroupSize <= PORTABLE_LIMITS.workgroupSize,
    `${kernel.name}: workgroup of ${kernel.workgroupSize}`,
  );
  const names = [...kernel.bindings, ...kernel.shared].map((m) => m.name);
  invariant(new Set(names).size === names.length, `${kernel.name}: two memories share a name`);
}
