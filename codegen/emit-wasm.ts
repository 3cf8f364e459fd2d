/**
 * Kernels as WebAssembly SIMD: four neighbouring threads of a workgroup are the four lanes. Region by region, as
 * `emit-js` does it: between two meetings a loop runs over the threads, four at a time; what all threads share is
 * computed once, alone. Varying control flow becomes masks. The module's `run` takes the addresses of the bindings, of
 * scratch memory of its own, the workgroups in x, y and z, and which of them to compute, counted with x fastest.
 */
import { invariant, present } from "../src/base/invariant.ts";
import type { Expr, Kernel, Stmt, ValueType } from "./ir.ts";
import { type Lanes, laneAnalysis } from "./lanes.ts";
import { legalizeNarrow } from "./legalize.ts";
import { type Region, type Storage, splitKernel } from "./split.ts";
import { analyzeUniformity } from "./uniformity.ts";
import { verifyKernel } from "./verify.ts";
import { type GroupIndex, gatherWords, loadGroups, storeGroups } from "./wasm/groups.ts";
import {
  add,
  block,
  br,
  brIf,
  doWhile,
  i32,
  i32x4,
  ifThen,
  type Local,
  load,
  loop,
  mul,
  op,
  select,
  store,
  sub,
  type Wasm,
  WasmFunction,
  type WasmModule,
  whileDo,
} from "./wasm/ir.ts";
import {
  binaryScalar,
  binaryVector,
  bitcastScalar,
  callScalar,
  callVector,
  constantScalar,
  constantVector,
  convertScalar,
  convertVector,
  firstLane,
  LANE_NUMBERS,
  splat,
  unaryScalar,
  unaryVector,
} from "./wasm/vectors.ts";

export interface EmitWasmOptions {
  /** Lanes of a subgroup for collectives; a setting, so that no kernel can assume one. */
  readonly subgroupSize: number;
}

export interface EmittedWasm {
  /** Exports `run`. */
  readonly module: WasmModule;
  /** Bytes of memory of its own that a thread needs while it runs, aligned to 16. */
  readonly scratchBytes: number;
}

/** Threads that run side by side. */
const LANES = 4;
const WORD = 4;
const VECTOR = LANES * WORD;

/** base + stride * lane */
interface Affine {
  readonly base: Wasm;
  readonly stride: number;
}

/** Where a name's value is. */
type Place =
  | { readonly kind: "scalar"; readonly local: Local }
  | { readonly kind: "vector"; readonly local: Local }
  | { readonly kind: "affine"; readonly local: Local; readonly stride: number }
  /** One word a thread, from `offset` of scratch on. */
  | { readonly kind: "memory"; readonly offset: number };

/** A private array: elements in locals, or in scratch with the words of all threads side by side. */
type ArrayPlace =
  | { readonly kind: "locals"; readonly locals: readonly Local[] }
  | { readonly kind: "memory"; readonly offset: number; readonly length: number };

class WasmPrinter {
  readonly #kernel: Kernel;
  readonly #options: EmitWasmOptions;
  readonly #storage: ReadonlyMap<string, Storage>;
  readonly #f = new WasmFunction("run");
  readonly #memory = new Map<string, { readonly base: Local; readonly offset: number }>();
  readonly #scratch: Local;
  readonly #counts: readonly [Local, Local, Local];
  readonly #from: Local;
  readonly #to: Local;
  readonly #group: Readonly<Record<string, Local>>;
  /** First thread of the four, and scratch behind it: words of threads lie side by side. */
  readonly #local: Local;
  readonly #threadAt: Local;
  readonly #places = new Map<string, Place>();
  readonly #arrays = new Map<string, ArrayPlace>();
  #scratchBytes = 0;
  /** What varies between lanes where code is being made; undefined outside of thread loops. */
  #lanes: Lanes | undefined;
  /** Lanes that take part, where not all do. */
  #mask: Local | undefined;

