/**
 * What a conversion writes: every object of the new container, its bytes' place, and where they come from. Separate from
 * doing it, because all of it is known beforehand: a plan is compared with published files, resumed, and written without
 * its weights. Invariant: a plan depends on the source's directory, the recipe and the options, never on weights.
 */

import { ENCODERS } from "../artifact/encoders/encoders.ts";
import type { JsonObject } from "../artifact/json-fields.ts";
import { spelledFormat } from "../artifact/ninfer/formats.ts";
import { type NewDirectory, type NewObject, type NewSet, newSet } from "../artifact/ninfer/new-set.ts";
import { product } from "../base/bytes.ts";
import { UnsupportedError } from "../base/errors.ts";
import { WEIGHT_LAYOUTS, type WeightFormat } from "../base/formats/registry.ts";
import { present } from "../base/invariant.ts";
import type { ModelContents, StoredParameter } from "../model/contents.ts";
import { formatFor, isSeparate, KEEP, type Recipe } from "./recipe.ts";

/** A parameter that is rows of a new matrix from row `row` on. */
export interface Member {
  readonly parameter: StoredParameter;
  readonly row: number;
}

export interface TensorJob {
  readonly kind: "tensor";
  readonly id: string;
  readonly shape: readonly number[];
  readonly format: WeightFormat;
  /** `copy` takes stored bytes over, `encode` decodes where needed and encodes again. */
  readonly method: "copy" | "encode";
  readonly members: readonly Member[];
}

