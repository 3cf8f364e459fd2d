/**
 * JSON as Python's `json.loads` reads it. What it gives and refuses was written down from Python 3.11 for each line here;
 * everything that is JSON already must come out as `JSON.parse` gives it.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonJson } from "../../src/base/python-json.ts";

describe("constants", () => {
  it("are numbers outside of strings and text inside", () => {
    expect(parsePythonJson('{"a": [NaN, -Infinity,Infinity ], "b": "NaN, Infinity \\" NaN", "NaN": 1}')).toEqual({
      a: [Number.NaN, -Infinity, Infinity],
      b: 'NaN, Infinity " NaN',
      NaN: 1,
    });
    expect(parsePythonJson("NaN")).toBeNaN();
    expect(parsePythonJson("-Infinity")).toBe(-Infinity);
  });

  it("differ from every string and list of the document", () => {
    expect(parsePythonJson('[NaN, "NaN", "NaNN", ["NaN"], ["NaNN"], "\\u004eaN"]')).toEqual([
      ...[Number.NaN, "NaN", "NaNN", ["NaN"], ["NaNN"], "NaN"],
    ]);
  });

  it("keep a member called __proto__ a member", () => {
    const value = parsePythonJson('{"x": NaN, "__proto__": 1}') as object;
    expect(Object.keys(value)).toEqual(["x", "__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ...['{"a":-NaN}', '{"a":NaNx}', "{NaN:1}", '{"NaN":}', '{"a":1Infinity}', '{"a":Infinity1}', '{"a":xInfinity}'],
    ...['{"a":"NaN" NaN}', '{"a":- Infinity}', '{"a":--Infinity}', '{"a":+Infinity}', '{"a":nan}', '{"a":inf}', "[NaN"],
  ])("refused as Python refuses it: %s", (text) => {
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  });
});

describe("JSON", () => {
  it("is read as the platform reads it, also beside a constant", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain = JSON.parse(text);
        expect(parsePythonJson(text)).toEqual(plain);
        expect(parsePythonJson(`[${text},NaN]`)).toEqual([plain, Number.NaN]);
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});
