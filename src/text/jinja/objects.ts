/**
 * What expressions do with values: operators, attributes, items, slices and calls, within the rules of Jinja's
 * immutable sandbox. Separate because filters reach attributes by the same rules. Invariant: only what stands in the
 * tables here and in the string methods can be reached; names of JavaScript objects never are.
 */
import { formatFields, printf } from "./python/format.ts";
import { spend, typeError, valueError } from "./python/limits.ts";
import { arithmetic, type Operator } from "./python/numbers.ts";
import { print, repr } from "./python/print.ts";
import { type Bound, bindAll } from "./python/signatures.ts";
import { escapeHtml, like, STRING_METHODS, taken } from "./python/strings.ts";
import * as texts from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;

const sequence = {
  "count(self, value, /)": ([self, value]: Bound) =>
    BigInt([...py.iterate(self)].filter((item) => py.equals(item, value)).length),
  "index(self, value, /)": ([self, value]: Bound) => {
    const at = [...py.iterate(self)].findIndex((item) => py.equals(item, value));
    if (at < 0) throw valueError(`${texts.textOf(repr(value))} is not in ${py.typeName(self)}`);
    return BigInt(at);
  },
};
const view =
  (is: "dict_keys" | "dict_values" | "dict_items") =>
  ([self]: Bound) => ({ is, dict: self as py.Dict });

function formatted(template: texts.Str, args: py.List, named: Value): Value {
  const fields = { args, kwargs: py.namedArguments(named), attribute, item };
  const text = formatFields(template, fields, (s) => taken(template, s));
  return like(template, text);
}
/** Of these two, fields reach attributes by the rules here. */
const FORMATTING = bindAll<texts.Str>({
  "format(self, /, *args, **kwargs)": ([self, args, kwargs]) => formatted(self, args as py.List, kwargs),
  "format_map(self, mapping, /)": ([self, mapping]) => formatted(self, [], mapping),
});
const strings = new Map([...STRING_METHODS, ...FORMATTING]);

/** Methods of built-in types by Python's name of the type. */
const METHODS: Readonly<Record<string, ReadonlyMap<string, py.Call>>> = {
  str: strings,
  Markup: strings,
  list: bindAll({ ...sequence, "copy(self, /)": ([self]) => self }),
  tuple: bindAll(sequence),
  range: bindAll(sequence),
  float: bindAll({ "is_integer(self, /)": ([self]) => Number.isInteger(self) }),
  dict: bindAll({
    "get(self, key, default=None, /)": ([self, key, otherwise]) => {
      const found = py.getItem(self as py.Dict, key);
      return found === undefined ? otherwise : found;
    },
    "keys(self, /)": view("dict_keys"),
    "values(self, /)": view("dict_values"),
    "items(self, /)": view("dict_items"),
    "copy(self, /)": ([self]) => self,
  }),
};

/** Methods that change their object, which the sandbox hides. */
const CHANGING: Readonly<Record<string, ReadonlySet<string>>> = {
  list: new Set(["append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove"]),
  dict: new Set(["clear", "pop", "popitem", "setdefault", "update"]),
};
/** Attributes that Python gives to all objects, to most values, and to functions; hidden too. */
const OF_ALL =
  " class delattr dir doc eq format ge getattribute getstate gt hash init init_subclass le lt ne new reduce reduce_ex repr setattr sizeof str subclasshook ";
const OF_VALUES = " add contains getitem iter len mul rmul getnewargs class_getitem reversed bool ";
const OF_FUNCTIONS = " annotations builtins call closure code defaults dict globals module name qualname ";

function isInternal(value: Value, name: string): boolean {
  const word = ` ${name.slice(2, -2)} `;
  if (!/^__\w+__$/.test(name) || py.isA(value, "Namespace")) return name === "__class__";
  const own = !py.isA(value, "function")
    ? OF_VALUES
    : py.typeName(value) === "function"
      ? OF_FUNCTIONS
      : " call dict module ";
  return (OF_ALL + own).includes(word);
}

/** An attribute by Python's `getattr`; undefined where there is none. */
export function ownAttribute(value: Value, name: string): Value | undefined {
  const internal = name.startsWith("_");
  if (!internal || !/^__.*__$/.test(name)) py.refuseUndefined(value);
  const type = py.typeName(value);
  const held = py.isA(value, "Namespace") ? py.getItem(value.attributes, name) : undefined;
  const hidden = internal ? held !== undefined || isInternal(value, name) : CHANGING[type]?.has(name);
  if (hidden || (type === "type" && name === "mro")) {
    return py.undefinedOf(() => `access to attribute '${name}' of '${type}' object is unsafe.`, "sandbox");
  }
  if (held !== undefined || internal) return held;
  const method = METHODS[type]?.get(name);
  if (method !== undefined)
    return py.func(name, (args, kwargs) => method([value, ...args], kwargs), "builtin_function_or_method");
  // An int has a numerator and a denominator too, but nobody asks.
  if (py.isNumber(value) && name === "real") return py.numeric(value);
  if (py.isNumber(value) && name === "imag") return type === "float" ? 0 : 0n;
  if (py.isA(value, "tuple")) return value.items[value.names.indexOf(name)];
  return py.isA(value, "function") ? value.attribute(name) : undefined;
}

