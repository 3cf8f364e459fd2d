/**
 * The token engine behind a port: everything crosses a real MessageChannel, and the other side may fail, be slow or die
 * at any moment without leaving anybody waiting.
 */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { CapacityError, DeviceLostError } from "../../src/base/errors.ts";
import { readPrompt } from "../../src/request/generate-request.ts";
import { connectTokenEngine, type EnginePort, serveTokenEngine } from "../../src/runtime/port.ts";
import {
  LOOK_AHEAD_EVENTS,
  type TokenEngine,
  type TokenEngineInfo,
  type TokenEvent,
  type TokenRequest,
} from "../../src/runtime/request.ts";

const INFO: TokenEngineInfo = {
  backend: "cpu",
  device: "none",
  profile: "exact",
  vocabulary: 10,
  maxContext: 64,
  maxLanes: 2,
  memory: { weights: 1, keyValues: 2, states: 3, other: 4 },
};

const REQUEST: TokenRequest = {
  prompt: [1, 2, 3],
  sampling: {
    ...{
      temperature: 0.5,
      topK: 3,
      topP: 0.9,
      minP: 0.1,
      presencePenalty: 0,
      frequencyPenalty: 0,
      repetitionPenalty: 1,
    },
    seed: -(2n ** 62n) + 1n,
  },
  maxNewTokens: 4,
  stopTokens: [7],
  thinking: { budgetTokens: 2, thinkEndId: 9, closeIds: [8, 9] },
};

const FINISHED: TokenEvent = {
  kind: "finished",
  reason: "length",
  timings: { ttftMs: 1.5, prefillMs: 1.25, decodeMs: 2 },
};

