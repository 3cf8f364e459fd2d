/**
 * Lowering: a selection and its memory plan become a program, with every operand a range of a named buffer. Buffers
 * are named by what they hold, so programs of one engine share weights, pools and arenas.
 */
import { alignUp } from "../base/bytes.ts";
import { byteSize } from "../base/dtype.ts";
import { planeBytes } from "../base/formats/layout.ts";
import { matrixLayout } from "../base/formats/registry.ts";
import { hashText } from "../base/hash.ts";
import { invariant, present } from "../base/invariant.ts";
import { KV_LAYOUTS } from "../base/kv/registry.ts";
import { isPages, type StateRef, type StateType } from "../base/operands.ts";
import { StepBlock, type StepCapacity, sampledLayout } from "../base/step-block.ts";
import { convolutionSlot } from "../ops/causal-conv1d.ts";
import { deltaSlot } from "../ops/gated-delta-rule.ts";
import { rotaryEntries } from "../ops/rotary-table.ts";
import { bindingsOf, type KernelBinding, type Launch, nameOf } from "../program/candidate.ts";
import type {
  BufferRef,
  Extents,
  Program,
  ProgramBuffer,
  ProgramKernel,
  ProgramLaunch,
  ProgramResult,
} from "../program/program.ts";
import { itemKey, type MemoryPlan, valueKey } from "./plan-memory.ts";
import type { SelectedNode, Selection } from "./select.ts";

export interface PoolCapacity extends StepCapacity {
  /** Pages of every KV pool, null page included. */
  readonly pages: number;
}

export function stateName(ref: StateRef): string {
  return ref.kind === "token-counts" ? ref.kind : `${ref.kind}.${ref.layer}`;
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
  readonly #capacity: PoolCapacity;
  readonly #plan: MemoryPlan;

  constructor(capacity: PoolCapacity, plan: MemoryPlan) {
    this.#capacity = capacity;
    this.#plan = plan;
    for (const [colour, bytes] of plan.arenaBytes.entries()) {
      this.#buffer({ name: `arena.${colour}`, bytes, role: { kind: "arena", colour } });
    }
  }

  launch(selected: SelectedNode, index: number, launch: Launch): ProgramLaunch {
    const source = launch.source;
    const id = `${nameOf(source)}#${hashText(JSON.stringify(source)).slice(0, 12)}`;
    this.kernels[id] ??= { id, source };
    return {
      label: selected.node.label,
      candidate: selected.candidate.name,
      kernel: id,
      bindings: bindingsOf(source).map((binding) => this.#operand(selected, index, binding)),
      grid: launch.grid,
    };
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

  #operand(selected: SelectedNode, index: number, { operand: name, plane }: KernelBinding): BufferRef {
    const { problem } = selected;
    const key = itemKey(selected, index, name);
    if (key !== undefined) return this.place(key);
    if (name === "step") {
      return this.#buffer({ name, bytes: stepBytes(this.#capacity), role: { kind: "step" } });
    }
    if (name === "sampled") {
      const bytes = 4 * sampledLayout(this.#capacity).words;
      return this.#buffer({ name, bytes, role: { kind: "sampled" } });
    }
    const state = problem.states[name];
    if (state !== undefined) return this.#state(state);
    return this.#weight(selected, name, plane);
  }

  #state(state: StateType): BufferRef {
    const { bytes, count } = statePool(state, this.#capacity);
    return this.#buffer({ name: stateName(state.ref), bytes: bytes * count, role: { kind: "state", ...state } });
  }

  #weight(selected: SelectedNode, name: string, plane: number | undefined): BufferRef {
    const weight = present(selected.node.weights[name], `${selected.node.label}: operand ${name}`);
    if (weight.kind !== "tensor") {
      const bytes = 4 * rotaryEntries(weight) * weight.rotaryWidth;
      return this.#buffer({ name: weight.kind, bytes, role: { kind: "constant", constant: weight } });
    }
    const type = present(selected.problem.weights[name], name);
    invariant(type.kind === "tensor", `${name} is a tensor`);
    const { tensor, rows, columns, format: stored } = weight;
    const layout = matrixLayout(type.format, rows, columns, type.order);
    const order = type.order === undefined ? {} : { order: type.order };
    const role = { kind: "weight", tensor, rows, columns, stored, resident: type.format, ...order } as const;
    const whole = this.#buffer({ name: `weight ${tensor}`, bytes: alignUp(layout.bytes, 4), role });
    if (plane === undefined) return whole;
    const { offset } = present(layout.planes[plane], `plane ${plane} of ${tensor}`);
    return { ...whole, offsetBytes: offset, sizeBytes: alignUp(planeBytes(layout, plane), 4) };
  }
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
