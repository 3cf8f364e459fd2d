/**
 * Kernels as WebAssembly against the checked mode of emitted JavaScript, word by word: random trees whose inputs differ
 * between threads or do not, random programs of divergent control flow, and what threads do together.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fma, halfHigh, halfLow, i32, type KernelBuilder, kernel, select, u32, Val } from "../../codegen/builder.ts";
import type { WordArray } from "../../codegen/emit-js.ts";
import type { CollectiveOp, FunctionName, Kernel } from "../../codegen/ir.ts";
import { verifyKernel } from "../../codegen/verify.ts";
import { SEED } from "../base/seed.ts";
import { randomProgram } from "./random-programs.ts";
import { randomFloats, randomWords, runKernel } from "./run.ts";
import { type RunWasmSettings, runWasm } from "./run-wasm.ts";
import { INPUT_TYPES, inputValues, OPERATIONS, trees } from "./tree-arbitraries.ts";
import { definedValue, express, storeWord, type Tree, type Type } from "./trees.ts";

const build = (workgroupSize: number, body: (k: KernelBuilder) => void): Kernel =>
  kernel("subject", { workgroupSize, doc: "a test" }, body);

/** Words of a buffer; one name for every NaN where words are floats. */
function wordsOf(buffer: WordArray): string[] {
  const words = new Uint32Array(buffer.buffer, buffer.byteOffset, buffer.length);
  return Array.from(words, (word, i) => (Number.isNaN(buffer[i]) ? "NaN" : word.toString(16)));
}

const copies = (buffers: readonly WordArray[]): WordArray[] => buffers.map((b) => b.slice());

/** Runs both and compares every buffer. */
function expectSame(subject: Kernel, buffers: readonly WordArray[], settings: RunWasmSettings = {}): void {
  const { subgroupSize = 4, groups = [1, 1, 1] } = settings;
  const want = copies(buffers);
  runKernel(subject, want, { mode: "checked", subgroupSize, groups });
  const got = copies(buffers);
  runWasm(subject, got, settings);
  for (const [i, { name }] of subject.bindings.entries()) {
    expect(wordsOf(got[i]!), `${name}, seed ${SEED}`).toEqual(wordsOf(want[i]!));
  }
}

const SIZES = [1, 3, 4, 6, 8, 13, 32, 64, 100];
const words = (salt: number, count: number): Uint32Array => randomWords(SEED + salt, count);
const floats = (salt: number, count: number, scale = 1): Float32Array => randomFloats(SEED + salt, count, scale);
const ints = (salt: number, count: number, below: number): Int32Array =>
  Int32Array.from(words(salt, count), (word) => word % below);

/** Trees for six threads: of each type's three inputs the first is one for all, the second is scattered. */
const THREADS = 6;
function treeKernel(tree: Tree): Kernel {
  return build(THREADS, (k) => {
    const memory = {
      i32: k.buffer("xi", "i32", "read"),
      u32: k.buffer("xu", "u32", "read"),
      f32: k.buffer("xf", "f32", "read"),
    };
    const y = k.buffer("y", "u32", "write");
    const inputs = INPUT_TYPES.map((type, i): Val<Type> => {
      const place = [i32(0), k.local.mul(3).add(1), k.local.add(3 * THREADS)][i % 3]!;
      if (type === "i32") return k.loadI32(`i${i}`, memory.i32, place);
      return type === "u32" ? k.loadU32(`u${i}`, memory.u32, place) : k.load(`f${i}`, memory.f32, place);
    });
    storeWord(k, y, k.local, k.let("result", express(tree, inputs)));
  });
}

/** Trees may have constants that the language refuses. */
function isRight(subject: Kernel): boolean {
  try {
    verifyKernel(subject);
    return true;
  } catch {
    return false;
  }
}

/** Whether bits of a float are looked at, which a NaN may have any of. */
const readsBits = (tree: Tree): boolean =>
  tree.kind === "apply" && ((tree.op === "bits" && tree.args[0]!.type === "f32") || tree.args.some(readsBits));