/** An engine that answers every request with `answer`. */
function engineOf(
  answer: (request: TokenRequest, signal: AbortSignal) => AsyncIterable<TokenEvent>,
  onClose: () => void = () => {},
): TokenEngine {
  return {
    info: INFO,
    run: (request, signal) => answer(request, signal!),
    async close() {
      onClose();
    },
  };
}

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** Time for messages to arrive. */
const turns = async (): Promise<void> => {
  for (let i = 0; i < 500; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** Both ends of a real channel. */
function channel(): { readonly owner: EnginePort; readonly engine: EnginePort } {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const end = (port: MessagePort): EnginePort => ({
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on("message", listener),
    onClose: (listener) => void port.on("close", () => listener()),
    close: () => port.close(),
  });
  return { owner: end(port1), engine: end(port2) };
}

async function connected(engine: TokenEngine): Promise<TokenEngine> {
  const ends = channel();
  const connecting = connectTokenEngine(ends.owner);
  await serveTokenEngine(ends.engine, async () => engine);
  return connecting;
}

async function collect(events: AsyncIterable<TokenEvent>): Promise<TokenEvent[]> {
  const all: TokenEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("over a message channel", () => {
  it("requests and events arrive as they were sent", async () => {
    const seen: TokenRequest[] = [];
    const events: TokenEvent[] = [
      { kind: "prefill", done: 2, total: 3 },
      { kind: "prefill", done: 3, total: 3 },
      { kind: "token", token: 5 },
      { kind: "token", token: 6 },
      FINISHED,
    ];
    const engine = await connected(
      engineOf(async function* (request) {
        seen.push(request);
        yield* events;
      }),
    );
    expect(engine.info).toEqual(INFO);
    expect(await collect(engine.run(REQUEST))).toEqual(events);
    expect(seen).toEqual([REQUEST]);
    await engine.close();
  });

  it("requests that run together do not mix", async () => {
    const engine = await connected(
      engineOf(async function* ({ prompt }) {
        for (let i = 0; i < 20; i++) {
          yield { kind: "token", token: prompt[0]! };
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    );
    const runs = [1, 2, 3].map((id) => collect(engine.run({ ...REQUEST, prompt: [id] })));
    for (const [at, events] of (await Promise.all(runs)).entries()) {
      expect(events).toEqual(Array.from({ length: 20 }, () => ({ kind: "token", token: at + 1 })));
    }
    await engine.close();
  });

  it("errors come out typed, with hint and data", async () => {
    const sent = new CapacityError("kv_pages_exhausted", "no page", { hint: "wait", data: { wanted: 3, free: 1 } });
    const engine = await connected(
      engineOf(async function* () {
        yield { kind: "token", token: 1 };
        throw sent;
      }),
    );
    const got: TokenEvent[] = [];
    const running = (async () => {
      for await (const event of engine.run(REQUEST)) got.push(event);
    })();
    const error = await running.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CapacityError);
    expect(error).toMatchObject({ code: sent.code, message: sent.message, hint: sent.hint, data: sent.data });
    expect(got).toEqual([{ kind: "token", token: 1 }]);
    await engine.close();
  });

  it("an abort, and leaving the iteration, reach the other side", async () => {
    let stopped = 0;
    const engine = await connected(
      engineOf(async function* (_request, signal) {
        for (let token = 0; !signal.aborted; token++) {
          yield { kind: "token", token: token % 10 };
          await new Promise((resolve) => setImmediate(resolve));
        }
        stopped++;
        yield { ...FINISHED, reason: "cancelled" };
      }),
    );
    const controller = new AbortController();
    let last: TokenEvent | undefined;
    let count = 0;
    for await (const event of engine.run(REQUEST, controller.signal)) {
      last = event;
      if (++count === 3) controller.abort();
    }
    expect(last).toMatchObject({ kind: "finished", reason: "cancelled" });
    for await (const _event of engine.run(REQUEST)) break;
    const aborted = new AbortController();
    aborted.abort();
    await collect(engine.run(REQUEST, aborted.signal));
    while (stopped < 3) await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
  });

  it("a stream that nobody reads stops at its look-ahead, and goes on when it is read", async () => {
    let sent = 0;
    const engine = await connected(
      engineOf(async function* (_request, signal) {
        for (let token = 0; token < 400 && !signal.aborted; token++) {
          sent++;
          yield { kind: "token", token };
        }
        yield { ...FINISHED, reason: signal.aborted ? "cancelled" : "length" };
      }),
    );
    const rest = (stream: AsyncIterator<TokenEvent>) => collect({ [Symbol.asyncIterator]: () => stream } as never);
    const read = engine.run(REQUEST)[Symbol.asyncIterator]();
    await read.next();
    await turns();
    expect(sent).toBe(LOOK_AHEAD_EVENTS);
    const events = await rest(read);
    expect(events.slice(0, -1)).toEqual(Array.from({ length: 399 }, (_, i) => ({ kind: "token", token: i + 1 })));
    expect(events.at(-1)).toEqual(FINISHED);

    const controller = new AbortController();
    const unread = engine.run(REQUEST, controller.signal)[Symbol.asyncIterator]();
    await unread.next();
    await turns();
    controller.abort();
    expect((await rest(unread)).at(-1)).toMatchObject({ kind: "finished", reason: "cancelled" });

    const dropped = engine.run(REQUEST)[Symbol.asyncIterator]();
    await dropped.next();
    await turns();
    await engine.close();
    expect((await rest(dropped)).at(-1)).toMatchObject({ kind: "finished", reason: "cancelled" });
  });

  it("progress and a failure of opening arrive; closing closes", async () => {
    const ends = channel();
    const progress: number[][] = [];
    const connecting = connectTokenEngine(ends.owner, (loaded, total) => progress.push([loaded, total]));
    let closed = 0;
    await serveTokenEngine(ends.engine, async (onProgress) => {
      onProgress(1, 4);
      onProgress(4, 4);
      return engineOf(
        async function* () {},
        () => closed++,
      );
    });
    const engine = await connecting;
    expect(progress).toEqual([
      [1, 4],
      [4, 4],
    ]);
    await engine.close();
    expect(closed).toBe(1);
    await expect(collect(engine.run(REQUEST))).rejects.toMatchObject({ code: "engine_closed" });
    await engine.close();
    const failing = channel();
    const refused = connectTokenEngine(failing.owner);
    await serveTokenEngine(failing.engine, async () => {
      throw new DeviceLostError("no_adapter", "none", { hint: "install one" });
    });
    await expect(refused).rejects.toMatchObject({
      constructor: DeviceLostError,
      code: "no_adapter",
      hint: "install one",
    });
  });
});

describe("an opening that is given up", () => {
  it.each(["before it began", "in the middle"])("%s: the other side ends it, then connecting fails", async (when) => {
    const ends = channel();
    const controller = new AbortController();
    const reason = new Error("enough");
    if (when === "before it began") controller.abort(reason);
    const connecting = connectTokenEngine(ends.owner, undefined, controller.signal);
    let givenBack = false;
    const serving = serveTokenEngine(ends.engine, async (_, signal) => {
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await turns();
      givenBack = true;
      throw new DeviceLostError("device_lost", "what it ends in there");
    });
    await turns();
    controller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
    expect(givenBack).toBe(true);
    await serving;
  });

  it("is closed where it was open already", async () => {
    const ends = channel();
    const controller = new AbortController();
    const connecting = connectTokenEngine(ends.owner, undefined, controller.signal);
    let closed = 0;
    const serving = serveTokenEngine(ends.engine, async (_, signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return engineOf(
        async function* () {},
        () => closed++,
      );
    });
    await turns();
    controller.abort();
    await expect(connecting).rejects.toMatchObject({ name: "AbortError" });
    await serving;
    expect(closed).toBe(1);
  });
});

/** A port whose other side is this test. */
function fakePort() {
  let onMessage: (message: unknown) => void = () => {};
  let onClose: (error?: Error) => void = () => {};
  const posted: unknown[] = [];
  const port: EnginePort = {
    postMessage: (message) => void posted.push(message),
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
    close: () => onClose(),
  };
  return { port, posted, say: (message: unknown) => onMessage(message), die: (error?: Error) => onClose(error) };
}

it("the other side keeps the process from ending only while somebody waits for it", async () => {
  const { port, say } = fakePort();
  let alive = true;
  const connecting = connectTokenEngine({ ...port, keepAlive: (on) => void (alive = on) });
  expect(alive).toBe(true);
  say({ kind: "ready", info: INFO });
  const engine = await connecting;
  expect(alive).toBe(false);
  const [first, second] = [engine.run(REQUEST), engine.run(REQUEST)].map((run) => run[Symbol.asyncIterator]());
  const next = [first!.next(), second!.next()];
  expect(alive).toBe(true);
  say({ kind: "event", id: 1, event: { kind: "token", token: 4 } });
  expect((await next[0])?.value).toEqual({ kind: "token", token: 4 });
  expect(alive).toBe(true);
  say({ kind: "event", id: 2, event: { kind: "token", token: 5 } });
  expect((await next[1])?.value).toEqual({ kind: "token", token: 5 });
  expect(alive).toBe(false);
  const closing = engine.close();
  expect(alive).toBe(true);
  say({ kind: "closed" });
  await closing;
});

describe("a worker that dies", () => {
  const engineEnded = { constructor: DeviceLostError, code: "engine_ended" };

  it("before it is ready: connecting fails", async () => {
    const { port, die } = fakePort();
    const connecting = connectTokenEngine(port);
    die(new Error("out of memory"));
    await expect(connecting).rejects.toMatchObject(engineEnded);
    await expect(connecting).rejects.toThrow("out of memory");
  });

  it("in the middle: every request fails after its events, and closing returns", async () => {
    const { port, say, die } = fakePort();
    const connecting = connectTokenEngine(port);
    say({ kind: "ready", info: INFO });
    const engine = await connecting;
    const got: TokenEvent[] = [];
    const first = (async () => {
      for await (const event of engine.run(REQUEST)) got.push(event);
    })();
    const second = collect(engine.run(REQUEST));
    const outcomes = Promise.allSettled([first, second]);
    say({ kind: "event", id: 1, event: { kind: "token", token: 4 } });
    die();
    const errors = (await outcomes).map((outcome) => (outcome as PromiseRejectedResult).reason);
    for (const error of errors) expect(error).toMatchObject(engineEnded);
    expect(errors[0].hint).toBeTruthy();
    expect(got).toEqual([{ kind: "token", token: 4 }]);
    await engine.close();
  });

  it("before a request: the request fails, it does not wait", async () => {
    const { port, say, die } = fakePort();
    const connecting = connectTokenEngine(port);
    say({ kind: "ready", info: INFO });
    const engine = await connecting;
    die();
    await expect(collect(engine.run(REQUEST))).rejects.toMatchObject(engineEnded);
    await engine.close();
  });
});

describe("messages of a conversation", () => {
  it("survive structured cloning and mean the same behind it", () => {
    const messages = [
      { role: "system", content: "be brief" },
      { role: "user", content: [{ type: "text", text: "你好 \u{1F600}" }] },
      {
        ...{ role: "assistant", content: null, reasoning: "hm" },
        tool_calls: [{ id: "1", function: { name: "f", arguments: '{"b": 1.0, "a": 12345678901234567890}' } }],
      },
      { role: "tool", content: "3", tool_call_id: "1" },
    ];
    const prompt = { kind: "chat", messages, tools: [{ function: { name: "f", parameters: { minimum: 1.5 } } }] };
    const read = readPrompt(prompt);
    expect(readPrompt(structuredClone(prompt))).toEqual(read);
    expect(structuredClone(read)).toEqual(read);
  });
});
