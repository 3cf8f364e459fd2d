/**
 * Epilogues of linear in bodies by hand: complete sums of four neighbouring columns become four outputs. Apart from the
 * products, which share them: an epilogue has one formula for all routes and row counts, the one of the portable kernels,
 * with every operation rounded to f32.
 */
import {
  add,
  f32x4,
  i32,
  type Local,
  load,
  op,
  sub,
  type Wasm,
  type WasmFunction,
} from "../../../../codegen/wasm/ir.ts";
import { exp4, log4 } from "../../../../codegen/wasm/math.ts";
import { type Epilogue, epilogueOf } from "../../../../shaders/epilogue.ts";
import type { Problem } from "../../../program/candidate.ts";
import type { BodyParameters } from "./body.ts";

type EpilogueName = Epilogue["name"];

/** Vectors of an epilogue that are weights. */
const VECTORS = ["logDecay", "decayBias"] as const;
const VECTOR_FORMATS = ["f32", "bf16"];

/** Operands beside rows, matrices and output, in binding order. */
export function epilogueOperands(name: EpilogueName): readonly string[] {
  switch (name) {
    case "none":
    case "swiglu":
    case "sigmoid":
      return [];
    case "residual":
      return ["residual"];
    case "decay":
      return VECTORS;
    default:
      return name satisfies never;
  }
}

/** Whether its vectors are in formats that are read here. */
export function takesEpilogue({ weights }: Problem): boolean {
  return VECTORS.every((role) => {
    const vector = weights[role];
    return vector === undefined || (vector.kind === "tensor" && VECTOR_FORMATS.includes(vector.format));
  });
}

/** What `bindEpilogue` needs to know of a problem, among the parameters of its body. */
export function epilogueParameters(problem: Problem): BodyParameters {
  const formats = VECTORS.flatMap((role) => {
    const vector = problem.weights[role];
    return vector?.kind === "tensor" ? [[role, vector.format] as const] : [];
  });
  return { epilogue: epilogueOf(problem).name, ...Object.fromEntries(formats) };
}

export function epilogueName(parameters: BodyParameters): EpilogueName {
  return parameters["epilogue"] as EpilogueName;
}

/** Where the four outputs are. */
interface OutputPlace {
  /** Address of the first. */
  readonly out: Local;
  /** Bytes from a row's start to it: four a column. */
  readonly column: Wasm;
}

/** The four outputs, as one vector. `second`: sums of the second matrix of a pair. */
export type ApplyEpilogue = (sums: Wasm, place: OutputPlace, second?: Wasm) => Wasm;

const one = f32x4(1);
const addf = (a: Wasm, b: Wasm): Wasm => op("f32x4.add", a, b);
const mulf = (a: Wasm, b: Wasm): Wasm => op("f32x4.mul", a, b);

/** 1 + exp(-x); exp of more than 80 is far outside what a product needs, and finite. */
export function onePlusExp(f: WasmFunction, x: Wasm): Wasm {
  return addf(one, exp4(f, op("f32x4.min", op("f32x4.neg", x), f32x4(80))));
}

/** log(1 + exp(x)); a series keeps relative accuracy where exp(x) is small. */
function softplus(f: WasmFunction, x: Wasm): Wasm {
  const argument = f.local("softplus_x", "v128");
  const e = f.local("softplus_exp", "v128");
  const less = (c: number, rest: Wasm): Wasm => op("f32x4.sub", f32x4(c), mulf(e.get, rest));
  // Operands run from left to right: each local is set where it is reached first.
  const positive = op("f32x4.max", argument.tee(x), f32x4(0));
  const power = e.tee(exp4(f, op("f32x4.neg", op("f32x4.abs", argument.get))));
  const series = mulf(power, less(1, less(0.5, less(1 / 3, f32x4(0.25)))));
  const isSmall = op("f32x4.lt", e.get, f32x4(0.02));
  return addf(positive, op("v128.bitselect", series, log4(f, addf(one, e.get)), isSmall));
}

/** Four neighbours of a vector of weights. */
function loadFour(format: string, address: Wasm): Wasm {
  if (format === "f32") return load("v128.load", address);
  return op("i32x4.shl", load("v128.load16x4_u", address), i32(16));
}

/** Prepares an epilogue in a body. Call once; what it returns may be used at any number of places. */
export function bindEpilogue(
  f: WasmFunction,
  parameters: BodyParameters,
  address: (operand: string) => Local,
): ApplyEpilogue {
  const name = epilogueName(parameters);
  switch (name) {
    case "none":
      return (sums) => sums;
    case "sigmoid":
      return (sums) => op("f32x4.div", one, onePlusExp(f, sums));
    case "swiglu": {
      const gate = f.local("gate", "v128");
      return (sums, _place, second) => mulf(op("f32x4.div", gate.tee(sums), onePlusExp(f, gate.get)), second!);
    }
    case "residual":
      // Rows of the residual lie as those of the output do.
      return (sums, { out }) => {
        const before = sub(add(out.get, address("residual").get), address("y").get);
        return addf(load("v128.load", before), sums);
      };
    case "decay":
      return (sums, { column }) => {
        const [rate, bias] = VECTORS.map((role) => {
          const format = String(parameters[role]);
          const offset = format === "f32" ? column : op("i32.shr_u", column, i32(1));
          return loadFour(format, add(address(role).get, offset));
        });
        return op("f32x4.neg", mulf(exp4(f, rate!), softplus(f, addf(sums, bias!))));
      };
    default:
      return name satisfies never;
  }
}
