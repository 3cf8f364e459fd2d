/**
 * The order in which a container's parameters stand, which of them may share a matrix, and the names of what multiplies
 * them. Separate from the names themselves (`container-names.ts`), because readers need no order. It is the order of
 * published files: two writers give the same list of objects.
 */
import type { ModelConfig } from "./config.ts";

const SIDES = ["query", "key", "value"];

const MLP = ["post_attention_norm", "mlp/gate", "mlp/up", "mlp/down"];
const DELTA_RULE = [
  "input_norm",
  ...["a_log", "dt_bias", "convolution", "a_projection", "b_projection"].map((name) => `gdn/${name}`),
  ...["query", "key", "value", "z", "norm", "output"].map((name) => `gdn/${name}`),
  ...MLP,
];
const ATTENTION = [
  "input_norm",
  ...["query", "gate", "key", "value", "query_norm", "key_norm", "output"].map((name) => `attention/${name}`),
  ...MLP,
];
const VISION_BLOCK = [
  ...["norm1_weight", "norm1_bias", "norm2_weight", "norm2_bias"],
  ...SIDES.flatMap((side) => [`attention/${side}`, `attention/${side}_bias`]),
  ...["attention/output", "attention/output_bias", "mlp/fc1", "mlp/fc1_bias", "mlp/fc2", "mlp/fc2_bias"],
];
const DRAFT_BLOCK = [
  ...["input_norm", "post_attention_norm", "attention/query", "attention/key", "attention/value"],
  ...["attention/query_norm", "attention/key_norm", "attention/output", "mlp/gate", "mlp/up", "mlp/down"],
  ...["attention_conv", "mlp_conv"].flatMap((part) => [`${part}/base_kernel`, `${part}/kernel_projection`]),
];

/** Runs that may be one matrix, wide ones before narrow ones, by the kind of layer. */
const DELTA_RULE_FUSIONS = [
  ["gdn/query", "gdn/key", "gdn/value", "gdn/z"],
  ["gdn/query", "gdn/key"],
  ["gdn/value", "gdn/z"],
  ["gdn/a_projection", "gdn/b_projection"],
  ["mlp/gate", "mlp/up"],
];
const ATTENTION_FUSIONS = [
  ["attention/query", "attention/key", "attention/gate", "attention/value"],
  ["attention/query", "attention/key"],
  ["attention/gate", "attention/value"],
  ["mlp/gate", "mlp/up"],
];
const VISION_FUSIONS = [SIDES.map((side) => `attention/${side}`), SIDES.map((side) => `attention/${side}_bias`)];
const DRAFT_FUSIONS = [SIDES.map((side) => `attention/${side}`), ["mlp/gate", "mlp/up"]];

const DRAFTERS = ["dflash", "dflash2"];

interface Place {
  readonly prefix: string;
  readonly names: readonly string[];
  readonly fusions: readonly (readonly string[])[];
}

/** Everything with a place of its own: layers, and what stands around them. */
function places({ text, vision }: ModelConfig, draftLayers: ReadonlyMap<string, number>): readonly Place[] {
  const single = (prefix: string, ...names: string[]): Place => ({ prefix: `${prefix}/`, names, fusions: [] });
  const many = (count: number, of: (i: number) => Place): readonly Place[] =>
    Array.from({ length: count }, (_, i) => of(i));
  return [
    single("text", "token_embedding", "output_head", "final_norm"),
    ...text.layerTypes.map((type, layer): Place => {
      const prefix = `text/layers/${layer}/`;
      return type === "full_attention"
        ? { prefix, names: ATTENTION, fusions: ATTENTION_FUSIONS }
        : { prefix, names: DELTA_RULE, fusions: DELTA_RULE_FUSIONS };
    }),
    single("mtp", "input_projection", "embedding_norm", "hidden_norm", "final_norm"),
    ...many(text.mtpLayers, (layer) => ({
      ...{ prefix: `mtp/layers/${layer}/`, names: ATTENTION, fusions: ATTENTION_FUSIONS },
    })),
    single("vision", "patch_embedding", "patch_embedding_bias", "position_embedding"),
    ...many(vision?.depth ?? 0, (block) => ({
      ...{ prefix: `vision/layers/${block}/`, names: VISION_BLOCK, fusions: VISION_FUSIONS },
    })),
    single("vision/merger", "norm_weight", "norm_bias", "fc1", "fc1_bias", "fc2", "fc2_bias"),
    ...[...draftLayers].flatMap(([drafter, layers]) => [
      single(drafter, "feature_projection", "context_norm", "final_norm"),
      ...many(layers, (layer) => ({
        ...{ prefix: `${drafter}/layers/${layer}/`, names: DRAFT_BLOCK, fusions: DRAFT_FUSIONS },
      })),
      ...["hidden_projection", "predecessor_codebook", "successor_codebook"].map((name) =>
        single(`${drafter}/candidate_selector`, name),
      ),
    ]),
    single("proposal", "head", "token_ids"),
  ];
}

