/** The codec of every weight format. A new format is one file beside this one and one line here. */
import type { WeightFormat } from "../../base/weight-format.ts";
import { denseCodec } from "./dense.ts";
import { fp8Row } from "./fp8-row.ts";
import type { WeightCodec } from "./layout.ts";
import { nvfp4 } from "./nvfp4.ts";
import { q4G64 } from "./q4-g64.ts";
import { q5G64 } from "./q5-g64.ts";
import { q6G64 } from "./q6-g64.ts";
import { w8G32 } from "./w8-g32.ts";

export const CODECS: Readonly<Record<WeightFormat, WeightCodec>> = {
  f32: denseCodec("f32"),
  f16: denseCodec("f16"),
  bf16: denseCodec("bf16"),
  i32: denseCodec("i32"),
  u32: denseCodec("u32"),
  i8: denseCodec("i8"),
  u8: denseCodec("u8"),
  q4_g64: q4G64,
  q5_g64: q5G64,
  q6_g64: q6G64,
  w8_g32: w8G32,
  fp8_row: fp8Row,
  nvfp4,
};
