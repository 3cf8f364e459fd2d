/**
 * Byte ranges over HTTP. Separate because trust is different here: every answer is checked for being the range that
 * was asked for (206 and Content-Range), of the file that was opened (total size and validator). A server that
 * ignores `Range` is refused before its body is read, so a mistake never downloads a whole model; one that falls silent
 * is given up after a limit.
 */
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError } from "../base/errors.ts";
import { ABORT_SIGNAL, checkOptions, FUNCTION, isObject, type OptionRules } from "../base/options.ts";
import type { ByteSource, SourceDirectory } from "./artifact.ts";
import { closedError, silenceError, transportError } from "./http-faults.ts";
import { checkFileName, checkRange } from "./sources.ts";

export interface HttpOptions {
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Sent with every request, e.g. an authorization header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest silence of the server: until it answers, and between two pieces of an answer. Default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Ends every request, those of sources that are open already among them: they reject with its reason. */
  readonly signal?: AbortSignal;
}

const DEFAULT_IDLE_TIMEOUT_MS = 30_000;

/** A timer of more milliseconds fires at once. */
const MOST_TIMEOUT_MS = 2 ** 31 - 1;

const HTTP_OPTIONS: OptionRules<HttpOptions> = {
  fetch: FUNCTION,
  headers: {
    // What is iterable (a Headers object, a list of pairs) would spread to no header at all.
    right: (value) =>
      isObject(value) && !(Symbol.iterator in value) && Object.values(value).every((text) => typeof text === "string"),
    needed: "texts by name",
    hint: 'such as { authorization: "Bearer ..." }',
  },
  idleTimeoutMs: {
    right: (value) => typeof value === "number" && value > 0 && value <= MOST_TIMEOUT_MS,
    needed: `milliseconds above 0 and at most ${MOST_TIMEOUT_MS}`,
    hint: "left out, a server may be silent for 30 seconds",
  },
  signal: ABORT_SIGNAL,
};

interface RangeAnswer {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly validator: string | undefined;
}

/**
 * Opens `url` by asking for its first byte. Resolves to undefined when the server says it does not exist (404, 410).
 * @throws ArtifactError `range_not_supported`, `source_empty`, `source_timeout`, `source_unreadable`;
 * RequestError `bad_options`, `unknown_field`
 */
export async function openHttpSource(url: string, options: HttpOptions = {}): Promise<ByteSource | undefined> {
  checkOptions(options, HTTP_OPTIONS);
  const first = await request(url, 0, 1, options);
  if (first === undefined) return undefined;
  const { size, validator } = first;
  const closing = new AbortController();
  return {
    name: url,
    size,
    async read(offset, length) {
      checkRange(url, size, offset, length);
      if (length === 0) return new Uint8Array(0);
      const answer = await request(url, offset, length, options, closing.signal);
      if (answer === undefined) throw new ArtifactError("source_changed", `${url}: the file is gone (404)`);
      const same = answer.size === size && answer.validator === validator;
      if (same) return answer.bytes;
      throw new ArtifactError(
        "source_changed",
        `${url}: the file changed while it was open: ${withSeparators(size)} bytes, validator ${validator ?? "none"}; ` +
          `now ${withSeparators(answer.size)} bytes, validator ${answer.validator ?? "none"}`,
        { hint: "open the model again" },
      );
    },
    async close() {
      closing.abort(closedError(url));
    },
  };
}

/** A base URL as a folder. It cannot be listed. @throws RequestError `bad_options`, `unknown_field` */
export function httpDirectory(baseUrl: string, options: HttpOptions = {}): SourceDirectory {
  checkOptions(options, HTTP_OPTIONS);
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return {
    name: baseUrl,
    async list() {
      return undefined;
    },
    async open(file) {
      checkFileName(baseUrl, file);
      return openHttpSource(base + encodeURIComponent(file), options);
    },
    folder(name) {
      checkFileName(baseUrl, name);
      return httpDirectory(base + encodeURIComponent(name), options);
    },
  };
}

