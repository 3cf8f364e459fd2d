/** What a model takes, as a bar in proportion and exact bytes, before it is loaded. */
import type { ModelMemory } from "../calls.ts";
import { count, exactBytes, make, roundBytes } from "./dom.ts";

const PARTS = [
  ["weights", "Weights"],
  ["keyValues", "Keys and values"],
  ["states", "Recurrent states"],
  ["other", "Working memory"],
] as const satisfies readonly (readonly [keyof ModelMemory["memory"], string])[];

export function memoryBar(account: ModelMemory): HTMLElement {
  const { totalBytes, machineBytes, memory } = account;
  const scale = Math.max(totalBytes, machineBytes ?? 0);
  const label = `${exactBytes(totalBytes)} needed${machineBytes === undefined ? "" : ` of about ${roundBytes(machineBytes)}`}`;
  const segments = PARTS.map(([part]) => {
    const segment = make("span", { className: `part ${part}` });
    segment.style.flexGrow = String(memory[part] / scale);
    return segment;
  });
  const bar = make("div", { className: "bar", attributes: { role: "img", "aria-label": label } }, segments);
  const legend = PARTS.map(([part, name]) =>
    make("li", {}, [
      make("span", { className: `swatch ${part}` }),
      make("span", { text: name }),
      make("span", { className: "bytes", text: exactBytes(memory[part]) }),
    ]),
  );
  const machine = machineBytes === undefined ? "" : ` The browser reports about ${roundBytes(machineBytes)} of memory.`;
  return make("div", { className: "memory" }, [
    make("p", {}, [
      make("strong", { text: exactBytes(totalBytes), attributes: { id: "memory-total" } }),
      make("span", { text: ` (${roundBytes(totalBytes)}) for ${count(account.maxContext)} tokens.${machine}` }),
    ]),
    bar,
    make("ul", { className: "legend" }, legend),
    ...account.notes.map((text) => make("p", { className: "note", text })),
  ]);
}
