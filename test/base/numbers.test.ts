/** Sizes, hashes and error records: values worked out by hand or taken from their definitions. */
import { describe, expect, test } from "vitest";
import { alignUp, ceilDivide, formatBytes, product, withSeparators } from "../../src/base/bytes.ts";
import {
  CapacityError,
  CompileError,
  fromErrorRecord,
  numberLines,
  QwerkError,
  toErrorRecord,
} from "../../src/base/errors.ts";
import { hashText } from "../../src/base/hash.ts";
import { invariant, present, unreachable } from "../../src/base/invariant.ts";

describe("bytes", () => {
  test("align, divide, multiply", () => {
    expect([0, 1, 256, 257].map((x) => alignUp(x, 256))).toEqual([0, 256, 256, 512]);
    expect([0, 1, 8, 9].map((x) => ceilDivide(x, 8))).toEqual([0, 1, 1, 2]);
    expect(product([])).toBe(1);
    expect(product([3, 4, 5])).toBe(60);
  });

  test("exact digits and readable sizes", () => {
    expect(withSeparators(5398826240)).toBe("5,398,826,240");
    expect(withSeparators(999)).toBe("999");
    expect(formatBytes(1023)).toBe("1023 B");
    expect(formatBytes(1024)).toBe("1.00 KiB");
    expect(formatBytes(5398826240)).toBe("5.03 GiB");
    expect(formatBytes(2 ** 51)).toBe("2048.00 TiB");
  });
});

describe("hash", () => {
  /** FNV-1a over bytes with 64-bit integers, as its authors define it. */
  function fnv(bytes: readonly number[], seed: bigint): string {
    let hash = seed;
    for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
    return hash.toString(16).padStart(8, "0");
  }

  test.each(["", "a", "kernel", "Größe", "\u{1f600}"])("of %j is FNV-1a over both bytes of each unit", (text) => {
    const bytes = [...Array(text.length).keys()].flatMap((i) => [text.charCodeAt(i) % 256, text.charCodeAt(i) >> 8]);
    expect(hashText(text)).toBe(fnv(bytes, 0x811c9dc5n) + fnv(bytes, 0x2f0b4c47n));
  });
});

describe("errors", () => {
  test("survive a worker boundary", () => {
    const error = new CapacityError("out_of_memory", "needs 5 B, 4 B free", { hint: "less", data: { needed: 5 } });
    const back = fromErrorRecord(structuredClone(toErrorRecord(error)));
    expect(back).toBeInstanceOf(CapacityError);
    expect(back).toMatchObject({ code: "out_of_memory", message: "needs 5 B, 4 B free", hint: "less" });
    expect((back as CapacityError).data).toEqual({ needed: 5 });
  });

  test("of others become internal ones and keep their text", () => {
    expect(toErrorRecord(new TypeError("no"))).toMatchObject({ name: "TypeError", code: "internal" });
    expect(toErrorRecord(new TypeError("no")).message).toContain("no");
    expect(toErrorRecord("text")).toEqual({ name: "Error", code: "internal", message: "text" });
    const unknown = fromErrorRecord({ name: "Strange", code: "odd", message: "m" });
    expect(unknown).toBeInstanceOf(QwerkError);
    expect(unknown).not.toBeInstanceOf(CompileError);
  });

  test("numbered sources line up", () => {
    expect(numberLines(Array(10).fill("x").join("\n")).split("\n")).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => ` ${i} | x`),
      "10 | x",
    ]);
  });

  test("invariants name what broke", () => {
    expect(() => invariant(false, "seven")).toThrow("internal error: seven");
    expect(() => invariant("anything", "seven")).not.toThrow();
    expect(() => present(undefined, "the page")).toThrow("internal error: the page is missing");
    expect(present(0, "zero")).toBe(0);
    expect(() => unreachable("x" as never)).toThrow('internal error: unexpected value "x"');
  });
});
