/**
 * Times of single launches by device timestamps. Separate from submit, because every launch gets a pass of its own
 * here: passes have a cost, so the sum is more than a step takes. Browsers round timestamps to about 0.1 ms.
 */
import type { Extents } from "../../program/program.ts";
import type { DeviceFaults } from "./faults.ts";
import { dispatchSize, type PreparedLaunch } from "./launches.ts";
import type { Readback } from "./readback.ts";

export interface LaunchTime {
  readonly label: string;
  readonly ns: number;
}

/** WebGPU's limit of queries in a set, two per launch. */
const LAUNCHES_PER_SET = 2048;
const TIMESTAMP_BYTES = 8;

/** Runs all launches in order, each in its own pass between two timestamps. */
export async function timeLaunches(
  device: GPUDevice,
  readback: Readback,
  faults: DeviceFaults,
  launches: readonly PreparedLaunch[],
  extents: Extents,
): Promise<LaunchTime[]> {
  const times: LaunchTime[] = [];
  for (let start = 0; start < launches.length; start += LAUNCHES_PER_SET) {
    faults.check();
    times.push(...(await timeSet(device, readback, launches.slice(start, start + LAUNCHES_PER_SET), extents)));
  }
  return times;
}

async function timeSet(
  device: GPUDevice,
  readback: Readback,
  launches: readonly PreparedLaunch[],
  extents: Extents,
): Promise<LaunchTime[]> {
  const limit = device.limits.maxComputeWorkgroupsPerDimension;
  const sized = launches.flatMap((launch) => {
    const size = dispatchSize(launch, extents, limit);
    return size === undefined ? [] : [{ launch, size }];
  });
  if (sized.length === 0) return [];
  const count = 2 * sized.length;
  const querySet = device.createQuerySet({ type: "timestamp", count });
  const resolved = device.createBuffer({
    label: "timestamps",
    size: count * TIMESTAMP_BYTES,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const encoder = device.createCommandEncoder({ label: "profile" });
  for (const [i, { launch, size }] of sized.entries()) {
    const timestampWrites = { querySet, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
    const pass = encoder.beginComputePass({ label: launch.label, timestampWrites });
    pass.setPipeline(launch.pipeline);
    pass.setBindGroup(0, launch.group);
    pass.dispatchWorkgroups(...size);
    pass.end();
  }
  encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
  device.queue.submit([encoder.finish()]);
  try {
    const bytes = await readback.read(resolved, 0, count * TIMESTAMP_BYTES);
    const stamps = new BigUint64Array(bytes.buffer, bytes.byteOffset, count);
    return sized.map(({ launch }, i) => ({ label: launch.label, ns: Number(stamps[2 * i + 1]! - stamps[2 * i]!) }));
  } finally {
    querySet.destroy();
    resolved.destroy();
  }
}
