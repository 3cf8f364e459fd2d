/** Models by path: the embedded one by default. */
import { join } from "node:path";
import type { Artifact } from "../../src/artifact/artifact.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { ArtifactError } from "../../src/base/errors.ts";
import type { TokenEngineOptions } from "../../src/engine.ts";
import { packageRoot } from "../version.ts";
import { locate } from "./file-source.ts";
import type { BackendChoice } from "./open-backend.ts";

/** What the engine's worker is started with. */
export interface EngineWorkerData {
  readonly model: string;
  readonly backend: BackendChoice;
  readonly options: Omit<TokenEngineOptions, "onProgress">;
}

/** Folder of the model that comes with the package. */
export function embeddedModel(): string {
  return join(packageRoot(), "models", "tiny-hybrid");
}

/** @throws ArtifactError `model_not_found`, and what opening the model throws */
export async function openModel(path: string): Promise<Artifact> {
  const found = await locate(path);
  if (found === undefined) {
    throw new ArtifactError("model_not_found", `${path}: no such file or directory`, {
      hint: "give --model a safetensors directory or a .ninfer file",
      data: { path },
    });
  }
  return openArtifact(found.directory, found.file === undefined ? {} : { file: found.file });
}
