/**
 * Bad input at the command line: each fault ends with its exit code, a message that says what was found and needed, a
 * way out, and nothing on stdout; with --json the same as one object.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle, type Outcome, TINY_MODEL } from "./bundle.ts";

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-errors-"));

beforeAll(() => bundle.build());
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of the embedded model, with its text files only and the weights as `change` leaves them. */
function modelCopy(name: string, change: (copy: string) => void): string {
  const copy = join(folder, name);
  cpSync(TINY_MODEL, copy, { recursive: true });
  change(copy);
  return copy;
}

/** Replaces text of the safetensors header by other text of the same length. */
function editHeader(copy: string, from: string | RegExp, to: (found: string) => string): void {
  const path = join(copy, "model.safetensors");
  const bytes = readFileSync(path);
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const header = bytes.toString("latin1", 8, end);
  const edited = header.replace(from, to);
  expect(edited).not.toBe(header);
  bytes.write(edited.padEnd(header.length), 8, "latin1");
  writeFileSync(path, bytes);
}

function editConfig(copy: string, change: (config: Record<string, Record<string, unknown>>) => void): void {
  const path = join(copy, "config.json");
  const config = JSON.parse(readFileSync(path, "utf8"));
  change(config);
  writeFileSync(path, JSON.stringify(config));
}

interface Expected {
  readonly exit: number;
  readonly code: string;
  /** Texts the message holds: what was found, what was needed. */
  readonly says: readonly string[];
  readonly hint?: string;
}

/** Runs a command with and without --json and compares both with what is expected. */
async function refused(args: readonly string[], expected: Expected, stdin: string | Uint8Array = ""): Promise<void> {
  const check = (outcome: Outcome, message: string): void => {
    expect(outcome.code, message).toBe(expected.exit);
    for (const text of expected.says) expect(message).toContain(text);
    if (expected.hint !== undefined) expect(message).toContain(expected.hint);
  };
  const text = await bundle.start(args, { stdin });
  check(text, text.stderr);
  expect(text.stdout).toBe("");
  const asJson = await bundle.start([...args, "--json"], { stdin });
  const { error } = JSON.parse(asJson.stdout);
  check(asJson, `${error.message}\n${error.hint}`);
  expect(Object.keys(error)).toEqual(["code", "message", "hint", "data"]);
  expect(error.code).toBe(expected.code);
  expect(error.hint === null || error.hint.length > 0).toBe(true);
  expect(asJson.stderr).toBe("");
}

