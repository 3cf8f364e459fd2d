/** Models by path or URL. Separate because only the host knows files; `src` gets byte sources. */
import type { ByteSource, SourceDirectory } from "../src/artifact/artifact.ts";
import { httpDirectory, openHttpSource } from "../src/artifact/http-source.ts";
import type { Artifact } from "../src/artifact/open.ts";
import { ArtifactError } from "../src/base/errors.ts";
import { openRunnable } from "../src/model/open.ts";
import { locate } from "./file-source.ts";

export interface ModelPlace {
  readonly from: SourceDirectory | ByteSource;
  /** Name of the file in the directory, when a file was named. */
  readonly file?: string;
}

/**
 * A path on disk, or an http(s) URL of a `.ninfer` file or of a folder.
 * @throws ArtifactError `model_not_found`, `source_unreadable` and the like
 */
export async function locateModel(place: string): Promise<ModelPlace> {
  const found = /^https?:\/\//i.test(place) ? await locateUrl(place) : await locate(place);
  if (found === undefined) {
    throw new ArtifactError("model_not_found", `${place}: no such file or directory, needed a model`, {
      hint: "give a safetensors directory, a .ninfer file, or the URL of one",
      data: { place },
    });
  }
  return "from" in found ? found : { from: found.directory, ...(found.file === undefined ? {} : { file: found.file }) };
}

/** A name with an ending is a file beside others; a URL with a query is one file that stands alone. */
async function locateUrl(place: string): Promise<ModelPlace | undefined> {
  if (!URL.canParse(place))
    throw new ArtifactError("bad_url", `${place}: found no URL, needed one such as https://host/model/`);
  const url = new URL(place);
  if (url.search !== "") {
    const source = await openHttpSource(place);
    return source === undefined ? undefined : { from: source };
  }
  const [, folder, file] = /^(.*\/)([^/]*)$/.exec(url.pathname) ?? [];
  if (file === undefined || !/\.(ninfer|safetensors)$/.test(file)) return { from: httpDirectory(place) };
  return { from: httpDirectory(url.origin + folder), file: decodeURIComponent(file) };
}

/** @throws ArtifactError `model_not_found`, and what opening a model that runs throws */
export async function openModel(place: string): Promise<Artifact> {
  const { from, file } = await locateModel(place);
  return openRunnable(from, file === undefined ? {} : { file });
}
