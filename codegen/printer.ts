/**
 * What WGSL and CUDA C++ printing have in common: indentation, operator precedence made explicit, the walk over
 * statements. A dialect supplies declarations and spellings; nothing is decided here, legalisation and verification
 * happened before.
 */
import type { BinaryOp, Expr, Stmt, ValueType } from "./ir.ts";

export interface Dialect {
  literal(type: ValueType, value: number): string;
  builtin(name: string): string;
  call(fn: string, type: ValueType, args: readonly string[]): string;
  select(condition: string, yes: string, no: string): string;
  convert(to: ValueType, from: ValueType, a: string): string;
  bitcast(to: ValueType, from: ValueType, a: string): string;
  /** `compound` says that `a` is itself an operator and its operands. */
  shiftAmount(a: string, compound: boolean): string;
  declareLet(name: string, type: ValueType, value: string): string;
  declareVar(name: string, type: ValueType, value: string): string;
  declareArray(name: string, type: ValueType, length: number): string;
  load(s: Extract<Stmt, { kind: "load" }>, index: string): readonly string[];
  store(s: Extract<Stmt, { kind: "store" }>, index: string, values: readonly string[]): readonly string[];
  forHeader(name: string, start: string, end: string, step: string): string;
  readonly barrier: string;
  collective(s: Extract<Stmt, { kind: "collective" }>, value: string): string;
}

type OperatorClass = "sum" | "product" | "compare" | "logic" | "bits" | "shift";

function classOf(op: BinaryOp): OperatorClass {
  if (op === "+" || op === "-") return "sum";
  if (op === "*" || op === "/" || op === "%") return "product";
  if (op === "<<" || op === ">>") return "shift";
  if (op === "&" || op === "|" || op === "^") return "bits";
  return op === "&&" || op === "||" ? "logic" : "compare";
}

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);

/** Where the text of an operand begins, among operators of one class. */
function firstOf(e: Expr, operators: OperatorClass): Expr {
  return e.kind === "binary" && classOf(e.op) === operators ? firstOf(e.a, operators) : e;
}

/** Whether `child` reads without parentheses as an operand of `parent` in every target. */
function standsFree(parent: Extract<Expr, { kind: "binary" }>, child: Expr, left: boolean): boolean {
  const outer = classOf(parent.op);
  if (child.kind === "unary") return left || child.op !== "-" || outer === "compare";
  if (child.kind === "const") return left || !isNegative(child.value) || outer === "compare";
  if (child.kind !== "binary") return true;
  const inner = classOf(child.op);
  // Integers wrap, so that their sums may be regrouped; sums of floats keep their order. Two constants never become
  // neighbours: WGSL would compute them without a width and refuse what leaves 32 bits.
  const regroups =
    left || (parent.type !== "f32" && (parent.a.kind !== "const" || firstOf(child, outer).kind !== "const"));
  switch (outer) {
    case "sum":
      return inner === "product" || (inner === "sum" && (left || (parent.op === "+" && regroups)));
    case "product":
      return parent.op === "*" && child.op === "*" && regroups;
    case "compare":
      return inner === "sum" || inner === "product";
    case "logic":
      return inner === "compare" || child.op === parent.op;
    case "bits":
      return child.op === parent.op && regroups;
    case "shift":
      return false;
  }
}

export function printExpr(e: Expr, d: Dialect): string {
  switch (e.kind) {
    case "const":
      return d.literal(e.type, e.value);
    case "ref":
      return e.name;
    case "builtin":
      return d.builtin(e.name);
    case "binary": {
      const side = (x: Expr, left: boolean): string => {
        const text = printExpr(x, d);
        return standsFree(e, x, left) ? text : `(${text})`;
      };
      if (classOf(e.op) !== "shift") return `${side(e.a, true)} ${e.op} ${side(e.b, false)}`;
      return `${side(e.a, true)} ${e.op} ${d.shiftAmount(printExpr(e.b, d), e.b.kind === "binary")}`;
    }
    case "unary": {
      const a = printExpr(e.a, d);
      return e.a.kind === "binary" || e.a.kind === "unary" || a.startsWith("-") ? `${e.op}(${a})` : e.op + a;
    }
    case "call":
      return d.call(
        e.fn,
        e.type,
        e.args.map((a) => printExpr(a, d)),
      );
    case "select": {
      // Bare comparisons between commas could read as a template list: `f(a < b, c > d)`.
      const value = (x: Expr): string =>
        e.type === "bool" && x.kind === "binary" ? `(${printExpr(x, d)})` : printExpr(x, d);
      return d.select(printExpr(e.condition, d), value(e.yes), value(e.no));
    }
    case "convert":
      return d.convert(e.type, e.a.type, printExpr(e.a, d));
    case "bitcast":
      return d.bitcast(e.type, e.a.type, printExpr(e.a, d));
    case "element":
      return `${e.array}[${printExpr(e.index, d)}]`;
  }
}

/** `x += y` where the value is the variable itself and one more operand. */
function printAssign(s: Extract<Stmt, { kind: "assign" }>, d: Dialect): string {
  const { value } = s;
  const inner = value.kind === "binary" ? classOf(value.op) : undefined;
  if (value.kind === "binary" && (inner === "sum" || inner === "product" || inner === "bits")) {
    if (value.a.kind === "ref" && value.a.name === s.name) return `${s.name} ${value.op}= ${printExpr(value.b, d)};`;
  }
  return `${s.name} = ${printExpr(value, d)};`;
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
      return [printAssign(s, d)];
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
  if (Object.is(value, -0)) return "-0.0";
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
