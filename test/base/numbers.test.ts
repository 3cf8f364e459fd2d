/** Sizes, hashes, random numbers and error records: values worked out by hand or taken from their definitions. */
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
import { counterHash, counterUniform } from "../../src/base/random.ts";

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

describe("counter-based random numbers", () => {
  /** The same mix with integers that cannot lose a bit. */
  function slowHash(words: readonly number[]): number {
    const mask = 0xffffffffn;
    const u = (x: number): bigint => BigInt.asUintN(32, BigInt(x));
    let h = u(words[0]!);
    for (const word of words.slice(1)) {
      h ^= (u(word) * 0x9e3779b1n) & mask;
      h ^= h >> 16n;
      h = (h * 0x7feb352dn) & mask;
      h ^= h >> 15n;
      h = (h * 0x846ca68bn) & mask;
      h ^= h >> 16n;
    }
    return Number(h);
  }

  test("agree with exact integers and lie in [0, 1)", () => {
    for (const seed of [0, 1, -1, 0x7fffffff, 0xdeadbeef]) {
      for (const position of [0, 1, 63, 262143]) {
        const words = [seed, seed ^ 0x55555555, position, position % 3] as const;
        expect(counterHash(...words)).toBe(slowHash(words));
        const uniform = counterUniform(...words);
        expect(uniform).toBe(Math.floor(slowHash(words) / 256) / 2 ** 24);
        expect(uniform).toBe(Math.fround(uniform));
        expect(uniform).toBeLessThan(1);
      }
    }
  });

  test("are spread evenly over positions", () => {
    const counts = new Uint32Array(16);
    for (let i = 0; i < 16000; i++) counts[Math.floor(16 * counterUniform(3, 4, i, 0))]!++;
    // Chi-squared with 15 degrees of freedom exceeds 37.7 once in a thousand seeds; this seed is fixed.
    expect(counts.reduce((sum, c) => sum + (c - 1000) ** 2 / 1000, 0)).toBeLessThan(37.7);
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
