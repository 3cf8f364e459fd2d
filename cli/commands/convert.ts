/**
 * `qwerk convert`: a checkpoint or a container becomes a version 3 `.ninfer` set by a recipe. What is refused is refused
 * before anything is written, and a run that was stopped goes on where it was when it is given again.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { locateModel } from "../../node/open-model.ts";
import { packageVersion } from "../../node/package-root.ts";
import { placeIdentity } from "../../node/place-identity.ts";
import { checkOutput, SetWriter, writeSparse } from "../../node/set-writer.ts";
import { spelledFormat } from "../../src/artifact/ninfer/formats.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { checkpointConfig } from "../../src/artifact/safetensors.ts";
import { formatBytes, withSeparators } from "../../src/base/bytes.ts";
import { UsageError } from "../../src/base/errors.ts";
import { withDraftHead } from "../../src/convert/draft-head.ts";
import { type ConversionPlan, planConversion } from "../../src/convert/plan.ts";
import type { Recipe } from "../../src/convert/recipe.ts";
import { type FormatError, verifyObjects } from "../../src/convert/verify.ts";
import { fromHex, planDigest, writeObjects } from "../../src/convert/write.ts";
import type { ModelContents } from "../../src/model/contents.ts";
import { modelContents, namedConfig, syntheticContents } from "../../src/model/open.ts";
import type { ProgressListener } from "../../src/runtime/port.ts";
import { stderrColours, stdoutColours } from "../colour.ts";
import { reportError } from "../exit.ts";
import { Interrupts } from "../interrupts.ts";
import { withProgress } from "../progress.ts";
import { openRecipe } from "../recipe-file.ts";
import { formatFacts, formatTable } from "../table.ts";

export interface ConvertOptions {
  readonly recipe: string;
  readonly out: string;
  readonly synthetic?: string;
  readonly seed: number;
  readonly without?: readonly string[];
  readonly draftCounts?: string;
  readonly shardBytes: number;
  readonly sparse?: boolean;
  readonly verify?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface Source {
  readonly contents: ModelContents;
  /** What tells this source's weights from another's with the same directory. */
  readonly identity: string;
  close(): Promise<void>;
}