/** A list or a tuple, as the given value is one. */
const likewise = (value: Value, items: py.List): Value => (py.isList(value) ? items : py.tuple(items));

/** An item by Python's `value[key]`; undefined where that raises. */
function ownItem(value: Value, key: Value): Value | undefined {
  py.refuseUndefined(value);
  if (py.isA(value, "dict")) return py.isList(key) || py.isA(key, "dict") ? undefined : py.getItem(value, key);
  const sequence = texts.isStr(value) || py.isA(value, "range") || py.itemsOf(value) !== undefined;
  if (!sequence || !py.isInt(key)) return undefined;
  const size = py.sizeOf(value)!;
  const at = Number(key) < 0 ? Number(key) + size : Number(key);
  if (at < 0 || at >= size) return undefined;
  if (py.isA(value, "range")) return value.start + BigInt(at) * value.step;
  return texts.isStr(value) ? texts.slicePoints(value, at, at + 1) : py.itemsOf(value)![at];
}

const missing = (value: Value, key: Value): Value =>
  py.undefinedOf(() => {
    const owner = value === null ? "None" : `${py.typeName(value)} object`;
    const shown = texts.textOf(repr(key));
    return texts.isStr(key) ? `'${owner}' has no attribute ${shown}` : `${owner} has no element ${shown}`;
  });

/** `value.name` in a template: the attribute, else the item. */
export function attribute(value: Value, name: string): Value {
  const own = ownAttribute(value, name);
  const found = own === undefined ? ownItem(value, name) : own;
  return found === undefined ? missing(value, name) : found;
}

/** `value[key]` in a template: the item, else the attribute. */
export function item(value: Value, key: Value): Value {
  const own = ownItem(value, key);
  const found = own === undefined && texts.isStr(key) ? ownAttribute(value, texts.textOf(key)) : own;
  return found === undefined ? missing(value, key) : found;
}

/** `value[start:stop:step]`. */
export function slice(value: Value, start: Value, stop: Value, stride: Value): Value {
  py.refuseUndefined(value);
  const size = py.sizeOf(value);
  const items = py.itemsOf(value);
  if (size === undefined || (!texts.isStr(value) && items === undefined && !py.isA(value, "range"))) {
    throw typeError(`'${py.typeName(value)}' object is not subscriptable`);
  }
  const step = stride === null ? 1 : py.indexOf(stride, true);
  if (step === 0) throw valueError("slice step cannot be zero");
  const [from, to] = py.sliceBounds(size, start, stop, step);
  if (py.isA(value, "range")) {
    const at = (index: number): bigint => value.start + BigInt(index) * value.step;
    return { is: "range", start: at(from), stop: at(to), step: value.step * BigInt(step) };
  }
  if (texts.isStr(value) && step === 1) return texts.slicePoints(value, from, Math.max(from, to));
  const all = items ?? [...py.iterate(value)];
  const picked = Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => all[from + i * step]!);
  spend(picked.length);
  if (texts.isStr(value)) return like(value, texts.join(picked as texts.Str[]));
  return likewise(value, picked);
}

export function binary(operator: Operator, left: Value, right: Value): Value {
  if (py.isNumber(left) && py.isNumber(right)) return arithmetic(operator, py.numeric(left), py.numeric(right));
  if (operator === "+" && texts.isStr(left) && texts.isStr(right)) {
    if (!texts.isMarkup(left) && !texts.isMarkup(right)) return texts.concat(left, right);
    return texts.withMarkup(texts.concat(escapeHtml(left), escapeHtml(right)), true);
  }
  if (operator === "%" && texts.isStr(left)) {
    const text = printf(left, right, (value) => taken(left, print(value)));
    return like(left, text);
  }
  py.refuseUndefined(left, right);
  const [a, b] = [py.itemsOf(left), py.itemsOf(right)];
  if (operator === "+" && a !== undefined && b !== undefined && py.isList(left) === py.isList(right)) {
    spend(a.length + b.length);
    return likewise(left, [...a, ...b]);
  }
  const [many, times] = py.isInt(left) ? [right, left] : [left, right];
  const items = py.itemsOf(many);
  if (operator === "*" && (texts.isStr(many) || items !== undefined)) {
    if (!py.isInt(times)) throw typeError(`can't multiply sequence by non-int of type '${py.typeName(times)}'`);
    if (items === undefined) return texts.repeat(many as texts.Str, py.indexOf(times));
    const length = items.length * Math.max(0, py.indexOf(times));
    spend(length);
    const repeated = Array.from({ length }, (_, i) => items[i % items.length]!);
    return likewise(many, repeated);
  }
  throw typeError(`unsupported operand type(s) for ${operator}: '${py.typeName(left)}' and '${py.typeName(right)}'`);
}

export function signed(operator: string, value: Value): Value {
  py.refuseUndefined(value);
  if (!py.isNumber(value)) throw typeError(`bad operand type for unary ${operator}: '${py.typeName(value)}'`);
  return operator === "-" ? -py.numeric(value) : py.numeric(value);
}

export function call(callee: Value, args: py.List, kwargs: py.Kwargs): Value {
  spend(1);
  py.refuseUndefined(callee);
  if (!py.isA(callee, "function")) throw typeError(`'${py.typeName(callee)}' object is not callable`);
  return callee.call(args, kwargs);
}
