/** The report of a conformance run: one schema for the command line, the browser page and comparisons of machines. */
import type { ConformanceRow } from "./run.ts";

export const REPORT_SCHEMA = "qwerk-conformance/1";

export interface ConformanceReport {
  readonly schema: typeof REPORT_SCHEMA;
  readonly device: string;
  readonly commit: string;
  readonly seed: number;
  readonly summary: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly rows: readonly ConformanceRow[];
}

export function createReport(
  rows: readonly ConformanceRow[],
  facts: { readonly device: string; readonly commit: string; readonly seed: number },
): ConformanceReport {
  const count = (result: ConformanceRow["result"]): number => rows.filter((row) => row.result === result).length;
  const summary = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
  return { schema: REPORT_SCHEMA, ...facts, summary, rows };
}

/** A row that stands for a backend that could not be opened. */
export function skippedBackend(backend: string, reason: string): ConformanceRow {
  const error = { abs: 0, rel: 0 };
  return { id: `* @${backend}`, backend, candidate: "*", criterion: "none", result: "skipped", error, reason };
}
