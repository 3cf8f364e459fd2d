/** Exit codes by error: what scripts rely on. */
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
  expect(EXIT).toEqual({
    ok: 0,
    failure: 1,
    usage: 2,
    noDevice: 3,
    wontFit: 4,
    badModel: 5,
    interrupted: 130,
    terminated: 143,
  });
});
