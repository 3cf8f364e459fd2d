/**
 * What a model file is, from its directory alone: format, components, sizes, and what qwerk would use of it. Separate
 * from opening because it must also describe a file that cannot be run, and say why. No tensor byte is read, so an
 * 18 GB file costs its header, over HTTP too.
 */
import type { ByteSource, SourceDirectory, TensorInfo } from "./artifact/artifact.ts";
import { ninferArtifact, ninferTexts, resourceObject } from "./artifact/ninfer/artifact.ts";
import type { NinferContainer } from "./artifact/ninfer/container.ts";
import { type Opened, type OpenOptions, openContainer } from "./artifact/open.ts";
import type { SafetensorsArtifact } from "./artifact/safetensors.ts";
import { type ErrorRecord, QwerkError, toErrorRecord } from "./base/errors.ts";
import type { Model, ModelConfig } from "./model/model.ts";
import { canonicalName, componentOf, modelOf, parseConfig } from "./model/open.ts";
import { readTemplates } from "./text/model-text.ts";

export interface Tally {
  readonly tensors: number;
  readonly bytes: number;
}

export interface Inspection {
  readonly name: string;
  readonly format: "ninfer" | "safetensors";
  /** Version of the container; safetensors has only one. */
  readonly version: 1 | 2 | 3;
  /** What the file calls itself: `qwen3.8-27b/groupwise-int`, a version 3 title, a checkpoint's model type. */
  readonly identity: string;
  /** 32 hexadecimal digits of a version 3 file. */
  readonly artifactId?: string;
  /** Component -> its stored tensors. */
  readonly components: Readonly<Record<string, Tally>>;
  readonly tensors: number;
  /** Size of all files of weights. */
  readonly bytes: number;
  /** Format, as the file spells it -> its stored tensors. */
  readonly byFormat: Readonly<Record<string, Tally>>;
  /** Whether a chat template comes with the model. */
  readonly template: boolean;
  readonly notes: readonly string[];
  /** The validated config, and what of the file would be loaded. Absent when the model cannot be run. */
  readonly config?: ModelConfig;
  readonly uses?: { readonly text: Tally; readonly mtp: Tally; readonly vision: Tally; readonly proposal: Tally };
  /** Why the model cannot be run. */
  readonly problem?: ErrorRecord;
}

/**
 * @throws ArtifactError and UnsupportedError when the directory, or a checkpoint's config.json, cannot be read or is of
 * another kind of model; tensors that do not fit the config, and models a `.ninfer` file only names, are a `problem`.
 */
export async function inspectArtifact(
  from: SourceDirectory | ByteSource,
  options: OpenOptions = {},
): Promise<Inspection> {
  const opened = await openContainer(from, options);
  const resource = opened.kind === "ninfer" ? opened.container : opened.checkpoint;
  try {
    const found = await (opened.kind === "ninfer" ? ofContainer(opened.container) : ofCheckpoint(opened.checkpoint));
    return { ...found, ...(await runnable(opened, found.notes)) };
  } finally {
    await resource.close();
  }
}

type Found = Omit<Inspection, "config" | "uses" | "problem">;

async function ofContainer(container: NinferContainer): Promise<Found> {
  const { directory } = container;
  const { identity } = directory;
  const owner = new Map<string, string>();
  for (const [parameter, ranges] of directory.bindings) {
    for (const { object } of ranges) if (!owner.has(object)) owner.set(object, head(parameter));
  }
  const tensors = [...directory.objects.values()].flatMap((object) =>
    object.kind === "tensor"
      ? [{ bytes: object.bytes, format: object.formatName, component: owner.get(object.id) ?? head(object.id) }]
      : [],
  );
  const ids = identity === undefined ? [] : [identity.modelId, identity.weightsId ?? []].flat();
  return {
    name: container.name,
    format: "ninfer",
    version: directory.version,
    identity: identity === undefined ? (directory.title ?? "untitled") : ids.join("/"),
    ...(container.artifactId === undefined ? {} : { artifactId: container.artifactId }),
    ...tallies(tensors),
    tensors: tensors.length,
    bytes: container.bytes,
    template: await hasTemplate(container),
    notes: [],
  };
}

/** Without reading more than it must: texts lie between tensors. */
async function hasTemplate(container: NinferContainer): Promise<boolean> {
  if (resourceObject(container.directory, "chat_template.jinja") !== undefined) return true;
  return (await readTemplates(ninferTexts(container))).size > 0;
}

async function ofCheckpoint(checkpoint: SafetensorsArtifact): Promise<Found> {
  const { modelType } = parseConfig(checkpoint.config);
  const tensors = [...checkpoint.tensors.values()].map(({ name, format, bytes }) => ({
    bytes,
    format,
    component: componentOf(canonicalName(name)),
  }));
  const notes = [...new Set(checkpoint.refused.values())].map((dtype) => notRead(dtype, checkpoint.refused));
  return {
    name: checkpoint.name,
    format: "safetensors",
    version: 1,
    identity: modelType,
    ...tallies(tensors),
    tensors: tensors.length,
    bytes: checkpoint.fileBytes,
    template: (await readTemplates(checkpoint)).size > 0,
    notes,
  };
}

function notRead(dtype: string, refused: ReadonlyMap<string, string>): string {
  const [first, ...more] = [...refused].flatMap(([name, its]) => (its === dtype ? [canonicalName(name)] : []));
  return `${first}${more.length === 0 ? "" : ` and ${more.length} more tensors`}: dtype ${dtype} is not read`;
}

/** First component of a `.ninfer` name. */
function head(name: string): string {
  return name.split("/", 1)[0]!;
}

function tallies(
  tensors: readonly { readonly bytes: number; readonly format: string; readonly component: string }[],
): Pick<Inspection, "components" | "byFormat"> {
  const by = (key: "format" | "component") => {
    const sums = new Map<string, Tally>();
    for (const tensor of tensors) {
      const sum = sums.get(tensor[key]) ?? { tensors: 0, bytes: 0 };
      sums.set(tensor[key], { tensors: sum.tensors + 1, bytes: sum.bytes + tensor.bytes });
    }
    return Object.fromEntries(sums);
  };
  return { components: by("component"), byFormat: by("format") };
}

async function runnable(
  opened: Opened,
  notes: readonly string[],
): Promise<Pick<Inspection, "config" | "uses" | "problem" | "notes">> {
  try {
    const model = modelOf(opened.kind === "ninfer" ? await ninferArtifact(opened.container) : opened.checkpoint);
    const of = (component: string) => tally(model, (info) => componentOf(info.name) === component);
    const uses = { text: of("text"), mtp: of("mtp"), vision: of("vision"), proposal: of("proposal") };
    return { config: model.config, uses, notes: [...notes, ...model.notes] };
  } catch (error) {
    if (error instanceof QwerkError) return { problem: toErrorRecord(error), notes };
    throw error;
  }
}

/** Stored bytes: a tensor of several formats counts as its parts, not as its decoded values. */
function tally(model: Model, counts: (info: TensorInfo) => boolean): Tally {
  let tensors = 0;
  let bytes = 0;
  for (const info of model.tensors.values()) {
    if (!counts(info)) continue;
    tensors++;
    const parts = new Set((info.parts ?? []).map((part) => part.tensor));
    bytes += info.parts === undefined ? info.bytes : 0;
    for (const part of parts) bytes += model.pieces?.get(part)?.bytes ?? 0;
  }
  return { tensors, bytes };
}
