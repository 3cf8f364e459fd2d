/**
 * A Hugging Face checkpoint as a model of the family: stored tensors under their canonical names, whichever spelling the
 * exporter chose, compared once with what the config asks for.
 */
import type { TensorInfo } from "../../artifact/artifact.ts";
import { noSuchTensor, type SafetensorsArtifact } from "../../artifact/safetensors.ts";
import { ArtifactError } from "../../base/errors.ts";
import type { Model } from "../model.ts";
import { otherCheckpoint, refuseOtherCheckpoint } from "../other-checkpoints.ts";
import { checkTensors } from "../tensor-check.ts";
import type { ModelConfig } from "./config.ts";
import { canonicalName, expectedTensors, withoutAbsentParts } from "./tensors.ts";

/**
 * @param parsed what config.json says
 * @throws ArtifactError `tensors_mismatch`, `duplicate_tensor`; UnsupportedError `mlx_checkpoint`, `quantised_checkpoint`
 */
export function checkpointModel(artifact: SafetensorsArtifact, parsed: ModelConfig): Model {
  const { name } = artifact;
  const notes = [...artifact.notes, ...refuseOtherCheckpoint(artifact)];
  const stored = new Map<string, string>();
  for (const spelling of [...artifact.tensors.keys(), ...artifact.refused.keys()]) {
    const canonical = canonicalName(spelling);
    const other = stored.get(canonical);
    if (other !== undefined) {
      throw new ArtifactError("duplicate_tensor", `${name}: tensors ${other} and ${spelling} are both ${canonical}`, {
        data: { tensor: canonical },
      });
    }
    stored.set(canonical, spelling);
  }
  const tensors = new Map<string, TensorInfo>();
  const refused = new Map<string, string>();
  for (const [canonical, spelling] of stored) {
    const info = artifact.tensors.get(spelling);
    if (info !== undefined) tensors.set(canonical, { ...info, name: canonical });
    else refused.set(canonical, artifact.refused.get(spelling)!);
  }
  const config = withoutAbsentParts(parsed, tensors.keys());
  checkTensors({ name, notes }, expectedTensors(config), tensors, refused, () =>
    otherCheckpoint(artifact, config.text.linearAttention),
  );
  const find = (tensor: string): string => {
    if (tensors.has(tensor)) return stored.get(tensor)!;
    throw noSuchTensor(name, tensor, refused.get(tensor));
  };
  return {
    name,
    config,
    tensors,
    notes,
    readBytes: async (tensor, offset, length) => artifact.readBytes(find(tensor), offset, length),
    readInto: async (tensor, offset, target) => artifact.readInto(find(tensor), offset, target),
    readFloat32: async (tensor, rowStart, rowEnd) => artifact.readFloat32(find(tensor), rowStart, rowEnd),
  };
}
