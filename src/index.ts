/**
 * The public surface: open an artifact, open a backend, open an engine. Everything here works in Node and in browsers;
 * files, workers and adapters are injected by whoever composes.
 */
export * from "./device.ts";
export { type Engine, type EngineOptions, type GenerateRequest, openEngine, type Prompt } from "./engine.ts";
export type { GenerateEvent, GenerateResult, GenerateTimings } from "./generation.ts";
export type { Profile } from "./program/storage.ts";
export type { SamplingOptions } from "./sampling.ts";
