/** Files as tests read them: an artifact and its model as one object, closed together. */
import type { ByteSource, SourceDirectory } from "../../src/artifact/artifact.ts";
import type { Artifact, OpenOptions } from "../../src/artifact/open.ts";
import type { Model } from "../../src/model/model.ts";
import { modelOf, openRunnable } from "../../src/model/open.ts";

export interface OpenedModel extends Model {
  readonly artifact: Artifact;
  close(): Promise<void>;
}

export async function openModel(from: SourceDirectory | ByteSource, options?: OpenOptions): Promise<OpenedModel> {
  const artifact = await openRunnable(from, options);
  return { ...modelOf(artifact), artifact, close: () => artifact.close() };
}
