/**
 * One entry of a directory's object list, the same in all versions but for the member that names it and what a name may
 * be. Formats, layouts and encodings are names here; what they mean is resolved by version.
 */
import type { JsonValue } from "../json.ts";
import type { NinferObject } from "./directory.ts";
import { at, broken, integer, map, members, type Place, shape, show } from "./schema.ts";

/** No version states a largest rank for tensors; 16 is what the layouts allow. */
const MOST_RANK = 16;

/**
 * @param idMember the member that names the object
 * @param text reads a name of this version
 */
export function parseObject(
  place: Place,
  value: JsonValue,
  idMember: "name" | "id",
  text: (place: Place, value: JsonValue | undefined) => string,
): NinferObject {
  const kind = map(place, value).get("kind");
  if (kind !== "tensor" && kind !== "resource") throw broken(at(place, "kind"), '"tensor" or "resource"', show(kind));
  const own = kind === "tensor" ? ["shape", "format", "layout"] : ["encoding"];
  const object = members(place, value, [idMember, "kind", ...own, "offset", "bytes"]);
  const textOf = (member: string) => text(at(place, member), object.get(member));
  const range = {
    id: textOf(idMember),
    offset: integer(at(place, "offset"), object.get("offset"), 0),
    bytes: integer(at(place, "bytes"), object.get("bytes"), 1),
  };
  if (kind === "resource") return { kind, ...range, encodingName: textOf("encoding") };
  return {
    kind,
    ...range,
    shape: shape(at(place, "shape"), object.get("shape"), MOST_RANK),
    formatName: textOf("format"),
    layoutName: textOf("layout"),
  };
}
