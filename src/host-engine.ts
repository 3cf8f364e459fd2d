/**
 * What hosts share when they open an engine from a model's place and a backend's name: Node and pages differ in how they
 * find models, backends and workers, and in nothing else. Invariant: whoever closes the engine has closed all that was
 * opened for it (artifact, device, worker), and a failure leaves nothing open.
 */
import type { Artifact } from "./artifact/open.ts";
import type { Backend } from "./backend/backend.ts";
import { type Engine, type EngineOptions, openEngine } from "./engine.ts";
import type { TokenEngineOptions } from "./engine-options.ts";
import { openTokenEngine } from "./open-token-engine.ts";
import { connectTokenEngine, type EnginePort, type ProgressListener } from "./runtime/port.ts";
import type { TokenEngine } from "./runtime/request.ts";

/** The text side's options, as a host passes them on. */
type TextOptions = Pick<EngineOptions, "chatTemplate" | "spawnTextWorker">;

/** The engine, and behind its end the end of what runs it. */
function endingWith(tokens: TokenEngine, end: () => Promise<unknown>): TokenEngine {
  return {
    info: tokens.info,
    run: (request, signal) => tokens.run(request, signal),
    async close() {
      await tokens.close();
      await end();
    },
  };
}

/** An engine whose step loop is at the other end of a port; `end` ends what is there. */
export async function openRemoteEngine(
  port: EnginePort,
  opening: Promise<Artifact>,
  end: () => Promise<unknown>,
  options: TextOptions & { readonly onProgress?: ProgressListener | undefined },
): Promise<Engine> {
  const { onProgress, ...textOptions } = options;
  const connecting = connectTokenEngine(port, onProgress);
  try {
    const [artifact, tokens] = await Promise.all([opening, connecting]);
    return await openEngine({ artifact, tokens: endingWith(tokens, end), ...textOptions });
  } catch (error) {
    await Promise.allSettled([end(), opening.then((artifact) => artifact.close())]);
    throw error;
  }
}

/** An engine in this thread, with what is said of the backend that was chosen. */
export async function openEngineHere<C extends { readonly backend: Backend }>(
  opening: Promise<Artifact>,
  choose: () => Promise<C>,
  tokenOptions: TokenEngineOptions,
  textOptions: TextOptions,
): Promise<{ readonly engine: Engine; readonly chosen: Omit<C, "backend"> }> {
  const artifact = await opening;
  try {
    const { backend, ...chosen } = await choose();
    try {
      const tokens = await openTokenEngine(artifact, backend, tokenOptions);
      const engine = await openEngine({
        artifact,
        tokens: endingWith(tokens, () => backend.dispose()),
        ...textOptions,
      });
      return { engine, chosen };
    } catch (error) {
      await backend.dispose();
      throw error;
    }
  } catch (error) {
    await artifact.close();
    throw error;
  }
}
