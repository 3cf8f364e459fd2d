/**
 * Entry of the page's worker: answers the page's calls. Text work (tokenizer, template, output parsing) is done here,
 * the step loop in a worker of its own below this one; ending this worker ends both.
 */
import {
  type Engine,
  openPageBackend,
  openPageEngine,
  openPageModel,
  RequestError,
  type TokenEngineOptions,
  toErrorRecord,
  type WorkerScope,
} from "../../src/index.ts";
import { type LoadEvent, type ModelPlanRequest, serveCalls } from "../calls.ts";
import { checkDevice } from "./check-device.ts";
import { filesOf } from "./model-files.ts";
import { modelMemory } from "./model-memory.ts";
import { runConformance } from "./run-conformance.ts";

let engine: Engine | undefined;

function optionsOf({ profile, maxContext }: ModelPlanRequest): TokenEngineOptions {
  return { profile, ...(maxContext === undefined ? {} : { maxContext }) };
}

async function loadEngine(request: ModelPlanRequest, emit: (event: LoadEvent) => void): Promise<Engine> {
  const opened = await openPageEngine({
    ...optionsOf(request),
    model: await filesOf(request.model),
    backend: request.backend,
    worker: () => new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module", name: "qwerk engine" }),
    onProgress: (loadedBytes, totalBytes) => emit({ loadedBytes, totalBytes }),
  });
  return opened.engine;
}

serveCalls(
  self as unknown as WorkerScope,
  {
    async check(_request, emit) {
      await checkDevice(emit);
      return null;
    },
    async plan(request) {
      const artifact = await openPageModel(await filesOf(request.model));
      const { backend } = await openPageBackend(request.backend);
      try {
        return modelMemory(artifact, backend, optionsOf(request));
      } finally {
        await backend.dispose();
        await artifact.close();
      }
    },
    async load(request, emit) {
      const previous = engine;
      engine = undefined;
      await previous?.close();
      engine = await loadEngine(request, emit);
      return engine.info;
    },
    async generate(request, emit, signal) {
      if (engine === undefined) throw new RequestError("no_model", "no model is loaded", { hint: "load one first" });
      for await (const event of engine.generate(request, signal)) emit(event);
      return null;
    },
    conformance: runConformance,
  },
  toErrorRecord,
);
