/** The conformance run: progress while it goes, failing rows as they come, and the report as a file. */

import type { Profile } from "../../src/index.ts";
import type { ConformanceReport } from "../../test/conformance/report.ts";
import type { ConformanceRow } from "../../test/conformance/run.ts";
import { type BackendName, type CallClient, type ConformanceEvent, recordOf } from "../calls.ts";
import { byId, count, errorBox, make, oncePerFrame, wholeNumberIn } from "./dom.ts";

/** Rows shown at most; the report has them all. */
const SHOWN_ROWS = 200;

function tableRow(row: ConformanceRow): HTMLElement {
  const cell = (text: string, code = false): HTMLElement =>
    make("td", {}, [code ? make("code", { text }) : make("span", { text })]);
  return make("tr", { className: row.result }, [
    cell(row.id, true),
    cell(row.criterion),
    cell(row.reason ?? row.result),
  ]);
}

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

function summaryOf({ passed, failed, skipped }: Tally): string {
  return `${count(passed)} passed · ${count(failed)} failed · ${count(skipped)} skipped`;
}

/** @param openClient starts a worker for one run; stopping ends it */
export function createConformancePanel(openClient: () => CallClient, backend: () => BackendName): void {
  const form = byId("conformance-form", HTMLFormElement);
  const start = byId("run-conformance", HTMLButtonElement);
  const stop = byId("stop-conformance", HTMLButtonElement);
  const link = byId("download-report", HTMLAnchorElement);
  const result = byId("conformance-result", HTMLDivElement);
  const bar = byId("conformance-progress", HTMLProgressElement);
  const status = byId("conformance-status", HTMLParagraphElement);
  const verdict = byId("conformance-verdict", HTMLSpanElement);
  const errors = byId("conformance-error", HTMLDivElement);
  const failures = byId("failures", HTMLDivElement);
  const failureRows = byId("failure-rows", HTMLTableSectionElement);
  let client: CallClient | undefined;

  const showVerdict = (text: string, state: "passed" | "failed" | "running"): void => {
    verdict.hidden = false;
    verdict.textContent = text;
    verdict.dataset["state"] = state;
  };
  const reset = (): void => {
    if (link.href !== "") URL.revokeObjectURL(link.href);
    link.hidden = true;
    result.hidden = false;
    failures.hidden = true;
    failureRows.replaceChildren();
    errors.replaceChildren();
    bar.value = 0;
    status.textContent = "Opening the backend…";
    showVerdict("running", "running");
  };
  const offer = (report: ConformanceReport): void => {
    link.href = URL.createObjectURL(new Blob([JSON.stringify(report)], { type: "application/json" }));
    link.download = `qwerk-conformance-${report.device.replace(/[^A-Za-z0-9.]+/g, "-").slice(0, 60)}.json`;
    link.hidden = false;
  };
  const setRunning = (running: boolean): void => {
    start.disabled = running;
    stop.hidden = !running;
  };
  const listen = (): ((event: ConformanceEvent) => void) => {
    const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
    let last: ConformanceEvent | undefined;
    const draw = oncePerFrame(() => {
      if (last === undefined || client === undefined) return;
      bar.value = Math.max(0, last.opIndex) / last.opCount;
      status.textContent = `${summaryOf(tally)} · ${last.row.id.split(/[: ]/, 1)[0]}`;
    });
    return (event) => {
      last = event;
      tally[event.row.result]++;
      if (event.row.result !== "passed" && failureRows.childElementCount < SHOWN_ROWS) {
        failures.hidden = false;
        failureRows.append(tableRow(event.row));
      }
      draw();
    };
  };
  const run = async (): Promise<void> => {
    reset();
    setRunning(true);
    client = openClient();
    const query = byId("query", HTMLInputElement).value.trim();
    const seed = wholeNumberIn(byId("seed", HTMLInputElement)) ?? Math.floor(Math.random() * 2 ** 31);
    const profiles = byId("profiles", HTMLSelectElement).value.split(",") as Profile[];
    const request = { backend: backend(), profiles, seed, ...(query === "" ? {} : { query }) };
    try {
      const report = await client.call("conformance", request, listen());
      client.close();
      client = undefined;
      const { summary, rows } = report;
      bar.value = 1;
      status.textContent = `${summaryOf(summary)} · seed ${report.seed} · ${report.device}`;
      const skippedAll = rows.every((row) => row.result === "skipped");
      if (skippedAll) failureRows.replaceChildren(...rows.map(tableRow));
      failures.hidden = failureRows.childElementCount === 0;
      const passed = summary.failed === 0 && !skippedAll;
      showVerdict(
        passed ? "all passed" : skippedAll ? "skipped" : `${count(summary.failed)} failed`,
        passed ? "passed" : "failed",
      );
      offer(report);
    } catch (error) {
      const record = recordOf(error);
      client?.close();
      client = undefined;
      showVerdict(record.code === "stopped" ? "stopped" : "error", "failed");
      if (record.code === "stopped") status.textContent = `Stopped · ${status.textContent}`;
      else errors.replaceChildren(errorBox(record));
    } finally {
      setRunning(false);
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (client === undefined) void run();
  });
  stop.addEventListener("click", () => client?.close());
}
