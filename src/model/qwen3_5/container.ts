/**
 * A `.ninfer` container as a model of the family: its logical parameters under the canonical names of a Hugging Face
 * checkpoint. Nothing here computes; every tensor is a view of stored rows. Parts of a model that are not stored or not
 * known are left out with a note; what the config asks for and the file lacks is reported all at once.
 */
import type { TensorInfo, TensorPart } from "../../artifact/artifact.ts";
import type { NinferArtifact } from "../../artifact/ninfer/artifact.ts";
import type { NinferContainer } from "../../artifact/ninfer/container.ts";
import type { ElementRange } from "../../artifact/ninfer/directory.ts";
import { isActivationScale, type Roles, rolesOfObjects } from "../../artifact/ninfer/roles.ts";
import type { TensorView } from "../../artifact/ninfer/views.ts";
import { elementCount, parentName, sliceRanges, transposedView, viewOf } from "../../artifact/ninfer/views.ts";
import { noSuchTensor, rowRange } from "../../artifact/safetensors.ts";
import { checkRange } from "../../artifact/sources.ts";
import { ArtifactError, listed } from "../../base/errors.ts";
import type { Model } from "../model.ts";
import { compareTensors, type ExpectedTensor } from "../tensor-check.ts";
import type { ModelConfig } from "./config.ts";
import { type Recipe, recipeOf } from "./container-names.ts";
import { expertsRefused } from "./experts.ts";
import { heightsOf } from "./heights.ts";
import { expectedTensors } from "./tensors.ts";

/** Components whose parameters are known here; objects of others are left out with a note. */
const KNOWN_COMPONENTS: ReadonlySet<string> = new Set(["text", "mtp", "vision", "proposal"]);

/**
 * @param parsed what the container's config says
 * @throws ArtifactError `tensors_mismatch` with every missing, misshapen and unexpected tensor; UnsupportedError
 * `mixture_of_experts` and those of object formats
 */
export function containerModel({ container, name, notes }: NinferArtifact, parsed: ModelConfig): Model {
  const roles = rolesOf(container, parsed);
  const config = withStoredParts(parsed, [...roles.bindings.keys()]);
  const assembled = assemble(container, config, roles);
  const views = new Map([...assembled.tensors, ...assembled.pieces]);
  const find = (tensor: string): TensorView => {
    const view = views.get(tensor);
    if (view === undefined) throw noSuchTensor(name, tensor);
    return view;
  };
  return {
    name,
    config,
    tensors: infoMap(assembled.tensors),
    pieces: infoMap(assembled.pieces),
    notes: [...notes, ...assembled.notes],
    async readBytes(tensor, offset, length) {
      const { info, readInto } = find(tensor);
      checkRange(`tensor ${info.name}`, info.bytes, offset, length);
      const bytes = new Uint8Array(length);
      await readInto(offset, bytes);
      return bytes;
    },
    readInto: async (tensor, offset, target) => find(tensor).readInto(offset, target),
    async readFloat32(tensor, rowStart, rowEnd) {
      const { info, readRows } = find(tensor);
      if (info.format === "i32") throw noSuchTensor(name, tensor, "int32");
      const { start, end } = rowRange(info, rowStart, rowEnd);
      return readRows(start, end);
    },
  };
}

/** Version 3 says what its parameters are; in older versions the names of objects and the config do. */
function rolesOf({ directory }: NinferContainer, config: ModelConfig): Roles {
  if (directory.version === 3) return { bindings: directory.bindings, wrongParents: [] };
  return rolesOfObjects(directory, (component) => heightsOf(component, config));
}

