/**
 * Finding and loading the two libraries of a CUDA installation: the driver and NVRTC. Apart from the bindings because
 * where libraries lie is a matter of platforms and packages. Every failure names the library and all places tried.
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LibraryHandle } from "koffi";
import { UnsupportedError } from "../src/base/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
export type LibraryKind = "driver" | "nvrtc";
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
const BUILTINS = /^(libnvrtc-builtins\.so\.\d+\.\d+|nvrtc-builtins64_\d+\.dll)$/;

export function thisMachine(environment: Environment = process.env): SearchPlace {
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
      ...site.flatMap((folder) => [join(folder, "cu13", "bin"), join(folder, "cuda_nvrtc", "bin")]),
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

/** Names and paths to try, in order. An explicit path is the only one. */
export function libraryCandidates(kind: LibraryKind, place: SearchPlace, explicit?: string): readonly string[] {
  const windows = place.platform === "win32";
  const variable = kind === "driver" ? "QWERK_LIBCUDA" : "QWERK_LIBNVRTC";
  const named = explicit ?? place.environment[variable];
  if (named) return [named];
  if (kind === "driver") {
    return windows
      ? ["nvcuda.dll"]
      : ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1"];
  }
  const names = windows ? NVRTC_NAMES.win32 : NVRTC_NAMES.linux;
  const inFolders = nvrtcFolders(place).flatMap((folder) => {
    const present = new Set(place.list(folder));
    return names.filter((name) => present.has(name)).map((name) => join(folder, name));
  });
  return [...names, ...new Set(inFolders)];
}

/** Libraries that must stay in the process although nobody calls them: koffi unloads what is collected. */
const kept: LibraryHandle[] = [];

/** NVRTC opens its builtins library by bare name: outside the system's folders it must be in the process before. */
function loadBuiltins(koffi: Koffi, place: SearchPlace, path: string): void {
  const folder = dirname(path);
  if (folder === ".") return;
  const builtins = place.list(folder).filter((name) => BUILTINS.test(name));
  for (const name of builtins) kept.push(koffi.load(join(folder, name)));
}

async function importKoffi(): Promise<Koffi> {
  try {
    return (await import("koffi")).default as unknown as Koffi;
  } catch (cause) {
    throw new UnsupportedError(
      "koffi_missing",
      "the package koffi, which calls native libraries, could not be loaded",
      {
        hint: "reinstall qwerk without --omit=optional, or use --backend webgpu or cpu",
        cause,
      },
    );
  }
}

const LIBRARY = {
  driver: {
    title: "the NVIDIA driver's library",
    code: "cuda_driver_missing",
    hint: "install the NVIDIA driver, or name its library with QWERK_LIBCUDA",
  },
  nvrtc: {
    title: "NVRTC, the CUDA run-time compiler",
    code: "nvrtc_missing",
    hint: "install the CUDA toolkit or `pip install nvidia-cuda-nvrtc`, or name the library with QWERK_LIBNVRTC",
  },
} as const;

/** @throws UnsupportedError `cuda_driver_missing` or `nvrtc_missing` with everything that was tried. */
export async function loadLibrary(
  kind: LibraryKind,
  explicit?: string,
  place: SearchPlace = thisMachine(),
): Promise<LoadedLibrary> {
  const koffi = await importKoffi();
  const tried: string[] = [];
  for (const path of libraryCandidates(kind, place, explicit)) {
    try {
      if (kind === "nvrtc") loadBuiltins(koffi, place, path);
      return { kind, path, handle: koffi.load(path), koffi };
    } catch (error) {
      tried.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const { title, code, hint } = LIBRARY[kind];
  throw new UnsupportedError(code, `${title} could not be loaded; tried ${tried.join("; ")}`, {
    hint,
    data: { library: kind, tried },
  });
}
