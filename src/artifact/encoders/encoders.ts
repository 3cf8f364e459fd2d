/** The encoder of every format that a container can store numbers in. A new format is one file beside this one, or a line. */
import { Q4_G64 } from "../../base/formats/q4-g64.ts";
import { Q5_G64 } from "../../base/formats/q5-g64.ts";
import { Q6_G64 } from "../../base/formats/q6-g64.ts";
import { W8_G32 } from "../../base/formats/w8-g32.ts";
import { denseEncoder } from "./dense.ts";
import type { Encoder } from "./encoder.ts";
import { fp8Row } from "./fp8-row.ts";
import { groupedEncoder } from "./grouped.ts";
import { nvfp4 } from "./nvfp4.ts";

export const ENCODERS = {
  f32: denseEncoder("f32"),
  bf16: denseEncoder("bf16"),
  q4_g64: groupedEncoder(Q4_G64),
  q5_g64: groupedEncoder(Q5_G64),
  q6_g64: groupedEncoder(Q6_G64),
  // -128 is illegal in the format.
  w8_g32: groupedEncoder(W8_G32, -127),
  fp8_row: fp8Row,
  nvfp4,
} as const satisfies Readonly<Record<string, Encoder>>;

/** Formats that numbers can be encoded in. */
export type EncodedFormat = keyof typeof ENCODERS;
