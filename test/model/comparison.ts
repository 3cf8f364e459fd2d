/**
 * How far model results are from what they should be. Separate from the lists, because every list judges by the same
 * two numbers and reports the worst of them per backend. A NaN anywhere makes both numbers NaN, which no limit admits.
 */
import { expect } from "vitest";

export interface Deviation {
  readonly maxAbs: number;
  /** rms of the difference over rms of the expected values. */
  readonly relRms: number;
}

/** Limits of the fixtures for f32 against f32. */
export const F32_LOGITS: Deviation = { maxAbs: 2e-3, relRms: 1e-4 };
export const F32_STATES: Deviation = { maxAbs: Number.POSITIVE_INFINITY, relRms: 1e-4 };

function deviation(expected: ArrayLike<number>, actual: ArrayLike<number>): Deviation {
  let maxAbs = 0;
  let squares = 0;
  let reference = 0;
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(expected[i]! - actual[i]!);
    maxAbs = Math.max(maxAbs, difference);
    squares += difference * difference;
    reference += expected[i]! * expected[i]!;
  }
  return { maxAbs, relRms: squares === 0 ? 0 : Math.sqrt(squares / reference) };
}

/** True when both hold the same bits; unlike `===` it tells -0 from 0 and finds NaN equal to itself. */
function sameBits(a: Float32Array, b: Float32Array): boolean {
  const [x, y] = [a, b].map((v) => new Uint32Array(v.buffer, v.byteOffset, v.length));
  return a.length === b.length && x!.every((word, i) => word === y![i]);
}

/** Fails with the name of the array and the first element that differs. */
export function expectSameBits(what: string, expected: Float32Array, actual: Float32Array): void {
  if (sameBits(expected, actual)) return;
  expect(actual.length, `${what}: length`).toBe(expected.length);
  const at = expected.findIndex((v, i) => !Object.is(v, actual[i]));
  expect.fail(`${what}: element ${at} is ${actual[at]}, needed the bits of ${expected[at]}`);
}

/** Worst deviations and counted facts of one list, printed once at its end. */
export class Tally {
  readonly #title: string;
  readonly #worst = new Map<string, { maxAbs: number; relRms: number }>();
  readonly #counts = new Map<string, number>();

  constructor(title: string) {
    this.#title = title;
  }

  /** Judges one array and remembers it under `kind`. */
  close(kind: string, what: string, expected: ArrayLike<number>, actual: ArrayLike<number>, limit: Deviation): void {
    expect(actual.length, `${what}: length`).toBe(expected.length);
    const found = deviation(expected, actual);
    const before = this.#worst.get(kind) ?? { maxAbs: 0, relRms: 0 };
    this.#worst.set(kind, {
      maxAbs: Math.max(before.maxAbs, found.maxAbs),
      relRms: Math.max(before.relRms, found.relRms),
    });
    expect(found.maxAbs, `${what}: max abs`).toBeLessThanOrEqual(limit.maxAbs);
    expect(found.relRms, `${what}: rel rms`).toBeLessThanOrEqual(limit.relRms);
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  print(): void {
    const lines = [...this.#worst].map(
      ([kind, d]) => `${kind} max abs ${d.maxAbs.toExponential(2)}, rel rms ${d.relRms.toExponential(2)}`,
    );
    for (const [what, count] of this.#counts) lines.push(`${what} ${count}`);
    console.log(`${this.#title}: ${lines.join("; ")}`);
  }
}
