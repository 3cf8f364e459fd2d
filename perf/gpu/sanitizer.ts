/**
 * compute-sanitizer around a short run: which of its tools are run, where it is found, and what its output says. Apart
 * from the check, because all of this is text and can be tested without a card. A run counts as clean only when the
 * tool's own summary says so: a summary that is missing is a failure, not a pass.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Accesses outside memory, races in shared memory, barriers that not all threads meet, reads of unwritten memory. */
export const SANITIZER_TOOLS = ["memcheck", "racecheck", "synccheck", "initcheck"] as const;
export type SanitizerTool = (typeof SANITIZER_TOOLS)[number];

/** Exit code that the tools are told to end with when they find something. */
const FOUND = 86;
/** Findings kept for the record. */
const MOST_FINDINGS = 10;

export interface SanitizerFindings {
  readonly errors: number;
  /** Hazards of racecheck that it does not call errors. */
  readonly warnings: number;
  /** First lines of the findings. */
  readonly findings: readonly string[];
}

/** The program: in PATH, in a CUDA folder that is named, or in those under /usr/local. */
export function findSanitizer(environment: NodeJS.ProcessEnv = process.env, local = "/usr/local"): string | undefined {
  const named = [environment["CUDA_HOME"], environment["CUDA_PATH"]].filter((home): home is string => !!home);
  const installed = existsSync(local)
    ? readdirSync(local)
        .filter((name) => name.startsWith("cuda"))
        .map((name) => join(local, name))
    : [];
  const paths = (environment["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  const folders = [...paths, ...[...named, ...installed].flatMap((home) => [join(home, "bin"), home])];
  const inFolders = folders.map((folder) => join(folder, "compute-sanitizer"));
  // A toolkit's own folder holds a folder of that name, with the program in it.
  return inFolders.flatMap((path) => [path, join(path, "compute-sanitizer")]).find(isProgram);
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    readdirSync(path);
    return false;
  } catch {
    return true;
  }
}

/** The command that runs another one under a tool. */
export function sanitizerCommand(program: string, tool: SanitizerTool): string[] {
  const thorough =
    tool === "memcheck" ? ["--leak-check", "no"] : tool === "racecheck" ? ["--racecheck-report", "all"] : [];
  return [program, "--tool", tool, "--error-exitcode", String(FOUND), "--print-limit", "100", ...thorough];
}

/** What a tool's output says; undefined when its summary is missing, as when the run was cut short. */
export function readSanitizer(output: string): SanitizerFindings | undefined {
  const lines = output.split("\n").flatMap((line) => /^=+ (.*)$/.exec(line.trimEnd())?.[1] ?? []);
  const race = lines.map((line) => /^RACECHECK SUMMARY: .*\((\d+) errors?, (\d+) warnings?\)/.exec(line)).find(Boolean);
  const plain = lines.map((line) => /^ERROR SUMMARY: (\d+) errors?/.exec(line)).find(Boolean);
  const [errors, warnings] = race ? [Number(race[1]), Number(race[2])] : [Number(plain?.[1]), 0];
  if (!race && !plain) return undefined;
  // Details of a finding are indented behind its first line.
  const findings = lines.filter((line) => !/^\s|SUMMARY|^COMPUTE-SANITIZER|^$/.test(line));
  return { errors, warnings, findings: findings.slice(0, MOST_FINDINGS) };
}