  constructor(kernel: Kernel, options: EmitWasmOptions, storage: ReadonlyMap<string, Storage>) {
    this.#kernel = kernel;
    this.#options = options;
    this.#storage = storage;
    const f = this.#f;
    for (const { name } of kernel.bindings) this.#memory.set(name, { base: f.param(name, "i32"), offset: 0 });
    this.#scratch = f.param("scratch", "i32");
    const parameters = ["groups_x", "groups_y", "groups_z", "from", "to"].map((name) => f.param(name, "i32"));
    const [x, y, z, from, to] = parameters as [Local, Local, Local, Local, Local];
    this.#counts = [x, y, z];
    this.#from = from;
    this.#to = to;
    const group = (name: string): Local => f.local(`group_${name}`, "i32");
    this.#group = { "group.x": group("x"), "group.y": group("y"), "group.z": group("z") };
    this.#local = f.local("local", "i32");
    this.#threadAt = f.local("thread_at", "i32");
    for (const { name, length } of kernel.shared) {
      this.#memory.set(name, { base: this.#scratch, offset: this.#reserve(WORD * length) });
    }
  }

  emit(regions: readonly Region[]): EmittedWasm {
    const [x, y] = this.#counts;
    const { "group.x": gx, "group.y": gy, "group.z": gz } = this.#group as Record<string, Local>;
    const body = this.#regions(regions);
    const rows = op("i32.div_u", this.#from.get, x.get);
    this.#f.put(
      whileDo(op("i32.lt_u", this.#from.get, this.#to.get), [
        gx!.set(op("i32.rem_u", this.#from.get, x.get)),
        gy!.set(op("i32.rem_u", rows, y.get)),
        gz!.set(op("i32.div_u", rows, y.get)),
        ...body,
        this.#from.set(add(this.#from.get, i32(1))),
      ]),
    );
    return { module: { exports: { run: this.#f } }, scratchBytes: this.#scratchBytes };
  }

  #reserve(bytes: number): number {
    const at = this.#scratchBytes;
    this.#scratchBytes += Math.ceil(bytes / VECTOR) * VECTOR;
    return at;
  }

  /** Threads of a workgroup, in whole fours. */
  get #threads(): number {
    return LANES * Math.ceil(this.#kernel.workgroupSize / LANES);
  }

  // Regions

  #regions(regions: readonly Region[]): Wasm[] {
    return regions.flatMap((region) => this.#region(region));
  }

  #region(region: Region): Wasm[] {
    switch (region.kind) {
      case "threads":
        return this.#threadRegion(region.hoisted, region.body);
      case "for":
        return this.#countedLoop(region.stmt, () => this.#regions(region.body));
      case "if": {
        const condition = this.#scalar(region.stmt.condition);
        return [ifThen(condition, this.#regions(region.then), this.#regions(region.otherwise))];
      }
      case "barrier":
        return [];
      case "collective":
        return this.#collective(region.stmt);
      default:
        return region satisfies never;
    }
  }

  #threadRegion(hoisted: readonly Stmt[], body: readonly Stmt[]): Wasm[] {
    const code = this.#statements(hoisted);
    if (body.length === 0) return code;
    const lanes = laneAnalysis(body, this.#storage);
    const alone = body.slice(0, lanes.leading);
    const rest = body.slice(lanes.leading);
    code.push(...this.#statements(alone));
    if (rest.length === 0) return code;
    return [...code, ...this.#threadLoop(lanes, () => this.#statements(rest))];
  }

  /** All threads, four at a time; what does not fill four is masked. */
  #threadLoop(lanes: Lanes, make: () => Wasm[]): Wasm[] {
    this.#lanes = lanes;
    const whole = this.#kernel.workgroupSize % LANES === 0;
    const mask = whole ? undefined : this.#f.local("threads", "v128");
    this.#mask = mask;
    const body = make();
    this.#mask = undefined;
    this.#lanes = undefined;
    const last = i32x4(this.#kernel.workgroupSize);
    const masked = mask === undefined ? [] : [mask.set(op("i32x4.lt_s", this.#affineVector(this.#thread()), last))];
    return [
      this.#local.set(i32(0)),
      this.#threadAt.set(this.#scratch.get),
      doWhile(
        [
          ...masked,
          ...body,
          this.#local.set(add(this.#local.get, i32(LANES))),
          this.#threadAt.set(add(this.#threadAt.get, i32(VECTOR))),
        ],
        op("i32.lt_u", this.#local.get, i32(this.#threads)),
      ),
    ];
  }

  /** A loop whose bounds all lanes share. */
  #countedLoop(s: Extract<Stmt, { kind: "for" }>, make: () => Wasm[]): Wasm[] {
    const counter = this.#f.local(s.name, "i32");
    this.#places.set(s.name, { kind: "scalar", local: counter });
    const start = counter.set(this.#scalar(s.start));
    return [
      start,
      ...this.#while(op("i32.lt_s", counter.get, this.#scalar(s.end)), [
        ...make(),
        counter.set(add(counter.get, this.#scalar(s.step))),
      ]),
    ];
  }

  #while(condition: Wasm, body: readonly Wasm[]): Wasm[] {
    return [whileDo(condition, body)];
  }

  /** Lane by lane through memory: subgroups have any size. */
  #collective(s: Extract<Stmt, { kind: "collective" }>): Wasm[] {
    const { subgroupSize } = this.#options;
    const input = this.#reserve(WORD * this.#threads);
    const output = this.#reserve(WORD * this.#threads);
    const { type } = s.value;
    const written = this.#threadLoop(laneAnalysis([], this.#storage), () => [
      store("v128.store", this.#threadAt.get, this.#vector(s.value), input),
    ]);
    this.#places.set(s.name, { kind: "memory", offset: output });
    const f = this.#f;
    const [thread, first, end, i] = ["thread", "first", "end", "peer"].map((name) => f.local(name, "i32")) as [
      Local,
      Local,
      Local,
      Local,
    ];
    const isFloat = type === "f32";
    const sum = f.local("joined", isFloat ? "f32" : "i32");
    const at = (index: Wasm): Wasm => add(this.#scratch.get, op("i32.shl", index, i32(2)));
    const read = (index: Wasm): Wasm => load(isFloat ? "f32.load" : "i32.load", at(index), input);
    const zero = constantScalar(type, 0);
    const joined = (): Wasm[] => {
      if (s.op === "subgroupBroadcastFirst") return [sum.set(read(first.get))];
      if (s.op === "subgroupShuffleXor") {
        const other = i.set(add(first.get, op("i32.xor", sub(thread.get, first.get), i32(s.mask ?? 0))));
        return [other, sum.set(zero), ifThen(op("i32.lt_s", i.get, end.get), [sum.set(read(i.get))])];
      }
      const more =
        s.op === "subgroupAdd"
          ? binaryScalar("+", type, sum.get, read(i.get))
          : present(callScalar("max", type, [sum.get, read(i.get)]), "max");
      return [
        sum.set(read(first.get)),
        i.set(add(first.get, i32(1))),
        whileDo(op("i32.lt_s", i.get, end.get), [sum.set(more), i.set(add(i.get, i32(1)))]),
      ];
    };
    const last = i32(this.#kernel.workgroupSize);
    const full = add(first.get, i32(subgroupSize));
    return [
      ...written,
      thread.set(i32(0)),
      doWhile(
        [
          first.set(mul(op("i32.div_u", thread.get, i32(subgroupSize)), i32(subgroupSize))),
          end.set(select(op("i32.lt_s", full, last), full, last)),
          ...joined(),
          store(isFloat ? "f32.store" : "i32.store", at(thread.get), sum.get, output),
          thread.set(add(thread.get, i32(1))),
        ],
        op("i32.lt_s", thread.get, last),
      ),
    ];
  }

  // Statements

  #statements(body: readonly Stmt[]): Wasm[] {
    return body.flatMap((s) => this.#statement(s));
  }

  #statement(s: Stmt): Wasm[] {
    switch (s.kind) {
      case "comment":
        return [];
      case "let":
        return this.#define(s.name, s.value);
      case "var":
        return this.#variable(s.name, s.value);
      case "assign":
        return this.#assign(s.name, s.value);
      case "array":
        return this.#array(s);
      case "assignElement":
        return this.#assignElement(s.array, s.index, s.value);
      case "load":
        return this.#load(s);
      case "store":
        return this.#store(s);
      case "for":
        return this.#for(s);
      case "if":
        return this.#if(s);
      case "barrier":
      case "collective":
        throw new Error(`internal error: ${s.kind} inside a thread loop`);
      default:
        return s satisfies never;
    }
  }

  #isShared(e: Expr): boolean {
    return this.#lanes === undefined || this.#lanes.isShared(e);
  }

  #varies(name: string): boolean {
    return this.#lanes?.varying.has(name) === true;
  }

  #define(name: string, value: Expr): Wasm[] {
    if (this.#storage.get(name) === "thread") return this.#keep(name, this.#vector(value));
    if (this.#isShared(value)) {
      const local = this.#f.local(name, value.type === "f32" ? "f32" : "i32");
      const code = local.set(this.#scalar(value));
      this.#places.set(name, { kind: "scalar", local });
      return [code];
    }
    const affine = value.type === "i32" ? this.#affine(value) : undefined;
    if (affine !== undefined) {
      const local = this.#f.local(name, "i32");
      this.#places.set(name, { kind: "affine", local, stride: affine.stride });
      return [local.set(affine.base)];
    }
    return this.#bindVector(name, this.#vector(value));
  }

  #bindVector(name: string, value: Wasm): Wasm[] {
    if (this.#storage.get(name) === "thread") return this.#keep(name, value);
    const local = this.#f.local(name, "v128");
    this.#places.set(name, { kind: "vector", local });
    return [local.set(value)];
  }

  /** A word a thread in scratch: the name is used behind a meeting. */
  #keep(name: string, value: Wasm): Wasm[] {
    const known = this.#places.get(name);
    const offset = known?.kind === "memory" ? known.offset : this.#reserve(WORD * this.#threads);
    this.#places.set(name, { kind: "memory", offset });
    return [store("v128.store", this.#threadAt.get, value, offset)];
  }

  #variable(name: string, value: Expr): Wasm[] {
    if (this.#storage.get(name) !== "thread" && !this.#varies(name)) return this.#define(name, value);
    return this.#bindVector(name, this.#vector(value));
  }

  #assign(name: string, value: Expr): Wasm[] {
    const place = present(this.#places.get(name), name);
    switch (place.kind) {
      case "scalar":
        return [place.local.set(this.#scalar(value))];
      case "vector":
        return [place.local.set(this.#masked(this.#vector(value), place.local.get))];
      case "memory": {
        const before = load("v128.load", this.#threadAt.get, place.offset);
        return [store("v128.store", this.#threadAt.get, this.#masked(this.#vector(value), before), place.offset)];
      }
      default:
        throw new Error(`internal error: ${name} is assigned and never changes`);
    }
  }

  /** `value` in lanes that take part, `before` in the others. */
  #masked(value: Wasm, before: Wasm): Wasm {
    return this.#mask === undefined ? value : op("v128.bitselect", value, before, this.#mask.get);
  }

  // Private arrays

  #array(s: Extract<Stmt, { kind: "array" }>): Wasm[] {
    const zero = i32x4(0);
    if (this.#storage.get(s.name) !== "thread" && this.#lanes?.constantArrays.has(s.name) === true) {
      const locals = Array.from({ length: s.length }, (_, i) => this.#f.local(`${s.name}${i}`, "v128"));
      this.#arrays.set(s.name, { kind: "locals", locals });
      return locals.map((local) => local.set(zero));
    }
    const offset = this.#reserve(WORD * this.#threads * s.length);
    this.#arrays.set(s.name, { kind: "memory", offset, length: s.length });
    const at = this.#f.local(`${s.name}_at`, "i32");
    const end = this.#f.local(`${s.name}_end`, "i32");
    const bytes = WORD * this.#threads;
    return [
      at.set(this.#threadAt.get),
      end.set(add(at.get, i32(bytes * s.length))),
      doWhile(
        [store("v128.store", at.get, zero, offset), at.set(add(at.get, i32(bytes)))],
        op("i32.lt_u", at.get, end.get),
      ),
    ];
  }

  /** Address, less the array's offset, of an element that all lanes name alike. */
  #elementAt(index: Expr): Wasm {
    return add(this.#threadAt.get, mul(this.#scalar(index), i32(WORD * this.#threads)));
  }

  /** Words, counted from the threads' first, of elements that each lane names for itself. */
  #elementWords(index: Wasm): Wasm {
    return op("i32x4.add", op("i32x4.mul", index, i32x4(this.#threads)), LANE_NUMBERS);
  }

  #element(array: string, index: Expr): Wasm {
    const place = present(this.#arrays.get(array), array);
    if (place.kind === "locals") return this.#elementLocal(place.locals, array, index).get;
    if (this.#isShared(index)) return load("v128.load", this.#elementAt(index), place.offset);
    return gatherWords(this.#f, this.#threadAt, this.#elementWords(this.#activeIndex(index)), place.offset);
  }

  #elementLocal(locals: readonly Local[], array: string, index: Expr): Local {
    invariant(index.kind === "const", `${array} is kept in locals`);
    return present(locals[index.value], `${array}[${index.value}]`);
  }

  #assignElement(array: string, index: Expr, value: Expr): Wasm[] {
    const place = present(this.#arrays.get(array), array);
    if (place.kind === "locals") {
      const local = this.#elementLocal(place.locals, array, index);
      return [local.set(this.#masked(this.#vector(value), local.get))];
    }
    if (this.#isShared(index)) {
      const at = this.#f.local(`${array}_to`, "i32");
      const before = load("v128.load", at.get, place.offset);
      const changed = this.#masked(this.#vector(value), before);
      return [at.set(this.#elementAt(index)), store("v128.store", at.get, changed, place.offset)];
    }
    const held = this.#f.local(`${array}_value`, "v128");
    const words: GroupIndex = { kind: "lanes", vector: this.#elementWords(this.#vector(index)) };
    return [
      held.set(this.#vector(value)),
      ...storeGroups(this.#f, this.#threadAt, words, [held], this.#mask, place.offset),
    ];
  }

  // Memory

  /** An index vector whose idle lanes are zero: they may hold anything. */
  #activeIndex(index: Expr): Wasm {
    const vector = this.#vector(index);
    return this.#mask === undefined ? vector : op("v128.and", vector, this.#mask.get);
  }

  #place(memory: string): { readonly base: Local; readonly offset: number } {
    return present(this.#memory.get(memory), memory);
  }

  #load(s: Extract<Stmt, { kind: "load" }>): Wasm[] {
    const { base, offset } = this.#place(s.source);
    const width = s.names.length;
    if (!this.#varies(s.names[0]!) && this.#isShared(s.index)) return this.#loadShared(s, base, offset);
    const affine = this.#affine(s.index);
    // Under a mask only an address that all lanes share is known to be one of the program's.
    const direct = affine !== undefined && (affine.stride === 0 || (affine.stride > 0 && this.#mask === undefined));
    const index: GroupIndex = direct
      ? { kind: "affine", ...affine }
      : { kind: "lanes", vector: this.#activeIndex(s.index) };
    const { set, words } = loadGroups(this.#f, base, index, width, offset);
    return [...set, ...s.names.flatMap((name, i) => this.#bindVector(name, words[i]!))];
  }

  /** Words that all lanes share, as numbers. */
  #loadShared(s: Extract<Stmt, { kind: "load" }>, base: Local, offset: number): Wasm[] {
    const isFloat = s.type === "f32";
    const at = this.#f.local(`${s.names[0]}_at`, "i32");
    const set = at.set(add(base.get, mul(this.#scalar(s.index), i32(WORD * s.names.length))));
    const words = s.names.map((name, i) => {
      const local = this.#f.local(name, isFloat ? "f32" : "i32");
      this.#places.set(name, { kind: "scalar", local });
      return local.set(load(isFloat ? "f32.load" : "i32.load", at.get, offset + WORD * i));
    });
    return [set, ...words];
  }

  #store(s: Extract<Stmt, { kind: "store" }>): Wasm[] {
    const { base, offset } = this.#place(s.target);
    const values = s.values.map(() => this.#f.local("stored", "v128"));
    const set = values.map((local, i) => local.set(this.#vector(s.values[i]!)));
    const affine = this.#affine(s.index);
    const direct = affine !== undefined && affine.stride >= 0 && this.#mask === undefined;
    const index: GroupIndex = direct ? { kind: "affine", ...affine } : { kind: "lanes", vector: this.#vector(s.index) };
    return [...set, ...storeGroups(this.#f, base, index, values, this.#mask, offset)];
  }

  // Control flow

  #if(s: Extract<Stmt, { kind: "if" }>): Wasm[] {
    if (this.#isShared(s.condition)) {
      const condition = this.#scalar(s.condition);
      return [ifThen(condition, this.#statements(s.then), this.#statements(s.otherwise))];
    }
    const condition = this.#f.local("condition", "v128");
    const code = [condition.set(this.#vector(s.condition))];
    const outer = this.#mask;
    const masked = this.#branches(s, condition, outer);
    if (outer !== undefined) return [...code, ...masked];
    // Where all four agree, as they mostly do, nothing is masked.
    const none = op("i32.eqz", op("v128.any_true", condition.get));
    const all = op("i32x4.all_true", condition.get);
    return [...code, ifThen(all, this.#statements(s.then), [ifThen(none, this.#statements(s.otherwise), masked)])];
  }

  #branches(s: Extract<Stmt, { kind: "if" }>, condition: Local, outer: Local | undefined): Wasm[] {
    const mask = this.#f.local("mask", "v128");
    const branch = (body: readonly Stmt[], set: Wasm): Wasm[] => {
      if (body.length === 0) return [];
      this.#mask = mask;
      const inside = this.#statements(body);
      this.#mask = outer;
      return [mask.set(set), ifThen(op("v128.any_true", mask.get), inside)];
    };
    const those = (lanes: Wasm): Wasm => (outer === undefined ? lanes : op("v128.and", lanes, outer.get));
    return [...branch(s.then, those(condition.get)), ...branch(s.otherwise, those(op("v128.not", condition.get)))];
  }

  #for(s: Extract<Stmt, { kind: "for" }>): Wasm[] {
    if ([s.start, s.end, s.step].every((e) => this.#isShared(e)) && !this.#varies(s.name)) {
      return this.#countedLoop(s, () => this.#statements(s.body));
    }
    const outer = this.#mask;
    const affine = this.#affine(s.start);
    if (affine !== undefined && affine.stride >= 0 && this.#isShared(s.step)) return this.#affineLoop(s, affine, outer);
    const counter = this.#f.local(s.name, "v128");
    const start = counter.set(this.#vector(s.start));
    const step = this.#vector(s.step);
    this.#places.set(s.name, { kind: "vector", local: counter });
    const body = (): Wasm[] => [...this.#statements(s.body), counter.set(op("i32x4.add", counter.get, step))];
    return [start, ...this.#maskedLoop(s.end, () => counter.get, outer, body)];
  }

  #affineLoop(s: Extract<Stmt, { kind: "for" }>, { base, stride }: Affine, outer: Local | undefined): Wasm[] {
    const counter = this.#f.local(s.name, "i32");
    const place = { kind: "affine", local: counter, stride } as const;
    const body = (): Wasm[] => [...this.#statements(s.body), counter.set(add(counter.get, this.#scalar(s.step)))];
    this.#places.set(s.name, place);
    const start = counter.set(base);
    const whole = outer === undefined && this.#isShared(s.end);
    const last = add(counter.get, i32(stride * (LANES - 1)));
    // As long as the last lane goes on, all do.
    const full = whole ? this.#while(op("i32.lt_s", last, this.#scalar(s.end)), body()) : [];
    this.#places.set(s.name, place);
    return [
      start,
      ...full,
      ...this.#maskedLoop(s.end, () => this.#affineVector({ base: counter.get, stride }), outer, body),
    ];
  }

  #maskedLoop(end: Expr, counter: () => Wasm, outer: Local | undefined, body: () => Wasm[]): Wasm[] {
    const mask = this.#f.local("mask", "v128");
    const goesOn = op("i32x4.lt_s", counter(), this.#vector(end));
    const lanes = outer === undefined ? goesOn : op("v128.and", goesOn, outer.get);
    this.#mask = mask;
    const inside = body();
    this.#mask = outer;
    return [block(loop(mask.set(lanes), brIf(op("i32.eqz", op("v128.any_true", mask.get)), 1), ...inside, br(0)))];
  }

  // Expressions

  #thread(): Affine {
    return { base: this.#local.get, stride: 1 };
  }

  #affineVector({ base, stride }: Affine): Wasm {
    const all = op("i32x4.splat", base);
    if (stride === 0) return all;
    return op("i32x4.add", all, i32x4(0, stride, 2 * stride, 3 * stride));
  }

  /** An i32 that grows by a constant from lane to lane. */
  #affine(e: Expr): Affine | undefined {
    if (this.#isShared(e)) return { base: this.#scalar(e), stride: 0 };
    switch (e.kind) {
      case "builtin":
        return e.name === "local" ? this.#thread() : undefined;
      case "ref": {
        const place = this.#places.get(e.name);
        return place?.kind === "affine" ? { base: place.local.get, stride: place.stride } : undefined;
      }
      case "binary":
        return this.#affineBinary(e);
      default:
        return undefined;
    }
  }

  #affineBinary(e: Extract<Expr, { kind: "binary" }>): Affine | undefined {
    if (e.type !== "i32") return undefined;
    const a = this.#affine(e.a);
    if (a === undefined) return undefined;
    if (e.op === "+" || e.op === "-") {
      const b = this.#affine(e.b);
      if (b === undefined) return undefined;
      const base = op(e.op === "+" ? "i32.add" : "i32.sub", a.base, b.base);
      return { base, stride: e.op === "+" ? a.stride + b.stride : a.stride - b.stride };
    }
    if (e.b.kind === "const" && (e.op === "*" || e.op === "<<")) {
      const factor = e.op === "*" ? e.b.value : 2 ** e.b.value;
      return { base: mul(a.base, i32(factor)), stride: a.stride * factor };
    }
    if (e.a.kind === "const" && e.op === "*") {
      const b = this.#affine(e.b);
      return b === undefined ? undefined : { base: mul(a.base, b.base), stride: e.a.value * b.stride };
    }
    // Fours of threads lie within a multiple of four: only the first is divided.
    if (e.b.kind === "const" && this.#lanes?.isAligned(e.a) === true && this.#lanes.wraps(e)) {
      return { base: binaryScalar(e.op, "i32", a.base, i32(e.b.value)), stride: a.stride };
    }
    return undefined;
  }

  /** The value that all lanes share. */
  #scalar(e: Expr): Wasm {
    switch (e.kind) {
      case "const":
        return constantScalar(e.type, e.value);
      case "ref":
        return this.#scalarRef(e.name, e.type);
      case "builtin":
        return this.#scalarBuiltin(e.name);
      case "binary": {
        const split = this.#lanes?.isAligned(e.a) === true && this.#lanes.drops(e) ? this.#affine(e.a) : undefined;
        return binaryScalar(e.op, e.a.type, split?.base ?? this.#scalar(e.a), this.#scalar(e.b));
      }
      case "unary":
        return unaryScalar(e.op, e.type, this.#scalar(e.a));
      case "call": {
        const args = e.args.map((a) => this.#scalar(a));
        const direct = callScalar(e.fn, e.type, args);
        if (direct !== undefined) return direct;
        const vectors = args.map((a, i) => splat(e.args[i]!.type, a));
        return firstLane(e.type, callVector(this.#f, e.fn, e.type, vectors));
      }
      case "select":
        return select(this.#scalar(e.condition), this.#scalar(e.yes), this.#scalar(e.no));
      case "convert":
        return convertScalar(e.type, e.a.type, this.#scalar(e.a));
      case "bitcast":
        return bitcastScalar(e.type, e.a.type, this.#scalar(e.a));
      case "element":
        return firstLane(e.type, this.#element(e.array, e.index));
      default:
        return e satisfies never;
    }
  }

  #scalarRef(name: string, type: ValueType): Wasm {
    const place = present(this.#places.get(name), name);
    switch (place.kind) {
      case "scalar":
        return place.local.get;
      case "affine":
        return place.local.get;
      case "vector":
        return firstLane(type, place.local.get);
      case "memory": {
        const word = load(type === "f32" ? "f32.load" : "i32.load", this.#scratch.get, place.offset);
        return type === "bool" ? op("i32.and", word, i32(1)) : word;
      }
      default:
        return place satisfies never;
    }
  }

  #scalarBuiltin(name: string): Wasm {
    if (name === "subgroup.size") return i32(this.#options.subgroupSize);
    return present(this.#group[name], name).get;
  }

  #vector(e: Expr): Wasm {
    if (e.kind === "const") return constantVector(e.type, e.value);
    if (this.#isShared(e)) return splat(e.type, this.#scalar(e));
    switch (e.kind) {
      case "ref":
        return this.#vectorRef(e.name);
      case "builtin": {
        const thread = this.#affineVector(this.#thread());
        if (e.name === "local") return thread;
        const size: Expr = { kind: "const", type: "i32", value: this.#options.subgroupSize };
        return binaryVector(this.#f, "%", "i32", thread, this.#vector(size), size.value);
      }
      case "binary": {
        const affine = e.type === "i32" ? this.#affine(e) : undefined;
        if (affine !== undefined) return this.#affineVector(affine);
        const constant = e.b.kind === "const" ? e.b.value : undefined;
        return binaryVector(this.#f, e.op, e.a.type, this.#vector(e.a), this.#vector(e.b), constant);
      }
      case "unary":
        return unaryVector(e.op, e.type, this.#vector(e.a));
      case "call":
        return callVector(
          this.#f,
          e.fn,
          e.type,
          e.args.map((a) => this.#vector(a)),
        );
      case "select":
        return op("v128.bitselect", this.#vector(e.yes), this.#vector(e.no), this.#vector(e.condition));
      case "convert":
        return convertVector(e.type, e.a.type, this.#vector(e.a));
      case "bitcast":
        return this.#vector(e.a);
      case "element":
        return this.#element(e.array, e.index);
      default:
        return e satisfies never;
    }
  }

  #vectorRef(name: string): Wasm {
    const place = present(this.#places.get(name), name);
    switch (place.kind) {
      case "vector":
        return place.local.get;
      case "affine":
        return this.#affineVector({ base: place.local.get, stride: place.stride });
      case "memory":
        return load("v128.load", this.#threadAt.get, place.offset);
      case "scalar":
        throw new Error(`internal error: ${name} is shared by all lanes`);
      default:
        return place satisfies never;
    }
  }
}

/** The module of a kernel. */
export function emitWasm(source: Kernel, options: EmitWasmOptions): EmittedWasm {
  verifyKernel(source);
  const kernel = legalizeNarrow(source);
  const split = splitKernel(kernel, analyzeUniformity(kernel));
  return new WasmPrinter(kernel, options, split.storage).emit(split.regions);
}
