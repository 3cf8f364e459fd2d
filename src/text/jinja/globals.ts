/**
 * Names that every template has: Jinja's, and those that transformers adds. Separate because one of them reads the
 * clock, which is injected. Invariant: nothing here reaches outside the template but that clock.
 */
import { JinjaError, typeError, valueError } from "./python/limits.ts";
import { print } from "./python/print.ts";
import { type Bound, bindAll } from "./python/signatures.ts";
import { isStr, textOf } from "./python/text.ts";
import * as py from "./python/values.ts";

type Value = py.Value;
const MOST_RANGE = 100_000;

function range(args: py.List): Value {
  if (args.length < 1 || args.length > 3) throw typeError(`range expected 1 to 3 arguments, got ${args.length}`);
  for (const one of args) if (!py.isInt(one)) py.indexOf(one);
  const [first, second, step = 1n] = args.map((one) => BigInt(one as bigint));
  if (step === 0n) throw valueError("range() arg 3 must not be zero");
  const made = { is: "range", start: second === undefined ? 0n : first!, stop: second ?? first!, step } as const;
  if (py.rangeSize(made) > MOST_RANGE) throw valueError(`Range too big. At most ${MOST_RANGE} items are allowed.`);
  return made;
}

/** `dict(...)`, also what a namespace starts with. */
function newDict(args: py.List, kwargs: py.Kwargs): py.Dict {
  const [from = []] = args;
  if (args.length > 1) throw typeError(`dict expected at most 1 argument, got ${args.length}`);
  py.refuseUndefined(from);
  const made = py.dict(py.isA(from, "dict") ? from.entries.values() : []);
  for (const pair of py.isA(from, "dict") ? [] : py.iterate(from)) {
    const [key, value, ...more] = py.iterate(pair);
    if (key === undefined || value === undefined || more.length > 0) throw valueError("dict() needs pairs");
    py.setItem(made, key, value);
  }
  for (const [key, value] of kwargs) py.setItem(made, key, value);
  return made;
}

function cycler(items: py.List): Value {
  if (items.length === 0) throw valueError("at least one item has to be provided");
  let at = 0;
  const refuse = (): never => {
    throw typeError("'Cycler' object is not callable");
  };
  const reset = (): Value => {
    at = 0;
    return null;
  };
  const attributes = new Map<string, () => Value>([
    ["current", () => items[at % items.length]!],
    ["next", () => py.func("next", () => items[at++ % items.length]!)],
    ["reset", () => py.func("reset", reset)],
  ]);
  return py.func("cycler", refuse, "Cycler", (name) => attributes.get(name)?.());
}

function joiner([separator]: Bound): Value {
  let used = false;
  const next = (): Value => {
    const shown = used ? separator : "";
    used = true;
    return shown;
  };
  return py.func("joiner", next, "Joiner");
}

const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(" ");
/** Directives that stand for several. */
const COMPOSED: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  h: "%b",
  T: "%H:%M:%S",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
};

/** `strftime` of the C locale for a local time without a zone. */
function strftime(format: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const [year, month, day, hour] = [now.getFullYear(), now.getMonth(), now.getDate(), now.getHours()];
  const weekday = now.getDay();
  const yearDay = Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / 86_400_000);
  const parts = new Map<string, string>([
    ["a", DAYS[weekday]!.slice(0, 3)],
    ["A", DAYS[weekday]!],
    ["b", MONTHS[month]!.slice(0, 3)],
    ["B", MONTHS[month]!],
    ["d", two(day)],
    ["e", String(day).padStart(2)],
    ["f", `${String(now.getMilliseconds()).padStart(3, "0")}000`],
    ["H", two(hour)],
    ["I", two(hour % 12 || 12)],
    ["j", String(yearDay + 1).padStart(3, "0")],
    ["m", two(month + 1)],
    ["M", two(now.getMinutes())],
    ["p", hour < 12 ? "AM" : "PM"],
    ["S", two(now.getSeconds())],
    ["u", String(weekday || 7)],
    ["U", two(Math.floor((yearDay + 7 - weekday) / 7))],
    ["w", String(weekday)],
    ["W", two(Math.floor((yearDay + 7 - ((weekday + 6) % 7)) / 7))],
    ["y", two(year % 100)],
    ["Y", String(year)],
    ["z", ""],
    ["Z", ""],
    ["%", "%"],
  ]);
  return format
    .replace(/%([cDFhTxX%])/g, (whole, letter: string) => COMPOSED[letter] ?? whole)
    .replace(/%(.)/gs, (whole, letter: string) => parts.get(letter) ?? whole);
}

export function globalsOf(clock: () => Date): Map<string, Value> {
  const functions = bindAll({
    "raise_exception(message)": ([message]) => {
      throw new JinjaError("raised", textOf(print(message)));
    },
    "strftime_now(format)": ([format]) => {
      if (!isStr(format)) throw typeError(`strftime() argument 1 must be str, not ${py.typeName(format)}`);
      return strftime(textOf(format), clock());
    },
    "lipsum(n=5, html=True, min=20, max=100)": () => {
      throw valueError("lipsum makes random text, which no prompt can need");
    },
  });
  const types = new Map<string, py.Call>([
    ...bindAll({ "joiner(sep=', ')": joiner }),
    ["dict", newDict],
    ["namespace", (args, kwargs) => ({ is: "Namespace", attributes: newDict(args, kwargs) })],
    ["cycler", cycler],
  ]);
  return new Map<string, Value>([
    ["range", py.func("range", range)],
    ...Array.from(functions, ([name, call]) => [name, py.func(name, call)] as const),
    ...Array.from(types, ([name, call]) => [name, py.func(name, call, "type")] as const),
  ]);
}
