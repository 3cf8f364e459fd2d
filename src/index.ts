/**
 * The public surface: open an artifact, open a backend, open an engine. Everything here works in Node and in browsers;
 * files, workers and adapters are injected by whoever composes.
 */
export type { Artifact, ByteSource, SourceDirectory, TensorInfo } from "./artifact/artifact.ts";
export type { ModelConfig } from "./artifact/config.ts";
export { httpDirectory, openHttpSource } from "./artifact/http-source.ts";
export { openArtifact } from "./artifact/open.ts";
export { blobSource, memoryDirectory, memorySource } from "./artifact/sources.ts";
export type { Backend } from "./backend/backend.ts";
export { createCpuBackend } from "./backend/cpu/cpu-backend.ts";
export * from "./base/errors.ts";
export {
  type Engine,
  type EngineOptions,
  type GenerateRequest,
  openEngine,
  openTokenEngine,
  type Prompt,
  type TokenEngineOptions,
} from "./engine.ts";
export type { GenerateEvent, GenerateResult, GenerateTimings } from "./generation.ts";
export { connectTokenEngine, type EnginePort, serveTokenEngine } from "./runtime/port.ts";
export type { TokenEngine, TokenEngineInfo } from "./runtime/request.ts";
export type { SamplingOptions } from "./sampling.ts";
