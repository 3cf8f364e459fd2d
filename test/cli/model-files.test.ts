/**
 * Models as people have them, at the command line: templates and end tokens in whatever file an exporter put them answer
 * as the embedded model does; files of another kind end in one line that names them, and in its way out.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { container } from "../artifact/flat-checkpoint.ts";
import { CliBundle, TINY_MODEL } from "./bundle.ts";

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-models-"));
let copies = 0;

beforeAll(() => bundle.build());
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const inTiny = (name: string): string => readFileSync(join(TINY_MODEL, name), "utf8");

/** A copy of the embedded model, some of its files others; undefined leaves one out. */
function model(files: Readonly<Record<string, string | Uint8Array | undefined>>): string {
  const copy = join(folder, String(copies++));
  cpSync(TINY_MODEL, copy, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) rmSync(join(copy, name));
    else writeFileSync(join(copy, name), content);
  }
  return copy;
}

function edited(name: string, change: (value: Record<string, unknown>) => void): Record<string, string> {
  const value = JSON.parse(inTiny(name));
  change(value);
  return { [name]: JSON.stringify(value) };
}

const run = (path: string, ...options: string[]) =>
  bundle.start(["run", "-m", path, "What is 12 + 30?", "--no-thinking", "--greedy", "--json", ...options]);

async function answer(path: string, ...options: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(path, ...options);
  return JSON.parse(stdout);
}

const ANSWER = { text: "42", finishReason: "stop" };

describe("tokenizer_config.json", () => {
  const template = inTiny("chat_template.jinja");
  const broken = "{{ raise_exception('the wrong template') }}";
  const without = { "chat_template.jinja": undefined };
  const listed = (forTools: string) => [
    { name: "default", template },
    { name: "tool_use", template: forTools },
  ];

  it("holds the template, as a text or in a list", async () => {
    const text = edited("tokenizer_config.json", (c) => Object.assign(c, { chat_template: template }));
    expect(await answer(model({ ...without, ...text }))).toMatchObject(ANSWER);
    const list = edited("tokenizer_config.json", (c) => Object.assign(c, { chat_template: listed(broken) }));
    const path = model({ ...without, ...list });
    expect(await answer(path)).toMatchObject(ANSWER);
    const conversation = join(folder, "tools.json");
    const tools = [{ type: "function", function: { name: "f", parameters: {} } }];
    writeFileSync(conversation, JSON.stringify({ messages: [{ role: "user", content: "Hello" }], tools }));
    const withTools = await bundle.start(["run", "-m", path, "--messages", conversation]);
    expect(withTools).toMatchObject({ code: 2, stdout: "" });
    expect(withTools.stderr).toContain("the wrong template");
  });

  it("names the tokens that a template writes", async () => {
    const own =
      "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + eos_token + '\\n' }}{% endfor %}" +
      "{{ '<|im_start|>assistant\\n<think>\\n\\n</think>\\n\\n' }}";
    const path = model({ "chat_template.jinja": own });
    const [ours, theirs] = await Promise.all([answer(path), answer(TINY_MODEL)]);
    expect(ours).toMatchObject(ANSWER);
    expect(ours["promptTokens"]).toBe(theirs["promptTokens"]);
  });

  it("ends the turn where generation_config.json forgets to", async () => {
    const forgetful = edited("generation_config.json", (c) => Object.assign(c, { eos_token_id: 1216 }));
    for (const files of [{ "generation_config.json": undefined }, forgetful]) {
      expect(await answer(model(files), "--max-new", "60")).toMatchObject(ANSWER);
    }
  });

  it("a model without any template names the folder and the way out", async () => {
    const path = model(without);
    const { error } = JSON.parse((await run(path)).stdout);
    expect(error).toMatchObject({ code: "no_chat_template", hint: expect.stringContaining("--chat-template") });
    expect(error.message).toContain(`${path}: found no chat template`);
  });
});

describe("stop strings", () => {
  it("that are a special token end on it, end tokens or not", async () => {
    const { stdout } = await bundle.start([
      ...["run", "What is 12 + 30?", "--no-thinking", "--greedy", "--ignore-eos", "--stop", "<|im_end|>", "--json"],
    ]);
    expect(JSON.parse(stdout)).toMatchObject(ANSWER);
  });
});

describe("what Python writes", () => {
  it("Infinity where nobody reads it", async () => {
    const config = inTiny("config.json").replace('"initializer_range": 0.02', '"initializer_range": Infinity');
    expect(config).toContain("Infinity");
    expect(await answer(model({ "config.json": config }))).toMatchObject(ANSWER);
  });

  it("a published top-p of 0, which is greedy", async () => {
    const path = model(edited("generation_config.json", (c) => Object.assign(c, { top_p: 0 })));
    const { stdout } = await bundle.start(["run", "-m", path, "What is 12 + 30?", "--no-thinking"]);
    expect(stdout).toBe("42\n");
  });
});

const GPTQ = edited("config.json", (c) => Object.assign(c, { quantization_config: { quant_method: "gptq", bits: 4 } }));

/** The embedded weights with one matrix under the name that packed ones have. */
function packedWeights(): Uint8Array {
  const bytes = readFileSync(join(TINY_MODEL, "model.safetensors"));
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const header = bytes.toString("utf8", 8, end);
  const renamed = header.replace(".mlp.up_proj.weight", ".mlp.up_proj.qweight");
  expect(renamed).not.toBe(header);
  return container({}, bytes.subarray(end), renamed);
}

describe("files of another kind", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"ab".repeat(32)}\nsize 6291456\n`;
  const gguf = Uint8Array.of(0x47, 0x47, 0x55, 0x46, 3, ...new Uint8Array(59));

  it.each([
    ["weights", { "model.safetensors": pointer }, "", "model.safetensors: this is a Git LFS pointer", "git lfs pull"],
    ["tokenizer", { "tokenizer.json": pointer }, "", "tokenizer.json: this is a Git LFS pointer", "git lfs pull"],
    ["template", { "chat_template.jinja": pointer }, "", "jinja: this is a Git LFS pointer", "git lfs pull"],
    ["a GGUF file", { "x.gguf": gguf }, "/x.gguf", "x.gguf: this is a GGUF file (version 3); qwerk reads", "original"],
    ["a folder of GGUF", { "x.gguf": gguf, "config.json": undefined }, "", "x.gguf, a GGUF file", "original"],
    ["a page", { "tokenizer.json": "<!DOCTYPE html><title>404</title>" }, "", 'is a web page ("404")', "again"],
    [
      "a quantised model",
      { ...GPTQ, "model.safetensors": packedWeights() },
      "",
      '"gptq" of 4 bits: GPTQ checkpoints are not supported',
      "original",
    ],
    ["a damaged tokenizer", { "tokenizer.json": "{}" }, "", "/tokenizer.json: model is missing", "again"],
  ] as const)("%s", async (_, files, file, says, hint) => {
    const path = model(files);
    const { code, stdout, stderr } = await bundle.start(["run", "-m", path + file, "Hi"]);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`qwerk: ${path}`);
    expect(lines[0]).toContain(says);
    expect(lines[1]).toContain(hint);
  });

  it("not a model that only says so: all its weights are plain", async () => {
    expect(await answer(model(GPTQ))).toMatchObject(ANSWER);
  });
});
