/**
 * The step loop over the embedded model on the CPU backend: lanes do not disturb each other, whatever ends one of them,
 * and everything a request held is free again when it ends. Right tokens come from the model fixtures.
 */
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openModel } from "../../node/open-model.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { CapacityError, DeviceLostError, RequestError } from "../../src/base/errors.ts";
import { GREEDY, type SamplingSettings } from "../../src/base/step-block.ts";
import type { TokenEngineOptions } from "../../src/engine-options.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";
import {
  type FinishReason,
  LOOK_AHEAD_EVENTS,
  type TokenEngine,
  type TokenEvent,
  type TokenRequest,
} from "../../src/runtime/request.ts";
import { ROOT, TINY_MODEL } from "../cli/bundle.ts";
import { readJson } from "../model/fixture-tensors.ts";

interface Case {
  readonly name: string;
  readonly ids: number[];
  readonly greedy: number[];
}

const cases = readJson<{ cases: Case[] }>(join(ROOT, "test/fixtures/model.json")).cases;
const fixture = (name: string): Case => cases.find((one) => one.name === name)!;
const add = fixture("add");
const other = fixture("think");

const opened: TokenEngine[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

async function open(options: TokenEngineOptions, backend: Backend = createCpuBackend()): Promise<TokenEngine> {
  const artifact = await openModel(TINY_MODEL);
  try {
    const engine = await openTokenEngine(artifact, backend, { maxContext: 256, ...options });
    opened.push(engine);
    return engine;
  } finally {
    await artifact.close();
  }
}

function request({ ids }: Case, maxNewTokens: number, sampling: SamplingSettings = GREEDY): TokenRequest {
  return { prompt: ids, sampling, maxNewTokens, stopTokens: [] };
}

interface Run {
  readonly tokens: number[];
  readonly reason: FinishReason | undefined;
  readonly prefill: number[];
}

async function collect(events: AsyncIterable<TokenEvent>, onToken: (count: number) => void = () => {}): Promise<Run> {
  const tokens: number[] = [];
  const prefill: number[] = [];
  let reason: FinishReason | undefined;
  for await (const event of events) {
    if (event.kind === "token") onToken(tokens.push(event.token));
    else if (event.kind === "prefill") prefill.push(event.done);
    else reason = event.reason;
  }
  return { tokens, reason, prefill };
}

describe("lanes", () => {
  it("two requests at once, one in pieces, give what each gives alone", async () => {
    const engine = await open({ maxLanes: 2, prefillChunk: 7 });
    const [first, second] = await Promise.all([
      collect(engine.run(request(add, 24))),
      collect(engine.run(request(other, 24))),
    ]);
    expect(first.tokens).toEqual(add.greedy.slice(0, 24));
    expect(second.tokens).toEqual(other.greedy.slice(0, 24));
    expect(first.reason).toBe("length");
    expect(first.prefill.slice(0, 3)).toEqual([7, 14, 21]);
    expect(first.prefill.at(-1)).toBe(add.ids.length);
  });

  it("more requests than lanes wait for their turn", async () => {
    const engine = await open({ maxLanes: 2 });
    const runs = [add, other, add, other, add].map((one) => collect(engine.run(request(one, 6))));
    for (const [at, { tokens }] of (await Promise.all(runs)).entries()) {
      expect(tokens).toEqual((at % 2 === 0 ? add : other).greedy.slice(0, 6));
    }
  });

  it("a sampled answer depends on its seed alone, not on its neighbour", async () => {
    const engine = await open({ maxLanes: 2 });
    const sampled = (seed: bigint): TokenRequest =>
      request(add, 16, { ...GREEDY, temperature: 3, topP: 0.99, repetitionPenalty: 1.1, seed });
    const alone = await collect(engine.run(sampled(5n)));
    const [beside] = await Promise.all([collect(engine.run(sampled(5n))), collect(engine.run(request(other, 20)))]);
    expect(beside.tokens).toEqual(alone.tokens);
    const seeds = await Promise.all([6n, 2n ** 40n + 5n, -5n].map((seed) => collect(engine.run(sampled(seed)))));
    for (const { tokens } of seeds) expect(tokens).not.toEqual(alone.tokens);
  });

  it("a repetition penalty sees the prompt and the answer of its own request, in a slot others had before", async () => {
    // So strong that no id of the prompt or of the answer comes again.
    const penalised = (one: Case): TokenRequest => request(one, 12, { ...GREEDY, repetitionPenalty: 100 });
    const engine = await open({ maxLanes: 1 });
    const first = await collect(engine.run(penalised(add)));
    expect(new Set([...add.ids, ...first.tokens]).size).toBe(new Set(add.ids).size + 12);
    const second = await collect(engine.run(penalised(other)));
    expect(new Set([...other.ids, ...second.tokens]).size).toBe(new Set(other.ids).size + 12);
    expect((await collect(engine.run(penalised(add)))).tokens).toEqual(first.tokens);
    expect((await collect(engine.run(request(add, 12)))).tokens).toEqual(add.greedy.slice(0, 12));
  });

  it("a stop token ends the answer and is reported", async () => {
    const engine = await open({});
    const stop = add.greedy[3]!;
    const at = add.greedy.indexOf(stop);
    const { tokens, reason } = await collect(engine.run({ ...request(add, 20), stopTokens: [stop] }));
    expect(tokens).toEqual(add.greedy.slice(0, at + 1));
    expect(reason).toBe("stop");
  });
});

describe("a thinking limit", () => {
  const closeIds = [11, 12, 13];
  const limited = (maxNewTokens: number): TokenRequest => ({
    ...request(add, maxNewTokens),
    thinking: { budgetTokens: 0, thinkEndId: 13, closeIds },
  });

  it("forces its ids behind the prompt, as part of the answer", async () => {
    const engine = await open({});
    const { tokens, reason } = await collect(engine.run(limited(8)));
    expect(tokens.slice(0, 3)).toEqual(closeIds);
    expect({ length: tokens.length, reason }).toEqual({ length: 8, reason: "length" });
  });

  it("holds for a block that the model opens", async () => {
    const [thinkStartId, second] = add.greedy as [number, number];
    const engine = await open({});
    const ask = (opening: { thinkStartId: number; blankIds: number[] }, budgetTokens: number) =>
      collect(engine.run({ ...request(add, 40), thinking: { budgetTokens, thinkEndId: 13, closeIds, opening } }));
    for (const budgetTokens of [0, 1, 3]) {
      const { tokens } = await ask({ thinkStartId, blankIds: [] }, budgetTokens);
      expect(tokens.slice(0, budgetTokens + 4)).toEqual([...add.greedy.slice(0, 1 + budgetTokens), ...closeIds]);
      const behindBlank = await ask({ thinkStartId: second, blankIds: [thinkStartId] }, budgetTokens);
      expect(behindBlank.tokens.slice(0, budgetTokens + 5)).toEqual([
        ...add.greedy.slice(0, 2 + budgetTokens),
        ...closeIds,
      ]);
      // Behind the first word of an answer the tag opens nothing.
      expect((await ask({ thinkStartId: second, blankIds: [] }, budgetTokens)).tokens).toEqual(add.greedy.slice(0, 40));
    }
  });

  it("forces nothing where its ids leave no room for a token", async () => {
    for (const maxContext of [256, add.ids.length + closeIds.length]) {
      const engine = await open({ maxContext });
      const { tokens, reason } = await collect(engine.run(limited(closeIds.length)));
      expect({ tokens, reason }).toEqual({ tokens: add.greedy.slice(0, closeIds.length), reason: "length" });
    }
  });
});

describe("a stream that nobody reads", () => {
  const whole = request(add, 256 - add.ids.length);

  it("is computed no further than its look-ahead, and the other lane goes on", async () => {
    const engine = await open({ maxLanes: 2 });
    const controller = new AbortController();
    const unread = engine.run(whole, controller.signal)[Symbol.asyncIterator]();
    expect((await unread.next()).value).toMatchObject({ kind: "prefill" });
    const beside = await collect(engine.run(request(other, 180)));
    expect(beside.tokens).toHaveLength(180);
    expect(beside.tokens.slice(0, other.greedy.length)).toEqual(other.greedy);
    controller.abort();
    const rest = await collect({ [Symbol.asyncIterator]: () => unread });
    expect(rest.reason).toBe("cancelled");
    expect(rest.tokens).toHaveLength(LOOK_AHEAD_EVENTS);
  });

  it("goes on where it was, once it is read", async () => {
    const engine = await open({ maxLanes: 2 });
    const alone = await collect(engine.run(whole));
    const streams = [0, 1].map(() => engine.run(whole)[Symbol.asyncIterator]());
    for (const stream of streams) await stream.next();
    // Nothing is left to compute for either, and the loop sleeps.
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const stream of streams) {
      const { tokens, reason } = await collect({ [Symbol.asyncIterator]: () => stream });
      expect({ tokens, reason }).toEqual({ tokens: alone.tokens, reason: "length" });
    }
  });

  it("does not keep the engine from closing", async () => {
    const engine = await open({});
    const unread = engine.run(whole)[Symbol.asyncIterator]();
    await unread.next();
    opened.length = 0;
    await engine.close();
    expect((await collect({ [Symbol.asyncIterator]: () => unread })).reason).toBe("cancelled");
  });
});

