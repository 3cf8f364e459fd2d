/** Adapters found through Dawn: which one is opened, what it computes, and what is said where there is none. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { openWebGpu } from "../../node/webgpu-device.ts";
import { listAdapters } from "../../node/webgpu-report.ts";
import { openDevice } from "../../src/backend/webgpu/open-device.ts";
import { DeviceLostError } from "../../src/base/errors.ts";
import { failureOf } from "../base/failure.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter } from "../webgpu/adapter.ts";
import { AFFINE_WGSL, runAffine } from "../webgpu/affine-shader.ts";
import { freshFolder } from "./scratch.ts";

const missing = missingAdapter("swiftshader");
const noLavapipe = missingAdapter("lavapipe");

describe.skipIf(missing !== undefined)(`software adapters${skipNote(missing)}`, () => {
  test("SwiftShader opens and computes", async () => {
    const opened = await openWebGpu({ adapter: "swiftshader" });
    expect(opened.source).toBe("swiftshader");
    expect(opened.info).toMatchObject({ vendor: "google", architecture: "swiftshader", isFallback: true });
    expect(opened.limits["maxComputeInvocationsPerWorkgroup"]).toBe(256);
    const { device } = await openDevice(opened.adapter);
    expect(device.features.has("shader-f16")).toBe(false);
    expect(await runAffine(device, AFFINE_WGSL)).toEqual(Array.from({ length: 256 }, (_, i) => 22 * i));
    device.destroy();
  });

  test("opens in a worker thread, whose environment native code does not see", async () => {
    const folder = freshFolder();
    const bundle = join(folder, "webgpu-device.mjs");
    await bundleForNode(new URL("../../node/webgpu-device.ts", import.meta.url), bundle);
    const worker = join(folder, "worker.mjs");
    writeFileSync(
      worker,
      `import { isMainThread, parentPort, Worker } from "node:worker_threads";
      if (isMainThread) {
        new Worker(new URL(import.meta.url)).on("message", (source) => {
          console.log(source, process.env.VK_ICD_FILENAMES, process.env.VK_DRIVER_FILES);
        });
      } else {
        const { openWebGpu } = await import(${JSON.stringify(bundle)});
        const resolveFrom = ${JSON.stringify(import.meta.url)};
        parentPort.postMessage((await openWebGpu({ adapter: "swiftshader", resolveFrom })).source);
      }`,
    );
    const env: NodeJS.ProcessEnv = { ...process.env, VK_DRIVER_FILES: "/before" };
    delete env["VK_ICD_FILENAMES"];
    const { stdout, stderr } = spawnSync(process.execPath, [worker], { encoding: "utf8", env });
    expect(stdout.trim(), stderr).toBe("swiftshader undefined /before");
  });

  test("the report lists SwiftShader with its limits", async () => {
    const report = await listAdapters();
    const found = report.adapters.find((adapter) => adapter.source === "swiftshader");
    expect(found?.features).toContain("subgroups");
    expect(found?.limits["maxBufferSize"]).toBe(1 << 30);
  });

  test.skipIf(noLavapipe !== undefined)(
    `lavapipe opens with f16 and subgroups, and computes${skipNote(noLavapipe)}`,
    async () => {
      const { adapter, info } = await openWebGpu({ adapter: "lavapipe" });
      expect(info).toMatchObject({ vendor: "mesa", isFallback: true });
      const { device } = await openDevice(adapter);
      expect([...device.features]).toEqual(expect.arrayContaining(["shader-f16", "subgroups"]));
      expect(await runAffine(device, AFFINE_WGSL)).toEqual(Array.from({ length: 256 }, (_, i) => 22 * i));
      device.destroy();
    },
  );
});

test("a missing package is a typed error that names it", async () => {
  const resolveFrom = join(freshFolder(), "nowhere.js");
  const error = await failureOf(() => openWebGpu({ adapter: "swiftshader", resolveFrom }));
  expect(error).toBeInstanceOf(DeviceLostError);
  expect(error.code).toBe("no_adapter");
  expect(error.message).toContain("swiftshader");
  expect(error.hint).toContain("npm install --save-dev @sparticuz/chromium");
});

test("a driver that does not exist is a typed error, not another adapter", async () => {
  const error = await failureOf(() => openWebGpu({ adapter: join(freshFolder(), "none_icd.json") }));
  expect(error.code).toBe("no_adapter");
  expect(error.message).toContain("none_icd.json");
});

/** A bundle that runs outside the repository: native packages stay where they are installed. */
async function bundleForNode(entry: URL, outfile: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [
      {
        name: "installed packages",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^(koffi|webgpu)$/ }, ({ path }) => ({ path: resolve(path), external: true })),
      },
    ],
  });
}
