/**
 * Sets on their way to the disk: a process that is killed in the middle of a write leaves nothing under the final names and
 * enough for the next one to make the same files; what cannot be written is refused before it is begun.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { checkOutput, SetWriter } from "../../node/set-writer.ts";
import { type NewDirectory, newSet } from "../../src/artifact/ninfer/new-set.ts";
import { modelContents } from "../../src/model/open.ts";
import { failureOf } from "../base/failure.ts";
import { planOf, writeToMemory } from "../convert/memory-set.ts";
import { openModel } from "../model/opened-model.ts";
import { freshFolder } from "./scratch.ts";

/** Runs the child; one that waits is killed as the system kills, without a word. */
function run(out: string, writes?: number): Promise<{ readonly signal: string | null; readonly text: string }> {
  const args = [
    "--import",
    "tsx",
    "test/node/convert-child.ts",
    out,
    ...(writes === undefined ? [] : [String(writes)]),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
    if (text.includes("waiting")) child.kill("SIGKILL");
  });
  return new Promise((resolve) => child.on("close", (_, signal) => resolve({ signal, text })));
}

test("killed in the middle of a write, again and again: the same files in the end", async () => {
  const folder = freshFolder();
  const out = join(folder, "out.ninfer");
  const source = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  const wanted = await writeToMemory(
    planOf(await modelContents(source.artifact), "lean", { entryName: "out.ninfer", mostFileBytes: 1_000_000 }),
  );
  await source.close();
  const objects = wanted.plan.set.objects.length;
  for (const writes of [0, 5, 40]) {
    expect((await run(out, writes)).signal).toBe("SIGKILL");
    expect(readdirSync(folder).filter((name) => !/\.(partial|journal)$/.test(name))).toEqual([]);
  }
  const { signal, text } = await run(out);
  expect(signal).toBeNull();
  // Runs went on from each other: 45 writes are more objects than the last run made alone.
  const there = Number(/published, (\d+) objects/.exec(text)![1]);
  expect(there).toBeGreaterThan(20);
  expect(there).toBeLessThan(objects);
  const names = Object.keys(wanted.files);
  expect(names.length).toBe(3);
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
  for (const [name, bytes] of Object.entries(wanted.files)) {
    expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(true);
  }
});

const DIRECTORY: NewDirectory = {
  components: { text: { config: {} } },
  objects: [{ kind: "tensor", id: "weight/000000", shape: [40, 100], format: "bf16" }],
  ...{ bindings: {}, uses: [], metadata: {}, provenance: {} },
};
const SMALL = newSet(DIRECTORY, "out.ninfer", 32e9);
const OPTIONS = { key: "a", force: false };

describe("what is there already", () => {
  test("a file of that name, a folder, no folder to write into", async () => {
    const folder = freshFolder();
    const out = join(folder, "out.ninfer");
    await checkOutput(out, false);
    writeFileSync(out, "x");
    const error = await failureOf(() => checkOutput(out, false));
    expect(`${error.name} ${error.code}`).toBe("UsageError out_exists");
    expect(error.hint).toBe("`force` replaces it");
    await checkOutput(out, true);
    expect((await failureOf(() => checkOutput(folder, true))).code).toBe("out_exists");
    expect((await failureOf(() => checkOutput(join(folder, "no", "out.ninfer"), false))).code).toBe(
      "out_folder_missing",
    );
  });

  test("an unfinished conversion of something else stays until it is forced away", async () => {
    const out = join(freshFolder(), "out.ninfer");
    const first = await SetWriter.open(out, SMALL, OPTIONS);
    await first.write(0, new Uint8Array(8000).fill(7));
    await first.complete(0, "0".repeat(64));
    await first.close();
    const other = { ...OPTIONS, key: "b" };
    const error = await failureOf(() => SetWriter.open(out, SMALL, other));
    expect(`${error.name} ${error.code}`).toBe("UsageError conversion_unfinished");
    const forced = await SetWriter.open(out, SMALL, { ...other, force: true });
    expect(forced.done.size).toBe(0);
    expect(Buffer.from(await forced.read(0, 8000)).equals(Buffer.alloc(8000))).toBe(true);
    await forced.publish(new Uint8Array(16));
    expect(existsSync(`${out}.journal`)).toBe(false);
  });

  test("a replaced set leaves no part of the old one", async () => {
    const folder = freshFolder();
    const out = join(folder, "out.ninfer");
    for (const name of ["out.ninfer.part-0001", "out.ninfer.part-0002", "out.ninfer.part-x", "other.part-0001"]) {
      writeFileSync(join(folder, name), "x");
    }
    const writer = await SetWriter.open(out, SMALL, OPTIONS);
    await writer.publish(new Uint8Array(16));
    expect(readdirSync(folder).sort()).toEqual(["other.part-0001", "out.ninfer", "out.ninfer.part-x"]);
  });
});

test("a disk without room is refused with both numbers, and nothing is left on it", async () => {
  const folder = freshFolder();
  const huge = newSet(
    { ...DIRECTORY, objects: [{ kind: "tensor", id: "w", shape: [2 ** 30, 2 ** 20], format: "bf16" }] },
    "out.ninfer",
    2 ** 52,
  );
  const error = await failureOf(() => SetWriter.open(join(folder, "out.ninfer"), huge, OPTIONS));
  expect(`${error.name} ${error.code}`).toBe("CapacityError disk_full");
  expect(error.data["needed"]).toBe(huge.files[0]!.payloadStart + huge.payloadBytes);
  expect(error.data["free"]).toBeLessThan(2 ** 51);
  expect(readdirSync(folder)).toEqual([]);
});
