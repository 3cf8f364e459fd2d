/**
 * Directories of version 3: opaque objects, components with their configs, logical parameters bound to element ranges,
 * uses, and the table of files. References are all checked when the file is opened; formats, layouts and encodings only
 * need to be names here and are resolved when an object is used.
 */
import type { JsonMap, JsonValue } from "../json.ts";
import { parseJson } from "../json.ts";
import type { Component, Directory, ElementRange, NinferObject, Use } from "./directory.ts";
import type { Place } from "./schema.ts";
import { array, at, broken, id, integer, map, members, show, sum } from "./schema.ts";
import { parseObject } from "./stored-object.ts";

const ROOT = ["components", "objects", "bindings", "uses", "files"];
const POLICIES = ["A16Only", "AllowA8", "AllowA4"] as const;

/** @param entryName the opened file's own name, which no part may have */
export function parseDirectoryV3(file: string, entryName: string, json: Uint8Array): Directory {
  const place: Place = { file, path: "" };
  const root = members(place, parseJson(json, { where: file, refuseDuplicates: true }), ROOT, [
    "metadata",
    "provenance",
  ]);
  const files = parseFiles(at(place, "files"), root.get("files"), entryName);
  const payloadBytes = files.reduce((total, part) => sum(at(place, "files"), total, part.payloadBytes), 0);
  const objects = parseObjects(at(place, "objects"), root.get("objects"), payloadBytes);
  const bindings = new Map<string, readonly ElementRange[]>();
  for (const [parameter, value] of map(at(place, "bindings"), root.get("bindings"))) {
    const where = at(place, `bindings[${JSON.stringify(parameter)}]`);
    bindings.set(id(where, parameter), parseBinding(where, value, objects));
  }
  const title = parseMetadata(place, root);
  return {
    version: 3,
    objects,
    components: parseComponents(at(place, "components"), root.get("components"), objects),
    bindings,
    uses: parseUses(at(place, "uses"), root.get("uses"), objects, bindings),
    files,
    ...(title === undefined ? {} : { title }),
  };
}

function parseFiles(place: Place, value: JsonValue | undefined, entryName: string): Directory["files"] {
  const seen = new Set<string>([entryName]);
  return array(place, value, true).map((entry, index) => {
    const where = at(place, `[${index}]`);
    const file = members(where, entry, ["path", "payload_bytes"]);
    const payloadBytes = integer(at(where, "payload_bytes"), file.get("payload_bytes"), 1);
    const path = file.get("path");
    if (index === 0) {
      if (path !== null) throw broken(at(where, "path"), "null for the entry file", show(path));
      return { path: null, payloadBytes };
    }
    const plain = id(at(where, "path"), path);
    if (plain === "." || plain === ".." || /[/\\]/.test(plain)) {
      throw broken(at(where, "path"), "a plain file name without separators", JSON.stringify(plain));
    }
    if (seen.has(plain)) throw broken(at(where, "path"), "a file name of its own", JSON.stringify(plain));
    seen.add(plain);
    return { path: plain, payloadBytes };
  });
}

function parseObjects(
  place: Place,
  value: JsonValue | undefined,
  payloadBytes: number,
): ReadonlyMap<string, NinferObject> {
  const objects = new Map<string, NinferObject>();
  let cursor = 0;
  array(place, value, true).forEach((entry, index) => {
    const object = parseObject({ file: place.file, path: `objects[${index}]` }, entry, "id", id);
    const named: Place = { file: place.file, path: `objects[${index}] ${JSON.stringify(object.id)}` };
    if (objects.has(object.id)) throw broken(named, "an id of its own", "the id of an earlier object");
    if (object.offset < cursor)
      throw broken(at(named, "offset"), `at least ${cursor}, the end of the object before`, `${object.offset}`);
    cursor = sum(named, object.offset, object.bytes);
    if (cursor > payloadBytes)
      throw broken(named, `an end of at most ${payloadBytes}, the payload's size`, `${cursor}`);
    objects.set(object.id, object);
  });
  return objects;
}

function parseBinding(
  place: Place,
  value: JsonValue | undefined,
  objects: ReadonlyMap<string, NinferObject>,
): readonly ElementRange[] {
  if (map(place, value).has("object")) {
    const whole = members(place, value, ["object"]);
    const { object, elements } = boundTensor(at(place, "object"), whole.get("object"), objects);
    return [{ object, begin: 0, end: elements }];
  }
  const parts = members(place, value, ["parts"]).get("parts");
  return array(at(place, "parts"), parts, true).map((entry, index) => {
    const where = at(place, `parts[${index}]`);
    const part = members(where, entry, ["object", "range"]);
    const { object, elements } = boundTensor(at(where, "object"), part.get("object"), objects);
    const range = array(at(where, "range"), part.get("range"), true).map((n) => integer(at(where, "range"), n, 0));
    const [begin, end] = range;
    if (range.length !== 2 || begin === undefined || end === undefined || begin >= end || end > elements) {
      throw broken(at(where, "range"), `[begin, end] with begin < end <= ${elements}`, `[${range.join(", ")}]`);
    }
    return { object, begin, end };
  });
}

