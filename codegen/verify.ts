/**
 * The rules every kernel obeys before anything is printed: types agree, names exist in their scope and mean one thing
 * in the whole kernel, barriers and collectives stand in uniform control flow, narrow types are stored as whole words,
 * and portable kernels stay within WebGPU's default limits. A violation is a bug of the kernel, named with the kernel.
 */
import { byteSize } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Expr, FunctionName, Kernel, Stmt, ValueType } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, hasRendezvous, namesDeclaredBy, valueTypeOf } from "./ir.ts";
import { analyzeUniformity, type Uniformity } from "./uniformity.ts";

/** WebGPU's default limits: what a portable kernel may use. */
const PORTABLE_LIMITS = {
  storageBuffers: 8,
  sharedBytes: 16384,
  workgroupSize: 256,
  bindingBytes: 134217728,
  groupsPerDimension: 65535,
} as const;

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!="]);

const ARGUMENT_COUNTS: Partial<Readonly<Record<FunctionName, number>>> = {
  min: 2,
  max: 2,
  fma: 3,
  packHalf: 2,
  packBf16: 2,
};

type Fail = (text: string) => never;

function checkBinary(e: Extract<Expr, { kind: "binary" }>, fail: Fail): void {
  if (e.op === "<<" || e.op === ">>") {
    if (e.b.type !== "i32" || (e.a.type !== "i32" && e.a.type !== "u32")) fail(`shift of ${e.a.type} by ${e.b.type}`);
    if (e.type !== e.a.type) fail(`${e.op} of ${e.a.type} gives ${e.type}`);
    if (e.b.kind === "const" && (e.b.value < 0 || e.b.value > 31)) fail(`shift by ${e.b.value}`);
    return;
  }
  if (e.a.type !== e.b.type) fail(`${e.a.type} ${e.op} ${e.b.type}`);
  if (COMPARISONS.has(e.op)) {
    if (e.type !== "bool") fail(`comparison of type ${e.type}`);
    if (e.a.type === "bool" && e.op !== "==" && e.op !== "!=") fail(`${e.op} on bool`);
    return;
  }
  if (e.type !== e.a.type) fail(`${e.op} of ${e.a.type} gives ${e.type}`);
  if ((e.op === "&&" || e.op === "||") !== (e.type === "bool")) fail(`${e.op} on ${e.type}`);
  if ("&|^".includes(e.op) && e.type === "f32") fail(`${e.op} on f32`);
  const whole = e.type === "i32" || e.type === "u32";
  if ("/%".includes(e.op) && whole && e.b.kind === "const" && e.b.value === 0) fail(`${e.op} by zero`);
}

function checkUnary(e: Extract<Expr, { kind: "unary" }>, fail: Fail): void {
  const fits =
    e.op === "!" ? e.a.type === "bool" : e.op === "~" ? e.a.type === "i32" || e.a.type === "u32" : e.a.type !== "bool";
  if (!fits || e.type !== e.a.type) fail(`${e.op} on ${e.a.type}`);
  // WGSL has no negation of u32.
  if (e.op === "-" && e.type === "u32") fail("- on u32");
}

function checkCall(e: Extract<Expr, { kind: "call" }>, fail: Fail): void {
  const count = ARGUMENT_COUNTS[e.fn] ?? 1;
  if (e.args.length !== count) fail(`${e.fn} of ${e.args.length} arguments`);
  const half = e.fn === "halfLow" || e.fn === "halfHigh";
  const packs = e.fn === "packHalf" || e.fn === "packBf16";
  const argument: ValueType = half ? "u32" : e.fn === "min" || e.fn === "max" ? e.type : "f32";
  if (e.type === "bool" || (packs ? e.type !== "u32" : e.type !== argument && !half)) fail(`${e.fn} gives ${e.type}`);
  for (const a of e.args) if (a.type !== argument) fail(`${e.fn} of ${a.type}`);
}

/** What a name means where it is used: its type, and whether it may be assigned. */
interface Declared {
  readonly type: ValueType;
  readonly kind: "value" | "variable" | "array";
}

type Scope = ReadonlyMap<string, Declared>;

