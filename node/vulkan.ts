/**
 * What Dawn needs from Linux to find a Vulkan driver: a loader that is already mapped, driver libraries whose
 * dependencies resolve, and environment variables that native code sees. Separate because it is all native loading
 * and no WebGPU. Invariants: libraries are opened with dlopen and never closed (Dawn's own dlopen by name then finds
 * them by soname, so no search path has to change); variables are set with libc's setenv, because `process.env` of a
 * worker thread is a copy native code does not see, and they are put back before anyone else's turn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { optionalCacheFolder } from "./cache-folder.ts";

export const LOADER = "libvulkan.so.1";

interface NativeLinux {
  readonly dlopen: (path: string, flags: number) => unknown;
  readonly dlerror: () => string | null;
  readonly getenv: (name: string) => string | null;
  readonly setenv: (name: string, value: string, overwrite: number) => number;
  readonly unsetenv: (name: string) => number;
}

const RTLD_LAZY = 1;
let native: Promise<NativeLinux> | undefined;

function nativeLinux(): Promise<NativeLinux> {
  native ??= import("koffi").then(({ default: koffi }) => {
    const libc = koffi.load("libc.so.6");
    return {
      dlopen: libc.func("void *dlopen(const char *path, int flags)"),
      dlerror: libc.func("const char *dlerror()"),
      getenv: libc.func("const char *getenv(const char *name)"),
      setenv: libc.func("int setenv(const char *name, const char *value, int overwrite)"),
      unsetenv: libc.func("int unsetenv(const char *name)"),
    } as NativeLinux;
  });
  return native;
}

/** Maps a shared library for the rest of the process. @returns the dynamic linker's complaint, undefined when loaded. */
async function loadLibrary(nameOrPath: string): Promise<string | undefined> {
  const { dlopen, dlerror } = await nativeLinux();
  return dlopen(nameOrPath, RTLD_LAZY) === null ? (dlerror() ?? `${nameOrPath} cannot be loaded`) : undefined;
}

let systemLoader: Promise<string | undefined> | undefined;

/** Why the system's own Vulkan loader does not load. Asked once, because any loader mapped later answers to its name. */
export function systemLoaderProblem(): Promise<string | undefined> {
  systemLoader ??= loadLibrary(LOADER);
  return systemLoader;
}

/** Maps the first Vulkan loader that loads: the system's, else one of `paths`. @returns its name or path. */
export async function loadVulkanLoader(paths: readonly string[]): Promise<string | undefined> {
  if ((await systemLoaderProblem()) === undefined) return LOADER;
  for (const path of paths) {
    if ((await loadLibrary(path)) === undefined) return path;
  }
  return undefined;
}

export interface DriverFacts {
  /** Path of the driver description. */
  readonly icd: string;
  /** Library the description names, as the dynamic linker gets it. */
  readonly library: string | undefined;
  /** Why the driver cannot be loaded; undefined when it is. */
  readonly problem: string | undefined;
}

/**
 * Maps a driver's library. Where that fails for a missing dependency, the other libraries beside the description are
 * mapped first, in whatever order works: so a driver unpacked into a folder of its own needs no LD_LIBRARY_PATH.
 */
export async function loadDriver(icd: string): Promise<DriverFacts> {
  let library: string;
  try {
    const description = JSON.parse(readFileSync(icd, "utf8")) as { ICD?: { library_path?: unknown } };
    const named = description.ICD?.library_path;
    if (typeof named !== "string") return { icd, library: undefined, problem: "names no ICD.library_path" };
    library = named.includes("/") && !isAbsolute(named) ? resolve(dirname(icd), named) : named;
  } catch (error) {
    return { icd, library: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
  let problem = await loadLibrary(library);
  if (problem !== undefined && library.includes("/")) {
    await loadFolder(dirname(library), library);
    problem = await loadLibrary(library);
  }
  return { icd, library, problem };
}

async function loadFolder(folder: string, except: string): Promise<void> {
  const isLibrary = (name: string) => /\.so(\.|$)/.test(name);
  let waiting = readdirSync(folder)
    .filter(isLibrary)
    .map((name) => join(folder, name));
  waiting = waiting.filter((path) => path !== except);
  for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
    before = waiting.length;
    const failed: string[] = [];
    for (const path of waiting) if ((await loadLibrary(path)) !== undefined) failed.push(path);
    waiting = failed;
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs `body` while native code sees `variables`; calls take turns. */
export function withEnvironment<T>(variables: Readonly<Record<string, string>>, body: () => Promise<T>): Promise<T> {
  const mine = turn.then(async () => {
    if (process.platform !== "linux") return await body();
    const { getenv, setenv, unsetenv } = await nativeLinux();
    const before = Object.keys(variables).map((name) => [name, getenv(name)] as const);
    for (const [name, value] of Object.entries(variables)) setenv(name, value, 1);
    try {
      return await body();
    } finally {
      for (const [name, value] of before) value === null ? unsetenv(name) : setenv(name, value, 1);
    }
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** Driver descriptions the user names by environment: newer variable first, as the loader reads them. */
export function namedDrivers(env = process.env): string[] {
  return (env["VK_DRIVER_FILES"] || env["VK_ICD_FILENAMES"] || "").split(":").filter((path) => path !== "");
}

/** Driver descriptions installed in the system's places. */
export function systemDrivers(env = process.env): string[] {
  const data = (env["XDG_DATA_DIRS"] || "/usr/local/share:/usr/share").split(":");
  return ["/etc", ...data].flatMap((root) => listDescriptions(join(root, "vulkan", "icd.d")));
}

/** Where scripts/lavapipe.sh puts one; undefined where nothing can be put. */
export function lavapipeFolder(env = process.env): string | undefined {
  const cache = optionalCacheFolder(env);
  return cache === undefined ? undefined : join(cache, "lavapipe");
}

/** A lavapipe of a folder of its own: QWERK_LAVAPIPE_ICD, else the newest name under `<cache>/lavapipe`. */
export function lavapipeDriver(env = process.env): string | undefined {
  if (env["QWERK_LAVAPIPE_ICD"]) return resolve(env["QWERK_LAVAPIPE_ICD"]);
  const root = lavapipeFolder(env);
  if (root === undefined) return undefined;
  try {
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    const found = names.filter((name) => /(^|\/)lvp_icd[^/]*\.json$/.test(name)).sort();
    return found.length === 0 ? undefined : join(root, found.at(-1)!);
  } catch {
    return undefined;
  }
}

function listDescriptions(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The library a linker complaint says is absent. */
export function missingLibrary(problem: string): string | undefined {
  return /([\w+.-]+\.so[\w.]*): cannot open shared object file/.exec(problem)?.[1];
}

/** Debian's package of a shared library: its naming rule, and the libraries that do not follow it. */
export function debianPackage(soname: string): string {
  if (/^libLLVM/.test(soname)) return `libllvm${/\d+/.exec(soname)?.[0] ?? ""}`;
  if (soname === "libz.so.1") return "zlib1g";
  if (/nvidia/i.test(soname)) return "the NVIDIA driver's graphics libraries";
  const [, name, version] = /^(.+?)\.so(?:\.(\d+))?/.exec(soname) ?? ["", soname, undefined];
  const stem = name!.toLowerCase().replaceAll("_", "-");
  return version === undefined ? stem : `${stem}${/\d$/.test(stem) ? "-" : ""}${version}`;
}
