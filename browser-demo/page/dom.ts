/** Elements by id and elements made, in a few lines; text always goes in as text, never as markup. */
import type { ErrorRecord } from "../../src/index.ts";

/** An element of the page's own HTML. Its absence is a fault of this page. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`index.html has no ${type.name} #${id}`);
  return found;
}

interface Properties {
  readonly className?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { className, text, attributes = {} }: Properties = {},
  children: readonly (Node | undefined)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

const NUMBERS = new Intl.NumberFormat("en-US");

/** `6,285,824 B`, which never breaks before its unit. */
export function exactBytes(bytes: number): string {
  return `${NUMBERS.format(bytes)}\u00a0B`;
}

/** `5.99 MiB`, for a glance; the exact count stands beside it. */
export function roundBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[power]}`;
}

export function count(value: number): string {
  return NUMBERS.format(value);
}

/** Hints name the command line's options; the page has fields for them. */
export function inPageWords(hint: string): string {
  return hint.replace(/--max-context (\d+)/g, "a context of $1 tokens").replace(/--backend cpu/g, "the CPU backend");
}

/** A typed error as a box: code, what was found and needed, the way out, and the facts behind it. */
export function errorBox({ name, code, message, hint, data }: ErrorRecord): HTMLElement {
  const facts = data === undefined || Object.keys(data).length === 0 ? undefined : JSON.stringify(data, null, 2);
  return make("div", { className: "error", attributes: { role: "alert", "data-code": code } }, [
    make("p", {}, [make("code", { text: `${name} ${code}` })]),
    make("p", { className: "message", text: message }),
    hint === undefined ? undefined : make("p", { className: "fix", text: inPageWords(hint) }),
    facts === undefined
      ? undefined
      : make("details", {}, [make("summary", { text: "Details" }), make("pre", { text: facts })]),
  ]);
}

/** Runs `draw` at most once a frame, however often it is asked to. */
export function oncePerFrame(draw: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

/** The whole number in a field, or undefined when it is empty. */
export function wholeNumberIn(field: HTMLInputElement): number | undefined {
  return field.value.trim() === "" ? undefined : Math.trunc(field.valueAsNumber);
}
