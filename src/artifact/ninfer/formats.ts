/**
 * Names of formats and layouts in `.ninfer` directories. The names are opaque: a lookup here decides, never a parse of
 * the text. Names that only forks write are known by name so that the refusal can say whose they are.
 */
import { UnsupportedError } from "../../base/errors.ts";
import type { WeightFormat } from "../../base/formats/registry.ts";

export type NinferVersion = 1 | 2 | 3;

interface NamedFormat {
  readonly format: WeightFormat;
  readonly layout: string;
  /** First container version that has it. */
  readonly since: NinferVersion;
}

/** Versions 1 and 2. */
const OLDER: Readonly<Record<string, NamedFormat>> = {
  BF16: { format: "bf16", layout: "contiguous-le-v1", since: 1 },
  FP32: { format: "f32", layout: "contiguous-le-v1", since: 1 },
  I32: { format: "i32", layout: "contiguous-le-v1", since: 1 },
  Q4G64_F16S: { format: "q4_g64", layout: "row-split-k128-v1", since: 1 },
  Q5G64_F16S: { format: "q5_g64", layout: "row-split-k128-v1", since: 1 },
  Q6G64_F16S: { format: "q6_g64", layout: "row-split-k128-v1", since: 1 },
  W8G32_F16S: { format: "w8_g32", layout: "row-split-k128-v1", since: 1 },
  NVFP4: { format: "nvfp4", layout: "blockscale-k16-m128x4-v1", since: 2 },
  FP8_E4M3FN_ROW_BF16S: { format: "fp8_row", layout: "row-scale-v1", since: 2 },
};

const VERSION_3: Readonly<Record<string, NamedFormat>> = {
  bf16: { format: "bf16", layout: "contiguous_le_v1", since: 3 },
  fp32: { format: "f32", layout: "contiguous_le_v1", since: 3 },
  int32: { format: "i32", layout: "contiguous_le_v1", since: 3 },
  q4_g64_fp16: { format: "q4_g64", layout: "row_split_k128_v1", since: 3 },
  q5_g64_fp16: { format: "q5_g64", layout: "row_split_k128_v1", since: 3 },
  q6_g64_fp16: { format: "q6_g64", layout: "row_split_k128_v1", since: 3 },
  q8_g32_fp16: { format: "w8_g32", layout: "row_split_k128_v1", since: 3 },
  nvfp4: { format: "nvfp4", layout: "block_scale_k16_m128x4_v1", since: 3 },
  fp8_e4m3fn_row_bf16: { format: "fp8_row", layout: "row_scale_v1", since: 3 },
};

/** Formats and layouts that exist only in forks -> the tool that reads them. */
const FORKS: Readonly<Record<string, string>> = {
  t2_g128_fp16: "ninfer-4090 (zhongpei)",
  Q1G64_F16S: "ninfer-fusion",
  Q2G64_F16S: "ninfer-fusion",
  Q3G64_F16S: "ninfer-fusion",
  FP8_E4M3FN_ROW_F32S: "ninfer-fusion",
  "row-scale-f32-v1": "ninfer-fusion",
  U4Z8G16_F16S: "ninfer-fusion",
  "packed-u4-g16-v1": "ninfer-fusion",
  "expert-blockscale-k16-m128x4-v1": "ninfer-fusion",
  PQ2_0_G128: "a fork of ninfer",
  PTQ1_0_G128: "a fork of ninfer",
  gguf_blocks_v1: "a fork of ninfer",
  exl3_tile_v1: "a fork of ninfer",
};

export const RESOURCE_ENCODING: Readonly<Record<NinferVersion, string>> = {
  1: "raw-bytes-v1",
  2: "raw-bytes-v1",
  3: "raw_bytes_v1",
};

/**
 * The weight format a directory names, after checking that the layout is the one that goes with it.
 * @throws UnsupportedError `ninfer_fork_format`, `ninfer_format`.
 */
export function namedFormat(version: NinferVersion, object: string, format: string, layout: string): WeightFormat {
  const table = version === 3 ? VERSION_3 : OLDER;
  const known = Object.hasOwn(table, format) ? table[format] : undefined;
  if (known !== undefined && known.since <= version && known.layout === layout) return known.format;
  for (const name of [format, layout]) {
    const fork = Object.hasOwn(FORKS, name) ? FORKS[name] : undefined;
    if (fork !== undefined) {
      throw new UnsupportedError("ninfer_fork_format", `${object}: ${name} is written and read only by ${fork}`, {
        hint: "convert the original checkpoint with qwerk, or run this file with that tool",
        data: { object, format, layout },
      });
    }
  }
  throw new UnsupportedError("ninfer_format", `${object}: ${problemOf(version, table, known, format, layout)}`, {
    data: { object, format, layout, version },
  });
}

/** How version 3 spells a format and its layout; undefined where it has no word for it. */
export function spelledFormat(format: WeightFormat): { readonly format: string; readonly layout: string } | undefined {
  const found = Object.entries(VERSION_3).find(([, known]) => known.format === format);
  return found === undefined ? undefined : { format: found[0], layout: found[1].layout };
}

/** The weight format that version 3 spells so, and all spellings there are. */
export function formatSpelled(name: string): WeightFormat | undefined {
  return Object.hasOwn(VERSION_3, name) ? VERSION_3[name]!.format : undefined;
}

export const SPELLED_FORMATS: readonly string[] = Object.keys(VERSION_3);

function problemOf(
  version: NinferVersion,
  table: Readonly<Record<string, NamedFormat>>,
  known: NamedFormat | undefined,
  format: string,
  layout: string,
): string {
  if (known === undefined) {
    const names = Object.keys(table).filter((name) => table[name]!.since <= version);
    return `found format ${JSON.stringify(format)}, version ${version} has ${names.join(", ")}`;
  }
  if (known.since > version) return `format ${format} exists since version ${known.since}, this is version ${version}`;
  return `found layout ${JSON.stringify(layout)} for format ${format}, needed ${known.layout}`;
}
