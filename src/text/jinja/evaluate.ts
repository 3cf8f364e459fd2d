/**
 * What runs: frames of variables, loops, macros and captured text. Separate from the parser, which makes closures over
 * these. Invariant: a name means what it means in Jinja, where scopes are decided before rendering: a name that a
 * scope sets before reading it hides the template's variable of that name from the start; branches share their scope,
 * every round of a loop has its own, and macros see the variables around them as they are when called.
 */
import { nested, spend, typeError, valueError } from "./python/limits.ts";
import { Builder, type Str } from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;
type Flow = "break" | "continue" | undefined;
export type Eval = (frame: Frame) => Value;
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

  constructor(parent?: NameScope) {
    this.parent = parent;
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

/** Runs statements into a text of their own. */
export function capture(scope: NameScope, frame: Frame, body: Exec, put: (text: Str, inner: Frame) => void): Flow {
  const inner = scope.enter(frame, new Builder());
  const flow = body(inner);
  if (flow === undefined) put(inner.out.result(), inner);
  return flow;
}

/** Python's unpacking into several targets. */
export const unpack =
  (targets: readonly Assign[]): Assign =>
  (frame, value) => {
    if (py.iteratorOf(value) === undefined) throw typeError(`cannot unpack non-iterable ${py.typeName(value)} object`);
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
    const state = new LoopState(test === undefined ? items : py.iter(passing(items, frame)), depth, (inner) => {
      if (!recursive) throw typeError("the loop must have the 'recursive' marker to be called recursively");
      const text = new Builder();
      nested(() => run(inner, depth + 1, frame, text));
      return text.result();
    });
    let completed = false;
    for (let item = state.next(); item !== undefined; item = state.next()) {
      const round = scope.enter(frame, out);
      round.variables.set("loop", state.variable);
      assign(round, item);
      const flow = body(round);
      if (flow === "break") break;
      completed ||= flow === undefined;
    }
    return completed ? undefined : otherwise(elseScope.enter(frame, out));
  };
  return (frame) => run(over(frame), 0, frame, frame.out);
}

/** Behind the variable `loop`: looks one item ahead only when asked, counts a generator by reading it whole. */
class LoopState {
  readonly variable: Value;
  readonly depth: number;
  index = -1;
  before: Value | undefined;
  changed: Value = null;
  #source: Iterator<Value>;
  #current: Value | undefined;
  #after: Value | undefined;
  #length: number | undefined;

  constructor(items: Value, depth: number, recurse: (items: Value) => Value) {
    this.depth = depth;
    this.#source = py.iteratorFor(items);
    this.#length = py.sizeOf(items);
    const attribute = (name: string): Value | undefined => LOOP_ATTRIBUTES.get(name)?.(this);
    this.variable = py.func("loop", ([inner = null]) => recurse(inner), "LoopContext", attribute);
  }

  #pull(): Value | undefined {
    spend(1);
    const next = this.#source.next();
    return next.done === true ? undefined : next.value;
  }

  peek(): Value | undefined {
    if (this.#after === undefined) this.#after = this.#pull();
    return this.#after;
  }

  count(): number {
    if (this.#length !== undefined) return this.#length;
    const rest: Value[] = [];
    for (let item = this.#pull(); item !== undefined; item = this.#pull()) rest.push(item);
    this.#source = rest.values();
    this.#length = rest.length + this.index + 1 + (this.#after === undefined ? 0 : 1);
    return this.#length;
  }

  next(): Value | undefined {
    this.before = this.#current;
    this.#current = this.peek();
    this.#after = undefined;
    this.index++;
    return this.#current;
  }
}

const neighbour = (value: Value | undefined, which: string): Value =>
  value === undefined ? py.undefinedOf(() => `there is no ${which} item`) : value;

const LOOP_ATTRIBUTES: ReadonlyMap<string, (loop: LoopState) => Value> = new Map<string, (loop: LoopState) => Value>([
  ["index", (loop) => BigInt(loop.index + 1)],
  ["index0", (loop) => BigInt(loop.index)],
  ["revindex", (loop) => BigInt(loop.count() - loop.index)],
  ["revindex0", (loop) => BigInt(loop.count() - loop.index - 1)],
  ["first", (loop) => loop.index === 0],
  ["last", (loop) => loop.peek() === undefined],
  ["length", (loop) => BigInt(loop.count())],
  ["depth", (loop) => BigInt(loop.depth + 1)],
  ["depth0", (loop) => BigInt(loop.depth)],
  ["previtem", (loop) => neighbour(loop.before, "previous")],
  ["nextitem", (loop) => neighbour(loop.peek(), "next")],
  ["cycle", (loop) => py.func("cycle", (args) => cycled(loop, args))],
  ["changed", (loop) => py.func("changed", (args) => !py.equals(loop.changed, (loop.changed = args)))],
]);

function cycled(loop: LoopState, args: py.List): Value {
  if (args.length === 0) throw typeError("no items for cycling given");
  return args[loop.index % args.length]!;
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
    const inner = scope.enter(frame, new Builder());
    const { variables } = inner;
    const others = new Map(kwargs);
    const given = names.map((param, i) => {
      const value = i < args.length ? args[i] : others.get(param);
      if (i >= args.length) others.delete(param);
      variables.set(param, value === undefined ? HIDDEN : value);
      return value;
    });
    if (special.has("caller")) {
      const caller = others.get("caller");
      variables.set("caller", caller === undefined ? py.undefinedOf(() => "No caller defined") : caller);
      others.delete("caller");
    }
    if (special.has("kwargs")) variables.set("kwargs", py.dict(others));
    else for (const other of others.keys()) throw typeError(`macro '${name}' takes no keyword argument '${other}'`);
    if (special.has("varargs")) variables.set("varargs", py.tuple(args.slice(names.length)));
    else if (args.length > names.length) throw typeError(`macro '${name}' takes at most ${names.length} arguments`);
    for (const [i, [param, fallback]] of params.entries()) {
      if (given[i] !== undefined) continue;
      const missing = py.undefinedOf(() => `parameter '${param}' was not provided`);
      variables.set(param, fallback === undefined ? missing : fallback(inner));
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
  return py.func(
    name,
    (...given) => nested(() => call(...given)),
    "Macro",
    (attribute) => attributes.get(attribute),
  );
}
