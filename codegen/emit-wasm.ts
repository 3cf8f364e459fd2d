/**
 * Kernels as WebAssembly SIMD: four neighbouring threads of a workgroup are the four lanes. Region by region, as
 * `emit-js` does it: between two meetings a loop runs over the threads, four at a time; what all threads share is
 * computed once, alone. Varying control flow becomes masks. The module's `run` takes the addresses of the bindings, of
 * scratch memory of its own, the workgroups in x, y and z, and which of them to compute, counted with x fastest.
 */
import { present } from "../src/base/invariant.ts";
import type { Expr, Kernel, Stmt } from "./ir.ts";
import { type Lanes, laneAnalysis } from "./lanes.ts";
import { legalizeNarrow } from "./legalize.ts";
import { type Region, type Storage, splitKernel } from "./split.ts";
import { analyzeUniformity } from "./uniformity.ts";
import { verifyKernel } from "./verify.ts";
import { type GroupIndex, loadGroups, storeGroups } from "./wasm/groups.ts";
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
import { type Affine, LANES, LaneValues, WORD } from "./wasm/lane-values.ts";
import { binaryScalar, callScalar, constantScalar } from "./wasm/vectors.ts";

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

/** Bytes of a word of each lane. */
const VECTOR = LANES * WORD;

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
  readonly #values: LaneValues;
  #scratchBytes = 0;

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
    this.#values = new LaneValues({
      f,
      group: this.#group,
      scratch: this.#scratch,
      workgroupSize: kernel.workgroupSize,
      subgroupSize: options.subgroupSize,
    });
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
        const condition = this.#values.scalar(region.stmt.condition);
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
    this.#values.lanes = lanes;
    const whole = this.#kernel.workgroupSize % LANES === 0;
    const mask = whole ? undefined : this.#f.local("threads", "v128");
    this.#values.mask = mask;
    const body = make();
    this.#values.mask = undefined;
    this.#values.lanes = undefined;
    const last = i32x4(this.#kernel.workgroupSize);
    const masked =
      mask === undefined ? [] : [mask.set(op("i32x4.lt_s", this.#values.affineVector(this.#values.thread()), last))];
    return [
      this.#values.local.set(i32(0)),
      this.#values.threadAt.set(this.#scratch.get),
      doWhile(
        [
          ...masked,
          ...body,
          this.#values.local.set(add(this.#values.local.get, i32(LANES))),
          this.#values.threadAt.set(add(this.#values.threadAt.get, i32(VECTOR))),
        ],
        op("i32.lt_u", this.#values.local.get, i32(this.#values.threads)),
      ),
    ];
  }

  /** A loop whose bounds all lanes share. */
  #countedLoop(s: Extract<Stmt, { kind: "for" }>, make: () => Wasm[]): Wasm[] {
    const counter = this.#f.local(s.name, "i32");
    this.#values.places.set(s.name, { kind: "scalar", local: counter });
    const start = counter.set(this.#values.scalar(s.start));
    return [
      start,
      ...this.#while(op("i32.lt_s", counter.get, this.#values.scalar(s.end)), [
        ...make(),
        counter.set(add(counter.get, this.#values.scalar(s.step))),
      ]),
    ];
  }

  #while(condition: Wasm, body: readonly Wasm[]): Wasm[] {
    return [whileDo(condition, body)];
  }

  /** Lane by lane through memory: subgroups have any size. */
  #collective(s: Extract<Stmt, { kind: "collective" }>): Wasm[] {
    const { subgroupSize } = this.#options;
    const input = this.#reserve(WORD * this.#values.threads);
    const output = this.#reserve(WORD * this.#values.threads);
    const { type } = s.value;
    const written = this.#threadLoop(laneAnalysis([], this.#storage), () => [
      store("v128.store", this.#values.threadAt.get, this.#values.vector(s.value), input),
    ]);
    this.#values.places.set(s.name, { kind: "memory", offset: output });
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

  #define(name: string, value: Expr): Wasm[] {
    if (this.#storage.get(name) === "thread") return this.#keep(name, this.#values.vector(value));
    if (this.#values.isShared(value)) {
      const local = this.#f.local(name, value.type === "f32" ? "f32" : "i32");
      const code = local.set(this.#values.scalar(value));
      this.#values.places.set(name, { kind: "scalar", local });
      return [code];
    }
    const affine = value.type === "i32" ? this.#values.affine(value) : undefined;
    if (affine !== undefined) {
      const local = this.#f.local(name, "i32");
      this.#values.places.set(name, { kind: "affine", local, stride: affine.stride });
      return [local.set(affine.base)];
    }
    return this.#bindVector(name, this.#values.vector(value));
  }

  #bindVector(name: string, value: Wasm): Wasm[] {
    if (this.#storage.get(name) === "thread") return this.#keep(name, value);
    const local = this.#f.local(name, "v128");
    this.#values.places.set(name, { kind: "vector", local });
    return [local.set(value)];
  }

  /** A word a thread in scratch: the name is used behind a meeting. */
  #keep(name: string, value: Wasm): Wasm[] {
    const known = this.#values.places.get(name);
    const offset = known?.kind === "memory" ? known.offset : this.#reserve(WORD * this.#values.threads);
    this.#values.places.set(name, { kind: "memory", offset });
    return [store("v128.store", this.#values.threadAt.get, value, offset)];
  }

  #variable(name: string, value: Expr): Wasm[] {
    if (this.#storage.get(name) !== "thread" && !this.#values.varies(name)) return this.#define(name, value);
    return this.#bindVector(name, this.#values.vector(value));
  }

  #assign(name: string, value: Expr): Wasm[] {
    const place = present(this.#values.places.get(name), name);
    switch (place.kind) {
      case "scalar":
        return [place.local.set(this.#values.scalar(value))];
      case "vector":
        return [place.local.set(this.#values.masked(this.#values.vector(value), place.local.get))];
      case "memory": {
        const before = load("v128.load", this.#values.threadAt.get, place.offset);
        return [
          store(
            "v128.store",
            this.#values.threadAt.get,
            this.#values.masked(this.#values.vector(value), before),
            place.offset,
          ),
        ];
      }
      default:
        throw new Error(`internal error: ${name} is assigned and never changes`);
    }
  }

  // Private arrays

  #array(s: Extract<Stmt, { kind: "array" }>): Wasm[] {
    const zero = i32x4(0);
    if (this.#storage.get(s.name) !== "thread" && this.#values.lanes?.constantArrays.has(s.name) === true) {
      const locals = Array.from({ length: s.length }, (_, i) => this.#f.local(`${s.name}${i}`, "v128"));
      this.#values.arrays.set(s.name, { kind: "locals", locals });
      return locals.map((local) => local.set(zero));
    }
    const offset = this.#reserve(WORD * this.#values.threads * s.length);
    this.#values.arrays.set(s.name, { kind: "memory", offset, length: s.length });
    const at = this.#f.local(`${s.name}_at`, "i32");
    const end = this.#f.local(`${s.name}_end`, "i32");
    const bytes = WORD * this.#values.threads;
    return [
      at.set(this.#values.threadAt.get),
      end.set(add(at.get, i32(bytes * s.length))),
      doWhile(
        [store("v128.store", at.get, zero, offset), at.set(add(at.get, i32(bytes)))],
        op("i32.lt_u", at.get, end.get),
      ),
    ];
  }

  #assignElement(array: string, index: Expr, value: Expr): Wasm[] {
    const place = present(this.#values.arrays.get(array), array);
    if (place.kind === "locals") {
      const local = this.#values.elementLocal(place.locals, array, index);
      return [local.set(this.#values.masked(this.#values.vector(value), local.get))];
    }
    if (this.#values.isShared(index)) {
      const at = this.#f.local(`${array}_to`, "i32");
      const before = load("v128.load", at.get, place.offset);
      const changed = this.#values.masked(this.#values.vector(value), before);
      return [at.set(this.#values.elementAt(index)), store("v128.store", at.get, changed, place.offset)];
    }
    const held = this.#f.local(`${array}_value`, "v128");
    const words: GroupIndex = { kind: "lanes", vector: this.#values.elementWords(this.#values.vector(index)) };
    return [
      held.set(this.#values.vector(value)),
      ...storeGroups(this.#f, this.#values.threadAt, words, [held], this.#values.mask, place.offset),
    ];
  }

  // Memory

  #place(memory: string): { readonly base: Local; readonly offset: number } {
    return present(this.#memory.get(memory), memory);
  }

  #load(s: Extract<Stmt, { kind: "load" }>): Wasm[] {
    const { base, offset } = this.#place(s.source);
    const width = s.names.length;
    if (!this.#values.varies(s.names[0]!) && this.#values.isShared(s.index)) return this.#loadShared(s, base, offset);
    const affine = this.#values.affine(s.index);
    // Under a mask only an address that all lanes share is known to be one of the program's.
    const direct =
      affine !== undefined && (affine.stride === 0 || (affine.stride > 0 && this.#values.mask === undefined));
    const index: GroupIndex = direct
      ? { kind: "affine", ...affine }
      : { kind: "lanes", vector: this.#values.activeIndex(s.index) };
    const { set, words } = loadGroups(this.#f, base, index, width, offset);
    return [...set, ...s.names.flatMap((name, i) => this.#bindVector(name, words[i]!))];
  }

  /** Words that all lanes share, as numbers. */
  #loadShared(s: Extract<Stmt, { kind: "load" }>, base: Local, offset: number): Wasm[] {
    const isFloat = s.type === "f32";
    const at = this.#f.local(`${s.names[0]}_at`, "i32");
    const set = at.set(add(base.get, mul(this.#values.scalar(s.index), i32(WORD * s.names.length))));
    const words = s.names.map((name, i) => {
      const local = this.#f.local(name, isFloat ? "f32" : "i32");
      this.#values.places.set(name, { kind: "scalar", local });
      return local.set(load(isFloat ? "f32.load" : "i32.load", at.get, offset + WORD * i));
    });
    return [set, ...words];
  }

  #store(s: Extract<Stmt, { kind: "store" }>): Wasm[] {
    const { base, offset } = this.#place(s.target);
    const values = s.values.map(() => this.#f.local("stored", "v128"));
    const set = values.map((local, i) => local.set(this.#values.vector(s.values[i]!)));
    const affine = this.#values.affine(s.index);
    const direct = affine !== undefined && affine.stride >= 0 && this.#values.mask === undefined;
    const index: GroupIndex = direct
      ? { kind: "affine", ...affine }
      : { kind: "lanes", vector: this.#values.vector(s.index) };
    return [...set, ...storeGroups(this.#f, base, index, values, this.#values.mask, offset)];
  }

  // Control flow

  #if(s: Extract<Stmt, { kind: "if" }>): Wasm[] {
    if (this.#values.isShared(s.condition)) {
      const condition = this.#values.scalar(s.condition);
      return [ifThen(condition, this.#statements(s.then), this.#statements(s.otherwise))];
    }
    const condition = this.#f.local("condition", "v128");
    const code = [condition.set(this.#values.vector(s.condition))];
    const outer = this.#values.mask;
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
      this.#values.mask = mask;
      const inside = this.#statements(body);
      this.#values.mask = outer;
      return [mask.set(set), ifThen(op("v128.any_true", mask.get), inside)];
    };
    const those = (lanes: Wasm): Wasm => (outer === undefined ? lanes : op("v128.and", lanes, outer.get));
    return [...branch(s.then, those(condition.get)), ...branch(s.otherwise, those(op("v128.not", condition.get)))];
  }

  #for(s: Extract<Stmt, { kind: "for" }>): Wasm[] {
    if ([s.start, s.end, s.step].every((e) => this.#values.isShared(e)) && !this.#values.varies(s.name)) {
      return this.#countedLoop(s, () => this.#statements(s.body));
    }
    const outer = this.#values.mask;
    const affine = this.#values.affine(s.start);
    if (affine !== undefined && affine.stride >= 0 && this.#values.isShared(s.step))
      return this.#affineLoop(s, affine, outer);
    const counter = this.#f.local(s.name, "v128");
    const start = counter.set(this.#values.vector(s.start));
    const step = this.#values.vector(s.step);
    this.#values.places.set(s.name, { kind: "vector", local: counter });
    const body = (): Wasm[] => [...this.#statements(s.body), counter.set(op("i32x4.add", counter.get, step))];
    return [start, ...this.#maskedLoop(s.end, () => counter.get, outer, body)];
  }

  #affineLoop(s: Extract<Stmt, { kind: "for" }>, { base, stride }: Affine, outer: Local | undefined): Wasm[] {
    const counter = this.#f.local(s.name, "i32");
    const place = { kind: "affine", local: counter, stride } as const;
    const body = (): Wasm[] => [
      ...this.#statements(s.body),
      counter.set(add(counter.get, this.#values.scalar(s.step))),
    ];
    this.#values.places.set(s.name, place);
    const start = counter.set(base);
    const whole = outer === undefined && this.#values.isShared(s.end);
    const last = add(counter.get, i32(stride * (LANES - 1)));
    // As long as the last lane goes on, all do.
    const full = whole ? this.#while(op("i32.lt_s", last, this.#values.scalar(s.end)), body()) : [];
    this.#values.places.set(s.name, place);
    return [
      start,
      ...full,
      ...this.#maskedLoop(s.end, () => this.#values.affineVector({ base: counter.get, stride }), outer, body),
    ];
  }

  #maskedLoop(end: Expr, counter: () => Wasm, outer: Local | undefined, body: () => Wasm[]): Wasm[] {
    const mask = this.#f.local("mask", "v128");
    const goesOn = op("i32x4.lt_s", counter(), this.#values.vector(end));
    const lanes = outer === undefined ? goesOn : op("v128.and", goesOn, outer.get);
    this.#values.mask = mask;
    const inside = body();
    this.#values.mask = outer;
    return [block(loop(mask.set(lanes), brIf(op("i32.eqz", op("v128.any_true", mask.get)), 1), ...inside, br(0)))];
  }
}

/** The module of a kernel. */
export function emitWasm(source: Kernel, options: EmitWasmOptions): EmittedWasm {
  verifyKernel(source);
  const kernel = legalizeNarrow(source);
  const split = splitKernel(kernel, analyzeUniformity(kernel));
  return new WasmPrinter(kernel, options, split.storage).emit(split.regions);
}