describe("usage", () => {
  it("suggests the near command, option and value", async () => {
    await refused(["rnu", "hi"], { exit: 2, code: "unknown_command", says: ["'rnu'"], hint: "Did you mean run?" });
    await refused(["run", "hi", "--maxnew", "3"], {
      ...{ exit: 2, code: "unknown_option", says: ["'--maxnew'"], hint: "Did you mean --max-new?" },
    });
    await refused(["run", "hi", "--backend", "webgup"], {
      ...{ exit: 2, code: "invalid_argument", says: ["'webgup'", "auto, cpu, webgpu"], hint: "Did you mean webgpu?" },
    });
  });

  it("says how to write a prompt that looks like options", async () => {
    const expected = { exit: 2, code: "unknown_option", says: ["'-3 + 5 = ?'"] };
    await refused(["run", "-3 + 5 = ?"], { ...expected, hint: "put -- before a prompt that begins with a dash" });
    await refused(["run", "What", "is", "it?"], {
      ...{ exit: 2, code: "excess_arguments", says: ["got 3"], hint: "quotes" },
    });
    const answered = await bundle.start(["run", "--no-thinking", "--max-new", "1", "--", "-3 + 5 = ?"]);
    expect(answered.code).toBe(0);
  });

  it("refuses values that mean nothing", async () => {
    await refused(["run", "hi", "--max-new", "0"], { exit: 2, code: "invalid_argument", says: ["'0'", "at least 1"] });
    await refused(["run", "hi", "--stop", ""], {
      exit: 2,
      code: "invalid_argument",
      says: ["--stop", "one character"],
    });
    await refused(["run", ""], {
      exit: 2,
      code: "empty_prompt",
      says: ["0 characters", "at least one"],
      hint: "qwerk run",
    });
    await refused(["run"], { exit: 2, code: "no_prompt", says: ["no prompt"], hint: "standard input" });
    await refused(["run", "--tokens", "1,x"], { exit: 2, code: "bad_tokens", says: ['"x"', "whole numbers"] });
    await refused(["run", "hi", "--tokens", "1"], { exit: 2, code: "two_prompts", says: ["--tokens", "a prompt"] });
  });

  it("refuses absurd sampling before a model is opened", async () => {
    const cases: [flag: string, value: string, needed: string][] = [
      ["--temperature", "-3", "from 0 to 3.4e38"],
      ["--top-p", "0", "above 0"],
      ["--min-p", "2", "from 0 to 1"],
      ["--presence-penalty", "1e9", "from -2 to 2"],
      ["--repetition-penalty", "0", "0.01 to 100"],
    ];
    for (const [flag, value, needed] of cases) {
      const args = ["run", "hi", "-m", "no-such-model", flag, value];
      const says = [`${flag} is ${Number(value)}`, needed];
      await refused(args, { exit: 2, code: "bad_sampling", says, hint: "default" });
    }
  });

  it("refuses numbers that are none, or out of range, with the flag", async () => {
    const cases: [flag: string, value: string, needed: string][] = [
      ["--max-new", "-1", "at least 1"],
      ["--max-new", "1e3", "at least 1"],
      ["--max-new", "99999999999999999999", "at most 9007199254740991"],
      ["--max-context", "1", "at least 2"],
      ["--prefill-chunk", "0", "at least 1"],
      ["--thinking-budget", "NaN", "at least 0"],
      ["--thinking-budget", "-5", "at least 0"],
      ["--seed", "1.5", "whole number"],
      ["--temperature", "nan", "a number such as 0.7"],
      ["--temperature", "0x10", "a number such as 0.7"],
      ["--top-p", "1e999", "a number such as 0.7"],
    ];
    for (const [flag, value, needed] of cases) {
      await refused(["run", "hi", flag, value], {
        ...{ exit: 2, code: "invalid_argument", says: [`'${flag} `, `'${value}'`, needed] },
      });
    }
    await refused(["run", "hi", "--top-k", "3000000000"], {
      ...{ exit: 2, code: "bad_sampling", says: ["--top-k is 3000000000", "2147483647"] },
    });
  });

  it("refuses wishes that contradict each other, and efforts nobody knows", async () => {
    await refused(["run", "hi", "--greedy", "--temperature", "1"], {
      ...{ exit: 2, code: "bad_sampling", says: ["--greedy is on and temperature is 1"], hint: "leave out --greedy" },
    });
    const { code } = await bundle.start(["run", "hi", "--greedy", "--temperature", "0", "--max-new", "1"]);
    expect(code).toBe(0);
    await refused(["run", "hi", "--reasoning-effort", "hgih"], {
      ...{ exit: 2, code: "invalid_argument", says: ["'hgih'", "none, minimal, low"], hint: "Did you mean high?" },
    });
  });

  it("refuses text that is not UTF-8, with the place", async () => {
    const bytes = Uint8Array.of(0x48, 0xc3, 0xa9, 0xff, 0x41);
    const expected = { exit: 2, code: "invalid_utf8", says: ["0xff", "offset 3"], hint: "UTF-8" };
    await refused(["run", "-"], expected, bytes);
    const outcome = await bundle.start(["chat"], { stdin: bytes });
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain("offset 3");
  });

  it("refuses conversations that are none", async () => {
    const file = join(folder, "messages.json");
    const image = '{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}';
    const cases: [code: string, content: string, says: string[]][] = [
      ["bad_messages", "{", ["not JSON"]],
      ["bad_messages", '{"messages": 3}', ["messages is 3", "a list"]],
      ["bad_messages", '[{"content": "hi"}]', ["messages[0].role is missing", "one of system"]],
      [
        "bad_messages",
        ...([
          '[{"role": "user", "content": "a"}, {"role": "asistant"}]',
          ["messages[1].role", "did you mean assistant?"],
        ] as [string, string[]]),
      ],
      ["bad_tools", '{"messages": [], "tools": {}}', ["tools is an object", "a list of tools"]],
      ["unknown_field", '{"messages": [], "temperature": 0}', ["temperature is no known field", "messages, tools"]],
      [
        "content_unsupported",
        `[{"role": "user", "content": [${image}]}]`,
        ["messages[0].content[0]", "images are not supported yet"],
      ],
    ];
    for (const [code, content, says] of cases) {
      writeFileSync(file, content);
      await refused(["run", "--messages", file, "-m", "no-such-model"], { exit: 2, code, says });
    }
    await refused(["run", "--messages", join(folder, "none")], {
      exit: 2,
      code: "file_unreadable",
      says: ["no such file"],
    });
  });
});

