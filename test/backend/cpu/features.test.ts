/**
 * What the CPU backend says of the engine it runs on, and what it does where something is missing: other numbers are
 * wrong nowhere, so the fallbacks run cases of the suite too.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCpuBackend } from "../../../src/backend/cpu/cpu-backend.ts";
import { hasRelaxedSimd, hasSimd } from "../../../src/backend/cpu/features.ts";
import { FUSED_FEATURE } from "../../../src/base/caps.ts";
import { UnsupportedError } from "../../../src/base/errors.ts";
import { openTokenEngine } from "../../../src/open-token-engine.ts";
import { SEED } from "../../base/seed.ts";
import { opSuites } from "../../conformance/index.ts";
import { runSuites } from "../../conformance/run.ts";
import { openFixtureArtifact } from "../../model/fixtures.ts";
import { spawnThread } from "./threads.ts";

afterEach(() => void vi.restoreAllMocks());

/** A module of one function without parameters, up to the length of its code section. */
const ONE_FUNCTION = [...[0, 97, 115, 109, 1, 0, 0, 0], ...[1, 4, 1, 96, 0, 0], ...[3, 2, 1, 0], 10];
const ZERO = [0xfd, 12, ...new Array<number>(16).fill(0)];

test("instructions are found where the engine has them", () => {
  expect(hasSimd()).toBe(true);
  // By hand, and another instruction than the question asks about: i16x8.relaxed_q15mulr_s.
  const code = [...ZERO, ...ZERO, ...[0xfd, 0x91, 0x02], 0x1a, 0x0b];
  const bytes = Uint8Array.from([...ONE_FUNCTION, code.length + 3, 1, code.length + 1, 0, ...code]);
  expect(hasRelaxedSimd()).toBe(WebAssembly.validate(bytes));
});

describe("without WebAssembly", () => {
  const cases: [what: string, take: () => void, device: string][] = [
    ["SIMD", () => vi.spyOn(WebAssembly, "validate").mockReturnValue(false), "JavaScript (no WebAssembly SIMD)"],
    [
      "addresses for its memories",
      () => {
        vi.spyOn(WebAssembly, "Memory").mockImplementation(function refuse(): never {
          throw new RangeError("could not allocate memory");
        });
      },
      "JavaScript (no memory for WebAssembly)",
    ],
  ];

  test.each(cases)("%s: kernels are JavaScript, and say so", async (_what, take, device) => {
    take();
    const backend = createCpuBackend({ threads: 3, spawn: spawnThread });
    expect(backend.caps.device).toBe(device);
    const options = { seed: SEED, nightly: false, profiles: ["exact"], query: "rms-norm:" } as const;
    const rows = await runSuites(backend, [opSuites.get("rms-norm")!], options);
    expect(rows.filter(({ result }) => result === "failed")).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    await backend.dispose();
  });
});

test("without memory to share there is one thread, and the reason", async () => {
  vi.stubGlobal("SharedArrayBuffer", undefined);
  try {
    const backend = createCpuBackend({ threads: 3, spawn: spawnThread });
    expect(backend.caps.device).toMatch(/^WebAssembly SIMD.*, 1 thread: no memory to share, the page is not isolated$/);
    const buffer = backend.createBuffer("b", 64);
    backend.write(buffer, 0, Uint8Array.of(1, 2, 3, 4));
    expect([...(await backend.read(buffer, 0, 4))]).toEqual([1, 2, 3, 4]);
    await backend.dispose();
  } finally {
    vi.unstubAllGlobals();
  }
});

describe("fused multiply-add", () => {
  test("is refused where the engine has no instruction for it", () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    const opening = (): unknown => createCpuBackend({ fma: true });
    expect(opening).toThrow(UnsupportedError);
    expect(opening).toThrow(/no relaxed SIMD/);
  });

  test("is refused by the exact profile, before anything is allocated", async () => {
    const artifact = await openFixtureArtifact("tiny-random");
    const backend = createCpuBackend();
    const fused = { ...backend.caps, features: new Set([FUSED_FEATURE]) };
    const createBuffer = vi.fn();
    const target = { name: "cpu", caps: fused, candidates: backend.candidates, createBuffer } as never;
    const refused = { code: "bad_profile", data: { param: "profile" } };
    await expect(openTokenEngine(artifact, target)).rejects.toMatchObject(refused);
    await expect(openTokenEngine(artifact, target, { profile: "exact" })).rejects.toMatchObject(refused);
    expect(createBuffer).not.toHaveBeenCalled();
    await artifact.close();
  });
});
