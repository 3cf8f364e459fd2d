/** The software driver from an empty cache: unpacked once, whole, by however many processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unpackSwiftShader } from "../../node/software-adapter.ts";
import { skipNote } from "../base/skip.ts";
import { missingAdapter } from "../webgpu/adapter.ts";
import { freshFolder } from "./scratch.ts";

const missing = missingAdapter("swiftshader");

test("a package that is not installed is no driver", async () => {
  const resolveFrom = join(freshFolder(), "nowhere.js");
  expect(await unpackSwiftShader({ cache: freshFolder(), resolveFrom })).toBeUndefined();
});

test.skipIf(missing !== undefined)(
  `two processes unpack into one empty cache${skipNote(missing)}`,
  async () => {
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
  },
  60_000,
);

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
