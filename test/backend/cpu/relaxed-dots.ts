/**
 * Products by the relaxed instruction, in a process of their own, because Node 20 has it behind a flag that counts for the
 * whole process: cases on the standard input, the bits of their outputs as JSON on the standard output.
 */

import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { hasRelaxedSimd } from "../../../src/backend/cpu/features.ts";
import { type IntegerCase, integerData, runInteger } from "./integer-run.ts";

// Behind the flag of V8 11.3 the baseline compiler loses sums of this instruction; the optimising one does not.
if (!hasRelaxedSimd()) {
  for (const flag of ["--experimental-wasm-relaxed-simd", "--no-liftoff"]) setFlagsFromString(flag);
}
const cases = JSON.parse(await text(process.stdin)) as readonly IntegerCase[];
const outputs = cases.map((test) => {
  const { y } = runInteger(test, integerData(test), { relaxedDots: true });
  return [...new Uint32Array(y.buffer)];
});
process.stdout.write(JSON.stringify(outputs));
