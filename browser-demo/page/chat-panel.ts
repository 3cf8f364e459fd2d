/**
 * The chat: a conversation that streams, with reasoning folded, a stop button, and the account of each answer. The
 * conversation kept here is what the next prompt is made of; a stopped answer stays in it as far as it came.
 */
import type { GenerateEvent, GenerateRequest, Prompt } from "../../src/index.ts";
import { type CallClient, recordOf } from "../calls.ts";
import { byId, count, errorBox, make, oncePerFrame, wholeNumberIn } from "./dom.ts";

type Message = Extract<Prompt, { kind: "chat" }>["messages"][number];
type Result = Extract<GenerateEvent, { kind: "finished" }>["result"];

const REASONS = { stop: "finished", length: "token limit", cancelled: "stopped" } as const satisfies Record<
  Result["finishReason"],
  string
>;

function statistics(result: Result): HTMLElement {
  const { ttftMs, prefillTokensPerSecond, decodeTokensPerSecond } = result.timings;
  const items = [
    `${decodeTokensPerSecond.toFixed(1)} tok/s`,
    `TTFT ${count(Math.round(ttftMs))} ms`,
    `${count(result.tokens.length)} tokens`,
    `prompt ${count(result.promptTokens)} at ${prefillTokensPerSecond.toFixed(1)} tok/s`,
    REASONS[result.finishReason],
  ];
  return make(
    "p",
    { className: "stats", attributes: { "data-reason": result.finishReason } },
    items.map((text) => make("span", { text })),
  );
}

/** One answer on the page, drawn from the events so far. */
class AnswerView {
  readonly element: HTMLElement;
  readonly #body = make("div", { className: "text" });
  readonly #summary = make("summary", { text: "Reasoning" });
  readonly #reasoning = make("pre");
  readonly #fold = make("details", { className: "reasoning" }, [this.#summary, this.#reasoning]);
  readonly #ids = make("p", { className: "ids" });
  readonly #draw: () => void;
  text = "";
  reasoning = "";
  readonly #tokens: number[] = [];
  #prefill: string | undefined = "Loading the model…";

  constructor(onDrawn: () => void) {
    this.#fold.hidden = true;
    this.element = make("article", { className: "message answer", attributes: { "aria-label": "Answer" } }, [
      this.#fold,
      this.#body,
      this.#ids,
    ]);
    this.#draw = oncePerFrame(() => {
      this.#render();
      onDrawn();
    });
    this.#render();
  }

  started(): void {
    this.#prefill = "Reading the prompt…";
    this.#draw();
  }

  take(event: GenerateEvent): void {
    switch (event.kind) {
      case "prefill":
        this.#prefill = event.done < event.total ? `Prompt ${event.done} of ${event.total} tokens` : "";
        break;
      case "token":
        this.#tokens.push(event.token);
        break;
      case "reasoning":
        this.reasoning += event.text;
        break;
      case "text":
        this.text += event.text;
        break;
      case "finished":
        this.end(statistics(event.result));
        break;
      default:
        this.#other(event);
    }
    this.#draw();
  }

  end(last: HTMLElement): void {
    this.#prefill = undefined;
    this.#render();
    this.element.append(last);
    this.element.dataset["done"] = "true";
  }

  /** Tool calls and what else the parser may tell: shown as it is. */
  #other(event: unknown): void {
    this.text += `\n${JSON.stringify(event)}`;
  }

  #render(): void {
    this.#fold.hidden = this.reasoning === "";
    this.#reasoning.textContent = this.reasoning.trim();
    const open = this.text === "" && this.#prefill !== undefined;
    this.#summary.textContent = open ? "Thinking…" : "Reasoning";
    const waiting = this.text === "" && this.reasoning === "" ? this.#prefill : undefined;
    this.#body.textContent = waiting ?? this.text;
    this.#body.classList.toggle("waiting", waiting !== undefined);
    this.#body.hidden = this.#body.textContent === "";
    this.#ids.textContent = this.#tokens.join(" ");
  }
}

