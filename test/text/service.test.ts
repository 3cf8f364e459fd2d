/**
 * The text service with real worker threads and with a scripted worker. A template without end must cost its own
 * request and nothing else. Waiting here is for events, never for a fixed time.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeTextWorkers } from "../../node/text-worker.ts";
import { createChatTemplate } from "../../src/text/chat-template.ts";
import {
  createTextWorkerHandler,
  type TextResources,
  type TextWorkerReply,
  type TextWorkerRequest,
} from "../../src/text/template-worker.ts";
import {
  createTextService,
  type TextService,
  type TextServiceOptions,
  type TextWorkerPort,
} from "../../src/text/text-service.ts";
import { createTokenizer } from "../../src/text/tokenizer.ts";

const tokenizerJson = readFileSync("test/fixtures/tiny-hybrid/tokenizer.json", "utf8");
const templateSource = readFileSync("test/fixtures/tiny-hybrid/chat_template.jinja", "utf8");
const tokenizer = createTokenizer(tokenizerJson);
/** The worker is bundled as the release is: one file with its dependencies. */
const folder = mkdtempSync(join(tmpdir(), "text-worker-"));
const entry = join(folder, "text-worker.mjs");
buildSync({
  entryPoints: ["node/text-worker.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  outfile: entry,
  logLevel: "error",
});
afterAll(() => rmSync(folder, { recursive: true }));
const spawnWorker = nodeTextWorkers(pathToFileURL(entry));
const hello = { messages: [{ role: "user", content: "Hello" }], addGenerationPrompt: true };
/** A time budget that ends nothing. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Loops when the user says so; a billion rounds are longer than any budget. */
const loopingTemplate =
  "{% if messages[0].content == 'loop' %}{% for i in range(1000) %}{% for j in range(1000) %}{% for k in range(1000) %}" +
  "{% endfor %}{% endfor %}{% endfor %}{% endif %}<|im_start|>{{ messages[0].content }}";

/** What a worker is given for a model with one template, or none. */
function resourcesOf(source?: string): TextResources {
  const files = source === undefined ? [] : [["default", { file: "chat_template.jinja", source }] as const];
  return { tokenizerJson, templates: new Map(files) };
}

let service: TextService | undefined;
afterEach(() => service?.close());

function open(options: Partial<TextServiceOptions>): TextService {
  service = createTextService({
    spawnWorker,
    resources: resourcesOf(templateSource),
    tokenizer,
    ...options,
  });
  return service;
}

const inProcess = (log: string[] = []): (() => TextWorkerPort) => {
  return () => {
    const handle = createTextWorkerHandler();
    let listener: (reply: TextWorkerReply) => void = () => {};
    log.push("spawn");
    return {
      post: (message: TextWorkerRequest) => {
        log.push(message.job.kind);
        queueMicrotask(() => listener(handle(structuredClone(message))));
      },
      onMessage: (given) => {
        listener = given;
      },
      onFailure: () => {},
      terminate: () => log.push("terminate"),
    };
  };
};

describe("worker threads", () => {
  it("render and encode what the same code gives here", async () => {
    const text = open({ inlineCharacters: 100 });
    const template = createChatTemplate(templateSource);
    const rendered = await text.render(hello);
    expect(rendered).toEqual(template.render(hello));
    const long = [{ text: "<|im_start|>", allowControl: true }, { text: "wörd <|im_end|> ".repeat(2000) }];
    expect(await text.encode(long)).toEqual(tokenizer.encodeSegments(long));
  });

  it("a template without end is stopped, and the next job gets a new worker", async () => {
    const resources = resourcesOf(loopingTemplate);
    const text = open({ resources, renderTimeoutMs: 300, inlineCharacters: 0 });
    const looping = text.render({ messages: [{ role: "user", content: "loop" }], addGenerationPrompt: false });
    // Encoding has no time budget, so the one above bounds the loop alone.
    const waiting = text.encode([{ text: "fine" }]);
    await expect(looping).rejects.toMatchObject({ name: "RequestError", code: "template_timeout" });
    expect(await waiting).toEqual(tokenizer.encode("fine"));
  });

  it("a template that fills the memory of its worker is an error of the request", async () => {
    const text = open({
      spawnWorker: nodeTextWorkers(pathToFileURL(entry), { mostHeapMiB: 48 }),
      resources: resourcesOf(
        "{% if messages[0].content == 'fill' %}{% set ns = namespace(l=[]) %}{% for i in range(50) %}" +
          "{% set ns.l = [ns.l, range(99999) | map('string') | list] %}{% endfor %}{{ ns.l | length }}{% endif %}",
      ),
      renderTimeoutMs: LONGEST_TIMER_MS,
    });
    const fill = { messages: [{ role: "user", content: "fill" }], addGenerationPrompt: false };
    await expect(text.render(fill)).rejects.toMatchObject({ name: "RequestError", code: "text_worker_failed" });
    await expect(text.render(hello)).resolves.toMatchObject({ text: "" });
  });

  it("an entry file that is not there is an error of the request", async () => {
    const text = open({ spawnWorker: nodeTextWorkers(new URL("./no-such-worker.js", import.meta.url)) });
    await expect(text.render(hello)).rejects.toMatchObject({ name: "RequestError", code: "text_worker_failed" });
  });
});

describe("time budgets", () => {
  /** Workers that answer when they are told to. */
  function scripted() {
    const workers: { sent: TextWorkerRequest[]; answer: (reply: TextWorkerReply) => void; ended: boolean }[] = [];
    const spawn = (): TextWorkerPort => {
      const worker: (typeof workers)[number] = { sent: [], answer: () => {}, ended: false };
      workers.push(worker);
      return {
        post: (message) => void worker.sent.push(message),
        onMessage: (listener) => {
          worker.answer = listener;
        },
        onFailure: () => {},
        terminate: () => {
          worker.ended = true;
        },
      };
    };
    return { workers, spawn };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("the clock of a job runs while the worker has it: not while it loads, not while others run", async () => {
    const { workers, spawn } = scripted();
    const text = open({ spawnWorker: spawn, renderTimeoutMs: 100 });
    const states = ["pending", "pending"];
    const jobs = states.map((_, at) =>
      text.render(hello).then(
        () => (states[at] = "rendered"),
        (error: { code: string }) => (states[at] = error.code),
      ),
    );
    const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

    await pass(10_000);
    expect(workers[0]!.sent.map(({ job }) => job.kind)).toEqual(["load"]);
    workers[0]!.answer({ id: workers[0]!.sent[0]!.id, value: undefined });
    await pass(99);
    expect(states).toEqual(["pending", "pending"]);
    await pass(1);
    expect(states).toEqual(["template_timeout", "pending"]);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);

    // The second job waited for the first one's time and for a new worker; none of it is charged to it.
    await pass(10_000);
    workers[1]!.answer({ id: workers[1]!.sent[0]!.id, value: undefined });
    await pass(99);
    expect(workers[1]!.sent.map(({ job }) => job.kind)).toEqual(["load", "render"]);
    workers[1]!.answer({ id: workers[1]!.sent[1]!.id, value: { text: "", segments: [] } });
    await Promise.all(jobs);
    expect(states).toEqual(["template_timeout", "rendered"]);

    // Its clock ended with it: the worker stays.
    await pass(10_000);
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });
});

describe("service", () => {
  it("keeps one worker for all jobs and short texts out of it", async () => {
    const log: string[] = [];
    const text = open({ spawnWorker: inProcess(log), inlineCharacters: 10 });
    const results = await Promise.all([
      text.render(hello),
      text.encode([{ text: "short" }]),
      text.encode([{ text: "longer than ten" }]),
      text.render(hello),
    ]);
    expect(log).toEqual(["spawn", "load", "render", "encode", "render"]);
    expect(results[1]).toEqual(tokenizer.encode("short"));
    expect(results[2]).toEqual(tokenizer.encode("longer than ten"));
    expect(results[3]).toEqual(results[0]);
  });

  it("sends a worker only what is new, and nothing when that is short", async () => {
    const log: string[] = [];
    const text = open({ spawnWorker: inProcess(log), inlineCharacters: 10 });
    const turn = (said: string) => [{ text: "<|im_start|>", allowControl: true }, { text: said }];
    const first = turn("a question longer than ten");
    const second = [...first, ...turn("short")];
    const third = [...second, ...turn("an answer longer than ten")];
    for (const prompt of [first, second, third, first]) {
      expect(await text.encode(prompt)).toEqual(tokenizer.encodeSegments(prompt));
    }
    expect(log).toEqual(["spawn", "load", "encode", "encode"]);
  });

  it("passes typed errors through and goes on", async () => {
    const text = open({ spawnWorker: inProcess() });
    await expect(text.render({ messages: [], addGenerationPrompt: true })).rejects.toMatchObject({
      name: "RequestError",
      code: "template_refused",
      message: "The list of messages is empty.",
    });
    await expect(text.render(hello)).resolves.toMatchObject({ text: expect.stringContaining("Hello") as string });
  });

  it("a damaged template is an error of the artifact, for every request", async () => {
    const text = open({ spawnWorker: inProcess(), resources: resourcesOf("{% if %}") });
    for (let i = 0; i < 2; i++) {
      await expect(text.render(hello)).rejects.toMatchObject({ name: "ArtifactError", code: "template_damaged" });
    }
  });

  it("a model without a template says so", async () => {
    const text = open({ spawnWorker: inProcess(), resources: resourcesOf() });
    await expect(text.render(hello)).rejects.toMatchObject({ code: "no_chat_template" });
  });

  it("a request that cannot be cloned fails alone", async () => {
    const port = inProcess();
    const text = open({
      spawnWorker: () => {
        const inner = port();
        return { ...inner, post: (message) => inner.post(structuredClone(message)) };
      },
    });
    const bad = { ...hello, kwargs: { f: () => 1 } };
    await expect(text.render(bad)).rejects.toThrow(/clone/i);
    await expect(text.render(hello)).resolves.toMatchObject({ text: expect.stringContaining("Hello") as string });
  });

  it("closing rejects what is pending and what comes later", async () => {
    const text = open({ spawnWorker: inProcess() });
    const pending = [text.render(hello), text.render(hello)];
    text.close();
    for (const job of [...pending, text.render(hello)]) {
      await expect(job).rejects.toMatchObject({ code: "text_service_closed" });
    }
  });
});
