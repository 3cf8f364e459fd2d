/**
 * The command as users have it, for tests: bundled once per test file into a folder of its own, so that nobody's build
 * of dist/ gets in the way, and started as a process.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const TINY_MODEL = join(ROOT, "test", "fixtures", "tiny-hybrid");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Called once, when stdout has given its first bytes. */
  readonly onFirstOutput?: (child: ChildProcess) => void;
}

export class CliBundle {
  readonly #folder = join(ROOT, "node_modules", `.qwerk-test-${process.pid}`);

  build(): void {
    execFileSync(process.execPath, ["scripts/build.mjs", this.#folder], { cwd: ROOT });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get entry(): string {
    return join(this.#folder, "qwerk.js");
  }

  start(args: readonly string[], options: StartOptions = {}): Promise<Outcome> {
    const env = { ...process.env, QWERK_BACKEND: "cpu", NO_COLOR: "1", ...options.env };
    const child = spawn(process.execPath, [this.entry, ...args], { cwd: ROOT, env });
    let stdout = "";
    let stderr = "";
    let first = options.onFirstOutput;
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      first?.(child);
      first = undefined;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(options.stdin ?? "");
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
    });
  }
}
