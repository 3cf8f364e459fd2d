/**
 * Directories of versions 1 and 2: an identity and a flat list of named objects. Everything is checked when the file is
 * opened: member sets, names, formats, encoded sizes, order and alignment; whether the file is as long, its opener checks.
 * Gaps and trailing bytes are legal.
 */
import type { JsonMap } from "../json.ts";
import { parseJson } from "../json.ts";
import type { Directory, Identity, NinferObject } from "./directory.ts";
import { checkResource, resolveTensor } from "./directory.ts";
import type { Place } from "./schema.ts";
import { array, at, broken, members, name, sum } from "./schema.ts";
import { parseObject } from "./stored-object.ts";

/** @param payloadBytes bytes from the payload's start to the end of the file */
export function parseOlderDirectory(file: string, version: 1 | 2, json: Uint8Array, payloadBytes: number): Directory {
  const place: Place = { file, path: "" };
  const root = members(place, parseJson(json, { where: file, refuseDuplicates: false }), [
    version === 1 ? "model_id" : "identity",
    "objects",
  ]);
  const identity =
    version === 1 ? { modelId: name(at(place, "model_id"), root.get("model_id")) } : parseIdentity(place, root);
  const objects = new Map<string, NinferObject>();
  let cursor = 0;
  array(at(place, "objects"), root.get("objects"), true).forEach((value, index) => {
    const object = parseObject(at(place, `objects[${index}]`), value, "name", name);
    const named = at(place, `objects[${index}] ${JSON.stringify(object.id)}`);
    if (objects.has(object.id)) throw broken(named, "a name of its own", "the name of an earlier object");
    if (object.offset < cursor)
      throw broken(at(named, "offset"), `at least ${cursor}, the end of the object before`, `${object.offset}`);
    if (object.kind === "tensor") resolveTensor(version, object);
    else checkResource(version, object);
    cursor = sum(named, object.offset, object.bytes);
    objects.set(object.id, object);
  });
  return {
    version,
    identity,
    objects,
    components: new Map(),
    bindings: new Map(),
    uses: [],
    files: [{ path: null, payloadBytes }],
  };
}

function parseIdentity(place: Place, root: JsonMap): Identity {
  const where = at(place, "identity");
  const identity = members(where, root.get("identity"), ["model_id", "weights_id"], ["build_id"]);
  const buildId = identity.get("build_id");
  if (buildId !== undefined && (typeof buildId !== "string" || !/^[0-9a-f]{64}$/.test(buildId))) {
    throw broken(at(where, "build_id"), "64 lower-case hexadecimal digits", "something else");
  }
  return {
    modelId: name(at(where, "model_id"), identity.get("model_id")),
    weightsId: name(at(where, "weights_id"), identity.get("weights_id")),
    ...(buildId === undefined ? {} : { buildId }),
  };
}
