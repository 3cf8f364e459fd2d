/** Models by URL: a folder, a file beside others in one, or a file that stands alone. Shared by every host. */
import { ArtifactError } from "../base/errors.ts";
import type { ByteSource, SourceDirectory } from "./artifact.ts";
import { type HttpOptions, httpDirectory, openHttpSource } from "./http-source.ts";

export interface ModelPlace {
  readonly from: SourceDirectory | ByteSource;
  /** Name of the file in the directory, when a file was named. */
  readonly file?: string;
}

function badUrl(place: string, found: string, hint: string): ArtifactError {
  return new ArtifactError("bad_url", `${place}: found ${found}, needed a URL such as https://host/model/`, {
    hint,
    data: { place },
  });
}

/** The URL's parts. @throws ArtifactError `bad_url` */
function parseUrl(place: string): URL {
  if (!URL.canParse(place)) throw badUrl(place, "no valid URL", "check the host and the port");
  const url = new URL(place);
  if (url.protocol === "file:") throw badUrl(place, "a file: URL", "give the path itself");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw badUrl(place, `the scheme ${url.protocol}//`, "models are read from paths and over http and https");
  }
  return url;
}

/** A file's name as it is on the server. @throws ArtifactError `bad_url` */
function decodedName(place: string, name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw badUrl(place, "a percent sign that encodes nothing", "write %25 for a percent sign in a name");
  }
}

/**
 * Where the model of a URL is: a name with an ending is a file beside others; a URL with a query is one file that stands
 * alone. Undefined when the server says that it does not exist.
 * @throws ArtifactError `bad_url`, and as `openHttpSource` does
 */
export async function locateUrl(place: string, options: HttpOptions = {}): Promise<ModelPlace | undefined> {
  const url = parseUrl(place);
  if (url.search !== "") {
    const source = await openHttpSource(place, options);
    return source === undefined ? undefined : { from: source };
  }
  const [, folder, file] = /^(.*\/)([^/]*)$/.exec(url.pathname) ?? [];
  const name = decodedName(place, file ?? "");
  if (!/\.(ninfer|safetensors)$/.test(name)) return { from: httpDirectory(place, options) };
  return { from: httpDirectory(url.origin + folder, options), file: name };
}
