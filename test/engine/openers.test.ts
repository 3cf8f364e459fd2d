/**
 * Options of everything that is opened before an engine: sources, artifacts, devices, backends. What nobody reads and
 * what means nothing is refused by name, by the same rules as an engine's options, before anything is touched.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cudaReport, openCuda, readNvml } from "../../node/cuda.ts";
import { fileDirectory, openFileSource, openModel, openNodeEngine } from "../../node/index.ts";
import { type BackendChoice, openBackend } from "../../node/open-backend.ts";
import {
  createCpuBackend,
  createWebGpuBackend,
  httpDirectory,
  memoryDirectory,
  openArtifact,
  openBrowserDevice,
  openDevice,
  openHttpSource,
  openPageEngine,
  openPageModel,
  RequestError,
} from "../../src/index.ts";
import { SEED } from "../base/seed.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

/** Whatever a JavaScript caller may hand over. */
type Loose = (...args: readonly unknown[]) => unknown;

const OPENERS: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  httpDirectory: (options) => (httpDirectory as Loose)("http://127.0.0.1:9/", options),
  openHttpSource: (options) => (openHttpSource as Loose)("http://127.0.0.1:9/x", options),
  openArtifact: (options) => (openArtifact as Loose)(memoryDirectory("m", {}), options),
  createCpuBackend: createCpuBackend as Loose,
  openCuda: openCuda as Loose,
  cudaReport: cudaReport as Loose,
  readNvml: (options) => (readNvml as Loose)(undefined, options),
  createWebGpuBackend: createWebGpuBackend as Loose,
  openPageModel: openPageModel as Loose,
  openNodeEngine: (options) => (openNodeEngine as Loose)({ model: TINY_MODEL, ...(options as object) }),
  openPageEngine: (options) => (openPageEngine as Loose)({ model: "/model/", ...(options as object) }),
  "from of openArtifact": openArtifact as Loose,
  memoryDirectory: (files) => (memoryDirectory as Loose)("m", files),
  fileDirectory: fileDirectory as Loose,
  openFileSource: openFileSource as Loose,
  openModel: openModel as Loose,
  openDevice: openDevice as Loose,
  openBrowserDevice: openBrowserDevice as Loose,
  "uuid of readNvml": readNvml as Loose,
};

async function outcome(name: string, ...given: readonly unknown[]): Promise<unknown> {
  try {
    return await OPENERS[name]!(...given);
  } catch (error) {
    return error;
  }
}

describe("names", () => {
  it.each<[opener: string, wrong: string, value: unknown, right: string]>([
    ["httpDirectory", "header", {}, "headers"],
    ["httpDirectory", "idle_timeout_ms", 1, "idleTimeoutMs"],
    ["openHttpSource", "idleTimeout", 1, "idleTimeoutMs"],
    ["openArtifact", "flie", "model.ninfer", "file"],
    ["createCpuBackend", "check", true, "checked"],
    ["createCpuBackend", "subgroup_size", 8, "subgroupSize"],
    ["openCuda", "graph", true, "graphs"],
    ["openCuda", "sync", true, "synchronous"],
    ["cudaReport", "nvmlpath", "x", "nvmlPath"],
    ["readNvml", "paht", "x", "path"],
    ["openNodeEngine", "in_line", true, "inline"],
    ["openPageEngine", "workers", () => 0, "worker"],
  ])("%s knows that %s is none", async (opener, wrong, value, right) => {
    const error = await outcome(opener, { [wrong]: value });
    expect(error).toBeInstanceOf(RequestError);
    const near = right === "synchronous" ? {} : { suggestion: right };
    expect(error).toMatchObject({ code: "unknown_field", data: { param: wrong, ...near } });
    // Where nothing is near, the message still has all there are.
    expect((error as RequestError).message).toContain(right);
  });
});

