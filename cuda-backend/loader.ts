/**
 * Finding and loading the libraries of a CUDA installation: the driver, NVRTC and NVML. Apart from the bindings because
 * where libraries lie is a matter of platforms and packages. Every failure names the library and all places tried.
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LibraryHandle } from "koffi";
import { UnsupportedError } from "../src/base/errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;
export type LibraryKind = "driver" | "nvrtc" | "nvml";
type Koffi = typeof import("koffi");

export interface LoadedLibrary {
  readonly kind: LibraryKind;
  readonly path: string;
  readonly handle: LibraryHandle;
  readonly koffi: Koffi;
}

export interface SearchPlace {
  readonly environment: Environment;
  readonly platform: string;
  /** Entries of a folder, empty when there is none. */
  readonly list: (folder: string) => readonly string[];
}

const NVRTC_NAMES = {
  linux: ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"],
  win32: ["nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"],
} as const;
/** Libraries that come with the driver. */
const SYSTEM_NAMES = {
  driver: { linux: "libcuda.so.1", win32: ["nvcuda.dll"] },
  nvml: { linux: "libnvidia-ml.so.1", win32: ["nvml.dll"] },
} as const;

const LIBRARY = {
  driver: {
    title: "the NVIDIA driver's library",
    variable: "QWERK_LIBCUDA",
    code: "cuda_driver_missing",
    hint: "install the NVIDIA driver, or name its library with QWERK_LIBCUDA",
  },
  nvrtc: {
    title: "NVRTC, the CUDA run-time compiler",
    variable: "QWERK_LIBNVRTC",
    code: "nvrtc_missing",
    hint: "install the CUDA toolkit or `pip install nvidia-cuda-nvrtc`, or name the library with QWERK_LIBNVRTC",
  },
  nvml: {
    title: "NVML, the driver's monitoring library",
    variable: "QWERK_LIBNVML",
    code: "nvml_missing",
    hint: "it comes with the NVIDIA driver (Debian and Ubuntu: libnvidia-ml1); or name it with QWERK_LIBNVML",
  },
} as const;

const BUILTINS = /^(libnvrtc-builtins\.so\.\d+\.\d+|nvrtc-builtins64_\d+\.dll)$/;

