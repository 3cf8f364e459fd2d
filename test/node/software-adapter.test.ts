/**
 * The software adapter from an empty cache to a right result, and the cache folder under races, damage and odd homes.
 * Each test that unpacks uses a cache of its own.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { cacheFolder, publishFolder } from "../../node/cache-folder.ts";
import { unpackSwiftShader } from "../../node/software-adapter.ts";
import { extractTar, readTar } from "../../node/tar.ts";
import { debianPackage, lavapipeDriver, missingLibrary } from "../../node/vulkan.ts";
import { openWebGpu, requestPortableDevice } from "../../node/webgpu-device.ts";
import { listAdapters } from "../../node/webgpu-report.ts";
import { DeviceLostError, QwerkError } from "../../src/base/errors.ts";
import { AFFINE_WGSL, runAffine } from "../webgpu/affine-shader.ts";

const scratch = mkdtempSync(join(tmpdir(), "qwerk-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function freshFolder(): string {
  return mkdtempSync(join(scratch, "case-"));
}

async function failureOf(action: () => unknown): Promise<QwerkError> {
  try {
    await action();
  } catch (error) {
    expect(error).toBeInstanceOf(QwerkError);
    return error as QwerkError;
  }
  throw new Error("nothing was thrown");
}

describe.runIf(process.platform === "linux" && process.arch === "x64")("software adapter", () => {
  test("SwiftShader opens and computes", async () => {
    const opened = await openWebGpu({ adapter: "swiftshader" });
    expect(opened.info).toMatchObject({ vendor: "google", architecture: "swiftshader", isFallback: true });
    expect(opened.limits["maxComputeInvocationsPerWorkgroup"]).toBe(256);
    const device = await requestPortableDevice(opened.adapter, { f16: true, subgroups: true, timestamps: true });
    expect(device.features.has("subgroups")).toBe(true);
    expect(device.features.has("timestamp-query")).toBe(true);
    expect(device.features.has("shader-f16")).toBe(false);
    expect(device.limits.maxStorageBuffersPerShaderStage).toBe(8);
    expect(await runAffine(device, AFFINE_WGSL)).toEqual(Array.from({ length: 256 }, (_, i) => 22 * i));
    const second = await failureOf(() => requestPortableDevice(opened.adapter));
    expect(second).toMatchObject({ name: "DeviceLostError", code: "device_request_failed" });
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
  }, 30_000);

  test("a missing package is a typed error that names it", async () => {
    const resolveFrom = join(freshFolder(), "nowhere.js");
    expect(await unpackSwiftShader({ cache: freshFolder(), resolveFrom })).toBeUndefined();
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

  test("the report lists SwiftShader with its limits", async () => {
    const report = await listAdapters();
    const found = report.adapters.find((adapter) => adapter.source === "swiftshader");
    expect(found?.features).toContain("subgroups");
    expect(found?.limits["maxBufferSize"]).toBe(1 << 30);
  });

  test.runIf(lavapipeDriver() !== undefined)("lavapipe opens with f16 and subgroups, and computes", async () => {
    const { adapter, info } = await openWebGpu({ adapter: "lavapipe" });
    expect(info).toMatchObject({ vendor: "mesa", isFallback: true });
    const device = await requestPortableDevice(adapter, { f16: true, subgroups: true });
    expect([...device.features]).toEqual(expect.arrayContaining(["shader-f16", "subgroups"]));
    expect(await runAffine(device, AFFINE_WGSL)).toEqual(Array.from({ length: 256 }, (_, i) => 22 * i));
    device.destroy();
  });

  test("two processes unpack into one empty cache", async () => {
    const cache = freshFolder();
    const go = join(freshFolder(), "go");
    const children = [startUnpacker(cache, go), startUnpacker(cache, go)];
    await Promise.all(children.map((child) => child.ready));
    writeFileSync(go, "");
    const folders = await Promise.all(children.map((child) => child.folder));
    expect(folders[0]).toBe(folders[1]);
    expect(readdirSync(cache)).toHaveLength(1);
    const alone = await unpackSwiftShader({ cache: freshFolder() });
    for (const name of readdirSync(alone!.folder)) {
      expect(readFileSync(join(folders[0]!, name)).equals(readFileSync(join(alone!.folder, name)))).toBe(true);
    }
  }, 60_000);
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

function startUnpacker(cache: string, go: string): { ready: Promise<unknown>; folder: Promise<string> } {
  const module = new URL("../../node/software-adapter.ts", import.meta.url).href;
  const script = `
    import { existsSync } from "node:fs";
    const { unpackSwiftShader } = await import(${JSON.stringify(module)});
    console.log("ready");
    while (!existsSync(${JSON.stringify(go)}));
    console.log((await unpackSwiftShader({ cache: ${JSON.stringify(cache)} })).folder);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ready = once(child.stdout!, "data");
  const folder = once(child, "close").then(() => printed.trim().split("\n")[1] ?? "");
  return { ready, folder };
}

describe("cache folder", () => {
  test("takes the first writable place in order", () => {
    const [own, xdg, home] = [freshFolder(), freshFolder(), freshFolder()];
    expect(cacheFolder({ QWERK_CACHE: own, XDG_CACHE_HOME: xdg, HOME: home })).toBe(own);
    expect(cacheFolder({ XDG_CACHE_HOME: xdg, HOME: home })).toBe(join(xdg, "qwerk"));
    expect(cacheFolder({ XDG_CACHE_HOME: "relative", HOME: home })).toBe(join(home, ".cache", "qwerk"));
    expect(existsSync(join(home, ".cache", "qwerk"))).toBe(true);
  });

  test.each([{}, { HOME: "" }, { HOME: "/dev/null" }])("works without a home: %o", (env) => {
    const folder = cacheFolder(env);
    expect(folder.startsWith(tmpdir())).toBe(true);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  test("an unwritable QWERK_CACHE is an error, because somebody asked for it", async () => {
    const error = await failureOf(() => cacheFolder({ QWERK_CACHE: "/dev/null/cache" }));
    expect(error).toMatchObject({ name: "UsageError", code: "cache_not_writable" });
  });

  test("publishes once, keeps nothing of a failure, repairs a damaged folder", async () => {
    const parent = freshFolder();
    await expect(publishFolder(parent, "thing", ["file"], () => Promise.reject(new Error("half")))).rejects.toThrow(
      "half",
    );
    expect(readdirSync(parent)).toEqual([]);
    let filled = 0;
    const fill = async (folder: string) => {
      filled++;
      writeFileSync(join(folder, "file"), "content");
    };
    const folder = await publishFolder(parent, "thing", ["file"], fill);
    await publishFolder(parent, "thing", ["file"], fill);
    expect(filled).toBe(1);
    rmSync(join(folder, "file"));
    writeFileSync(join(folder, "leftover"), "");
    await publishFolder(parent, "thing", ["file"], fill);
    expect(readdirSync(folder)).toEqual(["file"]);
    expect(readdirSync(parent)).toEqual(["thing"]);
  });
});

describe("tar", () => {
  test("reads what the system's tar writes", async () => {
    const [from, to] = [freshFolder(), freshFolder()];
    mkdirSync(join(from, "deep"));
    writeFileSync(join(from, "deep", "run"), "x".repeat(1300));
    chmodSync(join(from, "deep", "run"), 0o755);
    writeFileSync(join(from, "empty"), "");
    const made = spawnSync("tar", ["--format=ustar", "-c", "-C", from, "deep", "empty"], { maxBuffer: 1 << 20 });
    expect(made.status).toBe(0);
    await extractTar(made.stdout, to);
    expect(readFileSync(join(to, "deep", "run"), "utf8")).toBe("x".repeat(1300));
    expect(statSync(join(to, "deep", "run")).mode & 0o777).toBe(0o755);
    expect(statSync(join(to, "empty")).size).toBe(0);
    expect(() => readTar(made.stdout.subarray(0, 1600))).toThrow(/cut off/);
    made.stdout[3]! ^= 1;
    expect(() => readTar(made.stdout)).toThrow(/checksum/);
  });

  test("refuses paths that leave the folder, and links", () => {
    const from = freshFolder();
    writeFileSync(join(from, "file"), "");
    const escaping = spawnSync("tar", ["--format=ustar", "-cP", "-C", from, "--transform=s,^,../,", "file"]);
    expect(() => readTar(escaping.stdout)).toThrow(/leaves the folder/);
    spawnSync("ln", ["-s", "file", join(from, "link")]);
    const linked = spawnSync("tar", ["--format=ustar", "-c", "-C", from, "link"]);
    expect(() => readTar(linked.stdout)).toThrow(/entry type "2"/);
  });
});

test("missing libraries are named with Debian's package", () => {
  const complaint = "libX11-xcb.so.1: cannot open shared object file: No such file or directory";
  expect(missingLibrary(complaint)).toBe("libX11-xcb.so.1");
  const packages = [
    "libvulkan.so.1",
    "libX11-xcb.so.1",
    "libxcb-dri3.so.0",
    "libLLVM-15.so.1",
    "libz.so.1",
    "libgcc_s.so.1",
  ];
  expect(packages.map(debianPackage)).toEqual([
    "libvulkan1",
    "libx11-xcb1",
    "libxcb-dri3-0",
    "libllvm15",
    "zlib1g",
    "libgcc-s1",
  ]);
});
