/**
 * head-norm-rotary: oracle and cases. Angles are computed directly in f64 for each position, so the table of the
 * kernels and its joining of high and low positions are both checked, up to 262,143.
 */
import type { WeightFormat } from "../../src/base/formats/registry.ts";
import type { StepLane } from "../../src/base/step-block.ts";
import { buildStep, type LaneSpec, makeCase, randomActivation } from "./build.ts";
import { f32Sum } from "./criteria.ts";
import type { RandomSource } from "./random.ts";
import { rmsNormRows } from "./rms-norm.ts";
import { outputsOnly, stepRows } from "./step-rows.ts";
import type { CaseOptions, OpCase, OpSuite, OracleCall } from "./types.ts";
import { PACKED_FORMATS, randomWeight, storesShape } from "./weights.ts";

export interface HeadRotary {
  readonly heads: number;
  readonly headWidth: number;
  readonly headStride: number;
  readonly rotaryWidth: number;
  readonly sections: readonly number[];
  readonly epsilon: number;
  readonly theta: number;
}

/** Axis (T, H, W) of a frequency in interleaved mRoPE. */
function rotaryAxis(frequency: number, sections: readonly number[]): 0 | 1 | 2 {
  for (const axis of [1, 2] as const) {
    if (frequency % 3 === axis && frequency < 3 * sections[axis]!) return axis;
  }
  return 0;
}

/** Normed and rotated heads [rows, heads * headWidth] of x [rows, heads * headStride]. `positions[row][axis]`. */
export function headNormRotaryRows(
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  positions: readonly (readonly number[])[],
  shape: HeadRotary,
): Float64Array {
  const { heads, headWidth, headStride, rotaryWidth, sections, epsilon, theta } = shape;
  const pairs = rotaryWidth / 2;
  const out = new Float64Array(positions.length * heads * headWidth);
  for (const [row, position] of positions.entries()) {
    for (let h = 0; h < heads; h++) {
      const source = (row * heads + h) * headStride;
      const target = (row * heads + h) * headWidth;
      const head = Float64Array.from({ length: headWidth }, (_, d) => x[source + d]!);
      out.set(rmsNormRows(head, w, epsilon, true), target);
      for (let i = 0; i < pairs; i++) {
        const angle = position[rotaryAxis(i, sections)]! * theta ** ((-2 * i) / rotaryWidth);
        const a = out[target + i]!;
        const b = out[target + i + pairs]!;
        out[target + i] = a * Math.cos(angle) - b * Math.sin(angle);
        out[target + i + pairs] = b * Math.cos(angle) + a * Math.sin(angle);
      }
    }
  }
  return out;
}

function oracle(call: OracleCall) {
  const positions = stepRows(call.lanes).map((row) => row.positions);
  const shape = { ...call.attributes, theta: call.constants["rotary"]!.theta } as unknown as HeadRotary;
  return outputsOnly(call, {
    y: headNormRotaryRows(call.inputs["x"]!.data, call.weights["w"]!.values, positions, shape),
  });
}

const MAX_POSITIONS = 262144;

/** Lanes at the borders of the table's halves, at the far end, and with three different axes. */
function rotaryLanes(random: RandomSource, counts: readonly number[]): LaneSpec[] {
  const lengths = [0, 255, 5000, MAX_POSITIONS - 64, 65535];
  return counts.map((T, i) => {
    if (i % 3 !== 2)
      return { T, length: 0, positions: axes(T, () => Math.min(lengths[i % lengths.length]!, MAX_POSITIONS - T)) };
    return { T, length: 3, positions: axes(T, () => random.integer(0, 1023)) };
  });
}

function axes(T: number, start: () => number): NonNullable<StepLane["positions"]> {
  const axis = (): number[] => {
    const first = start();
    return Array.from({ length: T }, (_, t) => first + t);
  };
  return [axis(), axis(), axis()];
}

type CaseShape = Omit<HeadRotary, "epsilon"> & { readonly format: WeightFormat };

function rotaryCase(shape: CaseShape, counts: readonly number[], options: CaseOptions): OpCase {
  const { theta, format, ...attributes } = shape;
  return makeCase("head-norm-rotary", { ...shape, lanes: counts }, options, (random) => {
    const step = buildStep(random, rotaryLanes(random, counts));
    return {
      step,
      attributes: { ...attributes, epsilon: 1e-6 },
      inputs: { x: randomActivation(random, step.rows, shape.heads * shape.headStride, { scale: 2 }) },
      weights: { w: randomWeight(random, 1, shape.headWidth, format, { scale: 0.3 }) },
      constants: {
        rotary: { kind: "rotary-table", theta, rotaryWidth: shape.rotaryWidth, maxPositions: MAX_POSITIONS },
      },
    };
  });
}

const TINY = { headWidth: 64, rotaryWidth: 16, sections: [3, 3, 2], theta: 10000, format: "bf16" } as const;
const LARGE = { headWidth: 256, rotaryWidth: 64, sections: [11, 11, 10], theta: 1e7, format: "bf16" } as const;

export const headNormRotarySuite: OpSuite = {
  op: "head-norm-rotary",
  criteria: { y: f32Sum },
  oracle,
  *cases(options) {
    for (const counts of [[1], [3, 17, 5, 1, 2]]) {
      yield rotaryCase({ ...TINY, heads: 4, headStride: 128 }, counts, options);
      yield rotaryCase({ ...TINY, heads: 2, headStride: 64 }, counts, options);
    }
    yield rotaryCase({ ...LARGE, heads: 24, headStride: 512 }, [1, 1, 2, 1], options);
    const odd = { heads: 3, headWidth: 10, headStride: 11, rotaryWidth: 6, sections: [1, 1, 1], theta: 100 };
    yield rotaryCase({ ...odd, format: "f32" }, [2, 1, 4], options);
    if (options.nightly) {
      yield rotaryCase({ ...LARGE, heads: 4, headStride: 256 }, [65, 64, 17, 128, 3], options);
      for (const format of PACKED_FORMATS) {
        if (storesShape(format, 1, 64))
          yield rotaryCase({ ...TINY, heads: 2, headStride: 64, format }, [2, 5], options);
      }
      yield rotaryCase({ ...LARGE, heads: 24, headStride: 512 }, [65, 3, 3, 60], options);
      yield rotaryCase({ ...TINY, heads: 6, headStride: 128, theta: 1e7 }, [33, 1, 17, 5, 9], options);
    }
  },
};
