/**
 * The checklist: what a page needs for WebGPU, from the ground up, in the worker where the engine would run. Each row
 * that fails says how to mend it, and the rows that build on it are skipped with that reason.
 */
import { createWebGpuBackend, openBrowserDevice, openPageBackend, toErrorRecord } from "../../src/index.ts";
import type { CheckRow } from "../calls.ts";

const LABELS = {
  secure: "Secure context",
  webgpu: "WebGPU in workers",
  adapter: "Adapter",
  hardware: "Hardware adapter",
  limits: "Limits",
  device: "Device answers",
  cpu: "CPU backend",
} as const;

type CheckId = keyof typeof LABELS;

/** What portable kernels need; WebGPU's own defaults, so a lower value is a browser's restriction. */
const NEEDED_LIMITS = [
  ["maxStorageBuffersPerShaderStage", 8],
  ["maxComputeWorkgroupStorageSize", 16_384],
  ["maxComputeInvocationsPerWorkgroup", 256],
  ["maxComputeWorkgroupSizeX", 256],
  ["maxComputeWorkgroupsPerDimension", 65_535],
  ["maxStorageBufferBindingSize", 134_217_728],
  ["maxBufferSize", 268_435_456],
] as const satisfies readonly (readonly [keyof GPUSupportedLimits, number])[];

const NUMBERS = new Intl.NumberFormat("en-US");

function row(id: CheckId, state: CheckRow["state"], found: string, more: Partial<CheckRow> = {}): CheckRow {
  return { id, label: LABELS[id], state, found, ...more };
}

/** Emits every row in order; those after a failed one as skipped. */
export async function checkDevice(emit: (row: CheckRow) => void): Promise<void> {
  const done = new Set<string>();
  const put = (next: CheckRow): boolean => {
    done.add(next.id);
    emit(next);
    return next.state !== "failed";
  };
  const adapter = await checkAdapter(put);
  if (adapter !== undefined && put(checkLimits(adapter))) put(await checkAnswer());
  put(await checkCpu());
  for (const id of Object.keys(LABELS) as CheckId[]) {
    if (!done.has(id)) emit(row(id, "skipped", "needs the rows above"));
  }
}

async function checkAdapter(put: (row: CheckRow) => boolean): Promise<GPUAdapter | undefined> {
  const place = new URL(self.location.href).origin;
  const fix = "open the page over https, or from http://localhost or http://127.0.0.1";
  if (!put(self.isSecureContext ? row("secure", "passed", place) : row("secure", "failed", place, { fix }))) return;
  if (!put(checkPresence())) return;
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) {
    put(
      row("adapter", "failed", "the browser offers none", {
        fix: "switch hardware acceleration on in the browser's settings and update the graphics driver; on Linux, chrome://flags/#enable-vulkan. The CPU backend needs no adapter",
      }),
    );
    return;
  }
  put(row("adapter", "passed", nameOf(adapter.info), { facts: factsOf(adapter) }));
  put(checkHardware(adapter.info));
  return adapter;
}

function checkPresence(): CheckRow {
  if (navigator.gpu !== undefined) return row("webgpu", "passed", "navigator.gpu is there");
  return row("webgpu", "failed", "navigator.gpu is absent", {
    fix: "use Chrome or Edge 113, Safari 26 or Firefox 141 or newer; on Linux it may be behind a flag (chrome://flags/#enable-unsafe-webgpu). The CPU backend works without",
  });
}

function checkHardware(info: GPUAdapterInfo): CheckRow {
  if (!info.isFallbackAdapter) return row("hardware", "passed", "not a software emulation");
  return row("hardware", "warning", "the adapter is emulated by the CPU: right, but slow", {
    fix: "switch hardware acceleration on in the browser's settings, then look at chrome://gpu for why it is off",
  });
}

function checkLimits(adapter: GPUAdapter): CheckRow {
  const facts = NEEDED_LIMITS.map(([name, needed]) => {
    return [name, `${NUMBERS.format(adapter.limits[name])} (needed ${NUMBERS.format(needed)})`] as const;
  });
  const short = NEEDED_LIMITS.filter(([name, needed]) => adapter.limits[name] < needed);
  const [, binding] = NEEDED_LIMITS[5];
  if (short.length === 0) {
    const found = `all ${facts.length} sufficient; bindings of ${NUMBERS.format(adapter.limits.maxStorageBufferBindingSize)}\u00a0B, needed ${NUMBERS.format(binding)}\u00a0B`;
    return row("limits", "passed", found, { facts });
  }
  const found = short
    .map(([name, needed]) => `${name} is ${NUMBERS.format(adapter.limits[name])}, needed ${NUMBERS.format(needed)}`)
    .join("; ");
  return row("limits", "failed", found, { facts, fix: "use another adapter or browser, or the CPU backend" });
}

/** Opens the device as the engine would, writes and reads back. */
async function checkAnswer(): Promise<CheckRow> {
  try {
    const backend = createWebGpuBackend(await openBrowserDevice(navigator.gpu));
    const sent = Uint8Array.from({ length: 256 }, (_, i) => i);
    const buffer = backend.createBuffer("check", sent.byteLength);
    backend.write(buffer, 0, sent);
    const back = await backend.read(buffer, 0, sent.byteLength);
    const features = [...backend.caps.features].sort();
    await backend.dispose();
    if (back.some((byte, i) => byte !== sent[i])) {
      return row("device", "failed", "bytes written were not read back", { fix: "update the graphics driver" });
    }
    const facts = features.map((name) => [name, "yes"] as const);
    return row("device", "passed", `256 B written and read back; ${features.length} features`, { facts });
  } catch (error) {
    const { code, message, hint } = toErrorRecord(error);
    return row("device", "failed", `${code}: ${message}`, { fix: hint ?? "reload the page, or use the CPU backend" });
  }
}

/** What the CPU backend found of this browser. Threads are started with a model, so none is here. */
async function checkCpu(): Promise<CheckRow> {
  const spawn = (): never => {
    throw new Error("a check loads no program");
  };
  const { backend } = await openPageBackend("cpu", { spawn });
  const { device } = backend.caps;
  await backend.dispose();
  if (!device.startsWith("WebAssembly")) {
    return row("cpu", "warning", device, {
      fix: "use Chrome 91, Firefox 89, Safari 16.4 or newer: without SIMD it is slow",
    });
  }
  if (self.crossOriginIsolated) return row("cpu", "passed", device);
  return row("cpu", "warning", device, {
    fix: "serve the page with the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy: then several threads share a step",
  });
}

function nameOf(info: GPUAdapterInfo): string {
  return info.description || info.device || [info.vendor, info.architecture].filter(Boolean).join(" ") || "unnamed";
}

function factsOf({ info, limits, features }: GPUAdapter): [string, string][] {
  const names = [info.vendor, info.architecture].filter(Boolean).join(" ");
  return [
    ["vendor", names || "hidden by the browser"],
    ["maxBufferSize", `${NUMBERS.format(limits.maxBufferSize)}\u00a0B`],
    ["maxStorageBufferBindingSize", `${NUMBERS.format(limits.maxStorageBufferBindingSize)}\u00a0B`],
    ["features", [...features].sort().join(", ") || "none"],
  ];
}
