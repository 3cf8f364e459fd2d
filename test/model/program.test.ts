/**
 * Facts of the embedded model's program that must not change unnoticed: how many launches a step has, how many
 * pipelines are compiled, how many arenas there are, and the whole printed program. Kernel hashes are left out of the
 * golden file, since kernels have golden files of their own. The portable kernels are compiled, so that the facts hold
 * for every backend without kernels of its own.
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Artifact } from "../../src/artifact/open.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { compileProgram } from "../../src/compile-model.ts";
import { type Head, modelOf } from "../../src/model/open.ts";
import type { Program } from "../../src/program/program.ts";
import type { Profile } from "../../src/program/storage.ts";
import { openFixtureArtifact } from "./fixtures.ts";
import { printProgram } from "./print-program.ts";

const CAPACITY = { maxRows: 257, maxLanes: 1, maxOutputs: 1, maxPagesPerLane: 8, slots: 2, pages: 9 };
const GOLDEN = fileURLToPath(new URL("../golden/program-tiny.txt", import.meta.url));

/** Launches of one step; raise them only with a reason. Sampling counts its tokens in a launch of its own. */
const LAUNCHES = { argmax: 56, sample: 57 };
const MOST_PIPELINES = 40;
const MOST_ARENAS = 3;

describe("program of the embedded model", () => {
  let artifact: Artifact;
  const backend = createCpuBackend({ portableOnly: true });
  beforeAll(async () => {
    artifact = await openFixtureArtifact("tiny-hybrid");
  });
  afterAll(() => artifact?.close());
  const compile = (head: Head, profile: Profile = "exact"): Program =>
    compileProgram(modelOf(artifact), backend, head, { profile, capacity: CAPACITY, maxPositions: 512 });
  const arenas = (program: Program): number => program.buffers.filter((b) => b.role.kind === "arena").length;

  test.each(["exact", "fast"] as const)("%s: launches, pipelines and arenas", (profile) => {
    const programs = [compile("argmax", profile), compile("sample", profile)];
    const pipelines = new Set(programs.flatMap((p) => Object.keys(p.kernels)));
    const launches = programs.map((p) => p.launches.length);
    console.log(
      `${profile}: ${launches.join(" and ")} launches, ${pipelines.size} pipelines, ${programs.map(arenas).join(" and ")} arenas`,
    );
    expect(launches).toEqual([LAUNCHES.argmax, LAUNCHES.sample]);
    expect(pipelines.size).toBeLessThanOrEqual(MOST_PIPELINES);
    for (const program of programs) expect(arenas(program)).toBeLessThanOrEqual(MOST_ARENAS);
  });

  test("launches do not depend on the room of a step", () => {
    const larger = { ...CAPACITY, maxRows: 2048, maxLanes: 16, maxOutputs: 16, slots: 17, pages: 129 };
    const wide = compileProgram(modelOf(artifact), backend, "argmax", {
      profile: "exact",
      capacity: larger,
      maxPositions: 4096,
    });
    const narrow = compile("argmax");
    const shape = (p: Program) =>
      p.launches.map(({ label, candidate, kernel, grid }) => ({ label, candidate, kernel, grid }));
    expect(shape(wide)).toEqual(shape(narrow));
  });

  test("the printed program is the golden one, and the same at every compilation", async () => {
    const printed = printProgram(compile("argmax"));
    expect(printProgram(compile("argmax"))).toBe(printed);
    await expect(printed.replaceAll(/#[0-9a-f]{12}/g, "")).toMatchFileSnapshot(GOLDEN);
  });
});
