/** Values of a call by their declared schema: the table holds what clients expect, the property that none is lost. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentJson, toolSchemas } from "../../src/text/tool-arguments.ts";
import { SEED } from "../base/seed.ts";
import { RUNS } from "./answer-pieces.ts";

describe("values by their schema", () => {
  const types = (schema: unknown): Parameters<typeof argumentJson>[1] =>
    toolSchemas([{ name: "t", parameters: { properties: { p: schema }, $defs: { n: { type: "integer" } } } }])
      .get("t")!
      .get("p");
  const edits = { type: "array", items: { type: "object" } };

  it.each([
    [{ type: "string" }, "3", '"3"'],
    [{ type: "string" }, "null", '"null"'],
    [{ type: "integer" }, "3", "3"],
    [{ type: "integer" }, " 3\n", "3"],
    [{ type: "integer" }, "9007199254740993", "9007199254740993"],
    [{ type: "integer" }, "1e3", "1e3"],
    [{ type: "integer" }, "1.0", "1.0"],
    [{ type: "integer" }, "1.5", '"1.5"'],
    [{ type: "integer" }, "about ten", '"about ten"'],
    [{ type: "integer" }, "007", '"007"'],
    [{ type: "integer" }, "1_000", '"1_000"'],
    [{ type: "integer" }, "NaN", '"NaN"'],
    [{ type: "number" }, "0.50", "0.50"],
    [{ type: "boolean" }, "True", "true"],
    [{ type: "boolean" }, "false ", "false"],
    [{ type: "boolean" }, "yes", '"yes"'],
    [{ type: ["integer", "null"] }, "None", "null"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "null", "null"],
    [{ type: ["string", "null"] }, "null", "null"],
    [{ type: ["string", "null"] }, "None", '"None"'],
    [{ $ref: "#/$defs/n" }, "7", "7"],
    [{ $ref: "#" }, "7", "7"],
    [{ enum: [1, 2] }, "2", "2"],
    [{ enum: ["1", "2"] }, "2", '"2"'],
    [{ const: true }, "true", "true"],
    [edits, '[{"line": 1, "keep": null}]', '[{"line": 1, "keep": null}]'],
    [edits, "[{'line': 1, 'keep': False}]", '[{"line": 1, "keep": false}]'],
    [edits, '[{"line": 1, "keep": True}, None]', '[{"line": 1, "keep": true}, null]'],
    [edits, "('it\\'s', \"a\\n\")", '["it\'s", "a\\n"]'],
    [edits, '{"line": 1}', '"{\\"line\\": 1}"'],
    [edits, "[1, 2", '"[1, 2"'],
    [edits, "__import__('os')", "\"__import__('os')\""],
    [{ type: "object" }, "{'a': {'b': ()}}", '{"a": {"b": []}}'],
    [{ description: "anything" }, "12", "12"],
    [{ description: "anything" }, '{"a": 1.0}', '{"a": 1.0}'],
    [{ description: "anything" }, "words", '"words"'],
    [true, "12", "12"],
  ])("%j takes %j", (schema, text, json) => {
    expect(argumentJson(text, types(schema))).toBe(json);
  });

  it("a value is never lost and always JSON", () => {
    const schema = fc.constantFrom(...["string", "integer", "number", "boolean", "null", "object", "array"]);
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => json.replaceAll('"', "'")),
    );
    fc.assert(
      fc.property(fc.array(schema, { maxLength: 3 }), text, (type, value) => {
        const json = argumentJson(value, types({ type }));
        const read: unknown = JSON.parse(json);
        if (typeof read === "string" && json !== value.trim()) expect(read).toBe(value);
      }),
      { seed: SEED, numRuns: 3 * RUNS },
    );
  });
});
