/**
 * Engines for pages, from a model's place and a backend by name. The step loop runs in a worker unless the caller wants
 * it inline. Separate from `src/engine.ts`, which puts together parts that are already open.
 */
import { MOST_THREADS } from "../backend/cpu/team-messages.ts";
import { FLAG, FUNCTION, type OptionRules, text, wholeNumber } from "../base/options.ts";
import type { Engine } from "../engine.ts";
import { checkEngineOptions, type TokenEngineOptions } from "../engine-options.ts";
import { openEngineHere, openRemoteEngine } from "../host-engine.ts";
import { openPageBackend, PAGE_BACKEND, type PageBackendName } from "./open-backend.ts";
import { absoluteModel, openPageModel, PAGE_MODEL, type PageModel } from "./open-model.ts";
import type { BackendChosen, WorkerStart } from "./worker.ts";
import { workerPort } from "./worker-port.ts";

export interface PageEngineOptions extends TokenEngineOptions {
  /** URL of a folder or of a `.ninfer` file, or the files themselves. */
  readonly model: PageModel | URL;
  /** Default: `auto`. */
  readonly backend?: PageBackendName;
  /**
   * Threads of the CPU that share a step, where the engine's worker has it compute and the page is isolated from other
   * origins. Default: about its physical cores, at most 8. Results do not depend on it.
   */
  readonly threads?: number;
  /** Run the step loop in this thread: a step holds up everything else here. Default false. */
  readonly inline?: boolean;
  /** Starts the engine's worker where the bundler moved it: a module worker of `qwerk/worker`. */
  readonly worker?: () => Worker;
  /** Template text to use instead of the model's. */
  readonly chatTemplate?: string;
}

const OWN_OPTIONS: OptionRules<Omit<PageEngineOptions, keyof TokenEngineOptions>> = {
  model: { ...PAGE_MODEL, required: true },
  backend: PAGE_BACKEND,
  threads: wholeNumber(1, MOST_THREADS),
  inline: FLAG,
  worker: FUNCTION,
  chatTemplate: text("the text of a template"),
};

export interface OpenedPageEngine {
  readonly engine: Engine;
  /** Why this backend. */
  readonly choice: { readonly automatic: boolean; readonly reason: string };
}

/** The worker beside this module in the package; bundlers that follow worker URLs move it along. */
function packagedWorker(): Worker {
  return new Worker(new URL("./page-worker.js", import.meta.url), { type: "module", name: "qwerk engine" });
}

function templateOf(chatTemplate: string | undefined): { chatTemplate?: string } {
  return chatTemplate === undefined ? {} : { chatTemplate };
}

async function openInWorker(options: PageEngineOptions): Promise<OpenedPageEngine> {
  const { model, backend = "auto", threads, worker: start = packagedWorker, chatTemplate, ...rest } = options;
  const { onProgress, signal, inline: _, ...tokenOptions } = rest;
  const place = absoluteModel(model);
  const worker = start();
  let choice = { automatic: false, reason: "" };
  worker.addEventListener("message", ({ data }: MessageEvent<Partial<BackendChosen>>) => {
    if (data.kind === "backend_chosen") choice = { automatic: data.automatic === true, reason: data.reason ?? "" };
  });
  const asked = threads === undefined ? {} : { threads };
  worker.postMessage({ model: place, backend, ...asked, options: tokenOptions } satisfies WorkerStart);
  const end = async (): Promise<void> => worker.terminate();
  const remoteOptions = { ...templateOf(chatTemplate), onProgress, signal };
  const engine = await openRemoteEngine(
    workerPort(worker),
    (opening) => openPageModel(place, opening),
    end,
    remoteOptions,
  );
  return { engine, choice };
}

async function openHere(options: PageEngineOptions): Promise<OpenedPageEngine> {
  const { model, backend = "auto", chatTemplate, inline: _, worker: __, threads: ___, ...tokenOptions } = options;
  const { engine, chosen } = await openEngineHere(
    (opening) => openPageModel(absoluteModel(model), opening),
    () => openPageBackend(backend),
    tokenOptions,
    templateOf(chatTemplate),
  );
  return { engine, choice: chosen };
}

/**
 * @throws RequestError for options that mean nothing; what opening the model, the backend or the engine throws, on either
 * side
 */
export async function openPageEngine(options: PageEngineOptions): Promise<OpenedPageEngine> {
  checkEngineOptions(options, OWN_OPTIONS);
  return options.inline === true ? openHere(options) : openInWorker(options);
}
