/**
 * The way in: a folder or a single source -> Artifact. Decides by content, not by ending, which container it is. What
 * model it holds is not looked at.
 */
import { ArtifactError } from "../base/errors.ts";
import { can, checkOptions, checkValue, type OptionRule, type OptionRules, text } from "../base/options.ts";
import type { ByteSource, SourceDirectory } from "./artifact.ts";
import { foreignFile } from "./foreign-file.ts";
import { type NinferArtifact, ninferArtifact } from "./ninfer/artifact.ts";
import type { NinferContainer } from "./ninfer/container.ts";
import { openNinfer } from "./ninfer/container.ts";
import { looksLikeNinfer } from "./ninfer/framing.ts";
import { openSafetensors, type SafetensorsArtifact } from "./safetensors.ts";

/** An opened file or folder: its config, tensors and resources, in the container's own words. */
export type Artifact = SafetensorsArtifact | NinferArtifact;

export interface OpenOptions {
  /** Opens this file of the directory instead of looking for the standard ones. */
  readonly file?: string;
}

const OPEN_OPTIONS: OptionRules<OpenOptions> = { file: text("the name of a file in the directory") };

const FROM: OptionRule = {
  right: (value) => can(value, "open") || can(value, "read"),
  needed: "a directory or a byte source",
  hint: "httpDirectory(url) is one of a server, memoryDirectory(name, files) one of files",
  required: true,
};

/**
 * Opens a model's files. A directory is a Hugging Face checkpoint or holds one `.ninfer` file (`file` picks one of
 * several); a single source is a `.ninfer` file in one piece.
 * @throws ArtifactError for what is damaged or incomplete, UnsupportedError for containers this version does not read,
 * `foreign_file` of either class for a file of another kind, RequestError `bad_options`, `unknown_field`.
 * What of the model is missing or not supported, `modelOf` says.
 */
export async function openArtifact(from: SourceDirectory | ByteSource, options: OpenOptions = {}): Promise<Artifact> {
  const opened = await openContainer(from, options);
  return opened.kind === "ninfer" ? orClose(opened.container, ninferArtifact) : opened.checkpoint;
}

/** What was found, its directory read and checked, none of its resources read. */
export type Opened =
  | { readonly kind: "ninfer"; readonly container: NinferContainer }
  | { readonly kind: "safetensors"; readonly checkpoint: SafetensorsArtifact };

export async function openContainer(from: SourceDirectory | ByteSource, options: OpenOptions = {}): Promise<Opened> {
  checkValue(from, "from", FROM);
  checkOptions(options, OPEN_OPTIONS);
  if (!isDirectory(from)) {
    if (await looksLikeNinfer(from)) return { kind: "ninfer", container: await openNinfer(from) };
    const foreign = await foreignFile(from);
    if (foreign !== undefined) throw foreign;
    throw new ArtifactError(
      "unknown_container",
      `${from.name}: found no .ninfer file, needed one or a model's folder`,
      {
        hint: "a .safetensors file needs the config.json beside it: give the folder",
      },
    );
  }
  const file = options.file ?? (await ninferFile(from));
  if (file === undefined) return { kind: "safetensors", checkpoint: await openSafetensors(from) };
  const source = await from.open(file);
  if (source === undefined) {
    throw new ArtifactError("file_missing", `${from.name}: found no file ${file}`, { data: { file } });
  }
  return orClose(source, async () => {
    if (await looksLikeNinfer(source)) {
      return { kind: "ninfer", container: await openNinfer(source, { siblings: from, entryName: file }) };
    }
    const foreign = await foreignFile(source);
    if (foreign !== undefined) throw foreign;
    await source.close();
    return { kind: "safetensors", checkpoint: await openSafetensors(from, file) };
  });
}

/** The `.ninfer` file of a folder that is no checkpoint, or undefined when it is one. */
async function ninferFile(directory: SourceDirectory): Promise<string | undefined> {
  const names = await directory.list();
  if (names === undefined || names.includes("config.json")) return undefined;
  const files = names.filter((name) => name.endsWith(".ninfer")).sort();
  if (files.length <= 1) return files[0];
  throw new ArtifactError("several_models", `${directory.name}: found ${files.join(", ")}, needed one model`, {
    hint: "name the file",
    data: { files },
  });
}

function isDirectory(from: SourceDirectory | ByteSource): from is SourceDirectory {
  return "open" in from;
}

/** Runs `use`; when it fails, closes what it was given. */
async function orClose<T extends { close(): Promise<void> }, R>(
  resource: T,
  use: (resource: T) => Promise<R>,
): Promise<R> {
  try {
    return await use(resource);
  } catch (error) {
    await resource.close();
    throw error;
  }
}
