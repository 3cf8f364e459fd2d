/**
 * Lowering: a selection and its memory plan become a program, with every operand a range of a named buffer. Buffers
 * are named by what they hold, so programs of one engine share weights, pools and arenas.
 */
import { alignUp } from "../base/bytes.ts";
import { byteSize } from "../base/dtype.ts";
import { matrixLayout } from "../base/formats/registry.ts";
import { hashText } from "../base/hash.ts";
import { invariant, present } from "../base/invariant.ts";
import { KV_LAYOUTS } from "../base/kv/registry.ts";
import { isPages, type PagesType, type StateRef, type StateType } from "../base/operands.ts";
import { StepBlock, type StepCapacity, sampledLayout } from "../base/step-block.ts";
import { convolutionSlot } from "../ops/causal-conv1d.ts";
import { deltaSlot } from "../ops/gated-delta-rule.ts";
import { rotaryEntries } from "../ops/rotary-table.ts";
import { bindingsOf, type KernelBinding, type KernelSource, nameOf } from "../program/candidate.ts";
import type {
  BufferRef,
  Extents,
  Program,
  ProgramBuffer,
  ProgramKernel,
  ProgramLaunch,
  ProgramResult,
  StoredRows,
} from "../program/program.ts";
import { itemKey, type MemoryPlan, valueKey } from "./plan-memory.ts";
import type { SelectedLaunch, SelectedNode, Selection } from "./select.ts";
import type { RowSlice } from "./slice.ts";

export interface PoolCapacity extends StepCapacity {
  /** Pages of every KV pool, null page included. */
  readonly pages: number;
}

export function stateName(ref: StateRef): string {
  return ref.kind === "token-counts" ? ref.kind : `${ref.kind}.${ref.layer}`;
}

/** Name of the buffer of one segment of a layer's pages. */
function segmentName(ref: PagesType["ref"], segment: number): string {
  return `${stateName(ref)} segment ${segment}`;
}

function slotElements(ref: Exclude<StateRef, { kind: "kv" }>): number {
  switch (ref.kind) {
    case "convolution":
      return convolutionSlot(ref).elements;
    case "delta":
      return deltaSlot(ref).elements;
    case "token-counts":
      return ref.vocabulary;
    default:
      return ref satisfies never;
  }
}

/** Bytes of one page or slot of a pool, and how many there are. */
export function statePool(
  state: StateType,
  capacity: PoolCapacity,
): { readonly bytes: number; readonly count: number } {
  if (isPages(state)) {
    return { bytes: KV_LAYOUTS[state.storage].pageBytes(state.ref), count: capacity.pages };
  }
  return { bytes: slotElements(state.ref) * byteSize(state.storage), count: capacity.slots };
}

/** Collects kernels and buffers while launches are lowered. */
class ProgramBuilder {
  readonly kernels: Record<string, ProgramKernel> = {};
  readonly buffers = new Map<string, ProgramBuffer>();
  readonly #ids = new Map<KernelSource, string>();
  readonly #capacity: PoolCapacity;
  readonly #plan: MemoryPlan;

  constructor(capacity: PoolCapacity, plan: MemoryPlan) {
    this.#capacity = capacity;
    this.#plan = plan;
    for (const [colour, bytes] of plan.arenaBytes.entries()) {
      this.#buffer({ name: `arena.${colour}`, bytes, role: { kind: "arena", colour } });
    }
  }

  launch(selected: SelectedNode, index: number, launch: SelectedLaunch): ProgramLaunch {
    const source = launch.source;
    const id = this.#kernelId(source);
    this.kernels[id] ??= { id, source };
    return {
      label: selected.node.label,
      candidate: selected.candidate.name,
      kernel: id,
      bindings: bindingsOf(source).map((binding) => this.#operand(selected, index, binding, launch.slice)),
      grid: launch.grid,
    };
  }

  /** Named by content. Calls that were lowered together share their source, so its text is made and hashed once. */
  #kernelId(source: KernelSource): string {
    const id = this.#ids.get(source) ?? `${nameOf(source)}#${hashText(JSON.stringify(source)).slice(0, 12)}`;
    this.#ids.set(source, id);
    return id;
  }

  place(key: string): BufferRef {
    const place = present(this.#plan.places.get(key), `place of ${key}`);
    return { buffer: `arena.${place.colour}`, offsetBytes: place.offsetBytes, sizeBytes: place.sizeBytes };
  }

  #buffer(buffer: ProgramBuffer): BufferRef {
    const known = this.buffers.get(buffer.name);
    invariant(known === undefined || known.bytes === buffer.bytes, `buffer ${buffer.name} has two sizes`);
    const same = known === undefined || JSON.stringify(known.role) === JSON.stringify(buffer.role);
    invariant(same, `buffer ${buffer.name} holds two things`);
    this.buffers.set(buffer.name, buffer);
    return { buffer: buffer.name, offsetBytes: 0, sizeBytes: buffer.bytes };
  }

