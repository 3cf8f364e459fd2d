/**
 * The emitted sources that are reviewed as text, in every target. Which kernels follows from the conformance cases: one
 * for each way an op's text can differ other than by numbers, and one for each codec and packed format that an op reads,
 * so that a new op, format or codec is reviewed without being named here. A change of an emitter, a library routine or a kernel
 * shows as a difference that a person reads before it is accepted.
 */
import { createHash } from "node:crypto";
import { emitCuda } from "../../codegen/emit-cuda.ts";
import { emitJs } from "../../codegen/emit-js.ts";
import { emitWasm } from "../../codegen/emit-wasm.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { encodeWasm } from "../../codegen/wasm/encode.ts";
import { printWasm } from "../../codegen/wasm/print.ts";
import { portableCandidates } from "../../shaders/index.ts";
import { repackKernel } from "../../shaders/weights/repack.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { byteSize, type DType } from "../../src/base/dtype.ts";
import { invariant, present } from "../../src/base/invariant.ts";
import { FRAGMENT_FORMATS, type WeightFormat } from "../../src/base/formats/registry.ts";
import { isPages } from "../../src/base/operands.ts";
import type { Problem } from "../../src/program/candidate.ts";
import { opSuites } from "../conformance/index.ts";
import { problemsOf } from "../conformance/problem.ts";
import { PACKED_FORMATS } from "../conformance/weights.ts";

/** A device that wants narrow storage and reads whatever kernels can read. */
const { caps } = createTraceBackend();

/** Every distinct problem of the cases. */
export const PROBLEMS = problemsOf([...opSuites.values()], caps);

/** Attributes that choose between texts: words and switches. */
function choices({ attributes }: Problem): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === "string" ? [value] : value === true ? [name] : [],
  );
}

/** The narrow type some of its values have, or f32. */
function valuesOf({ inputs, outputs }: Problem): DType {
  const storages = [...Object.values(inputs), ...Object.values(outputs)].map(({ storage }) => storage);
  return storages.find((storage) => byteSize(storage) < 4) ?? "f32";
}
const formatsOf = ({ weights }: Problem): WeightFormat[] => [
  ...new Set(Object.values(weights).flatMap((weight) => (weight.kind === "tensor" ? [weight.format] : []))),
];
const codecsOf = ({ states }: Problem): string[] =>
  Object.values(states).flatMap((state) => (isPages(state) ? [state.storage] : []));

/** What a text is shown for, once. */
function aspectsOf(problem: Problem): string[] {
  const variant = [problem.op, ...choices(problem), valuesOf(problem)].join(" ");
  const stored = [...codecsOf(problem), ...formatsOf(problem).filter((format) => PACKED_FORMATS.includes(format))];
  return [variant, ...stored.map((name) => `${problem.op} of ${name}`), ...formatsOf(problem)];
}

/** `linear-residual-bf16-of-f16`: op, choices, type of its values, formats and codecs of what is stored. */
function nameOf(problem: Problem): string {
  const stored = [...formatsOf(problem), ...codecsOf(problem)];
  const of = stored.length === 0 ? [] : ["of", stored.join("+")];
  return [problem.op, ...choices(problem), valuesOf(problem), ...of].join("-");
}

function shownProblems(): readonly Problem[] {
  const seen = new Set<string>();
  return PROBLEMS.map(({ problem }) => problem).filter((problem) => {
    const fresh = aspectsOf(problem).filter((aspect) => !seen.has(aspect));
    for (const aspect of fresh) seen.add(aspect);
    return fresh.length > 0;
  });
}

/** The portable kernels of a problem, in the order of their launches. */
export function kernelsOf(problem: Problem): readonly Kernel[] {
  const candidate = present(
    portableCandidates.find((c) => c.op === problem.op),
    problem.op,
  );
  return candidate.lower(problem, caps).launches.map(({ source }) => {
    invariant(source.kind === "portable", `${problem.op}: a portable candidate lowers to portable kernels`);
    return source.kernel;
  });
}

interface Target {
  readonly folder: string;
  readonly extension: string;
  readonly emit: (kernel: Kernel) => string;
}
const TARGETS: readonly Target[] = [
  { folder: "wgsl", extension: "wgsl", emit: emitWgsl },
  { folder: "js", extension: "js", emit: (kernel) => emitJs(kernel, { checked: false, subgroupSize: 4 }) },
  { folder: "cuda", extension: "cu", emit: emitCuda },
];

/** Folders under `test/golden` that hold these files and nothing else. */
export const EMITTED_FOLDERS = [...TARGETS.map(({ folder }) => folder), "wasm"];

/**
 * WebAssembly of the shown kernels. All of it as text would be 10 MB, sixteen times the JavaScript, which nobody reads:
 * instructions are counted in thousands where the source has tens of lines. So one kernel of each op is text, the first
 * whose values are f32, as the CPU computes; of every shown kernel one line of `modules.txt` has the size of the module,
 * the locals of its function and a digest of its bytes, so that no kernel changes unseen.
 */
function wasmFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const lines: string[] = [];
  const read = new Set<string>();
  for (const problem of shownProblems()) {
    const isText = valuesOf(problem) === "f32" && !read.has(problem.op);
    if (isText) read.add(problem.op);
    for (const [i, kernel] of kernelsOf(problem).entries()) {
      const name = `${nameOf(problem)}${i === 0 ? "" : `-${i + 1}`}`;
      const { module } = emitWasm(kernel, { subgroupSize: 4 });
      const bytes = encodeWasm(module, false);
      const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
      lines.push(`${name}: ${bytes.length} bytes, ${module.exports["run"]!.locals.length} locals, ${digest}`);
      if (isText) files.set(`wasm/${name}.wat`, printWasm(module));
    }
  }
  return files.set("wasm/modules.txt", `${lines.join("\n")}\n`);
}

/** Of each format that has a fragment order, as CUDA keeps it: its reader in `embedding`, and what repacks it. */
function fragmentKernels(): readonly (readonly [string, Kernel])[] {
  return FRAGMENT_FORMATS.flatMap((format) => {
    const stored = PROBLEMS.map(({ problem }) => problem).find((p) => p.op === "embedding" && formatsOf(p)[0] === format);
    const problem = present(stored, `embedding of ${format}`);
    const table = present(problem.weights["table"], "table");
    invariant(table.kind === "tensor", "a table is a tensor");
    const weights = { table: { ...table, order: "fragments" } as const };
    const [reader] = kernelsOf({ ...problem, weights });
    return [
      [`embedding-of-${format}-fragments`, reader!],
      [`repack-${format}`, repackKernel(format, table.columns)],
    ] as const;
  });
}

/** Text of every golden file by its path under `test/golden`. */
export function emittedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const problem of shownProblems()) {
    for (const [i, kernel] of kernelsOf(problem).entries()) {
      for (const { folder, extension, emit } of TARGETS) {
        const path = `${folder}/${nameOf(problem)}${i === 0 ? "" : `-${i + 1}`}.${extension}`;
        invariant(!files.has(path), `two kernels are called ${path}`);
        files.set(path, emit(kernel));
      }
    }
  }
  for (const [path, text] of wasmFiles()) files.set(path, text);
  for (const [name, kernel] of fragmentKernels()) files.set(`cuda/${name}.cu`, emitCuda(kernel));
  return files;
}
