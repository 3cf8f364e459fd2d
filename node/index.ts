/**
 * The surface of the Node host, exported as `qwerk/node`: models by path or URL, backends by name, engines in a worker
 * or, inline, in the calling thread. What works in pages as well (artifacts, engines, errors) is the package's main entry; both
 * share their classes, so an error of one is an `instanceof` of the other's. Importing this opens nothing.
 */
export { cacheFolder } from "./cache-folder.ts";
export { fileDirectory, openFileSource } from "./file-source.ts";
export {
  BACKEND_NAMES,
  type BackendChoice,
  type BackendName,
  type BackendReason,
  type ChosenBackend,
  chooseBackend,
  openBackend,
} from "./open-backend.ts";
export { type NodeEngineOptions, type OpenedEngine, openNodeEngine } from "./open-engine.ts";
export { openModel } from "./open-model.ts";
export { embeddedModel, packageVersion } from "./package-root.ts";
export { type ExpectedHash, type VerifyOptions, verifyModel } from "./verify-model.ts";
