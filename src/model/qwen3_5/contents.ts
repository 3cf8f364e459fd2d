/**
 * A model of the family as a container's contents, from whatever holds it: a checkpoint's tensors taken apart into logical
 * parameters, or a container's parameters as they are bound. Nothing is computed; every parameter is rows of what is
 * stored, and what this version does not run (drafters, say) is taken along by name.
 */

import type { RawConfig } from "../../artifact/artifact.ts";
import { toPlain } from "../../artifact/json.ts";
import type { JsonObject } from "../../artifact/json-fields.ts";
import type { NinferArtifact } from "../../artifact/ninfer/artifact.ts";
import type { NinferContainer } from "../../artifact/ninfer/container.ts";
import type { Directory, ElementRange } from "../../artifact/ninfer/directory.ts";
import { isActivationScale, rolesOfObjects } from "../../artifact/ninfer/roles.ts";
import { viewOf } from "../../artifact/ninfer/views.ts";
import type { Artifact } from "../../artifact/open.ts";
import { product } from "../../base/bytes.ts";
import { byteSize } from "../../base/dtype.ts";
import { invariant, present } from "../../base/invariant.ts";
import type { ActivationDivisor, ModelContents, StoredParameter, TextResource } from "../contents.ts";
import type { Model } from "../model.ts";
import type { ExpectedTensor } from "../tensor-check.ts";
import type { ModelConfig } from "./config.ts";
import { componentConfigs } from "./container-config.ts";
import { recipeOf } from "./container-names.ts";
import { containerOrder, contextAliases, inputsOf } from "./container-order.ts";
import { heightsOf } from "./heights.ts";
import { syntheticModel } from "./synthetic.ts";
import { syntheticTexts } from "./synthetic-texts.ts";
import { expectedTensors } from "./tensors.ts";

const EMBEDDING = "text/token_embedding";
const HEAD = "text/output_head";

/** Contents of an opened model. Reads go to the artifact, which must stay open. */
export async function contentsOf(artifact: Artifact, model: Model): Promise<ModelContents> {
  const stored = artifact.kind === "ninfer" ? ofContainer(artifact, model) : ofCheckpoint(model);
  return assembled(model.config, stored, {
    activationDivisors: artifact.kind === "ninfer" ? divisorsOf(artifact, model) : [],
    title: titleOf(artifact),
    components: await configsOf(artifact, model.config),
    resources: await resourcesOf(artifact),
    notes: notesOn(artifact),
    source: sourceOf(artifact),
  });
}

/** Contents of a model whose weights are drawn. */
export function syntheticContents(name: string, raw: RawConfig, seed: number): ModelContents {
  const model = syntheticModel(name, raw, seed);
  const { config } = model;
  const source = { kind: "synthetic", name, seed };
  // Numbers are drawn, so there are no bytes to take over.
  const stored = [...ofCheckpoint(model)].map(
    ([role, parameter]) => [role, { ...parameter, copyable: false }] as const,
  );
  const components = componentConfigs(config, []);
  const resources = syntheticTexts(config);
  return assembled(config, new Map(stored), {
    ...{ title: name, components, resources, notes: [], source },
    activationDivisors: [],
  });
}

type Facts = Pick<ModelContents, "activationDivisors" | "title" | "components" | "resources" | "notes" | "source">;

function assembled(config: ModelConfig, stored: ReadonlyMap<string, StoredParameter>, facts: Facts): ModelContents {
  const tied = config.text.tiedEmbeddings;
  const names = [...stored.keys()].filter((name) => !(tied && name === HEAD));
  const { names: ordered, fusions } = containerOrder(config, names);
  const aliases = new Map([...(tied ? [[HEAD, EMBEDDING] as const] : []), ...contextAliases(ordered)]);
  return {
    ...facts,
    parameters: new Map(ordered.map((name) => [name, present(stored.get(name), name)])),
    aliases: new Map([...aliases].filter(([alias, name]) => stored.has(name) && !names.includes(alias))),
    fusions,
    inputs: (parameter) => inputsOf(parameter, [...facts.components.keys()]),
    outputHead: tied ? EMBEDDING : HEAD,
  };
}

function bindingsOf({ container }: NinferArtifact, { config }: Model): ReadonlyMap<string, readonly ElementRange[]> {
  const { directory } = container;
  if (directory.version === 3) return directory.bindings;
  return rolesOfObjects(directory, (component) => heightsOf(component, config)).bindings;
}

const DIVISOR = "activation_input_divisor";

