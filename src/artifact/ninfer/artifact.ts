/**
 * A `.ninfer` container as an Artifact: its config, and its logical parameters under the canonical names of a Hugging
 * Face checkpoint. Nothing here computes; every tensor is a view of stored rows. Parts of a model that are
 * not stored or not known are left out with a note; what the config asks for and the file lacks is reported all at once.
 */
import { ArtifactError, UnsupportedError } from "../../base/errors.ts";
import type { Artifact, TensorInfo, TensorPart } from "../artifact.ts";
import type { ModelConfig } from "../config.ts";
import { parseTextConfig, parseVisionConfig, refuseExperts, tokensAndGeneration } from "../config-json.ts";
import { toPlain } from "../json.ts";
import type { Section } from "../json-fields.ts";
import { flag, isJsonObject, text } from "../json-fields.ts";
import { decodeText, MOST_RESOURCE_BYTES, noSuchTensor, rowRange } from "../safetensors.ts";
import type { ExpectedTensor } from "../tensor-names.ts";
import { compareTensors, expectedTensors } from "../tensor-names.ts";
import type { NinferContainer } from "./container.ts";
import type { Directory, ElementRange } from "./directory.ts";
import { familyTokens, knownModel } from "./models.ts";
import type { Recipe } from "./recipes.ts";
import { recipeOf } from "./recipes.ts";
import type { Roles } from "./roles.ts";
import { rolesOfObjects } from "./roles.ts";
import type { TensorView } from "./views.ts";
import { elementCount, parentName, sliceRanges, transposedView, viewOf } from "./views.ts";

/** Components whose parameters are known here; objects of others are left out with a note. */
const KNOWN_COMPONENTS: ReadonlySet<string> = new Set(["text", "mtp", "vision", "proposal"]);
/** Scalars that versions 1 and 2 put beside an NVFP4 matrix for 4-bit activations, which are not used. */
const ACTIVATION_SCALE = /\/input_scale_divisor$/;

/**
 * The model in a container. The container is closed with the artifact.
 * @throws ArtifactError `tensors_mismatch` with every missing, misshapen and unexpected tensor, `bad_config`;
 * UnsupportedError `mixture_of_experts`, `model_type`, `config_feature` and those of object formats.
 */
export async function ninferArtifact(container: NinferContainer): Promise<Artifact> {
  const { config, roles, notes } = await describe(container);
  const assembled = assemble(container, config, roles);
  const views = new Map([...assembled.tensors, ...assembled.pieces]);
  const find = (name: string): TensorView => {
    const view = views.get(name);
    if (view === undefined) throw noSuchTensor(container.name, name);
    return view;
  };
  return {
    kind: "ninfer",
    name: container.name,
    config,
    tensors: infoMap(assembled.tensors),
    pieces: infoMap(assembled.pieces),
    notes: [...notes, ...assembled.notes],
    readBytes: async (name, offset, length) => find(name).readBytes(offset, length),
    async readFloat32(name, rowStart, rowEnd) {
      const { info, readRows } = find(name);
      if (info.format === "i32") throw noSuchTensor(container.name, name, "int32");
      const { start, end } = rowRange(info, rowStart, rowEnd);
      return readRows(start, end);
    },
    resource: (name) => readResourceText(container, name),
    close: () => container.close(),
  };
}

