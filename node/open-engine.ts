/**
 * Engines for Node programs, from a place and a backend by name. The step loop runs in a worker thread, or in the thread
 * that calls. Separate from `src/engine.ts` because only the host knows files, threads and adapters. Invariant: whoever
 * closes the engine has closed all that was opened for it: artifact, device, worker.
 */
import { Worker } from "node:worker_threads";
import { FLAG, type OptionRules, text } from "../src/base/options.ts";
import type { Engine } from "../src/engine.ts";
import { checkEngineOptions, type TokenEngineOptions } from "../src/engine-options.ts";
import { openEngineHere, openRemoteEngine } from "../src/host-engine.ts";
import { workerPort } from "./engine-port.ts";
import { type BackendChoice, type BackendReason, checkChoice, chooseBackend } from "./open-backend.ts";
import { openModel } from "./open-model.ts";
import { nodeTextWorkers } from "./text-worker.ts";
import { OWN_FLAGS, workerFile } from "./worker-file.ts";

export interface NodeEngineOptions extends TokenEngineOptions {
  /** Safetensors directory, `.ninfer` file, or the URL of one. */
  readonly model: string;
  /** Default: `{ name: "auto" }`. */
  readonly backend?: BackendChoice;
  /** Template text to use instead of the model's. */
  readonly chatTemplate?: string;
  /** Run the step loop in this thread. Default false. */
  readonly inline?: boolean;
}

/** `checkChoice` says what a backend must be. */
const OWN_OPTIONS: OptionRules<Omit<NodeEngineOptions, keyof TokenEngineOptions>> = {
  model: { ...text("a path or a URL"), required: true },
  backend: { right: () => true, needed: "a choice" },
  chatTemplate: text("the text of a template"),
  inline: FLAG,
};

export interface OpenedEngine {
  readonly engine: Engine;
  /** Why this backend. */
  readonly choice: BackendReason;
}

/** What the engine's worker is started with; survives structured cloning. */
export interface EngineWorkerData {
  readonly model: string;
  readonly backend: BackendChoice;
  readonly options: Omit<TokenEngineOptions, "onProgress" | "signal">;
}

/** What the engine's worker says beside the engine's own messages: which backend it chose, before it is ready. */
export interface BackendChosenMessage extends BackendReason {
  readonly kind: "backend_chosen";
}

const AUTOMATIC: BackendChoice = { name: "auto" };

function isBackendChosen(message: unknown): message is BackendChosenMessage {
  return (message as { readonly kind?: unknown }).kind === "backend_chosen";
}

/**
 * An engine whose step loop and templates run in worker threads, so that this thread never waits for them; with `inline`
 * in this thread, for scripts that have nothing else to do and for places that can start no worker: a step, or a template
 * without end, then holds up everything else here.
 * @throws RequestError for options that mean nothing; what opening the model, the backend or the engine throws, on either
 * side
 */
export async function openNodeEngine(options: NodeEngineOptions): Promise<OpenedEngine> {
  checkEngineOptions(options, OWN_OPTIONS);
  if (options.backend !== undefined) checkChoice(options.backend);
  return options.inline === true ? openHere(options) : openInWorker(options);
}

async function openInWorker(options: NodeEngineOptions): Promise<OpenedEngine> {
  const { model, backend = AUTOMATIC, chatTemplate, onProgress, signal, inline: _, ...tokenOptions } = options;
  const data: EngineWorkerData = { model, backend, options: tokenOptions };
  const worker = new Worker(workerFile("engine-worker"), { workerData: data, ...OWN_FLAGS });
  let choice: BackendReason = { automatic: false, reason: "" };
  worker.on("message", (message: unknown) => {
    if (!isBackendChosen(message)) return;
    const { kind: _, ...reason } = message;
    choice = reason;
  });
  const engine = await openRemoteEngine(
    workerPort(worker),
    (opening) => openModel(model, opening),
    () => worker.terminate(),
    {
      onProgress,
      signal,
      spawnTextWorker: nodeTextWorkers(workerFile("text-worker")),
      ...(chatTemplate === undefined ? {} : { chatTemplate }),
    },
  );
  return { engine, choice };
}

async function openHere(options: NodeEngineOptions): Promise<OpenedEngine> {
  const { model, backend = AUTOMATIC, chatTemplate, inline: _, ...tokenOptions } = options;
  const textOptions = chatTemplate === undefined ? {} : { chatTemplate };
  const choose = () => chooseBackend(backend);
  const { engine, chosen } = await openEngineHere(
    (opening) => openModel(model, opening),
    choose,
    tokenOptions,
    textOptions,
  );
  return { engine, choice: chosen };
}
