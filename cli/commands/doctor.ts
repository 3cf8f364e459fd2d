/**
 * `qwerk doctor`: what this machine offers, what is missing with the package that brings it, which backend would be
 * chosen and why. It reports and never fails for something that is absent.
 */
import { accessSync, constants } from "node:fs";
import { arch, platform } from "node:os";
import type { CudaReport } from "../../cuda-backend/report.ts";
import { cacheFolder } from "../../node/cache-folder.ts";
import { BACKEND_NAMES, type BackendName, chooseBackend } from "../../node/open-backend.ts";
import { packageVersion } from "../../node/package-root.ts";
import { type AdapterReport, listAdapters, type WebGpuReport } from "../../node/webgpu-report.ts";
import { withSeparators } from "../../src/base/bytes.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { stdoutColours } from "../colour.ts";
import { cudaLines } from "../cuda-lines.ts";
import { EXIT, reportError } from "../exit.ts";
import { formatFacts } from "../table.ts";
import { inCommandWords } from "../wording.ts";

export interface DoctorOptions {
  readonly json?: boolean;
}

interface BackendReport {
  readonly name: string;
  readonly available: boolean;
  readonly device?: string;
  /** Why it is not available, or why this device. */
  readonly reason: string;
  /** What makes it available, or a better one. */
  readonly hint?: string;
}

interface DoctorReport {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly cache: { readonly folder: string | null; readonly writable: boolean; readonly problem?: string };
  readonly choice: BackendReport;
  readonly backends: readonly BackendReport[];
  readonly webgpu: WebGpuReport;
  readonly cuda: CudaReport;
}

/** Limits that decide whether a model runs; `--json` has all of them. */
const SHOWN_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupStorageSize",
] as const;
const SHOWN_FEATURES = ["shader-f16", "subgroups", "timestamp-query", "chromium-experimental-subgroup-matrix"];

async function tryBackend(name: BackendName): Promise<BackendReport> {
  try {
    const { backend, automatic: _, ...why } = await chooseBackend({ name });
    const hint = why.hint === undefined ? {} : { hint: inCommandWords(why.hint) };
    const report = { name: backend.name, available: true, device: backend.caps.device, ...why, ...hint };
    await backend.dispose();
    return report;
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    const hint = error.hint === undefined ? {} : { hint: inCommandWords(error.hint) };
    return { name, available: false, reason: error.message, ...hint };
  }
}

function cacheReport(): DoctorReport["cache"] {
  try {
    const folder = cacheFolder();
    accessSync(folder, constants.W_OK);
    return { folder, writable: true };
  } catch (error) {
    return { folder: null, writable: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function examine(): Promise<DoctorReport> {
  const { cudaReport } = await import("../../cuda-backend/report.ts");
  const backends: BackendReport[] = [];
  for (const name of BACKEND_NAMES) if (name !== "auto") backends.push(await tryBackend(name));
  return {
    version: packageVersion(),
    node: process.version,
    platform: `${platform()}-${arch()}`,
    cache: cacheReport(),
    choice: await tryBackend("auto"),
    backends,
    webgpu: await listAdapters(),
    cuda: await cudaReport(),
  };
}

function heading(text: string): string {
  return `\n${stdoutColours.bold(text)}`;
}

function adapterLines({ name, source, info, features, limits }: AdapterReport): string[] {
  const has = SHOWN_FEATURES.filter((feature) => features.includes(feature));
  const lacks = SHOWN_FEATURES.filter((feature) => !features.includes(feature));
  const shown = SHOWN_LIMITS.map((limit) => `${limit} ${withSeparators(limits[limit] ?? 0)}`);
  return [
    `  ${name} (${source}${info.isFallback ? ", software" : ""})`,
    `    driver    ${info.driver}`,
    `    features  ${has.join(", ") || "none that qwerk uses"}${lacks.length === 0 ? "" : `; not: ${lacks.join(", ")}`}`,
    ...shown.map((text, at) => `    ${at === 0 ? "limits  " : "        "}  ${text}`),
  ];
}

function libraryLines({ libraries }: WebGpuReport): string[] {
  return libraries.map(({ library, neededBy, problem, install }) => {
    if (problem === undefined) return `  ${stdoutColours.green("found")}    ${library} (for ${neededBy})`;
    const way = install === undefined ? "" : `; install ${install}`;
    return `  ${stdoutColours.red("missing")}  ${library} (for ${neededBy}): ${problem}${way}`;
  });
}

function describe(report: DoctorReport): string {
  const { choice, webgpu, cache } = report;
  const facts: [string, string][] = [
    ["qwerk", report.version],
    ["Node", `${report.node} on ${report.platform}`],
    ["cache folder", cache.folder === null ? `none: ${cache.problem ?? "not writable"}` : cache.folder],
    ["would use", `${choice.name} (${choice.device ?? "no device"}): ${choice.reason}`],
    ...(choice.hint === undefined ? [] : [["", choice.hint] satisfies [string, string]]),
  ];
  const backends = report.backends.flatMap(({ name, available, device, reason, hint }) => {
    const state = available ? stdoutColours.green("yes") : stdoutColours.yellow("no ");
    const line = `  ${state}  ${name.padEnd(15)}${device === undefined ? reason : `${device}: ${reason}`}`;
    return hint === undefined ? [line] : [line, `${" ".repeat(22)}${hint}`];
  });
  const failures = webgpu.failures.map(({ what, outcome }) => `  ${what}: ${outcome}`);
  return [
    formatFacts(facts),
    heading("Backends"),
    ...backends,
    heading("WebGPU adapters"),
    ...(webgpu.adapters.length === 0 ? ["  none"] : webgpu.adapters.flatMap(adapterLines)),
    ...(failures.length === 0 ? [] : [heading("Ways to an adapter that failed"), ...failures]),
    ...(webgpu.libraries.length === 0 ? [] : [heading("Libraries"), ...libraryLines(webgpu)]),
    heading("CUDA"),
    ...cudaLines(report.cuda),
  ].join("\n");
}

export async function doctorCommand(options: DoctorOptions): Promise<number> {
  const json = options.json === true;
  try {
    const report = await examine();
    process.stdout.write(`${json ? JSON.stringify(report) : describe(report)}\n`);
    return EXIT.ok;
  } catch (error) {
    return reportError(error, json);
  }
}
