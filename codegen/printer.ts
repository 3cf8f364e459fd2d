/**
 * What WGSL and CUDA C++ printing have in common: indentation, operator precedence made explicit, the walk over
 * statements. A dialect supplies declarations and spellings; nothing is decided here, legalisation and verification
 * happened before.
 */
import type { Expr, Stmt, ValueType } from "./ir.ts";

export interface Dialect {
  literal(type: ValueType, value: number): string;
  builtin(name: string): string;
  call(fn: string, type: ValueType, args: readonly string[]): string;
  select(condition: string, yes: string, no: string): string;
  convert(to: ValueType, from: ValueType, a: string): string;
  bitcast(to: ValueType, from: ValueType, a: string): string;
  shiftAmount(a: string): string;
  declareLet(name: string, type: ValueType, value: string): string;
  declareVar(name: string, type: ValueType, value: string): string;
  declareArray(name: string, type: ValueType, length: number): string;
  load(s: Extract<Stmt, { kind: "load" }>, index: string): readonly string[];
  store(s: Extract<Stmt, { kind: "store" }>, index: string, values: readonly string[]): readonly string[];
  forHeader(name: string, start: string, end: string, step: string): string;
  readonly barrier: string;
  collective(s: Extract<Stmt, { kind: "collective" }>, value: string): string;
}

const ATOMIC = /^[\w.]+$|^[\w.:<>]+\([^()]*\)$|^[\w.]+\[[^[\]]*\]$/;

const wrap = (text: string): string => (ATOMIC.test(text) ? text : `(${text})`);

/** Operators that may follow each other without parentheses on the left side. */
const CHAIN: Readonly<Record<string, readonly string[]>> = { "+": ["+", "-", "*"], "-": ["+", "-", "*"], "*": ["*"] };

export function printExpr(e: Expr, d: Dialect): string {
  switch (e.kind) {
    case "const":
      return d.literal(e.type, e.value);
    case "ref":
      return e.name;
    case "builtin":
      return d.builtin(e.name);
    case "binary": {
      const chain = CHAIN[e.op] ?? [];
      const side = (x: Expr, left: boolean): string => {
        const text = printExpr(x, d);
        const free =
          x.kind === "binary" && (left ? chain.includes(x.op) : x.op === "*" && (e.op === "+" || e.op === "-"));
        return free ? text : wrap(text);
      };
      if (e.op === "<<" || e.op === ">>")
        return `${wrap(printExpr(e.a, d))} ${e.op} ${d.shiftAmount(wrap(printExpr(e.b, d)))}`;
      return `${side(e.a, true)} ${e.op} ${side(e.b, false)}`;
    }
    case "unary":
      return `${e.op}${wrap(printExpr(e.a, d))}`;
    case "call":
      return d.call(
        e.fn,
        e.type,
        e.args.map((a) => printExpr(a, d)),
      );
    case "select":
      return d.select(printExpr(e.condition, d), printExpr(e.yes, d), printExpr(e.no, d));
    case "convert":
      return d.convert(e.type, e.a.type, printExpr(e.a, d));
    case "bitcast":
      return d.bitcast(e.type, e.a.type, printExpr(e.a, d));
    case "element":
      return `${e.array}[${printExpr(e.index, d)}]`;
  }
}

export function printBody(body: readonly Stmt[], d: Dialect, depth: number): string[] {
  const pad = "  ".repeat(depth);
  return body.flatMap((s) => printStmt(s, d, depth).map((line) => (line.startsWith(" ") ? line : pad + line)));
}

function printStmt(s: Stmt, d: Dialect, depth: number): readonly string[] {
  const text = (e: Expr): string => printExpr(e, d);
  switch (s.kind) {
    case "let":
      return [d.declareLet(s.name, s.value.type, text(s.value))];
    case "var":
      return [d.declareVar(s.name, s.value.type, text(s.value))];
    case "array":
      return [d.declareArray(s.name, s.type, s.length)];
    case "assign":
      return [`${s.name} = ${text(s.value)};`];
    case "assignElement":
      return [`${s.array}[${text(s.index)}] = ${text(s.value)};`];
    case "load":
      return d.load(s, text(s.index));
    case "store":
      return d.store(s, text(s.index), s.values.map(text));
    case "for":
      return [
        `${d.forHeader(s.name, text(s.start), text(s.end), text(s.step))} {`,
        ...printBody(s.body, d, depth + 1),
        "}",
      ];
    case "if":
      return [
        `if (${text(s.condition)}) {`,
        ...printBody(s.then, d, depth + 1),
        ...(s.otherwise.length === 0 ? [] : ["} else {", ...printBody(s.otherwise, d, depth + 1)]),
        "}",
      ];
    case "barrier":
      return [d.barrier];
    case "collective":
      return [d.collective(s, text(s.value))];
    case "comment":
      return [`// ${s.text}`];
  }
}

const LARGEST_F32 = 3.4028234663852886e38;

/**
 * Shortest decimal text of an f32 that reads back as the same f32, always with a point or exponent. Never beyond the
 * largest f32, although such a text would round to it: WGSL compilers refuse it.
 */
export function floatText(value: number): string {
  for (let digits = 1; digits <= 17; digits++) {
    const number = Number(value.toPrecision(digits));
    if (Math.fround(number) === value && Math.abs(number) <= LARGEST_F32) {
      const short = String(number);
      return /[.e]/.test(short) ? short : `${short}.0`;
    }
  }
  throw new Error(`internal error: ${value} is not an f32`);
}

/** The kernel's formula as a comment at the head of its source. */
export function docLines(doc: string): string[] {
  return doc
    .trim()
    .split("\n")
    .map((line) => `// ${line.trim()}`.trimEnd());
}
