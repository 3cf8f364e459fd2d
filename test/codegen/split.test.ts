/**
 * Kernels whose threads meet, run one thread after the other: every value that crosses a barrier or a collective must
 * arrive. Right values are computed directly, per workgroup, without threads.
 */
import { describe, expect, test } from "vitest";
import { type Bool, f32, type I32, i32, type KernelBuilder, kernel, select } from "../../codegen/builder.ts";
import type { CollectiveOp, Kernel } from "../../codegen/ir.ts";
import { MODES, randomFloats, randomWords, runKernel } from "./run.ts";

const build = (workgroupSize: number, body: (k: KernelBuilder) => void): Kernel =>
  kernel("subject", { workgroupSize, doc: "a test" }, body);

const numbers = (count: number, map: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => map(i));

describe.each(MODES)("%s mode", (mode) => {
  test("a value, a condition and an index live across a barrier", () => {
    const subject = build(8, (k) => {
      const x = k.buffer("x", "i32", "read");
      const y = k.buffer("y", "i32", "write");
      const lanes = k.shared("lanes", "i32", 8);
      const mine = k.loadI32("mine", x, k.local);
      const even: Bool = k.let("even", mine.rem(2).eq(0));
      const same: Bool = k.let("same", even.eq(k.local.lt(4)));
      k.store(lanes, k.local, mine);
      k.barrier();
      const neighbour = k.loadI32("neighbour", lanes, i32(7).sub(k.local));
      const value = select(even, mine.mul(100).add(neighbour), neighbour.neg());
      k.store(y, k.local, value.add(select(same.eq(even), i32(1000), 0)));
    });
    const x = Int32Array.of(3, 4, 8, 1, 6, 7, 2, 2);
    const y = new Int32Array(8);
    runKernel(subject, [x, y], { mode });
    const want = numbers(8, (i) => {
      const even = x[i]! % 2 === 0;
      const same = even === i < 4;
      return (even ? x[i]! * 100 + x[7 - i]! : -x[7 - i]!) + (same === even ? 1000 : 0);
    });
    expect([...y]).toEqual(want);
  });

  test("a variable assigned around barriers in a uniform loop: an inclusive scan", () => {
    const size = 32;
    const subject = build(size, (k) => {
      const x = k.buffer("x", "i32", "read");
      const y = k.buffer("y", "i32", "write");
      const lanes = k.shared("lanes", "i32", size);
      const sum = k.var("sum", k.loadI32("mine", x, k.local));
      k.for("level", 0, 5, 1, (level) => {
        const distance = k.let("distance", i32(1).shl(level));
        k.store(lanes, k.local, sum);
        k.barrier();
        k.if(k.local.ge(distance), () => k.assign(sum, sum.add(k.loadI32("left", lanes, k.local.sub(distance)))));
        k.barrier();
      });
      k.store(y, k.local, sum);
    });
    const x = Int32Array.from(randomWords(1, size), (word) => word % 1000);
    const y = new Int32Array(size);
    runKernel(subject, [x, y], { mode });
    let total = 0;
    expect([...y]).toEqual([...x].map((value) => (total += value)));
  });

  test.each([0, 1])("barriers in both branches of a uniform condition: %i", (flag) => {
    const subject = build(4, (k) => {
      const flags = k.buffer("flags", "i32", "read");
      const y = k.buffer("y", "i32", "write");
      const lanes = k.shared("lanes", "i32", 4);
      const out = k.var("result", k.local.mul(10));
      const exchange = (offset: number): void => {
        k.store(lanes, k.local, out);
        k.barrier();
        k.assign(out, k.loadI32("neighbour", lanes, k.local.add(offset).rem(4)).add(offset));
      };
      k.if(
        k.loadI32("flag", flags, 0).ne(0),
        () => exchange(1),
        () => exchange(3),
      );
      k.store(y, k.local, out);
    });
    const y = new Int32Array(4);
    runKernel(subject, [Int32Array.of(flag), y], { mode });
    const offset = flag === 1 ? 1 : 3;
    expect([...y]).toEqual(numbers(4, (i) => ((i + offset) % 4) * 10 + offset));
  });

  test("private arrays live across barriers, one per thread, zero at their declaration", () => {
    const subject = build(4, (k) => {
      const y = k.buffer("y", "i32", "write");
      k.for("round", 0, 2, 1, (round) => {
        const own = k.array("own", "i32", 3);
        k.assignAt(own, k.local.rem(3), k.local.add(round.mul(10)).add(1));
        k.barrier();
        k.for("i", 0, 3, 1, (i) => k.store(y, round.mul(12).add(k.local.mul(3)).add(i), own.at(i)));
        k.barrier();
      });
    });
    const y = new Int32Array(24);
    runKernel(subject, [y], { mode });
    const want = numbers(24, (at) => {
      const [round, thread, i] = [Math.floor(at / 12), Math.floor(at / 3) % 4, at % 3];
      return thread % 3 === i ? thread + round * 10 + 1 : 0;
    });
    expect([...y]).toEqual(want);
  });

  test("an element of a uniform private array bounds a loop with a barrier", () => {
    const subject = build(4, (k) => {
      const y = k.buffer("y", "i32", "write");
      const counts = k.array("counts", "i32", 2);
      k.assignAt(counts, 1, k.groupX.add(2));
      const sum = k.var("sum", i32(0));
      k.for("i", 0, counts.at(1), 1, (i) => {
        k.assign(sum, sum.add(i.add(k.local)));
        k.barrier();
      });
      k.store(y, k.groupX.mul(4).add(k.local), sum);
    });
    const y = new Int32Array(12);
    runKernel(subject, [y], { mode, groups: [3, 1, 1] });
    const want = numbers(12, (at) => {
      const [group, thread] = [Math.floor(at / 4), at % 4];
      return numbers(group + 2, (i) => i + thread).reduce((a, b) => a + b, 0);
    });
    expect([...y]).toEqual(want);
  });

  test("a uniform variable decides about barriers and loop ends, and changes on the way", () => {
    const subject = build(4, (k) => {
      const limits = k.buffer("limits", "i32", "read");
      const y = k.buffer("y", "i32", "write");
      const lanes = k.shared("lanes", "i32", 4);
      const end = k.var("limit", k.loadI32("first_limit", limits, k.groupX));
      const value = k.var("value", k.local);
      k.for("i", 0, end, 1, (i) => {
        k.if(i.eq(1), () => k.assign(end, end.sub(1)));
        k.if(end.gt(2), () => {
          k.store(lanes, k.local, value);
          k.barrier();
          k.assign(value, k.loadI32("next", lanes, k.local.add(1).rem(4)).add(1));
          k.barrier();
        });
      });
      k.store(y, k.groupX.mul(4).add(k.local), value);
    });
    const limits = Int32Array.of(0, 2, 3, 6);
    const y = new Int32Array(16);
    runKernel(subject, [limits, y], { mode, groups: [4, 1, 1] });
    const want = [...limits].flatMap((limit) => {
      let values = [0, 1, 2, 3];
      let end = limit;
      for (let i = 0; i < end; i++) {
        if (i === 1) end--;
        if (end > 2) values = numbers(4, (t) => values[(t + 1) % 4]! + 1);
      }
      return values;
    });
    expect([...y]).toEqual(want);
  });

  test("nested loops with barriers inside and out, over a grid of three dimensions", () => {
    const subject = build(4, (k) => {
      const y = k.buffer("y", "i32", "write");
      const lanes = k.shared("lanes", "i32", 4);
      const sum = k.var("sum", i32(0));
      k.for("i", 0, k.groupY.add(1), 1, (i) => {
        const outer = k.let("outer", i.mul(100).add(k.local));
        k.for("j", 0, 3, 2, (j) => {
          k.store(lanes, k.local, outer.add(j.mul(10)));
          k.barrier();
          k.assign(sum, sum.add(k.loadI32("neighbour", lanes, k.local.xor(1))));
          k.barrier();
        });
        k.assign(sum, sum.add(outer));
      });
      const group = k.groupZ.mul(3).add(k.groupY).mul(2).add(k.groupX);
      k.store(y, group.mul(4).add(k.local), sum.add(k.groupX.mul(1000)).add(k.groupZ.mul(10000)));
    });
    const y = new Int32Array(48);
    runKernel(subject, [y], { mode, groups: [2, 3, 2] });
    const want = numbers(48, (at) => {
      const [thread, x, yy, z] = [at % 4, Math.floor(at / 4) % 2, Math.floor(at / 8) % 3, Math.floor(at / 24)];
      let sum = 0;
      for (let i = 0; i <= yy; i++) {
        for (const j of [0, 2]) sum += i * 100 + (thread ^ 1) + j * 10;
        sum += i * 100 + thread;
      }
      return sum + x * 1000 + z * 10000;
    });
    expect([...y]).toEqual(want);
  });
});

