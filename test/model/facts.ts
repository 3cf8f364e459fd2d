/** What an artifact says of its tensors, as lines that two artifacts of one model must share. */
import type { Model } from "../../src/model/model.ts";

export function factsOf(artifact: Model): string[] {
  const line = (name: string, shape: readonly number[], format: string, bytes: number) =>
    `${name} [${shape}] ${format} ${bytes}`;
  return [...artifact.tensors.values()].map((t) => line(t.name, t.shape, t.format, t.bytes)).sort();
}
