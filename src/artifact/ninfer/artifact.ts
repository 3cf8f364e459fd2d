/**
 * A `.ninfer` container as an Artifact: its config as it was written, and its text resources. What its parameters mean to
 * a model is for `src/model` to say.
 */
import { ArtifactError } from "../../base/errors.ts";
import { invariant } from "../../base/invariant.ts";
import type { OpenedFiles, RawConfig } from "../artifact.ts";
import { toPlain } from "../json.ts";
import { isJsonObject, parseObject, type Section } from "../json-fields.ts";
import { decodeText, MOST_RESOURCE_BYTES } from "../safetensors.ts";
import type { NinferContainer } from "./container.ts";
import type { Directory } from "./directory.ts";

/** Objects and logical parameters by the names of the directory. */
export interface NinferArtifact extends OpenedFiles {
  readonly kind: "ninfer";
  readonly container: NinferContainer;
}

/**
 * The container is closed with the artifact.
 * @throws ArtifactError `bad_json`, and what reading a resource throws
 */
export async function ninferArtifact(container: NinferContainer): Promise<NinferArtifact> {
  const { directory, name } = container;
  const generation = await readResourceText(container, "generation_config.json");
  return {
    kind: "ninfer",
    name,
    config: rawConfig(
      name,
      directory,
      generation === undefined ? undefined : parseObject(`${name}: generation_config.json`, generation),
    ),
    notes:
      directory.identity?.buildId === undefined
        ? []
        : ["identity.build_id is a recorded hash, not verified while loading"],
    container,
    ...ninferTexts(container),
    close: () => container.close(),
  };
}

/** The text resources of a container. */
export function ninferTexts(container: NinferContainer): Pick<OpenedFiles, "resource" | "place"> {
  return {
    resource: (resource) => readResourceText(container, resource),
    place: (resource) => `${container.name}: ${resource}`,
  };
}

function rawConfig(
  name: string,
  { version, identity, components }: Directory,
  generation: Section | undefined,
): RawConfig {
  const stored = generation === undefined ? {} : { generation };
  if (version !== 3) {
    invariant(identity !== undefined, "versions 1 and 2 name their model");
    return { kind: "named", modelId: identity.modelId, ...stored };
  }
  const sections = [...components].flatMap(([component, { config }]): [string, Section][] => {
    const values = toPlain(config);
    return isJsonObject(values) ? [[component, { where: `${name}: components.${component}.config`, values }]] : [];
  });
  return { kind: "components", components: new Map(sections), ...stored };
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
