/**
 * The public surface: open an artifact, open a backend, open an engine. Everything here works in Node and in browsers;
 * files, workers and adapters are injected by whoever composes.
 */
export * from "./device.ts";
export { type Engine, type EngineOptions, openEngine } from "./engine.ts";
export type { GenerateEvent, GenerateResult, GenerateTimings } from "./generation.ts";
export { openPageBackend, type PageBackend, type PageBackendName } from "./page/open-backend.ts";
export { type OpenedPageEngine, openPageEngine, type PageEngineOptions } from "./page/open-engine.ts";
export { type ModelFiles, openPageModel, type PageModel } from "./page/open-model.ts";
export type { WorkerScope } from "./page/worker-port.ts";
export type { Profile } from "./program/storage.ts";
export type { GenerateRequest, Prompt } from "./request/generate-request.ts";
export type { FreeJson, IncomingMessage } from "./request/messages.ts";
export type { SamplingOptions } from "./request/sampling.ts";
export { type ExactJson, ExactNumber, parseExactJson } from "./text/exact-json.ts";
export type { ReasoningEffort } from "./text/reasoning-effort.ts";
