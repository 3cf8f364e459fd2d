/**
 * The kernels against values of other implementations: all operator fixtures at 27B widths and all sampling
 * distributions, on every candidate the backends here would select, and on the portable one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWebGpu, requestPortableDevice } from "../../node/webgpu-device.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { present } from "../../src/base/invariant.ts";
import { answerBy, type FixtureOptions, fixtureTests } from "./fixture-list.ts";
import { problemOf, runCall } from "./run.ts";
import { samplingCall, samplingCases, samplingTolerance } from "./sampling-cases.ts";
import type { OracleCall } from "./types.ts";

async function openSoftwareWebGpu(): Promise<Backend> {
  const { adapter, info } = await openWebGpu({ adapter: "swiftshader" });
  return createWebGpuBackend({ device: await requestPortableDevice(adapter, {}), adapterInfo: info, software: true });
}

const nightly = process.env["QWERK_NIGHTLY"] === "1";

const subjects: readonly (readonly [string, () => Promise<Backend>, FixtureOptions])[] = [
  ["cpu", async () => createCpuBackend(), {}],
  ["cpu, portable kernels", async () => createCpuBackend({ portableOnly: true }), {}],
  ["webgpu", openSoftwareWebGpu, nightly ? {} : { mostTokens: 17 }],
];

describe.each(subjects)("fixtures on %s", (_name, open, options) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend.dispose());

  const answer = (call: OracleCall) => {
    const problem = problemOf(call, "exact", backend);
    const selected = backend.candidates.find((c) => c.op === call.op && c.match(problem, backend.caps));
    return runCall(backend, call, present(selected, `candidate of ${call.op}`));
  };
  fixtureTests(answerBy(answer), options);

  test.each(samplingCases)("sampling: $logits $params", async (sampling) => {
    const { outputs } = await answer(samplingCall(sampling));
    // Which of several equal logits survives a cut is the reference's sort order; the values are not.
    const order = (values: ArrayLike<number>): number[] => {
      const list = Array.from(values);
      return sampling.note === undefined ? list : list.sort((a, b) => a - b);
    };
    const wanted = order(sampling.vllm);
    const got = order(present(outputs["probabilities"], "probabilities"));
    expect(Math.max(...got.map((p, i) => Math.abs(p - wanted[i]!)))).toBeLessThanOrEqual(samplingTolerance);
  });
});
