/**
 * Building the stand-in driver and the precompiled kernel header with g++, once per version of their sources; the header
 * once more for each way of compiling kernels. Each lies in the cache folder under a name that hashes everything it was
 * made from, published whole or not at all.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CompileError, UnsupportedError } from "../../src/base/errors.ts";
import type { CacheStore } from "../cache-store.ts";
import { cudaSource } from "../source-folder.ts";

const run = promisify(execFile);
const SOURCES = ["context.cpp", "memory.cpp", "modules.cpp", "nvrtc.cpp", "nvml.cpp", "settings.cpp", "scheduler.cpp"];
const OWN_HEADERS = ["device.h", "driver.h", "fiber.h", "image.h", "scheduler.h", "settings.h"];
const LIBRARY = "libqwerk-emulated.so";
const LIBRARY_FLAGS = ["-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden"];
/**
 * Wrapping integers, no contraction, memory read under any type: what CUDA kernels may rely on; and alignment checked at
 * every access, by functions of the kernel header instead of the sanitizer's library. Without unique symbols, because
 * shared arrays of functions with one name in two modules would otherwise be one array.
 */
const KERNEL_FLAGS = [
  ...["-std=c++17", "-O1", "-fPIC", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno"],
  ...["-fno-gnu-unique", "-fsanitize=alignment", "-nodefaultlibs"],
  ...["-Wno-attributes", "-w"],
];
/**
 * A call at every access; the sanitizer's library is not linked, the kernel header defines what is called. Without
 * optimisation, which would split 16-byte accesses into words.
 */
const ACCESS_FLAGS = [
  ...["-O0", "-fsanitize=thread", "--param", "tsan-instrument-func-entry-exit=0", "-fno-threadsafe-statics"],
];
const SANITIZE_FLAGS = ["-fsanitize=address", "-DEMULATED_SANITIZE", "-g"];

export interface EmulationBuild {
  readonly library: string;
  /** Folder of the kernel headers, the precompiled one among them. */
  readonly include: string;
  readonly kernelFlags: readonly string[];
  readonly compiler: string;
  /** Hash of all sources, flags and the compiler. */
  readonly identity: string;
}

async function compilerVersion(compiler: string): Promise<string> {
  try {
    return (await run(compiler, ["--version"])).stdout.split("\n")[0]!;
  } catch (cause) {
    throw new UnsupportedError(
      "host_compiler_missing",
      `cuda-emulated compiles kernels with ${compiler}, which does not run`,
      {
        hint: "install g++, or use another backend",
        data: { compiler },
        cause,
      },
    );
  }
}

async function compile(compiler: string, args: readonly string[]): Promise<void> {
  try {
    await run(compiler, args, { maxBuffer: 1 << 24 });
  } catch (error) {
    const log = (error as { stderr?: string }).stderr ?? String(error);
    throw new CompileError("emulation_build", `building the stand-in CUDA driver failed: ${log.split("\n")[0]}`, {
      data: { log, args },
    });
  }
}

/** What kernels include, by name: the host's bodies, and of the device's headers those whose text serves both. */
async function kernelHeaders(): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>();
  for (const folder of [cudaSource("device"), cudaSource("emulate", "include")]) {
    for (const name of (await readdir(folder)).sort()) {
      if (/\.(h|cuh)$/.test(name)) headers.set(name, join(folder, name));
    }
  }
  return headers;
}

/** @throws UnsupportedError `host_compiler_missing` where g++ is not installed: a reason to skip. */
export async function buildEmulation(
  cache: CacheStore,
  options: { readonly compiler?: string; readonly sanitize?: boolean; readonly countAccesses?: boolean } = {},
): Promise<EmulationBuild> {
  const compiler = options.compiler ?? "g++";
  const kernelFlags = [
    ...KERNEL_FLAGS,
    ...(options.sanitize ? SANITIZE_FLAGS : []),
    ...(options.countAccesses ? ACCESS_FLAGS : []),
  ];
  const hash = createHash("sha256")
    .update(await compilerVersion(compiler))
    .update(LIBRARY_FLAGS.join(" "));
  const folder = cudaSource("emulate");
  const headers = await kernelHeaders();
  const files = [...[...SOURCES, ...OWN_HEADERS].map((name) => [name, join(folder, name)] as const), ...headers];
  for (const [name, path] of files) hash.update(name).update(await readFile(path));
  const named = (): string => hash.copy().digest("hex").slice(0, 24);
  const driver = await cache.publish("cuda-emulated", named(), [LIBRARY], async (target) => {
    const sources = SOURCES.map((name) => join(folder, name));
    await compile(compiler, [...LIBRARY_FLAGS, "-shared", "-o", join(target, LIBRARY), ...sources, "-ldl"]);
  });
  hash.update(kernelFlags.join(" "));
  const identity = named();
  const required = ["kernel.h.gch", ...headers.keys()];
  const include = await cache.publish("cuda-emulated", identity, required, async (target) => {
    for (const [name, path] of headers) await copyFile(path, join(target, name));
    const header = join(target, "kernel.h");
    await compile(compiler, [...kernelFlags, "-x", "c++-header", "-o", `${header}.gch`, header]);
  });
  return { library: join(driver, LIBRARY), include, kernelFlags, compiler, identity };
}
