/**
 * The emitted sources that are reviewed as text: every portable kernel as WGSL and as JavaScript, with f32 at the
 * embedded model's widths and with bf16 at the head shapes of the large models. A change of an emitter, a library
 * routine or a kernel shows here as a difference that a person reads before it is accepted.
 */
import { emitJs } from "../../codegen/emit-js.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { portableCandidates } from "../../shaders/index.ts";
import type { Caps } from "../../src/base/caps.ts";
import { present } from "../../src/base/invariant.ts";
import { NAMED_PROBLEMS } from "../webgpu/wgsl-problems.ts";

const F32 = [
  "argmax 1280",
  "attention 4/2x64 gate +0 f32",
  "causal-conv1d 320 taps 4 f32",
  "delta-gates 6 f32",
  "embedding 192 f32 to f32",
  "gated-delta-rule 2/6 of 32x32 f32",
  "gated-rms-norm 6x32 f32",
  "gather-rows 192 f32",
  "head-norm-rotary 4x64 stride 128 rotary 16 f32",
  "join add 192 f32",
  "join sigmoid-gate 34 f32",
  "join swiglu 576 f32",
  "kv-append 2x64 f32 into f32",
  "linear 192x192 none f32",
  "linear 192x192 residual f32",
  "linear 192x192 swiglu f32",
  "linear 192x192 sigmoid f32",
  "linear 192x192 decay f32",
  "rms-norm 192 f32 1+w",
  "sample 1280",
];

const BF16 = [
  "attention 24/4x256 gate +256 bf16",
  "causal-conv1d 320 taps 4 bf16",
  "delta-gates 48 bf16",
  "embedding 192 bf16 to bf16",
  "gated-delta-rule 16/48 of 128x128 bf16",
  "gated-rms-norm 6x32 bf16",
  "gather-rows 192 bf16",
  "head-norm-rotary 24x256 stride 512 rotary 64 bf16",
  "join swiglu 576 bf16",
  "kv-append 4x256 bf16 into bf16",
  "linear 192x192 residual bf16",
  "linear 192x192 swiglu bf16",
  "rms-norm 192 bf16 1+w",
];

/** What portable kernels are lowered for; they read none of it. */
const ANY_DEVICE: Caps = {
  backend: "golden",
  device: "none",
  maxBindingBytes: 134217728,
  maxBufferBytes: 268435456,
  maxWorkgroupSize: 256,
  maxSharedBytes: 16384,
  maxGroupsPerDimension: 65535,
  maxStorageBuffers: 8,
  offsetAlignment: 256,
  features: new Set(),
  fastActivations: "f32",
  fastKeyValues: "f32",
  weightFormats: ["f32", "bf16"],
};

function kernelsOf(problemName: string): Kernel[] {
  const found = NAMED_PROBLEMS.find(({ name }) => name === problemName);
  const { problem } = present(found, `problem "${problemName}"`);
  const candidate = present(
    portableCandidates.find((c) => c.op === problem.op),
    problem.op,
  );
  return candidate.lower(problem, ANY_DEVICE).launches.flatMap(({ source }) =>
    source.kind === "portable" ? [source.kernel] : [],
  );
}

/** Text of every golden file by its path under `test/golden`. */
export function emittedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (problemName: string, suffix: string): void => {
    for (const kernel of kernelsOf(problemName)) {
      files.set(`wgsl/${kernel.name}${suffix}.wgsl`, emitWgsl(kernel));
      files.set(`js/${kernel.name}${suffix}.js`, emitJs(kernel, { checked: false, subgroupSize: 4 }));
    }
  };
  for (const name of F32) add(name, "");
  for (const name of BF16) add(name, "_bf16");
  return files;
}

/** Folders under `test/golden` that hold these files and nothing else. */
export const EMITTED_FOLDERS = ["wgsl", "js"] as const;

/** Ops with a golden file. */
export function coveredOps(): ReadonlySet<string> {
  return new Set([...F32, ...BF16].map((name) => present(name.split(" ")[0], name)));
}
