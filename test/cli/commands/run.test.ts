/**
 * `qwerk run` as processes: what goes to which stream, exit codes, signals, pipes. The right answers are those of the
 * embedded model's fixtures: it adds small numbers and counts.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skipNote } from "../../base/skip.ts";
import { readJson } from "../../model/fixture-tensors.ts";
import { missingAdapter } from "../../webgpu/adapter.ts";
import { CliBundle, ROOT } from "../bundle.ts";

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
    expect(stderr).toMatch(
      /cpu \(WebAssembly SIMD(, relaxed dots)?, \d+ threads?\), exact · prompt \d+ tokens .* stop\n$/,
    );
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
