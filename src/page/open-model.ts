/** Models as a page names them: a URL, or files it already has. */
import { locateUrl } from "../artifact/http-place.ts";
import type { Artifact } from "../artifact/open.ts";
import { blobSource, memoryDirectory } from "../artifact/sources.ts";
import { ArtifactError } from "../base/errors.ts";
import { checkOptions, checkValue, isObject, type OptionRule, type OptionRules, text } from "../base/options.ts";
import { openRunnable } from "../model/open.ts";

/** Files by name, all in one folder. Blobs stay on disk until a range is read. */
export interface ModelFiles {
  readonly name: string;
  readonly files: Readonly<Record<string, Blob | Uint8Array>>;
}

const MODEL_FILES: OptionRules<ModelFiles> = {
  name: { ...text("what messages call the model"), required: true },
  files: { right: isObject, needed: "Blobs or Uint8Arrays by their names", required: true },
};

/** URL of a folder or of a `.ninfer` file, or the files themselves. A worker gets it by structured cloning. */
export type PageModel = string | ModelFiles;

export const PAGE_MODEL: OptionRule = {
  right: (value) => typeof value === "string" || isObject(value),
  needed: "a URL, or { name, files }",
};

/** The model with its URL made whole, so that a worker with another address finds the same. */
export function absoluteModel(model: PageModel | URL): PageModel {
  if (model instanceof URL) return model.href;
  if (typeof model !== "string") return model;
  return URL.canParse(model, location.href) ? new URL(model, location.href).href : model;
}

/**
 * One file must be a model in itself; several are a folder.
 * @throws ArtifactError `no_files`; RequestError `bad_options`, `unknown_field`
 */
async function openFiles(model: ModelFiles): Promise<Artifact> {
  checkOptions(model, MODEL_FILES, { path: "model" });
  const { name, files } = model;
  const entries = Object.entries(files);
  const [first] = entries;
  if (first === undefined) {
    throw new ArtifactError("no_files", `${name}: found no file, needed a model's folder or a .ninfer file`, {
      hint: "files in folders below the chosen one are not looked at",
    });
  }
  const directory = memoryDirectory(name, files);
  if (entries.length > 1) return openRunnable(directory);
  const [only, content] = first;
  const blob = content instanceof Blob ? content : new Blob([content.slice()]);
  return openRunnable(blobSource(only, blob));
}

/**
 * @param signal ends all requests to a server, also when the model is open
 * @throws ArtifactError `bad_url`, `model_not_found`, `no_files`, and what opening a model that runs throws
 */
export async function openPageModel(model: PageModel, signal?: AbortSignal): Promise<Artifact> {
  checkValue(model, "model", { ...PAGE_MODEL, required: true });
  if (typeof model !== "string") return openFiles(model);
  const place = await locateUrl(model, signal === undefined ? {} : { signal });
  if (place === undefined) {
    throw new ArtifactError("model_not_found", `${model}: the server has no such file, needed a model`, {
      hint: "give the URL of a safetensors folder (with a slash at its end) or of a .ninfer file",
      data: { place: model },
    });
  }
  return openRunnable(place.from, place.file === undefined ? {} : { file: place.file });
}
