/**
 * What every benchmark shares: order statistics, facts of the machine, and the way a result is printed and handed to
 * `perf/run.ts`. A benchmark is a program of its own, so that none runs in code another one has warmed up. Whoever
 * reads a record compares ratios and counts; absolute times belong to the machine and the load named beside them.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";

export const SEED = 20260;

type Cell = string | number | boolean;
export type Row = Readonly<Record<string, Cell>>;

/** One measured figure against its bar, where there is one. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: { readonly kind: "at least" | "at most"; readonly value: number };
}

export interface Report {
  readonly what: string;
  readonly about: string;
  readonly figures: readonly Figure[];
  /** Further tables by title. */
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
  readonly notes?: readonly string[];
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  /** Mean number of running programs over the last minute: above `cores`, times are too long. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Numbers in [0, 1), the same on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function meets({ value, bar }: Figure): boolean | undefined {
  if (bar === undefined) return undefined;
  return bar.kind === "at least" ? value >= bar.value : value <= bar.value;
}

function shortNumber(value: number): number {
  if (Number.isInteger(value)) return value;
  return Number(value.toPrecision(4));
}

function figureRow(figure: Figure): Row {
  const { name, value, unit, bar } = figure;
  const met = meets(figure);
  return {
    figure: name,
    value: shortNumber(value),
    unit,
    bar: bar === undefined ? "" : `${bar.kind} ${bar.value}`,
    met: met === undefined ? "" : met ? "yes" : "no",
  };
}

/** Prints a report, and writes it to the file `--json` names. */
export function publish(report: Report): void {
  console.log(`\n${report.what}: ${report.about}`);
  if (report.figures.length > 0) console.table(report.figures.map(figureRow));
  for (const [title, rows] of Object.entries(report.tables ?? {})) {
    console.log(title);
    console.table(rows);
  }
  for (const note of report.notes ?? []) console.log(`note: ${note}`);
  const at = process.argv.indexOf("--json");
  const file = at < 0 ? undefined : process.argv[at + 1];
  if (file === undefined) return;
  const figures = report.figures.map((f) => ({ ...f, value: shortNumber(f.value), met: meets(f) }));
  writeFileSync(file, `${JSON.stringify({ ...report, figures, machine: machine(), seed: SEED }, null, 2)}\n`);
}
