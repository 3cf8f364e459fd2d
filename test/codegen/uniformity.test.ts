/** Which values are equal in all threads of a workgroup: the cases of WGSL's analysis a kernel can depend on. */
import { describe, expect, test } from "vitest";
import { f32, i32, type KernelBuilder, kernel } from "../../codegen/builder.ts";
import { analyzeUniformity } from "../../codegen/uniformity.ts";

/** Names of a kernel that are uniform. */
function uniformNames(body: (k: KernelBuilder) => void): string[] {
  const subject = kernel("subject", { workgroupSize: 64, doc: "a test" }, body);
  return [...analyzeUniformity(subject).names].sort();
}

describe("uniform", () => {
  test("group indices and constants, never the thread or the lane", () => {
    const names = uniformNames((k) => {
      k.let("g", k.groupX.add(k.groupY).add(k.groupZ));
      k.let("c", i32(4));
      k.let("t", k.local);
      k.let("s", k.subgroupLane);
      k.let("mixed", k.groupX.add(k.local));
    });
    expect(names).toEqual(["c", "g"]);
  });

  test("a load from a read binding at a uniform index", () => {
    const names = uniformNames((k) => {
      const x = k.buffer("x", "i32", "read");
      const head = k.loadI32("head", x, 3);
      k.loadI32("next", x, head.add(k.groupX));
      k.loadI32("mine", x, k.local);
    });
    expect(names).toEqual(["head", "next"]);
  });

  test("no load from writable or shared memory", () => {
    const names = uniformNames((k) => {
      k.loadI32("stored", k.buffer("x", "i32", "read_write"), 0);
      k.loadI32("kept", k.shared("s", "i32", 4), 0);
    });
    expect(names).toEqual([]);
  });

  test("no collective, although all lanes get the same sum", () => {
    expect(uniformNames((k) => k.collective("sum", "subgroupAdd", f32(1)))).toEqual([]);
  });

  test("loop counters follow their bounds, and bodies follow the loop", () => {
    const names = uniformNames((k) => {
      k.for("even", 0, 8, 1, (i) => k.let("inner", i.mul(2)));
      k.for("odd", k.local, 8, 1, () => k.let("constant_inside", i32(1)));
      k.for("stepped", 0, 8, k.local.add(1), () => {});
    });
    expect(names).toEqual(["even", "inner"]);
  });
});

describe("variables", () => {
  test("stay uniform while all assignments are", () => {
    const names = uniformNames((k) => {
      const v = k.var("v", i32(0));
      k.for("i", 0, 4, 1, (i) => k.assign(v, v.add(i)));
      k.let("copy", v);
    });
    expect(names).toEqual(["copy", "i", "v"]);
  });

  test("are lost by one assignment of a varying value", () => {
    const names = uniformNames((k) => {
      const v = k.var("v", i32(0));
      k.assign(v, k.local);
      k.let("copy", v);
    });
    expect(names).toEqual([]);
  });

  test("are lost by an assignment of a constant in varying flow", () => {
    const names = uniformNames((k) => {
      const v = k.var("v", i32(0));
      k.if(k.local.lt(2), () => k.assign(v, 7));
    });
    expect(names).toEqual([]);
  });

  test("are lost before the assignment too, when a loop leads back", () => {
    const names = uniformNames((k) => {
      const v = k.var("v", i32(0));
      const w = k.var("w", i32(0));
      k.for("i", 0, 4, 1, () => {
        k.let("early", w);
        k.assign(w, v);
        k.assign(v, k.local);
      });
    });
    expect(names).toEqual(["i"]);
  });
});

test("private arrays follow what is put in and where", () => {
  const names = uniformNames((k) => {
    const same = k.array("same", "i32", 4);
    k.assignAt(same, k.groupX, 3);
    const own = k.array("own", "i32", 4);
    k.assignAt(own, 0, k.local);
    const place = k.array("place", "i32", 4);
    k.assignAt(place, k.local, 1);
    k.let("a", same.at(2));
    k.let("b", same.at(k.local));
    k.let("c", own.at(0));
    k.let("d", place.at(0));
  });
  expect(names).toEqual(["a", "same"]);
});
