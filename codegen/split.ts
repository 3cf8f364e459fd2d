/**
 * Splitting a kernel where its threads meet. Between two meetings threads are independent, so a sequential target runs
 * each region as a loop over threads. A value that is used in another region than the one that made it must live once
 * per thread; a uniform value is made once, ahead of the loop.
 */
import type { Expr, Kernel, Stmt } from "./ir.ts";
import { bodiesOf, childrenOf, expressionsOf, hasRendezvous, namesDeclaredBy } from "./ir.ts";
import type { Uniformity } from "./uniformity.ts";

export type Region =
  | { readonly kind: "threads"; readonly id: number; readonly hoisted: readonly Stmt[]; readonly body: readonly Stmt[] }
  | { readonly kind: "for"; readonly stmt: Extract<Stmt, { kind: "for" }>; readonly body: readonly Region[] }
  | {
      readonly kind: "if";
      readonly stmt: Extract<Stmt, { kind: "if" }>;
      readonly then: readonly Region[];
      readonly otherwise: readonly Region[];
    }
  | { readonly kind: "barrier" }
  | { readonly kind: "collective"; readonly stmt: Extract<Stmt, { kind: "collective" }> };

/** How a name is kept: in the region's thread loop, once per workgroup, or once per thread. */
export type Storage = "local" | "workgroup" | "thread";

export interface SplitKernel {
  readonly regions: readonly Region[];
  readonly storage: ReadonlyMap<string, Storage>;
}

function refersOnlyTo(e: Expr, allowed: ReadonlySet<string>): boolean {
  if (e.kind === "ref") return allowed.has(e.name);
  if (e.kind === "element") return false;
  if (e.kind === "builtin") return e.name.startsWith("group.");
  return childrenOf(e).every((child) => refersOnlyTo(child, allowed));
}

export function splitKernel(kernel: Kernel, uniformity: Uniformity): SplitKernel {
  const readOnly = new Set(kernel.bindings.filter((b) => b.access === "read").map((b) => b.name));
  const workgroup = new Set<string>();
  const home = new Map<string, number>();
  const shared = new Set<string>();
  let nextId = 0;

  const canHoist = (s: Stmt): boolean =>
    (s.kind === "let" && refersOnlyTo(s.value, workgroup)) ||
    (s.kind === "load" && readOnly.has(s.source) && uniformity.isUniform(s.index) && refersOnlyTo(s.index, workgroup));

  const threads = (body: readonly Stmt[]): Region => {
    const id = nextId++;
    const hoisted: Stmt[] = [];
    const rest: Stmt[] = [];
    for (const s of body) {
      if (!canHoist(s)) rest.push(s);
      else {
        hoisted.push(s);
        for (const name of namesDeclaredBy(s)) workgroup.add(name);
      }
    }
    declare(rest, id);
    return { kind: "threads", id, hoisted, body: rest };
  };
  const declare = (body: readonly Stmt[], id: number): void => {
    for (const s of body) {
      for (const name of namesDeclaredBy(s)) home.set(name, id);
      if (s.kind === "for") home.set(s.name, id);
      for (const nested of bodiesOf(s)) declare(nested, id);
    }
  };
  const split = (body: readonly Stmt[]): Region[] => {
    const regions: Region[] = [];
    let run: Stmt[] = [];
    const close = (): void => {
      if (run.length > 0) regions.push(threads(run));
      run = [];
    };
    for (const s of body) {
      if (!hasRendezvous(s)) {
        run.push(s);
        continue;
      }
      close();
      if (s.kind === "barrier") regions.push({ kind: "barrier" });
      else if (s.kind === "collective") {
        shared.add(s.name);
        regions.push({ kind: "collective", stmt: s });
      } else if (s.kind === "for") {
        workgroup.add(s.name);
        regions.push({ kind: "for", stmt: s, body: split(s.body) });
      } else if (s.kind === "if") {
        regions.push({ kind: "if", stmt: s, then: split(s.then), otherwise: split(s.otherwise) });
      }
    }
    close();
    return regions;
  };
  const regions = split(kernel.body);
  for (const region of regions) markCrossing(region, home, shared);
  const storage = new Map<string, Storage>();
  for (const name of home.keys()) storage.set(name, shared.has(name) ? "thread" : "local");
  for (const name of workgroup) storage.set(name, "workgroup");
  for (const name of shared) storage.set(name, "thread");
  return { regions, storage };
}

/** Adds to `shared` every name used outside the region that declared it. */
function markCrossing(region: Region, home: ReadonlyMap<string, number>, shared: Set<string>): void {
  const use = (e: Expr, id: number): void => {
    const name = e.kind === "ref" ? e.name : e.kind === "element" ? e.array : undefined;
    if (name !== undefined && home.has(name) && home.get(name) !== id) shared.add(name);
    for (const child of childrenOf(e)) use(child, id);
  };
  const useStatements = (body: readonly Stmt[], id: number): void => {
    for (const s of body) {
      for (const e of expressionsOf(s)) use(e, id);
      const target = s.kind === "assign" ? s.name : s.kind === "assignElement" ? s.array : undefined;
      if (target !== undefined && home.get(target) !== id) shared.add(target);
      for (const nested of bodiesOf(s)) useStatements(nested, id);
    }
  };
  if (region.kind === "threads") useStatements(region.body, region.id);
  else if (region.kind === "for") {
    for (const e of expressionsOf(region.stmt)) use(e, -1);
    for (const inner of region.body) markCrossing(inner, home, shared);
  } else if (region.kind === "if") {
    use(region.stmt.condition, -1);
    for (const inner of [...region.then, ...region.otherwise]) markCrossing(inner, home, shared);
  } else if (region.kind === "collective") use(region.stmt.value, -1);
}