/** Aborts what it is given to when nothing was heard for the limit, or when one of `ends` is aborted. */
function silenceWatch(url: string, limitMs: number, ends: readonly AbortSignal[]) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => controller.abort(ends.find(({ aborted }) => aborted)?.reason);
  const end = (): void => {
    clearTimeout(timer);
    for (const signal of ends) signal.removeEventListener("abort", stop);
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(silenceError(url, limitMs)), limitMs);
  };
  for (const signal of ends) signal.addEventListener("abort", stop);
  if (ends.some(({ aborted }) => aborted)) stop();
  heard();
  return { signal: controller.signal, heard, end };
}

async function request(
  url: string,
  offset: number,
  length: number,
  options: HttpOptions,
  closing?: AbortSignal,
): Promise<RangeAnswer | undefined> {
  const { idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS, signal } = options;
  const ends = [signal, closing].filter((one) => one !== undefined);
  const watch = silenceWatch(url, idleTimeoutMs, ends);
  try {
    const response = await ask(url, offset, length, options, watch.signal);
    watch.heard();
    return await answerOf(url, offset, length, response, watch.heard);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    watch.end();
  }
}

async function answerOf(
  url: string,
  offset: number,
  length: number,
  response: Response,
  heard: () => void,
): Promise<RangeAnswer | undefined> {
  if (response.status === 404 || response.status === 410) {
    await response.body?.cancel();
    return undefined;
  }
  if (response.status !== 206) {
    await response.body?.cancel();
    throw refusal(url, response);
  }
  const size = contentRangeSize(url, response.headers.get("content-range"), offset, length);
  const bytes = await body(url, response, length, heard);
  const validator = response.headers.get("etag") ?? response.headers.get("last-modified") ?? undefined;
  return { bytes, size, validator };
}

async function ask(
  url: string,
  offset: number,
  length: number,
  options: HttpOptions,
  signal: AbortSignal,
): Promise<Response> {
  const send = options.fetch ?? globalThis.fetch;
  const headers = { ...options.headers, range: `bytes=${offset}-${offset + length - 1}` };
  try {
    return await send(url, { headers, signal });
  } catch (error) {
    throw transportError(url, "the request failed", error);
  }
}

function refusal(url: string, { status, headers }: Response): ArtifactError {
  if (/^text\/html\b/i.test(headers.get("content-type") ?? "") && status < 400) {
    return new ArtifactError("foreign_file", `${url}: the server answered ${status} with a web page, not the file`, {
      hint: "give the address below which the files themselves are, and a token where they ask for a login",
      data: { file: url, kind: "web-page", status },
    });
  }
  if (status === 200) {
    return new ArtifactError(
      "range_not_supported",
      `${url}: the server answered 200 to a range request, needed 206 (partial content)`,
      { hint: "serve the model from a server that supports HTTP ranges, or download it first", data: { status } },
    );
  }
  if (status === 416) return new ArtifactError("source_empty", `${url}: the file has no such bytes (416)`);
  return new ArtifactError("source_unreadable", `${url}: the server answered ${status}, needed 206`, {
    data: { status },
  });
}

/** Total size from `bytes first-last/size`, after checking that the range is the one asked for. */
function contentRangeSize(url: string, header: string | null, offset: number, length: number): number {
  const match = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/.exec(header ?? "");
  const [first, last, size] = match === null ? [] : match.slice(1).map(Number);
  if (first === offset && last === offset + length - 1 && size !== undefined && last < size) return size;
  const wanted = `bytes ${offset}-${offset + length - 1}/<size>`;
  throw new ArtifactError(
    header === null ? "range_not_supported" : "source_unreadable",
    `${url}: found Content-Range ${header ?? "missing"}, needed ${wanted}`,
    { hint: "across origins the server must list Content-Range in Access-Control-Expose-Headers" },
  );
}

/** Reads the body, stopping as soon as it is longer than asked: a lying server cannot make us allocate more. */
async function body(url: string, response: Response, length: number, heard: () => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      heard();
      if (filled + value.byteLength > length) {
        await reader.cancel();
        throw new ArtifactError("source_unreadable", `${url}: the server sent more than the ${length} bytes asked for`);
      }
      bytes.set(value, filled);
      filled += value.byteLength;
    }
  } catch (error) {
    throw transportError(url, "the transfer broke off", error);
  }
  if (filled === length) return bytes;
  throw new ArtifactError("source_unreadable", `${url}: needed ${length} bytes, the server sent ${filled}`);
}
