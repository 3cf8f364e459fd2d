/** `qwerk conformance`: the suite on the backends of this machine, as text or as one JSON report. */
import { execFileSync } from "node:child_process";
import { BACKEND_NAMES, type BackendName, openBackend } from "../../node/open-backend.ts";
import { packageRoot } from "../../node/package-root.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { DeviceLostError, UsageError } from "../../src/base/errors.ts";
import type { Profile } from "../../src/program/storage.ts";
import { opSuites } from "../../test/conformance/index.ts";
import { createReport, skippedBackend } from "../../test/conformance/report.ts";
import { type ConformanceRow, runSuites } from "../../test/conformance/run.ts";
import { stderrColours } from "../colour.ts";
import { EXIT, reportError } from "../exit.ts";
import { nearestName } from "../suggest.ts";

export interface ConformanceOptions {
  readonly backend: string;
  readonly adapter?: string;
  readonly profile: string;
  readonly seed?: number;
  readonly nightly?: boolean;
  readonly checked?: boolean;
  readonly json?: boolean;
}

/** Names separated by commas, each one of `known`. */
function listOf<T extends string>(text: string, known: readonly T[], what: string): T[] {
  return text.split(",").map((name) => {
    const found = known.find((one) => one === name);
    if (found !== undefined) return found;
    const near = nearestName(name, known);
    throw new UsageError(`unknown_${what}`, `--${what}: found "${name}", needed one of ${known.join(", ")}`, {
      hint: near === undefined ? "separate several by commas" : `did you mean ${near}?`,
    });
  });
}

/** Commit of a working copy; "unknown" in an installed package. */
function commitOf(): string {
  try {
    const text = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: packageRoot(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.toString().trim();
  } catch {
    return "unknown";
  }
}

function showRow(row: ConformanceRow): void {
  if (row.result === "passed") return;
  const mark = row.result === "failed" ? stderrColours.red("failed") : stderrColours.yellow("skipped");
  process.stderr.write(`${mark} ${row.id} ${row.criterion}: ${row.reason ?? ""}\n`);
}

async function runBackend(name: BackendName, options: ConformanceOptions, query: string | undefined, seed: number) {
  let backend: Backend;
  try {
    backend = await openBackend({
      name,
      checked: options.checked ?? false,
      ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
    });
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    return { device: name, rows: [skippedBackend(name, error.message)] };
  }
  const rows = await runSuites(backend, [...opSuites.values()], {
    seed,
    nightly: options.nightly ?? false,
    profiles: listOf<Profile>(options.profile, ["exact", "fast"], "profile"),
    ...(query === undefined ? {} : { query }),
    onRow: showRow,
  });
  await backend.dispose();
  return { device: `${name}: ${backend.caps.device}`, rows };
}

export async function conformanceCommand(words: readonly string[], options: ConformanceOptions): Promise<number> {
  const json = options.json === true;
  try {
    const query = words.length === 0 ? undefined : words.join(" ");
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    const names = listOf<BackendName>(options.backend, BACKEND_NAMES, "backend");
    const devices: string[] = [];
    const rows: ConformanceRow[] = [];
    for (const name of names) {
      const part = await runBackend(name, options, query, seed);
      devices.push(part.device);
      rows.push(...part.rows);
    }
    if (rows.length === 0) throw new UsageError("no_case", `no case matches "${query}"`);
    const report = createReport(rows, { device: devices.join("; "), commit: commitOf(), seed });
    const { passed, failed, skipped } = report.summary;
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else
      process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped (seed ${seed}; ${report.device})\n`);
    return failed === 0 ? EXIT.ok : EXIT.failure;
  } catch (error) {
    return reportError(error, json);
  }
}
