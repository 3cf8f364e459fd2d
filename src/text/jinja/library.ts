/**
 * Jinja's filters and tests, with `tojson` as transformers defines it. Separate because templates call them by name.
 * Not here, because no prompt needs them: filesizeformat, pprint, random, striptags, urlencode, urlize, wordwrap,
 * xmlattr. Invariant: what Python computes lazily (map, select and their kin) is lazy here, errors included.
 */
import { binary, item, ownAttribute } from "./objects.ts";
import { spend, typeError, valueError } from "./python/limits.ts";
import * as numbers from "./python/numbers.ts";
import { json, print } from "./python/print.ts";
import { type Bound, bindAll } from "./python/signatures.ts";
import { center, escapeHtml, like, limitOf, replace, STRING_METHODS, splitLines } from "./python/strings.ts";
import * as texts from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;
type Getter = (item: Value) => Value;

const unmarked = (value: Value): texts.Str => texts.withMarkup(print(value), false);
const method = (name: string, ...args: py.List): Value => STRING_METHODS.get(name)!(args, py.NO_KWARGS);
const lower = (value: Value): Value => (texts.isStr(value) ? method("lower", value) : value);

/** Reads a path such as `team.0.id` by the rules of `value[key]`. */
function getter(path: Value, fallback: Value = null): Getter {
  const parts = texts.isStr(path) ? texts.textOf(path).split(".") : path === null ? [] : [path];
  const keys = parts.map((part) => (typeof part === "string" && /^\d+$/.test(part) ? BigInt(part) : part));
  return (value) =>
    keys.reduce<Value>((from, key) => {
      const found = item(from, key);
      return fallback !== null && py.isA(found, "Undefined") ? fallback : found;
    }, value);
}

const ignoringCase = (read: Getter, caseSensitive: Value): Getter =>
  py.truth(caseSensitive) ? read : (value) => lower(read(value));

function named(table: ReadonlyMap<string, py.Call>, kind: string, name: Value): py.Call {
  const found = table.get(texts.textOf(print(name)));
  if (found === undefined) throw valueError(`No ${kind} named '${texts.textOf(print(name))}'.`);
  return found;
}

/** A filter whose work, errors of its arguments included, begins when its result is read. */
const lazy =
  (run: (bound: Bound) => Generator<Value>) =>
  (bound: Bound): Value =>
    py.iter(run(bound));

const selecting = (wanted: boolean, byAttribute: boolean) =>
  lazy(function* ([value, args, kwargs]) {
    if (!py.truth(value)) return;
    const [path, ...rest] = byAttribute ? (args as py.List) : [null, ...(args as py.List)];
    if (path === undefined) throw valueError("Missing parameter for attribute name");
    const [name, ...others] = rest;
    const read = getter(path);
    const test = name === undefined ? undefined : named(TESTS, "test", name);
    const options = py.namedArguments(kwargs);
    for (const one of py.iterate(value)) {
      const result = test === undefined ? read(one) : test([read(one), ...others], options);
      if (py.truth(result) === wanted) yield one;
    }
  });

const map = lazy(function* ([value, args, kwargs]) {
  if (!py.truth(value)) return;
  const [name, ...rest] = args as py.List;
  const options = py.namedArguments(kwargs);
  const { attribute, default: fallback = null, ...others } = Object.fromEntries(options);
  const filter = name === undefined ? undefined : named(FILTERS, "filter", name);
  if (filter === undefined && attribute === undefined) throw valueError("map requires a filter argument");
  const [other] = filter === undefined ? Object.keys(others) : [];
  if (other !== undefined) throw valueError(`Unexpected keyword argument '${other}'`);
  const read = getter(attribute ?? null, fallback);
  for (const one of py.iterate(value)) yield filter === undefined ? read(one) : filter([one, ...rest], options);
});

function extreme(order: "<" | ">", [value, caseSensitive, path]: Bound): Value {
  const key = ignoringCase(getter(path), caseSensitive);
  let best: Value | undefined;
  for (const one of py.iterate(value)) if (best === undefined || py.compare(order, key(one), key(best))) best = one;
  return py.present(best, () => "No aggregated item, sequence was empty.");
}

function groupBy([value, path, fallback, caseSensitive]: Bound): Value {
  const read = getter(path, fallback);
  const key = ignoringCase(read, caseSensitive);
  const groups: Value[][] = [];
  for (const one of py.sorted(py.iterate(value), key, false)) {
    const group = groups.at(-1);
    if (group !== undefined && py.equals(key(group[0]!), key(one))) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => py.tuple([read(group[0]!), group], ["grouper", "list"]));
}

