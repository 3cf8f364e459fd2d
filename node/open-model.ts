/** Models by path or URL. Separate because only the host knows files; `src` gets byte sources. */
import type { ByteSource, SourceDirectory } from "../src/artifact/artifact.ts";
import { type HttpOptions, httpDirectory, openHttpSource } from "../src/artifact/http-source.ts";
import type { Artifact } from "../src/artifact/open.ts";
import { ArtifactError, UsageError } from "../src/base/errors.ts";
import { openRunnable } from "../src/model/open.ts";
import { locate } from "./file-source.ts";

export interface ModelPlace {
  readonly from: SourceDirectory | ByteSource;
  /** Name of the file in the directory, when a file was named. */
  readonly file?: string;
}

/**
 * A path on disk, or an http(s) URL of a `.ninfer` file or of a folder.
 * @throws ArtifactError `model_not_found`, `bad_url`, `source_unreadable` and the like; UsageError `bad_http_timeout`
 */
export async function locateModel(place: string): Promise<ModelPlace> {
  const found = /^[a-z][a-z0-9+.-]+:\/\//i.test(place) ? await locateUrl(place) : await locate(place);
  if (found === undefined) {
    throw new ArtifactError("model_not_found", `${place}: no such file or directory, needed a model`, {
      hint: "give a safetensors directory, a .ninfer file, or the URL of one",
      data: { place },
    });
  }
  return "from" in found ? found : { from: found.directory, ...(found.file === undefined ? {} : { file: found.file }) };
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

/** Silence of a server that is put up with. @throws UsageError `bad_http_timeout` */
function httpOptions(): HttpOptions {
  const text = process.env["QWERK_HTTP_TIMEOUT"];
  if (text === undefined || text === "") return {};
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return { idleTimeoutMs: 1000 * seconds };
  throw new UsageError("bad_http_timeout", `QWERK_HTTP_TIMEOUT is ${text}; needed seconds above 0 and at most 86400`, {
    hint: "left unset, a server may be silent for 30 seconds",
  });
}

/** A name with an ending is a file beside others; a URL with a query is one file that stands alone. */
async function locateUrl(place: string): Promise<ModelPlace | undefined> {
  const url = parseUrl(place);
  const options = httpOptions();
  if (url.search !== "") {
    const source = await openHttpSource(place, options);
    return source === undefined ? undefined : { from: source };
  }
  const [, folder, file] = /^(.*\/)([^/]*)$/.exec(url.pathname) ?? [];
  const name = decodedName(place, file ?? "");
  if (!/\.(ninfer|safetensors)$/.test(name)) return { from: httpDirectory(place, options) };
  return { from: httpDirectory(url.origin + folder, options), file: name };
}

/** @throws ArtifactError `model_not_found`, and what opening a model that runs throws */
export async function openModel(place: string): Promise<Artifact> {
  const { from, file } = await locateModel(place);
  return openRunnable(from, file === undefined ? {} : { file });
}
