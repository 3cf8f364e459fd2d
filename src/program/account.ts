/**
 * The exact bytes that programs hold, by purpose. Apart from the backends because plans and pages want it before any
 * buffer exists. Nothing is estimated and no name is read: every number is a sum of buffer sizes by role.
 */
import { invariant } from "../base/invariant.ts";
import { PAGE_TOKENS } from "../base/step-block.ts";
import type { ProgramBuffer } from "./program.ts";

export interface ProgramAccount {
  readonly weightBytes: number;
  /** Tables computed at load. */
  readonly constantBytes: number;
  readonly keyValueBytes: number;
  readonly keyValueBytesPerToken: number;
  /** Delta-rule states, convolution tails and the records of both. */
  readonly stateBytes: number;
  /** Token counts; none where no program samples. */
  readonly countBytes: number;
  /** States and counts of one slot. */
  readonly stateBytesPerSlot: number;
  readonly arenaBytes: Readonly<Record<string, number>>;
  /** Step block and device-written block. */
  readonly stepBytes: number;
  readonly totalBytes: number;
  readonly largest: { readonly name: string; readonly bytes: number };
}

/**
 * @param buffers those of one program, or of several that share them (`sharedBuffers`)
 * @param capacity the one the programs were lowered for
 */
export function accountOf(
  buffers: readonly ProgramBuffer[],
  capacity: { readonly pages: number; readonly slots: number },
): ProgramAccount {
  const sums = { weight: 0, constant: 0, kv: 0, state: 0, counts: 0, step: 0 };
  const arenaBytes: Record<string, number> = {};
  for (const { name, bytes, role } of buffers) {
    switch (role.kind) {
      case "weight":
      case "constant":
        sums[role.kind] += bytes;
        break;
      case "state":
        sums[poolOf(role.ref.kind)] += bytes;
        break;
      case "arena":
        arenaBytes[name] = bytes;
        break;
      case "step":
      case "sampled":
        sums.step += bytes;
        break;
      default:
        role satisfies never;
    }
  }
  return {
    weightBytes: sums.weight,
    constantBytes: sums.constant,
    keyValueBytes: sums.kv,
    keyValueBytesPerToken: share("KV pages", sums.kv, capacity.pages * PAGE_TOKENS),
    stateBytes: sums.state,
    countBytes: sums.counts,
    stateBytesPerSlot: share("slots", sums.state + sums.counts, capacity.slots),
    arenaBytes,
    stepBytes: sums.step,
    totalBytes: buffers.reduce((total, { bytes }) => total + bytes, 0),
    largest: buffers.reduce((most, { name, bytes }) => (bytes > most.bytes ? { name, bytes } : most), {
      name: "",
      bytes: 0,
    }),
  };
}

function poolOf(kind: Extract<ProgramBuffer["role"], { kind: "state" }>["ref"]["kind"]): "kv" | "state" | "counts" {
  if (kind === "kv") return "kv";
  return kind === "token-counts" ? "counts" : "state";
}

function share(name: string, bytes: number, count: number): number {
  invariant(bytes % count === 0, `${name}: ${bytes} B are not ${count} equal parts`);
  return bytes / count;
}
