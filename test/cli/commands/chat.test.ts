/**
 * `qwerk chat` through a pipe: a line a message, its commands, its files, its exit code. At a terminal it is another
 * program for whoever types, tested in terminal.test.ts.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliBundle } from "../bundle.ts";

const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-chat-"));

beforeAll(() => bundle.build());
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
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
