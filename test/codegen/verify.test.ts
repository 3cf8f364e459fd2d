/** Every rule of the kernel language, each with a kernel that breaks it and the message that says so. */
import { describe, expect, test } from "vitest";
import { f32, i32, type KernelBuilder, kernel, select, u32 } from "../../codegen/builder.ts";
import type { Binding, Expr, Kernel, Stmt } from "../../codegen/ir.ts";
import { verifyKernel } from "../../codegen/verify.ts";

const build = (body: (k: KernelBuilder) => void, workgroupSize = 64): Kernel =>
  kernel("subject", { workgroupSize, doc: "a test" }, body);

const whole = (value: number): Expr => ({ kind: "const", type: "i32", value });
const float = (value: number): Expr => ({ kind: "const", type: "f32", value });
const word = (value: number): Expr => ({ kind: "const", type: "u32", value });
const yes: Expr = { kind: "const", type: "bool", value: 1 };
const ref = (type: "f32" | "i32" | "u32" | "bool", name: string): Expr => ({ kind: "ref", type, name });
const bind = (name: string, value: Expr): Stmt => ({ kind: "let", name, value });
const binary = (op: "+" | "<<" | "&" | "<" | "&&" | "/" | "==", a: Expr, b: Expr, type = a.type): Expr => ({
  kind: "binary",
  type,
  op,
  a,
  b,
});

/** A kernel as data: the builder's own checks would refuse most of these earlier. */
const data = (body: readonly Stmt[], bindings: readonly Binding[] = []): Kernel => ({
  name: "subject",
  doc: "a test",
  workgroupSize: 64,
  bindings,
  shared: [],
  body,
});

const words: readonly Binding[] = [
  { name: "x", operand: "x", storage: "f32", access: "read" },
  { name: "y", operand: "y", storage: "f32", access: "write" },
  { name: "n", operand: "n", storage: "bf16", access: "write" },
];
const load = (source: string, index: Expr = whole(0), names = ["v"]): Stmt => ({
  kind: "load",
  names,
  type: "f32",
  source,
  index,
});

const refused = (subject: Kernel, message: string): void => {
  expect(() => verifyKernel(subject)).toThrow(`internal error: kernel subject: ${message}`);
};