class Verifier {
  readonly #kernel: Kernel;
  readonly #uniformity: Uniformity;
  readonly #memory = new Map<string, { type: ValueType; storageBytes: number; access: string }>();
  readonly #declared = new Set<string>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#uniformity = analyzeUniformity(kernel);
    for (const b of kernel.bindings) {
      this.#memory.set(b.name, {
        type: valueTypeOf(b.storage),
        storageBytes: byteSize(b.storage),
        access: b.access,
      });
    }
    for (const s of kernel.shared) this.#memory.set(s.name, { type: s.type, storageBytes: 4, access: "read_write" });
  }

  body(body: readonly Stmt[], outer: Scope, flow: boolean): void {
    const scope = new Map(outer);
    for (const s of body) {
      for (const e of expressionsOf(s)) this.#expression(e, scope);
      if (!flow && (s.kind === "barrier" || s.kind === "collective")) {
        this.#fail(`${s.kind} in non-uniform control flow`);
      }
      this.#statement(s, scope);
      for (const name of namesDeclaredBy(s)) this.#declare(name, s, scope);
      this.#nested(s, scope, flow);
    }
  }

  #fail: Fail = (text) => {
    throw new Error(`internal error: kernel ${this.#kernel.name}: ${text}`);
  };

  #expression(e: Expr, scope: Scope): void {
    const fail = this.#fail;
    for (const child of childrenOf(e)) this.#expression(child, scope);
    if (e.kind === "const" && !Number.isFinite(e.value)) fail(`constant ${e.value}`);
    if (e.kind === "ref") {
      const found = scope.get(e.name);
      if (found?.type !== e.type || found.kind === "array") fail(`${e.name}: ${e.type} is not in scope`);
    }
    if (e.kind === "element") this.#element(e.array, e.type, e.index, scope);
    if (e.kind === "binary") checkBinary(e, fail);
    if (e.kind === "unary") checkUnary(e, fail);
    if (e.kind === "call") checkCall(e, fail);
    if (e.kind === "select") {
      const same = e.yes.type === e.no.type && e.type === e.yes.type;
      if (e.condition.type !== "bool" || !same) fail("select types differ");
    }
    if (e.kind === "convert" && e.type === "bool") fail("convert to bool");
    if (e.kind === "bitcast" && e.type === "f32" && e.a.kind === "const") fail("bitcast to what is no finite number");
    if (e.kind === "bitcast" && (e.type === "bool" || e.a.type === "bool")) fail("bitcast of bool");
  }

  #element(array: string, type: ValueType, index: Expr, scope: Scope): void {
    const found = scope.get(array);
    if (found?.kind !== "array" || found.type !== type) this.#fail(`array ${array}: ${type} is not in scope`);
    if (index.type !== "i32") this.#fail(`${array} is indexed by ${index.type}`);
  }

  #statement(s: Stmt, scope: Scope): void {
    const fail = this.#fail;
    switch (s.kind) {
      case "load":
        return this.#access(s.source, [s.type], s.names.length, s.index, false);
      case "store": {
        const types = s.values.map((v) => v.type);
        return this.#access(s.target, types, s.values.length, s.index, true);
      }
      case "assign": {
        const found = scope.get(s.name);
        if (found?.kind !== "variable") return fail(`${s.name} is assigned but is no variable`);
        if (found.type !== s.value.type) fail(`assignment of ${s.value.type} to ${s.name}: ${found.type}`);
        return;
      }
      case "assignElement":
        return this.#element(s.array, s.value.type, s.index, scope);
      case "for": {
        for (const e of [s.start, s.end, s.step]) if (e.type !== "i32") fail(`loop ${s.name} counts in ${e.type}`);
        if (s.step.kind === "const" && s.step.value <= 0) fail(`loop ${s.name} steps by ${s.step.value}`);
        return;
      }
      case "if":
        if (s.condition.type !== "bool") fail(`condition of type ${s.condition.type}`);
        return;
      case "collective": {
        if (s.value.type === "bool") fail(`${s.op} of bool`);
        const masked = s.op === "subgroupShuffleXor";
        if (masked !== (s.mask !== undefined)) fail(`${s.op} ${masked ? "needs a" : "takes no"} mask`);
        return;
      }
      case "let":
      case "var":
      case "array":
      case "barrier":
      case "comment":
        return;
      default:
        s satisfies never;
    }
  }

  #access(name: string, types: readonly ValueType[], width: number, index: Expr, write: boolean): void {
    const fail = this.#fail;
    const found = this.#memory.get(name);
    if (found === undefined) return fail(`no memory named ${name}`);
    for (const type of types) if (found.type !== type) fail(`${name} holds ${found.type}, not ${type}`);
    if (index.type !== "i32") fail(`${name} is indexed by ${index.type}`);
    if (write && found.access === "read") fail(`${name} is read-only`);
    if (!write && found.access === "write") fail(`${name} is write-only`);
    if (![1, 2, 4, 8].includes(width)) fail(`${name}: access of ${width} elements`);
    if (write && width * found.storageBytes < 4) fail(`${name}: narrow types are stored as whole words`);
  }

  #declare(name: string, s: Stmt, scope: Map<string, Declared>): void {
    if (this.#declared.has(name) || this.#memory.has(name)) this.#fail(`${name} is declared twice`);
    this.#declared.add(name);
    if (s.kind === "array") scope.set(name, { type: s.type, kind: "array" });
    else if (s.kind === "load") scope.set(name, { type: s.type, kind: "value" });
    else if (s.kind === "var") scope.set(name, { type: s.value.type, kind: "variable" });
    else if (s.kind === "let" || s.kind === "collective") scope.set(name, { type: s.value.type, kind: "value" });
    else if (s.kind === "for") scope.set(name, { type: "i32", kind: "value" });
  }

  #nested(s: Stmt, scope: Scope, flow: boolean): void {
    if (s.kind === "for") {
      const uniform = flow && [s.start, s.end, s.step].every(this.#uniformity.isUniform);
      if (!uniform && s.body.some(hasRendezvous)) this.#fail(`loop ${s.name} holds a barrier but its bounds vary`);
      const inner = new Map(scope);
      this.#declare(s.name, s, inner);
      this.body(s.body, inner, uniform);
    } else if (s.kind === "if") {
      const uniform = flow && this.#uniformity.isUniform(s.condition);
      for (const nested of bodiesOf(s)) this.body(nested, scope, uniform);
    }
  }
}

/** @throws an internal error that names the kernel and what it breaks */
export function verifyKernel(kernel: Kernel): void {
  new Verifier(kernel).body(kernel.body, new Map(), true);
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
