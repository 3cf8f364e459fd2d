/**
 * Commands that run no model: token ids and back, kernels as one document, help. The right ids are those that Python's
 * tokenizers gave.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJson } from "../model/fixture-tensors.ts";
import { CliBundle, ROOT } from "./bundle.ts";

interface ModelFixtures {
  readonly cases: readonly { readonly name: string; readonly prompt: string; readonly ids: number[] }[];
}

const bundle = new CliBundle();
const { cases } = readJson<ModelFixtures>(join(ROOT, "test/fixtures/model.json"));

beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

describe("tokenize and detokenize", () => {
  const named = (name: string): { prompt: string; ids: number[] } => cases.find((one) => one.name === name)!;

  it.each(["tool", "chinese"])("give the ids of a prompt (%s), and its very bytes back", async (name) => {
    const { prompt, ids } = named(name);
    const there = await bundle.start(["tokenize"], { stdin: prompt });
    expect(there).toMatchObject({ code: 0, stdout: `${ids.join(",")}\n`, stderr: "" });
    expect((await bundle.start(["detokenize"], { stdin: there.stdout })).stdout).toBe(prompt);
    expect((await bundle.start(["tokenize", "--count", prompt])).stdout).toBe(`${ids.length}\n`);
  });

  it("keep blanks at either end, and plain text plain", async () => {
    const text = "\n <|im_end|> é😀 \n";
    const ids = JSON.parse((await bundle.start(["tokenize", "--json"], { stdin: text })).stdout).ids;
    expect(ids).toContain(1218);
    const plain = JSON.parse((await bundle.start(["tokenize", "--json", "--plain", text])).stdout);
    expect(plain.ids).not.toContain(1218);
    expect(plain.ids.length).toBeGreaterThan(ids.length);
    for (const given of [ids, plain.ids]) {
      expect((await bundle.start(["detokenize", given.join(" ")])).stdout).toBe(text);
      const json = await bundle.start(["detokenize", "--json"], { stdin: JSON.stringify(given) });
      expect(JSON.parse(json.stdout)).toEqual({ text });
    }
    const skipped = await bundle.start(["detokenize", "--skip-special", ids.join(",")]);
    expect(skipped.stdout).toBe("\n  é😀 \n");
    const lines = (await bundle.start(["tokenize", "--pieces", "42\n"])).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line.split("\t")[1]!)).join("")).toBe("42\n");
  });

  it("write the bytes of a character that is cut", async () => {
    const { ids } = JSON.parse((await bundle.start(["tokenize", "--json", "\u{1F9FF}"])).stdout);
    const command = `"${process.execPath}" "${bundle.entry}" detokenize ${ids[0]} | od -An -tx1`;
    const { execFileSync } = await import("node:child_process");
    expect(execFileSync("bash", ["-c", command], { encoding: "utf8" }).trim()).toMatch(/^f0/);
  });

  it("refuse what is nothing, no id, or of another vocabulary", async () => {
    const nothing = await bundle.start(["detokenize", "99999"]);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain("token id 99999: needed an id from 0 to 1241");
    expect((await bundle.start(["detokenize", "1,x"])).stderr).toContain('found "x", needed token ids');
    const model = join(ROOT, "test/fixtures/tiny-random");
    const without = await bundle.start(["tokenize", "-m", model, "hi", "--json"]);
    expect(without.code).toBe(5);
    expect(JSON.parse(without.stdout).error).toMatchObject({ code: "no_tokenizer" });
    expect(JSON.parse(without.stdout).error.message).toContain(join(model, "tokenizer.json"));
  });
});

describe("kernels --target ir", () => {
  it("is one JSON document that loses nothing", async () => {
    const { code, stdout } = await bundle.start(["kernels", "--target", "ir"]);
    expect(code).toBe(0);
    const kernels = JSON.parse(stdout) as { id: string; kernel: { name: string; body: unknown[] } }[];
    expect(new Set(kernels.map(({ id }) => id)).size).toBe(kernels.length);
    expect(kernels.length).toBeGreaterThan(15);
    for (const { kernel } of kernels) expect(kernel.body.length).toBeGreaterThan(0);
    // A number that JSON has no spelling for would have become null.
    expect(stdout).not.toContain("null");
    const wgsl = (await bundle.start(["kernels", "--target", "wgsl"])).stdout;
    expect(wgsl.match(/@compute/g)).toHaveLength(kernels.length);
    const some = JSON.parse((await bundle.start(["kernels", "argmax", "--target", "ir"])).stdout);
    expect(some.map(({ id }: { id: string }) => id)).toEqual(
      kernels.map(({ id }) => id).filter((id) => id.includes("argmax")),
    );
    const none = await bundle.start(["kernels", "nosuch", "--target", "ir"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain('no kernel\'s name contains "nosuch"');
  });
});

describe("help", () => {
  it("describes the commands and each of them", async () => {
    const all = await bundle.start(["help"]);
    expect(all.code).toBe(0);
    expect(all.stdout).toBe((await bundle.start(["--help"])).stdout);
    const commands = ["run", "chat", "inspect", "tokenize", "detokenize", "doctor", "conformance", "kernels"];
    for (const name of commands) expect(all.stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    const one = await bundle.start(["help", "kernels"]);
    expect(one.stdout).toBe((await bundle.start(["kernels", "--help"])).stdout);
  });

  it("of a command that is not there names the near one", async () => {
    const near = await bundle.start(["help", "kernel"]);
    expect(near).toMatchObject({ code: 2, stdout: "" });
    expect(near.stderr).toBe("qwerk: help: there is no command kernel\n  did you mean kernels?\n");
    const far = await bundle.start(["help", "nosuch"]);
    expect(far.code).toBe(2);
    expect(far.stderr).toContain("there are run, chat, inspect");
  });

  it("every command stands in the README", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    for (const name of ["run", "chat", "inspect", "tokenize", "detokenize", "doctor", "conformance", "kernels"]) {
      expect(readme).toContain(`\`qwerk ${name}`);
    }
    expect(readme).toContain("`qwerk completion");
  });
});
