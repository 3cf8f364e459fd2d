/**
 * Files that stand where a model's file should be and are of another kind: a Git LFS pointer, GGUF, a web page that a
 * server sent instead, an archive. Separate because every reader would call them damaged and send people to download
 * again, which does not help. Told by their first bytes alone; whoever could not read a file asks here before it blames
 * the file, so a good file costs nothing.
 */
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError, type QwerkError, UnsupportedError } from "../base/errors.ts";
import type { ByteSource, SourceDirectory } from "./artifact.ts";

/** Enough for every mark below; a Git LFS pointer is shorter. */
const HEAD_BYTES = 512;

/** What is read: said of everything that is not. */
export const READS = "qwerk reads safetensors and .ninfer";
const ORIGINAL = "use the original Hugging Face checkpoint of the model, or a .ninfer file of it";
const AGAIN = "download the file again; where it asks for a login or an accepted licence, with a token that has both";

interface Kind {
  /** Stable, for `data`. */
  readonly kind: string;
  /** Completes "this is …". */
  readonly what: string;
  readonly hint: string;
  /** Well formed and not read, rather than not what should be there. */
  readonly unsupported?: true;
}

const ARCHIVES: readonly (readonly [kind: string, magic: readonly number[], what: string, hint: string])[] = [
  [
    "zip",
    [0x50, 0x4b, 3, 4],
    "a ZIP archive, as PyTorch (.bin, .pt) and NumPy (.npz) write their checkpoints",
    "save the model as safetensors",
  ],
  ["gzip", [0x1f, 0x8b], "a gzip file", "unpack it first"],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd], "a zstd file", "unpack it first"],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a], "an xz file", "unpack it first"],
  ["hdf5", [0x89, 0x48, 0x44, 0x46], "an HDF5 file", ORIGINAL],
];

/** What a file of another kind is, or undefined. */
function recognise(head: Uint8Array, size: number): Kind | undefined {
  const text = new TextDecoder("latin1").decode(head);
  if (/^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) {
    const [, bytes] = /^size (\d+)$/m.exec(text) ?? [];
    const stands = bytes === undefined ? "the file" : `${withSeparators(Number(bytes))} bytes`;
    return {
      kind: "git-lfs-pointer",
      what: `a Git LFS pointer: ${stands} that it stands for were not fetched`,
      hint: "run git lfs pull in its folder, or download the file itself",
    };
  }
  if (text.startsWith("GGUF")) {
    const version =
      head.length >= 8 ? ` (version ${new DataView(head.buffer, head.byteOffset).getUint32(4, true)})` : "";
    return { kind: "gguf", what: `a GGUF file${version}; ${READS}`, hint: ORIGINAL, unsupported: true };
  }
  if (/^(?:lmgg|fmgg|tjgg|algg)/.test(text)) {
    return { kind: "ggml", what: `a GGML file, the predecessor of GGUF; ${READS}`, hint: ORIGINAL, unsupported: true };
  }
  const page = webPage(text);
  if (page !== undefined) return page;
  const archive = ARCHIVES.find(([, magic]) => magic.every((byte, i) => head[i] === byte));
  if (archive !== undefined) {
    const [kind, , what, hint] = archive;
    return { kind, what: `${what}; ${READS}`, hint, unsupported: true };
  }
  if (head[0] === 0x80 && head[1]! >= 2 && head[1]! <= 5) {
    const what = `a Python pickle, as older PyTorch checkpoints are; ${READS}`;
    return { kind: "pickle", what, hint: "save the model as safetensors", unsupported: true };
  }
  if (head.length >= 64 && head.every((byte) => byte === 0)) {
    const what = `a file of ${withSeparators(size)} bytes that begins with zeros: room that a download took and did not fill`;
    return { kind: "unfilled", what, hint: "download the file again" };
  }
  return undefined;
}

