/**
 * Binds arguments as Python does: functions are declared by a Python signature, and a call by position or by name
 * reaches them as a plain list. Separate because filters, tests, methods and globals all need it. Invariant: a wrong
 * call is a TypeError before the function runs.
 */
import { typeError } from "./limits.ts";
import { type Call, dict, type Value } from "./values.ts";

/** Arguments in the order of the signature; `*rest` comes as a list, `**rest` as a dict. */
export type Bound = readonly [Value, Value, Value, Value, Value, Value];

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["None", null],
  ["True", true],
  ["False", false],
]);

function parseDefault(text: string | undefined): Value | undefined {
  if (text === undefined || CONSTANTS.has(text)) return CONSTANTS.get(text ?? "");
  return text.startsWith("'") ? text.slice(1, -1) : text.includes(".") ? Number(text) : BigInt(text);
}

/** @param signature such as `trim(value, chars=None)`; what stands before `/` cannot be named */
export function bind(signature: string, run: (args: Bound) => Value): readonly [string, Call] {
  const [, name = "", list = ""] = /^(\S+?)\((.*)\)$/.exec(signature)!;
  const words = list === "" ? [] : list.split(/, +(?=[\w*/])/);
  const rest = words.some((word) => /^\*\w/.test(word));
  const restNamed = words.some((word) => word.startsWith("**"));
  const unnamed = words.indexOf("/");
  const params = words
    .filter((word) => !/^[*/]/.test(word))
    .map((word) => {
      const [param, fallback] = word.split("=") as [string, string?];
      return { name: param, fallback: parseDefault(fallback) };
    });
  const call: Call = (args, kwargs) => {
    if (args.length > params.length && !rest)
      throw typeError(`${name}() takes ${params.length} arguments, ${args.length} were given`);
    const others = kwargs.size > 0 ? new Map(kwargs) : kwargs;
    const bound: Value[] = [];
    for (const [i, param] of params.entries()) {
      const named = others.size > 0 && i >= unnamed ? others.get(param.name) : undefined;
      if (named !== undefined && i < args.length) throw typeError(`${name}() got two values for '${param.name}'`);
      if (named !== undefined) (others as Map<string, Value>).delete(param.name);
      const value = i < args.length ? args[i] : named === undefined ? param.fallback : named;
      if (value === undefined) throw typeError(`${name}() missing the argument '${param.name}'`);
      bound.push(value);
    }
    if (rest) bound.push(args.slice(params.length));
    if (restNamed) bound.push(dict(others));
    else for (const other of others.keys()) throw typeError(`${name}() got an unexpected keyword argument '${other}'`);
    return run(bound as unknown as Bound);
  };
  return [name, call];
}

/** Functions by name, declared by their signatures. */
export const bindAll = (declared: Readonly<Record<string, (args: Bound) => Value>>): ReadonlyMap<string, Call> =>
  new Map(Object.entries(declared).map(([signature, run]) => bind(signature, run)));
