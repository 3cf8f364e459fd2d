/** The checklist as rows: state, what was found, and for each failed one its fix. The memory row follows the model. */
import type { ErrorRecord } from "../../src/index.ts";
import { type CallClient, type CheckRow, type ModelMemory, recordOf } from "../calls.ts";
import { byId, exactBytes, inPageWords, make, roundBytes } from "./dom.ts";

const MARKS = { passed: "✓", warning: "!", failed: "✕", skipped: "–" } as const satisfies Record<
  CheckRow["state"],
  string
>;

function factList(facts: NonNullable<CheckRow["facts"]>): HTMLElement {
  const items = facts.flatMap(([name, value]) => [make("dt", { text: name }), make("dd", { text: value })]);
  return make("details", {}, [make("summary", { text: "Details" }), make("dl", {}, items)]);
}

function rowElement(row: CheckRow): HTMLElement {
  return make("li", { className: row.state, attributes: { "data-check": row.id, "data-state": row.state } }, [
    make("span", { className: "mark", text: MARKS[row.state], attributes: { role: "img", "aria-label": row.state } }),
    make("div", {}, [
      make("p", {}, [make("strong", { text: row.label }), make("span", { className: "found", text: row.found })]),
      row.fix === undefined ? undefined : make("p", { className: "fix", text: `Fix: ${row.fix}` }),
      row.facts === undefined ? undefined : factList(row.facts),
    ]),
  ]);
}

function memoryRow(account: ModelMemory): CheckRow {
  const { largestBuffer, allowedBufferBytes, totalBytes, machineBytes } = account;
  const base = { id: "memory", label: "Memory" } as const;
  const found =
    `${exactBytes(totalBytes)} needed; largest buffer ${exactBytes(largestBuffer.bytes)} of ` +
    `${exactBytes(allowedBufferBytes)} allowed`;
  if (largestBuffer.bytes > allowedBufferBytes) {
    const fix = `${largestBuffer.name} does not fit: lower the context, or use a smaller model or another backend`;
    return { ...base, state: "failed", found, fix };
  }
  if (machineBytes !== undefined && totalBytes > machineBytes) {
    const fix = `the browser reports about ${roundBytes(machineBytes)} of memory (it may report less than there is); lower the context or use a smaller model`;
    return { ...base, state: "warning", found, fix };
  }
  return { ...base, state: "passed", found };
}

/** Only a model that was understood can be too large; any other error is told where the model is chosen. */
function memoryFailure({ name, code, message, hint }: ErrorRecord): CheckRow {
  const base = { id: "memory", label: "Memory" } as const;
  if (name !== "CapacityError") return { ...base, state: "skipped", found: `the model was not opened (${code})` };
  const fix = inPageWords(hint ?? "choose another model or backend");
  return { ...base, state: "failed", found: message, fix };
}

export interface ChecksPanel {
  /** Runs the device's checks; resolves to whether WebGPU can be used. */
  run(): Promise<boolean>;
  showMemory(account: ModelMemory | ErrorRecord): void;
}

/** @param openClient starts a worker for one run */
export function createChecksPanel(openClient: () => CallClient): ChecksPanel {
  const list = byId("checks", HTMLOListElement);
  let memory: CheckRow | undefined;
  const put = (row: CheckRow): void => {
    const before = list.querySelector(`[data-check="${row.id}"]`);
    const element = rowElement(row);
    if (before !== null) before.replaceWith(element);
    else list.append(element);
  };
  return {
    async run() {
      list.replaceChildren();
      list.setAttribute("aria-busy", "true");
      const client = openClient();
      let usable = true;
      try {
        await client.call("check", null, (row) => {
          if (row.state === "failed") usable = false;
          put(row);
        });
      } catch (error) {
        usable = false;
        const { code, message, hint } = recordOf(error);
        const fix = hint ?? "reload the page";
        put({ id: "worker", label: "Worker", state: "failed", found: `${code}: ${message}`, fix });
      } finally {
        client.close();
        list.setAttribute("aria-busy", "false");
      }
      if (memory !== undefined) put(memory);
      return usable;
    },
    showMemory(account) {
      memory = "totalBytes" in account ? memoryRow(account) : memoryFailure(account);
      if (list.getAttribute("aria-busy") === "false") put(memory);
    },
  };
}
