/** The host decoder of every weight format. A new format is one file beside this one and one line here. */
import type { WeightFormat } from "../../base/formats/registry.ts";
import type { RowDecoder } from "./decoder.ts";
import { denseDecoder } from "./dense.ts";
import { fp8Row } from "./fp8-row.ts";
import { nvfp4 } from "./nvfp4.ts";
import { q4G64 } from "./q4-g64.ts";
import { q5G64 } from "./q5-g64.ts";
import { q6G64 } from "./q6-g64.ts";
import { w8G32 } from "./w8-g32.ts";

export const DECODERS: Readonly<Record<WeightFormat, RowDecoder>> = {
  f32: denseDecoder("f32"),
  f16: denseDecoder("f16"),
  bf16: denseDecoder("bf16"),
  i32: denseDecoder("i32"),
  u32: denseDecoder("u32"),
  i8: denseDecoder("i8"),
  u8: denseDecoder("u8"),
  q4_g64: q4G64,
  q5_g64: q5G64,
  q6_g64: q6G64,
  w8_g32: w8G32,
  fp8_row: fp8Row,
  nvfp4,
};
