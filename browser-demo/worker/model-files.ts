/**
 * From what the page chose to an opened artifact. The embedded model is fetched whole, so that any static host will
 * do; local files are read by ranges through their Blobs and never leave the machine.
 */
import { type Artifact, ArtifactError, blobSource, memoryDirectory, openRunnable } from "../../src/device.ts";
import type { ModelChoice, ModelFiles } from "../calls.ts";

/** Names of the embedded model's files, put in when the page is built. */
declare const QWERK_MODEL_FILES: readonly string[];

let embedded: Promise<ModelFiles> | undefined;

/** @throws ArtifactError `model_unreachable`, with the embedded model's file that did not come */
export function filesOf(choice: ModelChoice): Promise<ModelFiles> {
  if (choice.kind === "local") return Promise.resolve(choice);
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

/**
 * One file must be a model in itself; several are a folder.
 * @throws ArtifactError `no_files`, and what opening a model that runs throws
 */
export async function openModel({ name, files }: ModelFiles): Promise<Artifact> {
  const entries = Object.entries(files);
  const [first] = entries;
  if (first === undefined) {
    throw new ArtifactError("no_files", `${name}: found no file, needed a model's folder or a .ninfer file`, {
      hint: "files in folders below the chosen one are not looked at",
    });
  }
  if (entries.length === 1) return openRunnable(blobSource(...first));
  return openRunnable(memoryDirectory(name, files));
}