export interface ContainerOrder {
  /** `names` in the container's order; names nobody knows come last, as they were given. */
  readonly names: readonly string[];
  readonly fusions: readonly (readonly string[])[];
}

/** @param names of all parameters there are */
export function containerOrder(config: ModelConfig, names: readonly string[]): ContainerOrder {
  const there = new Set(names);
  const draftLayers = new Map(DRAFTERS.flatMap((drafter) => countLayers(drafter, names)));
  const all = places(config, draftLayers);
  const ordered = all.flatMap(({ prefix, names: own }) => own.map((name) => prefix + name));
  const fusions = all.flatMap(({ prefix, fusions: own }) => own.map((run) => run.map((name) => prefix + name)));
  return {
    names: [...new Set([...ordered.filter((name) => there.has(name)), ...names])],
    fusions: fusions.filter((run) => run.every((name) => there.has(name))),
  };
}

function countLayers(drafter: string, names: readonly string[]): readonly (readonly [string, number])[] {
  const own = names.filter((name) => name.startsWith(`${drafter}/`));
  if (own.length === 0) return [];
  const layers = new Set(own.flatMap((name) => name.match(/^\w+\/layers\/(\d+)\//)?.[1] ?? []));
  return [[drafter, layers.size]];
}

/** Drafters project keys and values of the context with the matrices of their own. */
export function contextAliases(names: readonly string[]): ReadonlyMap<string, string> {
  const own = names.filter((name) => /^dflash2?\/layers\/\d+\/attention\/(key|value)$/.test(name));
  return new Map(own.map((name) => [name.replace(/(\w+)$/, "context_$1"), name]));
}

/** What a parameter is multiplied with, by the end of its name. `<l>` is its layer, `<c>` its component. */
const INPUTS: readonly (readonly [pattern: RegExp, input: string])[] = [
  [
    /^(text|mtp)\/.*\/(attention\/(query|key|gate|value)|gdn\/(query|key|value|z|a_projection|b_projection))$/,
    "<l>/mixer_input",
  ],
  [/^(text|mtp)\/.*\/attention\/output$/, "<l>/attention/gated_output"],
  [/^text\/.*\/gdn\/output$/, "<l>/gdn/gated_output"],
  [/^(text|mtp)\/.*\/mlp\/(gate|up)$/, "<l>/ffn_input"],
  [/^(text|mtp)\/.*\/mlp\/down$/, "<l>/mlp/product"],
  [/^mtp\/input_projection$/, "mtp/stem_input"],
  [/^vision\/patch_embedding$/, "vision/patch_input"],
  [/^vision\/layers\/.*\/attention\/(query|key|value)$/, "<l>/attention_input"],
  [/^vision\/layers\/.*\/attention\/output$/, "<l>/attention_output"],
  [/^vision\/layers\/.*\/mlp\/fc1$/, "<l>/mlp_input"],
  [/^vision\/layers\/.*\/mlp\/fc2$/, "<l>/mlp_activation"],
  [/^vision\/merger\/fc1$/, "vision/merger/input"],
  [/^vision\/merger\/fc2$/, "vision/merger/activation"],
  [/^dflash2?\/feature_projection$/, "<c>/target_features"],
  [/^dflash2?\/layers\/.*\/attention\/(query|key|value)$/, "<l>/query_projection_input"],
  [/^dflash2?\/layers\/.*\/attention\/context_(key|value)$/, "<c>/context_input"],
  [/^dflash2?\/layers\/.*\/attention\/output$/, "<l>/attention_output"],
  [/^dflash2?\/layers\/.*\/mlp\/(gate|up)$/, "<l>/mlp_input"],
  [/^dflash2?\/layers\/.*\/mlp\/down$/, "<l>/mlp_product"],
  [/^dflash2?\/layers\/.*\/attention_conv\/kernel_projection$/, "<l>/attention_conv_input"],
  [/^dflash2?\/layers\/.*\/mlp_conv\/kernel_projection$/, "<l>/mlp_conv_input"],
  [/^dflash2?\/candidate_selector\/hidden_projection$/, "<c>/final_hidden"],
];

/** @param components there are: heads are multiplied with the last rows of all that draft */
export function inputsOf(parameter: string, components: readonly string[]): readonly string[] {
  const drafters = ["mtp", ...DRAFTERS]
    .filter((name) => components.includes(name))
    .map((name) => `${name}/final_hidden`);
  if (parameter === "text/output_head") return ["text/final_hidden", ...drafters];
  if (parameter === "proposal/head") return drafters;
  const input = INPUTS.find(([pattern]) => pattern.test(parameter))?.[1];
  if (input === undefined) return [];
  const layer = /^\w+\/layers\/\d+/.exec(parameter)?.[0] ?? "";
  return [input.replace("<l>", layer).replace("<c>", parameter.split("/", 1)[0]!)];
}