/** Config and logical parameters, without looking at one tensor. */
async function describe(
  container: NinferContainer,
): Promise<{ readonly config: ModelConfig; readonly roles: Roles; readonly notes: readonly string[] }> {
  const { directory } = container;
  const generation = await readResourceText(container, "generation_config.json");
  const notes: string[] = [];
  if (directory.identity?.buildId !== undefined) notes.push("identity.build_id is recorded, not verified");
  const config = directory.version === 3 ? configV3(directory, generation) : configOlder(directory, generation);
  const roles =
    directory.version === 3 ? { bindings: directory.bindings, wrongParents: [] } : rolesOfObjects(directory, config);
  const names = [...roles.bindings.keys()];
  const expert = names.find((name) => name.includes("/moe/"));
  if (expert !== undefined) throw expertsRefused(`parameter ${expert}`);
  const mtp = new Set(names.flatMap((name) => /^mtp\/layers\/(\d+)\//.exec(name)?.[1] ?? []));
  const { vision, ...rest } = config;
  const hasVision = vision !== undefined && names.some((name) => name.startsWith("vision/"));
  return {
    config: { ...rest, text: { ...config.text, mtpLayers: mtp.size }, ...(hasVision ? { vision } : {}) },
    roles,
    notes,
  };
}

function expertsRefused(found: string): UnsupportedError {
  return new UnsupportedError("mixture_of_experts", `mixture of experts is not supported yet (${found})`, {
    hint: "use a dense model of the family, such as Qwen3.8-27B",
  });
}

function configOlder(directory: Directory, generation: string | undefined): ModelConfig {
  const modelId = directory.identity!.modelId;
  const model = knownModel(modelId);
  const where = `model_id ${modelId}`;
  return modelConfig({ where, values: model.text }, { where, values: model.vision }, generation);
}

function configV3(directory: Directory, generation: string | undefined): ModelConfig {
  const section = (component: string): Section | undefined => {
    const found = directory.components.get(component);
    const values = found === undefined ? undefined : toPlain(found.config);
    return isJsonObject(values) ? { where: `components.${component}.config`, values } : undefined;
  };
  const textSection = section("text")!;
  return modelConfig(textSection, section("vision"), generation);
}

function modelConfig(
  textSection: Section,
  visionSection: Section | undefined,
  generation: string | undefined,
): ModelConfig {
  const modelType = text(textSection, "model_type", "qwen3_5_text");
  refuseExperts(textSection, modelType);
  if (modelType !== "qwen3_5_text") {
    throw new UnsupportedError(
      "model_type",
      `${textSection.where}.model_type: found ${JSON.stringify(modelType)}, needed "qwen3_5_text"`,
      { data: { modelType } },
    );
  }
  const decoder = parseTextConfig(textSection, flag(textSection, "tie_word_embeddings", false));
  const { tokens, generation: sampling } = tokensAndGeneration(textSection, textSection, generation);
  return {
    modelType,
    text: decoder,
    ...(visionSection === undefined ? {} : { vision: parseVisionConfig(visionSection, decoder.hiddenSize) }),
    tokens: { ...familyTokens(decoder.vocabSize), ...tokens },
    generation: sampling,
  };
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
  const rest = [...roles.bindings.keys()].filter((role) => !used.has(role) && !ACTIVATION_SCALE.test(role));
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
    `${container.name}: ${count} tensors are not as the model's config says:\n  ${lines.join("\n  ")}`,
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

/** Object that holds a resource, by its bare file name. */
export function resourceObject(directory: Directory, name: string): string | undefined {
  if (directory.version !== 3) {
    const object = `frontend/${name}`;
    return directory.objects.get(object)?.kind === "resource" ? object : undefined;
  }
  const own = directory.components.get("text")?.resources.get(name);
  if (own !== undefined) return own;
  for (const { resources } of directory.components.values()) {
    const object = resources.get(name);
    if (object !== undefined) return object;
  }
  return undefined;
}

async function readResourceText(container: NinferContainer, name: string): Promise<string | undefined> {
  const object = resourceObject(container.directory, name);
  if (object === undefined) return undefined;
  const bytes = container.directory.objects.get(object)!.bytes;
  if (bytes > MOST_RESOURCE_BYTES) {
    throw new ArtifactError(
      "resource_too_large",
      `${container.name}: ${object}: found ${bytes} bytes of text, needed less`,
    );
  }
  return decodeText(`${container.name}: ${object}`, await container.readResource(object));
}
