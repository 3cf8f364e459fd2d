/** Help as it is asked for in all three ways: it says what there is, and no command is missing from it or the README. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle, ROOT } from "./bundle.ts";

const bundle = new CliBundle();

beforeAll(() => bundle.build());
afterAll(() => bundle.remove());

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
});

describe("an option that a command does not have", () => {
  it.each([
    ["help", ["help", "run"]],
    ["kernels", ["kernels", "argmax"]],
    ["completion", ["completion", "bash"]],
  ])("of %s is refused by name, as JSON where it is --json", async (name, args) => {
    const { code, stdout, stderr } = await bundle.start([...args, "--json"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: "unknown_option", message: "unknown option '--json'" });
    expect(error.hint).toContain(`qwerk ${name} --help`);
  });
});