describe("device and room", () => {
  it("says what was tried when there is no adapter", async () => {
    const args = ["run", "hi", "--backend", "webgpu", "--adapter", "nonsense"];
    await refused(args, { exit: 3, code: "no_adapter", says: ["no WebGPU adapter", "nonsense"], hint: "driver" });
  });

  it("names both numbers when the prompt does not fit the context", async () => {
    const args = ["run", "hi", "--tokens", Array.from({ length: 20 }, () => 5).join(","), "--max-context", "16"];
    const expected = {
      exit: 4,
      code: "context_length_exceeded",
      says: ["20 tokens", "holds 16"],
      hint: "--max-context",
    };
    await refused(
      args.filter((arg) => arg !== "hi"),
      expected,
    );
    await refused(["run", "hi", "--max-context", "999999"], {
      ...{ exit: 4, code: "bad_max_context", says: ["999999", "4096"], hint: "--max-context 4096" },
    });
    const wide = modelCopy("wide-context", (path) =>
      editConfig(path, (config) => Object.assign(config["text_config"]!, { max_position_embeddings: 2 ** 30 })),
    );
    // Four bindings hold the pages of a layer: 4 * 3,758,038,912 of 40,960,065,536.
    await refused(["run", "hi", "-m", wide, "--max-context", "40000000"], {
      ...{ exit: 4, code: "binding_too_large", says: ["40,960,065,536 B"], hint: "a --max-context of 36 % of this" },
    });
  });

  it("refuses ids the model does not have", async () => {
    await refused(["run", "--tokens", "5,99999"], {
      exit: 2,
      code: "token_out_of_range",
      says: ["99999", "0 to 1279"],
    });
  });
});

