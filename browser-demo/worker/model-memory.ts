/**
 * What a model would take on a backend, before any of it is allocated: the engine's own plan, with what the browser
 * tells of the machine beside it.
 */
import { type Artifact, type Backend, modelOf, planTokenEngine, type TokenEngineOptions } from "../../src/index.ts";
import type { ModelMemory } from "../calls.ts";

/** Memory of the machine as the browser tells it, in bytes. */
function machineBytes(): number | undefined {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return deviceMemory === undefined ? undefined : deviceMemory * 2 ** 30;
}

/** @throws CapacityError `binding_too_large` with the buffer, and what planning throws */
export function modelMemory(
  artifact: Artifact,
  { caps, candidates }: Backend,
  options: TokenEngineOptions,
): ModelMemory {
  const source = modelOf(artifact);
  const { account, memory, maxContext } = planTokenEngine(source, { caps, candidates }, options);
  const machine = machineBytes();
  return {
    model: source.name,
    device: caps.device,
    maxContext,
    memory,
    totalBytes: account.totalBytes,
    largestBuffer: account.largest,
    allowedBufferBytes: Math.min(caps.maxBindingBytes, caps.maxBufferBytes),
    ...(machine === undefined ? {} : { machineBytes: machine }),
    notes: source.notes,
  };
}
