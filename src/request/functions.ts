/**
 * Functions as clients declare them (tools) and name them (calls): nested under `function`, or flat. Separate because
 * both are read by the same rules. Invariant: a tool is passed on as it was written, to the last key and number, because
 * models were trained on what `json.dumps` makes of it.
 */
import { at, type Fields, fieldsOf, itemsOf, type Place, refused, text } from "./fields.ts";
import { jsonText, parsedObject } from "./json-text.ts";

/** The object that holds the name. Only functions are called: other types are refused by name. */
export function functionOf(outer: Fields, code: string): Fields {
  const type = at(outer, "type");
  if (type.value !== undefined && type.value !== null && type.value !== "function") {
    throw refused(code, type, '"function"', "other types are not supported");
  }
  const nested = at(outer, "function");
  if ((nested.value === undefined || nested.value === null) && outer.members.has("name")) return outer;
  return fieldsOf(nested, code, "an object with the function's name");
}

export function functionName(fields: Fields, code: string): string {
  const place = at(fields, "name");
  const name = text(code, "the name of a function")(place);
  if (name === "") throw refused(code, place, "the name of a function");
  return name;
}

const CODE = "bad_tools";
const HINT = '{ type: "function", function: { name, description, parameters } } declares one';

/** Tools as JSON texts; null is none. @throws RequestError `bad_tools` */
export function readTools(place: Place): string[] | undefined {
  if (place.value === undefined || place.value === null) return undefined;
  return itemsOf(place, CODE, "a list of tools", HINT).map(readTool);
}

function readTool(place: Place): string {
  const tool = parsedObject(place, CODE, "an object that declares a function", HINT);
  const declared = functionOf(fieldsOf(tool, CODE, "an object"), CODE);
  functionName(declared, CODE);
  for (const schema of [at(declared, "parameters"), at(declared, "input_schema")]) {
    if (schema.value !== undefined && schema.value !== null) fieldsOf(schema, CODE, "a JSON schema, or null");
  }
  return jsonText(tool, CODE);
}
