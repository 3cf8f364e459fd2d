/** Entry of the page: makes the panels and tells each what the others chose. No engine code runs in this thread. */
import { type BackendName, CallClient } from "../calls.ts";
import { createChatPanel } from "./chat-panel.ts";
import { createChecksPanel } from "./checks-panel.ts";
import { createConformancePanel } from "./conformance-panel.ts";
import { byId } from "./dom.ts";
import { createModelPanel } from "./model-panel.ts";

function openClient(): CallClient {
  return new CallClient(new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "qwerk" }));
}

const backendField = byId("backend", HTMLFieldSetElement);
const option = (name: BackendName): HTMLInputElement =>
  backendField.querySelector<HTMLInputElement>(`input[value="${name}"]`)!;
const backend = (): BackendName => (option("cpu").checked ? "cpu" : "webgpu");

const checks = createChecksPanel(openClient);
const model = createModelPanel({ openClient, backend, onPlan: (account) => checks.showMemory(account) });
createConformancePanel(openClient, backend);
createChatPanel(() => model.ready());

/** Falls back to the CPU where WebGPU cannot run; never back by itself. */
async function check(): Promise<void> {
  const usable = await checks.run();
  option("webgpu").disabled = !usable;
  if (!usable) option("cpu").checked = true;
  model.refresh();
}

byId("no-script", HTMLParagraphElement).remove();
backendField.addEventListener("change", () => model.refresh());
byId("check-again", HTMLButtonElement).addEventListener("click", () => void check());
void check();
