/** What checked mode reports, with memory, element and thread; and that right kernels pass without a report. */
import { describe, expect, test } from "vitest";
import { type F32, f32, i32, type KernelBuilder, kernel, type Memory } from "../../codegen/builder.ts";
import { compileJs, KernelFault } from "../../codegen/compile-js.ts";
import { workgroupReducer } from "../../codegen/library/reduce.ts";
import { CompileError } from "../../src/base/errors.ts";
import { runKernel } from "./run.ts";

interface Parts {
  readonly k: KernelBuilder;
  readonly x: Memory;
  readonly y: Memory;
  readonly s: Memory;
}

const THREADS = 8;

function run(
  body: (parts: Parts) => void,
  settings: { groups?: [number, number, number]; written?: ReadonlyMap<string, Uint8Array> } = {},
): Float32Array {
  const subject = kernel("subject", { workgroupSize: THREADS, doc: "a test" }, (k) => {
    const x = k.buffer("x", "f32", "read");
    const y = k.buffer("y", "f32", "read_write");
    body({ k, x, y, s: k.shared("s", "f32", 16) });
  });
  const y = new Float32Array(16);
  runKernel(subject, [Float32Array.from({ length: 16 }, (_, i) => i), y], settings);
  return y;
}

const reports = (message: string, ...args: Parameters<typeof run>): void => {
  expect(() => run(...args)).toThrow(KernelFault);
  expect(() => run(...args)).toThrow(`kernel subject: ${message}`);
};

describe("outside of memory", () => {
  test("reads behind the end, in the workgroup and thread that did it", () => {
    reports(
      "read outside x: index 16, length 16 (workgroup (2, 0, 0), thread 0)",
      ({ k, x }) => {
        k.load("v", x, k.groupX.mul(8).add(k.local));
      },
      { groups: [3, 1, 1] },
    );
  });

  test("reads before the start", () => {
    reports("read outside x: index -1, length 16 (workgroup (0, 0, 0), thread 0)", ({ k, x }) => {
      k.load("v", x, k.local.sub(1));
    });
  });

  test("a part of a vector", () => {
    reports("read outside x: index 16, length 16 (workgroup (0, 0, 0), thread 4)", ({ k, x }) => {
      k.loadGroup("v", x, k.local, 4);
    });
  });

  test("writes, to buffers and to shared memory", () => {
    reports("write outside y: index 16, length 16 (workgroup (0, 0, 0), thread 2)", ({ k, y }) => {
      k.store(y, k.local.mul(8), f32(1));
    });
    reports("write outside s: index 18, length 16 (workgroup (0, 0, 0), thread 6)", ({ k, s }) => {
      k.store(s, k.local.mul(3), f32(1));
    });
  });
});

describe("unwritten memory", () => {
  test("shared memory", () => {
    reports("read of unwritten s[1] (workgroup (0, 0, 0), thread 0)", ({ k, s }) => {
      k.if(k.local.eq(0), () => k.store(s, 0, f32(1)));
      k.barrier();
      k.load("v", s, k.local.add(1));
    });
  });

  test("shared memory of the workgroup before", () => {
    reports(
      "read of unwritten s[0] (workgroup (1, 0, 0), thread 0)",
      ({ k, s }) => {
        k.if(k.groupX.eq(0), () => k.store(s, k.local, f32(1)));
        k.load("v", s, k.local);
      },
      { groups: [2, 1, 1] },
    );
  });

  test("buffers with a map of what was written, which stores extend", () => {
    const written = (): Map<string, Uint8Array> =>
      new Map([["y", Uint8Array.from({ length: 16 }, (_, i) => +(i < 4))]]);
    const body =
      (count: number) =>
      ({ k, y }: Parts): void => {
        k.if(k.local.lt(count), () => k.store(y, k.local.add(4), f32(2)));
        k.load("v", y, k.local);
      };
    reports("read of unwritten y[4] (workgroup (0, 0, 0), thread 4)", body(0), { written: written() });
    expect(() => run(body(4), { written: written() })).not.toThrow();
  });
});

describe("races between two barriers", () => {
  test("two writers", () => {
    reports("race on s[0] (workgroup (0, 0, 0), thread 1)", ({ k, s }) => k.store(s, 0, k.local.toF32()));
  });

  test("a reader behind a writer", () => {
    reports("race on s[0] with thread 0 (workgroup (0, 0, 0), thread 1)", ({ k, s }) => {
      k.if(k.local.eq(0), () => k.store(s, 0, f32(1)));
      k.load("v", s, 0);
    });
  });

  test("a writer behind one reader, and behind many", () => {
    for (const readers of [1, THREADS - 1]) {
      reports("race on s[0] (workgroup (0, 0, 0), thread 7)", ({ k, s }) => {
        k.if(k.local.eq(0), () => k.store(s, 0, f32(1)));
        k.barrier();
        k.if(k.local.lt(readers), () => k.load("v", s, 0));
        k.if(k.local.eq(7), () => k.store(s, 0, f32(2)));
      });
    }
  });

  test("a loop whose end lacks a barrier", () => {
    const body =
      (closed: boolean) =>
      ({ k, s, y }: Parts): void => {
        k.for("i", 0, 2, 1, () => {
          k.store(s, k.local, f32(1));
          k.barrier();
          k.store(y, k.local, k.load("v", s, i32(7).sub(k.local)));
          if (closed) k.barrier();
        });
      };
    reports("race on s[0]", body(false));
    expect(() => run(body(true))).not.toThrow();
  });
});

describe("right kernels", () => {
  test("own elements, broadcasts, and rewriting behind a barrier", () => {
    const y = run(({ k, s, y: out }) => {
      k.store(s, k.local, k.local.toF32());
      const mine = k.load("mine", s, k.local);
      k.store(s, k.local, mine.add(1));
      k.barrier();
      const all = k.load("broadcast", s, 3);
      k.barrier();
      k.store(s, k.local.add(1).rem(THREADS), all);
      k.barrier();
      k.store(out, k.local, k.load("last", s, k.local));
    });
    expect([...y.subarray(0, THREADS)]).toEqual(Array(THREADS).fill(4));
  });

  test("the library's reductions, called one after the other", () => {
    const y = run(({ k, x, y: out }) => {
      const reduce = workgroupReducer(k);
      const value: F32 = k.load("v", x, k.local.mul(5).rem(THREADS));
      const sum = reduce.sum("sum", value);
      const top = reduce.max("top", value);
      const best = reduce.argmax("best", value, k.local);
      k.storeGroup(out, k.local.mul(0), [sum, top, best.value, best.id.toF32()]);
    });
    // x[5 * local % 8] is a permutation of 0..7; 5 * 3 % 8 = 7.
    expect([...y.subarray(0, 4)]).toEqual([28, 7, 7, 3]);
  });
});

test("a kernel that is no program is a CompileError with its source", () => {
  const broken = {
    name: "broken",
    doc: "d",
    workgroupSize: 1,
    bindings: [{ name: "new", operand: "new", storage: "f32", access: "read" }],
    shared: [],
    body: [],
  } as const;
  const attempt = (): unknown => compileJs(broken, { checked: false, subgroupSize: 4 });
  expect(attempt).toThrow(CompileError);
  expect(attempt).toThrow("kernel broken: SyntaxError");
});