describe("between two steps", () => {
  it("messages of any port are delivered: an abort that is posted ends the request within a step or two", async () => {
    const engine = await open({ maxLanes: 2 });
    const controller = new AbortController();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => controller.abort();
    const abortAt = 3;
    try {
      const { tokens, reason } = await collect(engine.run(request(add, 200), controller.signal), (count) => {
        if (count === abortAt) port2.postMessage(0);
      });
      expect(reason).toBe("cancelled");
      expect(tokens.length).toBeLessThanOrEqual(abortAt + 4);
    } finally {
      port1.close();
    }
  });

  it("a request that comes by a message gets the free lane of one that runs", async () => {
    const engine = await open({ maxLanes: 2 });
    const { port1, port2 } = new MessageChannel();
    let late: Promise<Run> | undefined;
    let lateIsDone = false;
    port1.onmessage = () => {
      late = collect(engine.run(request(other, 8)));
      void late.then(() => {
        lateIsDone = true;
      });
    };
    let doneBefore = false;
    try {
      await collect(engine.run(request(add, 200)), (count) => {
        if (count === 3) port2.postMessage(0);
        if (count === 100) doneBefore = lateIsDone;
      });
      expect(doneBefore).toBe(true);
      expect((await late)?.tokens).toEqual(other.greedy.slice(0, 8));
    } finally {
      port1.close();
    }
  });
});