describe("kinds", () => {
  it.each<[opener: string, given: unknown, param: string, message: string]>([
    ["httpDirectory", 5, "options", "options is 5; needed an object"],
    ["httpDirectory", { fetch: "fetch" }, "fetch", 'fetch is "fetch"; needed a function'],
    ["httpDirectory", { headers: "a: b" }, "headers", 'headers is "a: b"; needed texts by name'],
    ["httpDirectory", { headers: new Headers({ a: "b" }) }, "headers", "headers is an object; needed texts by name"],
    ["httpDirectory", { headers: [["a", "b"]] }, "headers", "headers is a list; needed texts by name"],
    ["httpDirectory", { headers: { a: 1 } }, "headers", "headers is an object; needed texts by name"],
    ["httpDirectory", { idleTimeoutMs: 0 }, "idleTimeoutMs", "idleTimeoutMs is 0; needed milliseconds above 0"],
    ["openHttpSource", { idleTimeoutMs: Number.NaN }, "idleTimeoutMs", "idleTimeoutMs is NaN"],
    ["openHttpSource", { idleTimeoutMs: 2 ** 31 }, "idleTimeoutMs", "at most 2147483647"],
    ["openHttpSource", { idleTimeoutMs: "30" }, "idleTimeoutMs", 'idleTimeoutMs is "30"'],
    ["openArtifact", { file: 3 }, "file", "file is 3; needed the name of a file"],
    ["openArtifact", "model.ninfer", "options", 'options is "model.ninfer"; needed an object'],
    ["from of openArtifact", TINY_MODEL, "from", "needed a directory or a byte source"],
    ["from of openArtifact", undefined, "from", "from is missing"],
    ["createCpuBackend", { checked: "yes" }, "checked", 'checked is "yes"; needed true or false'],
    ["createCpuBackend", { subgroupSize: 3 }, "subgroupSize", "subgroupSize is 3; needed a power of two"],
    ["createCpuBackend", { threads: 0 }, "threads", "threads is 0; needed a whole number from 1 to 64"],
    ["createCpuBackend", { threads: 2 }, "threads", "threads is 2; needed 1, or `spawn`"],
    ["createCpuBackend", { threads: 2, spawn: "node" }, "spawn", 'spawn is "node"; needed a function'],
    ["createCpuBackend", { threads: 3, spawn: () => {}, checked: true }, "threads", "needed 1 beside `checked`"],
    ["createCpuBackend", { fma: 1 }, "fma", "fma is 1; needed true or false"],
    ["createCpuBackend", null, "options", "options is null"],
    ["openCuda", { device: -1 }, "device", "device is -1; needed an ordinal of at least 0, or a UUID"],
    ["openCuda", { graphs: 1 }, "graphs", "graphs is 1; needed true or false"],
    ["openCuda", { captureAfter: 0.5 }, "captureAfter", "captureAfter is 0.5; needed a whole number from 0"],
    ["cudaReport", { driverPath: 1 }, "driverPath", "driverPath is 1; needed a path"],
    ["uuid of readNvml", 0, "uuid", "uuid is 0; needed a UUID"],
    ["createWebGpuBackend", undefined, "opened", "opened is missing"],
    ["createWebGpuBackend", { software: true }, "opened.device", "opened.device is missing; needed a GPUDevice"],
    ["openDevice", undefined, "adapter", "adapter is missing; needed a GPUAdapter"],
    ["openBrowserDevice", {}, "gpu", "gpu is an object; needed a GPU"],
    ["openPageModel", 5, "model", "model is 5; needed a URL"],
    ["openPageModel", { name: "m" }, "model.files", "model.files is missing"],
    ["openPageModel", { name: "m", files: { "a.b": "text" } }, 'files["a.b"]', "needed a Uint8Array or a Blob"],
    ["memoryDirectory", [new ArrayBuffer(4)], 'files["0"]', "is an object; needed a Uint8Array or a Blob"],
    ["fileDirectory", 5, "path", "path is 5; needed a path"],
    ["openFileSource", new URL("file:///x"), "path", "path is an object; needed a path"],
    ["openModel", undefined, "model", "model is missing; needed a path or a URL"],
    ["openNodeEngine", { inline: "yes" }, "inline", 'inline is "yes"; needed true or false'],
    ["openNodeEngine", { chatTemplate: 5 }, "chatTemplate", "chatTemplate is 5; needed the text of a template"],
    ["openPageEngine", { worker: "./w.js" }, "worker", 'worker is "./w.js"; needed a function'],
    ["openPageEngine", { model: 5 }, "model", "model is 5; needed a URL"],
  ])("%s refuses %o", async (opener, given, param, message) => {
    const error = await outcome(opener, given);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: "bad_options", data: { param } });
    expect((error as RequestError).message).toContain(message);
  });

  it("a page's backend is refused before a worker starts", async () => {
    const error = await outcome("openPageEngine", { backend: "webgup" });
    expect(error).toMatchObject({ code: "bad_backend", hint: "did you mean webgpu?", data: { param: "backend" } });
  });
});

