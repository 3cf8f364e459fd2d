/**
 * The model that comes with the package is the reference checkpoint by `tiny-w8`, without vision, byte by byte: what tests of
 * the checkpoint and of the recipe show holds for it. It is made again with
 * `qwerk convert test/fixtures/tiny-hybrid --recipe tiny-w8 --without vision --out models/tiny-hybrid.ninfer --force`.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { embeddedModel } from "../../node/package-root.ts";
import { openModel } from "../model/opened-model.ts";
import { converted } from "./memory-set.ts";

test("the embedded model is the checkpoint by its recipe", async () => {
  const bytes = readFileSync(embeddedModel());
  const length = Number(bytes.readBigUInt64LE(8));
  const { provenance, metadata } = JSON.parse(bytes.subarray(32, 32 + length).toString("utf8"));
  expect(metadata.name).toBe("tiny-hybrid");
  // The version that wrote it stays as it is until the model itself changes.
  expect(provenance.writer).toMatch(/^qwerk \d+\.\d+\.\d+$/);
  const tiny = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  const { files, model } = await converted(tiny, "tiny-w8", { without: ["vision"], writer: provenance.writer });
  expect(bytes.equals(files["out.ninfer"]!)).toBe(true);
  expect(model.config.text.mtpLayers).toBe(1);
  expect(model.config.vision).toBeUndefined();
  await tiny.close();
});
