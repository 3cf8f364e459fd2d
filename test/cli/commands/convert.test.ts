/** `qwerk convert`: a model by a recipe, its report, what is refused and where the way out is, a run that is interrupted. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle, TINY_MODEL } from "../bundle.ts";

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-convert-"));

beforeAll(() => bundle.build());
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const convert = (...args: string[]) => bundle.start(["convert", ...args]);

describe("convert", () => {
  it("writes a model that answers, verified", async () => {
    const out = join(folder, "lean.ninfer");
    const { code, stdout } = await convert(TINY_MODEL, "--recipe", "lean", "--out", out, "--verify", "--json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ out, recipe: "lean", bytes: statSync(out).size, files: 1 });
    expect(Object.keys(report.byFormat)).toContain("q4_g64_fp16");
    const [q4] = report.errors.filter((one: { format: string }) => one.format === "q4_g64_fp16");
    expect(q4.relativeError).toBeGreaterThan(0.05);
    expect(q4.relativeError).toBeLessThan(0.15);
    const answer = await bundle.start(["run", "What is 12 + 30?", "--no-thinking", "--quiet", "--model", out]);
    expect(answer.stdout.trim()).toBe("42");
  });

  it("writes parts, without a component, by a recipe of one's own", async () => {
    const recipe = join(folder, "own.toml");
    writeFileSync(recipe, 'name = "own"\n[[rule]]\nparameters = "**"\nformat = "bf16"\n');
    const out = join(folder, "own.ninfer");
    const args = ["--recipe", recipe, "--without", "vision,mtp", "--shard-bytes", "2000000"];
    const { code, stdout } = await convert(TINY_MODEL, ...args, "--out", out);
    expect(code).toBe(0);
    expect(stdout).toContain("in 3 files");
    const { stdout: found } = await bundle.start(["inspect", out, "--json"]);
    expect(JSON.parse(found).components).toEqual({ text: expect.any(Object) });
  });

  it("adds a draft head of the tokens that count most", async () => {
    const counts = join(folder, "counts.bin");
    writeFileSync(counts, Buffer.from(BigInt64Array.from({ length: 1280 }, (_, i) => BigInt(i % 7)).buffer));
    const out = join(folder, "draft.ninfer");
    const { code } = await convert(TINY_MODEL, "-r", "groupwise-int", "--draft-counts", counts, "-o", out);
    expect(code).toBe(0);
    const { stdout } = await bundle.start(["inspect", out, "--json"]);
    expect(JSON.parse(stdout).uses.proposal.tensors).toBe(2);
  });

  it("writes a directory alone", async () => {
    const out = join(folder, "sparse.ninfer");
    const { code } = await convert(TINY_MODEL, "--recipe", "keep", "--sparse", "--out", out);
    expect(code).toBe(0);
    const { size, blocks } = statSync(out);
    expect(size).toBeGreaterThan(6_000_000);
    expect(512 * blocks).toBeLessThan(200_000);
  });

  it.each([
    [["--recipe", "leen", "--out", "x"], 2, "unknown_recipe", "did you mean lean?"],
    [["--recipe", "lean", "--without", "mtp,visoin", "--out", "x"], 2, "invalid_argument", "Did you mean vision?"],
    [["--recipe", "lean", "--out", "no/such/x.ninfer"], 2, "out_folder_missing", null],
    [["--recipe", "lean", "--out", "package.json"], 2, "out_exists", "--force replaces it"],
    [["--recipe", "lean", "--shard-bytes", "5000", "--out", "x"], 2, "shard_too_small", "--shard-bytes must hold"],
    [["--recipe", "lean", "--draft-counts", "package.json", "--out", "x"], 2, "bad_token_counts", "1,280 rows"],
  ])("refuses %j", async (args, exit, error, hint) => {
    const { code, stdout } = await convert(TINY_MODEL, ...args, "--json");
    expect(code).toBe(exit);
    const shown = JSON.parse(stdout).error;
    expect(shown.code).toBe(error);
    if (hint === null) expect(shown.hint).toBeNull();
    else expect(shown.hint).toContain(hint);
    expect(existsSync("x")).toBe(false);
  });

  it("says of a disk that takes no more how much is needed, and leaves nothing on it", () => {
    const out = join(folder, "full.ninfer");
    // Blocks of 512 or 1,024 bytes, as the shell counts: either is less than the model.
    const line = `ulimit -f 2000; exec "$0" "$@" --recipe keep --out ${out} --json`;
    const { status, stdout } = spawnSync("bash", ["-c", line, process.execPath, bundle.entry, "convert", TINY_MODEL], {
      encoding: "utf8",
    });
    expect(status).toBe(4);
    expect(JSON.parse(stdout).error).toMatchObject({ code: "disk_full", hint: expect.stringContaining("make room") });
    expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual([]);
  });

  it("refuses what is no model, with its code", async () => {
    const missing = await convert(join(folder, "none"), "--recipe", "lean", "--out", join(folder, "x"), "--json");
    expect([missing.code, JSON.parse(missing.stdout).error.code]).toEqual([5, "model_not_found"]);
    const other = await convert("test", "--recipe", "lean", "--out", join(folder, "x"), "--json");
    expect([other.code, JSON.parse(other.stdout).error.code]).toEqual([5, "config_missing"]);
    expect(readdirSync(folder).some((name) => name.startsWith("x"))).toBe(false);
  });

  it("draws a model from a config, with a draft head where the recipe has one", async () => {
    const config = join(folder, "small.json");
    const sizes = { hidden_size: 128, intermediate_size: 256, num_hidden_layers: 4, vocab_size: 600 };
    writeFileSync(config, JSON.stringify({ model_type: "qwen3_5_text", ...sizes, tie_word_embeddings: true }));
    const out = join(folder, "small.ninfer");
    const { code, stdout } = await convert("--synthetic", config, "--seed", "5", "-r", "lean", "-o", out, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).byFormat.int32.bytes).toBe(4 * 595);
    const answer = await bundle.start(["run", "Hello", "--max-new", "4", "--quiet", "--ignore-eos", "--model", out]);
    expect(answer.code).toBe(0);
  });

  it.each([
    [[], "source_missing"],
    [[TINY_MODEL, "--synthetic", "qwen3.5-0.8b"], "source_twice"],
    [["--synthetic", "qwen3.5"], "unknown_model"],
  ])("needs one source: %j", async (args, error) => {
    const { code, stdout } = await convert(...args, "--recipe", "lean", "--out", join(folder, "x"), "--json");
    expect([code, JSON.parse(stdout).error.code]).toEqual([2, error]);
  });

  it("needs a recipe and a place", async () => {
    const { code, stderr } = await convert(TINY_MODEL, "--out", "x");
    expect(code).toBe(2);
    expect(stderr).toContain("--recipe");
  });
});