/** Version 3 has them with the uses; older ones beside the matrix, under its name. */
function divisorsOf(artifact: NinferArtifact, model: Model): readonly ActivationDivisor[] {
  const { directory } = artifact.container;
  const divisor = (name: string, ranges: readonly ElementRange[]) => boundParameter(artifact.container, name, ranges);
  if (directory.version === 3) {
    return directory.uses.flatMap(({ parameter, input, auxiliaries }) => {
      const ranges = auxiliaries.get(DIVISOR);
      return ranges === undefined ? [] : [{ parameter, input, divisor: divisor(`${parameter} ${DIVISOR}`, ranges) }];
    });
  }
  const bindings = bindingsOf(artifact, model);
  const components = [...componentConfigs(model.config, []).keys()];
  return [...bindings]
    .filter(([name]) => isActivationScale(name))
    .flatMap(([name, ranges]) => {
      // The matrix is named as it is, or by what it does: mlp/gate_up_projection of mlp/gate_up.
      const site = name.slice(0, name.lastIndexOf("/"));
      const parents = [site, site.replace(/_projection$/, "")];
      const own = [...bindings].filter(([, [range]]) => parents.includes(range!.object));
      return own.flatMap(([parameter]) =>
        inputsOf(parameter, components).map((input) => ({ parameter, input, divisor: divisor(name, ranges) })),
      );
    });
}

/** The parameters of a container by the names they are bound to. */
function ofContainer(artifact: NinferArtifact, model: Model): ReadonlyMap<string, StoredParameter> {
  const { container } = artifact;
  const { directory } = container;
  const bindings = bindingsOf(artifact, model);
  const aliases = contextAliases([...bindings.keys()]);
  const isAlias = (name: string, ranges: readonly ElementRange[]): boolean => {
    const target = bindings.get(aliases.get(name) ?? "");
    return target !== undefined && JSON.stringify(target) === JSON.stringify(ranges);
  };
  const own = [...bindings].filter(
    ([name, ranges]) => isTaken(directory, name) && !isActivationScale(name) && !isAlias(name, ranges),
  );
  return new Map(own.map(([name, ranges]) => [name, boundParameter(container, name, ranges)]));
}

function boundParameter(container: NinferContainer, name: string, ranges: readonly ElementRange[]): StoredParameter {
  const { info, readInto, readRows } = viewOf(container, name, ranges);
  const { format, shape } = info;
  const parent = parentOf(ranges);
  return {
    ...{ name, format, shape, copyable: true },
    ...(parent === undefined ? {} : { parent }),
    async readBytes(offset, length) {
      const bytes = new Uint8Array(length);
      await readInto(offset, bytes);
      return bytes;
    },
    readRows: (start, end) => (shape.length < 2 ? readRows(0, shape[0] ?? 1) : readRows(start, end)),
  };
}

/** Components that versions 1 and 2 need not describe, because the model's name does. */
const DESCRIBED = new Set(["text", "mtp", "vision", "proposal"]);

function isTaken({ version, components }: Directory, name: string): boolean {
  const component = name.split("/", 1)[0]!;
  return DESCRIBED.has(component) || (version === 3 && components.has(component));
}

/** What has no description to go with it is left behind. */
function notesOn(artifact: Artifact): readonly string[] {
  if (artifact.kind !== "ninfer") return [];
  const { directory } = artifact.container;
  const objects = [...directory.objects.values()].filter(({ kind }) => kind === "tensor");
  const names = directory.version === 3 ? [...directory.bindings.keys()] : objects.map(({ id }) => id);
  const left = names.filter((name) => !isTaken(directory, name)).map((name) => name.split("/", 1)[0]!);
  return [...new Set(left)].map((component) => `${component} is left out: the file does not describe it`);
}

function parentOf(ranges: readonly ElementRange[]): string | undefined {
  const [first] = ranges;
  return ranges.every(({ object }) => object === first?.object) ? first?.object : undefined;
}

/** Rows of a canonical tensor, each `[row, row + rows)` of it. */
interface Rows {
  readonly row: number;
  readonly rows: number;
}

/** The parameters that a checkpoint's tensors consist of. */
function ofCheckpoint(model: Model): ReadonlyMap<string, StoredParameter> {
  const { config } = model;
  const parameters = new Map<string, StoredParameter>();
  for (const tensor of expectedTensors(config)) {
    const recipe = present(recipeOf(tensor.name), `a parameter for ${tensor.name}`);
    const rows = tensor.shape[0]!;
    if (recipe.arrange === "transposed") {
      parameters.set(recipe.roles[0]!, transposed(model, recipe.roles[0]!, tensor));
      continue;
    }
    let next = 0;
    recipe.roles.forEach((name, i) => {
      const height = recipe.roles.length === 1 ? rows : heightOf(config, name);
      const runs = recipe.arrange === "heads" ? headRuns(config, i) : [{ row: next, rows: height }];
      const flat = product(tensor.shape.slice(1));
      const shape = recipe.arrange === "reshaped" ? [height, flat] : [height, ...tensor.shape.slice(1)];
      parameters.set(name, ofRows(model, name, tensor.name, shape, runs));
      next += height;
    });
    invariant(recipe.roles.length === 1 || next === rows, `${tensor.name}: ${next} of ${rows} rows have a parameter`);
  }
  return parameters;
}

function heightOf(config: ModelConfig, name: string): number {
  const suffix = name.split("/").slice(-2).join("/");
  return present(heightsOf(name.split("/", 1)[0]!, config)[suffix], `rows of ${name}`);
}

/** Of each head in turn, query rows and then gate rows. */
function headRuns({ text }: ModelConfig, side: number): readonly Rows[] {
  const { headWidth, queryHeads } = text.attention;
  return Array.from({ length: queryHeads }, (_, head) => ({ row: (2 * head + side) * headWidth, rows: headWidth }));
}

