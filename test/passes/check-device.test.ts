/** Every limit a device reports is held against a program: one past it is refused by name with both numbers. */
import { describe, expect, test } from "vitest";
import type { Caps } from "../../src/base/caps.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { checkDevice } from "../../src/passes/check-device.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { lower } from "../../src/passes/lower.ts";
import { planMemory, rowCapacities } from "../../src/passes/plan-memory.ts";
import { select } from "../../src/passes/select.ts";
import { CAPACITY, CAPS, EXACT, TestGraph } from "./graphs.ts";

const g = new TestGraph();
const x = g.input("embed", 96);
const selection = select(fuse(g.finish({ y: g.linear("wide", x, 1000, 96) })), EXACT);
const program = lower("test", selection, planMemory(selection, CAPACITY, CAPS.offsetAlignment), CAPACITY);
const most = rowCapacities(CAPACITY);

const errorWith = (caps: Partial<Caps>, changed = program): QwerkError | undefined => {
  try {
    checkDevice(changed, { ...CAPS, ...caps }, most);
    return undefined;
  } catch (error) {
    if (error instanceof QwerkError) return error;
    throw error;
  }
};

describe("limits", () => {
  // linear: x and y in groups of 16 columns, 64 threads, 8 rows of 2 columns: 8 * 2 * 64 sums in shared memory.
  const limits: readonly (readonly [keyof Caps, number, string, string])[] = [
    ["maxBindingBytes", 4 * 1000 * 96, "binding_too_large", "weight wide.w: needs one binding of 384,000 B"],
    ["maxBufferBytes", 4 * 1000 * 96, "buffer_too_large", "weight wide.w: needs one buffer of 384,000 B"],
    ["maxWorkgroupSize", 64, "kernel_exceeds_device", "needs 64 threads a workgroup"],
    ["maxSharedBytes", 4 * 8 * 2 * 64, "kernel_exceeds_device", "needs 4,096 bytes of shared memory"],
    ["maxStorageBuffers", 4, "kernel_exceeds_device", "needs 4 storage buffers"],
    ["maxGroupsPerDimension", 63, "too_many_workgroups", "wide: 8 rows need 63 workgroups in dimension x"],
  ];

  test.each(limits)("%s", (limit, needed, code, message) => {
    expect(errorWith({ [limit]: needed })).toBeUndefined();
    const error = errorWith({ [limit]: needed - 1 });
    expect(error).toMatchObject({ code, data: { limit: needed - 1 } });
    expect(error?.message).toContain(message);
    expect(error?.message).toContain(`paper allows ${(needed - 1).toLocaleString("en-US")}`);
    expect(error?.hint).toBeTruthy();
  });

  test("the way out is one for the device and for what the buffer holds", () => {
    const hintOf = (caps: Partial<Caps>): string | undefined => errorWith(caps)?.hint;
    const weight = { maxBindingBytes: 4 * 1000 * 96 - 1 };
    expect(hintOf({ ...weight, backend: "webgpu" })).toContain("`backend` cpu");
    expect(hintOf({ ...weight, backend: "cpu" })).toBe("use a model of smaller matrices");
    expect(errorWith({ maxSharedBytes: 16, backend: "cpu" })).toMatchObject({
      ...{ code: "kernel_exceeds_device", hint: undefined },
    });
  });

  test("an offset the device cannot bind is a bug of the planner", () => {
    const launches = program.launches.map((launch) => ({
      ...launch,
      bindings: launch.bindings.map((ref) => ({ ...ref, offsetBytes: ref.offsetBytes + 128 })),
    }));
    expect(() => errorWith({ offsetAlignment: 256 }, { ...program, launches })).toThrow(
      /internal error: .* bound at 128/,
    );
    expect(errorWith({ offsetAlignment: 128 }, { ...program, launches })).toBeUndefined();
  });
});