function requestOf(messages: readonly Message[]): GenerateRequest {
  const checked = (id: string): boolean => byId(id, HTMLInputElement).checked;
  const temperature = byId("temperature", HTMLInputElement);
  const maxNewTokens = wholeNumberIn(byId("max-new", HTMLInputElement));
  const seed = wholeNumberIn(byId("sampling-seed", HTMLInputElement));
  return {
    prompt: { kind: "chat", messages, thinking: checked("thinking") },
    sampling: {
      greedy: checked("greedy"),
      ...(temperature.value === "" ? {} : { temperature: temperature.valueAsNumber }),
      ...(seed === undefined ? {} : { seed }),
    },
    ...(maxNewTokens === undefined ? {} : { maxNewTokens }),
    ignoreEos: checked("ignore-end"),
  };
}

/** @param ready gives the session with a model loaded, or undefined when loading failed and was shown elsewhere */
export function createChatPanel(ready: () => Promise<CallClient | undefined>): void {
  const form = byId("chat-form", HTMLFormElement);
  const prompt = byId("prompt", HTMLTextAreaElement);
  const log = byId("messages", HTMLDivElement);
  const send = byId("send", HTMLButtonElement);
  const stop = byId("stop", HTMLButtonElement);
  const hints = byId("hints", HTMLDivElement);
  const showTokens = byId("show-tokens", HTMLInputElement);
  let messages: Message[] = [];
  let running: AbortController | undefined;

  const scroll = (): void => {
    const nearEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 160;
    if (nearEnd) log.scrollTop = log.scrollHeight;
  };
  const setRunning = (controller: AbortController | undefined): void => {
    running = controller;
    send.hidden = controller !== undefined;
    stop.hidden = controller === undefined;
  };
  const answer = async (view: AnswerView, conversation: Message[], controller: AbortController): Promise<void> => {
    const client = await ready();
    if (client === undefined) {
      const error = {
        name: "Error",
        code: "not_loaded",
        message: "the model is not loaded",
        hint: "see the model's box",
      };
      return view.end(errorBox(error));
    }
    view.started();
    const request = requestOf(conversation);
    if (controller.signal.aborted) return view.end(make("p", { className: "stats", text: "stopped" }));
    await client.call("generate", request, (event) => view.take(event), controller.signal);
    if (view.text === "" && view.reasoning === "") return;
    conversation.push({
      role: "assistant",
      content: view.text,
      ...(view.reasoning === "" ? {} : { reasoning_content: view.reasoning.trim() }),
    });
  };
  const ask = async (text: string): Promise<void> => {
    hints.remove();
    log.append(make("article", { className: "message question", text, attributes: { "aria-label": "You" } }));
    const view = new AnswerView(scroll);
    log.append(view.element);
    log.scrollTop = log.scrollHeight;
    const conversation = messages;
    conversation.push({ role: "user", content: text });
    const asked = conversation.length;
    const controller = new AbortController();
    setRunning(controller);
    try {
      await answer(view, conversation, controller);
    } catch (error) {
      view.end(errorBox(recordOf(error)));
    } finally {
      // A question without an answer must not shape the next prompt.
      if (conversation.length === asked) conversation.pop();
      if (running === controller) setRunning(undefined);
      scroll();
    }
  };
  const submit = (text: string): void => {
    if (text.trim() === "" || running !== undefined) return;
    prompt.value = "";
    void ask(text);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(prompt.value);
  });
  prompt.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit(prompt.value);
  });
  stop.addEventListener("click", () => running?.abort());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") running?.abort();
  });
  for (const hint of hints.querySelectorAll("button")) {
    hint.addEventListener("click", () => submit(hint.textContent ?? ""));
  }
  showTokens.addEventListener("change", () => log.classList.toggle("show-tokens", showTokens.checked));
  byId("new-chat", HTMLButtonElement).addEventListener("click", () => {
    running?.abort();
    messages = [];
    log.replaceChildren(hints);
    prompt.focus();
  });
}
