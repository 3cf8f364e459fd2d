/**
 * The token side as hosts open it, on a backend they choose, in the thread that calls. Apart from `host-engine.ts` because
 * the workers that own a device load this and must reach no text. Invariant: the engine's end is the backend's, and a
 * failure or a cancelled opening leaves neither.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import type { TokenEngineOptions } from "./engine-options.ts";
import { openTokenEngine } from "./open-token-engine.ts";
import { type EnginePort, serveTokenEngine } from "./runtime/port.ts";
import type { TokenEngine } from "./runtime/request.ts";

/** The engine, and behind its end the end of what runs it. */
export function endingWith(tokens: TokenEngine, end: () => Promise<unknown>): TokenEngine {
  return {
    info: tokens.info,
    run: (request, signal) => tokens.run(request, signal),
    async close() {
      try {
        await tokens.close();
      } finally {
        await end();
      }
    },
  };
}

/** A backend with what is said of its choice. */
export interface Chosen {
  readonly backend: Backend;
}

/** Opens the token engine on the backend that `choose` opens. A signal that is aborted closes the artifact at once. */
export async function openTokensOn<C extends Chosen>(
  artifact: Artifact,
  choose: () => Promise<C>,
  options: TokenEngineOptions,
): Promise<{ readonly tokens: TokenEngine; readonly chosen: Omit<C, "backend"> }> {
  const { signal } = options;
  // A read that waits for a server would hold up the end.
  const stopReading = (): void => void artifact.close();
  signal?.addEventListener("abort", stopReading);
  try {
    signal?.throwIfAborted();
    const { backend, ...chosen } = await choose();
    try {
      const tokens = await openTokenEngine(artifact, backend, options);
      return { tokens: endingWith(tokens, () => backend.dispose()), chosen };
    } catch (error) {
      await backend.dispose();
      throw error;
    }
  } finally {
    signal?.removeEventListener("abort", stopReading);
  }
}

/**
 * Serves a token engine from a worker to its owner, and tells the owner first what was chosen. The artifact is closed when
 * the weights are on the device: the owner has it open for its texts.
 */
export function serveTokensOn<C extends Chosen>(
  port: EnginePort,
  open: (signal: AbortSignal) => Promise<Artifact>,
  choose: () => Promise<C>,
  options: Omit<TokenEngineOptions, "onProgress" | "signal">,
  tell: (chosen: Omit<C, "backend">) => void,
): Promise<void> {
  return serveTokenEngine(port, async (onProgress, signal) => {
    const artifact = await open(signal);
    const choosing = async (): Promise<C> => {
      const found = await choose();
      const { backend: _, ...chosen } = found;
      tell(chosen);
      return found;
    };
    try {
      return (await openTokensOn(artifact, choosing, { ...options, onProgress, signal })).tokens;
    } finally {
      await artifact.close();
    }
  });
}
