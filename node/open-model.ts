/** Models by path or URL. Separate because only the host knows files; `src` gets byte sources. */
import { locateUrl, type ModelPlace } from "../src/artifact/http-place.ts";
import type { HttpOptions } from "../src/artifact/http-source.ts";
import type { Artifact } from "../src/artifact/open.ts";
import { ArtifactError, UsageError } from "../src/base/errors.ts";
import { checkValue, text } from "../src/base/options.ts";
import { openRunnable } from "../src/model/open.ts";
import { locate } from "./file-source.ts";

/**
 * A path on disk, or an http(s) URL of a `.ninfer` file or of a folder.
 * @throws ArtifactError `model_not_found`, `bad_url`, `source_unreadable` and the like; UsageError `bad_http_timeout`
 */
export async function locateModel(place: string, signal?: AbortSignal): Promise<ModelPlace> {
  const remote = /^[a-z][a-z0-9+.-]+:\/\//i.test(place);
  const found = await (remote ? locateUrl(place, httpOptions(signal)) : locate(place));
  if (found === undefined) {
    throw new ArtifactError("model_not_found", `${place}: no such file or directory, needed a model`, {
      hint: "give a safetensors directory, a .ninfer file, or the URL of one",
      data: { place },
    });
  }
  return "from" in found ? found : { from: found.directory, ...(found.file === undefined ? {} : { file: found.file }) };
}

/** Silence of a server that is put up with. @throws UsageError `bad_http_timeout` */
function httpOptions(signal: AbortSignal | undefined): HttpOptions {
  const ending = signal === undefined ? {} : { signal };
  const text = process.env["QWERK_HTTP_TIMEOUT"];
  if (text === undefined || text === "") return ending;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return { ...ending, idleTimeoutMs: 1000 * seconds };
  throw new UsageError("bad_http_timeout", `QWERK_HTTP_TIMEOUT is ${text}; needed seconds above 0 and at most 86400`, {
    hint: "left unset, a server may be silent for 30 seconds",
  });
}

/**
 * @param signal ends all requests to a server, also when the model is open
 * @throws ArtifactError `model_not_found`, RequestError `bad_options`, and what opening a model that runs throws
 */
export async function openModel(place: string, signal?: AbortSignal): Promise<Artifact> {
  checkValue(place, "model", { ...text("a path or a URL"), required: true });
  const { from, file } = await locateModel(place, signal);
  return openRunnable(from, file === undefined ? {} : { file });
}
