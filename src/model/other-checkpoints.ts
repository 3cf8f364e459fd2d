/**
 * Checkpoints of the right model whose weights another program stores in its own way: quantised ones and conversions to
 * MLX. Separate from the comparison of tensors, which would list every one of them as missing and send people to
 * download again. Told by what the checkpoint says of itself together with its tensors: a config may still name a
 * quantisation that an export has undone. Nothing of the kind is ever read as if it were plain.
 */
import type { Section } from "../artifact/json-fields.ts";
import { child, shown } from "../artifact/json-fields.ts";
import type { SafetensorsArtifact } from "../artifact/safetensors.ts";
import { UnsupportedError } from "../base/errors.ts";

const ORIGINAL = "use the model's original BF16 checkpoint, or a .ninfer file of it";

/** Names of `quant_method` as people write them; others stand for themselves. */
const METHODS: Readonly<Record<string, string>> = {
  awq: "AWQ",
  gptq: "GPTQ",
  fp8: "FP8",
  fbgemm_fp8: "FP8",
  nvfp4: "NVFP4",
  mxfp4: "MXFP4",
  mxfp8: "MXFP8",
  "auto-round": "AutoRound",
  "compressed-tensors": "compressed-tensors",
  bitsandbytes: "bitsandbytes",
  modelopt: "ModelOpt",
};

/** Endings of the tensors that quantised checkpoints have beside, or instead of, their weights. */
const TRACES: readonly (readonly [ending: RegExp, method: string])[] = [
  [/\.qweight$/, "AWQ or GPTQ"],
  [/\.weight_packed$/, "compressed-tensors"],
  [/\.weight_scale_inv$/, "FP8"],
  [/\.(?:SCB|weight\.absmax|weight\.quant_map)$/, "bitsandbytes"],
  [/\.(?:weight_scale|weight_scale_2|input_scale)$/, "FP8 or NVFP4"],
];

/**
 * @returns notes: what config.json says and the weight files contradict
 * @throws UnsupportedError `mlx_checkpoint`, `quantised_checkpoint` where config.json or the weight files say so
 */
export function refuseOtherCheckpoint(artifact: SafetensorsArtifact): readonly string[] {
  const { name, config, writers } = artifact;
  if (config.kind !== "checkpoint") return [];
  const notes: string[] = [];
  const sections = [config.root, child(config.root, "text_config")].filter((section) => section !== undefined);
  if (writers.has("mlx")) throw mlx(name, "the weight files say format mlx");
  for (const section of sections) {
    const method = child(section, "quantization_config") ?? child(section, "compression_config");
    const own = child(section, "quantization");
    if (own !== undefined && (method === undefined || methodOf(method) === undefined)) {
      throw mlx(name, `${own.where} is ${shown(own.values)}`);
    }
    if (method === undefined) continue;
    if (!isDense(artifact) || transformsActivations(method)) throw quantised(method);
    notes.push(`${method.where} names a quantisation, but every tensor is stored in BF16, F16 or F32: read as such`);
  }
  return notes;
}

const DENSE: ReadonlySet<string> = new Set(["bf16", "f16", "f32"]);

/** What belongs to a packed weight and is a dense tensor itself. */
const BESIDE_PACKED = /(?:scales?|zero_point|qzeros|absmax|quant_map|g_idx)$/;

/** Whether every tensor is a plain one, so that no weight needs another to be read. */
function isDense({ tensors, refused }: SafetensorsArtifact): boolean {
  if (refused.size > 0) return false;
  const beside = (tensor: string) => BESIDE_PACKED.test(tensor) || TRACES.some(([ending]) => ending.test(tensor));
  return [...tensors.values()].every(({ name, format }) => DENSE.has(format) && !beside(name));
}

/** Weights may be stored rotated, for a program that turns activations as well: dense, and still not the model's own. */
function transformsActivations({ values }: Section): boolean {
  const transforms = values["transform_config"];
  return typeof transforms === "object" && transforms !== null && Object.keys(transforms).length > 0;
}

/**
 * What a checkpoint is whose tensors are not those of its config.
 * @returns undefined where they tell nothing
 */
export function otherCheckpoint(
  { name, tensors, refused }: SafetensorsArtifact,
  config: { readonly convolutionKernel: number },
): UnsupportedError | undefined {
  const names = [...tensors.keys(), ...refused.keys()];
  const packed = names.find((tensor) => tensor.endsWith(".scales") && tensors.has(tensor.replace(/scales$/, "biases")));
  if (packed !== undefined) return mlx(name, `${packed} has biases beside it`);
  const turned = [...tensors.values()].find(
    ({ name: tensor, shape }) =>
      tensor.endsWith(".conv1d.weight") && shape[1] === config.convolutionKernel && shape[2] === 1 && shape[1] !== 1,
  );
  if (turned !== undefined) return mlx(name, `${turned.name} has the shape [${turned.shape.join(", ")}]`);
  for (const [ending, method] of TRACES) {
    const trace = names.find((tensor) => ending.test(tensor));
    if (trace !== undefined) return refusal(`${name}: found ${trace}`, method);
  }
  return undefined;
}

function methodOf({ values }: Section): string | undefined {
  const method = values["quant_method"] ?? values["quant_algo"];
  return typeof method === "string" ? method : undefined;
}

function quantised(section: Section): UnsupportedError {
  const { values, where } = section;
  const method = methodOf(section);
  const bits = values["bits"] ?? values["w_bit"] ?? (values["load_in_4bit"] === true ? 4 : undefined);
  const width = typeof bits === "number" ? ` of ${bits} bits` : "";
  if (method === undefined) return refusal(`${where}: found ${shown(values)}`, "quantised");
  const known = Object.hasOwn(METHODS, method) ? METHODS[method]! : method;
  return refusal(`${where}: found ${shown(method)}${width}`, known);
}

function refusal(found: string, method: string): UnsupportedError {
  return new UnsupportedError(
    "quantised_checkpoint",
    `${found}: ${method} checkpoints are not supported, needed weights in BF16, F16 or F32`,
    { hint: ORIGINAL, data: { method } },
  );
}

function mlx(name: string, found: string): UnsupportedError {
  return new UnsupportedError(
    "mlx_checkpoint",
    `${name}: ${found}: this is an MLX conversion, which stores convolutions and norms otherwise`,
    { hint: ORIGINAL, data: { found } },
  );
}
