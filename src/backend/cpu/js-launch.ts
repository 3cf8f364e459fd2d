/**
 * Launches in JavaScript: emitted kernels where there is no SIMD, and those with every access checked.
 * Apart from the loader because they see typed arrays where WebAssembly sees addresses. One thread runs them.
 */
import { LaunchChecker } from "../../../codegen/compile-js.ts";
import type { CompiledKernel, WordArray } from "../../../codegen/emit-js.ts";
import type { Kernel } from "../../../codegen/ir.ts";
import { byteSize } from "../../base/dtype.ts";
import { gridSizer, type ProgramLaunch } from "../../program/program.ts";
import { type Binding, type Entry, touchesOf } from "./launch.ts";
import type { Words } from "./memory.ts";

/** The view a binding of a storage type is read through; narrow types are read as words. */
function viewOf(words: Words, storage: Kernel["bindings"][number]["storage"]): WordArray {
  if (byteSize(storage) < 4) return words.u32;
  return storage === "f32" ? words.f32 : storage === "i32" ? words.i32 : words.u32;
}

/** Views of bindings, made again when a memory has grown. */
function wordsOf(bindings: readonly Binding[]): () => readonly Words[] {
  let rooms: readonly ArrayBufferLike[] = [];
  let words: readonly Words[] = [];
  return () => {
    if (words.length === 0 || bindings.some(({ buffer }, i) => buffer.room.buffer !== rooms[i])) {
      rooms = bindings.map(({ buffer }) => buffer.room.buffer);
      words = bindings.map(({ buffer, ref }) => buffer.words(ref));
    }
    return words;
  };
}

/** @param checked whether accesses are checked against what was written */
export function kernelEntry(
  compiled: CompiledKernel,
  kernel: Kernel,
  grid: ProgramLaunch["grid"],
  bindings: readonly Binding[],
  checked: boolean,
): Entry {
  const words = wordsOf(bindings);
  const views = (): WordArray[] => kernel.bindings.map(({ storage }, i) => viewOf(words()[i]!, storage));
  const checker = (): LaunchChecker => {
    const written = kernel.bindings.flatMap(({ name }, i) => {
      const map = words()[i]!.written;
      return map === undefined ? [] : [[name, map] as const];
    });
    return new LaunchChecker(kernel, new Map(written));
  };
  const size = gridSizer(grid);
  return {
    run: (x, y, z) => compiled(views(), [x, y, z], checked ? checker() : undefined),
    launch: {
      touches: touchesOf(bindings),
      divisible: false,
      size: (extents) => {
        const [x, y, z] = size(extents);
        return [x, y, z, x * y * z === 0 ? 0 : 1];
      },
    },
  };
}
