/**
 * The host part of compute-sanitizer in the GPU check: what its tools' outputs mean, where the program is found, and a
 * whole check whose sanitizer is a script that prints such outputs around the emulated run.
 */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findSanitizer, readSanitizer, SANITIZER_TOOLS, sanitizerCommand } from "../../perf/gpu/sanitizer.ts";
import { skipNote } from "../base/skip.ts";
import { freshFolder } from "../node/scratch.ts";
import { emulationMissing } from "./fixtures.ts";

const CLEAN = {
  memcheck: "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n",
  racecheck: "========= COMPUTE-SANITIZER\n========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n",
};

const OUT_OF_BOUNDS = `========= COMPUTE-SANITIZER
the program's own output
========= Invalid __global__ read of size 4 bytes
=========     at linear_rows_192x192_none+0x1d0
=========     by thread (3,0,0) in block (7,0,0)
=========     Address 0x7f2a5e800a0c is out of bounds
=========
========= Program hit CUDA_ERROR_LAUNCH_FAILED (error 719)
========= ERROR SUMMARY: 2 errors
`;

const HAZARD = `========= COMPUTE-SANITIZER
========= Warning: Race reported between Write access at rms_norm_192+0x440
=========     and Read access at rms_norm_192+0x500 [64 hazards]
=========
========= Error: Race reported between Read access at sample_1280+0x100
=========     and Write access at sample_1280+0x190 [1 hazards]
========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)
`;

describe("what a tool says", () => {
  test.each([
    ["no errors", CLEAN.memcheck, { errors: 0, warnings: 0, findings: [] }],
    ["no hazards", CLEAN.racecheck, { errors: 0, warnings: 0, findings: [] }],
    [
      "an access outside memory, by its first lines",
      OUT_OF_BOUNDS,
      {
        errors: 2,
        warnings: 0,
        findings: ["Invalid __global__ read of size 4 bytes", "Program hit CUDA_ERROR_LAUNCH_FAILED (error 719)"],
      },
    ],
    [
      "hazards, errors and warnings apart",
      HAZARD,
      {
        errors: 1,
        warnings: 1,
        findings: [
          "Warning: Race reported between Write access at rms_norm_192+0x440",
          "Error: Race reported between Read access at sample_1280+0x100",
        ],
      },
    ],
    [
      "one hazard, in the singular",
      "========= RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)",
      { errors: 0, warnings: 1, findings: [] },
    ],
    ["nothing: a run that was cut short", OUT_OF_BOUNDS.replace(/=+ ERROR SUMMARY.*/, ""), undefined],
  ])("%s", (_, output, expected) => {
    expect(readSanitizer(output)).toEqual(expected);
  });
});

describe("where it is", () => {
  const folder = freshFolder();
  const place = (...parts: string[]): string => {
    const file = join(folder, ...parts);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "");
    return file;
  };
  const onPath = place("path", "compute-sanitizer");
  const inHome = place("home", "bin", "compute-sanitizer");
  // A toolkit has a folder of the program's name beside its bin.
  const inToolkit = place("local", "cuda-13.0", "compute-sanitizer", "compute-sanitizer");
  const empty = join(folder, "empty");

  test("in PATH, then in a named CUDA folder, then in an installed one", () => {
    const PATH = `${empty}:${join(folder, "path")}`;
    const CUDA_HOME = join(folder, "home");
    const local = join(folder, "local");
    expect(findSanitizer({ PATH, CUDA_HOME }, local)).toBe(onPath);
    expect(findSanitizer({ PATH: empty, CUDA_HOME }, local)).toBe(inHome);
    expect(findSanitizer({ PATH: empty }, local)).toBe(inToolkit);
    expect(findSanitizer({}, empty)).toBeUndefined();
  });
});

test("every tool is told to fail by its exit code", () => {
  expect(SANITIZER_TOOLS).toEqual(["memcheck", "racecheck", "synccheck", "initcheck"]);
  for (const tool of SANITIZER_TOOLS) {
    const command = sanitizerCommand("/bin/cs", tool);
    expect(command.slice(0, 5)).toEqual(["/bin/cs", "--tool", tool, "--error-exitcode", "86"]);
  }
});

const missing = await emulationMissing();

test.skipIf(missing !== undefined)(`a check records each tool by what it said${skipNote(missing)}`, async () => {
  const folder = freshFolder();
  const program = join(folder, "compute-sanitizer");
  // memcheck is clean, racecheck finds hazards, synccheck dies without a summary, initcheck's run fails by itself.
  writeFileSync(
    program,
    `#!/bin/sh
tool=$2
while [ "\${1#*/node}" = "$1" ]; do shift; done
case $tool in
  memcheck) "$@"; code=$?; printf '${CLEAN.memcheck.replaceAll("\n", "\\n")}'; exit $code ;;
  racecheck) "$@"; cat "${join(folder, "hazard.txt")}"; exit 86 ;;
  synccheck) exit 139 ;;
  initcheck) printf '${CLEAN.memcheck.replaceAll("\n", "\\n")}'; exit 1 ;;
esac
`,
  );
  writeFileSync(join(folder, "hazard.txt"), HAZARD);
  chmodSync(program, 0o755);
  const record = join(folder, "record.json");
  const args = ["--import", "tsx", "perf/gpu/check.ts", "--emulated", "--seed", "5", "--record", record];
  const code = await new Promise<number>((resolve) => {
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    execFile(process.execPath, [...args, "--only", "compute-sanitizer"], { env }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
  expect(code).toBe(1);
  const { stages, result } = JSON.parse(readFileSync(record, "utf8"));
  expect(result).toBe("failed");
  expect(stages).toMatchObject([
    { stage: "compute-sanitizer memcheck", result: "passed", details: { errors: 0 } },
    {
      stage: "compute-sanitizer racecheck",
      result: "failed",
      reason: "1 errors and 1 warnings, first: Warning: Race reported between Write access at rms_norm_192+0x440",
      details: { errors: 1, warnings: 1, outcome: { result: "passed" } },
    },
    {
      stage: "compute-sanitizer synccheck",
      result: "failed",
      reason: "the tool gave no summary; the process ended with exit code 139",
    },
    {
      stage: "compute-sanitizer initcheck",
      result: "failed",
      reason: "the run itself: the process ended with exit code 1",
    },
  ]);
});
