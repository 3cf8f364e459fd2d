/**
 * Python's values as templates see them: None is null, int is bigint, float is number, str is a string or a `Text`,
 * list is an array, everything else an object with `is`. Separate because every other part speaks in these. Invariant:
 * what Python tells apart stays apart (1, 1.0 and True; list and tuple), and what Python holds equal is one key of a
 * dict. Lists and dicts that a template can reach are never changed.
 */
import { JinjaError, spend, typeError } from "./limits.ts";
import { compareText, countPoints, isMarkup, isStr, points, type Str, Text, textOf } from "./text.ts";

export type Value = null | boolean | bigint | number | Str | List | Obj;
export type List = readonly Value[];
export type Kwargs = ReadonlyMap<string, Value>;
export const NO_KWARGS: Kwargs = new Map();
export type Call = (args: List, kwargs: Kwargs) => Value;

export const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["None", null],
  ["True", true],
  ["False", false],
]);

/** Missing values are many and messages few: they are made when needed. */
type Undefined = { readonly is: "Undefined"; readonly message: () => string; readonly error: "undefined" | "sandbox" };
/** A named tuple has names. */
type Tuple = { readonly is: "tuple"; readonly items: List; readonly names: readonly string[] };
export type Dict = { readonly is: "dict"; readonly entries: Map<unknown, readonly [Value, Value]> };
type View = { readonly is: "dict_keys" | "dict_values" | "dict_items"; readonly dict: Dict };
type Range = { readonly is: "range"; readonly start: bigint; readonly stop: bigint; readonly step: bigint };
/** A generator or another iterator: read once, in step with whoever reads it. */
type Iter = { readonly is: "iterator"; readonly type: string; readonly source: Iterator<Value> };
type Namespace = { readonly is: "Namespace"; readonly attributes: Dict };
/** Whatever can be called, and other objects with attributes that no underscore begins. */
export interface Func {
  readonly is: "function";
  readonly type: string;
  readonly name: string;
  readonly call: Call;
  readonly attribute: (name: string) => Value | undefined;
}
export type Obj = Undefined | Tuple | Dict | View | Range | Iter | Namespace | Func;

export function undefinedOf(message: () => string, error: Undefined["error"] = "undefined"): Obj {
  return { is: "Undefined", message, error };
}
export const tuple = (items: List, names: readonly string[] = []): Tuple => ({ is: "tuple", items, names });
export const iter = (source: Iterator<Value>, type = "generator"): Obj => ({ is: "iterator", type, source });
const none = (): undefined => undefined;
export function func(name: string, call: Call, type = "function", attribute: Func["attribute"] = none): Func {
  return { is: "function", type, name, call, attribute };
}
/** A value that may be missing. */
export const present = (value: Value | undefined, message: () => string): Value =>
  value === undefined ? undefinedOf(message) : value;

export function dict(entries: Iterable<readonly [Value, Value]> = []): Dict {
  const made: Dict = { is: "dict", entries: new Map() };
  for (const [key, value] of entries) setItem(made, key, value);
  return made;
}

/** For dicts still in the making and for namespaces. An equal key stays as it was first written. */
export function setItem({ entries }: Dict, key: Value, value: Value): void {
  spend(1);
  const hash = hashKey(key);
  entries.set(hash, [entries.get(hash)?.[0] ?? key, value]);
}

export const getItem = (from: Dict, key: Value): Value | undefined => from.entries.get(hashKey(key))?.[1];
export const isA = <K extends Obj["is"]>(value: Value, is: K): value is Extract<Obj, { is: K }> =>
  typeof value === "object" && (value as Obj | null)?.is === is;
export const isObj = (value: Value): value is Obj =>
  typeof value === "object" && (value as Obj | null)?.is !== undefined;
export const isList = (value: Value): value is List => Array.isArray(value);
export const isInt = (value: Value): value is boolean | bigint =>
  typeof value === "bigint" || typeof value === "boolean";
export const isNumber = (value: Value): value is boolean | bigint | number => typeof value === "number" || isInt(value);
/** A bool as the int that it is. */
export const numeric = (value: boolean | bigint | number): bigint | number =>
  typeof value === "boolean" ? BigInt(value) : value;
/** Items of a list or a tuple. */
export const itemsOf = (value: Value): List | undefined =>
  isList(value) ? value : isA(value, "tuple") ? value.items : undefined;

/** What most operations do with a value that is not there. */
export function refuseUndefined(...values: readonly Value[]): void {
  for (const value of values) if (isA(value, "Undefined")) throw new JinjaError(value.error, value.message());
}

export function typeName(value: Value): string {
  if (value === null) return "NoneType";
  if (isStr(value)) return isMarkup(value) ? "Markup" : "str";
  if (isObj(value)) return "type" in value ? value.type : value.is;
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" ? "int" : typeof value === "number" ? "float" : "list";
}

