/** CUDA text: what each storage type becomes, and names that are refused. Whole kernels are golden files. */
import { describe, expect, test } from "vitest";
import { f32, i32, kernel } from "../../codegen/builder.ts";
import { emitCuda } from "../../codegen/emit-cuda.ts";

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
