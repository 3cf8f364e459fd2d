/**
 * Which values are the same in all threads of a workgroup. The rules are WGSL's: a load from a `read` binding at a
 * uniform index is uniform, from a writable binding or shared memory it is not. A variable is uniform only while every
 * assignment to it is uniform and stands in uniform control flow.
 */
import type { Expr, Kernel, Stmt } from "./ir.ts";
import { childrenOf } from "./ir.ts";

export interface Uniformity {
  /** Names (of lets, loads, loop counters, variables) that are uniform. */
  readonly names: ReadonlySet<string>;
  isUniform(e: Expr): boolean;
}

export function analyzeUniformity(kernel: Kernel): Uniformity {
  const readOnly = new Set(kernel.bindings.filter((b) => b.access === "read").map((b) => b.name));
  const varying = new Set<string>();
  const known = new Set<string>();

  const isUniform = (e: Expr): boolean => {
    if (e.kind === "ref") return !varying.has(e.name);
    if (e.kind === "element") return !varying.has(e.array) && isUniform(e.index);
    if (e.kind === "builtin") return e.name.startsWith("group.");
    return childrenOf(e).every(isUniform);
  };
  const mark = (name: string, uniform: boolean): void => {
    known.add(name);
    if (!uniform) varying.add(name);
  };
  const visit = (body: readonly Stmt[], flow: boolean): void => {
    for (const s of body) {
      switch (s.kind) {
        case "let":
        case "var":
        case "assign":
          mark(s.name, flow && isUniform(s.value));
          break;
        case "load":
          for (const name of s.names) mark(name, flow && readOnly.has(s.source) && isUniform(s.index));
          break;
        case "array":
          mark(s.name, true);
          break;
        case "assignElement":
          mark(s.array, flow && isUniform(s.index) && isUniform(s.value));
          break;
        case "collective":
          mark(s.name, false);
          break;
        case "for": {
          const uniform = flow && isUniform(s.start) && isUniform(s.end) && isUniform(s.step);
          mark(s.name, uniform);
          visit(s.body, uniform);
          break;
        }
        case "if": {
          const uniform = flow && isUniform(s.condition);
          visit(s.then, uniform);
          visit(s.otherwise, uniform);
          break;
        }
        case "store":
        case "barrier":
        case "comment":
          break;
        default:
          s satisfies never;
      }
    }
  };
  // Assignments behind a use can turn it varying (loops): repeat until nothing changes.
  for (let before = -1; before !== varying.size; ) {
    before = varying.size;
    visit(kernel.body, true);
  }
  return { names: new Set([...known].filter((n) => !varying.has(n))), isUniform };
}
