/** The one device request: the adapter's own buffer limits, default limits elsewhere, and who says it is software. */
import { describe, expect, test } from "vitest";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { capsOf, SOFTWARE_FEATURE } from "../../src/backend/webgpu/caps.ts";
import { openBrowserDevice, openDevice } from "../../src/backend/webgpu/open-device.ts";
import { DeviceLostError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter } from "./adapter.ts";

const missing = missingAdapter("swiftshader");

/** WebGPU's default, as its specification has it. */
const DEFAULT_BINDING_BYTES = 2 ** 27;

describe.skipIf(missing !== undefined)(`on SwiftShader${skipNote(missing)}`, () => {
  test("buffers are as large as the adapter's, all else is the default; the device is software", async () => {
    const { adapter } = await openWebGpu({ adapter: "swiftshader" });
    expect(adapter.limits.maxStorageBufferBindingSize).toBeGreaterThan(DEFAULT_BINDING_BYTES);
    const { device, adapterInfo, software } = await openDevice(adapter);
    expect(device.limits.maxStorageBufferBindingSize).toBe(adapter.limits.maxStorageBufferBindingSize);
    expect(device.limits.maxBufferSize).toBe(adapter.limits.maxBufferSize);
    expect(adapter.limits.maxStorageBuffersPerShaderStage).toBeGreaterThan(8);
    expect(device.limits.maxStorageBuffersPerShaderStage).toBe(8);
    expect(adapter.limits.maxComputeWorkgroupStorageSize).toBeGreaterThan(16_384);
    expect(device.limits.maxComputeWorkgroupStorageSize).toBe(16_384);
    expect([...device.features]).toEqual(expect.arrayContaining(["subgroups", "timestamp-query"]));
    expect(adapterInfo.architecture).toBe("swiftshader");
    expect(software).toBe(true);
    device.destroy();
  });

  test("a second device of one adapter is refused with what was asked for", async () => {
    const { adapter } = await openWebGpu({ adapter: "swiftshader" });
    const { device } = await openDevice(adapter);
    const failure = await failureOf(() => openDevice(adapter));
    expect(failure).toBeInstanceOf(DeviceLostError);
    const { code, message, hint, data } = failure;
    expect(code).toBe("device_request_failed");
    expect(message).toContain("SwiftShader");
    expect(hint).toContain("one device");
    const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
    expect(data["requiredLimits"]).toEqual({ maxStorageBufferBindingSize, maxBufferSize });
    expect(data["requiredFeatures"]).toContain("subgroups");
    expect(() => structuredClone(data)).not.toThrow();
    device.destroy();
  });
});

test("an adapter that no CPU emulates is not reported as software", async () => {
  const { adapter } = await openWebGpu({ adapter: "null" });
  const { device, adapterInfo, software } = await openDevice(adapter);
  expect(software).toBe(false);
  expect(capsOf(device, adapterInfo, software).features).not.toContain(SOFTWARE_FEATURE);
  device.destroy();
});

describe("a page", () => {
  test.each([
    ["without WebGPU", undefined, "no_webgpu"],
    ["without an adapter", { requestAdapter: async () => null } as unknown as GPU, "no_adapter"],
  ])("%s gets a typed error with a way out", async (_what, gpu, code) => {
    const failure = await failureOf(() => openBrowserDevice(gpu));
    expect(failure).toBeInstanceOf(DeviceLostError);
    expect(failure).toMatchObject({ code, hint: expect.stringContaining("cpu backend") });
  });

  test("takes its device from the fast adapter it asked for", async () => {
    const { adapter } = await openWebGpu({ adapter: "null" });
    const asked: (GPURequestAdapterOptions | undefined)[] = [];
    const gpu = {
      requestAdapter: async (options?: GPURequestAdapterOptions) => {
        asked.push(options);
        return adapter;
      },
    } as unknown as GPU;
    const { device } = await openBrowserDevice(gpu);
    expect(asked).toEqual([{ powerPreference: "high-performance" }]);
    device.destroy();
  });
});
