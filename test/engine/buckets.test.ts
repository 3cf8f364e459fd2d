/**
 * Programs by rows of a step: a backend whose routes depend on rows gets one for each number at which they change, and
 * one for a row or two; a backend whose routes do not gets one.
 */
import { expect, test } from "vitest";
import { nativeCandidates } from "../../cuda-backend/kernels/index.ts";
import { portableCandidates } from "../../shaders/index.ts";
import { createTraceBackend } from "../../src/backend/trace/trace-backend.ts";
import { bucketBounds, compileBuckets } from "../../src/compile-model.ts";
import { modelOf } from "../../src/model/open.ts";
import { openFixtureArtifact } from "../model/fixtures.ts";

const capacity = { maxRows: 64, maxLanes: 4, maxPagesPerLane: 2, maxOutputs: 4, slots: 5, pages: 9 };
const options = { profile: "fast", capacity, maxPositions: 128 } as const;
const cards = createTraceBackend({
  candidates: [...nativeCandidates, ...portableCandidates],
  caps: { cuda: { computeCapability: 86, multiprocessors: 82, sharedBytesOptIn: 101376 } },
});

test("bounds follow from the rows that routes are meant for", () => {
  expect(bucketBounds(cards)).toEqual([2, 16, 32]);
  expect(bucketBounds(createTraceBackend())).toEqual([]);
  const twice = portableCandidates.map((c) => ({ ...c, mostRows: c.op === "linear" ? 8 : 2 }));
  expect(bucketBounds(createTraceBackend({ candidates: twice }))).toEqual([2, 8]);
});

test("every bucket is a program of its own where its launches differ, and the last takes any step", async () => {
  const artifact = await openFixtureArtifact("tiny-hybrid");
  const model = modelOf(artifact);
  const bounds = compileBuckets(model, cards, "argmax", options).map((p) => p.most?.tokens);
  expect(bounds).toEqual([2, 16, 32, 64]);
  const routes = compileBuckets(model, cards, "argmax", options).map(
    (p) => new Set(p.launches.filter((l) => l.candidate !== "portable").map((l) => l.candidate)),
  );
  expect(routes.map((r) => [...r].sort())).toEqual([
    ["rows", "split_keys"],
    ["rows", "split_keys"],
    ["rows"],
    // The head's rows are outputs, of which a step has at most one a lane.
    ["rows", "tile_mma"],
  ]);
  const portable = compileBuckets(model, createTraceBackend(), "argmax", options);
  expect(portable.map((p) => p.most?.tokens)).toEqual([64]);
  // The capacity is the last bound.
  const small = { ...options, capacity: { ...capacity, maxRows: 16 } };
  expect(compileBuckets(model, cards, "argmax", small).map((p) => p.most?.tokens)).toEqual([2, 16]);
  await artifact.close();
});
