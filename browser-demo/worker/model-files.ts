/**
 * From what the page chose to files. The embedded model is fetched whole, so that any static host will
 * do; local files are read by ranges through their Blobs and never leave the machine.
 */
import { ArtifactError, type ModelFiles } from "../../src/index.ts";
import type { ModelChoice } from "../calls.ts";

/** Names of the embedded model's files, put in when the page is built. */
declare const QWERK_MODEL_FILES: readonly string[];

let embedded: Promise<ModelFiles> | undefined;

/** @throws ArtifactError `model_unreachable`, with the embedded model's file that did not come */
export function filesOf(choice: ModelChoice): Promise<ModelFiles> {
  if (choice.kind === "local") return Promise.resolve({ name: choice.name, files: choice.files });
  embedded ??= fetchEmbedded().catch((error: unknown) => {
    embedded = undefined;
    throw error;
  });
  return embedded;
}

async function fetchEmbedded(): Promise<ModelFiles> {
  const entries = await Promise.all(QWERK_MODEL_FILES.map(async (name) => [name, await fetchFile(name)] as const));
  return { name: "tiny-hybrid", files: Object.fromEntries(entries) };
}

async function fetchFile(name: string): Promise<Blob> {
  const url = new URL(`./model/${name}`, import.meta.url);
  let found: string;
  try {
    const response = await fetch(url);
    if (response.ok) return await response.blob();
    found = `status ${response.status}`;
  } catch (cause) {
    found = String(cause);
  }
  throw new ArtifactError("model_unreachable", `${url.pathname}: found ${found}, needed the embedded model's file`, {
    hint: "serve the whole folder of the page, the model's among it",
    data: { file: name },
  });
}
