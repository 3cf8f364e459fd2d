/**
 * Sets to be written against files of the format's own writer: from the same directory come the same bytes, in one file and
 * in several.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatSpelled } from "../../src/artifact/ninfer/formats.ts";
import { filePieces, type NewDirectory, type NewObject, newSet } from "../../src/artifact/ninfer/new-set.ts";
import { failureOf } from "../base/failure.ts";

const FOLDER = "test/fixtures/ninfer";

interface FixtureObject {
  readonly id: string;
  readonly kind: "tensor" | "resource";
  readonly shape?: readonly number[];
  readonly format?: string;
  readonly bytes: number;
}

function fixture(name: string): { file: Buffer; payload: Buffer; directory: NewDirectory; id: Uint8Array } {
  const file = readFileSync(`${FOLDER}/${name}`);
  const length = Number(file.readBigUInt64LE(8));
  const read = JSON.parse(file.subarray(32, 32 + length).toString("utf8"));
  const objects = (read.objects as FixtureObject[]).map(({ id, kind, shape, format, bytes }): NewObject => {
    return kind === "resource" ? { kind, id, bytes } : { kind, id, shape: shape!, format: formatSpelled(format!)! };
  });
  return { file, payload: file.subarray(32 + length), directory: { ...read, objects }, id: file.subarray(16, 32) };
}

test("one file: the frame with its directory, byte by byte, and every object's place", () => {
  const { file, payload, directory, id } = fixture("v3_all.ninfer");
  const set = newSet(directory, "v3_all.ninfer", 32_000_000_000);
  expect(set.files).toHaveLength(1);
  expect(set.payloadBytes).toBe(payload.length);
  expect(Buffer.from(set.frame(0, id)).equals(file.subarray(0, set.files[0]!.payloadStart))).toBe(true);
});

test("several files: the same cuts, frames and payloads", () => {
  const name = "v3_sharded.ninfer";
  const { directory, id } = fixture(name);
  const { payload } = fixture("v3_all.ninfer");
  const set = newSet(directory, name, 24_000);
  expect(set.files.map(({ path }) => path)).toEqual([undefined, 1, 2, 3].map((i) => i && `${name}.part-000${i}`));
  const written = set.files.map((file, i) => {
    const bytes = Buffer.alloc(file.payloadStart + file.payloadBytes);
    bytes.set(set.frame(i, id));
    return bytes;
  });
  for (const { file, at, begin, end } of filePieces(set, 0, payload.length)) {
    written[file]!.set(payload.subarray(begin, end), at);
  }
  for (const [i, { path }] of set.files.entries()) {
    expect(written[i]!.equals(readFileSync(`${FOLDER}/${path ?? name}`)), path ?? name).toBe(true);
  }
});

describe("files of any size", () => {
  const { directory } = fixture("v3_all.ninfer");
  const whole = newSet(directory, "x.ninfer", 32_000_000_000);

  test.each([12_288, 16_000, 20_480, 40_000, 54_275, 54_276])("at most %i bytes", (most) => {
    const set = newSet(directory, "x.ninfer", most);
    for (const { payloadStart, payloadBytes } of set.files)
      expect(payloadStart + payloadBytes).toBeLessThanOrEqual(most);
    expect(set.payloadBytes).toBe(whole.payloadBytes);
    expect(set.objects).toEqual(whole.objects);
    // Pieces cover every byte of the payload once and end where their files end.
    const pieces = filePieces(set, 0, set.payloadBytes);
    expect(pieces.map(({ end, begin }) => end - begin)).toEqual(set.files.map(({ payloadBytes }) => payloadBytes));
  });

  test("a limit that holds no directory", async () => {
    const error = await failureOf(() => newSet(directory, "x.ninfer", 8_000));
    expect(`${error.name} ${error.code}`).toBe("UsageError shard_too_small");
    expect(error.message).toContain("8,000 bytes: needed at least 12,288");
  });
});
