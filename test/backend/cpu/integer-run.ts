/**
 * Coded rows and products with panels, as bodies alone over a memory of their own: what the tests and the process with
 * relaxed instructions run. Rows and panels are made from a seed, so that two processes compute the same.
 */
import { encodeWasm } from "../../../codegen/wasm/encode.ts";
import type { Epilogue } from "../../../shaders/epilogue.ts";
import type { CpuFeatures, WasmBody } from "../../../src/backend/cpu/kernels/body.ts";
import { codedRow } from "../../../src/backend/cpu/kernels/coded-rows.ts";
import { integerFactories, linearInteger } from "../../../src/backend/cpu/kernels/linear-integer.ts";
import { repackPanels } from "../../../src/backend/cpu/repack.ts";
import { alignUp } from "../../../src/base/bytes.ts";
import { matrixLayout, type WeightFormat } from "../../../src/base/formats/registry.ts";
import { invariant, present } from "../../../src/base/invariant.ts";
import type { Problem } from "../../../src/program/candidate.ts";
import { gridSizer } from "../../../src/program/program.ts";
import { randomSource } from "../../conformance/random.ts";
import type { WeightData } from "../../conformance/types.ts";
import { randomWeight } from "../../conformance/weights.ts";

export interface IntegerCase {
  readonly format: WeightFormat;
  /** Rows of activations. */
  readonly T: number;
  readonly N: number;
  readonly K: number;
  readonly seed: number;
  /** Default: none. */
  readonly epilogue?: Epilogue["name"];
}

export interface IntegerData {
  readonly x: Float32Array;
  readonly w: WeightData;
  /** Of a pair. */
  readonly w2: WeightData;
  readonly residual: Float32Array;
  /** In f32 and in bf16. */
  readonly logDecay: WeightData;
  readonly decayBias: WeightData;
}

/** Rows with outliers, and with groups that are zero. */
export function integerData({ format, T, N, K, seed }: IntegerCase): IntegerData {
  const random = randomSource(seed);
  const x = random.values(T * K);
  for (let group = 0; group < x.length / 64; group++) {
    if (random.integer(0, 9) === 0) x.fill(0, 64 * group, 64 * group + 64);
  }
  const [w, w2] = [0, 1].map(() => randomWeight(random, N, K, format)) as [WeightData, WeightData];
  const residual = random.values(T * N);
  const logDecay = randomWeight(random, 1, N, "f32", { scale: 1.4, shift: 1.4, outliers: 0 });
  return { x, w, w2, residual, logDecay, decayBias: randomWeight(random, 1, N, "bf16", { scale: 2, shift: -2 }) };
}

function problemOf({ format, N, K, epilogue = "none" }: IntegerCase): Problem {
  const value = (width: number) => ({ extent: "tokens", width, storage: "f32" }) as const;
  const matrix = { kind: "tensor", rows: N, columns: K, format, order: "panels" } as const;
  const vector = { kind: "tensor", rows: 1, columns: N } as const;
  return {
    op: "linear",
    codedRows: true,
    attributes: { epilogue },
    inputs: { x: value(K), ...(epilogue === "residual" && { residual: value(N) }) },
    outputs: { y: value(N) },
    weights: {
      w: matrix,
      ...(epilogue === "swiglu" && { w2: matrix }),
      ...(epilogue === "decay" && {
        logDecay: { ...vector, format: "f32" },
        decayBias: { ...vector, format: "bf16" },
      }),
    },
    states: {},
  };
}

/** A matrix as it lies in memory. */
function panelsOf({ format, rows, columns, bytes }: WeightData): Uint8Array {
  const panels = new Uint8Array(matrixLayout(format, rows, columns, "panels").bytes);
  repackPanels({ format, order: "panels", rows, columns, firstRow: 0, count: rows }, bytes, panels);
  return panels;
}

export interface IntegerResult {
  readonly y: Float32Array;
  /** Rows of codes as they lie in scratch. */
  readonly codes: Uint8Array;
}