function ofRows(
  model: Model,
  name: string,
  tensor: string,
  shape: readonly number[],
  runs: readonly Rows[],
): StoredParameter {
  const { format } = present(model.tensors.get(tensor), tensor);
  const columns = product(shape.slice(1));
  const rowBytes = shape.length < 2 ? 0 : columns * unitOf(format);
  const vector = shape.length < 2;
  return {
    ...{ name, shape, format, parent: tensor, copyable: runs.length === 1 },
    readRows: (start, end) =>
      vector
        ? model.readFloat32(tensor, runs[0]!.row, runs[0]!.row + runs[0]!.rows)
        : gather(runs, start, end, columns, (row, to) => model.readFloat32(tensor, row, to)),
    readBytes: (offset, length) =>
      model.readBytes(tensor, (vector ? runs[0]!.row * unitOf(format) : runs[0]!.row * rowBytes) + offset, length),
  };
}

function unitOf(format: StoredParameter["format"]): number {
  invariant(format === "bf16" || format === "f16" || format === "f32", `a checkpoint's weight of ${format}`);
  return byteSize(format);
}

/** Rows `[start, end)` of the concatenation of `runs`. */
async function gather(
  runs: readonly Rows[],
  start: number,
  end: number,
  columns: number,
  read: (row: number, end: number) => Promise<Float32Array>,
): Promise<Float32Array> {
  const [only] = runs;
  if (runs.length === 1) return read(only!.row + start, only!.row + end);
  const values = new Float32Array((end - start) * columns);
  let at = 0;
  for (const { row, rows } of runs) {
    const from = Math.max(start, at);
    const to = Math.min(end, at + rows);
    if (from < to) values.set(await read(row + from - at, row + to - at), (from - start) * columns);
    at += rows;
  }
  return values;
}

/** [channels, 1, taps] of a checkpoint as [taps, channels]. Small, so read whole. */
function transposed(model: Model, name: string, { name: tensor, shape }: ExpectedTensor): StoredParameter {
  const [channels, , taps] = shape as [number, number, number];
  return {
    ...{ name, shape: [taps, channels], format: model.tensors.get(tensor)!.format, parent: tensor, copyable: false },
    async readRows(start, end) {
      const values = await model.readFloat32(tensor);
      return Float32Array.from({ length: (end - start) * channels }, (_, i) => {
        const tap = start + Math.floor(i / channels);
        return values[(i % channels) * taps + tap]!;
      });
    },
    readBytes: () => Promise.reject(new Error(`internal error: ${name} is not stored as it is bound`)),
  };
}

async function configsOf(artifact: Artifact, config: ModelConfig): Promise<ReadonlyMap<string, JsonObject>> {
  if (artifact.kind === "ninfer" && artifact.container.directory.version === 3) {
    const { components } = artifact.container.directory;
    return new Map([...components].map(([name, { config: own }]) => [name, toPlain(own) as JsonObject]));
  }
  // What generation_config.json names, every reader finds there.
  const { eos } = config.tokens;
  const named = new Set(endTokensOf(artifact));
  return componentConfigs(
    config,
    eos.filter((id) => !named.has(id)),
  );
}

function endTokensOf({ config }: Artifact): readonly unknown[] {
  return [config.generation?.values["eos_token_id"]].flat();
}

const TEXT_FILES = ["tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "generation_config.json"];
const VISION_FILES = ["preprocessor_config.json", "video_preprocessor_config.json"];
/** What some exporters put elsewhere; taken along where it is. */
const FURTHER_FILES = ["chat_template.json", "additional_chat_templates/tool_use.jinja", "special_tokens_map.json"];

async function resourcesOf(artifact: Artifact): Promise<readonly TextResource[]> {
  const found: TextResource[] = [];
  for (const [component, files] of [
    ["text", TEXT_FILES],
    ["vision", VISION_FILES],
    ["text", FURTHER_FILES],
  ] as const) {
    for (const role of files) {
      const text = await artifact.resource(role);
      if (text !== undefined && text !== "") found.push({ component, role, text });
    }
  }
  return found;
}

function titleOf(artifact: Artifact): string {
  if (artifact.config.kind === "named") return artifact.config.modelId;
  const title = artifact.kind === "ninfer" ? artifact.container.directory.title : undefined;
  const [file = ""] = artifact.name
    .split(/[/\\]+/)
    .filter((part) => part !== "")
    .slice(-1);
  return title ?? file.replace(/\.ninfer$/, "");
}

function sourceOf(artifact: Artifact): JsonObject {
  if (artifact.kind === "safetensors")
    return { kind: "safetensors", name: titleOf(artifact), bytes: artifact.fileBytes };
  const { container } = artifact;
  const { version, identity } = container.directory;
  return {
    ...{ kind: `ninfer version ${version}`, name: titleOf(artifact), bytes: container.bytes },
    ...(container.artifactId === undefined ? {} : { artifact_id: container.artifactId }),
    ...(identity?.weightsId === undefined ? {} : { weights_id: identity.weightsId }),
  };
}