  #operand(
    selected: SelectedNode,
    index: number,
    { operand: name, part }: KernelBinding,
    slice: RowSlice | undefined,
  ): BufferRef {
    const { problem } = selected;
    const columns = slice?.columns.includes(name) ? slice.first : 0;
    const key = itemKey(selected, index, name);
    if (key !== undefined) {
      const scratch = selected.lowering.scratch[name.slice("scratch:".length)];
      const type = present(problem.inputs[name] ?? problem.outputs[name] ?? scratch, name);
      const rows = { extent: type.extent, bytes: type.width * byteSize(type.storage) };
      return from({ ...this.place(key), rows }, columns * byteSize(type.storage));
    }
    if (name === "step") {
      return this.#buffer({ name, bytes: stepBytes(this.#capacity), role: { kind: "step" } });
    }
    if (name === "sampled") {
      const bytes = 4 * sampledLayout(this.#capacity).words;
      return this.#buffer({ name, bytes, role: { kind: "sampled" } });
    }
    const state = problem.states[name];
    if (state !== undefined) return this.#state(state, part);
    return this.#weight(selected, name, slice, columns);
  }

  #state(state: StateType, segment = 0): BufferRef {
    const { bytes, count } = statePool(state, this.#capacity);
    if (isPages(state) && state.segments !== undefined) {
      const pages = Math.min(state.segments.pages, count - segment * state.segments.pages);
      const name = segmentName(state.ref, segment);
      return this.#buffer({ name, bytes: bytes * pages, role: { kind: "state", ...state, segment } });
    }
    return this.#buffer({ name: stateName(state.ref), bytes: bytes * count, role: { kind: "state", ...state } });
  }

  #weight(selected: SelectedNode, name: string, slice: RowSlice | undefined, columns: number): BufferRef {
    const weight = present(selected.node.weights[name], `${selected.node.label}: operand ${name}`);
    if (weight.kind !== "tensor") {
      const bytes = 4 * rotaryEntries(weight) * weight.rotaryWidth;
      return this.#buffer({ name: weight.kind, bytes, role: { kind: "constant", constant: weight } });
    }
    const type = present(selected.problem.weights[name], name);
    invariant(type.kind === "tensor", `${name} is a tensor`);
    const whole = { tensor: weight.tensor, row: 0, rows: weight.rows, columns: weight.columns, stored: weight.format };
    const order = type.order === undefined ? {} : { order: type.order };
    const held: StoredRows = slice?.weights[name] ?? { ...whole, resident: type.format, ...order };
    const layout = matrixLayout(held.resident, held.rows, held.columns, held.order);
    const bytes = alignUp(layout.bytes, 4);
    const ref = this.#buffer({ name: weightName(held, slice), bytes, role: { kind: "weight", ...held } });
    return columns === 0 ? ref : from(ref, (columns * layout.planes[0]!.unitBytes) / held.columns);
  }
}

/** A buffer of weights is named by its tensor, and by the rows where it holds a run of them. */
function weightName({ tensor, row, rows }: StoredRows, slice: RowSlice | undefined): string {
  return slice?.weights === undefined ? `weight ${tensor}` : `weight ${tensor} rows ${row}-${row + rows - 1}`;
}

/** The rest of a binding behind its first bytes. */
function from(ref: BufferRef, bytes: number): BufferRef {
  return { ...ref, offsetBytes: ref.offsetBytes + bytes, sizeBytes: ref.sizeBytes - bytes };
}

function stepBytes(capacity: StepCapacity): number {
  return new StepBlock(capacity).words.byteLength;
}

/** @param most row counts the selection was made for */
export function lower(
  name: string,
  selection: Selection,
  plan: MemoryPlan,
  capacity: PoolCapacity,
  most?: Extents,
): Program {
  const builder = new ProgramBuilder(capacity, plan);
  const launches = selection.nodes.flatMap((selected, index) =>
    selected.lowering.launches.map((launch) => builder.launch(selected, index, launch)),
  );
  const results: Record<string, ProgramResult> = {};
  for (const [result, id] of Object.entries(selection.graph.results)) {
    const value = present(selection.graph.values[id], result);
    results[result] = {
      ref: builder.place(valueKey(id)),
      storage: selection.storage[id]!,
      extent: value.extent,
      width: value.width,
    };
  }
  const program = {
    name,
    ...(most === undefined ? {} : { most }),
    kernels: builder.kernels,
    buffers: [...builder.buffers.values()],
    launches,
    results,
  };
  verifyProgram(program);
  return program;
}

/** Every binding is inside its buffer, and no launch reads and writes one buffer through two bindings. */
export function verifyProgram(program: Program): void {
  const sizes = new Map(program.buffers.map((b) => [b.name, b.bytes]));
  for (const launch of program.launches) {
    const { source } = present(program.kernels[launch.kernel], launch.kernel);
    const access = bindingsOf(source).map((binding) => binding.access);
    invariant(access.length === launch.bindings.length, `${launch.label}: ${access.length} bindings wanted`);
    for (const [i, ref] of launch.bindings.entries()) {
      const bytes = present(sizes.get(ref.buffer), `buffer ${ref.buffer}`);
      invariant(ref.offsetBytes + ref.sizeBytes <= bytes, `${launch.label}: binding passes the end of ${ref.buffer}`);
      for (const [j, other] of launch.bindings.entries()) {
        const clash = i < j && other.buffer === ref.buffer && (access[i] === "read") !== (access[j] === "read");
        invariant(!clash, `${launch.label}: ${ref.buffer} is read and written`);
      }
    }
  }
}