export function rangeSize({ start, stop, step }: Range): number {
  const span = step > 0n ? stop - start : start - stop;
  const width = step > 0n ? step : -step;
  return span <= 0n ? 0 : Number((span + width - 1n) / width);
}

/** Python's `len`, undefined for what has none. */
export function sizeOf(value: Value): number | undefined {
  if (isStr(value)) return countPoints(textOf(value));
  if (!isObj(value)) return isList(value) ? value.length : undefined;
  if (value.is === "Undefined") return 0;
  if (value.is === "tuple") return value.items.length;
  if (value.is === "range") return rangeSize(value);
  if (value.is === "function") return value.type === "LoopContext" ? Number(value.attribute("length")) : undefined;
  return value.is === "dict" ? value.entries.size : "dict" in value ? value.dict.entries.size : undefined;
}

export function lengthOf(value: Value): bigint {
  const size = sizeOf(value);
  if (size === undefined) throw typeError(`object of type '${typeName(value)}' has no len()`);
  return BigInt(size);
}

export function truth(value: Value): boolean {
  if (isStr(value)) return textOf(value) !== "";
  if (typeof value === "object") return value !== null && sizeOf(value) !== 0;
  return typeof value === "number" ? value !== 0 : Boolean(value);
}

export function iteratorOf(value: Value): Iterator<Value> | undefined {
  if (isStr(value)) return points(value);
  if (!isObj(value) || value.is === "tuple") return itemsOf(value)?.values();
  if (value.is === "Undefined") return [].values();
  if (value.is === "iterator") return value.source;
  if (value.is === "range") return rangeItems(value.start, value.step, rangeSize(value));
  if (value.is === "dict") return picked(value, ([key]) => key);
  if (!("dict" in value)) return undefined;
  if (value.is === "dict_items") return picked(value.dict, (entry) => tuple(entry));
  return picked(value.dict, ([key, member]) => (value.is === "dict_keys" ? key : member));
}

function* picked({ entries }: Dict, pick: (entry: readonly [Value, Value]) => Value): Generator<Value> {
  for (const entry of entries.values()) yield pick(entry);
}

function* rangeItems(start: bigint, step: bigint, size: number): Generator<Value> {
  for (let i = 0, at = start; i < size; i++, at += step) yield at;
}

/** Python's `iter`. */
export function iteratorFor(value: Value): Iterator<Value> {
  const iterator = iteratorOf(value);
  if (iterator === undefined) throw typeError(`'${typeName(value)}' object is not iterable`);
  return iterator;
}

/** Python's iteration as one of JavaScript, each item a step. */
export function* iterate(value: Value): Generator<Value, undefined> {
  const iterator = iteratorFor(value);
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    spend(1);
    yield next.value;
  }
}

/** An integer argument. Where it bounds a slice, one too large for Python's indices counts as the largest. */
export function indexOf(value: Value, bound = false): number {
  if (!isInt(value)) {
    const needed = bound ? "slice indices must be integers or None, not" : "cannot be interpreted as an integer:";
    throw typeError(`${needed} ${typeName(value)}`);
  }
  if (!bound && BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) {
    throw new JinjaError("other", "cannot fit 'int' into an index-sized integer");
  }
  return Math.max(-(2 ** 52), Math.min(2 ** 52, Number(value)));
}

/** Where a slice of a sequence begins and ends. */
export function sliceBounds(size: number, start: Value, stop: Value, step = 1): readonly [number, number] {
  const [low, high] = step < 0 ? [-1, size - 1] : [0, size];
  const clamp = (bound: Value, open: number): number => {
    if (bound === null) return open;
    const at = indexOf(bound, true);
    return Math.max(low, Math.min(high, at < 0 ? at + size : at));
  };
  return [clamp(start, step < 0 ? high : low), clamp(stop, step < 0 ? low : high)];
}

const same = (a: Value, b: Value): boolean => Object.is(a, b) || equals(a, b);

export function equals(a: Value, b: Value): boolean {
  spend(1);
  if (isStr(a) || isStr(b)) return isStr(a) && isStr(b) && compareText(textOf(a), textOf(b)) === 0;
  if (a === b) return true;
  // biome-ignore lint/suspicious/noDoubleEquals: mixed comparison of bigint and number is exact
  if (isNumber(a) || isNumber(b)) return isNumber(a) && isNumber(b) && numeric(a) == numeric(b);
  const [left, right] = [itemsOf(a), itemsOf(b)];
  if (left !== undefined && right !== undefined) {
    return isList(a) === isList(b) && left.length === right.length && left.every((item, i) => same(item, right[i]!));
  }
  if (isA(a, "dict") && isA(b, "dict")) {
    if (a.entries.size !== b.entries.size) return false;
    for (const [key, [, value]] of a.entries) {
      const other = b.entries.get(key);
      if (other === undefined || !same(value, other[1])) return false;
    }
    return true;
  }
  if (isA(a, "range") && isA(b, "range")) return equals([...iterate(a)], [...iterate(b)]);
  return isA(a, "Undefined") && isA(b, "Undefined");
}