describe("what a request held", () => {
  it("is free after a cancellation, in every phase", async () => {
    const engine = await open({ maxLanes: 2, prefillChunk: 4 });
    const whole = request(add, 256 - add.ids.length);
    for (const cancelAt of ["before", "prefill", "decode"] as const) {
      const controller = new AbortController();
      if (cancelAt === "before") controller.abort();
      let reason: FinishReason | undefined;
      for await (const event of engine.run(whole, controller.signal)) {
        if (event.kind === (cancelAt === "decode" ? "token" : "prefill")) controller.abort();
        if (event.kind === "finished") reason = event.reason;
      }
      expect(reason).toBe("cancelled");
    }
    for await (const event of engine.run(whole)) if (event.kind === "token") break;
    // Both lanes at their full length need every page there is.
    const runs = await Promise.all([collect(engine.run({ ...whole, maxNewTokens: 8 })), collect(engine.run(whole))]);
    expect(runs[0].tokens).toEqual(add.greedy.slice(0, 8));
    expect(runs[1].tokens.slice(0, 64)).toEqual(add.greedy);
    expect(runs[1].tokens).toHaveLength(256 - add.ids.length);
    expect(runs[1].reason).toBe("length");
  });

  it("is free after a fault of the device, and the next request runs", async () => {
    const cpu = createCpuBackend();
    let failing = false;
    const backend: Backend = {
      name: cpu.name,
      caps: cpu.caps,
      candidates: cpu.candidates,
      lost: cpu.lost,
      createBuffer: (name, bytes) => cpu.createBuffer(name, bytes),
      destroyBuffer: (buffer) => cpu.destroyBuffer(buffer),
      write: (buffer, offset, data) => cpu.write(buffer, offset, data),
      upload: (buffer, offset, bytes, fill) => cpu.upload(buffer, offset, bytes, fill),
      clear: (buffer, offset, bytes) => cpu.clear(buffer, offset, bytes),
      read: (buffer, offset, bytes) => cpu.read(buffer, offset, bytes),
      copy: (source, from, target, to, bytes) => cpu.copy(source, from, target, to, bytes),
      load: (program, buffers) => cpu.load(program, buffers),
      submit(executable, extents) {
        if (failing) throw new DeviceLostError("device_lost", "the device is gone");
        cpu.submit(executable, extents);
      },
      dispose: () => cpu.dispose(),
    };
    const engine = await open({ maxLanes: 2 }, backend);
    const whole = request(add, 256 - add.ids.length);
    const start = () => collect(engine.run(whole), (count) => (failing ||= count === 2));
    const outcomes = await Promise.allSettled([start(), start()]);
    for (const outcome of outcomes) {
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({
        constructor: DeviceLostError,
        code: "device_lost",
      });
    }
    failing = false;
    const runs = [collect(engine.run(request(add, 12))), collect(engine.run(request(other, 12)))];
    expect((await Promise.all(runs)).map(({ tokens }) => tokens)).toEqual([
      add.greedy.slice(0, 12),
      other.greedy.slice(0, 12),
    ]);
  });
});

