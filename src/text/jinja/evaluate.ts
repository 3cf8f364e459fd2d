/**
 * What runs: frames of variables, loops, macros and captured text. Separate from the parser, which makes closures over
 * these. Invariant: a name means what it means in Jinja, where scopes are decided before rendering: a name that a
 * scope sets before reading it hides the template's variable of that name from the start; branches share their scope,
 * every round of a loop has its own, and macros see the variables around them as they are when called.
 */
import { nested, spend, typeError, valueError } from "./python/limits.ts";
import { spread } from "./python/signatures.ts";
import { Builder } from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;
type Flow = "break" | "continue" | undefined;
/** Of calls also with the caller of a call block. */
export type Eval = ((frame: Frame) => Value) & { readonly withCaller?: (frame: Frame, caller: Value) => Value };
export type Exec = (frame: Frame) => Flow;
export type Assign = (frame: Frame, value: Value) => void;

const HIDDEN = Symbol("set later in this scope");

export interface Frame {
  readonly variables: Map<string, Value | typeof HIDDEN>;
  readonly parent: Frame | undefined;
  readonly out: Builder;
}

/** The names of one scope, noted while it is parsed. */
export class NameScope {
  readonly parent: NameScope | undefined;
  /** Special parameters that a macro's body reads. */
  readonly special: Set<string> = new Set();
  readonly #first = new Map<string, "load" | "store" | "param">();
  #hidden: readonly string[] | undefined;
  /** Depth of branches at the place that is being parsed: what only a branch sets hides nothing. */
  branches = 0;

  constructor(parent?: NameScope, params: readonly string[] = []) {
    this.parent = parent;
    for (const param of params) this.note(param, "param");
  }

