/**
 * Runs a program's portable kernels and keeps which words of every operand each call touched. Apart from the CPU backend
 * because it counts by call and operand, where a backend knows launches and buffers only. A word that a call reads back
 * after it wrote it counts as written.
 */
import { compileJs } from "../../codegen/compile-js.ts";
import type { CompiledKernel, KernelChecker, WordArray } from "../../codegen/emit-js.ts";
import { standaloneBuffer, type Words } from "../../src/backend/cpu/memory.ts";
import { byteSize, type DType } from "../../src/base/dtype.ts";
import { invariant, present } from "../../src/base/invariant.ts";
import { StepBlock, type StepLane } from "../../src/base/step-block.ts";
import type { Traffic } from "../../src/ops/contract.ts";
import { lower, type PoolCapacity } from "../../src/passes/lower.ts";
import { planMemory } from "../../src/passes/plan-memory.ts";
import type { Selection } from "../../src/passes/select.ts";
import { type Extents, gridSize } from "../../src/program/program.ts";

const READ = 1;
const WRITTEN = 2;

/** Marks of one call: by operand, a byte per word. */
class CallMarks {
  readonly #marks = new Map<string, Uint8Array>();

  of(operand: string, words: number): Uint8Array {
    const known = this.#marks.get(operand);
    if (known !== undefined) return known;
    const marks = new Uint8Array(words);
    this.#marks.set(operand, marks);
    return marks;
  }

  /** Touched bytes by operand. */
  bytes(): Record<string, Traffic> {
    const count = (marks: Uint8Array, bit: number): number => marks.reduce((sum, mark) => sum + (mark & bit) / bit, 0);
    return Object.fromEntries(
      [...this.#marks].map(([operand, marks]) => [
        operand,
        { read: 4 * count(marks, READ), written: 4 * count(marks, WRITTEN) },
      ]),
    );
  }
}

/** Marks what one launch touches; shared memory has no marks. */
class LaunchRecorder implements KernelChecker {
  readonly #marks: ReadonlyMap<string, Uint8Array>;

  constructor(marks: ReadonlyMap<string, Uint8Array>) {
    this.#marks = marks;
  }

  beginGroup(): void {}
  barrier(): void {}

  load(memory: string, array: WordArray, index: number): number {
    const marks = this.#marks.get(memory);
    if (marks?.[index] === 0) marks[index] = READ;
    return array[index]!;
  }

  store(memory: string, array: WordArray, index: number, value: number): void {
    const marks = this.#marks.get(memory);
    if (marks !== undefined) marks[index] = marks[index]! | WRITTEN;
    array[index] = value;
  }
}

function viewOf(words: Words, storage: DType): WordArray {
  if (byteSize(storage) < 4) return words.u32;
  return storage === "f32" ? words.f32 : storage === "i32" ? words.i32 : words.u32;
}

const compiled = new Map<string, CompiledKernel>();

/** Bytes that every call of a selection touches in one step, in the order of the calls, by operand. */
export function recordTraffic(
  selection: Selection,
  capacity: PoolCapacity,
  lanes: readonly StepLane[],
): readonly Readonly<Record<string, Traffic>>[] {
  const program = lower("recorded", selection, planMemory(selection, capacity, 256), capacity);
  const buffers = new Map(program.buffers.map(({ name, bytes }) => [name, standaloneBuffer(name, bytes)]));
  const block = new StepBlock(capacity);
  block.write(lanes);
  present(buffers.get("step"), "step").data.set(new Uint8Array(block.words.buffer));
  const extents: Extents = {
    tokens: lanes.reduce((sum, { tokens }) => sum + tokens.length, 0),
    sequences: lanes.length,
    outputs: lanes.reduce((sum, { outputs }) => sum + outputs.length, 0),
  };
  const launches = [...program.launches];
  return selection.nodes.map(({ lowering }) => {
    const marks = new CallMarks();
    for (const { source } of lowering.launches) {
      const launch = present(launches.shift(), "launch");
      invariant(source.kind === "portable", "only kernels of the language can be recorded");
      const { kernel } = source;
      const words = launch.bindings.map((ref) => present(buffers.get(ref.buffer), ref.buffer).words(ref));
      const views = kernel.bindings.map(({ storage }, i) => viewOf(words[i]!, storage));
      const byName = kernel.bindings.map(
        ({ name, operand }, i) => [name, marks.of(operand, views[i]!.length)] as const,
      );
      const run = compiled.get(launch.kernel) ?? compileJs(kernel, { checked: true, subgroupSize: 4 });
      compiled.set(launch.kernel, run);
      run(views, gridSize(launch.grid, extents), new LaunchRecorder(new Map(byName)));
    }
    return marks.bytes();
  });
}
