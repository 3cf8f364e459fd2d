/** The automatic choice among ways of every outcome: which is taken, what is said of the others, and what is not hidden. */
import { describe, expect, test } from "vitest";
import { openFirst, type Way } from "../../node/automatic-choice.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { CapacityError, DeviceLostError, QwerkError, UnsupportedError, UsageError } from "../../src/base/errors.ts";
import { invariant } from "../../src/base/invariant.ts";

const named = (name: string): Backend => ({ ...createCpuBackend({}), name }) as Backend;
const opens = (name: string): Way => ({
  ...{ name, found: `${name} was found`, absent: new Set() },
  open: async () => named(name),
});
const fails = (name: string, error: () => never): Way => ({
  ...{ name, found: `${name} was found`, absent: new Set(["nothing_there"]) },
  open: async () => error(),
});
const raise = (error: unknown) => (): never => {
  throw error;
};
const last = async (): Promise<Backend> => named("last");

describe("the first way that opens is taken", () => {
  test("without a word about those behind it", async () => {
    const chosen = await openFirst([opens("A"), fails("B", raise(new Error("never tried")))], last);
    expect(chosen).toMatchObject({ automatic: true, reason: "A was found", backend: { name: "A" } });
    expect(chosen.hint).toBeUndefined();
    expect(chosen.brief).toBeUndefined();
  });

  test("with the reason against each before it, and the way out where there is one", async () => {
    const missing = new UnsupportedError("nvrtc_missing", "NVRTC could not be loaded; tried a, b, c", {
      hint: "install it",
    });
    const chosen = await openFirst([fails("A", raise(missing)), opens("B")], last);
    expect(chosen.backend.name).toBe("B");
    expect(chosen.reason).toBe("B was found; no A: NVRTC could not be loaded");
    expect(chosen.brief).toBe("B was found; there is no A");
    expect(chosen.hint).toBe("install it");
  });

  test("what a machine has nothing of is a reason without advice", async () => {
    const none = new DeviceLostError("nothing_there", "no device", { hint: "buy one" });
    const chosen = await openFirst([fails("A", raise(none)), opens("B")], last);
    expect(chosen.reason).toBe("B was found; no A: no device");
    expect(chosen.hint).toBeUndefined();
  });
});

test("when no way opens, the last backend is taken with all reasons and all advice", async () => {
  const full = new CapacityError("out_of_memory", "memory is full", { hint: "free some" });
  const tried = new DeviceLostError("refused", "a list of all attempts", {
    ...{ hint: "update the driver", data: { tried: [{ what: "hardware", outcome: "only software" }] } },
  });
  const chosen = await openFirst([fails("A", raise(full)), fails("B", raise(tried))], last);
  expect(chosen.backend.name).toBe("last");
  expect(chosen.reason).toBe("no A: memory is full; no B: only software");
  expect(chosen.brief).toBe("there is no A and no B");
  expect(chosen.hint).toBe("free some; update the driver");
});

describe("not hidden by the next way", () => {
  test.each([
    ["a wish that cannot be met", raise(new UsageError("unknown_device", "device 3 is not there")), "device 3"],
    ["a bug of ours", () => invariant(false, "a graph has a handle") as never, "internal error: a graph has a handle"],
  ])("%s", async (_, error, says) => {
    await expect(openFirst([fails("A", error), opens("B")], last)).rejects.toThrow(says);
  });

  test("any other typed error is a reason", async () => {
    const chosen = await openFirst([fails("A", raise(new QwerkError("some_code", "what happened"))), opens("B")], last);
    expect(chosen.reason).toContain("no A: what happened");
  });
});