interface ResourceJob {
  readonly kind: "resource";
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type Job = TensorJob | ResourceJob;

export interface ConversionPlan {
  readonly contents: ModelContents;
  /** One job for each object of the set, in its order. */
  readonly jobs: readonly Job[];
  readonly set: NewSet;
  /** How many parameters are rounded a second time, by the formats they come from and go to. */
  readonly encodedAgain: ReadonlyMap<string, number>;
}

export interface PlanOptions {
  readonly entryName: string;
  readonly mostFileBytes: number;
  /** Components left out. */
  readonly without?: readonly string[];
  /** Name and version of whoever writes, for the record. */
  readonly writer: string;
}

/** @throws UsageError `bad_recipe`, `shard_too_small`; UnsupportedError `unsupported_tensor` */
export function planConversion(contents: ModelContents, recipe: Recipe, options: PlanOptions): ConversionPlan {
  const kept = without(contents, options.without ?? []);
  const resources = kept.resources.map(({ component, role, text }): ResourceJob => {
    return { kind: "resource", id: `resource/${component}/${role}`, bytes: new TextEncoder().encode(text) };
  });
  const tensors = planTensors(kept, recipe);
  const divisors = planDivisors(kept, tensors);
  const encodedAgain = countEncodedAgain(tensors);
  const directory: NewDirectory = {
    objects: [...resources, ...tensors, ...divisors.values()].map(objectOf),
    bindings: bindingsOf(kept, tensors),
    uses: usesOf(kept, tensors, divisors),
    components: componentsOf(kept, resources),
    metadata: { name: kept.title },
    provenance: {
      ...{ writer: options.writer, recipe: recipe.name, source: kept.source },
      ...(encodedAgain.size === 0 ? {} : { decoded_and_encoded_again: Object.fromEntries(encodedAgain) }),
    },
  };
  const set = newSet(directory, options.entryName, options.mostFileBytes);
  return { contents: kept, jobs: [...resources, ...tensors, ...divisors.values()], set, encodedAgain };
}

function componentOf(parameter: string): string {
  return parameter.split("/", 1)[0]!;
}

/** The contents without some components; a proposal goes with the text. */
function without(contents: ModelContents, components: readonly string[]): ModelContents {
  if (components.length === 0) return contents;
  const stays = (name: string): boolean => !components.includes(componentOf(name));
  return {
    ...contents,
    parameters: new Map([...contents.parameters].filter(([name]) => stays(name))),
    aliases: new Map([...contents.aliases].filter(([name]) => stays(name))),
    fusions: contents.fusions.filter((run) => run.every(stays)),
    components: new Map([...contents.components].filter(([name]) => stays(name))),
    resources: contents.resources.filter(({ component }) => stays(component)),
    inputs: (parameter) => contents.inputs(parameter).filter(stays),
  };
}

interface Choice {
  readonly parameter: StoredParameter;
  readonly format: WeightFormat;
  readonly method: "copy" | "encode";
}

/** What becomes of one parameter. */
function choose(parameter: StoredParameter, recipe: Recipe): Choice {
  const { format: stored, name, shape, copyable } = parameter;
  const wanted = stored === "i32" ? KEEP : formatFor(recipe, name);
  // A container has no word for f16, whose numbers f32 holds exactly.
  const format = wanted !== KEEP ? wanted : stored === "f16" ? "f32" : stored;
  const layout = WEIGHT_LAYOUTS[format].storage(shape);
  const spelled = spelledFormat(format);
  if (typeof layout === "string" || spelled === undefined) {
    const problem = spelled === undefined ? "not a format of weights" : (layout as string);
    throw new UnsupportedError(
      "unsupported_tensor",
      `${name}: found [${shape.join(", ")}], which ${spelled?.format ?? format} does not store: it ${problem}`,
      { hint: "give it another format by a rule before the one that matches", data: { parameter: name, shape } },
    );
  }
  const method = copyable && stored === format ? "copy" : "encode";
  if (method === "copy" || format in ENCODERS) return { parameter, format, method };
  throw new UnsupportedError("unsupported_tensor", `${name}: found ${stored}, needed numbers to store as ${format}`, {
    data: { parameter: name, format: stored },
  });
}

/** Shared matrices in the order of fusions, then everything else in its own. */
function planTensors({ parameters, fusions }: ModelContents, recipe: Recipe): readonly TensorJob[] {
  const choices = new Map([...parameters.values()].map((parameter) => [parameter.name, choose(parameter, recipe)]));
  const keeps = new Set(
    [...choices.values()].filter(({ parameter, method }) => method === "copy" && isKept(parameter, recipe)),
  );
  const taken = new Set<string>();
  const groups: (readonly Choice[])[] = [];
  for (const run of fusions) {
    const members = run.map((name) => present(choices.get(name), name));
    if (run.some((name) => taken.has(name) || isSeparate(recipe, name)) || !mayShare(members, keeps)) continue;
    for (const name of run) taken.add(name);
    groups.push(members);
  }
  const alone = [...choices.values()].filter(({ parameter }) => !taken.has(parameter.name));
  return [...groups, ...alone.map((choice) => [choice])].map(jobOf);
}

function isKept({ name, format }: StoredParameter, recipe: Recipe): boolean {
  return format !== "i32" && formatFor(recipe, name) === KEEP;
}

/** One format and one way to get there. What is kept as it is shares only what it shared before. */
function mayShare(members: readonly Choice[], keeps: ReadonlySet<Choice>): boolean {
  const [first] = members;
  const { parameter, format, method } = first!;
  const columns = product(parameter.shape.slice(1));
  const alike = members.every(
    (member) =>
      member.format === format &&
      member.method === method &&
      product(member.parameter.shape.slice(1)) === columns &&
      member.parameter.shape.length === parameter.shape.length,
  );
  if (!alike || method === "encode") return alike;
  const layout = WEIGHT_LAYOUTS[format].storage(parameter.shape);
  // A trailer holds for all rows of its own object and no others.
  const bound = typeof layout !== "string" && layout.trailer !== undefined;
  const together = members.every((member) => member.parameter.parent === parameter.parent);
  return together || !(bound || members.some((member) => keeps.has(member)));
}

function jobOf(group: readonly Choice[], index: number): TensorJob {
  const { parameter, format, method } = group[0]!;
  let row = 0;
  const members = group.map(({ parameter: own }): Member => {
    const member = { parameter: own, row };
    row += own.shape[0] ?? 1;
    return member;
  });
  const shape = group.length === 1 ? parameter.shape : [row, ...parameter.shape.slice(1)];
  return { kind: "tensor", id: `weight/${String(index).padStart(6, "0")}`, shape, format, method, members };
}

function objectOf(job: Job): NewObject {
  if (job.kind === "resource") return { kind: "resource", id: job.id, bytes: job.bytes.length };
  return { kind: "tensor", id: job.id, shape: job.shape, format: job.format };
}

function bindingsOf({ parameters, aliases }: ModelContents, tensors: readonly TensorJob[]): JsonObject {
  const bindings = new Map<string, JsonObject>();
  for (const { id, shape, members } of tensors) {
    const columns = product(shape.slice(1));
    for (const { parameter, row } of members) {
      const begin = row * columns;
      const range = [begin, begin + product(parameter.shape)];
      bindings.set(parameter.name, members.length === 1 ? { object: id } : { parts: [{ object: id, range }] });
    }
  }
  const own = [...parameters.keys()].map((name) => [name, bindings.get(name)] as const);
  return Object.fromEntries([...own, ...[...aliases].map(([alias, name]) => [alias, bindings.get(name)] as const)]);
}

/** A use as one text; names hold no blanks. */
const useOf = (parameter: string, input: string): string => `${parameter} ${input}`;

/** Measured divisors stay with the weights they were measured for: those that are taken over as they are. */
function planDivisors(
  { activationDivisors }: ModelContents,
  tensors: readonly TensorJob[],
): ReadonlyMap<string, TensorJob> {
  const taken = tensors.filter(({ format, method }) => format === "nvfp4" && method === "copy");
  const names = new Set(taken.flatMap(({ members }) => members.map(({ parameter }) => parameter.name)));
  const own = activationDivisors.filter(({ parameter }) => names.has(parameter));
  return new Map(
    own.map(({ parameter, input, divisor }, i) => [
      useOf(parameter, input),
      {
        ...{ kind: "tensor", id: `auxiliary/${String(i).padStart(6, "0")}`, shape: [], format: "f32", method: "copy" },
        members: [{ parameter: divisor, row: 0 }],
      },
    ]),
  );
}

function usesOf(
  { parameters, aliases, inputs }: ModelContents,
  tensors: readonly TensorJob[],
  divisors: ReadonlyMap<string, TensorJob>,
): readonly JsonObject[] {
  const formats = new Map(tensors.flatMap(({ format, members }) => members.map((m) => [m.parameter.name, format])));
  const named = [...parameters.keys()].map((name) => [name, name] as const);
  return [...named, ...aliases].flatMap(([parameter, name]) =>
    inputs(parameter).map((input) => {
      const divisor = divisors.get(useOf(name, input));
      if (divisor !== undefined) {
        const auxiliaries = { activation_input_divisor: { object: divisor.id } };
        return { parameter, input, activation_policy: "AllowA4", auxiliaries };
      }
      // Without measured divisors nothing is said of 4-bit activations.
      return { parameter, input, activation_policy: formats.get(name) === "fp8_row" ? "AllowA8" : "A16Only" };
    }),
  );
}

function componentsOf({ components, parameters }: ModelContents, resources: readonly ResourceJob[]): JsonObject {
  const proposal = parameters.get("proposal/token_ids");
  const own = [...components].map(([name, config]) => {
    const prefix = `resource/${name}/`;
    const files = resources.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => [id.slice(prefix.length), id]);
    const component = {
      config,
      ...(name === "text" ? {} : { target: "text" }),
      ...(files.length === 0 ? {} : { resources: Object.fromEntries(files) }),
      ...(name === "text" && proposal !== undefined
        ? { proposal: { domain: "indexed", rows: proposal.shape[0] } }
        : {}),
    };
    return [name, component];
  });
  return Object.fromEntries(own);
}

/** Of numbers that were rounded when they were stored, what is decoded and rounded again. */
function countEncodedAgain(tensors: readonly TensorJob[]): ReadonlyMap<string, number> {
  const again = new Map<string, number>();
  for (const { method, members, format } of tensors) {
    for (const { parameter } of members) {
      const from = parameter.format;
      if (method === "copy" || from === "bf16" || from === "f16" || from === "f32") continue;
      const step = `${spelledFormat(from)?.format ?? from} to ${spelledFormat(format)!.format}`;
      again.set(step, (again.get(step) ?? 0) + 1);
    }
  }
  return again;
}
