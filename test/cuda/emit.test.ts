/** CUDA text of the portable kernels: golden files to be read as kernels, and what each storage type becomes. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { f32, i32, kernel } from "../../codegen/builder.ts";
import { emitCuda } from "../../codegen/emit-cuda.ts";
import { portableCandidates } from "../../shaders/index.ts";
import type { Caps } from "../../src/base/caps.ts";
import { NAMED_PROBLEMS } from "../webgpu/wgsl-problems.ts";

const golden = fileURLToPath(new URL("../golden/cuda/", import.meta.url));

/** One problem per op in each storage: what differs between widths is numbers. */
const SHOWN = NAMED_PROBLEMS.filter(
  (p, i) => NAMED_PROBLEMS.findIndex((q) => q.problem.op === p.problem.op && narrow(q) === narrow(p)) === i,
);
function narrow({ problem }: (typeof NAMED_PROBLEMS)[number]): boolean {
  return [...Object.values(problem.inputs), ...Object.values(problem.outputs)].some((t) => t.storage === "bf16");
}

/** Texts of a problem's kernels by the name of their golden file. */
function emitted(named: (typeof NAMED_PROBLEMS)[number]): [string, string][] {
  const { problem } = named;
  const candidate = portableCandidates.find((c) => c.op === problem.op)!;
  return candidate.lower(problem, {} as Caps).launches.map(({ source }, i) => {
    if (source.kind !== "portable") throw new Error("a portable candidate lowers to portable kernels");
    const file = `${problem.op}${narrow(named) ? "-bf16" : ""}${i === 0 ? "" : `-${i + 1}`}.cu`;
    return [file, emitCuda(source.kernel)];
  });
}

describe("golden kernels", () => {
  test.each(SHOWN)("$name", async (named) => {
    for (const [file, text] of emitted(named)) await expect(text).toMatchFileSnapshot(`${golden}${file}`);
  });

  test("no file is there that nothing emits", () => {
    const files = SHOWN.flatMap((named) => emitted(named).map(([file]) => file));
    expect(readdirSync(golden).sort()).toEqual(files.sort());
  });
});

describe("memory accesses", () => {
  const copy = (storage: "f32" | "bf16" | "f16" | "i8" | "u8", width: number): string =>
    emitCuda(
      kernel(`copy_${storage}`, { workgroupSize: 32, doc: "y = x" }, (k) => {
        const x = k.buffer("x", storage, "read");
        const y = k.buffer("y", storage, "write");
        if (storage === "f32" || storage === "bf16" || storage === "f16") {
          k.storeGroup(y, k.local, k.loadGroup("v", x, k.local, width));
        } else if (storage === "i8") k.storeGroup(y, 0, Array(4).fill(k.loadI32("v", x, k.local)));
        else k.storeGroup(y, 0, Array(4).fill(k.loadU32("v", x, k.local)));
      }),
    );

  test("eight f32 are two 16-byte accesses", () => {
    const text = copy("f32", 8);
    expect(text.match(/reinterpret_cast<const float4\*>\(x\)/g)).toHaveLength(2);
    expect(text.match(/make_float4/g)).toHaveLength(2);
    expect(text).not.toContain("#include");
  });
  test("eight bf16 are one 16-byte access", () => {
    const text = copy("bf16", 8);
    expect(text.match(/reinterpret_cast<const uint4\*>\(x\)/g)).toHaveLength(1);
    expect(text.match(/pack_bf16\(/g)).toHaveLength(4);
    expect(text).toContain('#include "numbers.cuh"');
  });
  test("bytes are signed or not", () => {
    expect(copy("i8", 1)).toContain("const signed char* __restrict__ x");
    expect(copy("u8", 1)).toContain("const unsigned char* __restrict__ x");
  });
});

test("a name that CUDA C++ uses is refused with the kernel's name", () => {
  const bad = kernel("shadow", { workgroupSize: 32, doc: "y = 1" }, (k) => {
    const y = k.buffer("y", "f32", "write");
    const value = k.let("expf", f32(1));
    k.store(y, i32(0), value);
  });
  expect(() => emitCuda(bad)).toThrow(/kernel shadow: expf/);
});
