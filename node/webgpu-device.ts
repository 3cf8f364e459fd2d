/**
 * WebGPU in Node: finds an adapter through Dawn (the `webgpu` package) and says which one and why. Separate from the
 * WebGPU backend, which gets a GPUAdapter or GPUDevice and runs unchanged in a page. Invariants: importing this module
 * does nothing; Dawn and its 20 MB are loaded on the first call, so users of other backends pay nothing; what
 * `create()` returned stays referenced, because Node crashes when Dawn's instance is collected while in use.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DeviceLostError, QwerkError } from "../src/base/errors.ts";
import { packageRoot } from "./package-root.ts";
import { SOFTWARE_ADAPTER_INSTALL, unpackSwiftShader } from "./software-adapter.ts";
import {
  LOADER,
  lavapipeDriver,
  lavapipeFolder,
  loadDriver,
  loadVulkanLoader,
  namedDrivers,
  systemDrivers,
  withEnvironment,
} from "./vulkan.ts";

/** Where an adapter came from. `named_driver`: a software driver that VK_ICD_FILENAMES or a path names. */
export type AdapterSource =
  | "hardware"
  | "named_driver"
  | "swiftshader"
  | "lavapipe"
  | "system_software"
  | "named_adapter"
  | "null";

export interface OpenWebGpuOptions {
  /**
   * `auto` (default): a hardware adapter, else the software driver VK_ICD_FILENAMES names, else SwiftShader from the
   * installed package, else a software driver of the system. `hardware`, `swiftshader`, `lavapipe`: that one or an
   * error. `null`: compiles shaders and runs nothing. A path ending in `.json`: that Vulkan driver. Any other text: the
   * adapter whose name contains it.
   */
  readonly adapter?: string;
  /** Dawn toggles to switch on; default `DEFAULT_DAWN_FEATURES`. */
  readonly features?: readonly string[];
  /** Dawn toggles to switch off. */
  readonly disableFeatures?: readonly string[];
  /** File or file URL where the search for the software driver's package starts. */
  readonly resolveFrom?: string;
}

export interface WebGpuInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  readonly isFallback: boolean;
  /** Driver and its version, as Dawn reports them. */
  readonly driver: string;
}

export interface OpenedWebGpu {
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
  readonly info: WebGpuInfo;
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly source: AdapterSource;
  /** One sentence for people: why this adapter. */
  readonly reason: string;
}

/**
 * Dawn hides shader-f16 on NVIDIA's Vulkan driver unless asked (crbug.com/42251215); unsafe APIs are the experimental
 * ones, such as subgroup matrices.
 */
export const DEFAULT_DAWN_FEATURES = ["vulkan_enable_f16_on_nvidia", "allow_unsafe_apis"] as const;

export interface Dawn {
  readonly create: (options: string[]) => GPU;
}

/** One way to an adapter. */
export interface AdapterRoute {
  readonly source: AdapterSource;
  /** Driver description to use instead of the system's. */
  readonly icd?: string;
  /** Vulkan loaders to try when the system has none. */
  readonly loaders?: readonly string[];
  readonly dawnOptions?: readonly string[];
}

export interface Attempt {
  readonly what: string;
  readonly outcome: string;
}

interface Opened {
  readonly gpu: GPU;
  readonly adapter: GPUAdapter;
}

const instances: GPU[] = [];

/**
 * Opens an adapter; `openDevice` of the backend takes it. Also defines the WebGPU globals (GPUBufferUsage and so on) that a
 * page has and Node lacks.
 * @throws DeviceLostError `no_adapter` with all that was tried; `webgpu_module_unavailable`.
 */
export async function openWebGpu(options: OpenWebGpuOptions = {}): Promise<OpenedWebGpu> {
  const dawn = await loadDawn();
  const wanted = options.adapter ?? "auto";
  if (wanted === "auto") return await openAutomatic(dawn, options);
  if (wanted === "hardware") {
    const { opened, outcome } = await openSystem(dawn, options);
    if (opened !== undefined && !isFallback(opened.adapter)) return describe(opened, "hardware", "asked for hardware");
    throw noAdapter([{ what: "hardware", outcome }]);
  }
  const route = await routeTo(wanted, options);
  if (!("source" in route)) throw noAdapter([route]);
  const opened = await openRoute(dawn, route, options);
  if (typeof opened === "string") throw noAdapter([{ what: wanted, outcome: opened }]);
  return describe(opened, route.source, `asked for ${wanted}`);
}

