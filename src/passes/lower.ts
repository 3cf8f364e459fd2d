/**
 * Lowering: a selection and its memory plan become a program, with every operand a range of a named buffer. Buffers
 * are named by what they hold, so programs of one engine share weights, pools and arenas.
 */
import type { KernelSource, Launch } from "../../shaders/candidate.ts";
import { alignUp } from "../base/bytes.ts";
import { byteSize } from "../base/dtype.ts";
import { hashText } from "../base/hash.ts";
import { invariant, present } from "../base/invariant.ts";
import type { StateRef } from "../base/operands.ts";
import { PAGE_TOKENS, StepBlock, type StepCapacity, sampledLayout } from "../base/step-block.ts";
import { convolutionSlot } from "../ops/causal-conv1d.ts";
import { deltaSlot } from "../ops/gated-delta-rule.ts";
import { rotaryEntries } from "../ops/rotary-table.ts";
import type {
  BufferRef,
  Extents,
  Program,
  ProgramBuffer,
  ProgramKernel,
  ProgramLaunch,
  ProgramResult,
} from "../program/program.ts";
import { itemKey, launchAccess, type MemoryPlan, valueKey } from "./plan-memory.ts";
import type { SelectedNode, Selection } from "./select.ts";
import { weightCodecBytes } from "./weight-bytes.ts";

export interface PoolCapacity extends StepCapacity {
  /** Pages of every KV pool, null page included. */
  readonly pages: number;
}

export function stateName(ref: StateRef): string {
  return ref.kind === "token-counts" ? ref.kind : `${ref.kind}.${ref.layer}`;
}

/** Elements of one page or slot of a pool, and how many there are. */
export function statePool(
  ref: StateRef,
  capacity: PoolCapacity,
): { readonly elements: number; readonly count: number } {
  switch (ref.kind) {
    case "kv":
      return { elements: 2 * ref.heads * PAGE_TOKENS * ref.headWidth, count: capacity.pages };
    case "convolution":
      return { elements: convolutionSlot(ref).elements, count: capacity.slots };
    case "delta":
      return { elements: deltaSlot(ref).elements, count: capacity.slots };
    case "token-counts":
      return { elements: ref.vocabulary, count: capacity.slots };
  }
}

function kernelName(source: KernelSource): string {
  return source.kind === "native" ? source.name : source.kernel.name;
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
    const id = `${kernelName(source)}#${hashText(JSON.stringify(source)).slice(0, 12)}`;
    this.kernels[id] ??= { id, source, access: launchAccess(launch) };
    return {
      label: selected.node.label,
      candidate: selected.candidate.name,
      kernel: id,
      bindings: launch.operands.map((name) => this.#operand(selected, index, name)),
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

  #operand(selected: SelectedNode, index: number, name: string): BufferRef {
    const { node, problem } = selected;
    const key = itemKey(selected, index, name);
    if (key !== undefined) return this.place(key);
    if (name === "step") {
      return this.#buffer({ name, bytes: stepBytes(this.#capacity), role: { kind: "step" } });
    }
    if (name === "sampled") {
      const bytes = 4 * sampledLayout(this.#capacity).words;
      return this.#buffer({ name, bytes, role: { kind: "sampled" } });
    }
    const state = node.states[name];
    if (state !== undefined) return this.#state(state, present(problem.states[name], name).storage);
    return this.#weight(selected, name);
  }

  #state(ref: StateRef, storage: "f32" | "bf16" | "u32"): BufferRef {
    const { elements, count } = statePool(ref, this.#capacity);
    const bytes = alignUp(elements * byteSize(storage), 4) * count;
    return this.#buffer({ name: stateName(ref), bytes, role: { kind: "state", ref, storage } });
  }

  #weight(selected: SelectedNode, name: string): BufferRef {
    const weight = present(selected.node.weights[name], `${selected.node.label}: operand ${name}`);
    if (weight.kind !== "tensor") {
      const bytes = 4 * rotaryEntries(weight) * weight.rotaryWidth;
      return this.#buffer({ name: weight.kind, bytes, role: { kind: "constant", constant: weight } });
    }
    const type = present(selected.problem.weights[name], name);
    invariant(type.kind === "tensor", `${name} is a tensor`);
    const { tensor, rows, columns, format: stored } = weight;
    const bytes = weightCodecBytes(type.format, rows, columns);
    const role = { kind: "weight", tensor, rows, columns, stored, resident: type.format } as const;
    return this.#buffer({ name: `weight ${tensor}`, bytes, role });
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
    const { access } = present(program.kernels[launch.kernel], launch.kernel);
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
