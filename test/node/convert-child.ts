/**
 * A conversion in a process of its own, which a test may kill: `convert-child.ts OUT WRITES`. After so many writes it does
 * half of the next one, says so and waits for its end; without WRITES it publishes. Every object is noted at once.
 */
import { basename } from "node:path";
import { openRecipe } from "../../cli/recipe-file.ts";
import { fileDirectory } from "../../node/file-source.ts";
import { SetWriter } from "../../node/set-writer.ts";
import { planConversion } from "../../src/convert/plan.ts";
import { planDigest, writeObjects } from "../../src/convert/write.ts";
import { modelContents, openRunnable } from "../../src/model/open.ts";

const [out = "", writes] = process.argv.slice(2);
const artifact = await openRunnable(fileDirectory("test/fixtures/tiny-hybrid"));
const plan = planConversion(await modelContents(artifact), openRecipe("lean"), {
  ...{ entryName: basename(out), mostFileBytes: 1_000_000, writer: "test" },
});
const writer = await SetWriter.open(out, plan.set, { key: await planDigest(plan), force: false, syncBytes: 1 });
let left = writes === undefined ? Number.POSITIVE_INFINITY : Number(writes);
const sink = {
  async write(offset: number, bytes: Uint8Array) {
    if (left-- > 0) return writer.write(offset, bytes);
    await writer.write(offset, bytes.subarray(0, bytes.length >> 1));
    process.stdout.write("waiting\n");
    await new Promise(() => setInterval(() => {}, 1000));
  },
  complete: (index: number, digest: string) => writer.complete(index, digest),
};
const id = await writeObjects(plan, sink, { done: writer.done });
await writer.publish(id);
await artifact.close();
process.stdout.write(`published, ${writer.done.size} objects were there\n`);
