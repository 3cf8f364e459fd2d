/**
 * Which model runs where: choice, memory before loading, loading. One session worker holds the loaded model; another
 * choice ends it. Invariant: `ready` resolves only for what the fields say at that moment.
 */
import type { ErrorRecord, Profile, TokenEngineInfo } from "../../src/index.ts";
import { type BackendName, type CallClient, type ModelChoice, type ModelMemory, recordOf } from "../calls.ts";
import { byId, errorBox, exactBytes, roundBytes, wholeNumberIn } from "./dom.ts";
import { chosenFiles, droppedFiles } from "./local-files.ts";
import { memoryBar } from "./memory-bar.ts";

export interface ModelPanel {
  /** Plans the model anew, after the backend or the device changed. */
  refresh(): void;
  /** The session with its model loaded, loading it first where needed; undefined when that failed and was shown. */
  ready(): Promise<CallClient | undefined>;
}

interface Hooks {
  readonly openClient: () => CallClient;
  readonly backend: () => BackendName;
  readonly onPlan: (account: ModelMemory | ErrorRecord) => void;
}

export function createModelPanel({ openClient, backend, onPlan }: Hooks): ModelPanel {
  const drop = byId("drop", HTMLDivElement);
  const name = byId("model-name", HTMLElement);
  const state = byId("model-state", HTMLSpanElement);
  const memory = byId("memory", HTMLDivElement);
  const errors = byId("model-error", HTMLDivElement);
  const loadButton = byId("load", HTMLButtonElement);
  const bar = byId("load-progress", HTMLProgressElement);
  const status = byId("load-status", HTMLSpanElement);
  const embeddedButton = byId("use-embedded", HTMLButtonElement);
  const folderInput = byId("folder-input", HTMLInputElement);
  const fileInput = byId("file-input", HTMLInputElement);
  const profile = byId("profile", HTMLSelectElement);
  const maxContext = byId("max-context", HTMLInputElement);

  let model: ModelChoice = { kind: "embedded" };
  let client: CallClient | undefined;
  let loading: Promise<CallClient | undefined> | undefined;

  const showState = (text: string, kind: "idle" | "running" | "passed" | "failed"): void => {
    state.textContent = text;
    state.dataset["state"] = kind;
  };
  const request = () => {
    const tokens = wholeNumberIn(maxContext);
    return {
      model,
      backend: backend(),
      profile: profile.value as Profile,
      ...(tokens === undefined ? {} : { maxContext: tokens }),
    };
  };
  const endSession = (): void => {
    const ended = client;
    client = undefined;
    loading = undefined;
    ended?.close();
    bar.hidden = true;
    status.textContent = "";
    loadButton.disabled = false;
    showState("not loaded", "idle");
  };
  const showError = (record: ErrorRecord): void => {
    errors.replaceChildren(errorBox(record));
    showState("error", "failed");
  };
  const refresh = (): void => {
    endSession();
    errors.replaceChildren();
    memory.replaceChildren();
    const session = openClient();
    client = session;
    showState("planning", "running");
    session.call("plan", request()).then(
      (account) => {
        if (session !== client) return;
        memory.replaceChildren(memoryBar(account));
        if (loading === undefined) showState("not loaded", "idle");
        onPlan(account);
      },
      (error) => {
        if (session !== client) return;
        showError(recordOf(error));
        onPlan(recordOf(error));
      },
    );
  };
  const showLoaded = (info: TokenEngineInfo): void => {
    bar.hidden = true;
    status.textContent = `${info.device} · ${info.maxContext} tokens of context`;
    showState(`loaded on ${info.backend}`, "passed");
  };
  const load = async (session: CallClient): Promise<CallClient | undefined> => {
    errors.replaceChildren();
    loadButton.disabled = true;
    bar.hidden = false;
    bar.value = 0;
    status.textContent = "Compiling kernels…";
    showState("loading", "running");
    try {
      const info = await session.call("load", request(), ({ loadedBytes, totalBytes }) => {
        if (session !== client) return;
        bar.value = loadedBytes / totalBytes;
        status.textContent =
          loadedBytes === totalBytes
            ? `${exactBytes(totalBytes)} of weights there; compiling kernels…`
            : `${roundBytes(loadedBytes)} of ${roundBytes(totalBytes)}`;
      });
      if (session !== client) return undefined;
      showLoaded(info);
      return session;
    } catch (error) {
      if (session !== client) return undefined;
      endSession();
      client = openClient();
      showError(recordOf(error));
      return undefined;
    }
  };
  const ready = (): Promise<CallClient | undefined> => {
    client ??= openClient();
    loading ??= load(client);
    return loading;
  };
  const choose = (next: ModelChoice): void => {
    model = next;
    name.textContent = next.kind === "embedded" ? "tiny-hybrid, embedded" : `${next.name}, ${sizeOf(next)}`;
    embeddedButton.hidden = next.kind === "embedded";
    refresh();
  };

  loadButton.addEventListener("click", () => void ready());
  embeddedButton.addEventListener("click", () => choose({ kind: "embedded" }));
  profile.addEventListener("change", refresh);
  maxContext.addEventListener("change", refresh);
  for (const [button, input] of [
    ["choose-folder", folderInput],
    ["choose-file", fileInput],
  ] as const) {
    byId(button, HTMLButtonElement).addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files !== null && input.files.length > 0) choose(chosenFiles(input.files));
      input.value = "";
    });
  }
  acceptDrops(drop, choose, showError);
  return { refresh, ready };
}

function sizeOf(model: Extract<ModelChoice, { kind: "local" }>): string {
  const files = Object.values(model.files);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return `${files.length} ${files.length === 1 ? "file" : "files"}, ${roundBytes(bytes)}`;
}

/** The whole page takes drops, because a file dropped beside the box would replace the page. */
function acceptDrops(
  box: HTMLElement,
  choose: (model: ModelChoice) => void,
  fail: (record: ErrorRecord) => void,
): void {
  const mark = (over: boolean): void => {
    box.classList.toggle("over", over);
  };
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    if (event.dataTransfer === null) return;
    droppedFiles(event.dataTransfer).then(choose, (error) => fail(recordOf(error)));
  });
}
