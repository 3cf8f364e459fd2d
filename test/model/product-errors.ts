/**
 * What int8 rows cost each product of a model by itself: the rows that reach it in a step with floats, quantised by the
 * definition, times its matrix, against the same rows as they are. Apart from the model's programs, so that no error of
 * an earlier layer is in it.
 */
import type { Artifact } from "../../src/artifact/open.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { present } from "../../src/base/invariant.ts";
import { loadRunner } from "../../src/compile-model.ts";
import type { Graph } from "../../src/graph/graph.ts";
import { modelOf, textGraph } from "../../src/model/open.ts";
import { fuse } from "../../src/passes/fuse.ts";
import { lower } from "../../src/passes/lower.ts";
import { planMemory } from "../../src/passes/plan-memory.ts";
import { quantiseActivations } from "../../src/passes/quantise.ts";
import { select } from "../../src/passes/select.ts";
import { int8Rows, int8Values, TO_THE_BIT } from "../conformance/int8.ts";
import { matrixProduct } from "../conformance/linear.ts";
import { FIXTURE_CAPACITY, scatteredHome, step, TestLane } from "./fixture-model.ts";

export interface ProductError {
  /** Place in the model, and the matrix. */
  readonly label: string;
  readonly tensor: string;
  /** |(codes * scales - x) wT| / |x wT|, both Frobenius norms. */
  readonly relative: number;
}

const norm = (values: Float64Array): number => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0));

/** Errors of every product that reads codes, in the order of the model. */
export async function productErrors(
  artifact: Artifact,
  backend: Backend,
  tokens: readonly number[],
): Promise<readonly ProductError[]> {
  const model = modelOf(artifact);
  const [capacity, maxPositions] = [FIXTURE_CAPACITY, 512];
  const graph = fuse(textGraph(model, { maxPositions, head: "argmax" }));
  const int8 = quantiseActivations(graph, { formats: backend.caps.weightFormats });
  const labels = new Set(int8.nodes.flatMap(({ op, label }) => (op === "quantised-linear" ? [label] : [])));
  const products = graph.nodes.filter(({ label }) => labels.has(label));
  const inputs = products.map(({ label, inputs: { x } }) => [`x.${label}`, present(x, "x")] as const);
  const kept: Graph = { ...graph, results: { ...graph.results, ...Object.fromEntries(inputs) } };
  const { caps, candidates } = backend;
  const selection = select(kept, { caps, candidates, profile: "exact" });
  const program = lower("rows", selection, planMemory(selection, capacity, caps.offsetAlignment), capacity);
  const runner = await loadRunner(model, backend, { argmax: [program], sample: [program] }, capacity);
  const opened = { config: model.config.text, runner, capacity, buffers: program.buffers };
  step(opened, [{ lane: new TestLane(opened, scatteredHome(capacity, 0)), tokens, outputs: [tokens.length - 1] }]);
  const errors: ProductError[] = [];
  for (const { label, weights } of products) {
    const { data, width } = await runner.readResult(`x.${label}`);
    const { codes, scales } = int8Rows(data, width, TO_THE_BIT);
    const operand = (values: Float64Array) => ({
      ...{ data: Float32Array.from(values), width: values.length / tokens.length },
      ...({ extent: "tokens", type: "exact" } as const),
    });
    const padded = operand(codes);
    const decoded = int8Values(padded, operand(scales)).filter((_, i) => i % padded.width < width);
    const difference = decoded.map((value, i) => value - data[i]!);
    for (const weight of Object.values(weights)) {
      if (weight.kind !== "tensor") continue;
      const w = await model.readFloat32(weight.tensor);
      const [lost, whole] = [difference, Float64Array.from(data)].map((x) =>
        norm(matrixProduct(x, w, weight.rows, width)),
      );
      errors.push({ label, tensor: weight.tensor, relative: lost! / whole! });
    }
  }
  runner.dispose();
  return errors;
}