  note(name: string, use: "load" | "store" | "param"): void {
    if (!this.#first.has(name)) this.#first.set(name, use === "store" && this.branches > 0 ? "load" : use);
    const special = use === "load" && /^(caller|kwargs|varargs)$/.test(name);
    for (let scope: NameScope | undefined = this; special && scope; scope = scope.parent) {
      if (scope.#first.get(name) === "param") return;
      scope.special.add(name);
    }
  }

  /** Whether the name is one of this scope or of those around it. */
  knows(name: string): boolean {
    return this.#first.has(name) || (this.parent?.knows(name) ?? false);
  }

  /** A frame for this scope below another. */
  enter(parent: Frame, out = parent.out): Frame {
    const hides = (name: string): boolean => this.#first.get(name) === "store" && !this.parent?.knows(name);
    this.#hidden ??= [...this.#first.keys()].filter(hides);
    const frame: Frame = { variables: new Map(), parent, out };
    for (const name of this.#hidden) frame.variables.set(name, HIDDEN);
    return frame;
  }
}

export const readName = (name: string): Eval => {
  const missing = py.undefinedOf(() => `'${name}' is undefined`);
  return (frame) => {
    for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
      const value = at.variables.get(name);
      if (value !== undefined) return value === HIDDEN ? missing : value;
    }
    return missing;
  };
};

export const sequence =
  (parts: readonly Exec[]): Exec =>
  (frame) => {
    for (const part of parts) {
      spend(1);
      const flow = part(frame);
      if (flow !== undefined) return flow;
    }
    return undefined;
  };

/** Python's unpacking into several targets. */
export const unpack =
  (targets: readonly Assign[]): Assign =>
  (frame, value) => {
    const items = [...py.iterate(value)];
    if (items.length !== targets.length) throw valueError(`expected ${targets.length} values, got ${items.length}`);
    for (const [i, assign] of targets.entries()) assign(frame, items[i]!);
  };

export function asNamespace(value: Value): py.Dict {
  if (py.isA(value, "Namespace")) return value.attributes;
  throw valueError("cannot assign attribute on non-namespace object");
}

/** What blocks see: the names set at the top of the template. */
export function exportsOf(frame: Frame): Frame {
  const { parent, variables, out } = frame;
  if (parent?.parent !== undefined) return exportsOf(parent);
  return { parent, out, variables: new Map([...variables].filter(([, value]) => value !== HIDDEN)) };
}

interface Loop {
  readonly scope: NameScope;
  readonly testScope: NameScope;
  readonly elseScope: NameScope;
  readonly assign: Assign;
  readonly over: Eval;
  readonly test: Eval | undefined;
  readonly body: Exec;
  readonly otherwise: Exec;
  readonly recursive: boolean;
}

export function loop({ scope, testScope, elseScope, assign, over, test, body, otherwise, recursive }: Loop): Exec {
  function* passing(items: Value, frame: Frame): Generator<Value> {
    for (const item of py.iterate(items)) {
      const inner = testScope.enter(frame);
      assign(inner, item);
      if (py.truth(test!(inner))) yield item;
    }
  }
  const run = (items: Value, depth: number, frame: Frame, out: Builder): Flow => {
    const recurse = (inner: Value): Value => {
      if (!recursive) throw typeError("the loop must have the 'recursive' marker to be called recursively");
      const text = new Builder();
      nested(() => run(inner, depth + 1, frame, text));
      return text.result();
    };
    const { next, variable } = loopOver(test === undefined ? items : py.iter(passing(items, frame)), depth, recurse);
    let completed = false;
    for (let item = next(); item !== undefined; item = next()) {
      const round = scope.enter(frame, out);
      round.variables.set("loop", variable);
      assign(round, item);
      const flow = body(round);
      if (flow === "break") break;
      completed ||= flow === undefined;
    }
    return completed ? undefined : otherwise(elseScope.enter(frame, out));
  };
  return (frame) => run(over(frame), 0, frame, frame.out);
}

/** Items, and the variable `loop`: looks one item ahead only when asked, counts a generator by reading it whole. */
function loopOver(items: Value, depth: number, recurse: (items: Value) => Value) {
  let source = py.iteratorFor(items);
  let size = py.sizeOf(items);
  let index = -1;
  let [before, current, after]: (Value | undefined)[] = [];
  let changed: Value = null;
  const peek = (): Value | undefined => {
    spend(1);
    if (after === undefined) after = source.next().value;
    return after;
  };
  const next = (): Value | undefined => {
    before = current;
    current = peek();
    after = undefined;
    index++;
    return current;
  };
  const count = (): number => {
    if (size === undefined) {
      const rest = [...py.iterate(py.iter(source))];
      source = rest.values();
      size = rest.length + index + 1 + (after === undefined ? 0 : 1);
    }
    return size;
  };
  const cycle = (args: py.List): Value => {
    if (args.length === 0) throw typeError("no items for cycling given");
    return args[index % args.length]!;
  };
  const attributes = (): ReadonlyMap<string, () => Value> =>
    new Map<string, () => Value>([
      ["index", () => BigInt(index + 1)],
      ["index0", () => BigInt(index)],
      ["revindex", () => BigInt(count() - index)],
      ["revindex0", () => BigInt(count() - index - 1)],
      ["first", () => index === 0],
      ["last", () => peek() === undefined],
      ["length", () => BigInt(count())],
      ["depth", () => BigInt(depth + 1)],
      ["depth0", () => BigInt(depth)],
      ["previtem", () => py.present(before, () => "there is no previous item")],
      ["nextitem", () => py.present(peek(), () => "there is no next item")],
      ["cycle", () => py.func("cycle", cycle)],
      ["changed", () => py.func("changed", (args) => !py.equals(changed, (changed = args)))],
    ]);
  // Most loops ask for none of these.
  let table: ReadonlyMap<string, () => Value> | undefined;
  const attribute = (name: string): Value | undefined => (table ??= attributes()).get(name)?.();
  return { next, variable: py.func("loop", ([inner = null]) => recurse(inner), "LoopContext", attribute) };
}

export interface MacroCode {
  readonly name: string;
  readonly scope: NameScope;
  readonly params: readonly (readonly [string, Eval | undefined])[];
  readonly body: Exec;
}

/** A macro, or the body of a call block, over the variables of a frame. */
export function makeMacro({ name, scope, params, body }: MacroCode, frame: Frame): py.Func {
  const names = params.map(([param]) => param);
  const { special } = scope;
  const call: py.Call = (args, kwargs) => {
    const { values, rest, named } = spread(names, 0, args, kwargs);
    const inner = scope.enter(frame, new Builder());
    const { variables } = inner;
    for (const [i, param] of names.entries()) variables.set(param, values[i] === undefined ? HIDDEN : values[i]);
    if (special.has("caller")) {
      const caller = py.present(named.get("caller"), () => "No caller defined");
      variables.set("caller", caller);
      named.delete("caller");
    }
    if (special.has("kwargs")) variables.set("kwargs", py.dict(named));
    else for (const other of named.keys()) throw typeError(`macro '${name}' takes no keyword argument '${other}'`);
    if (special.has("varargs")) variables.set("varargs", py.tuple(rest));
    else if (rest.length > 0) throw typeError(`macro '${name}' takes at most ${names.length} arguments`);
    for (const [i, [param, fallback]] of params.entries()) {
      const missing = (): string => `parameter '${param}' was not provided`;
      if (values[i] === undefined) variables.set(param, py.present(fallback?.(inner), missing));
    }
    body(inner);
    return inner.out.result();
  };
  const attributes = new Map<string, Value>([
    ["name", name],
    ["arguments", py.tuple(names)],
    ["caller", special.has("caller")],
    ["catch_kwargs", special.has("kwargs")],
    ["catch_varargs", special.has("varargs")],
  ]);
  const run: py.Call = (...given) => nested(() => call(...given));
  return py.func(name, run, "Macro", (attribute) => attributes.get(attribute));
}
