/** Options of engines and backends: what nobody reads, what means nothing and what has no effect is refused by name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BackendChoice, openBackend } from "../../node/open-backend.ts";
import { type NodeEngineOptions, openNodeEngine } from "../../node/open-engine.ts";
import { openModel } from "../../node/open-model.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { CapacityError, RequestError } from "../../src/base/errors.ts";
import { type EngineOptions, openEngine } from "../../src/engine.ts";
import type { TokenEngineOptions } from "../../src/engine-options.ts";
import {
  modelOf,
  openPageBackend,
  openPageEngine,
  type PageBackendName,
  type PageEngineOptions,
} from "../../src/index.ts";
import { planTokenEngine } from "../../src/open-token-engine.ts";
import type { TokenEngine } from "../../src/runtime/request.ts";
import { SEED } from "../base/seed.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

const artifact = await openModel(TINY_MODEL);
const backend = createCpuBackend();
const tokens = { info: {}, async *run() {}, async close() {} } as unknown as TokenEngine;

async function refusal(opening: Promise<unknown>): Promise<RequestError> {
  const error = await opening.then(
    () => new Error("nothing was refused"),
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
}

const open = (options: object) => openEngine(options as EngineOptions & TokenEngineOptions);

describe("numbers", () => {
  it.each<[object, string, string]>([
    [{ maxLanes: 0 }, "bad_max_lanes", "maxLanes is 0; needed a whole number from 1 to 1048576"],
    [{ maxLanes: -1 }, "bad_max_lanes", "maxLanes is -1"],
    [{ maxLanes: 1.5 }, "bad_max_lanes", "maxLanes is 1.5"],
    [{ maxLanes: "2" }, "bad_max_lanes", 'maxLanes is "2"'],
    [{ maxLanes: null }, "bad_max_lanes", "maxLanes is null"],
    [{ maxLanes: 2 ** 31 }, "bad_max_lanes", "maxLanes is 2147483648"],
    [{ prefillChunk: 0 }, "bad_prefill_chunk", "prefillChunk is 0; needed a whole number from 1 to 1048576"],
    [{ prefillChunk: Number.NaN }, "bad_prefill_chunk", "prefillChunk is NaN"],
    [{ prefillChunk: -4 }, "bad_prefill_chunk", "prefillChunk is -4"],
    [{ prefillChunk: Number.POSITIVE_INFINITY }, "bad_prefill_chunk", "prefillChunk is Infinity"],
    [{ profile: "fats" }, "bad_profile", 'profile is "fats"; needed one of exact, fast'],
    [{ onProgress: true }, "bad_options", "onProgress is true; needed a function"],
  ])("%o is refused", async (options, code, message) => {
    const error = await refusal(open({ artifact, backend, ...options }));
    expect(error).toMatchObject({ code, data: { param: Object.keys(options)[0] } });
    expect(error.message).toContain(message);
    expect(() => planTokenEngine(modelOf(artifact), backend, options)).toThrow(expect.objectContaining({ code }));
  });

  it.each(["128", 1, Number.NaN, 2 ** 40])("a context of %o does not fit the model", async (maxContext) => {
    const error: unknown = await open({ artifact, backend, maxContext }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CapacityError);
    expect(error).toMatchObject({ code: "bad_max_context", data: { param: "maxContext" } });
  });
});

it("whatever stands there, a plan or a typed error with the option's name comes out", () => {
  const value = fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.integer(), fc.double());
  const symbol = fc.constantFrom<unknown>(Symbol("s"), () => 0, 1n, "fast", 64);
  const name = fc.constantFrom("profile", "maxContext", "maxLanes", "prefillChunk", "onProgress", "max_lanes", "x");
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(value, symbol)), (options) => {
      try {
        planTokenEngine(modelOf(artifact), backend, options);
      } catch (error) {
        if (!(error instanceof CapacityError)) expect(error).toBeInstanceOf(RequestError);
        const { code, data } = error as RequestError;
        if (code !== "binding_too_large") expect(options).toHaveProperty([data["param"] as string]);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

it("a signal that is none is refused before anything runs", async () => {
  const engine = await open({ artifact, tokens });
  const prompt = { kind: "tokens", tokens: [1] } as const;
  for (const signal of [null, {}, true]) {
    const error = await refusal(engine.complete({ prompt }, signal as unknown as AbortSignal));
    expect(error).toMatchObject({ code: "bad_request", data: { param: "signal" } });
  }
});

describe("names", () => {
  it.each([
    ["max_context", "maxContext"],
    ["maxContex", "maxContext"],
    ["n_ctx", "maxContext"],
    ["max_model_len", "maxContext"],
    ["maxlanes", "maxLanes"],
    ["prefill_chunk", "prefillChunk"],
    ["chat_template", "chatTemplate"],
  ])("knows what %s should be, wherever an engine is opened", async (name, right) => {
    const options = { [name]: 64 };
    const model = TINY_MODEL;
    for (const opening of [
      open({ artifact, backend, ...options }),
      openNodeEngine({ model, inline: true, ...options } as NodeEngineOptions),
      openNodeEngine({ model, ...options } as NodeEngineOptions),
      openPageEngine({ model, inline: true, ...options } as PageEngineOptions),
    ]) {
      const { code, hint, data } = await refusal(opening);
      expect({ code, hint }).toEqual({ code: "unknown_field", hint: `did you mean \`${right}\`?` });
      expect(data).toEqual({ param: name, suggestion: right });
    }
  });

  it("refuses what resembles nothing, and lists what there is", async () => {
    const error = await refusal(open({ artifact, backend, temperature: 0.7 }));
    expect(error).toMatchObject({ code: "unknown_field", hint: "leave it out" });
    expect(error.message).toContain("maxContext, maxLanes, prefillChunk");
  });

  it("takes an option that is undefined as not given", async () => {
    const engine = await open({ artifact, tokens, backend: undefined, max_context: undefined });
    expect(engine.tokenizer).toBeDefined();
  });
});

it("a page's backend is one of its own", async () => {
  const error = await refusal(openPageBackend("cuda" as PageBackendName));
  expect(error).toMatchObject({ code: "bad_backend", message: 'backend is "cuda"; needed one of auto, webgpu, cpu' });
});

describe("parts", () => {
  it.each<[object | undefined, string, string]>([
    [undefined, "bad_options", "options is missing"],
    [{ backend }, "bad_options", "artifact is missing"],
    [{ artifact: Promise.resolve(artifact), backend }, "bad_options", "artifact is an object"],
    [{ artifact: TINY_MODEL, backend }, "bad_options", "artifact is"],
    [{ artifact }, "no_backend", "backend is missing"],
    [{ artifact, backend: "cpu" }, "bad_options", 'backend is "cpu"'],
    [{ artifact, backend: Promise.resolve(backend) }, "bad_options", "backend is an object"],
    [{ artifact, tokens: {} }, "bad_options", "tokens is an object"],
    [{ artifact, backend, chatTemplate: 5 }, "bad_options", "chatTemplate is 5"],
    [{ artifact, backend, spawnTextWorker: {} }, "bad_options", "spawnTextWorker is an object"],
    [{ artifact, backend, tokens }, "bad_options", "backend is given beside tokens"],
    [{ artifact, tokens, maxLanes: 2 }, "bad_options", "maxLanes is given beside tokens"],
  ])("%#: are what they must be", async (options, code, message) => {
    const error = await refusal(open(options as object));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).toContain("; needed ");
  });

  it("of a Node host: a model's place, a backend by name", async () => {
    const model = TINY_MODEL;
    expect(await refusal(openNodeEngine({} as NodeEngineOptions))).toMatchObject({ data: { param: "model" } });
    for (const [choice, code, param, hint] of [
      ["cpu", "bad_backend", "backend", '{ name: "auto" }'],
      [{}, "bad_backend", "backend.name", '{ name: "auto" }'],
      [{ name: "cuad" }, "bad_backend", "backend.name", "did you mean cuda?"],
      [{ name: "cuda", device: 1 }, "bad_backend", "backend.device", undefined],
      [{ name: "cpu", chekced: true }, "unknown_field", "backend.chekced", "did you mean `checked`?"],
    ] as const) {
      const given = { model, inline: true, backend: choice } as unknown as NodeEngineOptions;
      const errors = [refusal(openBackend(choice as unknown as BackendChoice)), refusal(openNodeEngine(given))];
      for (const error of await Promise.all(errors)) {
        expect(error).toMatchObject({ code, data: { param } });
        if (hint !== undefined) expect(error.hint).toContain(hint);
      }
    }
  });
});
