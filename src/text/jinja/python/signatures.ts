/**
 * Binds arguments as Python does: functions are declared by a Python signature, and a call by position or by name
 * reaches them as a plain list. Separate because filters, tests, methods and globals all need it. Invariant: a wrong
 * call is a TypeError before the function runs.
 */
import { typeError } from "./limits.ts";
import { type Call, CONSTANTS, dict, type Kwargs, type List, type Value } from "./values.ts";

/** Arguments in the order of the signature; `*rest` comes as a list, `**rest` as a dict. */
export type Bound<Self extends Value = Value> = readonly [Self, Value, Value, Value, Value, Value];

function parseDefault(text: string | undefined): Value | undefined {
  if (text === undefined || CONSTANTS.has(text)) return CONSTANTS.get(text ?? "");
  return text.startsWith("'") ? text.slice(1, -1) : text.includes(".") ? Number(text) : BigInt(text);
}

/** Of calls that have nothing to spare, which are most. */
const NO_REST: List = [];
const NO_NAMED = new Map<string, Value>();

/** What a call gives to each parameter, by position or by name (from `nameable` on), and what it gives beside them. */
export function spread(params: readonly string[], nameable: number, args: List, kwargs: Kwargs) {
  const named = kwargs.size > 0 ? new Map(kwargs) : NO_NAMED;
  const values: (Value | undefined)[] = args.slice(0, params.length);
  for (let i = args.length; i < params.length; i++) {
    const value = i >= nameable ? named.get(params[i]!) : undefined;
    if (value !== undefined) named.delete(params[i]!);
    values.push(value);
  }
  return { values, rest: args.length > params.length ? args.slice(params.length) : NO_REST, named };
}

/** @param signature such as `length count(obj, /)`: names, and parameters, of which those before `/` have no name */
function bind(signature: string, run: (args: Bound) => Value): (readonly [string, Call])[] {
  const [, names = "", list = ""] = /^([^(]+)\((.*)\)$/.exec(signature)!;
  const [name, ...aliases] = names.split(" ") as [string];
  const words = list.split(/, +(?=[\w*/])/);
  const params = words.filter((word) => /^\w/.test(word)).map((word) => word.split("=") as [string, string?]);
  const paramNames = params.map(([param]) => param);
  const defaults = params.map(([, fallback]) => parseDefault(fallback));
  const [nameable, takesRest, takesNamed] = [words.indexOf("/"), words.includes("*args"), words.includes("**kwargs")];
  const call: Call = (args, kwargs) => {
    const { values, rest, named } = spread(paramNames, nameable, args, kwargs);
    const bound = values.map((value, i) => {
      const given = value === undefined ? defaults[i] : value;
      if (given === undefined) throw typeError(`${name}() missing the argument '${paramNames[i]}'`);
      return given;
    });
    if (takesRest) bound.push(rest);
    else if (rest.length > 0) throw typeError(`${name}() takes ${params.length} arguments, got ${args.length}`);
    if (takesNamed) bound.push(dict(named));
    else for (const other of named.keys()) throw typeError(`${name}() got an unexpected keyword argument '${other}'`);
    return run(bound as unknown as Bound);
  };
  return [name, ...aliases].map((one) => [one, call]);
}

/** Functions by name, declared by their signatures. */
export const bindAll = <Self extends Value = Value>(
  declared: Readonly<Record<string, (args: Bound<Self>) => Value>>,
): ReadonlyMap<string, Call> =>
  new Map(Object.entries(declared).flatMap(([signature, run]) => bind(signature, run as (args: Bound) => Value)));
