/**
 * The directory of a `.ninfer` file in the terms all three versions share: objects with byte ranges, and for version 3
 * components, bindings and uses. Separate from its parsers so that whoever uses a container need not know its version.
 */
import { product } from "../../base/bytes.ts";
import { ArtifactError } from "../../base/errors.ts";
import type { StorageLayout } from "../../base/formats/layout.ts";
import type { WeightFormat } from "../../base/formats/registry.ts";
import { WEIGHT_LAYOUTS } from "../../base/formats/registry.ts";
import type { JsonValue } from "../json.ts";
import type { NinferVersion } from "./formats.ts";
import { namedFormat, RESOURCE_ENCODING } from "./formats.ts";

interface StoredRange {
  readonly id: string;
  /** Position in the payload. */
  readonly offset: number;
  readonly bytes: number;
}

export interface TensorObject extends StoredRange {
  readonly kind: "tensor";
  readonly shape: readonly number[];
  /** As spelled in the directory. */
  readonly formatName: string;
  readonly layoutName: string;
}

export interface ResourceObject extends StoredRange {
  readonly kind: "resource";
  readonly encodingName: string;
}

export type NinferObject = TensorObject | ResourceObject;

/** Elements `[begin, end)` of an object, in C order of its logical shape. */
export interface ElementRange {
  readonly object: string;
  readonly begin: number;
  readonly end: number;
}

export interface Component {
  readonly config: JsonValue;
  readonly target?: string;
  /** Role (a bare file name) -> resource object. */
  readonly resources: ReadonlyMap<string, string>;
  readonly proposal?: { readonly domain: "full" } | { readonly domain: "indexed"; readonly rows: number };
}

export interface Use {
  readonly parameter: string;
  readonly input: string;
  readonly activationPolicy?: "A16Only" | "AllowA8" | "AllowA4";
  readonly auxiliaries: ReadonlyMap<string, readonly ElementRange[]>;
}

/** What versions 1 and 2 say about the model; version 3 has a config instead. */
export interface Identity {
  readonly modelId: string;
  readonly weightsId?: string;
  /** SHA-256 of the payload that one fork writes; recorded, not verified. */
  readonly buildId?: string;
}

export interface Directory {
  readonly version: NinferVersion;
  readonly identity?: Identity;
  /** In file order. */
  readonly objects: ReadonlyMap<string, NinferObject>;
  readonly components: ReadonlyMap<string, Component>;
  /** Logical parameter -> its elements, in order. Empty in versions 1 and 2, where an object's name is its meaning. */
  readonly bindings: ReadonlyMap<string, readonly ElementRange[]>;
  readonly uses: readonly Use[];
  /** `metadata.name` of version 3. */
  readonly title?: string;
  /** Segments of the payload: the entry file first, then its parts. One segment in versions 1 and 2. */
  readonly files: readonly { readonly path: string | null; readonly payloadBytes: number }[];
}

/** A tensor object whose names are understood and whose size is right. */
export interface ResolvedTensor {
  readonly id: string;
  readonly offset: number;
  readonly bytes: number;
  readonly shape: readonly number[];
  readonly elements: number;
  readonly format: WeightFormat;
  readonly layout: StorageLayout;
}

export function objectError(object: string, rule: string, found: string): ArtifactError {
  return new ArtifactError("ninfer_object", `object ${JSON.stringify(object)}: needed ${rule}, found ${found}`, {
    data: { object, rule },
  });
}

/**
 * Resolves format and layout, and checks size and alignment. Versions 1 and 2 do this for every object when the file is
 * opened, version 3 for those that are used.
 * @throws ArtifactError `ninfer_object`; UnsupportedError `ninfer_format`, `ninfer_fork_format`.
 */
export function resolveTensor(version: NinferVersion, object: TensorObject): ResolvedTensor {
  const where = `object ${JSON.stringify(object.id)}`;
  const format = namedFormat(version, where, object.formatName, object.layoutName);
  const layout = WEIGHT_LAYOUTS[format].storage(object.shape);
  const shape = `[${object.shape.join(", ")}]`;
  if (typeof layout === "string")
    throw objectError(object.id, `a shape that ${object.layoutName} allows`, `${shape}: ${layout}`);
  if (layout.bytes !== object.bytes) {
    throw objectError(object.id, `${layout.bytes} bytes for ${object.formatName} ${shape}`, `${object.bytes}`);
  }
  if (object.offset % 256 !== 0)
    throw objectError(object.id, "an offset that is a multiple of 256", `${object.offset}`);
  const { id, offset, bytes } = object;
  return { id, offset, bytes, shape: object.shape, elements: product(object.shape), format, layout };
}

/** @throws ArtifactError `ninfer_object` for an encoding other than raw bytes. */
export function checkResource(version: NinferVersion, object: ResourceObject): void {
  const needed = RESOURCE_ENCODING[version];
  if (object.encodingName !== needed)
    throw objectError(object.id, `encoding ${needed}`, JSON.stringify(object.encodingName));
}
