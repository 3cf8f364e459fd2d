/**
 * Memory of a step: every value gets a place in an arena. WebGPU refuses a launch that binds one buffer for reading and
 * for writing, even at disjoint ranges, so arenas are colours of the graph whose edges join what a launch reads with
 * what it writes. Inside an arena, values that live at the same time do not overlap.
 */
import { alignUp } from "../base/bytes.ts";
import { byteSize } from "../base/dtype.ts";
import { invariant, present } from "../base/invariant.ts";
import type { Extents } from "../base/operands.ts";
import type { StepCapacity } from "../base/step-block.ts";
import { bindingsOf, type TensorType } from "../program/candidate.ts";
import type { SelectedNode, Selection } from "./select.ts";

interface Place {
  readonly colour: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

export interface MemoryPlan {
  /** Place of a value (`v<id>`) or scratch (`s<node>:<name>`). */
  readonly places: ReadonlyMap<string, Place>;
  /** Bytes of each arena. */
  readonly arenaBytes: readonly number[];
}

interface Item {
  readonly key: string;
  readonly bytes: number;
  first: number;
  last: number;
  readonly enemies: Set<string>;
}

export const valueKey = (id: number): string => `v${id}`;
export const scratchKey = (node: number, name: string): string => `s${node}:${name}`;

/** Most rows of each extent that a capacity holds. */
export function rowCapacities(capacity: StepCapacity): Extents {
  return { tokens: capacity.maxRows, sequences: capacity.maxLanes, outputs: capacity.maxOutputs };
}

/** The arena item behind an operand of a node's launch; undefined for weights, states and step data. */
export function itemKey(selected: SelectedNode, index: number, operandName: string): string | undefined {
  if (operandName.startsWith("scratch:")) return scratchKey(index, operandName.slice("scratch:".length));
  const id = selected.node.outputs[operandName] ?? selected.node.inputs[operandName];
  return id === undefined ? undefined : valueKey(id);
}

function collectItems(selection: Selection, capacity: StepCapacity, alignment: number): Map<string, Item> {
  const items = new Map<string, Item>();
  const add = (key: string, type: TensorType, at: number): void => {
    const bytes = alignUp(rowCapacities(capacity)[type.extent] * type.width * byteSize(type.storage), alignment);
    items.set(key, { key, bytes, first: at, last: at, enemies: new Set() });
  };
  for (const [index, { node, problem, lowering }] of selection.nodes.entries()) {
    for (const [role, id] of Object.entries(node.outputs))
      add(valueKey(id), present(problem.outputs[role], role), index);
    for (const [name, type] of Object.entries(lowering.scratch)) add(scratchKey(index, name), type, index);
    for (const id of Object.values(node.inputs)) present(items.get(valueKey(id)), `value ${id}`).last = index;
  }
  for (const id of Object.values(selection.graph.results)) {
    present(items.get(valueKey(id)), `result ${id}`).last = selection.nodes.length;
  }
  return items;
}

function markEnemies(selection: Selection, items: ReadonlyMap<string, Item>): void {
  for (const [index, selected] of selection.nodes.entries()) {
    for (const launch of selected.lowering.launches) {
      const bound = bindingsOf(launch.source).map(({ operand, access }) => ({
        key: itemKey(selected, index, operand),
        access,
      }));
      for (const { key: a, access } of bound) {
        for (const { key: b, access: other } of bound) {
          if (a === undefined || b === undefined || access !== "read" || other === "read") continue;
          invariant(a !== b, `${selected.node.label}: an operand is read and written through two bindings`);
          present(items.get(a), a).enemies.add(b);
          present(items.get(b), b).enemies.add(a);
        }
      }
    }
  }
}

/** Lowest offset at which an item fits among those that live at the same time. */
function lowestOffset(item: Item, placed: readonly { readonly item: Item; readonly offset: number }[]): number {
  const alive = placed
    .filter((p) => p.item.first <= item.last && item.first <= p.item.last)
    .sort((a, b) => a.offset - b.offset);
  let offset = 0;
  for (const p of alive) {
    if (offset + item.bytes <= p.offset) break;
    offset = Math.max(offset, p.offset + p.item.bytes);
  }
  return offset;
}

export function planMemory(selection: Selection, capacity: StepCapacity, alignment: number): MemoryPlan {
  const items = collectItems(selection, capacity, alignment);
  markEnemies(selection, items);
  const colours = new Map<string, number>();
  const arenas: { item: Item; offset: number }[][] = [];
  const places = new Map<string, Place>();
  for (const item of items.values()) {
    const taken = new Set([...item.enemies].map((enemy) => colours.get(enemy)));
    let colour = 0;
    while (taken.has(colour)) colour++;
    colours.set(item.key, colour);
    const arena = arenas[colour] ?? [];
    arenas[colour] = arena;
    const offset = lowestOffset(item, arena);
    arena.push({ item, offset });
    places.set(item.key, { colour, offsetBytes: offset, sizeBytes: item.bytes });
  }
  const arenaBytes = arenas.map((arena) => Math.max(0, ...arena.map((p) => p.offset + p.item.bytes)));
  const plan = { places, arenaBytes };
  checkPlan(selection, plan, items);
  return plan;
}

/** What every backend relies on: no overlap in time and space, no arena read and written by one launch, alignment. */
function checkPlan(selection: Selection, plan: MemoryPlan, items: ReadonlyMap<string, Item>): void {
  const all = [...items.values()].map((item) => ({ item, place: present(plan.places.get(item.key), item.key) }));
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(i + 1)) {
      if (a.place.colour !== b.place.colour || a.item.last < b.item.first || b.item.last < a.item.first) continue;
      const apart =
        a.place.offsetBytes + a.place.sizeBytes <= b.place.offsetBytes ||
        b.place.offsetBytes + b.place.sizeBytes <= a.place.offsetBytes;
      invariant(apart, `${a.item.key} and ${b.item.key} overlap`);
    }
    for (const enemy of a.item.enemies) {
      invariant(plan.places.get(enemy)?.colour !== a.place.colour, `${a.item.key} and ${enemy} share an arena`);
    }
  }
  invariant(plan.arenaBytes.length <= 4 || selection.nodes.length === 0, `${plan.arenaBytes.length} arenas`);
}
