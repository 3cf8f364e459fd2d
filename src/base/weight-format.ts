/** Names of the weight formats, shared by artifacts, graphs and kernels. Dense formats are named by their dtype. */
import type { DType } from "./dtype.ts";

/**
 * How numbers are packed. Block formats are decoded in kernels by `shaders/weights/<format>.ts` and on the host by
 * `src/artifact/formats`.
 */
export type WeightFormat = DType | "q4_g64" | "q5_g64" | "q6_g64" | "w8_g32" | "fp8_row" | "nvfp4";
