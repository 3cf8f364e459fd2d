/**
 * `npm run perf -- [names…] [--json FILE] [--record]`: runs the benchmarks, each in a process of its own. The file gets the
 * record of one name, or several by name, with the commit they were measured at; `--record` keeps each under
 * perf/records, and without it a run leaves nothing in the tree. A figure below its bar is shown, never hidden, and does
 * not fail the run: times belong to the machine, and tests hold no times.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine } from "./benchmark.ts";
import { runArguments } from "./run-arguments.ts";

const BENCHMARKS: Readonly<Record<string, string>> = {
  step: "the embedded model: prefill, decode, first token, native against portable kernels",
  "host-cost": "what a decode step of the 27B decoder costs the host, and the bytes it holds",
  llama: "two shapes in llama.cpp (node-llama-cpp), in the same run, and how steps grow with the context",
  tokenizer: "tokenizer against two others on the same text",
  formats: "loading a file against reading it, and what encoding each format takes and loses",
  activations: "what int8 activations cost the tiny model: perplexity, divergence, error of each product",
  bits: "hashes of what the fixtures' prompts give, to compare two commits by",
};

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(folder);

function usage(): never {
  console.error("usage: npm run perf -- [names…] [--json FILE] [--record]\n");
  for (const [name, about] of Object.entries(BENCHMARKS)) console.error(`  ${name.padEnd(12)} ${about}`);
  process.exit(2);
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

function commit(): string {
  const id = git("rev-parse", "--short=12", "HEAD");
  if (id === "") return "unknown";
  return git("status", "--porcelain", "--", "src", "shaders", "codegen", "cli") === "" ? id : `${id} with changes`;
}

/** Runs one benchmark. @returns its record, or undefined when it failed */
function runBenchmark(name: string, scratch: string): object | undefined {
  const result = join(scratch, `${name}.json`);
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const { status } = spawnSync(process.execPath, [tsx, join(folder, `${name}.ts`), "--json", result], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0 || !existsSync(result)) return undefined;
  return JSON.parse(readFileSync(result, "utf8")) as object;
}

function main(): void {
  const asked = runArguments(process.argv.slice(2), Object.keys(BENCHMARKS));
  if (asked === undefined) usage();
  const { names, file, keeps } = asked;
  const scratch = mkdtempSync(join(tmpdir(), "qwerk-perf-"));
  const day = new Date().toISOString().slice(0, 10);
  const records: Record<string, object> = {};
  try {
    for (const name of names) {
      const found = runBenchmark(name, scratch);
      if (found === undefined) {
        console.error(`${name}: failed`);
        process.exitCode = 1;
        continue;
      }
      const record = { name, date: day, commit: commit(), machine: machine(), ...found };
      records[name] = record;
      if (keeps) writeFileSync(join(folder, "records", `${name}-${day}.json`), `${JSON.stringify(record, null, 2)}\n`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const written = names.length === 1 ? records[names[0]!] : records;
  if (file !== undefined && written !== undefined) writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}

main();