describe("random expression trees", () => {
  const all = trees({ operations: OPERATIONS, constants: () => true });

  test.each(["i32", "u32", "f32", "bool"] as const)("of type %s are what checked JavaScript computes", (type) => {
    let compared = 0;
    const property = fc.property(
      all[type],
      fc.array(inputValues, { minLength: THREADS, maxLength: THREADS }),
      (tree, raw) => {
        const arrays = {
          i32: new Int32Array(4 * THREADS),
          u32: new Uint32Array(4 * THREADS),
          f32: new Float32Array(4 * THREADS),
        };
        // The first input of each type is one for all threads.
        const inputs = raw.map((row) =>
          row
            .map((x, i) => (i % 3 === 0 ? raw[0]![i]! : x))
            .map((x, i) => (INPUT_TYPES[i] === "f32" ? Math.fround(x) : x)),
        );
        for (const [thread, row] of inputs.entries()) {
          for (const [i, x] of row.entries()) {
            arrays[INPUT_TYPES[i] as "i32"][[0, 3 * thread + 1, thread + 3 * THREADS][i % 3]!] = x;
          }
        }
        const buffers = [arrays.i32, arrays.u32, arrays.f32];
        const y = new Uint32Array(THREADS);
        const want = type === "f32" ? new Float32Array(y.buffer) : y;
        const subject = treeKernel(tree);
        if (!isRight(subject)) return;
        runKernel(subject, [...buffers, y], { mode: "checked" });
        const got = new Uint32Array(THREADS);
        runWasm(subject, [...buffers, got]);
        const left = wordsOf(type === "f32" ? new Float32Array(got.buffer) : got);
        const right = wordsOf(want);
        for (const [thread, row] of inputs.entries()) {
          if (readsBits(tree) && definedValue(tree, row) === undefined) continue;
          compared++;
          expect(left[thread], `thread ${thread}`).toBe(right[thread]);
        }
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 200 });
    expect(compared).toBeGreaterThan(400);
  });
});

describe("random programs", () => {
  test.each(SIZES)("of %i threads", (size) => {
    for (let n = 0; n < 12; n++) {
      const seed = SEED + 1000 * size + n;
      const { kernel: subject, buffers } = randomProgram(seed, size);
      expectSame(subject, buffers, { groups: [2, 1, 2], cuts: n % 2 === 0 ? [] : [1, 3], subgroupSize: 2 ** (n % 8) });
    }
  });
});

describe("memory", () => {
  test.each(SIZES)("contiguous, strided and scattered groups of one to four words, %i threads", (size) => {
    const subject = build(size, (k) => {
      const order = k.buffer("order", "i32", "read");
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const z = k.buffer("z", "f32", "write");
      const at = k.loadI32("at", order, k.local);
      for (const width of [1, 2, 4]) {
        const first = 8 * size;
        const row = k.loadGroup("row", x, k.local.add(first / width), width);
        const apart = k.loadGroup("apart", x, k.local.mul(2), width);
        const back = k.loadGroup("back", x, i32(size - 1).sub(k.local), width);
        const spread = k.loadGroup("spread", x, at, width);
        const sum = row.map((v, i) => v.add(apart[i]!).mul(back[i]!).sub(spread[i]!));
        k.storeGroup(y, k.local.add((4 * size * Math.log2(width)) / width), sum);
        k.storeGroup(z, at.add((4 * size * Math.log2(width)) / width), sum);
      }
    });
    const order = Int32Array.from({ length: size }, (_, i) => i).sort(
      (a, b) => words(9, size)[a]! - words(9, size)[b]!,
    );
    const buffers = [order, floats(1, 16 * size), new Float32Array(12 * size), new Float32Array(12 * size)];
    expectSame(subject, buffers);
  });

  test("a tail that begins at the last word of a buffer reads and writes nothing beyond", () => {
    const subject = build(8, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const guard = k.buffer("guard", "f32", "read_write");
      k.for("i", k.local, 13, 8, (i) => k.store(y, i, k.load("value", x, i).mul(2)));
      k.if(k.local.lt(0), () => k.store(guard, k.local, k.load("old", guard, k.local)));
    });
    expectSame(subject, [floats(2, 13), new Float32Array(16).fill(7), new Float32Array(8).fill(9)]);
  });

  test.each(["bf16", "f16", "i8", "u8"] as const)("narrow elements of %s", (storage) => {
    const whole = storage === "i8" || storage === "u8" ? 4 : 2;
    const subject = build(12, (k) => {
      const x = k.buffer("x", storage, "read");
      const y = k.buffer("y", storage, "write");
      const z = k.buffer("z", "f32", "write");
      const load = (name: string, at: Val<"i32">, width: number): Val<"f32">[] => {
        if (storage === "i8") return k.loadWords(name, x, at, width).map((v) => v.toF32());
        if (storage === "u8") return [k.loadU32(name, x, at).toF32()];
        return k.loadGroup(name, x, at, width);
      };
      k.store(z, k.local, load("single", k.local, 1)[0]!.add(load("apart", k.local.mul(3), 1)[0]!));
      if (storage === "u8") return;
      const group = load("group", k.local, whole);
      k.storeGroup(y, k.local, storage === "i8" ? group.map((v) => v.toI32()) : group.map((v) => v.mul(0.37)));
    });
    // No infinities and NaN: halves of their payloads are open.
    const x = Uint32Array.from(words(3, 64), (word) => word & 0xbfffbfff);
    expectSame(subject, [x, new Uint32Array(64), new Float32Array(12)]);
  });
});