describe("control flow", () => {
  test("a barrier below a condition on the thread", () => {
    refused(
      build((k) => k.if(k.local.lt(3), () => k.barrier())),
      "barrier in non-uniform control flow",
    );
  });

  test("a barrier in the other branch, two levels down", () => {
    const subject = build((k) =>
      k.if(
        k.local.lt(3),
        () => {},
        () => k.if(k.groupX.lt(1), () => k.barrier()),
      ),
    );
    refused(subject, "barrier in non-uniform control flow");
  });

  test("a barrier in a loop whose start, end or step varies", () => {
    for (const [start, end, step] of [
      [0, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ]) {
      const subject = build((k) => {
        const from = start === 0 ? k.local : i32(0);
        k.for("i", from, end === 0 ? k.local : 8, step === 1 ? k.local.add(1) : 1, () => k.barrier());
      });
      refused(subject, "loop i holds a barrier but its bounds vary");
    }
  });

  test("a collective in varying flow", () => {
    const subject = build((k) => k.if(k.local.lt(3), () => void k.collective("s", "subgroupAdd", f32(1))));
    refused(subject, "collective in non-uniform control flow");
  });

  test("a barrier under a value loaded from writable memory or shared memory", () => {
    const buffer = build((k) => {
      const flag = k.loadI32("flag", k.buffer("flags", "i32", "read_write"), 0);
      k.if(flag.gt(0), () => k.barrier());
    });
    refused(buffer, "barrier in non-uniform control flow");
    const shared = build((k) => {
      const flag = k.loadI32("flag", k.shared("flags", "i32", 4), 0);
      k.if(flag.gt(0), () => k.barrier());
    });
    refused(shared, "barrier in non-uniform control flow");
  });

  test("uniform flow passes", () => {
    const subject = build((k) => {
      const limits = k.buffer("limits", "i32", "read");
      const end = k.loadI32("stop", limits, k.groupX);
      k.for("i", 0, end, 1, (i) => k.if(i.lt(3), () => k.barrier()));
    });
    expect(() => verifyKernel(subject)).not.toThrow();
  });
});

describe("types", () => {
  test.each<[string, Expr, string]>([
    ["mixed operands", binary("+", whole(1), float(1)), "i32 + f32"],
    ["a sum of another type", binary("+", whole(1), whole(2), "u32"), "+ of i32 gives u32"],
    ["a sum of conditions", binary("+", yes, yes), "+ on bool"],
    ["logic on numbers", binary("&&", whole(1), whole(2)), "&& on i32"],
    ["bits of floats", binary("&", float(1), float(2)), "& on f32"],
    ["a comparison that is a number", binary("<", whole(1), whole(2)), "comparison of type i32"],
    ["an order of conditions", binary("<", yes, yes, "bool"), "< on bool"],
    ["a shift of a float", binary("<<", float(1), whole(2)), "shift of f32 by i32"],
    ["a shift by a word", binary("<<", word(1), word(2)), "shift of u32 by u32"],
    ["a shift by the width", binary("<<", word(1), whole(32)), "shift by 32"],
    ["a shift by a negative number", binary("<<", word(1), whole(-1)), "shift by -1"],
    ["division by zero", binary("/", whole(1), whole(0)), "/ by zero"],
    ["a constant beyond f32", float(Infinity), "constant Infinity"],
    ["a constant that is no number", float(Number.NaN), "constant NaN"],
    ["negation of a word", { kind: "unary", type: "u32", op: "-", a: word(1) }, "- on u32"],
    ["not of a number", { kind: "unary", type: "i32", op: "!", a: whole(1) }, "! on i32"],
    ["complement of a float", { kind: "unary", type: "f32", op: "~", a: float(1) }, "~ on f32"],
    ["a choice by number", { kind: "select", type: "i32", condition: whole(1), yes: whole(1), no: whole(2) }, "select"],
    ["a choice of two types", { kind: "select", type: "i32", condition: yes, yes: whole(1), no: float(2) }, "select"],
    ["a function of the wrong type", { kind: "call", type: "f32", fn: "exp", args: [whole(1)] }, "exp of i32"],
    ["a missing argument", { kind: "call", type: "f32", fn: "fma", args: [float(1)] }, "fma of 1 arguments"],
    ["halves of a float", { kind: "call", type: "f32", fn: "halfLow", args: [float(1)] }, "halfLow of f32"],
    ["conversion to a condition", { kind: "convert", type: "bool", a: whole(1) }, "convert to bool"],
    ["bits of infinity", { kind: "bitcast", type: "f32", a: word(0x7f800000) }, "bitcast to what is no finite number"],
    ["bits of a condition", { kind: "bitcast", type: "i32", a: yes }, "bitcast of bool"],
  ])("%s", (_name, value, message) => refused(data([bind("v", value)]), message));

  test.each<[string, Stmt, string]>([
    ["a condition", { kind: "if", condition: whole(1), then: [], otherwise: [] }, "condition of type i32"],
    [
      "a loop",
      { kind: "for", name: "i", start: whole(0), end: float(2), step: whole(1), body: [] },
      "loop i counts in f32",
    ],
    [
      "a step",
      { kind: "for", name: "i", start: whole(0), end: whole(2), step: whole(0), body: [] },
      "loop i steps by 0",
    ],
    ["an index", load("x", word(0)), "x is indexed by u32"],
    ["a stored value", { kind: "store", target: "y", index: whole(0), values: [whole(1)] }, "y holds f32, not i32"],
    [
      "the second stored value",
      { kind: "store", target: "y", index: whole(0), values: [float(1), whole(1)] },
      "y holds f32, not i32",
    ],
    ["a loaded value", { ...load("x"), type: "i32" } as Stmt, "x holds f32, not i32"],
    ["an odd vector", load("x", whole(0), ["a", "b", "c"]), "x: access of 3 elements"],
    [
      "a shuffle without mask",
      { kind: "collective", name: "s", op: "subgroupShuffleXor", value: float(1) },
      "subgroupShuffleXor needs a mask",
    ],
    ["a sum of conditions", { kind: "collective", name: "s", op: "subgroupAdd", value: yes }, "subgroupAdd of bool"],
  ])("%s", (_name, statement, message) => refused(data([statement], words), message));

  test("the builder refuses a shift by the width and mixed operands at once", () => {
    expect(() => u32(1).shl(32)).toThrow("internal error: shift by 32");
    expect(() => f32(1).add(i32(1) as never)).toThrow("internal error: expected f32, found i32");
    expect(() => select(i32(1).lt(2), f32(1), u32(2) as never)).toThrow("internal error: expected f32, found u32");
  });

  test("the builder refuses names that mean something in a target", () => {
    for (const name of ["exp", "let", "arguments", "toI32", "pack_bf16", "Upper", "a-b", "_x"]) {
      expect(() => build((k) => k.let(name, f32(1)))).toThrow(`internal error: "${name}" cannot be a name`);
    }
  });
});

describe("names", () => {
  test("unknown values, arrays and memory", () => {
    refused(data([bind("v", ref("f32", "ghost"))]), "ghost: f32 is not in scope");
    refused(data([bind("a", float(1)), bind("b", ref("i32", "a"))]), "a: i32 is not in scope");
    const element: Expr = { kind: "element", type: "f32", array: "ghost", index: whole(0) };
    refused(data([bind("v", element)]), "array ghost: f32 is not in scope");
    refused(data([load("ghost")]), "no memory named ghost");
    refused(data([{ kind: "assignElement", array: "ghost", index: whole(0), value: float(1) }]), "array ghost: f32");
  });

  test("a value that left its scope", () => {
    const inside: Stmt = { kind: "if", condition: yes, then: [bind("v", float(1))], otherwise: [] };
    refused(data([inside, bind("after", ref("f32", "v"))]), "v: f32 is not in scope");
    const loop: Stmt = { kind: "for", name: "i", start: whole(0), end: whole(2), step: whole(1), body: [] };
    refused(data([loop, bind("after", ref("i32", "i"))]), "i: i32 is not in scope");
  });

  test("one name twice, even in scopes that never meet", () => {
    refused(data([bind("v", float(1)), bind("v", float(2))]), "v is declared twice");
    const branches: Stmt = {
      kind: "if",
      condition: yes,
      then: [bind("v", float(1))],
      otherwise: [bind("v", float(2))],
    };
    refused(data([branches]), "v is declared twice");
    refused(data([bind("x", float(1))], words), "x is declared twice");
  });

  test("assignment to what is no variable, or of another type", () => {
    refused(data([bind("v", float(1)), { kind: "assign", name: "v", value: float(2) }]), "v is assigned but is no");
    const variable: Stmt = { kind: "var", name: "v", value: float(1) };
    refused(data([variable, { kind: "assign", name: "v", value: whole(2) }]), "assignment of i32 to v: f32");
  });
});

describe("memory", () => {
  test("reading what is write-only, writing what is read-only", () => {
    refused(data([load("y")], words), "y is write-only");
    refused(data([{ kind: "store", target: "x", index: whole(0), values: [float(1)] }], words), "x is read-only");
  });

  test.each([
    ["bf16", 1],
    ["f16", 1],
    ["i8", 1],
    ["i8", 2],
    ["u8", 2],
  ] as const)("storing %s in pieces of %i is less than a word", (storage, width) => {
    const subject = build((k) => {
      const y = k.buffer("y", storage, "write");
      const value = storage === "i8" ? i32(1) : storage === "u8" ? u32(1) : f32(1);
      k.storeGroup(y, 0, Array(width).fill(value));
    });
    refused(subject, "y: narrow types are stored as whole words");
  });

  test("more than eight buffers", () => {
    const subject = build((k) => {
      for (let i = 0; i < 9; i++) k.buffer(`b${i}`, "f32", "read");
    });
    expect(() => verifyKernel(subject)).toThrow("internal error: subject: 9 buffers");
  });

  test("more than 16 KiB of shared memory", () => {
    const subject = (length: number): Kernel =>
      build((k) => {
        k.shared("a", "f32", 4000);
        k.shared("b", "u32", length);
      });
    expect(() => verifyKernel(subject(96))).not.toThrow();
    expect(() => verifyKernel(subject(97))).toThrow("internal error: subject: 16388 B of shared memory");
  });

  test("a workgroup of none or of more than 256", () => {
    expect(() => verifyKernel(build(() => {}, 257))).toThrow("internal error: subject: workgroup of 257");
    expect(() => verifyKernel(build(() => {}, 0))).toThrow("internal error: subject: workgroup of 0");
    expect(() => verifyKernel(build(() => {}, 256))).not.toThrow();
  });

  test("two memories of one name", () => {
    const twice: Kernel = { ...data([], words), shared: [{ name: "x", type: "f32", length: 1 }] };
    expect(() => verifyKernel(twice)).toThrow("internal error: subject: two memories share a name");
  });
});