export type Order = "<" | "<=" | ">" | ">=";

export function compare(order: Order, a: Value, b: Value): boolean {
  spend(1);
  const holds = (x: bigint | number, y: bigint | number): boolean =>
    order === "<" ? x < y : order === "<=" ? x <= y : order === ">" ? x > y : x >= y;
  if (isStr(a) && isStr(b)) return holds(compareText(textOf(a), textOf(b)), 0);
  if (isNumber(a) && isNumber(b)) return holds(numeric(a), numeric(b));
  refuseUndefined(a, b);
  const [left, right] = [itemsOf(a), itemsOf(b)];
  if (left === undefined || right === undefined || isList(a) !== isList(b)) {
    throw typeError(`'${order}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
  }
  const at = left.findIndex((item, i) => i >= right.length || !same(item, right[i]!));
  if (at < 0 || at >= right.length) return holds(left.length, right.length);
  return compare(order, left[at]!, right[at]!);
}

/** The order in which Python sorts: by nothing but `<`. */
export const order = (a: Value, b: Value): number => (compare("<", a, b) ? -1 : compare("<", b, a) ? 1 : 0);

/** Python's `sorted`. */
export function sorted(items: Iterable<Value>, key: (item: Value) => Value, reverse: boolean): Value[] {
  const keyed = Array.from(items, (item) => ({ item, key: key(item) }));
  keyed.sort((a, b) => (reverse ? -1 : 1) * order(a.key, b.key));
  return keyed.map(({ item }) => item);
}

const UNDEFINED_KEY = Symbol("undefined");

/** What Python holds equal is one key. Keys made up here begin with NUL, and texts that do are told from them. */
export function hashKey(value: Value): unknown {
  if (isStr(value)) return textOf(value).startsWith("\0") ? `\0s${textOf(value)}` : textOf(value);
  if (typeof value === "boolean") return BigInt(value);
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (isA(value, "tuple")) return value.items.reduce<string>((key, item) => key + keyText(hashKey(item)), "\0t");
  if (isA(value, "Undefined")) return UNDEFINED_KEY;
  if (isList(value) || (isObj(value) && value.is.startsWith("dict"))) {
    throw typeError(`unhashable type: '${typeName(value)}'`);
  }
  return value;
}

/** A text that two keys share only when they are one key. */
function keyText(key: unknown): string {
  if (typeof key === "object" && key !== null) throw typeError("objects inside a tuple cannot be keys here");
  const text = String(key);
  spend(1 + text.length / 64);
  return `${typeof key}${text.length}:${text}`;
}

/** Python's `in`. */
export function contains(container: Value, item: Value): boolean {
  if (isStr(container)) {
    if (!isStr(item)) throw typeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
    spend(textOf(container).length / 64);
    return textOf(container).includes(textOf(item));
  }
  if (isA(container, "dict")) return getItem(container, item) !== undefined;
  if (iteratorOf(container) === undefined) throw typeError(`argument of type '${typeName(container)}' is not iterable`);
  for (const other of iterate(container)) if (same(other, item)) return true;
  return false;
}

/** What `**value` gives to a call. */
export function namedArguments(value: Value): Kwargs {
  if (!isA(value, "dict")) throw typeError(`argument after ** must be a mapping, not ${typeName(value)}`);
  return new Map(
    Array.from(value.entries.values(), ([key, member]) => {
      if (!isStr(key)) throw typeError("keywords must be strings");
      return [textOf(key), member];
    }),
  );
}

/** Data of JavaScript as values. @param convert gives the value of objects it knows, and undefined for others */
export function fromData(data: unknown, convert: (known: object) => Value | undefined = () => undefined): Value {
  if (data === null || typeof data === "string" || typeof data === "boolean" || typeof data === "bigint") return data;
  if (typeof data === "number") return Number.isInteger(data) ? BigInt(data) : data;
  if (typeof data !== "object") throw typeError(`a ${typeof data} cannot be given to a template`);
  const known = data instanceof Text ? data : convert(data);
  if (known !== undefined) return known;
  if (Array.isArray(data)) return data.map((item) => fromData(item, convert));
  const entries = data instanceof Map ? [...data] : Object.entries(data).filter(([, member]) => member !== undefined);
  return dict(entries.map(([key, member]) => [fromData(key, convert), fromData(member, convert)]));
}
