/** Exit codes by error: what scripts rely on. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXIT, exitCodeOf } from "../../cli/exit.ts";
import {
  ArtifactError,
  CapacityError,
  CompileError,
  DeviceLostError,
  RequestError,
  UnsupportedError,
  UsageError,
} from "../../src/base/errors.ts";

test.each([
  [new UsageError("unknown_option", ""), 2],
  [new RequestError("bad_sampling", ""), 2],
  [new RequestError("context_length_exceeded", ""), 4],
  [new CapacityError("out_of_memory", ""), 4],
  [new DeviceLostError("device_lost", ""), 3],
  [new UnsupportedError("cuda_driver_missing", ""), 3],
  [new UnsupportedError("device_too_old", ""), 3],
  [new UnsupportedError("mixture_of_experts", ""), 5],
  [new ArtifactError("tensors_mismatch", ""), 5],
  [new CompileError("kernel_compile", ""), 1],
  [new Error("a bug"), 1],
])("%o ends with %i", (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});

test("the codes are the documented ones", () => {
  const [, listed] = /Exit codes: ([^.]*)\./.exec(readFileSync("README.md", "utf8")) ?? [];
  const documented = Array.from(listed!.replace(/\s+/g, " ").matchAll(/\d+/g), ([code]) => Number(code));
  expect(documented).toEqual([0, 1, 2, 3, 4, 5, 130, 143]);
  expect(Object.values(EXIT)).toEqual(documented);
});