describe("options of another backend", () => {
  it.each<[choice: BackendChoice, option: string, found: string, takers: string]>([
    [{ name: "cpu", adapter: "lavapipe" }, "adapter", '"lavapipe" for cpu', "auto or webgpu"],
    [{ name: "cuda-emulated", adapter: "" }, "adapter", '"" for cuda-emulated', "auto or webgpu"],
    [{ name: "cpu", device: "0" }, "device", '"0" for cpu', "auto or cuda or cuda-emulated"],
    [{ name: "webgpu", noCudaGraph: true }, "noCudaGraph", "true for webgpu", "auto or cuda or cuda-emulated"],
    [{ name: "webgpu", cudaSync: true }, "cudaSync", "true for webgpu", "auto or cuda or cuda-emulated"],
    [{ name: "webgpu", threads: 2 }, "threads", "2 for webgpu", "auto or cpu"],
    [{ name: "cuda-emulated", cpuFma: true }, "cpuFma", "true for cuda-emulated", "auto or cpu"],
    [{ name: "auto", checked: true }, "checked", "true for auto", "cpu"],
  ])("%o is refused", async (choice, option, found, takers) => {
    const message = `backend.${option} is ${found}, which has no use for it; needed the backend ${takers}`;
    const refused = { code: "unused_option", message, data: { param: `backend.${option}` } };
    await expect(openBackend(choice)).rejects.toMatchObject(refused);
    expect(await outcome("openNodeEngine", { backend: choice })).toMatchObject(refused);
  });

  it("that are off ask for nothing", async () => {
    const backend = await openBackend({ name: "cpu", noCudaGraph: false, cudaSync: false });
    expect(backend.name).toBe("cpu");
    await backend.dispose();
  });
});

it("options that are undefined are not given, and right ones are taken", async () => {
  const headers = { authorization: "Bearer x" };
  expect(httpDirectory("http://h/", { fetch, headers, idleTimeoutMs: 5 }).name).toBe("http://h/");
  const absent = { fetch: undefined, hedaers: undefined } as unknown as { fetch?: typeof fetch };
  expect(httpDirectory("http://h/", absent).name).toBe("http://h/");
  expect(createCpuBackend({ checked: true, subgroupSize: 8, portableOnly: true }).name).toBe("cpu");
  const artifact = await openArtifact(fileDirectory(TINY_MODEL), { file: "model.safetensors" });
  expect(artifact.kind).toBe("safetensors");
  await artifact.close();
});

it("whatever stands there, a backend or a typed error with the option's name comes out", () => {
  const value = fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.constant(Symbol("s")));
  const name = fc.constantFrom("checked", "subgroupSize", "portableOnly", "Checked", "toString");
  fc.assert(
    fc.property(fc.dictionary(name, value), (options) => {
      try {
        createCpuBackend(options as object);
      } catch (error) {
        expect(error).toBeInstanceOf(RequestError);
        expect(options).toHaveProperty([(error as RequestError).data["param"] as string]);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});
