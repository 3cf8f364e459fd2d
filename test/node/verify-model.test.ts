/**
 * A model's file against a hash: the published vectors of SHA-256 and Node's own digest say what is right. Files are
 * longer than one read of the verifier, so that order and borders of its pieces count.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isExpectedHash, verifyModel } from "../../node/verify-model.ts";
import { failureOf } from "../base/failure.ts";
import { freshFolder } from "./scratch.ts";

const folder = freshFolder();
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function fileOf(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** 20 MB, no two reads of which are alike. */
const LONG = new Uint8Array(20_000_003).map((_, i) => (i * 31) ^ (i >> 8) ^ (i >> 16));

describe("a hash that its publisher states", () => {
  it("is compared with the whole file", async () => {
    await verifyModel(fileOf("abc.ninfer", "abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const long = fileOf("long.ninfer", LONG);
    const events: (readonly [number, number])[] = [];
    await verifyModel(long, sha256(LONG).toUpperCase(), { onProgress: (read, total) => events.push([read, total]) });
    expect(events.at(-1)).toEqual([LONG.length, LONG.length]);
    expect(events.length).toBeGreaterThan(2);
  });

  it.each([0, 8 * 2 ** 20 - 1, 8 * 2 ** 20, LONG.length - 1])("finds a flipped bit in byte %i", async (at) => {
    const damaged = LONG.slice();
    damaged[at]! ^= 4;
    const path = fileOf("damaged.ninfer", damaged);
    const error = await failureOf(() => verifyModel(path, sha256(LONG)));
    expect(error).toMatchObject({
      code: "hash_mismatch",
      data: { file: path, found: sha256(damaged), needed: sha256(LONG) },
    });
    expect(error.message).toContain("of 20,000,003 bytes");
  });

  it("is of one file", async () => {
    const two = join(folder, "two");
    mkdirSync(two);
    for (const name of ["a.safetensors", "b.safetensors"]) writeFileSync(join(two, name), name);
    expect(await failureOf(() => verifyModel(two, sha256(LONG)))).toMatchObject({
      code: "several_files",
      data: { files: ["a.safetensors", "b.safetensors"] },
    });
    await verifyModel(join(two, "b.safetensors"), sha256(Buffer.from("b.safetensors")));
    const one = join(folder, "one");
    mkdirSync(one);
    copyFileSync(join(two, "a.safetensors"), join(one, "model.safetensors"));
    writeFileSync(join(one, "config.json"), "{}");
    await verifyModel(one, sha256(Buffer.from("a.safetensors")));
  });

  it("has 64 digits", async () => {
    for (const text of ["", "sha256", "ab".repeat(31), "zz".repeat(32), 5]) expect(isExpectedHash(text)).toBe(false);
    for (const text of ["recorded", "Ab".repeat(32)]) expect(isExpectedHash(text)).toBe(true);
    expect(await failureOf(() => verifyModel(folder, "abc"))).toMatchObject({ code: "bad_hash" });
  });

  it("is given up with the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const onProgress = (): void => controller.abort(reason);
    const verifying = verifyModel(fileOf("long.ninfer", LONG), sha256(LONG), { onProgress, signal: controller.signal });
    await expect(verifying).rejects.toBe(reason);
  });
});

describe("a hash that the file records", () => {
  /** Version 2 with `build_id`, the SHA-256 of its payload, as one fork writes it. */
  function withBuildId(buildId: (payload: Uint8Array) => string): string {
    const plain = readFileSync("test/fixtures/ninfer/v2_all.ninfer");
    const length = Number(plain.readBigUInt64LE(8));
    const payload = plain.subarray(Math.ceil((16 + length) / 4096) * 4096);
    const directory = JSON.parse(plain.subarray(16, 16 + length).toString()) as { identity: object };
    const identity = { ...directory.identity, build_id: buildId(payload) };
    const json = Buffer.from(JSON.stringify({ ...directory, identity }));
    const head = Buffer.alloc(Math.ceil((16 + json.length) / 4096) * 4096);
    plain.copy(head, 0, 0, 8);
    head.writeBigUInt64LE(BigInt(json.length), 8);
    json.copy(head, 16);
    return fileOf("recorded.ninfer", Buffer.concat([head, payload]));
  }

  it("is compared with the payload", async () => {
    await verifyModel(withBuildId(sha256), "recorded");
    const wrong = withBuildId((payload) => sha256(payload.subarray(1)));
    expect(await failureOf(() => verifyModel(wrong, "recorded"))).toMatchObject({ code: "hash_mismatch" });
  });

  it("is missed where there is none", async () => {
    for (const path of [
      "test/fixtures/ninfer/v3_all.ninfer",
      "test/fixtures/tiny-random/model-00001-of-00002.safetensors",
    ]) {
      expect(await failureOf(() => verifyModel(path, "recorded"))).toMatchObject({ code: "no_recorded_hash" });
    }
  });
});
