/**
 * What four neighbouring threads share in a region between two meetings, for targets that run them side by side. Threads
 * are taken in fours that begin at multiples of four, so a thread's number divided by four, eight or sixteen is one value
 * for all four. Memory that the region does not write is constant in it.
 */
import type { Expr, Stmt } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, namesDeclaredBy } from "./ir.ts";
import type { Storage } from "./split.ts";

export interface Lanes {
  /** Names whose values may differ between the four. */
  readonly varying: ReadonlySet<string>;
  /** Statements at the beginning that all threads of the workgroup share: they run once. */
  readonly leading: number;
  /** Private arrays whose elements are named by constants alone. */
  readonly constantArrays: ReadonlySet<string>;
  isShared(e: Expr): boolean;
  /** A number that is a multiple of four in the first thread, not negative, and grows by one from thread to thread. */
  isAligned(e: Expr): boolean;
  /** Of an aligned number: a remainder that is aligned, too. */
  wraps(e: Expr): boolean;
  /** Of an aligned number: a quotient that all four share. */
  drops(e: Expr): boolean;
}

const LANES = 4;
/** Elements of a private array that may become variables. */
const MOST_VARIABLES = 64;

type Binary = Extract<Expr, { kind: "binary" }>;
const isBinary = (e: Expr): e is Binary => e.kind === "binary" && e.type === "i32" && e.b.kind === "const";
const factorOf = (e: Binary): number => (e.b.kind === "const" ? e.b.value : 0);

function wraps(e: Expr): boolean {
  if (!isBinary(e)) return false;
  const n = factorOf(e);
  return (e.op === "%" && n > 0 && n % LANES === 0) || (e.op === "&" && n > 0 && n % LANES === LANES - 1);
}

function drops(e: Expr): boolean {
  if (!isBinary(e)) return false;
  const n = factorOf(e);
  return (e.op === "/" && n > 0 && n % LANES === 0) || (e.op === ">>" && n >= 2 && n < 31);
}

/** Statements below some, themselves included. */
function all(body: readonly Stmt[]): Stmt[] {
  return body.flatMap((s) => [s, ...bodiesOf(s).flatMap(all)]);
}

function expressions(s: Stmt): Expr[] {
  const below = (e: Expr): Expr[] => [e, ...childrenOf(e).flatMap(below)];
  return expressionsOf(s).flatMap(below);
}

class Analysis {
  readonly varying: Set<string>;
  readonly #aligned = new Set<string>();
  readonly #stored: ReadonlySet<string>;
  readonly #fours: boolean;
  readonly #storage: ReadonlyMap<string, Storage>;

  /** @param fours whether what is asked for is shared by four threads, or by all */
  constructor(body: readonly Stmt[], storage: ReadonlyMap<string, Storage>, fours: boolean) {
    this.#fours = fours;
    this.#storage = storage;
    this.varying = new Set([...storage].flatMap(([name, kind]) => (kind === "thread" ? [name] : [])));
    this.#stored = new Set(all(body).flatMap((s) => (s.kind === "store" ? [s.target] : [])));
    // An assignment behind a use can make it vary, in loops: until nothing changes.
    for (let before = -1; before !== this.varying.size; ) {
      before = this.varying.size;
      this.#visit(body, true);
    }
  }

  isShared(e: Expr): boolean {
    switch (e.kind) {
      case "ref":
        return !this.varying.has(e.name);
      case "builtin":
        return e.name.startsWith("group.") || e.name === "subgroup.size";
      case "element":
        return false;
      default:
        return this.#isQuotient(e) || childrenOf(e).every((child) => this.isShared(child));
    }
  }

  isAligned(e: Expr): boolean {
    if (e.kind === "builtin") return e.name === "local";
    if (e.kind === "ref") return this.#aligned.has(e.name);
    return e.kind === "binary" && wraps(e) && this.isAligned(e.a);
  }

  #isQuotient(e: Expr): boolean {
    return this.#fours && e.kind === "binary" && drops(e) && this.isAligned(e.a);
  }

  #visit(body: readonly Stmt[], flow: boolean): void {
    for (const s of body) {
      switch (s.kind) {
        case "let":
          if (this.isAligned(s.value) && this.#storage.get(s.name) !== "thread") this.#aligned.add(s.name);
          this.#mark(s.name, this.isShared(s.value));
          break;
        case "var":
          this.#mark(s.name, this.isShared(s.value));
          break;
        case "assign":
          this.#mark(s.name, flow && this.isShared(s.value));
          break;
        case "load":
          for (const name of s.names) this.#mark(name, this.isShared(s.index) && !this.#stored.has(s.source));
          break;
        case "for": {
          const shared = [s.start, s.end, s.step].every((e) => this.isShared(e));
          this.#mark(s.name, shared);
          this.#visit(s.body, flow && shared);
          break;
        }
        case "if": {
          const inside = flow && this.isShared(s.condition);
          this.#visit(s.then, inside);
          this.#visit(s.otherwise, inside);
          break;
        }
        default:
          break;
      }
    }
  }

  #mark(name: string, shared: boolean): void {
    if (!shared) this.varying.add(name);
  }
}

/** Whether all threads share what a statement does, and it writes no memory. */
function isCommon(s: Stmt, analysis: Analysis): boolean {
  if (s.kind === "store" || s.kind === "array" || s.kind === "assignElement") return false;
  if (!expressionsOf(s).every((e) => analysis.isShared(e))) return false;
  const names = s.kind === "assign" || s.kind === "for" ? [s.name] : namesDeclaredBy(s);
  if (names.some((name) => analysis.varying.has(name))) return false;
  return bodiesOf(s).every((body) => body.every((inner) => isCommon(inner, analysis)));
}

function leadingStatements(body: readonly Stmt[], storage: ReadonlyMap<string, Storage>): number {
  const analysis = new Analysis(body, storage, false);
  let count = 0;
  while (count < body.length && isCommon(body[count]!, analysis)) count++;
  // A variable that goes on changing must begin anew for each four.
  const assigned = (from: number): Set<string> =>
    new Set(all(body.slice(from)).flatMap((s) => (s.kind === "assign" ? [s.name] : [])));
  const isVariable = (s: Stmt, later: ReadonlySet<string>): boolean =>
    all([s]).some((inner) => (inner.kind === "var" || inner.kind === "assign") && later.has(inner.name));
  for (let changed = true; changed; ) {
    const later = assigned(count);
    const first = body.slice(0, count).findIndex((s) => isVariable(s, later));
    changed = first >= 0;
    if (changed) count = first;
  }
  return count;
}

function constantArrays(body: readonly Stmt[]): ReadonlySet<string> {
  const statements = all(body);
  const arrays = new Set(statements.flatMap((s) => (s.kind === "array" && s.length <= MOST_VARIABLES ? [s.name] : [])));
  for (const s of statements) {
    if (s.kind === "assignElement" && s.index.kind !== "const") arrays.delete(s.array);
    for (const e of expressions(s)) if (e.kind === "element" && e.index.kind !== "const") arrays.delete(e.array);
  }
  return arrays;
}

/** @param body statements of a region, without those that are hoisted */
export function laneAnalysis(body: readonly Stmt[], storage: ReadonlyMap<string, Storage>): Lanes {
  const analysis = new Analysis(body, storage, true);
  return {
    varying: analysis.varying,
    leading: leadingStatements(body, storage),
    constantArrays: constantArrays(body),
    isShared: (e) => analysis.isShared(e),
    isAligned: (e) => analysis.isAligned(e),
    wraps,
    drops,
  };
}
