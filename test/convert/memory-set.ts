/** A set written to memory: what a converter makes of a source, as files that open again. */
import type { SourceDirectory } from "../../src/artifact/artifact.ts";
import { filePieces } from "../../src/artifact/ninfer/new-set.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { type ConversionPlan, type PlanOptions, planConversion } from "../../src/convert/plan.ts";
import { type PayloadSink, writeObjects } from "../../src/convert/write.ts";
import type { ModelContents } from "../../src/model/contents.ts";
import { modelContents } from "../../src/model/open.ts";
import { type OpenedModel, openModel } from "../model/opened-model.ts";
import { OPTIONS, openRecipe } from "./recipes.ts";

interface MemorySet {
  readonly plan: ConversionPlan;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly directory: SourceDirectory;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export async function writeToMemory(plan: ConversionPlan): Promise<MemorySet> {
  const { set } = plan;
  const buffers = set.files.map(({ payloadStart, payloadBytes }) => new Uint8Array(payloadStart + payloadBytes));
  const sink: PayloadSink = {
    async write(offset, bytes) {
      for (const { file, at, begin, end } of filePieces(set, offset, bytes.length)) {
        buffers[file]!.set(bytes.subarray(begin, end), at);
      }
    },
    async complete() {},
  };
  const id = await writeObjects(plan, sink, { done: new Map() });
  for (const [i, buffer] of buffers.entries()) buffer.set(set.frame(i, id));
  const files = Object.fromEntries(set.files.map(({ path }, i) => [path ?? OPTIONS.entryName, buffers[i]!]));
  return {
    ...{ plan, files, directory: memoryDirectory("set", files) },
    async read(offset, length) {
      const pieces = filePieces(set, offset, length);
      return Buffer.concat(pieces.map(({ file, at, begin, end }) => buffers[file]!.subarray(at, at + end - begin)));
    },
  };
}

export function planOf(contents: ModelContents, recipe: string, options: Partial<PlanOptions> = {}): ConversionPlan {
  return planConversion(contents, openRecipe(recipe), { ...OPTIONS, ...options });
}

/** A model by a recipe, written and opened again. */
export async function converted(
  from: OpenedModel,
  recipe: string,
  options: Partial<PlanOptions> = {},
): Promise<MemorySet & { readonly model: OpenedModel }> {
  const set = await writeToMemory(planOf(await modelContents(from.artifact), recipe, options));
  return { ...set, model: await openModel(set.directory, { file: OPTIONS.entryName }) };
}
