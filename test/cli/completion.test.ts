/**
 * Shell completion, asked in the shells themselves: each sources the script that the command prints, or finds it where it
 * looks by itself, and says what it offers for a line. The same lines give the same offers in every shell.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHELLS, type Shell } from "../../cli/completion.ts";
import { HANG_MS } from "../base/hang.ts";
import { skipNote } from "../base/skip.ts";
import { CliBundle, ROOT } from "./bundle.ts";

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-completion-"));
/** Where the shells stand: what is offered as files. */
const files = join(folder, "files");
const programs = join(folder, "bin");
const scripts = new Map<Shell, string>();

beforeAll(async () => {
  bundle.build();
  mkdirSync(files);
  // fish reads completions of programs that are there.
  mkdirSync(programs);
  writeFileSync(join(programs, "qwerk"), "", { mode: 0o755 });
  for (const name of ["model.ninfer", "model with blanks.ninfer", "notes.json"]) writeFileSync(join(files, name), "");
  for (const shell of SHELLS) {
    const { code, stdout } = await bundle.start(["completion", shell]);
    expect(code).toBe(0);
    scripts.set(shell, stdout);
  }
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

function whyMissing(shell: Shell): string | undefined {
  return spawnSync(shell, ["-c", "true"]).status === 0 ? undefined : `${shell} is not installed`;
}

const asker = (shell: Shell): string => join(ROOT, "test/cli/shells", `ask.${shell}`);

/** A file of the test's folder; its path. */
function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Arguments that start a shell which answers lines, with the script sourced. */
function sourcing(shell: Shell): string[] {
  const script = written(`script.${shell}`, scripts.get(shell)!);
  if (shell !== "zsh") return [asker(shell), script];
  const setup = written("setup.zsh", `autoload -Uz compinit; compinit -u -D; source ${script}\n`);
  return ["-f", asker(shell), setup, join(folder, "offers")];
}

/** What a shell offers for each of some lines. */
function offersFor(shell: Shell, args: readonly string[], lines: readonly string[]): string[][] {
  const path = `${programs}:${process.env["PATH"]}`;
  const env = { ...process.env, PATH: path, HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), TERM: "dumb" };
  const input = lines.map((line) => `${line}\n`).join("");
  const out = execFileSync(shell, args, { cwd: files, env, input, encoding: "utf8", timeout: HANG_MS });
  const answers = out.split(/^--\n/m);
  expect(answers.pop()).toBe("");
  return answers.map((answer) => answer.split("\n").filter((offer) => offer !== ""));
}

/** Each line with what is offered for its last word, in this order where it is an order of numbers or degrees. */
const EXPECTED: readonly (readonly [line: string, offers: readonly string[], order?: "ordered"])[] = [
  ["qwerk c", ["chat", "convert", "conformance", "completion"]],
  ["qwerk --", ["--version", "--help"]],
  ["qwerk help to", ["tokenize"]],
  ["qwerk completion z", ["zsh"]],
  ["qwerk convert --recipe t", ["tiny-w8"]],
  ["qwerk run --max", ["--max-new", "--max-context"]],
  ["qwerk inspect --", ["--json", "--help"]],
  // Only the first word is a command.
  ["qwerk run help ", []],
  ["qwerk help run --", ["--help"]],
  // Values: names, numbers by what is usual, lists by their last word; behind the option or in the same word.
  ["qwerk run --backend w", ["webgpu"]],
  ["qwerk run --backend=w", ["--backend=webgpu"]],
  ["qwerk run --adapter s", ["swiftshader"]],
  ["qwerk run --reasoning-effort m", ["minimal", "medium", "max"], "ordered"],
  ["qwerk run --max-context 1", ["16384", "131072"], "ordered"],
  ["qwerk run --max-context=1", ["--max-context=16384", "--max-context=131072"], "ordered"],
  ["qwerk chat --temperature ", ["0", "0.6", "0.7", "1"], "ordered"],
  ["qwerk conformance --profile e", ["exact"]],
  ["qwerk conformance --backend cpu,cuda-", ["cpu,cuda-emulated"]],
  ["qwerk conformance --backend=cpu,cuda-", ["--backend=cpu,cuda-emulated"]],
  // Files where a file is meant, and nothing where nobody can guess.
  ["qwerk inspect n", ["notes.json"]],
  ["qwerk inspect mod", ["model.ninfer", "model with blanks.ninfer"]],
  ["qwerk run --messages n", ["notes.json"]],
  ["qwerk run --messages=n", ["--messages=notes.json"]],
  ["qwerk run -m mod", ["model.ninfer", "model with blanks.ninfer"]],
  ...["run ", "run n", "run --system ", "run --stop n", "kernels ", "tokenize n", "doctor "].map(
    (line) => [`qwerk ${line}`, []] as const,
  ),
];

describe.each(SHELLS)("%s", (shell) => {
  const missing = whyMissing(shell);

  it.skipIf(missing !== undefined)(`offers what the words before allow${skipNote(missing)}`, () => {
    const lines = EXPECTED.map(([line]) => line);
    const offers = offersFor(shell, sourcing(shell), lines);
    const sorted = (words: readonly string[], order?: "ordered"): readonly string[] =>
      order === "ordered" ? words : words.toSorted();
    const found = EXPECTED.map(([line, , order], index) => [line, sorted(offers[index] ?? [], order)]);
    expect(found).toEqual(EXPECTED.map(([line, words, order]) => [line, sorted(words, order)]));
  });
});

const noZsh = whyMissing("zsh");

it.skipIf(noZsh !== undefined)(`zsh finds the script in $fpath${skipNote(noZsh)}`, () => {
  const functions = join(folder, "functions");
  mkdirSync(functions);
  writeFileSync(join(functions, "_qwerk"), scripts.get("zsh")!);
  const setup = written("fpath.zsh", `fpath=(${functions} $fpath); autoload -Uz compinit; compinit -u -D\n`);
  const lines = ["qwerk run --backend w", "qwerk help to"];
  const offers = offersFor("zsh", ["-f", asker("zsh"), setup, join(folder, "offers")], lines);
  expect(offers).toEqual([["webgpu"], ["tokenize"]]);
});

const noFish = whyMissing("fish");

it.skipIf(noFish !== undefined)(`fish finds the script among its completions${skipNote(noFish)}`, () => {
  const completions = join(folder, "config", "fish", "completions");
  mkdirSync(completions, { recursive: true });
  writeFileSync(join(completions, "qwerk.fish"), scripts.get("fish")!);
  const nothing = written("nothing.fish", "");
  expect(offersFor("fish", [asker("fish"), nothing], ["qwerk run --backend w"])).toEqual([["webgpu"]]);
});
