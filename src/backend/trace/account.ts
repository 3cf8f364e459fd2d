/**
 * The exact bytes a program holds, by purpose. Apart from the backend because a plan wants it before any buffer
 * exists. Nothing is estimated: every number is a sum of buffer sizes.
 */
import { invariant } from "../../base/invariant.ts";
import { PAGE_TOKENS } from "../../base/step-block.ts";
import type { Program } from "../../program/program.ts";

export interface MemoryAccount {
  readonly weightBytes: number;
  /** Tables computed at load. */
  readonly constantBytes: number;
  readonly keyValueBytesPerToken: number;
  /** Delta-rule states, convolution tails and the records of both, and token counts where the program samples. */
  readonly stateBytesPerSlot: number;
  readonly arenaBytes: Readonly<Record<string, number>>;
  /** Step block and device-written block. */
  readonly stepBytes: number;
  readonly totalBytes: number;
}

/** `capacity` is the one the program was lowered for. */
export function accountOf(
  program: Program,
  capacity: { readonly pages: number; readonly slots: number },
): MemoryAccount {
  let weightBytes = 0;
  let constantBytes = 0;
  let pageBytes = 0;
  let slotBytes = 0;
  let stepBytes = 0;
  let totalBytes = 0;
  const arenaBytes: Record<string, number> = {};
  for (const { name, bytes, role } of program.buffers) {
    totalBytes += bytes;
    switch (role.kind) {
      case "weight":
        weightBytes += bytes;
        break;
      case "constant":
        constantBytes += bytes;
        break;
      case "state":
        if (role.ref.kind === "kv") pageBytes += share(name, bytes, capacity.pages);
        else slotBytes += share(name, bytes, capacity.slots);
        break;
      case "arena":
        arenaBytes[name] = bytes;
        break;
      case "step":
      case "sampled":
        stepBytes += bytes;
        break;
      default:
        role satisfies never;
    }
  }
  return {
    weightBytes,
    constantBytes,
    keyValueBytesPerToken: share("kv page", pageBytes, PAGE_TOKENS),
    stateBytesPerSlot: slotBytes,
    arenaBytes,
    stepBytes,
    totalBytes,
  };
}

function share(name: string, bytes: number, count: number): number {
  invariant(bytes % count === 0, `${name}: ${bytes} B are not ${count} equal parts`);
  return bytes / count;
}
