/** How many rows each parameter has that may share a matrix with others: needed to take matrices apart and to put them together. */
import type { Heights } from "../../artifact/ninfer/roles.ts";
import type { ModelConfig } from "./config.ts";

/** Rows of the parameters of a component, by the last two components of their names. */
export function heightsOf(component: string, config: ModelConfig): Heights {
  if (component === "text" || component === "mtp") return textHeights(config);
  return component === "vision" ? visionHeights(config) : {};
}

function textHeights({ text }: ModelConfig): Heights {
  const { queryHeads, keyValueHeads, headWidth } = text.attention;
  const { keyHeads, keyWidth, valueHeads, valueWidth } = text.linearAttention;
  return {
    "attention/query": queryHeads * headWidth,
    "attention/gate": queryHeads * headWidth,
    "attention/key": keyValueHeads * headWidth,
    "attention/value": keyValueHeads * headWidth,
    "gdn/query": keyHeads * keyWidth,
    "gdn/key": keyHeads * keyWidth,
    "gdn/value": valueHeads * valueWidth,
    "gdn/z": valueHeads * valueWidth,
    "gdn/a_projection": valueHeads,
    "gdn/b_projection": valueHeads,
    "mlp/gate": text.intermediateSize,
    "mlp/up": text.intermediateSize,
  };
}

function visionHeights({ vision }: ModelConfig): Heights {
  if (vision === undefined) return {};
  const names = ["query", "key", "value"].flatMap((part) => [`attention/${part}`, `attention/${part}_bias`]);
  return Object.fromEntries(names.map((name) => [name, vision.hiddenSize]));
}