export interface IntegerOptions {
  readonly relaxedDots?: boolean;
  readonly shared?: boolean;
  /** Calls that each launch is cut into. */
  readonly calls?: number;
}

/** A range between guards of a word that nobody may write. */
const GUARD = 0x7fedcba9;

/** Runs the launches that the candidate lowers to, over operands at places that are aligned to words alone. */
export function runInteger(
  test: IntegerCase,
  data: IntegerData,
  { relaxedDots = false, shared = false, calls = 1 }: IntegerOptions = {},
): IntegerResult {
  const { T, N, K } = test;
  const features: CpuFeatures = { relaxedDots, fma: false };
  const problem = problemOf(test);
  invariant(
    linearInteger.op === problem.op && linearInteger.match(problem, undefined as never),
    "it takes the problem",
  );
  const { launches } = linearInteger.lower(problem, undefined as never);
  const bodies = launches.map(({ source }): WasmBody => {
    invariant(source.kind === "host", "bodies by hand");
    return present(integerFactories[source.name], source.name)(source.parameters, features);
  });
  const given: Record<string, Uint8Array> = {
    x: new Uint8Array(data.x.slice().buffer),
    w: panelsOf(data.w),
    w2: panelsOf(data.w2),
    residual: new Uint8Array(data.residual.slice().buffer),
    logDecay: data.logDecay.bytes,
    decayBias: data.decayBias.bytes,
  };
  const rowBytes = codedRow(K).stride;
  const own = Object.fromEntries(Object.entries(given).map(([name, bytes]) => [name, bytes.byteLength]));
  const sizes: Record<string, number> = { ...own, "scratch:codes": T * rowBytes, y: 4 * T * N };
  const scratchBytes = Math.max(...bodies.map((body) => body.scratchBytes));
  let top = 64;
  const place = (bytes: number, alignment: number): number => {
    const at = alignUp(top + 4, alignment);
    top = at + bytes;
    return at;
  };
  const at = Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, place(bytes, 4)]));
  const scratch = place(scratchBytes, 64);
  const pages = Math.ceil((top + 4) / 65536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: shared ? 65536 : pages, shared });
  new Int32Array(memory.buffer).fill(GUARD);
  const bytes = new Uint8Array(memory.buffer);
  for (const [name, values] of Object.entries(given)) bytes.set(values, at[name]);
  for (const [i, { source, grid }] of launches.entries()) {
    invariant(source.kind === "host", "bodies by hand");
    const module = new WebAssembly.Module(encodeWasm(bodies[i]!.module, shared));
    const run = new WebAssembly.Instance(module, { env: { memory } }).exports["run"] as (...args: number[]) => void;
    const addresses = source.bindings.map(({ operand }) => at[operand]!);
    const items = gridSizer(grid)({ tokens: T, sequences: 1, outputs: 1 })[0];
    // Last items first: no order may be relied on.
    for (let call = calls - 1; call >= 0; call--) {
      const [from, to] = [call, call + 1].map((c) => Math.floor((items * c) / calls)) as [number, number];
      run(...addresses, scratch, T, 1, 1, from, to);
    }
  }
  const words = new Int32Array(memory.buffer);
  for (const [name, bytes] of [...Object.entries(sizes), ["scratch", scratchBytes] as const]) {
    const first = name === "scratch" ? scratch : at[name]!;
    for (const word of [first / 4 - 1, Math.ceil((first + bytes) / 4)]) {
      invariant(words[word] === GUARD, `${name}: a word beside it was written`);
    }
  }
  for (const [name, values] of Object.entries(given)) {
    invariant(Buffer.from(memory.buffer, at[name], values.byteLength).equals(values), `${name} was written`);
  }
  return {
    y: new Float32Array(memory.buffer, at["y"], T * N).slice(),
    codes: bytes.slice(at["scratch:codes"]!, at["scratch:codes"]! + T * rowBytes),
  };
}
