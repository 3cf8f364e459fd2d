/**
 * What a config asks for against what a file holds: every problem at once, because a person mends a file once. Knows no
 * family and no container.
 */
import type { TensorInfo } from "../artifact/artifact.ts";
import { ArtifactError, listed, type QwerkError } from "../base/errors.ts";

/** A tensor a component needs. Shapes are logical, first dimension slowest. */
export interface ExpectedTensor {
  readonly name: string;
  readonly shape: readonly number[];
}

/** What one check found: every problem, not only the first. */
export interface TensorProblems {
  readonly missing: readonly ExpectedTensor[];
  readonly wrongShape: readonly (ExpectedTensor & { readonly found: readonly number[] })[];
  readonly wrongFormat: readonly (ExpectedTensor & { readonly found: string })[];
}

const NOT_WEIGHTS: ReadonlySet<string> = new Set(["i32", "u32", "i8", "u8"]);

/** Compares what is there with what is needed. `refused` names tensors of a dtype that is not read as a weight. */
export function compareTensors(
  needed: readonly ExpectedTensor[],
  tensors: ReadonlyMap<string, TensorInfo>,
  refused: ReadonlyMap<string, string> = new Map(),
): TensorProblems {
  const missing: ExpectedTensor[] = [];
  const wrongShape: (ExpectedTensor & { found: readonly number[] })[] = [];
  const wrongFormat: (ExpectedTensor & { found: string })[] = [];
  for (const tensor of needed) {
    const found = tensors.get(tensor.name);
    const dtype = refused.get(tensor.name);
    if (dtype !== undefined) wrongFormat.push({ ...tensor, found: dtype });
    else if (found === undefined) missing.push(tensor);
    else if (NOT_WEIGHTS.has(found.format)) wrongFormat.push({ ...tensor, found: found.format });
    else if (!sameShape(found.shape, tensor.shape)) wrongShape.push({ ...tensor, found: found.shape });
  }
  return { missing, wrongShape, wrongFormat };
}

/**
 * @param explain says why, where the reason is another than an incomplete file
 * @throws ArtifactError `tensors_mismatch` with every missing tensor, wrong shape and wrong dtype in `data` and the
 * first of them in its message, or what `explain` gives
 */
export function checkTensors(
  artifact: { readonly name: string; readonly notes: readonly string[] },
  needed: readonly ExpectedTensor[],
  tensors: ReadonlyMap<string, TensorInfo>,
  refused: ReadonlyMap<string, string>,
  explain: () => QwerkError | undefined,
): void {
  const problems = compareTensors(needed, tensors, refused);
  const lines = [
    ...problems.missing.map((t) => `missing ${t.name} [${t.shape.join(", ")}]`),
    ...problems.wrongShape.map((t) => `${t.name}: found [${t.found.join(", ")}], needed [${t.shape.join(", ")}]`),
    ...problems.wrongFormat.map(
      (t) => `${t.name}: found dtype ${t.found}, needed a floating-point or quantised weight`,
    ),
  ];
  if (lines.length === 0) return;
  const reason = explain();
  if (reason !== undefined) throw reason;
  throw new ArtifactError(
    "tensors_mismatch",
    `${artifact.name}: ${lines.length} of ${needed.length} tensors are not as config.json says:${listed(lines)}`,
    {
      hint: ["config and weights do not belong together, or a shard is missing", ...artifact.notes].join("; "),
      data: { ...problems },
    },
  );
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}