function boundTensor(
  place: Place,
  value: JsonValue | undefined,
  objects: ReadonlyMap<string, NinferObject>,
): { readonly object: string; readonly elements: number } {
  const object = id(place, value);
  const found = objects.get(object);
  if (found?.kind !== "tensor") {
    throw broken(
      place,
      "the id of a tensor",
      found === undefined ? `${JSON.stringify(object)}, which is not there` : "a resource",
    );
  }
  return { object, elements: found.shape.reduce((a, b) => a * b, 1) };
}

function parseComponents(
  place: Place,
  value: JsonValue | undefined,
  objects: ReadonlyMap<string, NinferObject>,
): ReadonlyMap<string, Component> {
  const given = map(place, value);
  if (!given.has("text")) throw broken(place, "a component named text", [...given.keys()].join(", ") || "none");
  const components = new Map<string, Component>();
  for (const [component, entry] of given) {
    const where = at(place, component);
    const body = members(
      where,
      entry,
      ["config"],
      ["target", "resources", ...(component === "text" ? ["proposal"] : [])],
    );
    map(at(where, "config"), body.get("config"));
    const target = body.has("target") ? id(at(where, "target"), body.get("target")) : undefined;
    if (target !== undefined && !given.has(target))
      throw broken(at(where, "target"), "the name of a component", JSON.stringify(target));
    components.set(id(where, component), {
      config: body.get("config")!,
      resources: parseResources(at(where, "resources"), body, objects),
      ...(target === undefined ? {} : { target }),
      ...(body.has("proposal") ? { proposal: parseProposal(at(where, "proposal"), body.get("proposal")) } : {}),
    });
  }
  return components;
}

function parseResources(
  place: Place,
  body: JsonMap,
  objects: ReadonlyMap<string, NinferObject>,
): ReadonlyMap<string, string> {
  const resources = new Map<string, string>();
  if (!body.has("resources")) return resources;
  for (const [role, value] of map(place, body.get("resources"))) {
    const object = id(at(place, role), value);
    if (objects.get(object)?.kind !== "resource") {
      throw broken(at(place, role), "the id of a resource", JSON.stringify(object));
    }
    resources.set(id(place, role), object);
  }
  return resources;
}

function parseProposal(place: Place, value: JsonValue | undefined): NonNullable<Component["proposal"]> {
  const domain = map(place, value).get("domain");
  if (domain === "full") {
    members(place, value, ["domain"]);
    return { domain };
  }
  if (domain !== "indexed") throw broken(at(place, "domain"), '"full" or "indexed"', show(domain));
  const body = members(place, value, ["domain", "rows"]);
  return { domain, rows: integer(at(place, "rows"), body.get("rows"), 1) };
}

function parseUses(
  place: Place,
  value: JsonValue | undefined,
  objects: ReadonlyMap<string, NinferObject>,
  bindings: ReadonlyMap<string, readonly ElementRange[]>,
): readonly Use[] {
  const seen = new Set<string>();
  return array(place, value, false).map((entry, index) => {
    const where = at(place, `[${index}]`);
    const body = members(where, entry, ["parameter", "input"], ["activation_policy", "auxiliaries"]);
    const parameter = id(at(where, "parameter"), body.get("parameter"));
    const input = id(at(where, "input"), body.get("input"));
    if (!bindings.has(parameter)) throw broken(at(where, "parameter"), "a bound parameter", JSON.stringify(parameter));
    // Ids have no NUL, so the pair is unambiguous.
    const pair = `${parameter}\u0000${input}`;
    if (seen.has(pair)) throw broken(where, "each parameter and input once", `${parameter} with ${input} again`);
    seen.add(pair);
    const auxiliaries = new Map<string, readonly ElementRange[]>();
    if (body.has("auxiliaries")) {
      for (const [role, binding] of map(at(where, "auxiliaries"), body.get("auxiliaries"))) {
        auxiliaries.set(id(where, role), parseBinding(at(where, `auxiliaries.${role}`), binding, objects));
      }
    }
    if (!body.has("activation_policy")) return { parameter, input, auxiliaries };
    const policy = POLICIES.find((known) => known === body.get("activation_policy"));
    if (policy === undefined)
      throw broken(at(where, "activation_policy"), POLICIES.join(", "), show(body.get("activation_policy")));
    return { parameter, input, auxiliaries, activationPolicy: policy };
  });
}

function parseMetadata(place: Place, root: JsonMap): string | undefined {
  if (root.has("provenance")) map(at(place, "provenance"), root.get("provenance"));
  if (!root.has("metadata")) return undefined;
  const metadata = map(at(place, "metadata"), root.get("metadata"));
  return metadata.has("name") ? id(at(place, "metadata.name"), metadata.get("name")) : undefined;
}
