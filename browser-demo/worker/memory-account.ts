/**
 * What a model would take on a backend, before any of it is allocated: the engine is opened for real, on a backend that
 * keeps only the sizes asked of it and an artifact that reads nothing. So the account cannot differ from the plan.
 */
import { type Artifact, type Backend, openTokenEngine, type TokenEngineOptions } from "../../src/index.ts";
import type { MemoryAccount } from "../calls.ts";

/** A backend with another's facts and kernels that allocates nothing. `sizes` fills with bytes by buffer name. */
function sizingBackend(of: Backend, sizes: Map<string, number>): Backend {
  return {
    name: of.name,
    caps: of.caps,
    candidates: of.candidates,
    lost: of.lost,
    createBuffer: (name, bytes) => {
      sizes.set(name, bytes);
      return { name, bytes };
    },
    destroyBuffer() {},
    write() {},
    read: async (_buffer, _offset, bytes) => new Uint8Array(bytes),
    copy() {},
    load: async (program) => ({ program }),
    submit() {},
    dispose: async () => {},
  };
}

/** The artifact without its bytes: what is written from it goes nowhere. */
function withoutBytes(artifact: Artifact): Artifact {
  return {
    ...artifact,
    readBytes: async () => new Uint8Array(0),
    readFloat32: async () => new Float32Array(0),
  };
}

/** Memory of the machine as the browser tells it, in bytes. */
function machineBytes(): number | undefined {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return deviceMemory === undefined ? undefined : deviceMemory * 2 ** 30;
}

/** @throws CapacityError `binding_too_large` with the buffer, and what planning throws */
export async function accountOf(
  artifact: Artifact,
  backend: Backend,
  options: TokenEngineOptions,
): Promise<MemoryAccount> {
  const sizes = new Map<string, number>();
  const engine = await openTokenEngine(withoutBytes(artifact), sizingBackend(backend, sizes), options);
  const { memory, maxContext } = engine.info;
  await engine.close();
  const [name, bytes] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
  const machine = machineBytes();
  return {
    model: artifact.name,
    device: backend.caps.device,
    maxContext,
    memory,
    totalBytes: [...sizes.values()].reduce((a, b) => a + b, 0),
    largestBuffer: { name, bytes },
    allowedBufferBytes: Math.min(backend.caps.maxBindingBytes, backend.caps.maxBufferBytes),
    ...(machine === undefined ? {} : { machineBytes: machine }),
    notes: artifact.notes ?? [],
  };
}
