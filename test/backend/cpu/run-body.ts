/**
 * A body alone, over a memory of its own: operands at places that are aligned to words and nothing more, with a guard
 * beside each, and the items in any cut. What the tests of bodies share.
 */
import { encodeWasm } from "../../../codegen/wasm/encode.ts";
import type { BodyFactory, CpuFeatures } from "../../../src/backend/cpu/kernels/body.ts";
import { alignUp } from "../../../src/base/bytes.ts";
import { invariant, present } from "../../../src/base/invariant.ts";
import type { Extents } from "../../../src/base/operands.ts";
import type { Candidate, Problem } from "../../../src/program/candidate.ts";
import { gridSizer } from "../../../src/program/program.ts";

export interface BodyRunOptions {
  readonly shared?: boolean;
  readonly fma?: boolean;
  /** Calls that the items are cut into; the last items run first, because no order may be relied on. */
  readonly calls?: number;
}

type Numbers = Float32Array | Int32Array | Uint8Array;

const GUARD = 0x7fedcba9;

/** Runs the one launch that a candidate lowers a problem to; returns the bytes of the operands that it may write. */
export function runBody(
  candidate: Candidate,
  factories: Readonly<Record<string, BodyFactory>>,
  problem: Problem,
  operands: Readonly<Record<string, Numbers>>,
  extents: Extents,
  { shared = false, fma = false, calls = 1 }: BodyRunOptions = {},
): Readonly<Record<string, Float32Array>> {
  const caps = undefined as never;
  invariant(candidate.op === problem.op && candidate.match(problem, caps), `${candidate.name} takes the problem`);
  const [launch] = candidate.lower(problem, caps).launches;
  const { source, grid } = present(launch, "launch");
  invariant(source.kind === "host", "a body by hand");
  const features: CpuFeatures = { relaxedDots: false, fma };
  const body = present(factories[source.name], source.name)(source.parameters, features);
  let top = 64;
  const place = (bytes: number, alignment: number): number => {
    const at = alignUp(top + 4, alignment);
    top = at + alignUp(bytes, 4);
    return at;
  };
  const given = source.bindings.map(({ operand }) => present(operands[operand], operand));
  // One word beside every larger alignment.
  const addresses = given.map((values) => place(values.byteLength, 64) + 4);
  top += 4;
  const scratch = place(body.scratchBytes, 64);
  const pages = Math.ceil((top + 8) / 65536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: shared ? 65536 : pages, shared });
  const words = new Int32Array(memory.buffer).fill(GUARD);
  const bytes = new Uint8Array(memory.buffer);
  const raw = given.map((values) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  for (const [i, values] of raw.entries()) bytes.set(values, addresses[i]);
  const module = new WebAssembly.Module(encodeWasm(body.module, shared));
  const run = new WebAssembly.Instance(module, { env: { memory } }).exports["run"] as (...args: number[]) => void;
  const items = gridSizer(grid)(extents)[0];
  for (let call = calls - 1; call >= 0; call--) {
    const [from, to] = [call, call + 1].map((c) => Math.floor((items * c) / calls)) as [number, number];
    run(...addresses, scratch, extents.tokens, extents.sequences, extents.outputs, from, to);
  }
  const ranges = [...addresses.map((at, i) => [at, raw[i]!.length] as const), [scratch, body.scratchBytes] as const];
  for (const [i, [at, size]] of ranges.entries()) {
    const name = source.bindings[i]?.operand ?? "scratch";
    invariant(words[at / 4 - 1] === GUARD, `a word before ${name} was written`);
    invariant(words[Math.ceil((at + size) / 4)] === GUARD, `a word behind ${name} was written`);
  }
  const written: Record<string, Float32Array> = {};
  for (const [i, { operand, access }] of source.bindings.entries()) {
    const [at, size] = ranges[i]!;
    if (access === "read") {
      invariant(Buffer.from(memory.buffer, at, size).equals(raw[i]!), `${operand} was written`);
    } else {
      written[operand] = new Float32Array(memory.buffer.slice(at, at + size));
    }
  }
  return written;
}

/** Whether two lists have the same bits. */
export const sameBits = (a: Float32Array, b: Float32Array): boolean =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

export const bitsOf = (values: Float32Array): Uint32Array => new Uint32Array(values.buffer.slice(0));

/** rms(actual - expected) / rms(expected) */
export function relativeRms(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    difference += (actual[i]! - expected[i]!) ** 2;
    size += expected[i]! ** 2;
  }
  return size === 0 && difference === 0 ? 0 : Math.sqrt(difference / size);
}