/** Loads Dawn and the WebGPU globals. @throws DeviceLostError `webgpu_module_unavailable`. */
export async function loadDawn(): Promise<Dawn> {
  try {
    const { create, globals } = await import("webgpu");
    for (const [name, value] of Object.entries(globals)) {
      if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    return { create };
  } catch (cause) {
    throw new DeviceLostError("webgpu_module_unavailable", `the webgpu package does not load: ${messageOf(cause)}`, {
      hint: "npm install webgpu; on Linux it needs glibc 2.34 and libstdc++ 12 or newer; the cpu backend needs neither",
      cause,
    });
  }
}

async function openAutomatic(dawn: Dawn, options: OpenWebGpuOptions): Promise<OpenedWebGpu> {
  const system = await openSystem(dawn, options);
  const attempts: Attempt[] = [{ what: "hardware", outcome: system.outcome }];
  if (system.opened !== undefined && !isFallback(system.opened.adapter)) {
    return describe(system.opened, "hardware", "hardware adapter found");
  }
  const why = `no hardware adapter (${system.outcome})`;
  const named = namedDrivers();
  if (named.length > 0) {
    // A driver the user names is never replaced by another one behind his back.
    if (system.opened !== undefined) return describe(system.opened, "named_driver", `${why}; named by environment`);
    throw noAdapter(
      attempts.map(({ outcome }) => ({ what: `driver named by environment, ${named.join(":")}`, outcome })),
    );
  }
  const route = await routeTo("swiftshader", options);
  if ("source" in route) {
    const opened = await openRoute(dawn, route, options);
    if (typeof opened !== "string") return describe(opened, "swiftshader", `${why}; SwiftShader package is installed`);
    attempts.push({ what: "swiftshader", outcome: opened });
  } else attempts.push(route);
  if (system.opened !== undefined)
    return describe(system.opened, "system_software", `${why}; system's software driver`);
  throw noAdapter(attempts);
}

/** The system's best adapter: hardware where there is any, even if Dawn lists a software driver first. */
async function openSystem(dawn: Dawn, options: OpenWebGpuOptions): Promise<{ opened?: Opened; outcome: string }> {
  const route = await systemRoute(options);
  const first = await openRoute(dawn, route, options);
  if (typeof first === "string") return { outcome: first };
  if (!isFallback(first.adapter)) return { opened: first, outcome: "found" };
  for (const name of await adapterNames(dawn, route)) {
    const other = await openRoute(dawn, { ...route, dawnOptions: [`adapter=${name}`] }, options);
    if (typeof other !== "string" && !isFallback(other.adapter)) return { opened: other, outcome: "found" };
  }
  return { opened: first, outcome: `only a software adapter, ${describeAdapter(first.adapter).description}` };
}

/** The drivers that the environment names or the system has. Another loader helps only where a driver is present. */
export async function systemRoute(options: OpenWebGpuOptions): Promise<AdapterRoute> {
  const named = namedDrivers();
  const drivers = named.length > 0 || process.platform !== "linux" ? named : systemDrivers();
  const loaders = drivers.length > 0 ? await looseLoaders(drivers, options) : [];
  return { source: "hardware", loaders };
}

/** The route to an adapter asked for by name, or why there is none. */
export async function routeTo(wanted: string, options: OpenWebGpuOptions): Promise<AdapterRoute | Attempt> {
  if (wanted === "null") return { source: "null", dawnOptions: ["backend=null"] };
  if (wanted === "swiftshader") {
    const driver = await unpackSwiftShader(fromOption(options));
    if (driver !== undefined) return { source: "swiftshader", icd: driver.icd, loaders: [driver.loader] };
    return { what: wanted, outcome: `its package is not installed: ${SOFTWARE_ADAPTER_INSTALL} (x86-64 Linux only)` };
  }
  if (wanted === "lavapipe") {
    const icd = lavapipeDriver();
    if (icd !== undefined) return { source: "lavapipe", icd, loaders: await looseLoaders([icd], options) };
    return {
      what: wanted,
      outcome: `no lvp_icd*.json in ${lavapipeFolder() ?? "a cache folder"}: ${lavapipeWayOut()}`,
    };
  }
  if (wanted.endsWith(".json")) {
    return { source: "named_driver", icd: wanted, loaders: await looseLoaders([wanted], options) };
  }
  const system = await systemRoute(options);
  return { ...system, source: "named_adapter", dawnOptions: [`adapter=${wanted}`] };
}

/** The script that installs lavapipe is part of a checkout, not of the package. */
function lavapipeWayOut(): string {
  const script = join(packageRoot(), "scripts", "lavapipe.sh");
  return `${existsSync(script) ? "run scripts/lavapipe.sh, or " : ""}set QWERK_LAVAPIPE_ICD`;
}

/** Loaders that lie beside drivers, then the packaged one. */
async function looseLoaders(icds: readonly string[], options: OpenWebGpuOptions): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const packaged = await packagedLoader(options);
  return [...icds.map((icd) => join(dirname(icd), LOADER)), ...(packaged === undefined ? [] : [packaged])];
}

/** One loader among several: where it cannot be unpacked, there is one less. */
async function packagedLoader(options: OpenWebGpuOptions): Promise<string | undefined> {
  try {
    return (await unpackSwiftShader(fromOption(options)))?.loader;
  } catch (error) {
    if (error instanceof QwerkError) return undefined;
    throw error;
  }
}

