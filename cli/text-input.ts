/**
 * Text that comes from files and standard input. Separate because bytes are checked here, before anything is opened:
 * invalid UTF-8 is refused with the place of the first bad byte, never replaced in silence.
 */
import { createReadStream, fstatSync } from "node:fs";
import { RequestError, UsageError } from "../src/base/errors.ts";

/** Most bytes of a prompt, template or conversation: far above any context, far below any memory. */
const MOST_BYTES = 256 * 1024 * 1024;

async function collect(
  stream: AsyncIterable<unknown>,
  name: string,
  onChunk: () => void = () => {},
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    onChunk();
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > MOST_BYTES) throw new RequestError("input_too_large", `${name} has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** @throws RequestError `invalid_utf8` with the offset of the first bad byte */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const at = firstBadByte(bytes);
    const found = bytes[at] === undefined ? "the end" : `byte 0x${bytes[at].toString(16).padStart(2, "0")}`;
    throw new RequestError("invalid_utf8", `${name}: found ${found} at offset ${at}, needed valid UTF-8`, {
      hint: "convert the text to UTF-8, for example with iconv",
      data: { offset: at },
    });
  }
}

/** Length of the longest valid start, found by halving: a prefix that is valid, cut characters aside, stays valid. */
function firstBadByte(bytes: Uint8Array): number {
  const startIsValid = (length: number): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [good, bad] = [0, bytes.byteLength + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (startIsValid(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

export async function standardInput(onChunk?: () => void): Promise<string> {
  return decodeUtf8(await collect(process.stdin, "standard input", onChunk), "standard input");
}

/** Silence of a pipe after which a person is told what is waited for. */
const PATIENCE_MS = 2000;

/** Whether standard input is something that was put there: a pipe or a file, no terminal and no /dev/null. */
function isPiped(): boolean {
  try {
    const facts = fstatSync(0);
    return facts.isFIFO() || facts.isFile() || facts.isSocket();
  } catch {
    // A closed standard input holds nothing.
    return false;
  }
}

/** What was piped in, or undefined. A pipe that gives nothing and stays open is waited for, and said so. */
export async function pipedInput(): Promise<string | undefined> {
  if (process.stdin.isTTY || !isPiped()) return undefined;
  const note = "waiting for the end of standard input; < /dev/null gives none\n";
  const timer = setTimeout(() => process.stderr.write(note), PATIENCE_MS);
  try {
    return await standardInput(() => clearTimeout(timer));
  } finally {
    clearTimeout(timer);
  }
}

/** Text of a file the user named for an option; `-` is standard input. @throws UsageError `file_unreadable` */
export async function readTextFile(option: string, path: string): Promise<string> {
  if (path === "-") return standardInput();
  let bytes: Uint8Array;
  try {
    bytes = await collect(createReadStream(path), path);
  } catch (cause) {
    if (cause instanceof RequestError) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const why = code === "ENOENT" ? "no such file" : `cannot be read (${code})`;
    throw new UsageError("file_unreadable", `${option} ${path}: ${why}, needed a readable file`, {
      hint: "check the path; relative paths start at the current folder",
      data: { option, path },
      cause,
    });
  }
  return decodeUtf8(bytes, path);
}

/** Lines of standard input as they come, without their endings. @throws RequestError `invalid_utf8` */
export async function* standardInputLines(input: AsyncIterable<unknown> = process.stdin): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of input) {
    let bytes: Uint8Array = Buffer.concat([rest, chunk as Uint8Array]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      yield lineOf(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  if (rest.byteLength > 0) yield lineOf(rest);
}

function lineOf(bytes: Uint8Array): string {
  return decodeUtf8(bytes, "standard input").replace(/\r$/, "");
}
