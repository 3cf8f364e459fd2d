/** `qwerk conformance` where nothing is compared: the message says what was asked for, and nothing that was not. */
import { expect, it } from "vitest";
import { noCase } from "../../../cli/commands/conformance.ts";
import { EXIT, exitCodeOf } from "../../../cli/exit.ts";

const asked = { backend: "cpu,webgpu", profile: "fast" };

it("names the query that matches nothing", () => {
  const error = noCase("nonsense", asked);
  expect(error).toMatchObject({ code: "no_case", message: 'no case of cpu,webgpu in fast matches "nonsense"' });
  expect(error.hint).toContain("part of a row's id");
  expect(exitCodeOf(error)).toBe(EXIT.usage);
});

it("of backends without a case speaks of no query", () => {
  const error = noCase(undefined, asked);
  expect(error.message).toBe("there is no case of cpu,webgpu in fast; needed at least one");
  expect(error.hint).toBe("name other backends or profiles");
});
