/**
 * The public surface of the side that owns a device: artifacts, backends, the token engine and the port it is served on.
 * Apart from `index.ts`, which adds the text side, so that a device worker's bundle holds no tokenizer and no template.
 */
export type { ByteSource, SourceDirectory, TensorInfo } from "./artifact/artifact.ts";
export { httpDirectory, openHttpSource } from "./artifact/http-source.ts";
export { type Artifact, openArtifact } from "./artifact/open.ts";
export { blobSource, memoryDirectory, memorySource } from "./artifact/sources.ts";
export type { Backend } from "./backend/backend.ts";
export { createCpuBackend } from "./backend/cpu/cpu-backend.ts";
export { type OpenedDevice, openBrowserDevice, openDevice } from "./backend/webgpu/open-device.ts";
export { createWebGpuBackend } from "./backend/webgpu/webgpu-backend.ts";
export * from "./base/errors.ts";
export type { TokenEngineOptions } from "./engine-options.ts";
export type { Model, ModelConfig } from "./model/model.ts";
export { modelOf, openRunnable } from "./model/open.ts";
export { openTokenEngine, planTokenEngine, type TokenEnginePlan } from "./open-token-engine.ts";
export { connectTokenEngine, type EnginePort, serveTokenEngine } from "./runtime/port.ts";
export type { TokenEngine, TokenEngineInfo } from "./runtime/request.ts";
