/**
 * `qwerk conformance`: the suite on the backends of this machine, as text or as one JSON report. Success means work was
 * done: a backend that was asked for and is missing, and a run in which nothing was compared, are failures.
 */
import { BACKEND_NAMES, type BackendName, doesOption, openBackend } from "../../node/open-backend.ts";
import { packageCommit } from "../../node/package-root.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { QwerkError, UsageError } from "../../src/base/errors.ts";
import { nearestName } from "../../src/base/nearest-name.ts";
import type { Profile } from "../../src/program/storage.ts";
import { opSuites } from "../../test/conformance/index.ts";
import { createReport, skippedBackend } from "../../test/conformance/report.ts";
import { type ConformanceRow, runSuites } from "../../test/conformance/run.ts";
import { stderrColours } from "../colour.ts";
import { EXIT, exitCodeOf, reportError } from "../exit.ts";
import { COMMAND_WORDS, inCommandWords } from "../wording.ts";

export interface ConformanceOptions {
  readonly backend: string;
  readonly adapter?: string;
  readonly profile: string;
  readonly seed?: number;
  readonly nightly?: boolean;
  readonly checked?: boolean;
  readonly threads?: number;
  readonly cpuFma?: boolean;
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

function showRow(row: ConformanceRow): void {
  if (row.result === "passed") return;
  const mark = row.result === "failed" ? stderrColours.red("failed") : stderrColours.yellow("skipped");
  process.stderr.write(`${mark} ${row.id} ${row.criterion}: ${row.reason ?? ""}\n`);
}

/** One backend's part of the report. */
interface Part {
  readonly device: string;
  readonly rows: readonly ConformanceRow[];
  /** Exit code of a backend that is not there. */
  readonly missing?: number;
}

/** A row for a backend that this machine lacks; any other failure to open one is thrown. */
function missingPart(name: BackendName, error: unknown): Part {
  const exit = exitCodeOf(error);
  if (!(error instanceof QwerkError) || exit !== EXIT.noDevice) throw error;
  const reason = error.hint === undefined ? error.message : `${error.message}; ${inCommandWords(error.hint)}`;
  const row = skippedBackend(name, reason);
  showRow(row);
  return { device: `${name}: missing`, rows: [row], missing: exit };
}

async function runBackend(
  name: BackendName,
  options: ConformanceOptions,
  query: string | undefined,
  seed: number,
): Promise<Part> {
  let backend: Backend;
  try {
    const asked = SUITE_OPTIONS.filter((option) => options[option] !== undefined && doesOption(name, option));
    backend = await openBackend({ name, ...Object.fromEntries(asked.map((option) => [option, options[option]])) });
  } catch (error) {
    return missingPart(name, error);
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

/** Options of the choice of a backend. */
const SUITE_OPTIONS = ["checked", "adapter", "threads", "cpuFma"] as const;

/** An option that none of the backends has a use for is a mistake. */
function checkUse(options: ConformanceOptions, names: readonly BackendName[]): void {
  for (const option of SUITE_OPTIONS) {
    if (options[option] === undefined || names.some((name) => doesOption(name, option))) continue;
    const flag = COMMAND_WORDS[option] ?? `--${option}`;
    throw new UsageError("unused_option", `${flag}: ${names.join(", ")} has no use for it`, {
      hint: `leave it out, or add ${BACKEND_NAMES.slice(1).find((name) => doesOption(name, option))} to --backend`,
    });
  }
}

/** Nothing was there to compare: because of the query, or because the backends have no case in these profiles at all. */
export function noCase(query: string | undefined, asked: Pick<ConformanceOptions, "backend" | "profile">): UsageError {
  const where = `of ${asked.backend} in ${asked.profile}`;
  if (query === undefined) {
    return new UsageError("no_case", `there is no case ${where}; needed at least one`, {
      hint: "name other backends or profiles",
    });
  }
  return new UsageError("no_case", `no case ${where} matches "${query}"`, {
    hint: "a query is part of a row's id, such as linear or op:N=5120; --json without a query lists all ids",
  });
}

export async function conformanceCommand(words: readonly string[], options: ConformanceOptions): Promise<number> {
  const json = options.json === true;
  try {
    const query = words.length === 0 ? undefined : words.join(" ");
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    const names = listOf<BackendName>(options.backend, BACKEND_NAMES, "backend");
    checkUse(options, names);
    const profiles = listOf<Profile>(options.profile, ["exact", "fast"], "profile");
    if (options.cpuFma === true && profiles.includes("exact")) {
      throw new UsageError("bad_profile", "--cpu-fma: the exact profile fuses nothing", { hint: "add --profile fast" });
    }
    const parts: Part[] = [];
    for (const name of names) parts.push(await runBackend(name, options, query, seed));
    const rows = parts.flatMap((part) => part.rows);
    if (rows.length === 0) {
      throw noCase(query, options);
    }
    const device = parts.map((part) => part.device).join("; ");
    const report = createReport(rows, { device, commit: packageCommit(), seed });
    const { passed, failed, skipped } = report.summary;
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped (seed ${seed}; ${device})\n`);
    if (failed > 0) return EXIT.failure;
    const missing = parts.find((part) => part.missing !== undefined)?.missing;
    if (missing !== undefined) return missing;
    if (passed > 0) return EXIT.ok;
    if (!json) process.stderr.write(`${stderrColours.red("qwerk:")} nothing was compared: every row was skipped\n`);
    return EXIT.failure;
  } catch (error) {
    return reportError(error, json);
  }
}