function webPage(text: string): Kind | undefined {
  const start = text.replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "");
  if (!/^(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<\?xml\s|<error>)/i.test(start)) return undefined;
  const [, title] = /<title[^>]*>\s*([^<]{1,80})/i.exec(start) ?? [];
  const named = title === undefined ? "" : ` (${JSON.stringify(title.trim())})`;
  return { kind: "web-page", what: `a web page${named}, saved in place of the file`, hint: AGAIN };
}

/** Bytes that only text has, as an answer of a server in a few words. Fewer than a header's tell nothing. */
function plainText(head: Uint8Array): Kind | undefined {
  if (head.length < 8) return undefined;
  if (!head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)) return undefined;
  const text = new TextDecoder().decode(head).trim();
  const start = JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 57)}...`);
  return {
    kind: "text",
    what: `a text that begins with ${start}, no model file`,
    hint: "give the folder of a Hugging Face checkpoint or a .ninfer file; where this is the file, download it again",
  };
}

function errorOf(name: string, { kind, what, hint, unsupported }: Kind): QwerkError {
  const Class = unsupported === true ? UnsupportedError : ArtifactError;
  return new Class("foreign_file", `${name}: this is ${what}`, { hint, data: { file: name, kind } });
}

/**
 * Asked about a file that could not be read as a container of weights.
 * @returns ArtifactError or UnsupportedError `foreign_file`, or undefined for bytes that tell nothing
 */
export async function foreignFile(source: ByteSource): Promise<QwerkError | undefined> {
  const head = await source.read(0, Math.min(HEAD_BYTES, source.size));
  const kind = recognise(head, source.size) ?? plainText(head);
  return kind === undefined ? undefined : errorOf(source.name, kind);
}

/**
 * Asked about every text of a model: a pointer and a page are texts as well, and a template would answer with them.
 * @throws ArtifactError `foreign_file`
 */
export function refuseForeignText(name: string, bytes: Uint8Array): void {
  const kind = recognise(bytes.subarray(0, HEAD_BYTES), bytes.length);
  if (kind !== undefined) throw errorOf(name, kind);
}

/** Files that hold a model's weights in a form that is not read, by their endings, and the way out. */
const OTHER_WEIGHTS: readonly (readonly [ending: RegExp, what: string, hint: string])[] = [
  [
    /\.(?:incomplete|part|partial|aria2|crdownload|download|tmp)$/i,
    "a download that did not finish",
    "finish the download",
  ],
  [/\.ninfer$/i, "a .ninfer file", "give the file itself instead of its folder"],
  [/\.gguf$/i, "a GGUF file", ORIGINAL],
  [/\.(?:bin|pt|pth|ckpt)$/i, "a PyTorch checkpoint", "save the model as safetensors"],
  [/\.npz$/i, "an MLX or NumPy archive", ORIGINAL],
  [/\.(?:h5|msgpack|onnx|tflite|mlmodel)$/i, "a checkpoint of another program", ORIGINAL],
];

/**
 * What a folder without the weights that were looked for holds instead.
 * @returns the rest of a message and the way out
 */
export function otherContents(
  directory: SourceDirectory,
  names: readonly string[],
): { readonly found: string; readonly hint: string } | undefined {
  if (names.includes("adapter_config.json")) {
    return { found: "a LoRA adapter (adapter_config.json)", hint: "merge it into its base model and give that folder" };
  }
  if (names.includes("snapshots") && names.includes("refs")) {
    return {
      found: "the cache of a Hugging Face repository",
      hint: `give the folder of one revision, ${fileIn(directory, "snapshots")}/…`,
    };
  }
  for (const [ending, what, hint] of OTHER_WEIGHTS) {
    const file = names.find((name) => ending.test(name));
    if (file !== undefined) return { found: `${file}, ${what}`, hint };
  }
  return undefined;
}

/** Path or URL of a file of a folder, for messages. */
export function fileIn(directory: SourceDirectory, file: string): string {
  return directory.name.endsWith("/") ? directory.name + file : `${directory.name}/${file}`;
}
