/**
 * What `qwerk doctor` says about WebGPU: every adapter that can be opened, by which driver, and which libraries are
 * missing with the package that brings them. Separate from `webgpu-device.ts` because it opens everything, where that
 * one stops at the first. Invariant: it reports and never throws for something that is absent.
 */
import { QwerkError } from "../src/base/errors.ts";
import {
  debianPackage,
  LOADER,
  loadDriver,
  missingLibrary,
  namedDrivers,
  systemDrivers,
  systemLoaderProblem,
} from "./vulkan.ts";
import {
  type AdapterRoute,
  type AdapterSource,
  type Attempt,
  adapterNames,
  type Dawn,
  describeAdapter,
  limitsOf,
  loadDawn,
  type OpenWebGpuOptions,
  openRoute,
  routeTo,
  systemRoute,
  type WebGpuInfo,
} from "./webgpu-device.ts";

export interface AdapterReport {
  /** Name as `openWebGpu({ adapter })` takes it. */
  readonly name: string;
  readonly source: AdapterSource;
  readonly icd?: string;
  readonly info: WebGpuInfo;
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
}

interface LibraryReport {
  readonly library: string;
  readonly neededBy: string;
  /** Why it does not load; absent when it does. */
  readonly problem?: string;
  /** Debian's name of the package to install. */
  readonly install?: string;
}

export interface WebGpuReport {
  readonly adapters: readonly AdapterReport[];
  readonly libraries: readonly LibraryReport[];
  /** Ways that led to no adapter, and why. */
  readonly failures: readonly Attempt[];
}

/** Opens every adapter of the system, of SwiftShader's package and of lavapipe's folder, without requesting a device. */
export async function listAdapters(options: OpenWebGpuOptions = {}): Promise<WebGpuReport> {
  const adapters: AdapterReport[] = [];
  const failures: Attempt[] = [];
  let dawn: Dawn;
  try {
    dawn = await loadDawn();
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    return { adapters, libraries: await listLibraries([]), failures: [{ what: "webgpu", outcome: error.message }] };
  }
  const software = [await reportedRoute("swiftshader", options), await reportedRoute("lavapipe", options)];
  const routes = [await systemRoute(options)];
  for (const route of software) "source" in route ? routes.push(route) : failures.push(route);
  for (const route of routes) {
    const found = await adaptersOf(dawn, route, options);
    if (typeof found === "string") failures.push({ what: route.icd ?? "system drivers", outcome: found });
    else adapters.push(...found);
  }
  const icds = routes.flatMap((route) => route.icd ?? []);
  return { adapters, libraries: await listLibraries(icds), failures };
}

/** As `routeTo`; a cache folder that cannot be written is one more way that leads nowhere. */
async function reportedRoute(what: string, options: OpenWebGpuOptions): Promise<AdapterRoute | Attempt> {
  try {
    return await routeTo(what, options);
  } catch (error) {
    if (!(error instanceof QwerkError)) throw error;
    return { what, outcome: error.message };
  }
}

async function adaptersOf(
  dawn: Dawn,
  route: AdapterRoute,
  options: OpenWebGpuOptions,
): Promise<AdapterReport[] | string> {
  const first = await openRoute(dawn, route, options);
  if (typeof first === "string") return first;
  const reports: AdapterReport[] = [];
  for (const name of await adapterNames(dawn, route)) {
    const opened = await openRoute(dawn, { ...route, dawnOptions: [`adapter=${name}`] }, options);
    if (typeof opened === "string") continue;
    const info = describeAdapter(opened.adapter);
    const source = route.source === "hardware" && info.isFallback ? "system_software" : route.source;
    reports.push({
      name,
      source,
      ...(route.icd === undefined ? {} : { icd: route.icd }),
      info,
      features: [...opened.adapter.features].sort(),
      limits: limitsOf(opened.adapter.limits),
    });
  }
  return reports;
}

/** The loader and the library of every driver description, each with what it lacks. */
async function listLibraries(icds: readonly string[]): Promise<LibraryReport[]> {
  if (process.platform !== "linux") return [];
  const reports = [libraryReport(LOADER, "Dawn", await systemLoaderProblem())];
  for (const icd of new Set([...namedDrivers(), ...systemDrivers(), ...icds])) {
    const { library, problem } = await loadDriver(icd);
    reports.push(libraryReport(library ?? icd, icd, problem));
  }
  return reports;
}

function libraryReport(library: string, neededBy: string, problem: string | undefined): LibraryReport {
  if (problem === undefined) return { library, neededBy };
  const missing = missingLibrary(problem);
  return { library, neededBy, problem, ...(missing === undefined ? {} : { install: debianPackage(missing) }) };
}