function fromOption(options: OpenWebGpuOptions): { resolveFrom?: string } {
  return options.resolveFrom === undefined ? {} : { resolveFrom: options.resolveFrom };
}

/** Opens one route. @returns the adapter, or why there is none. */
export async function openRoute(dawn: Dawn, route: AdapterRoute, options: OpenWebGpuOptions): Promise<Opened | string> {
  const problem = await prepareDriver(route);
  if (problem !== undefined) return problem;
  const enable = options.features ?? DEFAULT_DAWN_FEATURES;
  const disable = options.disableFeatures ?? [];
  const dawnOptions = [
    ...(enable.length > 0 ? [`enable-dawn-features=${enable.join(",")}`] : []),
    ...(disable.length > 0 ? [`disable-dawn-features=${disable.join(",")}`] : []),
    ...(route.dawnOptions ?? []),
  ];
  return await withEnvironment(driverEnvironment(route), async () => {
    try {
      const gpu = dawn.create(dawnOptions);
      instances.push(gpu);
      const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
      return adapter === null ? "Dawn found no adapter" : { gpu, adapter };
    } catch (error) {
      return messageOf(error).replaceAll("\n", " ");
    }
  });
}

/** Names of a route's adapters. Dawn tells them only in the error about a name that no adapter has. */
export async function adapterNames(dawn: Dawn, route: AdapterRoute): Promise<string[]> {
  if ((await prepareDriver(route)) !== undefined) return [];
  return await withEnvironment(driverEnvironment(route), async () => {
    try {
      const gpu = dawn.create(["adapter=no adapter has this name"]);
      instances.push(gpu);
      await gpu.requestAdapter();
      return [];
    } catch (error) {
      return Array.from(messageOf(error).matchAll(/name: '([^']*)'/g), (match) => match[1]!);
    }
  });
}

async function prepareDriver(route: AdapterRoute): Promise<string | undefined> {
  if (process.platform !== "linux" || route.source === "null") return undefined;
  // Asked first, because Dawn prints a warning of its own when the loader is absent.
  if ((await loadVulkanLoader(route.loaders ?? [])) === undefined) return `no Vulkan loader (${LOADER})`;
  const facts = await Promise.all((route.icd === undefined ? namedDrivers() : [route.icd]).map(loadDriver));
  const broken = facts.filter((driver) => driver.problem !== undefined);
  if (broken.length < facts.length || facts.length === 0) return undefined;
  return broken.map(({ icd, problem }) => `driver ${icd}: ${problem}`).join(", ");
}

function driverEnvironment(route: AdapterRoute): Record<string, string> {
  return {
    ...(route.icd === undefined ? {} : { VK_ICD_FILENAMES: route.icd, VK_DRIVER_FILES: route.icd }),
    // Mesa complains on stderr when this is unset, although it opens no window.
    ...(process.env["XDG_RUNTIME_DIR"] || process.platform !== "linux" ? {} : { XDG_RUNTIME_DIR: tmpdir() }),
  };
}

function isFallback(adapter: GPUAdapter): boolean {
  return adapter.info.isFallbackAdapter;
}

/** An adapter's facts as plain data. */
export function describeAdapter(adapter: GPUAdapter): WebGpuInfo {
  const { vendor, architecture, device, description } = adapter.info;
  return { vendor, architecture, device, description, isFallback: isFallback(adapter), driver: description };
}

/** All limits by name. They are accessors on a prototype, so spreading the object would give none. */
export function limitsOf(limits: GPUSupportedLimits): Record<string, number> {
  const values: Record<string, number> = {};
  for (const name in limits) {
    const value: unknown = Reflect.get(limits, name);
    if (typeof value === "number") values[name] = value;
  }
  return values;
}

function describe(opened: Opened, source: AdapterSource, reason: string): OpenedWebGpu {
  const { gpu, adapter } = opened;
  return {
    gpu,
    adapter,
    info: describeAdapter(adapter),
    features: [...adapter.features].sort(),
    limits: limitsOf(adapter.limits),
    source,
    reason,
  };
}

function noAdapter(tried: readonly Attempt[]): QwerkError {
  const list = tried.map(({ what, outcome }) => `${what}: ${outcome}`).join("; ");
  return new DeviceLostError("no_adapter", `no WebGPU adapter; tried ${list}`, {
    hint: `${driverHint()}; without a GPU, ${SOFTWARE_ADAPTER_INSTALL} brings a software adapter (x86-64 Linux)`,
    data: { tried },
  });
}

function driverHint(): string {
  if (process.platform !== "linux") return "install the graphics driver of your GPU's vendor";
  return (
    "a GPU needs its Vulkan driver and loader: libvulkan1 and, for AMD and Intel, mesa-vulkan-drivers (Debian, Ubuntu), " +
    "vulkan-loader (Fedora), vulkan-icd-loader (Arch); in an NVIDIA container also NVIDIA_DRIVER_CAPABILITIES=all"
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
