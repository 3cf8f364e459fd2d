/**
 * The kernels against values of other implementations: all operator fixtures at 27B widths and all sampling
 * distributions, on every candidate the backends here would select, and on the portable one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { present } from "../../src/base/invariant.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter, openSoftwareBackend } from "../webgpu/adapter.ts";
import { answerBy, type FixtureOptions, fixtureTests } from "./fixture-list.ts";
import { problemOf } from "./problem.ts";
import { runCall } from "./run.ts";
import { samplingCall, samplingCases, samplingTolerance } from "./sampling-cases.ts";
import type { OracleCall } from "./types.ts";

const nightly = process.env["QWERK_NIGHTLY"] === "1";

interface Subject {
  readonly name: string;
  /** Why this machine cannot run it. */
  readonly missing?: string | undefined;
  readonly options: FixtureOptions;
  open(): Promise<Backend>;
}

const subjects: readonly Subject[] = [
  { name: "cpu", open: async () => createCpuBackend(), options: {} },
  { name: "cpu, portable kernels", open: async () => createCpuBackend({ portableOnly: true }), options: {} },
  {
    name: "webgpu",
    missing: missingAdapter("swiftshader"),
    open: () => openSoftwareBackend(),
    options: nightly ? {} : { mostTokens: 17 },
  },
];

for (const { name, missing, open, options } of subjects)
  describe.skipIf(missing !== undefined)(`fixtures on ${name}${skipNote(missing)}`, () => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await open();
    });
    afterAll(() => backend.dispose());

    const answer = (call: OracleCall) => {
      const problem = problemOf(call, "exact", backend.caps);
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