function sort([value, reverse, caseSensitive, paths]: Bound): Value {
  const list = texts.isStr(paths) ? texts.textOf(paths).split(",") : [paths];
  const keys = list.map((path) => ignoringCase(getter(path), caseSensitive));
  return py.sorted(py.iterate(value), (one) => keys.map((key) => key(one)), py.truth(reverse));
}

function reverse([value]: Bound): Value {
  if (py.iteratorOf(value) === undefined) throw valueError("argument must be iterable");
  const items = [...py.iterate(value)].reverse();
  if (texts.isStr(value)) return like(value, texts.join(items as texts.Str[]));
  return py.isA(value, "iterator") ? items : py.iter(items.values(), "reversed");
}

const batch = lazy(function* ([value, count, fill]) {
  const size = py.indexOf(count);
  let row: Value[] = [];
  for (const one of py.iterate(value)) {
    if (row.length === size) {
      yield row;
      row = [];
    }
    row.push(one);
  }
  for (; fill !== null && row.length > 0 && row.length < size; spend(1)) row.push(fill);
  if (row.length > 0) yield row;
});

const columns = lazy(function* ([value, slices, fill]) {
  const count = py.indexOf(slices);
  const items = [...py.iterate(value)];
  if (count === 0) throw valueError("integer division or modulo by zero");
  const longer = items.length % count;
  for (let i = 0, at = 0; i < count; i++) {
    const column = items.slice(at, (at += Math.floor(items.length / count) + (i < longer ? 1 : 0)));
    yield fill !== null && i >= longer ? [...column, fill] : column;
  }
});

function toInt([value, fallback, base]: Bound): Value {
  py.refuseUndefined(value);
  if (py.isInt(value)) return BigInt(value);
  const whole = texts.isStr(value) ? numbers.parseInteger(texts.textOf(value), py.indexOf(base)) : undefined;
  if (whole !== undefined) return whole;
  const float = texts.isStr(value) ? numbers.parseFloating(texts.textOf(value)) : value;
  // A text that is infinite gives the fallback; a float that is, an error.
  const lost = typeof float !== "number" || Number.isNaN(float) || (texts.isStr(value) && !Number.isFinite(float));
  return lost ? fallback : numbers.truncate(float);
}

function toFloat([value, fallback]: Bound): Value {
  py.refuseUndefined(value);
  if (py.isNumber(value)) return numbers.toFloat(py.numeric(value));
  return (texts.isStr(value) ? numbers.parseFloating(texts.textOf(value)) : undefined) ?? fallback;
}

function round([value, precision, way]: Bound): Value {
  const rounding = { common: undefined, ceil: Math.ceil, floor: Math.floor };
  const name = texts.textOf(print(way));
  if (!Object.hasOwn(rounding, name)) throw valueError("method must be common, ceil or floor");
  const to = rounding[name as keyof typeof rounding];
  if (to === undefined) return numbers.round(value, py.indexOf(precision));
  const factor = binary("**", 10n, precision);
  const scaled = binary("*", value, factor);
  return binary("/", typeof scaled === "number" ? numbers.truncate(to(scaled)) : scaled, factor);
}

function indent([value, width, first, blank]: Bound): Value {
  const unit = texts.isStr(width) ? width : texts.repeat(" ", py.indexOf(width));
  py.refuseUndefined(value);
  if (!texts.isStr(value)) throw (py.isList(value) ? valueError : typeError)(`no lines in '${py.typeName(value)}'`);
  const built = new texts.Builder();
  for (const [i, line] of splitLines(texts.concat(value, "\n"), false).entries()) {
    if (i > 0) built.add("\n");
    if (i === 0 ? py.truth(first) : py.truth(blank) || texts.textOf(line) !== "") built.add(unit);
    built.add(line);
  }
  return like(value, built.result());
}

function truncate([value, length, killWords, end, leeway]: Bound): Value {
  const [most, slack] = [py.indexOf(length), leeway === null ? 5 : py.indexOf(leeway)];
  const room = most - Number(py.lengthOf(end));
  if (room < 0 || slack < 0) throw valueError("the length is less than that of the end, or the leeway negative");
  if (py.lengthOf(value) <= most + slack) return value;
  if (!texts.isStr(value)) throw typeError(`'${py.typeName(value)}' object cannot be cut to words`);
  const cut = texts.slicePoints(value, 0, room);
  const space = py.truth(killWords) ? -1 : texts.textOf(cut).lastIndexOf(" ");
  return binary("+", space < 0 ? cut : texts.slice(cut, 0, space), end);
}

