/**
 * The door of this folder: an artifact becomes a model of its family, and a model a graph. Whoever is outside takes
 * families through here and names none of their layers and weights. There is one family.
 */
import type { ByteSource, SourceDirectory, TensorInfo, TensorPart } from "../artifact/artifact.ts";
import { type Artifact, type OpenOptions, openArtifact } from "../artifact/open.ts";
import { present } from "../base/invariant.ts";
import type { Graph, WeightPart } from "../graph/graph.ts";
import type { ModelContents } from "./contents.ts";
import type { Model } from "./model.ts";
import { checkpointModel } from "./qwen3_5/checkpoint.ts";
import { parseConfig } from "./qwen3_5/config.ts";
import { containerModel } from "./qwen3_5/container.ts";
import { contentsOf } from "./qwen3_5/contents.ts";
import { buildTextDecoder, type Head } from "./qwen3_5/graph.ts";

export { parseConfig } from "./qwen3_5/config.ts";
export { syntheticContents } from "./qwen3_5/contents.ts";
export type { Head } from "./qwen3_5/graph.ts";
export { FAMILY_END_TOKENS, FAMILY_SPECIAL_TOKENS } from "./qwen3_5/named-models.ts";
export { namedConfig } from "./qwen3_5/synthetic.ts";
export { canonicalName, componentOf } from "./qwen3_5/tensors.ts";

/**
 * The model in an artifact. No tensor is read.
 * @throws ArtifactError `bad_config`, `tensors_mismatch` with all that is missing, misshapen or too much,
 * `duplicate_tensor`; UnsupportedError for what this version does not run
 */
export function modelOf(artifact: Artifact): Model {
  const config = parseConfig(artifact.config);
  switch (artifact.kind) {
    case "safetensors":
      return checkpointModel(artifact, config);
    case "ninfer":
      return containerModel(artifact, config);
    default:
      return artifact satisfies never;
  }
}

/**
 * All that a container stores of an opened model. The artifact must stay open while parameters are read.
 * @throws ArtifactError where a text of it cannot be read
 */
export function modelContents(artifact: Artifact): Promise<ModelContents> {
  return contentsOf(artifact, modelOf(artifact));
}

/**
 * Opens a model's files and refuses at once what would not run, before a device is opened for it.
 * @throws what `openArtifact` and `modelOf` throw; nothing is left open then
 */
export async function openRunnable(from: SourceDirectory | ByteSource, options: OpenOptions = {}): Promise<Artifact> {
  const artifact = await openArtifact(from, options);
  try {
    modelOf(artifact);
    return artifact;
  } catch (error) {
    await artifact.close();
    throw error;
  }
}

export interface TextGraphOptions {
  readonly head: Head;
  /** Positions the rotary table covers. */
  readonly maxPositions: number;
  /** Keep the hidden rows that enter every layer and the final norm as results (`hidden.<i>`, `final`). */
  readonly keepHidden?: boolean;
}

/** The text decoder of a model. */
export function textGraph(model: Pick<Model, "config" | "tensors" | "pieces">, options: TextGraphOptions): Graph {
  const infoOf = (tensor: string): TensorInfo =>
    present(model.tensors.get(tensor) ?? model.pieces?.get(tensor), `tensor ${tensor}`);
  return buildTextDecoder(model.config.text, {
    ...options,
    formatOf: (tensor) => infoOf(tensor).format,
    partsOf: (tensor) => {
      const { parts } = infoOf(tensor);
      return parts && joined(parts.map((part) => placed(part, infoOf(part.tensor))));
    },
  });
}

interface PlacedPart {
  readonly part: WeightPart;
  /** Where its first row is stored: in the parent, where its tensor is rows of one. */
  readonly place: Pick<TensorPart, "tensor" | "row">;
}

function placed({ tensor, row, rows }: TensorPart, { format, view }: TensorInfo): PlacedPart {
  const place = view === undefined ? { tensor, row } : { tensor: view.parent, row: view.row + row };
  return { part: { tensor, row, rows, format }, place };
}

/** Parts whose rows follow each other in one stored object are one part of the object. */
function joined(parts: readonly PlacedPart[]): readonly WeightPart[] {
  const runs: PlacedPart[] = [];
  for (const next of parts) {
    const before = runs.at(-1);
    const rows = before?.part.rows ?? 0;
    const follows = before?.place.tensor === next.place.tensor && before.place.row + rows === next.place.row;
    if (!follows) runs.push(next);
    else {
      const part = { ...next.part, ...before.place, rows: rows + next.part.rows };
      runs[runs.length - 1] = { part, place: before.place };
    }
  }
  return runs.map(({ part }) => part);
}