describe("collectives", () => {
  const SIZES = [1, 3, 4, 8, 32, 64];

  /** What lane values become, by the definition of each operation over one subgroup. */
  function direct(op: CollectiveOp, lanes: readonly number[], lane: number, mask: number): number | undefined {
    if (op === "subgroupAdd") return lanes.reduce((a, b) => a + b);
    if (op === "subgroupMax") return Math.max(...lanes);
    return op === "subgroupBroadcastFirst" ? lanes[0] : lanes[lane ^ mask];
  }

  const run = (op: CollectiveOp, mask: number, threads: number, subgroupSize: number, x: Int32Array): Int32Array => {
    const subject = build(threads, (k) => {
      const input = k.buffer("x", "i32", "read");
      const out = k.buffer("y", "i32", "write");
      const twice = k.let("twice", k.loadI32("mine", input, k.local).mul(2));
      const total = k.var("total", i32(0));
      k.for("i", 0, 2, 1, (i) => {
        const masked = op === "subgroupShuffleXor" ? mask : undefined;
        const found = k.collective<"i32">("found", op, twice.add(i), masked) as I32;
        k.assign(total, total.mul(1000).add(found));
      });
      k.store(out, k.local, total);
    });
    const y = new Int32Array(threads);
    runKernel(subject, [x, y], { subgroupSize });
    return y;
  };

  test.each(SIZES)("in subgroups of %i, the last one partly filled", (subgroupSize) => {
    for (const threads of [20, 64]) {
      const x = Int32Array.from(randomWords(threads, threads), (word) => (word % 50) - 20);
      for (const op of ["subgroupAdd", "subgroupMax", "subgroupBroadcastFirst", "subgroupShuffleXor"] as const) {
        for (const mask of op === "subgroupShuffleXor" ? [1, 2, 16] : [0]) {
          const y = run(op, mask, threads, subgroupSize, x);
          for (let thread = 0; thread < threads; thread++) {
            const first = thread - (thread % subgroupSize);
            const lanes = [...x.subarray(first, Math.min(first + subgroupSize, threads))];
            const parts = [0, 1].map((i) =>
              direct(
                op,
                lanes.map((v) => 2 * v + i),
                thread - first,
                mask,
              ),
            );
            // A lane that does not exist has no defined value.
            if (parts[0] === undefined) continue;
            expect(y[thread], `${op} ${mask} of ${threads}, thread ${thread}`).toBe(parts[0] * 1000 + parts[1]!);
          }
        }
      }
    }
  });

  test.each(SIZES)("lane and size builtins in subgroups of %i", (subgroupSize) => {
    const subject = build(20, (k) => {
      const y = k.buffer("y", "i32", "write");
      k.storeGroup(y, k.local, [k.subgroupLane, k.subgroupSize]);
    });
    const y = new Int32Array(40);
    runKernel(subject, [y], { subgroupSize });
    expect([...y]).toEqual(numbers(40, (i) => (i % 2 === 0 ? (i / 2) % subgroupSize : subgroupSize)));
  });

  test("sums of floats are rounded at every step in checked mode", () => {
    const subject = build(3, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      k.store(y, k.local, k.collective("sum", "subgroupAdd", k.load("mine", x, k.local)));
    });
    const x = Float32Array.of(16777216, 1, 1);
    const y = new Float32Array(3);
    runKernel(subject, [x, y], { subgroupSize: 4 });
    expect([...y]).toEqual([16777216, 16777216, 16777216]);
    runKernel(subject, [x, y], { subgroupSize: 4, mode: "fast" });
    expect([...y]).toEqual([16777218, 16777218, 16777218]);
  });
});

test("fast and checked mode agree within f32", () => {
  const size = 64;
  const subject = build(size, (k) => {
    const x = k.buffer("x", "f32", "read");
    const y = k.buffer("y", "f32", "write");
    const lanes = k.shared("lanes", "f32", size);
    const sum = k.var("sum", f32(0));
    k.for("i", k.local, 1024, size, (i) => {
      const value = k.load("value", x, i);
      k.assign(sum, sum.add(value.mul(value)));
    });
    k.store(lanes, k.local, sum);
    k.barrier();
    const total = k.var("total", f32(0));
    k.for("j", 0, size, 1, (j) => k.assign(total, total.add(k.load("part", lanes, j))));
    k.store(y, k.local, sum.div(total));
  });
  const x = randomFloats(3, 1024, 8);
  const [fast, checked] = MODES.map((mode) => {
    const y = new Float32Array(size);
    runKernel(subject, [x, y], { mode });
    return y;
  }) as [Float32Array, Float32Array];
  // 16 additions to a share, 64 to the total, one division: each loses at most half a unit of 2^-23.
  for (const [i, value] of checked.entries()) expect(Math.abs(value / fast[i]! - 1)).toBeLessThan(82 * 2 ** -24);
  expect(fast.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
});
