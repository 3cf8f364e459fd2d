/**
 * What hosts share when they open an engine from a model's place and a backend's name: Node and pages differ in how they
 * find models, backends and workers, and in nothing else. Invariant: whoever closes the engine has closed all that was
 * opened for it (artifact, device, worker), and a failure or a cancelled opening leaves nothing open.
 */
import type { Artifact } from "./artifact/open.ts";
import { type Engine, type EngineOptions, openEngine } from "./engine.ts";
import type { TokenEngineOptions } from "./engine-options.ts";
import { type Chosen, endingWith, openTokensOn } from "./host-tokens.ts";
import { connectTokenEngine, type EnginePort, type ProgressListener } from "./runtime/port.ts";

/** The text side's options, as a host passes them on. */
type TextOptions = Pick<EngineOptions, "chatTemplate" | "spawnTextWorker">;

type RemoteOptions = TextOptions & {
  readonly onProgress?: ProgressListener | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Opens a model's files. Its signal means nothing any more once they are open. */
type OpenFiles = (signal: AbortSignal) => Promise<Artifact>;

/** An engine whose step loop is at the other end of a port; `end` ends what is there. */
export async function openRemoteEngine(
  port: EnginePort,
  open: OpenFiles,
  end: () => Promise<unknown>,
  { onProgress, signal, ...textOptions }: RemoteOptions,
): Promise<Engine> {
  const cancelling = new AbortController();
  const cancel = (): void => cancelling.abort(signal?.reason);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel);
  const connecting = connectTokenEngine(port, onProgress, cancelling.signal);
  const opening = open(cancelling.signal);
  try {
    const [artifact, tokens] = await Promise.all([opening, connecting]);
    signal?.throwIfAborted();
    return await openEngine({ artifact, tokens: endingWith(tokens, end), ...textOptions });
  } catch (error) {
    // The other side gives back what it holds before it is ended: a device belongs to the process, not to its thread.
    cancelling.abort(error);
    await Promise.allSettled([
      connecting.then((tokens) => tokens.close()),
      opening.then((artifact) => artifact.close()),
    ]);
    await end();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** An engine in this thread, with what is said of the backend that was chosen. */
export async function openEngineHere<C extends Chosen>(
  open: OpenFiles,
  choose: () => Promise<C>,
  { signal, ...tokenOptions }: TokenEngineOptions,
  textOptions: TextOptions,
): Promise<{ readonly engine: Engine; readonly chosen: Omit<C, "backend"> }> {
  const cancelling = new AbortController();
  const cancel = (): void => cancelling.abort(signal?.reason);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel);
  try {
    const artifact = await open(cancelling.signal);
    try {
      const { tokens, chosen } = await openTokensOn(artifact, choose, { ...tokenOptions, signal: cancelling.signal });
      try {
        return { engine: await openEngine({ artifact, tokens, ...textOptions }), chosen };
      } catch (error) {
        await tokens.close();
        throw error;
      }
    } catch (error) {
      await artifact.close();
      throw error;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