export async function convertCommand(place: string | undefined, options: ConvertOptions): Promise<number> {
  const json = options.json === true;
  const interrupts = new Interrupts();
  try {
    const recipe = openRecipe(options.recipe);
    await checkOutput(options.out, options.force === true);
    const source = await chooseSource(place, options);
    try {
      const plan = planConversion(await drafted(source.contents, recipe, options), recipe, {
        entryName: basename(options.out),
        mostFileBytes: options.shardBytes,
        without: options.without ?? [],
        writer: `qwerk ${packageVersion()}`,
      });
      for (const note of notesOn(source.contents, options)) process.stderr.write(`${stderrColours.dim(note)}\n`);
      const errors = await interrupts.stoppable((signal) => convert(plan, source, options, signal));
      process.stdout.write(
        `${json ? reportJson(plan, options, errors) : describe(plan, recipe, options.out, errors)}\n`,
      );
      return 0;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (interrupts.exitCode === undefined) return reportError(error, json);
    process.stderr.write("stopped; the same command goes on from here\n");
    return interrupts.exitCode;
  }
}

/** What is left behind unasked, and what was to be left out and is not there. */
function notesOn({ notes, parameters }: ModelContents, { without = [] }: ConvertOptions): readonly string[] {
  const there = new Set([...parameters.keys()].map((name) => name.split("/", 1)[0]!));
  const absent = without.filter((component) => !there.has(component));
  return [...notes, ...absent.map((component) => `the source has no ${component}`)];
}

/** @throws UsageError `source_missing`, `source_twice` */
async function chooseSource(place: string | undefined, { synthetic, seed }: ConvertOptions): Promise<Source> {
  if (synthetic === undefined) {
    if (place !== undefined) return openSource(place);
    throw new UsageError("source_missing", "found no source, needed a model or --synthetic", {
      hint: "give a safetensors directory, a .ninfer file, or the URL of one",
    });
  }
  if (place !== undefined) {
    throw new UsageError("source_twice", `found ${place} and --synthetic ${synthetic}, needed one of them`);
  }
  const raw = /[/\\.]json$|[/\\]/.test(synthetic)
    ? checkpointConfig(await readFile(synthetic, "utf8"))
    : namedConfig(synthetic);
  const contents = syntheticContents(basename(synthetic, ".json"), raw, seed);
  return { contents, identity: JSON.stringify(contents.source), close: async () => {} };
}

async function openSource(place: string): Promise<Source> {
  const { from, file } = await locateModel(place);
  const artifact = await openArtifact(from, file === undefined ? {} : { file });
  try {
    const contents = await modelContents(artifact);
    const identity = `${JSON.stringify(contents.source)} ${await placeIdentity(place)}`;
    return { contents, identity, close: () => artifact.close() };
  } catch (error) {
    await artifact.close();
    throw error;
  }
}

const USUAL_DRAFT_ROWS = 131072;

/** With a draft head where counts of tokens are given; a drawn model's tokens are as frequent as their ids are low. */
async function drafted(contents: ModelContents, recipe: Recipe, options: ConvertOptions): Promise<ModelContents> {
  const { draftCounts: file, synthetic } = options;
  const rows = recipe.draftRows;
  if (file !== undefined) return withDraftHead(contents, await readCounts(file), rows ?? USUAL_DRAFT_ROWS, file);
  if (synthetic === undefined || rows === undefined) return contents;
  const vocabulary = contents.parameters.get(contents.outputHead)!.shape[0]!;
  const counts = BigInt64Array.from({ length: vocabulary }, (_, id) => BigInt(vocabulary - id));
  return withDraftHead(contents, new Uint8Array(counts.buffer), rows, synthetic);
}

async function readCounts(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new UsageError("bad_token_counts", `${file}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Writes and publishes; what was written is compared with its source before it gets its name. */
async function convert(
  plan: ConversionPlan,
  source: Source,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<readonly FormatError[]> {
  if (options.sparse === true) {
    const texts = plan.set.objects.flatMap(({ offset }, i) => {
      const job = plan.jobs[i]!;
      return job.kind === "resource" ? [{ offset, bytes: job.bytes }] : [];
    });
    await writeSparse(options.out, plan.set, fromHex(await planDigest(plan)).subarray(0, 16), texts);
    return [];
  }
  const key = `${await planDigest(plan)} ${source.identity}`;
  const writer = await SetWriter.open(options.out, plan.set, { key, force: options.force === true });
  const objects = plan.set.objects.length;
  if (writer.done.size > 0) process.stderr.write(`going on: ${writer.done.size} of ${objects} objects are written\n`);
  try {
    const id = await withProgress(process.stderr, "writing", (onProgress) =>
      writeObjects(plan, writer, { done: writer.done, onProgress, signal }),
    );
    const verify = (onProgress: ProgressListener) =>
      verifyObjects(plan, (offset, length) => writer.read(offset, length), onProgress);
    const errors = options.verify === true ? await withProgress(process.stderr, "verifying", verify) : [];
    await writer.publish(id);
    return errors;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

interface Tally {
  parameters: number;
  bytes: number;
}

/** Objects and bytes by format. */
function tallies({ set }: ConversionPlan): ReadonlyMap<string, Tally> {
  const found = new Map<string, Tally>();
  for (const object of set.objects) {
    const format = object.kind === "tensor" ? spelledFormat(object.format)!.format : "texts";
    const tally = found.get(format) ?? { parameters: 0, bytes: 0 };
    found.set(format, { parameters: tally.parameters + 1, bytes: tally.bytes + object.bytes });
  }
  return found;
}

function fileBytes({ set }: ConversionPlan): number {
  return set.files.reduce((sum, { payloadStart, payloadBytes }) => sum + payloadStart + payloadBytes, 0);
}

function describe(plan: ConversionPlan, recipe: Recipe, out: string, errors: readonly FormatError[]): string {
  const bytes = fileBytes(plan);
  const facts: [string, string][] = [
    ["recipe", [recipe.name, recipe.description].filter((text) => text !== "").join(": ")],
    ["size", `${withSeparators(bytes)} B (${formatBytes(bytes)}) in ${plan.set.files.length} files`],
    ...[...plan.encodedAgain].map(([step, count]): [string, string] => [
      "rounded twice",
      `${step}: ${count} parameters`,
    ]),
  ];
  const rows = [...tallies(plan)].map(([format, { parameters, bytes: own }]) => {
    const error = errors.find((one) => one.format === format);
    const shownError = error === undefined ? "" : error.relativeError.toExponential(2);
    return [format, String(parameters), withSeparators(own), shownError];
  });
  const columns = [
    { title: "format" },
    { title: "objects", align: "right" },
    { title: "bytes", align: "right" },
    { title: errors.length === 0 ? "" : "relative error", align: "right" },
  ] as const;
  return [stdoutColours.bold(out), formatFacts(facts), "", formatTable(columns, rows)].join("\n");
}

function reportJson(plan: ConversionPlan, { out, recipe }: ConvertOptions, errors: readonly FormatError[]): string {
  const byFormat = Object.fromEntries(tallies(plan));
  const files = plan.set.files.length;
  const encodedAgain = Object.fromEntries(plan.encodedAgain);
  return JSON.stringify({ out, recipe, bytes: fileBytes(plan), files, byFormat, encodedAgain, errors });
}
