/** The conformance suite in the page's worker, with the same report as the command line's. */
import { type Backend, DeviceLostError, openPageBackend, UsageError } from "../../src/index.ts";
import { opSuites } from "../../test/conformance/index.ts";
import { type ConformanceReport, createReport, skippedBackend } from "../../test/conformance/report.ts";
import { runSuites } from "../../test/conformance/run.ts";
import type { ConformanceEvent, ConformanceRequest } from "../calls.ts";

/** Commit the page was built from, put in when it is built. */
declare const QWERK_COMMIT: string;

/** @throws UsageError `no_case` when the query matches nothing */
export async function runConformance(
  request: ConformanceRequest,
  emit: (event: ConformanceEvent) => void,
): Promise<ConformanceReport> {
  const { backend: name, profiles, seed, query } = request;
  const facts = { commit: QWERK_COMMIT, seed };
  let backend: Backend;
  try {
    backend = (await openPageBackend(name)).backend;
  } catch (error) {
    if (!(error instanceof DeviceLostError)) throw error;
    return createReport([skippedBackend(name, error.message)], { ...facts, device: name });
  }
  const ops = [...opSuites.keys()];
  const rows = await runSuites(backend, [...opSuites.values()], {
    seed,
    nightly: false,
    profiles,
    ...(query === undefined ? {} : { query }),
    onRow: (row) => emit({ row, opIndex: ops.indexOf(row.id.split(/[: ]/, 1)[0]!), opCount: ops.length }),
  });
  await backend.dispose();
  if (rows.length === 0) {
    throw new UsageError("no_case", `no case matches "${query}"`, { hint: "try the name of an op, such as rms-norm" });
  }
  return createReport(rows, { ...facts, device: `${name}: ${backend.caps.device}` });
}