describe("functions", () => {
  const ofOne = (fn: FunctionName, count: number): Kernel =>
    build(8, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const value = k.load("value", x, k.groupX.mul(8).add(k.local));
      const first = k.load("head", x, k.groupX.mul(8));
      const apply = (a: Val<"f32">): Val<"f32"> => new Val("f32", { kind: "call", type: "f32", fn, args: [a.node] });
      k.store(y, k.groupX.mul(8).add(k.local), apply(value));
      k.store(y, k.groupX.mul(8).add(k.local).add(count), apply(first));
    });
  const EXTREMES = [0, -0, 1, -1, Infinity, -Infinity, NaN, 2 ** -149, 2 ** -126, 3.4028234663852886e38, 1e5, -1e-5];

  test.each(["sqrt", "abs", "floor"] as const)("%s to the bit", (fn) => {
    const x = Float32Array.of(...EXTREMES, ...new Float32Array(words(4, 116).buffer));
    expectSame(ofOne(fn, 128), [x, new Float32Array(256)], { groups: [16, 1, 1] });
  });

  test.each(["exp", "log", "sin", "cos", "tanh"] as const)("%s of one value and of lanes, with its limits", (fn) => {
    const scale = fn === "log" ? 1000 : 80;
    const x = Float32Array.of(...EXTREMES, ...floats(5, 116, scale));
    const y = new Float32Array(256);
    runWasm(ofOne(fn, 128), [x, y], { groups: [16, 1, 1] });
    for (const [i, value] of x.entries()) {
      const right = (of: number): number => Math.fround(Math[fn](of));
      for (const [at, of] of [
        [i, value],
        [128 + i, x[i - (i % 8)]!],
      ] as const) {
        const want = right(of);
        if (!Number.isFinite(want)) expect(y[at], `${fn}(${of})`).toBe(want);
        else
          expect(Math.abs(y[at]! - want), `${fn}(${of}) is ${want}, not ${y[at]}`).toBeLessThanOrEqual(
            2.5e-7 * Math.max(Math.abs(want), fn === "sin" || fn === "cos" ? 0.3 : 2 ** -126),
          );
      }
    }
  });

  test("products added with one rounding by way of a double", () => {
    const subject = build(8, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const [a, b, c] = [0, 8, 16].map((at) => k.load("x", x, k.local.add(at))) as [Val<"f32">, Val<"f32">, Val<"f32">];
      k.store(y, k.local, fma(a, b, c));
      k.store(y, k.local.add(8), fma(k.load("s", x, 3), b, k.load("t", x, 5)));
    });
    expectSame(subject, [floats(6, 24), new Float32Array(16)]);
  });

  test("halves and words of two narrow floats, every half and every border", () => {
    const subject = build(64, (k) => {
      const x = k.buffer("x", "u32", "read");
      const y = k.buffer("y", "f32", "write");
      const z = k.buffer("z", "u32", "write");
      const at = k.groupX.mul(64).add(k.local);
      const word = k.loadU32("word", x, at);
      k.storeGroup(y, at, [halfLow(word), halfHigh(word)]);
      for (const [i, fn] of (["packHalf", "packBf16"] as const).entries()) {
        const [a, b] = [word.bitsF32(), word.xor(0x8000).shl(3).bitsF32()];
        k.store(z, at.add(65536 * i), new Val("u32", { kind: "call", type: "u32", fn, args: [a.node, b.node] }));
      }
    });
    // Numbers around the borders of f16 and of rounding; what of a NaN goes on is open.
    const isNumber = (word: number): boolean =>
      (word & 0x7fffffff) <= 0x7f800000 && ((word << 3) & 0x7fffffff) <= 0x7f800000;
    const borders = [
      0x477fefff, 0x477ff000, 0x38800000, 0x387fffff, 0x33000000, 0x33000001, 0x32ffffff, 0x7f800000, 0xff800000,
      0x3f808000, 0x3f818000,
    ];
    const drawn = Uint32Array.from({ length: 65536 }, (_, i) => ((i << 16) | i) >>> 0);
    for (const [i, word] of [
      ...borders,
      ...words(7, 3000),
      ...Array.from(words(8, 3000), (w) => (w & 0x0fffffff) | 0x30000000),
    ].entries()) {
      drawn[i] = word;
    }
    expectSame(
      subject,
      [
        drawn.map((word) => (isNumber(word) ? word : word & 0x0fff0fff)),
        new Float32Array(131072),
        new Uint32Array(131072),
      ],
      {
        groups: [1024, 1, 1],
      },
    );
  });
});