function thisMachine(environment: Environment = process.env): SearchPlace {
  return {
    environment,
    platform: process.platform,
    list: (folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
  };
}

/** Folders that match a path whose components may hold one `*` each. */
function expand(place: SearchPlace, pattern: string): string[] {
  const parts = pattern.split("/");
  let found = [parts[0] === "" ? "/" : parts[0]!];
  for (const part of parts.slice(1)) {
    if (!part.includes("*")) {
      found = found.map((folder) => join(folder, part));
      continue;
    }
    const [head = "", tail = ""] = part.split("*");
    found = found.flatMap((folder) =>
      place
        .list(folder)
        .filter((name) => name.startsWith(head) && name.endsWith(tail))
        .sort()
        .reverse()
        .map((name) => join(folder, name)),
    );
  }
  return found;
}

function nvrtcFolders(place: SearchPlace): string[] {
  const env = place.environment;
  const homes = [env["CUDA_HOME"], env["CUDA_PATH"]].filter((home): home is string => !!home);
  const conda = env["CONDA_PREFIX"];
  const venv = env["VIRTUAL_ENV"];
  if (place.platform === "win32") {
    const site = venv ? [join(venv, "Lib", "site-packages", "nvidia")] : [];
    return [
      ...homes.flatMap((home) => [join(home, "bin", "x64"), join(home, "bin")]),
      ...(conda ? [join(conda, "Library", "bin")] : []),
      ...site.flatMap((folder) => [
        ...[join(folder, "cu13", "bin", "x86_64"), join(folder, "cu13", "bin"), join(folder, "cuda_nvrtc", "bin")],
      ]),
    ];
  }
  const sites = venv ? expand(place, `${venv}/lib/python*/site-packages/nvidia`) : [];
  return [
    ...homes.flatMap((home) => [join(home, "lib64"), join(home, "lib"), join(home, "targets/x86_64-linux/lib")]),
    ...expand(place, "/usr/local/cuda*/lib64"),
    "/usr/local/nvidia/lib64",
    ...(conda ? [join(conda, "lib")] : []),
    ...sites.flatMap((folder) => [join(folder, "cu13", "lib"), join(folder, "cuda_nvrtc", "lib")]),
  ];
}

/** CUDA's major version by the name of an NVRTC library; undefined where the name does not tell. */
function majorOf(path: string): number | undefined {
  const digits = /libnvrtc\.so\.(\d+)|nvrtc64_(\d\d)\d_/.exec(path);
  return digits === null ? undefined : Number(digits[1] ?? digits[2]);
}

/**
 * Names and paths to try, in order. An explicit path is the only one. With `driverMajor`, the CUDA major version of the
 * driver, an NVRTC of a newer major comes last: that driver may refuse what it makes.
 */
export function libraryCandidates(
  kind: LibraryKind,
  place: SearchPlace,
  explicit?: string,
  driverMajor = Number.POSITIVE_INFINITY,
): readonly string[] {
  const windows = place.platform === "win32";
  const named = explicit ?? place.environment[LIBRARY[kind].variable];
  if (named) return [named];
  if (kind !== "nvrtc") {
    const { linux, win32 } = SYSTEM_NAMES[kind];
    return windows ? win32 : [linux, `/usr/lib/wsl/lib/${linux}`, `/usr/local/nvidia/lib64/${linux}`];
  }
  const names = windows ? NVRTC_NAMES.win32 : NVRTC_NAMES.linux;
  const inFolders = nvrtcFolders(place).flatMap((folder) => {
    const present = new Set(place.list(folder));
    return names.filter((name) => present.has(name)).map((name) => join(folder, name));
  });
  const all = [...names, ...new Set(inFolders)];
  const tooNew = (path: string): boolean => (majorOf(path) ?? 0) > driverMajor;
  return [...all.filter((path) => !tooNew(path)), ...all.filter(tooNew)];
}

/**
 * Every library that was loaded, for as long as the process lives: koffi unloads what is collected, and a driver that
 * was used must not go while its threads run.
 */
const kept: LibraryHandle[] = [];

function keep(handle: LibraryHandle): LibraryHandle {
  kept.push(handle);
  return handle;
}

/** NVRTC opens its builtins library by bare name: outside the system's folders it must be in the process before. */
function loadBuiltins(koffi: Koffi, place: SearchPlace, path: string): void {
  const folder = dirname(path);
  if (folder === ".") return;
  const builtins = place.list(folder).filter((name) => BUILTINS.test(name));
  for (const name of builtins) keep(koffi.load(join(folder, name)));
}

async function importKoffi(): Promise<Koffi> {
  try {
    return (await import("koffi")).default as unknown as Koffi;
  } catch (cause) {
    throw new UnsupportedError(
      "koffi_missing",
      "the package koffi, which calls native libraries, could not be loaded",
      {
        hint: "reinstall qwerk without --omit=optional, or use `backend` webgpu or cpu",
        cause,
      },
    );
  }
}

/** @throws UnsupportedError `cuda_driver_missing`, `nvrtc_missing` or `nvml_missing` with everything that was tried. */
export async function loadLibrary(
  kind: LibraryKind,
  explicit?: string,
  place: SearchPlace = thisMachine(),
  driverMajor?: number,
): Promise<LoadedLibrary> {
  const koffi = await importKoffi();
  const tried = new Map<string, string[]>();
  for (const path of libraryCandidates(kind, place, explicit, driverMajor)) {
    try {
      if (kind === "nvrtc") loadBuiltins(koffi, place, path);
      return { kind, path, handle: keep(koffi.load(path)), koffi };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tried.set(reason, [...(tried.get(reason) ?? []), path]);
    }
  }
  const { title, code, hint } = LIBRARY[kind];
  const outcomes = [...tried].map(([reason, paths]) => `${paths.join(", ")}: ${reason}`);
  throw new UnsupportedError(code, `${title} could not be loaded; tried ${outcomes.join("; ")}`, {
    hint,
    data: { library: kind, tried: outcomes },
  });
}
