/** Text to token ids and back at the command line. The right ids are those that Python's tokenizers gave. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJson } from "../../model/fixture-tensors.ts";
import { CliBundle, ROOT } from "../bundle.ts";

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

  it("refuse two forms of one answer", async () => {
    for (const [one, other] of [
      ["--pieces", "--count"],
      ["--pieces", "--json"],
      ["--count", "--json"],
    ] as const) {
      const { code, stdout, stderr } = await bundle.start(["tokenize", one, other, "hi"]);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain(`'${one}' cannot be used with option '${other}'`);
    }
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