describe("the world outside", () => {
  it("a host that is not there, a port nobody serves, URLs that are none", async () => {
    const unknown = ["run", "hi", "-m", "http://nowhere.invalid/m/"];
    await refused(unknown, { exit: 5, code: "source_unreadable", says: ["nowhere.invalid"], hint: "spelling" });
    const cases: [url: string, says: string, hint: string][] = [
      ["http://127.0.0.1:9/100%.safetensors", "percent sign", "%25"],
      ["http://:80/", "no valid URL", "host"],
      ["https://host:99999/m/", "no valid URL", "port"],
      ["ftp://host/m/", "ftp://", "http and https"],
      ["file:///m/", "a file: URL", "path"],
    ];
    for (const [url, says, hint] of cases) {
      await refused(["run", "hi", "-m", url], { exit: 5, code: "bad_url", says: [url, says], hint });
    }
  });

  it("a server that never answers", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m/`;
    try {
      const { code, stdout, stderr } = await bundle.start(["inspect", url], { env: { QWERK_HTTP_TIMEOUT: "0.2" } });
      expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
      expect(stderr).toContain(`${url}config.json: the server sent nothing for 0.2 s, the limit`);
      expect(stderr).toContain("raise QWERK_HTTP_TIMEOUT");
    } finally {
      server.close();
    }
    const bad = await bundle.start(["inspect", url], { env: { QWERK_HTTP_TIMEOUT: "soon" } });
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain("QWERK_HTTP_TIMEOUT is soon; needed seconds above 0");
  });

  it("output that cannot be written", () => {
    const args = ["-c", `"${process.execPath}" "${bundle.entry}" inspect "${TINY_MODEL}" > /dev/full`];
    const { status, stderr } = spawnSync("bash", args, { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "qwerk: standard output cannot be written: ENOSPC: no space left on device, write\n",
    });
  });

  it("a cache that cannot be written, which only some need", async () => {
    const env = { QWERK_CACHE: "/proc/none", QWERK_BACKEND: "auto" };
    const { code, stdout } = await bundle.start(["run", "What is 12 + 30?", "--no-thinking", "--greedy"], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "42\n" });
    const doctor = await bundle.start(["doctor", "--json"], { env });
    expect(doctor.code).toBe(0);
    expect(JSON.parse(doctor.stdout).cache).toMatchObject({ folder: null, writable: false });
    const needed = await bundle.start(["run", "hi", "--backend", "cuda-emulated"], { env });
    expect(needed.code).toBe(2);
    expect(needed.stderr).toContain("QWERK_CACHE is /proc/none, which cannot be created or written");
  });

  it("a template of the user's own is blamed under its name", async () => {
    const file = join(folder, "own.jinja");
    const cases: [text: string, code: string, says: string][] = [
      ["{{ bad", "template_damaged", ""],
      ["{{ raise_exception('not like this') }}", "template_refused", "not like this"],
    ];
    for (const [text, code, says] of cases) {
      writeFileSync(file, text);
      await refused(["run", "hi", "--chat-template", file], {
        ...{ exit: 2, code, says: [`--chat-template ${file}: `, says], hint: "mend the file" },
      });
    }
  });
});

describe("options of another backend", () => {
  it("are refused as flags, and rest in the environment", async () => {
    for (const [flag, value] of [["--adapter", "lavapipe"], ["--device", "0"], ["--no-cuda-graph"], ["--cuda-sync"]]) {
      await refused(["run", "hi", "--backend", "cpu", flag!, ...(value === undefined ? [] : [value])], {
        ...{ exit: 2, code: "unused_option", says: [`${flag} is `, "for cpu"], hint: "--backend" },
      });
    }
    for (const [flag, value] of [["--threads", "2"], ["--cpu-fma"]]) {
      await refused(["run", "hi", "--backend", "webgpu", flag!, ...(value === undefined ? [] : [value])], {
        ...{ exit: 2, code: "unused_option", says: [`${flag} is `, "for webgpu"], hint: "--backend" },
      });
    }
    const env = { QWERK_ADAPTER: "nosuch", QWERK_DEVICE: "9", QWERK_CUDA_SYNC: "1" };
    const run = await bundle.start(["run", "hi", "--backend", "cpu", "--max-new", "1", "--no-thinking", "--quiet"], {
      env,
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });

  it("are refused by the suite where none of its backends takes them", async () => {
    for (const [flag, value] of [["--adapter", "lavapipe"], ["--checked"], ["--threads", "2"], ["--cpu-fma"]]) {
      const args = ["conformance", "embedding", "--backend", "cuda-emulated", flag!];
      await refused([...args, ...(value === undefined ? [] : [value])], {
        ...{ exit: 2, code: "unused_option", says: [`${flag}: cuda-emulated`], hint: "to --backend" },
      });
    }
  });
});

describe("conformance", () => {
  it("fails where it compared nothing, and says what was missing", async () => {
    const args = ["conformance", "embedding", "--backend", "webgpu", "--adapter", "nosuch"];
    const text = await bundle.start(args);
    expect(text.code).toBe(3);
    expect(text.stdout).toMatch(/^0 passed, 0 failed, 1 skipped \(seed \d+; webgpu: missing\)\n$/);
    expect(text.stderr).toContain("skipped * @webgpu none: no WebGPU adapter; tried nosuch");
    const { code, stdout } = await bundle.start([...args, "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout).rows[0].reason).toContain("no WebGPU adapter");
    const some = await bundle.start(["conformance", "embedding", "--backend", "cpu,cuda"]);
    expect(some.code).toBe(3);
    expect(some.stdout).toMatch(/^[1-9]\d* passed, 0 failed, 1 skipped/);
    await refused(["conformance", "nonsense"], { exit: 2, code: "no_case", says: ['"nonsense"'], hint: "row's id" });
  });
});

describe("bad models", () => {
  it("a path that is nothing, a folder without a model", async () => {
    const missing = join(folder, "missing");
    const expected = { exit: 5, code: "model_not_found", says: ["missing", "needed a model"], hint: ".ninfer" };
    await refused(["run", "hi", "-m", missing], expected);
    await refused(["inspect", missing], expected);
    const empty = mkdtempSync(join(folder, "empty-"));
    await refused(["run", "hi", "-m", empty], { exit: 5, code: "config_missing", says: ["config.json"] });
  });

  it("weights that are cut short", async () => {
    const copy = modelCopy("truncated", (path) => truncateSync(join(path, "model.safetensors"), 5_000_000));
    for (const args of [
      ["run", "hi", "-m", copy],
      ["inspect", copy],
    ]) {
      await refused(args, {
        exit: 5,
        code: "source_truncated",
        says: ["model.safetensors", "found 5,000,000 bytes, needed 6,285,824"],
        hint: "did not finish",
      });
    }
  });

  it("a list stops after ten lines and says how many more; JSON has all", async () => {
    const layers = modelCopy("more-layers", (path) =>
      editConfig(path, (config) => {
        const text = config["text_config"]!;
        text["num_hidden_layers"] = 12;
        text["layer_types"] = Array.from({ length: 12 }, () => "full_attention");
      }),
    );
    // Attention has six tensors, MLP and norms of a layer five; three layers lack the first, eight are not there.
    const missing = 3 * 6 + 8 * (6 + 5);
    const { stderr } = await bundle.start(["run", "hi", "-m", layers]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(13);
    expect(lines[0]).toContain(`${layers}: ${missing} of `);
    expect(lines[11]).toBe(`  and ${missing - 10} more`);
    const { stdout } = await bundle.start(["run", "hi", "-m", layers, "--json"]);
    expect(JSON.parse(stdout).error.data.missing).toHaveLength(missing);
  });

  it("a tensor that is missing, one of another shape", async () => {
    const missing = modelCopy("missing-tensor", (path) =>
      editHeader(path, "model.language_model.norm.weight", () => "model.language_model.norm.height"),
    );
    const name = "model.language_model.norm.weight";
    await refused(["run", "hi", "-m", missing], { exit: 5, code: "tensors_mismatch", says: [name, "192"] });
    const reshaped = modelCopy("other-shape", (path) =>
      editHeader(
        path,
        /("model\.language_model\.layers\.0\.mlp\.gate_proj\.weight":\{[^}]*"shape":\[)512,\s?192/,
        (found) => found.replace(/512(,\s?)192$/, "192$1512"),
      ),
    );
    const says = ["layers.0.mlp.gate_proj.weight", "[192, 512]", "[512, 192]"];
    await refused(["run", "hi", "-m", reshaped], { exit: 5, code: "tensors_mismatch", says });
  });

  it("describes a checkpoint that lacks a tensor, and still calls it bad", async () => {
    const { code, stdout } = await bundle.start(["inspect", join(folder, "missing-tensor"), "--json"]);
    expect(code).toBe(5);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ format: "safetensors", tensors: 104, error: { code: "tensors_mismatch" } });
    expect(found.error.message).toContain("model.language_model.norm.weight");
  });

  it("a config of values nobody knows", async () => {
    const other = modelCopy("other-type", (path) =>
      editConfig(path, (config) => {
        Object.assign(config, { model_type: "llama" });
      }),
    );
    await refused(["run", "hi", "-m", other], { exit: 5, code: "model_type", says: ["llama", "qwen3_5"] });
    const layers = modelCopy("other-layers", (path) =>
      editConfig(path, (config) => {
        const text = config["text_config"] ?? (config as Record<string, unknown>);
        (text["layer_types"] as string[])[1] = "sliding_attention";
      }),
    );
    const outcome = await bundle.start(["run", "hi", "-m", layers, "--json"]);
    expect(outcome.code).toBe(5);
    expect(JSON.parse(outcome.stdout).error.message).toContain("sliding_attention");
  });
});
