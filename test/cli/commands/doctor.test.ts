/** `qwerk doctor`: its report of the machine has what a script reads, and its text what a person looks for. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle } from "../bundle.ts";

const bundle = new CliBundle();

beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

describe("doctor", () => {
  it("reports the machine, the choice and its reason", async () => {
    const { code, stdout } = await bundle.start(["doctor", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.node).toBe(process.version);
    expect(report.backends.find(({ name }: { name: string }) => name === "cpu").available).toBe(true);
    expect(report.choice.available).toBe(true);
    expect(report.choice.reason).toMatch(/CUDA|hardware WebGPU adapter/);
    const missing = report.webgpu.libraries.filter(({ problem }: { problem?: string }) => problem?.includes(".so"));
    for (const { install } of missing) expect(install).toMatch(/^lib|^mesa/);
    const text = (await bundle.start(["doctor"])).stdout;
    expect(text).toContain("would use");
    expect(text).toContain("WebGPU adapters");
  });
});
