/**
 * `qwerk inspect`: what a model file is, from its directory alone. A file whose directory is read is described even if
 * its model cannot be run; what is damaged exits as a bad model.
 */

import { locateModel } from "../../node/open-model.ts";
import { formatBytes, withSeparators } from "../../src/base/bytes.ts";
import { type Inspection, inspectArtifact, type Tally } from "../../src/inspect.ts";
import { stderrColours, stdoutColours } from "../colour.ts";
import { EXIT, reportError } from "../exit.ts";
import { formatFacts, formatTable } from "../table.ts";

export interface InspectOptions {
  readonly json?: boolean;
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${withSeparators(bytes)} B (${formatBytes(bytes)})`;
}

function tallyTable(title: string, tallies: Readonly<Record<string, Tally>>): string {
  const rows = Object.entries(tallies).map(([name, { tensors, bytes }]) => [
    name,
    String(tensors),
    withSeparators(bytes),
    formatBytes(bytes),
  ]);
  const columns = [
    { title },
    { title: "tensors", align: "right" },
    { title: "bytes", align: "right" },
    { title: "", align: "right" },
  ] as const;
  return formatTable(columns, rows);
}

function configFacts({ config }: Inspection): [string, string][] {
  if (config === undefined) return [];
  const { text, vision } = config;
  const { attention, linearAttention } = text;
  const full = text.layerTypes.filter((type) => type === "full_attention").length;
  return [
    ["layers", `${text.layerTypes.length} (${text.layerTypes.length - full} gated delta rule, ${full} full attention)`],
    ["widths", `hidden ${text.hiddenSize}, MLP ${text.intermediateSize}`],
    ["attention", `${attention.queryHeads} query and ${attention.keyValueHeads} KV heads of ${attention.headWidth}`],
    [
      "delta rule",
      `${linearAttention.keyHeads} key heads of ${linearAttention.keyWidth}, ` +
        `${linearAttention.valueHeads} value heads of ${linearAttention.valueWidth}`,
    ],
    ["vocabulary", `${withSeparators(text.vocabSize)} rows, ${text.tiedEmbeddings ? "tied" : "own"} head`],
    ["positions", withSeparators(text.maxPositions)],
    ["MTP layers", String(text.mtpLayers)],
    ["vision", vision === undefined ? "no" : `${vision.depth} layers of ${vision.hiddenSize}`],
  ];
}

function useFacts({ uses }: Inspection): [string, string][] {
  if (uses === undefined) return [];
  const used = Object.entries(uses).filter(([, tally]) => tally.tensors > 0);
  return [["readable", used.map(([name, { bytes }]) => `${name} ${formatBytes(bytes)}`).join(", ")]];
}

function describe(found: Inspection): string {
  const facts: [string, string][] = [
    ["identity", found.identity],
    ["format", `${found.format} version ${found.version}`],
    ...(found.artifactId === undefined ? [] : [["artifact", found.artifactId] as [string, string]]),
    ["size", `${size(found.bytes)}, ${found.tensors} tensors`],
    ["template", found.template ? "yes" : "no"],
    ...configFacts(found),
    ...useFacts(found),
    ...found.notes.map((note) => ["note", note] as [string, string]),
  ];
  return [
    stdoutColours.bold(found.name),
    formatFacts(facts),
    "",
    tallyTable("component", found.components),
    "",
    tallyTable("format", found.byFormat),
  ].join("\n");
}

/** A container is what its directory says; a checkpoint is broken when its tensors are not those of its config. */
function isBroken({ format, problem }: Inspection): boolean {
  return format === "safetensors" && problem?.name === "ArtifactError";
}

/** The object of `--json`: the stable fields first, then what else is known. */
function jsonOf(found: Inspection): string {
  const { format, version, identity, components, tensors, bytes, byFormat, problem, ...rest } = found;
  const record = problem && {
    ...{ code: problem.code, message: problem.message, hint: problem.hint ?? null },
    data: problem.data ?? {},
  };
  return JSON.stringify({
    ...{ format, version, identity, components, tensors, bytes, byFormat, ...rest },
    ...(record === undefined ? {} : { [isBroken(found) ? "error" : "problem"]: record }),
  });
}

export async function inspectCommand(place: string, options: InspectOptions): Promise<number> {
  const json = options.json === true;
  try {
    const { from, file } = await locateModel(place);
    const found = await inspectArtifact(from, file === undefined ? {} : { file });
    process.stdout.write(`${json ? jsonOf(found) : describe(found)}\n`);
    if (found.problem !== undefined && !json) {
      process.stderr.write(`${stderrColours.red("qwerk:")} ${found.problem.message}\n`);
      if (found.problem.hint !== undefined) process.stderr.write(`  ${found.problem.hint}\n`);
    }
    return isBroken(found) ? EXIT.badModel : EXIT.ok;
  } catch (error) {
    return reportError(error, json);
  }
}