/** The config with as many MTP layers as are stored, and the vision tower only where it is. */
function withStoredParts(config: ModelConfig, names: readonly string[]): ModelConfig {
  const expert = names.find((name) => name.includes("/moe/"));
  if (expert !== undefined) throw expertsRefused(`parameter ${expert}`);
  const mtp = new Set(names.flatMap((name) => /^mtp\/layers\/(\d+)\//.exec(name)?.[1] ?? []));
  const { vision, ...rest } = config;
  const hasVision = vision !== undefined && names.some((name) => name.startsWith("vision/"));
  return { ...rest, text: { ...config.text, mtpLayers: mtp.size }, ...(hasVision ? { vision } : {}) };
}

interface Assembled {
  readonly tensors: ReadonlyMap<string, TensorView>;
  readonly pieces: ReadonlyMap<string, TensorView>;
  readonly notes: readonly string[];
}

/** Builds every view, then throws once if anything is missing, misshapen or, in closed sets, too much. */
function assemble(container: NinferContainer, config: ModelConfig, roles: Roles): Assembled {
  const tensors = new Map<string, TensorView>();
  const pieces = new Map<string, TensorView>();
  const used = new Set<string>();
  const needed = expectedTensors(config);
  for (const tensor of needed) {
    const recipe = recipeOf(tensor.name);
    for (const role of recipe?.roles ?? []) used.add(role);
    if (recipe === undefined || !recipe.roles.every((role) => roles.bindings.has(role))) continue;
    tensors.set(tensor.name, arrange({ container, config, bindings: roles.bindings, pieces }, tensor, recipe));
  }
  const rest = [...roles.bindings.keys()].filter((role) => !used.has(role) && !isActivationScale(role));
  const extra = rest.filter((role) => KNOWN_COMPONENTS.has(component(role)) && component(role) !== "proposal");
  check(container, needed, tensors, roles, extra);
  for (const role of rest.filter((name) => component(name) === "proposal")) {
    tensors.set(role, viewOf(container, role, roles.bindings.get(role)!));
  }
  for (const { info } of [...tensors.values(), ...pieces.values()]) addParent(container, info, pieces);
  return { tensors, pieces, notes: notesOn(rest) };
}

function component(role: string): string {
  return role.split("/", 1)[0]!;
}

interface Ingredients {
  readonly container: NinferContainer;
  readonly config: ModelConfig;
  readonly bindings: ReadonlyMap<string, readonly ElementRange[]>;
  /** Where the parts of a tensor of mixed formats are put. */
  readonly pieces: Map<string, TensorView>;
}

function arrange(from: Ingredients, { name, shape }: ExpectedTensor, { roles, arrange: how }: Recipe): TensorView {
  const { container, bindings, pieces } = from;
  const sources = roles.map((role) => bindings.get(role)!);
  if (how === "transposed") return transposedView(container, name, sources[0]!);
  const parts = how === "heads" ? headParts(from.config, roles) : wholeParts(container, roles, sources);
  const ranges = how === "heads" ? headRanges(from.config, parts, roles, sources) : sources.flat();
  const view = viewOf(container, name, ranges, { expected: shape, reshape: how === "reshaped" });
  if (roles.length === 1 || view.info.format !== "f32") return view;
  const stored = roles.map((role, i) => viewOf(container, role, sources[i]!));
  if (stored.every((part) => part.info.format === "f32")) return view;
  for (const part of stored) pieces.set(part.info.name, part);
  return viewOf(container, name, ranges, { expected: shape, parts });
}

/** The rows of each role whole, one role below the other. */
function wholeParts(
  container: NinferContainer,
  roles: readonly string[],
  sources: readonly (readonly ElementRange[])[],
): readonly TensorPart[] {
  return roles.map((tensor, i) => ({
    tensor,
    row: 0,
    rows: viewOf(container, tensor, sources[i]!).info.shape[0] ?? 1,
  }));
}

/** Head by head: `headWidth` rows of the first role, then as many of the second. */
function headParts(config: ModelConfig, roles: readonly string[]): readonly TensorPart[] {
  const { headWidth, queryHeads } = config.text.attention;
  return Array.from({ length: queryHeads }, (_, head) => head).flatMap((head) =>
    roles.map((tensor) => ({ tensor, row: head * headWidth, rows: headWidth })),
  );
}

/** Elements of the parts; where a role has another size than the config says, all of them, for the check to name. */
function headRanges(
  config: ModelConfig,
  parts: readonly TensorPart[],
  roles: readonly string[],
  sources: readonly (readonly ElementRange[])[],
): readonly ElementRange[] {
  const { headWidth, queryHeads } = config.text.attention;
  const columns = config.text.hiddenSize;
  if (sources.some((source) => elementCount(source) !== queryHeads * headWidth * columns)) return sources.flat();
  return parts.flatMap(({ tensor, row, rows }) =>
    sliceRanges(sources[roles.indexOf(tensor)]!, row * columns, (row + rows) * columns),
  );
}

function check(
  container: NinferContainer,
  needed: readonly ExpectedTensor[],
  tensors: ReadonlyMap<string, TensorView>,
  roles: Roles,
  extra: readonly string[],
): void {
  const problems = compareTensors(needed, infoMap(tensors));
  const missing = problems.missing.map((tensor) => ({
    ...tensor,
    roles: (recipeOf(tensor.name)?.roles ?? []).filter((role) => !roles.bindings.has(role)),
  }));
  const { wrongShape, wrongFormat } = problems;
  const { wrongParents } = roles;
  const closed = container.directory.version !== 3;
  const unexpected = closed ? extra : [];
  const count = missing.length + wrongShape.length + wrongFormat.length + wrongParents.length + unexpected.length;
  if (count === 0) return;
  const lines = [
    ...missing.map((t) => `missing ${t.roles.join(" and ")} (${t.name} [${t.shape.join(", ")}])`),
    ...wrongParents.map((t) => `${t.name}: found [${t.found.join(", ")}], needed ${t.rows} rows`),
    ...wrongShape.map((t) => `${t.name}: found [${t.found.join(", ")}], needed [${t.shape.join(", ")}]`),
    ...wrongFormat.map((t) => `${t.name}: found format ${t.found}, needed a weight format`),
    ...extra.map((role) => `not part of the model: ${role}`),
  ];
  throw new ArtifactError(
    "tensors_mismatch",
    `${container.name}: ${count} tensors are not as the model's config says:${listed(lines)}`,
    {
      hint: "the file is incomplete or of another model than it says",
      data: { missing, wrongShape, wrongFormat, wrongParents, extra },
    },
  );
}

/** Lists the stored parent of a view among the pieces, once. */
function addParent(container: NinferContainer, info: TensorInfo, pieces: Map<string, TensorView>): void {
  if (info.view === undefined || pieces.has(info.view.parent)) return;
  const object = info.view.parent.slice(parentName("").length);
  const { elements } = container.tensor(object);
  pieces.set(info.view.parent, viewOf(container, info.view.parent, [{ object, begin: 0, end: elements }]));
}

function notesOn(rest: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const role of rest) {
    const name = component(role);
    if (name !== "proposal") counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name}: ${count} tensors are not used by this version`);
}

function infoMap(views: ReadonlyMap<string, TensorView>): ReadonlyMap<string, TensorInfo> {
  return new Map([...views].map(([name, view]) => [name, view.info]));
}