describe("a request that cannot be", () => {
  it("fails alone and typed, while another goes on", async () => {
    const engine = await open({ maxLanes: 2, maxContext: 64 });
    const good = collect(engine.run(request(add, 20)));
    const bad: [Partial<TokenRequest>, string, RegExp][] = [
      [{ prompt: [] }, "empty_prompt", /no token/],
      [{ prompt: [5, 1280] }, "token_out_of_range", /1280: needed an integer from 0 to 1279/],
      [{ prompt: [5, -1] }, "token_out_of_range", /-1/],
      [{ prompt: [1.5] }, "token_out_of_range", /1\.5/],
      [{ maxNewTokens: 0 }, "bad_max_new_tokens", /is 0; needed/],
      [{ prompt: Array.from({ length: 64 }, () => 5) }, "context_length_exceeded", /64 tokens; the context holds 64/],
    ];
    for (const [change, code, message] of bad) {
      const error = await collect(engine.run({ ...request(add, 4), ...change })).catch((e: unknown) => e);
      expect(error).toMatchObject({ constructor: RequestError, code });
      expect((error as RequestError).message).toMatch(message);
    }
    expect((await good).tokens).toEqual(add.greedy.slice(0, 20));
  });

  it("says both numbers when the prompt does not fit", async () => {
    const engine = await open({ maxContext: 64 });
    const prompt = Array.from({ length: 90 }, () => 5);
    const error = await collect(engine.run({ ...request(add, 4), prompt })).catch((e: unknown) => e);
    expect(error).toMatchObject({ data: { promptTokens: 90, maxContext: 64 } });
    expect((error as RequestError).hint).toContain("`maxContext`");
  });

  it("is cut at the end of the context", async () => {
    const engine = await open({ maxContext: add.ids.length + 5 });
    const { tokens, reason } = await collect(engine.run(request(add, 100)));
    expect({ tokens, reason }).toEqual({ tokens: add.greedy.slice(0, 5), reason: "length" });
  });

  it("a context of another size than the model's is refused when opening", async () => {
    for (const maxContext of [1, 4097, 2.5, Number.NaN]) {
      await expect(open({ maxContext })).rejects.toMatchObject({ constructor: CapacityError, code: "bad_max_context" });
    }
  });
});

describe("closing", () => {
  it("ends what runs and refuses what comes", async () => {
    const engine = await open({ maxLanes: 1 });
    let running: Promise<Run> | undefined;
    await new Promise<void>((firstToken) => {
      running = collect(engine.run(request(add, 200)), () => firstToken());
    });
    const waiting = collect(engine.run(request(other, 200)));
    opened.length = 0;
    await engine.close();
    const { tokens, reason } = await running!;
    expect(reason).toBe("cancelled");
    expect(tokens.length).toBeLessThan(200);
    expect(tokens).toEqual(add.greedy.slice(0, tokens.length));
    expect(await waiting).toEqual({ tokens: [], prefill: [], reason: "cancelled" });
    await expect(collect(engine.run(request(add, 1)))).rejects.toMatchObject({ code: "engine_closed" });
  });
});