const WORD = new RegExp(`[^-${texts.SPACE}({[<]+`, "gu");
const titled = (text: string): string =>
  text.replace(WORD, ([first = "", ...rest]) => first.toUpperCase() + rest.join("").toLowerCase());

function last([value]: Bound): Value {
  if (py.sizeOf(value) === undefined) throw typeError(`'${py.typeName(value)}' object is not reversible`);
  return py.present([...py.iterate(value)].at(-1), () => "No last item, sequence was empty.");
}

function join([value, separator, path]: Bound): Value {
  const read = getter(path);
  const parts = Array.from(py.iterate(value), (one) => unmarked(read(one)));
  return method("join", unmarked(separator), parts);
}

const unique = lazy(function* ([value, caseSensitive, path]) {
  const key = ignoringCase(getter(path), caseSensitive);
  const seen = new Set<unknown>();
  for (const one of py.iterate(value)) {
    const hash = py.hashKey(key(one));
    if (!seen.has(hash)) yield one;
    seen.add(hash);
  }
});

const items = lazy(function* ([value]) {
  if (py.isA(value, "Undefined")) return;
  if (!py.isA(value, "dict")) throw typeError("Can only get item pairs from a mapping.");
  for (const entry of value.entries.values()) yield py.tuple(entry);
});

function sum([value, path, start]: Bound): Value {
  if (texts.isStr(start)) throw typeError("sum() can't sum strings");
  return Array.from(py.iterate(value), getter(path)).reduce<Value>((total, one) => binary("+", total, one), start);
}

export const FILTERS: ReadonlyMap<string, py.Call> = bindAll({
  "abs(x, /)": ([x]) => {
    if (!py.isNumber(x)) throw typeError(`bad operand type for abs(): '${py.typeName(x)}'`);
    const number = py.numeric(x);
    return typeof number === "number" ? Math.abs(number) : number < 0n ? -number : number;
  },
  "attr(obj, name)": ([value, name]) =>
    py.present(ownAttribute(value, texts.textOf(print(name))), () => `no attribute '${texts.textOf(print(name))}'`),
  "batch(value, linecount, fill_with=None)": batch,
  "capitalize(s)": ([s]) => method("capitalize", print(s)),
  "center(value, width=80)": ([value, width]) => center(print(value), width),
  "default d(value, default_value='', boolean=False)": ([value, fallback, boolean]) =>
    py.isA(value, "Undefined") || (py.truth(boolean) && !py.truth(value)) ? fallback : value,
  "dictsort(value, case_sensitive=False, by='key', reverse=False)": ([value, caseSensitive, by, reversed]) => {
    const at = ["key", "value"].indexOf(texts.textOf(print(by)));
    if (at < 0) throw valueError('You can only sort by either "key" or "value"');
    py.refuseUndefined(value);
    if (!py.isA(value, "dict")) throw valueError(`'${py.typeName(value)}' object has no attribute 'items'`);
    const items = Array.from(value.entries.values(), (entry) => py.tuple(entry));
    return py.sorted(items, ignoringCase(getter(BigInt(at)), caseSensitive), py.truth(reversed));
  },
  "escape e(s, /)": ([s]) => escapeHtml(print(s)),
  "first(seq)": ([value]) => py.present(py.iterate(value).next().value, () => "No first item, sequence was empty."),
  "float(value, default=0.0)": toFloat,
  "forceescape(value)": ([value]) => escapeHtml(unmarked(value)),
  "format(value, *args, **kwargs)": ([value, args, kwargs]) => {
    if ((args as py.List).length > 0 && py.truth(kwargs))
      throw valueError("can't handle positional and keyword arguments at the same time");
    return binary("%", print(value), py.truth(kwargs) ? kwargs : py.tuple(args as py.List));
  },
  "groupby(value, attribute, default=None, case_sensitive=False)": groupBy,
  "indent(s, width=4, first=False, blank=False)": indent,
  "int(value, default=0, base=10)": toInt,
  "items(value)": items,
  "join(value, d='', attribute=None)": join,
  "last(seq)": last,
  "length count(obj, /)": ([value]) => py.lengthOf(value),
  "list(value)": ([value]) => [...py.iterate(value)],
  "lower(s)": ([s]) => method("lower", print(s)),
  "map(value, *args, **kwargs)": map,
  "max(value, case_sensitive=False, attribute=None)": (bound) => extreme(">", bound),
  "min(value, case_sensitive=False, attribute=None)": (bound) => extreme("<", bound),
  "reject(value, *args, **kwargs)": selecting(false, false),
  "rejectattr(value, *args, **kwargs)": selecting(false, true),
  "replace(s, old, new, count=None)": ([s, old, by, count]) =>
    replace(unmarked(s), print(old), unmarked(by), limitOf(count ?? -1n)),
  "reverse(value)": reverse,
  "round(value, precision=0, method='common')": round,
  "safe(value)": ([value]) => texts.withMarkup(print(value), true),
  "select(value, *args, **kwargs)": selecting(true, false),
  "selectattr(value, *args, **kwargs)": selecting(true, true),
  "slice(value, slices, fill_with=None)": columns,
  "sort(value, reverse=False, case_sensitive=False, attribute=None)": sort,
  "string(s, /)": ([s]) => print(s),
  "sum(iterable, attribute=None, start=0)": sum,
  "title(s)": ([s]) => texts.derive(print(s), titled),
  "tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False)": json,
  "trim(value, chars=None)": ([value, characters]) => method("strip", print(value), characters),
  "truncate(s, length=255, killwords=False, end='...', leeway=None)": truncate,
  "unique(value, case_sensitive=False, attribute=None)": unique,
  "upper(s)": ([s]) => method("upper", print(s)),
  "wordcount(s)": ([s]) => {
    const text = texts.textOf(print(s));
    spend(text.length / 4);
    return BigInt(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0);
  },
});

