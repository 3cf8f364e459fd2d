/**
 * The way in: a folder or a single source -> Artifact. Decides by content, not by ending, which container it is, drops
 * from the config what the file does not hold (a checkpoint exported without its MTP head or vision tower), and checks
 * the rest against the tensors once.
 */
import { ArtifactError } from "../base/errors.ts";
import type { Artifact, ByteSource, SourceDirectory } from "./artifact.ts";
import type { ModelConfig } from "./config.ts";
import { openSafetensors } from "./safetensors.ts";
import { checkTensors, expectedMtpTensors, expectedTextTensors, expectedVisionTensors } from "./tensor-names.ts";

export { expectedMtpTensors, expectedTextTensors, expectedVisionTensors } from "./tensor-names.ts";

export interface OpenOptions {
  /** Opens this file of the directory instead of looking for the standard ones. */
  readonly file?: string;
}

/**
 * Opens a model. A directory is a Hugging Face checkpoint or holds one `.ninfer` file; a single source is a `.ninfer`
 * file in one piece.
 * @throws ArtifactError for what is damaged or incomplete (all missing tensors at once, `tensors_mismatch`),
 * UnsupportedError for what this version does not do.
 */
export async function openArtifact(from: SourceDirectory | ByteSource, options: OpenOptions = {}): Promise<Artifact> {
  if (!isDirectory(from)) {
    throw new ArtifactError("config_missing", `${from.name}: a single file, needed its folder with config.json`);
  }
  const artifact = await openSafetensors(from, options.file);
  try {
    const config = withoutAbsentParts(artifact.config, artifact.tensors);
    checkTensors(artifact.name, expectedTensors(config), artifact.tensors, artifact.refused);
    return { ...artifact, config };
  } catch (error) {
    await artifact.close();
    throw error;
  }
}

export function isDirectory(from: SourceDirectory | ByteSource): from is SourceDirectory {
  return "open" in from;
}

/** All tensors of all components of a config. */
export function expectedTensors(config: ModelConfig) {
  return [...expectedTextTensors(config), ...expectedMtpTensors(config), ...expectedVisionTensors(config)];
}

/** The config without the MTP head or vision tower when not one tensor of it is stored. */
export function withoutAbsentParts(config: ModelConfig, tensors: ReadonlyMap<string, unknown>): ModelConfig {
  const has = (prefix: string) => [...tensors.keys()].some((name) => name.startsWith(prefix));
  const { vision, ...rest } = config;
  return {
    ...rest,
    text: has("mtp.") ? config.text : { ...config.text, mtpLayers: 0 },
    ...(vision !== undefined && has("model.visual.") ? { vision } : {}),
  };
}
