/**
 * `qwerk chat` at a real terminal, driven through tmux: what a person sees and what a paste does. Without tmux these
 * tests are skipped; the rules themselves are held by the tests of the parts.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HANG_MS } from "../base/hang.ts";
import { CliBundle, ROOT } from "./bundle.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const bundle = new CliBundle();
const folder = mkdtempSync(join(tmpdir(), "qwerk-terminal-"));
let terminals = 0;
/** A server for each terminal: one that has lost its last session is ending, and takes no new one. */
const serverOf = (terminal: string): string => `qwerk-test-${process.pid}-${terminal}`;

beforeAll(() => {
  if (hasTmux) bundle.build();
});
afterAll(() => {
  if (hasTmux) for (let i = 0; i < terminals; i++) spawnSync("tmux", ["-L", serverOf(`t${i}`), "kill-server"]);
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A terminal with a chat in it. */
class Terminal {
  readonly #name = `t${terminals++}`;

  static async start(args: readonly string[], cache: string): Promise<Terminal> {
    const terminal = new Terminal();
    const flags = ["--backend", "cpu", "--no-thinking", "--greedy", ...args].join(" ");
    const command = `env QWERK_CACHE=${cache} NO_COLOR=1 ${process.execPath} ${bundle.entry} chat ${flags}; echo "exit $?"; sleep 600`;
    terminal.#tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      terminal.#name,
      "-x",
      "120",
      "-y",
      "60",
      "-c",
      ROOT,
      command,
    );
    await terminal.see("/help lists the commands");
    return terminal;
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync("tmux", ["-L", serverOf(this.#name), ...args], { encoding: "utf8" });
  }

  keys(...names: readonly string[]): void {
    this.#tmux("send-keys", "-t", this.#name, ...names);
  }

  type(text: string): void {
    this.#tmux("send-keys", "-t", this.#name, "-l", text);
  }

  enter(text: string): void {
    this.type(text);
    this.keys("Enter");
  }

  /** What a terminal sends for a paste: with marks, because the program asked for them. */
  paste(text: string): void {
    const file = join(folder, "paste");
    writeFileSync(file, text);
    this.#tmux("load-buffer", file);
    this.#tmux("paste-buffer", "-p", "-t", this.#name);
  }

  screen(): string {
    const text = this.#tmux("capture-pane", "-p", "-J", "-t", this.#name);
    return text.replace(/[ \t]+$/gm, "").trimEnd();
  }

  /** Waits until a text stands on the screen, or stands there so many times. */
  async see(text: string, times = 1): Promise<void> {
    for (const start = performance.now(); performance.now() - start < HANG_MS; ) {
      if (this.screen().split(text).length > times) return;
      await pause(100);
    }
    throw new Error(`never seen ${times} times: ${text}\n${this.screen()}`);
  }

  kill(): void {
    this.#tmux("kill-server");
  }
}

describe.skipIf(!hasTmux)(`chat at a terminal${hasTmux ? "" : " (skipped: no tmux)"}`, () => {
  it("takes a paste of several lines as one message, and a pasted slash as text", async () => {
    const saved = join(folder, "saved chat.json");
    const terminal = await Terminal.start([], folder);
    terminal.paste("What is 12 + 30?\n\tsecond\n\nfourth");
    await terminal.see("… fourth");
    terminal.keys("Enter");
    await terminal.see("· stop");
    terminal.paste("/clear the table");
    await terminal.see("> /clear the table");
    terminal.enter(" now");
    await terminal.see("· stop", 2);
    terminal.paste("/gone");
    await terminal.see("> /gone");
    terminal.keys("C-u");
    terminal.enter(`/save "${saved}"`);
    await terminal.see("4 messages written");
    const questions = JSON.parse(readFileSync(saved, "utf8")).filter(({ role }: { role: string }) => role === "user");
    expect(questions.map(({ content }: { content: string }) => content)).toEqual([
      "What is 12 + 30?\n\tsecond\n\nfourth",
      "/clear the table now",
    ]);
    // Recalled, it is still text.
    terminal.keys("Up", "Up");
    await terminal.see("> //clear the table now");
    terminal.keys("C-u");
    terminal.enter("/quit");
    await terminal.see("exit 0");
    terminal.kill();
  });

  it("takes typed blocks, keeps what was typed ahead, and keeps its history", async () => {
    const cache = mkdtempSync(join(folder, "cache-"));
    const first = await Terminal.start([], cache);
    first.enter('"""');
    await first.see("…");
    first.enter("What is");
    first.enter('1 + 2?"""');
    await first.see("· stop");
    first.enter("Count from 3 to 9.");
    first.enter("/set temperature 0.5");
    await first.see("3 4 5 6 7 8 9");
    await first.see("temperature is 0.5");
    first.keys("C-d");
    await first.see("exit 0");
    first.kill();
    const second = await Terminal.start([], cache);
    second.keys("Up");
    await second.see("> /set temperature 0.5");
    second.keys("Up");
    await second.see("> Count from 3 to 9.");
    second.keys("C-c");
    await second.see("Ctrl-C again");
    second.keys("C-c");
    await second.see("exit 130");
    second.kill();
  });

  it("shows the context, says when it is full, and goes on behind it", async () => {
    const terminal = await Terminal.start(["--max-context", "80", "--ignore-eos", "--max-new", "24"], folder);
    terminal.enter("Count from 3 to 9.");
    await terminal.see("context 44 of 80 · length");
    terminal.enter("Count from 2 to 8.");
    await terminal.see(
      "the context is full; /trim forgets the oldest turns, /clear all of them, then /continue goes on",
    );
    terminal.enter("Hello");
    await terminal.see("/trim forgets the oldest turns, /clear all of them; /retry then asks again");
    terminal.enter("/trim");
    await terminal.see("4 messages forgotten; context");
    terminal.enter("/retry");
    await terminal.see("· length", 3);
    terminal.kill();
  });

  it("needs no folder that can be written", async () => {
    const terminal = await Terminal.start([], "/proc/none");
    terminal.enter("What is 1 + 2?");
    await terminal.see("· stop");
    terminal.keys("Up");
    await terminal.see("> What is 1 + 2?", 2);
    terminal.kill();
  });
});