const remainder = (of: Value, by: Value, is: bigint): boolean => py.equals(binary("%", of, by), is);
const isNamed = (table: ReadonlyMap<string, py.Call>, value: Value): boolean => table.has(String(py.hashKey(value)));

export const TESTS: ReadonlyMap<string, py.Call> = bindAll({
  "odd(value)": ([value]) => remainder(value, 2n, 1n),
  "even(value)": ([value]) => remainder(value, 2n, 0n),
  "divisibleby(value, num)": ([value, by]) => remainder(value, by, 0n),
  "defined(value)": ([value]) => !py.isA(value, "Undefined"),
  "undefined(value)": ([value]) => py.isA(value, "Undefined"),
  "filter(value)": ([value]) => isNamed(FILTERS, value),
  "test(value)": ([value]) => isNamed(TESTS, value),
  "none(value)": ([value]) => value === null,
  "boolean(value)": ([value]) => typeof value === "boolean",
  "false(value)": ([value]) => value === false,
  "true(value)": ([value]) => value === true,
  "integer(value)": ([value]) => typeof value === "bigint",
  "float(value)": ([value]) => typeof value === "number",
  "lower(value)": ([value]) => method("islower", print(value)),
  "upper(value)": ([value]) => method("isupper", print(value)),
  "string(value)": ([value]) => texts.isStr(value),
  "mapping(value)": ([value]) => py.isA(value, "dict"),
  "number(value)": ([value]) => py.isNumber(value),
  "sequence(value)": ([value]) =>
    py.sizeOf(value) !== undefined && !(py.isObj(value) && /^dict_|^function/.test(value.is)),
  "iterable(value)": ([value]) => py.iteratorOf(value) !== undefined,
  "callable(obj, /)": ([value]) => py.isA(value, "function") || py.isA(value, "Undefined"),
  "sameas(value, other)": ([a, b]) => Object.is(a, b),
  "escaped(value)": ([value]) => texts.isMarkup(value),
  "in(value, seq)": ([value, container]) => py.contains(container, value),
  "== eq equalto(a, b, /)": ([a, b]) => py.equals(a, b),
  "!= ne(a, b, /)": ([a, b]) => !py.equals(a, b),
  "> gt greaterthan(a, b, /)": ([a, b]) => py.compare(">", a, b),
  ">= ge(a, b, /)": ([a, b]) => py.compare(">=", a, b),
  "< lt lessthan(a, b, /)": ([a, b]) => py.compare("<", a, b),
  "<= le(a, b, /)": ([a, b]) => py.compare("<=", a, b),
});
