/** `qwerk kernels`: every kernel of the model's program is printed, in a form another program can read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle } from "../bundle.ts";

const bundle = new CliBundle();

beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

describe("kernels --target ir", () => {
  it("is one JSON document that loses nothing", async () => {
    const { code, stdout } = await bundle.start(["kernels", "--target", "ir"]);
    expect(code).toBe(0);
    const kernels = JSON.parse(stdout) as { id: string; kernel: { name: string; body: unknown[] } }[];
    expect(new Set(kernels.map(({ id }) => id)).size).toBe(kernels.length);
    expect(kernels.length).toBeGreaterThan(15);
    for (const { kernel } of kernels) expect(kernel.body.length).toBeGreaterThan(0);
    // A number that JSON has no spelling for would have become null.
    expect(stdout).not.toContain("null");
    const wgsl = (await bundle.start(["kernels", "--target", "wgsl"])).stdout;
    expect(wgsl.match(/@compute/g)).toHaveLength(kernels.length);
    const some = JSON.parse((await bundle.start(["kernels", "argmax", "--target", "ir"])).stdout);
    expect(some.map(({ id }: { id: string }) => id)).toEqual(
      kernels.map(({ id }) => id).filter((id) => id.includes("argmax")),
    );
    const none = await bundle.start(["kernels", "nosuch", "--target", "ir"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain('no kernel\'s name contains "nosuch"');
  });
});
