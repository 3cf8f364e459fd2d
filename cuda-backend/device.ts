/** Choosing a CUDA device and reading its facts. Nothing about a card is assumed: what is not reported is not known. */

import { existsSync } from "node:fs";
import { DeviceLostError, UsageError } from "../src/base/errors.ts";
import type { Driver } from "./driver.ts";

/** Attribute numbers of the driver API. */
const ATTRIBUTE = {
  maxThreadsPerBlock: 1,
  maxGridX: 5,
  maxGridY: 6,
  sharedBytes: 8,
  multiprocessors: 16,
  tccDriver: 35,
  l2Bytes: 38,
  threadsPerMultiprocessor: 39,
  capabilityMajor: 75,
  capabilityMinor: 76,
  sharedBytesPerMultiprocessor: 81,
  sharedBytesOptIn: 97,
} as const;

export interface CudaDevice {
  readonly ordinal: number;
  readonly name: string;
  readonly uuid: string;
  /** 10 * major + minor. */
  readonly capability: number;
  readonly multiprocessors: number;
  readonly maxThreadsPerBlock: number;
  readonly sharedBytes: number;
  readonly sharedBytesOptIn: number;
  readonly l2Bytes: number;
  readonly totalBytes: number;
  /**
   * Whether Windows manages its memory (WDDM): what does not fit is then paged to the host, in silence and at a fraction
   * of the speed, where other drivers refuse it.
   */
  readonly pagedToHost: boolean;
}

/** Whether this system's driver may be of the Windows display driver model: on Windows, and below WSL. */
function mayPageToHost(): boolean {
  return process.platform === "win32" || existsSync("/dev/dxg");
}

function uuidOf(driver: Driver, handle: number): string {
  const bytes = new Uint8Array(16);
  driver.call("cuDeviceGetUuid_v2", bytes, handle);
  const hex = Buffer.from(bytes).toString("hex");
  return `GPU-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function describe(driver: Driver, ordinal: number, mayPage: boolean): CudaDevice {
  const handle = driver.int("cuDeviceGet", ordinal);
  const attribute = (name: keyof typeof ATTRIBUTE): number =>
    driver.int("cuDeviceGetAttribute", ATTRIBUTE[name], handle);
  const name = new Uint8Array(256);
  driver.call("cuDeviceGetName", name, name.byteLength, handle);
  return {
    ordinal,
    name: new TextDecoder().decode(name.subarray(0, name.indexOf(0))),
    uuid: uuidOf(driver, handle),
    capability: 10 * attribute("capabilityMajor") + attribute("capabilityMinor"),
    multiprocessors: attribute("multiprocessors"),
    maxThreadsPerBlock: attribute("maxThreadsPerBlock"),
    sharedBytes: attribute("sharedBytes"),
    sharedBytesOptIn: attribute("sharedBytesOptIn"),
    l2Bytes: attribute("l2Bytes"),
    totalBytes: Number(driver.make("cuDeviceTotalMem_v2", handle)),
    pagedToHost: mayPage && attribute("tccDriver") === 0,
  };
}

/** Devices the driver shows; CUDA_VISIBLE_DEVICES (indices or UUIDs) was applied by the driver. */
export function listDevices(driver: Driver, mayPage = mayPageToHost()): readonly CudaDevice[] {
  driver.call("cuInit", 0);
  const count = driver.int("cuDeviceGetCount");
  return Array.from({ length: count }, (_, ordinal) => describe(driver, ordinal, mayPage));
}

/**
 * The device of a wish: nothing (the first), an ordinal, or a UUID or its beginning.
 * @throws DeviceLostError `no_cuda_device`, UsageError `unknown_device` with the devices there are.
 */
export function chooseDevice(
  devices: readonly CudaDevice[],
  wish: number | string | undefined,
  visible: string | undefined,
): CudaDevice {
  const limited = visible === undefined ? "" : ` (CUDA_VISIBLE_DEVICES=${visible})`;
  if (devices.length === 0) {
    throw new DeviceLostError("no_cuda_device", `the CUDA driver shows no device${limited}`, {
      hint: "check nvidia-smi and CUDA_VISIBLE_DEVICES, or use another `backend`",
    });
  }
  if (wish === undefined) return devices[0]!;
  const text = String(wish);
  const byUuid = (device: CudaDevice): boolean =>
    device.uuid.toLowerCase().startsWith(text.toLowerCase()) && text.length > 4;
  const matches = devices.filter((d) => (/^\d+$/.test(text) ? d.ordinal === Number(text) : byUuid(d)));
  if (matches.length === 1) return matches[0]!;
  const known = devices.map((d) => `${d.ordinal}: ${d.name} ${d.uuid}`).join("; ");
  const found = matches.length === 0 ? "is not" : "is more than one";
  throw new UsageError(
    "unknown_device",
    `device ${text} ${found} of the devices the driver shows${limited}: ${known}`,
    {
      hint: "give the number or the UUID of one of them as `device`",
      data: { wish: text, devices: devices.map((d) => ({ ordinal: d.ordinal, name: d.name, uuid: d.uuid })) },
    },
  );
}
