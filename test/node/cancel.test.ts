/**
 * Opening an engine that its caller gives up, as a host does it: the error is the caller's own, and nothing is left of the
 * worker, the device or the files, in this thread or in another one. The package as users have it, so that the worker is
 * the real one.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEmulation } from "../../cuda-backend/emulate/build.ts";
import { EmulationControl } from "../../cuda-backend/emulate/settings.ts";
import { loadLibrary } from "../../cuda-backend/loader.ts";
import { diskCache } from "../../node/open-cuda.ts";
import type { NodeEngineOptions, OpenedEngine } from "../../node/open-engine.ts";
import { HANG_MS } from "../base/hang.ts";
import { skipNote } from "../base/skip.ts";
import { CliBundle, TINY_MODEL } from "../cli/bundle.ts";
import { emulationMissing } from "../cuda/fixtures.ts";
import { freshFolder } from "./scratch.ts";

const bundle = new CliBundle();
const folder = freshFolder();
/** A model in several files, most of which are opened only when a tensor is read. */
const SHARDED = join(folder, "model.ninfer");
beforeAll(async () => {
  bundle.build();
  const how = ["--recipe", "groupwise-int", "--shard-bytes", "1500000", "--out", SHARDED];
  const { code, stderr } = await bundle.start(["convert", TINY_MODEL, ...how]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(readdirSync(folder).length).toBeGreaterThan(2);
});
afterAll(() => bundle.remove());

const entry = (): string => pathToFileURL(join(dirname(bundle.entry), "node.js")).href;

/** Opens an engine on the CPU and gives up when `when` holds of the pieces so far; then says what is left. */
function giveUp(model: string, inline: boolean, when: string): unknown {
  const script = `import { readdirSync, readlinkSync } from "node:fs";
import { openNodeEngine } from ${JSON.stringify(entry())};
const controller = new AbortController();
let pieces = 0;
const abortOn = (point) => { if (${when}) controller.abort(new Error("enough")); };
abortOn("start");
const opening = openNodeEngine({
  model: ${JSON.stringify(model)}, backend: { name: "cpu" }, maxContext: 256, inline: ${inline},
  signal: controller.signal, onProgress() { pieces++; abortOn("piece"); },
});
abortOn("opening");
const error = await opening.catch((reason) => reason);
const open = process.platform !== "linux" ? [] : readdirSync("/proc/self/fd").flatMap((fd) => {
  try { return [readlinkSync("/proc/self/fd/" + fd)]; } catch { return []; }
});
const files = open.filter((path) => path.startsWith(${JSON.stringify(model)}));
const workers = process.getActiveResourcesInfo().filter((name) => /worker|messageport/i.test(name));
console.log(JSON.stringify({ error: error.message, files, workers }));`;
  const args = ["--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: HANG_MS });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe.each([false, true])("an opening that is given up, inline %o", (inline) => {
  it.each([
    ["before it began", 'point === "start"'],
    ["as it begins", 'point === "opening"'],
    ["at the first piece", "pieces === 1"],
    ["in the middle", "pieces === 30"],
  ])("%s leaves no worker and no file", (_, when) => {
    for (const model of [TINY_MODEL, SHARDED]) {
      expect(giveUp(model, inline, when), model).toEqual({ error: "enough", files: [], workers: [] });
    }
  });
});

const missing = await emulationMissing();

describe.skipIf(missing !== undefined)(`a card${skipNote(missing)}`, () => {
  // The stand-in is one library of this process, whichever thread opens it.
  const held = async () => {
    const build = await buildEmulation(diskCache);
    return new EmulationControl(await loadLibrary("driver", build.library)).held();
  };

  async function open(options: Partial<NodeEngineOptions>): Promise<OpenedEngine> {
    const { openNodeEngine } = (await import(entry())) as typeof import("../../node/open-engine.ts");
    return openNodeEngine({ model: TINY_MODEL, backend: { name: "cuda-emulated" }, maxContext: 64, ...options });
  }

  it("is given back by a worker whose opening is given up", async () => {
    const before = await held();
    const controller = new AbortController();
    let pieces = 0;
    const onProgress = (): void => {
      if (++pieces === 30) controller.abort();
    };
    await expect(open({ signal: controller.signal, onProgress })).rejects.toMatchObject({ name: "AbortError" });
    expect(pieces).toBeGreaterThanOrEqual(30);
    expect(await held()).toEqual(before);
  });

  it("is given back by a worker that is closed, and by one that failed", async () => {
    const before = await held();
    const { engine } = await open({});
    expect((await held()).bytes).toBeGreaterThan(before.bytes);
    await engine.close();
    expect(await held()).toEqual(before);
    await expect(open({ maxContext: 1 })).rejects.toMatchObject({ code: "bad_max_context" });
    expect(await held()).toEqual(before);
  });
});