describe("threads together", () => {
  const OPS: readonly CollectiveOp[] = ["subgroupAdd", "subgroupMax", "subgroupShuffleXor", "subgroupBroadcastFirst"];

  test.each([1, 2, 4, 8, 16, 32, 64, 128])("collectives in subgroups of %i", (subgroupSize) => {
    for (const size of [4, 6, 32, 64, 100]) {
      for (const type of ["f32", "i32", "u32"] as const) {
        const subject = build(size, (k) => {
          const x = k.buffer("x", type, "read");
          const y = k.buffer("y", type, "write");
          const value = (
            type === "f32"
              ? k.load("v", x, k.local)
              : type === "i32"
                ? k.loadI32("v", x, k.local)
                : k.loadU32("v", x, k.local)
          ) as Val<"i32">;
          for (const [i, op] of OPS.entries()) {
            const made = k.collective(`made${i}`, op, value, op === "subgroupShuffleXor" ? 1 : undefined);
            k.store(y, k.local.add(i * size), made.add(select(k.subgroupLane.lt(2), value, made)));
          }
        });
        const x =
          type === "f32" ? floats(10, size) : type === "i32" ? new Int32Array(words(10, size)) : words(10, size);
        const y =
          type === "f32"
            ? new Float32Array(4 * size)
            : type === "i32"
              ? new Int32Array(4 * size)
              : new Uint32Array(4 * size);
        expectSame(subject, [x, y], { subgroupSize });
      }
    }
  });

  test.each(SIZES)(
    "a scan over shared memory: variables, conditions and arrays live across barriers, %i threads",
    (size) => {
      const subject = build(size, (k) => {
        const x = k.buffer("x", "f32", "read");
        const y = k.buffer("y", "f32", "write");
        const lanes = k.shared("lanes", "f32", size);
        const sum = k.var("sum", k.load("mine", x, k.local));
        const isPositive = k.let("is_positive", sum.gt(0));
        const kept = k.array("kept", "f32", 3);
        k.assignAt(kept, k.local.rem(3), sum);
        k.for("level", 0, Math.ceil(Math.log2(size)), 1, (level) => {
          const distance = k.let("distance", i32(1).shl(level));
          k.store(lanes, k.local, sum);
          k.barrier();
          k.if(k.local.ge(distance), () => k.assign(sum, sum.add(k.load("left", lanes, k.local.sub(distance)))));
          k.barrier();
        });
        k.store(
          y,
          k.local,
          select(isPositive, sum, sum.neg())
            .add(kept.at(1))
            .sub(kept.at(k.local.rem(3))),
        );
      });
      expectSame(subject, [floats(11, size), new Float32Array(size)]);
    },
  );

  test("a thread sees its own stores, whatever its neighbours load", () => {
    const subject = build(8, (k) => {
      const y = k.buffer("y", "i32", "read_write");
      const z = k.buffer("z", "i32", "write");
      const before = k.loadI32("before", y, k.local);
      k.store(y, k.local, before.mul(3));
      const after = k.loadI32("after", y, k.local);
      k.if(after.gt(20), () => k.store(y, k.local, after.sub(100)));
      k.store(z, k.local, k.loadI32("last", y, k.local));
    });
    expectSame(subject, [ints(12, 8, 20), new Int32Array(8)]);
  });

  test("workgroups in three dimensions, cut anywhere", () => {
    const subject = build(4, (k) => {
      const y = k.buffer("y", "i32", "write");
      const at = k.groupZ.mul(5).add(k.groupY).mul(3).add(k.groupX);
      k.store(y, at.mul(4).add(k.local), k.groupX.add(k.groupY.mul(10)).add(k.groupZ.mul(100)).add(k.local.mul(1000)));
    });
    for (const cuts of [[], [1], [7, 8, 29]]) expectSame(subject, [new Int32Array(120)], { groups: [3, 5, 2], cuts });
  });

  test("a choice of unsigned numbers that only one thread stores", () => {
    const subject = build(8, (k) => {
      const x = k.buffer("x", "u32", "read");
      const y = k.buffer("y", "u32", "write");
      const best = k.var("best", u32(0));
      k.for("i", 0, k.local.add(1), 1, (i) => k.assign(best, best.max(k.loadU32("x_i", x, i))));
      k.if(k.local.eq(5), () => k.store(y, 0, best));
    });
    expectSame(subject, [words(13, 8), new Uint32Array(1)]);
  });
});
