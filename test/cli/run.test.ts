/**
 * The command line as processes: what goes to which stream, exit codes, signals, pipes. The right answers are those of
 * the embedded model's fixtures: it adds small numbers and counts.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skipNote } from "../base/skip.ts";
import { readJson } from "../model/fixture-tensors.ts";
import { missingAdapter } from "../webgpu/adapter.ts";
import { CliBundle, ROOT, TINY_MODEL } from "./bundle.ts";

interface ModelFixtures {
  readonly cases: readonly {
    readonly name: string;
    readonly prompt: string;
    readonly ids: number[];
    readonly greedy: number[];
  }[];
}

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-run-"));
const { cases } = readJson<ModelFixtures>(join(ROOT, "test/fixtures/model.json"));
const add = cases.find(({ name }) => name === "add")!;

beforeAll(() => bundle.build());
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("run", () => {
  it("answers on stdout; reasoning and statistics on stderr", async () => {
    const { code, stdout, stderr } = await bundle.start(["run", "What is 12 + 30?"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "42\n" });
    expect(stderr).toContain("2 + 0 = 2");
    expect(stderr).toMatch(/cpu \(JavaScript\), exact · prompt \d+ tokens .* stop\n$/);
    expect(stderr).not.toContain("\u001b");
  });

  it("says why a backend was chosen, when it was chosen", async () => {
    const env = { QWERK_BACKEND: "auto" };
    const { code, stderr } = await bundle.start(["run", "What is 12 + 30?", "--no-thinking", "--max-new", "1"], {
      env,
    });
    expect(code).toBe(0);
    // One clause: what was looked for, and none of the reasons against it.
    expect(stderr).toMatch(
      /chosen because (a CUDA device was found|a hardware WebGPU adapter was found; there is no CUDA|there is no CUDA and no hardware WebGPU) · prompt/,
    );
  });

  it("gives the ids of the fixtures for raw ids", async () => {
    const args = ["run", "--tokens", add.ids.join(","), "--greedy", "--ignore-eos", "--max-new", "12", "--json"];
    const { code, stdout } = await bundle.start(args);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.tokens).toEqual(add.greedy.slice(0, 12));
    expect(result).toMatchObject({ promptTokens: add.ids.length, finishReason: "length", backend: "cpu" });
    expect(Object.keys(result)).toEqual([
      ...["text", "reasoning", "toolCalls", "tokens", "promptTokens", "reasoningTokens", "finishReason", "stopString"],
      ...["unclosedThinking", "unfinishedToolCall", "backend", "timings"],
    ]);
    expect(Object.keys(result.timings)).toEqual(["ttftMs", "prefillTokensPerSecond", "decodeTokensPerSecond"]);
  });

  it("reads a conversation, a prompt behind it, and standard input", async () => {
    const file = join(folder, "messages.json");
    const tools = [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }];
    writeFileSync(file, JSON.stringify({ messages: [{ role: "user", content: "What is 17 + 25?" }], tools }));
    const flags = ["--no-thinking", "--greedy", "--json"];
    const withTools = JSON.parse((await bundle.start(["run", "--messages", file, ...flags])).stdout);
    writeFileSync(file, JSON.stringify([{ role: "user", content: "What is 17 + 25?" }]));
    const plain = JSON.parse((await bundle.start(["run", "--messages", file, ...flags])).stdout);
    expect(plain.text).toBe("42");
    expect(plain.promptTokens).toBe(add.ids.length);
    expect(withTools.promptTokens).toBeGreaterThan(plain.promptTokens);
    const piped = await bundle.start(["run", "-", ...flags], { stdin: "What is 17 + 25?\n" });
    expect(JSON.parse(piped.stdout).promptTokens).toBe(add.ids.length);
    writeFileSync(
      file,
      JSON.stringify([
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
      ]),
    );
    const continued = JSON.parse(
      (await bundle.start(["run", "What is 17 + 25?", "--messages", file, ...flags])).stdout,
    );
    expect(continued.text).toBe("42");
    expect(continued.promptTokens).toBeGreaterThan(plain.promptTokens);
  });

  it("takes what is piped in as the prompt, or behind the given one", async () => {
    const flags = ["--no-thinking", "--greedy", "--json"];
    const tokens = async (args: readonly string[], stdin?: string): Promise<number> => {
      const { code, stdout } = await bundle.start(["run", ...args, ...flags], { stdin: stdin ?? "" });
      expect(code).toBe(0);
      return JSON.parse(stdout).promptTokens;
    };
    expect(await tokens([], "What is 17 + 25?\n")).toBe(add.ids.length);
    expect(await tokens(["What is"], "17 + 25?\n")).toBe(await tokens(["What is\n\n17 + 25?"]));
    const file = join(folder, "history.json");
    writeFileSync(file, JSON.stringify([{ role: "user", content: "What is 17 + 25?" }]));
    expect(await tokens(["--messages", file])).toBe(add.ids.length);
    expect(await tokens(["--messages", file], "Hello")).toBe(await tokens(["--messages", file, "Hello"]));
    const args = ["-c", `"${process.execPath}" "${bundle.entry}" run "What is 12 + 30?" --no-thinking -q < /dev/null`];
    const env = { ...process.env, QWERK_BACKEND: "cpu" };
    const { stdout, stderr } = spawnSync("bash", args, { cwd: ROOT, env, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "42\n", stderr: "" });
  });

  it("says what it waits for when a pipe gives nothing", async () => {
    const child = spawn(process.execPath, [bundle.entry, "run", "Hello"], { cwd: ROOT });
    const note = await new Promise<string>((resolve) => child.stderr.once("data", (chunk) => resolve(String(chunk))));
    child.kill("SIGKILL");
    expect(note).toBe("waiting for the end of standard input; < /dev/null gives none\n");
  });

  it("continues raw text as it is, control tokens and all", async () => {
    const story = cases.find(({ name }) => name === "story")!;
    const flags = ["--raw", "--greedy", "--ignore-eos", "--max-new", "12", "--json"];
    const plain = JSON.parse((await bundle.start(["run", ...flags], { stdin: story.prompt })).stdout);
    expect(plain.promptTokens).toBe(story.ids.length);
    expect(plain.tokens).toEqual(story.greedy.slice(0, 12));
    const templated = JSON.parse((await bundle.start(["run", add.prompt, ...flags])).stdout);
    expect(templated.promptTokens).toBe(add.ids.length);
    expect(templated.tokens).toEqual(add.greedy.slice(0, 12));
    const both = await bundle.start(["run", "x", "--raw", "--system", "y"]);
    expect(both).toMatchObject({ code: 2, stdout: "" });
    expect(both.stderr).toContain("'--raw' cannot be used with option '--system <text>'");
  });

  it("streams an object for each event, the last one the whole answer", async () => {
    const args = ["run", "What is 12 + 30?", "--greedy", "--stop", "2"];
    const { code, stdout, stderr } = await bundle.start([...args, "--json-stream"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const joined = (kind: string): string => events.map((event) => (event.kind === kind ? event.text : "")).join("");
    const { result } = events.at(-1);
    expect(result).toMatchObject({ text: "4", reasoning: "2 + 0 = 2, 1 + 3 = 4.", stopString: "2" });
    expect({ text: joined("text"), reasoning: joined("reasoning") }).toEqual({
      text: "4",
      reasoning: result.reasoning,
    });
    expect(events.filter(({ kind }) => kind === "token").map(({ token }) => token)).toEqual(result.tokens);
    expect(events.filter(({ kind }) => kind === "prefill").at(-1).done).toBe(result.promptTokens);
    expect(events.filter(({ kind }) => kind === "finished")).toHaveLength(1);
    const { timings: _, ...rest } = JSON.parse((await bundle.start([...args, "--json"])).stdout);
    expect(result).toMatchObject(rest);
    expect(rest.reasoningTokens).toBeGreaterThan(0);
    for (const bad of [
      ["--max-context", "4"],
      ["--temperature", "-1"],
      ["--max-new", "0"],
    ]) {
      const failed = await bundle.start(["run", "Hello", "--json-stream", ...bad]);
      expect(failed.code).toBeGreaterThan(1);
      const last = JSON.parse(failed.stdout.trimEnd());
      expect(last.kind).toBe("error");
      expect(Object.keys(last.error)).toEqual(["code", "message", "hint", "data"]);
    }
  });

  it("gives tool calls as such, and none of their markup", async () => {
    const file = join(folder, "tools.json");
    const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const tool = { name: "get_weather", description: "Weather of a city", parameters };
    const messages = [{ role: "user", content: "What is the weather in Paris?" }];
    writeFileSync(file, JSON.stringify({ messages, tools: [{ type: "function", function: tool }] }));
    const args = ["run", "--messages", file, "--no-thinking", "--greedy"];
    const call = { name: "get_weather", arguments: '{"city": "Paris"}' };
    const result = JSON.parse((await bundle.start([...args, "--json"])).stdout);
    expect(result).toMatchObject({ text: "", toolCalls: [call], finishReason: "stop" });
    const lines = (await bundle.start([...args, "--json-stream"])).stdout.trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind.startsWith("tool_call"));
    expect(events[0]).toEqual({ kind: "tool_call_start", index: 0, name: "get_weather" });
    expect(events.at(-1)).toEqual({ kind: "tool_call", index: 0, ...call });
    const { stdout, stderr } = await bundle.start([...args, "--quiet"]);
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: 'calls get_weather {"city": "Paris"}\n' });
  });

  it("says that an answer was cut inside its thinking, and gives no rate of a token", async () => {
    const { code, stdout, stderr } = await bundle.start(["run", "What is 12 + 30?", "--max-new", "1"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "\n" });
    expect(stderr).toContain("no answer: it was cut inside its thinking, after 1 token of it");
    expect(stderr).toContain("a larger --max-new, a --thinking-budget or --no-thinking");
    expect(stderr).toMatch(/prompt \d+ tokens at \d+ tok\/s · answer 1 token · first token after/);
    const quiet = await bundle.start(["run", "What is 12 + 30?", "--max-new", "1", "--quiet"]);
    expect(quiet.stderr).toMatch(/^no answer: .*\n {2}a larger .*\n$/);
    const context = await bundle.start(["run", "What is 12 + 30?", "--max-context", "24"]);
    expect(context.stderr).toContain("a larger --max-context, a --thinking-budget or --no-thinking");
  });

  it("hands its options to the template of a file", async () => {
    const file = join(folder, "template.jinja");
    writeFileSync(
      file,
      "<|im_start|>user\n{% if preserve_thinking and reasoning_effort == 'low' %}What is 17 + 25?{% else %}Hello{% endif %}" +
        "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
    );
    const flags = ["--greedy", "--chat-template", file];
    const changed = await bundle.start(["run", "x", ...flags, "--preserve-thinking", "--reasoning-effort", "low"]);
    expect(changed.stdout).toBe("42\n");
    expect((await bundle.start(["run", "x", ...flags])).stdout).toMatch(/^Hello/);
  });

  it("stops for a signal, keeps what is there and exits with its code", async () => {
    const args = ["run", "--tokens", add.ids.join(","), "--greedy", "--ignore-eos"];
    const codes = { SIGINT: 130, SIGTERM: 143 } as const;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const { code, stdout, stderr } = await bundle.start(args, { onFirstOutput: (child) => child.kill(signal) });
      expect(code).toBe(codes[signal]);
      expect(stdout).toMatch(/^4[\s\S]*\n$/);
      expect(stderr).toContain("cancelled");
    }
  });

  it("ends without a word when its reader has seen enough", () => {
    const command = `"${process.execPath}" "${bundle.entry}" run --tokens ${add.ids.join(",")} --greedy --ignore-eos`;
    const env = { ...process.env, QWERK_BACKEND: "cpu" };
    const args = ["-o", "pipefail", "-c", `${command} | head -c1`];
    const { status, stdout, stderr } = spawnSync("bash", args, { cwd: ROOT, env, encoding: "utf8" });
    // An answer that went on to its end would close with statistics.
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "4", stderr: "" });
  });

  const missing = missingAdapter("swiftshader");
  it.skipIf(missing !== undefined)(`answers on WebGPU and ends, device and all${skipNote(missing)}`, async () => {
    const args = ["run", "What is 12 + 30?", "--no-thinking", "--backend", "webgpu", "--adapter", "swiftshader"];
    const { code, stdout, stderr } = await bundle.start(args);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "42\n" });
    expect(stderr).toMatch(/webgpu \(SwiftShader .*\), exact/);
  });
});

describe("chat through a pipe", () => {
  it("answers each line and keeps the conversation", async () => {
    const saved = join(folder, "saved.json");
    const lines = [
      ...["What is 12 + 30?", "/thinking off", "Count from 3 \\", "to 9.", "", `/save ${saved}`, "/clear"],
      ...["What is 1 + 2?", "/quit", "Hello"],
    ];
    const { code, stdout, stderr } = await bundle.start(["chat", "--greedy"], { stdin: lines.join("\n") });
    expect(stdout).toBe("42\n3 4 5 6 7 8 9\n3\n");
    expect(code).toBe(0);
    expect(stderr).toContain("2 + 0 = 2");
    expect(JSON.parse(readFileSync(saved, "utf8"))).toEqual([
      { role: "user", content: "What is 12 + 30?" },
      { role: "assistant", content: "42", reasoning_content: "2 + 0 = 2, 1 + 3 = 4." },
      { role: "user", content: "Count from 3 \nto 9." },
      { role: "assistant", content: "3 4 5 6 7 8 9" },
    ]);
  });

  it("goes on after a line it cannot take, and says so in the exit code", async () => {
    const stdin = `/tinking off\n${"Repeat: river ".repeat(40)}\nWhat is 1 + 2?\n`;
    const { code, stdout, stderr } = await bundle.start(["chat", "--no-thinking", "--greedy", "--max-context", "64"], {
      stdin,
    });
    expect(stdout).toBe("3\n");
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean /thinking?");
    expect(stderr).toMatch(/the prompt has \d+ tokens; the context holds 64/);
  });

  it("draws a seed for each start and says it; the same seed gives the same answers", async () => {
    const flags = ["chat", "--no-thinking", "--temperature", "3", "--max-new", "12"];
    const stdin = "Hello\nWhat can you do?\n";
    const seedOf = (stderr: string): string => /· seed (\d+)$/m.exec(stderr)![1]!;
    const [first, second] = await Promise.all([bundle.start(flags, { stdin }), bundle.start(flags, { stdin })]);
    const seed = seedOf(first.stderr);
    expect(seedOf(second.stderr)).not.toBe(seed);
    const again = await bundle.start([...flags, "--seed", seed], { stdin });
    expect(again.stdout).toBe(first.stdout);
    expect(seedOf(again.stderr)).toBe(seed);
    expect((await bundle.start(["chat", "--greedy"], { stdin: "" })).stderr).not.toContain("seed");
  });

  it("takes blocks, settings and saved conversations, and shows the context", async () => {
    const file = join(folder, "with blanks.json");
    const lines = [
      ...['"""', "What is", '12 + 30?"""', "/set max-new 1", "What is 12 + 30?", "/continue", `/save "${file}"`],
      ...["/set max-new default", "/clear", `/load ${file}`, "What is 1 + 2?"],
    ];
    const flags = ["chat", "--no-thinking", "--greedy", "--max-context", "128"];
    const { code, stdout, stderr } = await bundle.start(flags, { stdin: lines.join("\n") });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n").slice(1)).toEqual(["4", "2", "3"]);
    expect(stderr).toMatch(/· context \d+ of 128 · stop$/m);
    const [first, , second, answer] = JSON.parse(readFileSync(file, "utf8"));
    expect(first).toEqual({ role: "user", content: "What is\n12 + 30?" });
    expect([second.content, answer.content]).toEqual(["What is 12 + 30?", "42"]);
    const open = await bundle.start(flags, { stdin: 'What is 1 + 2?\n"""\nnever closed' });
    expect(open).toMatchObject({ code: 2, stdout: "3\n" });
    expect(open.stderr).toContain("nothing of it was sent");
  });

  it("goes on with an answer that ran out of tokens", async () => {
    const stdin = "Count from 3 to 9.\n/continue\n/continue\n";
    const { stdout, stderr } = await bundle.start(["chat", "--no-thinking", "--greedy", "--max-new", "6"], { stdin });
    expect(stdout.replaceAll("\n", "")).toBe("3 4 5 6 7 8 9");
    expect(stderr).toContain("/continue goes on");
  });
});

describe("inspect", () => {
  const expected = { format: "safetensors", version: 1, identity: "qwen3_5", tensors: 104, bytes: 6_285_824 };

  it("reads a folder", async () => {
    const { code, stdout } = await bundle.start(["inspect", TINY_MODEL, "--json"]);
    const found = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(found).toMatchObject(expected);
    expect(found.byFormat).toEqual({ bf16: { tensors: 104, bytes: 6_274_056 } });
    expect(found.components.mtp).toEqual({ tensors: 15, bytes: 1_132_672 });
    expect(found.config.text.layerTypes).toHaveLength(4);
    const table = (await bundle.start(["inspect", TINY_MODEL])).stdout;
    expect(table).toMatch(/^text +56 +4,572,040 +4\.36 MiB$/m);
  });

  it("reads ranges of a server, and no tensor", async () => {
    const served: { path: string; bytes: number }[] = [];
    const server = await rangeServer(TINY_MODEL, served);
    const { port } = server.address() as AddressInfo;
    try {
      const { code, stdout } = await bundle.start(["inspect", `http://127.0.0.1:${port}/`, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject(expected);
      const weights = served.filter(({ path }) => path === "/model.safetensors");
      expect(weights.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(200_000);
    } finally {
      server.close();
    }
  });

  it("accepts and refuses containers by their directory", async () => {
    const cases = "test/fixtures/ninfer/cases";
    const good = await bundle.start(["inspect", `${cases}/v2_ok_base.ninfer`, "--json"]);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ format: "ninfer", version: 2, identity: "m/w", tensors: 1 });
    const bad = await bundle.start(["inspect", `${cases}/v2_bad_overlap.ninfer`, "--json"]);
    expect(bad.code).toBe(5);
    expect(JSON.parse(bad.stdout).error.message).toContain(
      "needed at least 300, the end of the object before, found 256",
    );
  });
});

/** Serves files of a folder by ranges, and records what it gave. */
function rangeServer(root: string, served: { path: string; bytes: number }[]): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    let content: Buffer;
    try {
      content = readFileSync(join(root, path));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
    const bytes = content.subarray(Number(first), Number(last) + 1);
    served.push({ path, bytes: bytes.length });
    const range = `bytes ${first}-${Number(first) + bytes.length - 1}/${content.length}`;
    response.writeHead(206, { "content-range": range }).end(bytes);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

describe("doctor and help", () => {
  it("reports the machine, the choice and its reason", async () => {
    const { code, stdout } = await bundle.start(["doctor", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.node).toBe(process.version);
    expect(report.backends.find(({ name }: { name: string }) => name === "cpu").available).toBe(true);
    expect(report.choice.available).toBe(true);
    expect(report.choice.reason).toMatch(/CUDA|hardware WebGPU adapter/);
    const missing = report.webgpu.libraries.filter(({ problem }: { problem?: string }) => problem?.includes(".so"));
    for (const { install } of missing) expect(install).toMatch(/^lib|^mesa/);
    const text = (await bundle.start(["doctor"])).stdout;
    expect(text).toContain("would use");
    expect(text).toContain("WebGPU adapters");
  });

  it("groups its help, with defaults and environment names", async () => {
    const { code, stdout } = await bundle.start(["run", "--help"]);
    expect(code).toBe(0);
    for (const group of ["Conversation:", "Thinking:", "Answer:", "Model:", "Memory:", "Sampling"]) {
      expect(stdout).toContain(group);
    }
    expect(stdout.replace(/\s+/g, " ")).toContain("(default: the embedded model, env: QWERK_MODEL)");
    expect((await bundle.start(["--help"])).stdout).toContain("completion");
    const nothing = await bundle.start([]);
    expect(nothing).toMatchObject({ code: 2, stdout: "" });
    expect(nothing.stderr).toContain("Usage: qwerk");
  });

  it("colours when told to, and not when told not to", async () => {
    const dim = "\u001b[2m";
    const args = ["run", "Hello", "--max-new", "2"];
    const forced = await bundle.start(args, { env: { NO_COLOR: "", FORCE_COLOR: "1" } });
    expect(forced.stderr).toContain(dim);
    expect(forced.stdout).not.toContain("\u001b");
    const both = await bundle.start(args, { env: { NO_COLOR: "1", FORCE_COLOR: "1" } });
    expect(both.stderr).not.toContain(dim);
  });
});
