/** The published file of the 27B as lists, and plans in the same words. The lists were made from its own converter. */
import { readFileSync } from "node:fs";
import { spelledFormat } from "../../src/artifact/ninfer/formats.ts";
import type { ConversionPlan } from "../../src/convert/plan.ts";

const FOLDER = "test/fixtures/ninfer/inventory";

function table(file: string): readonly (readonly string[])[] {
  const lines = readFileSync(`${FOLDER}/${file}`, "utf8").split("\n");
  return lines.slice(1, -1).map((line) => line.split("\t"));
}

export const PUBLISHED_OBJECTS = table("objects-27b-v3.tsv");
export const PUBLISHED_BINDINGS = table("bindings-27b-v3.tsv");

/** One line of each published object: shape, format, parameters in row order. */
export const published = (components: RegExp) =>
  PUBLISHED_OBJECTS.filter(([, , kind]) => kind === "tensor")
    .map(([, , , shape, format, , , , parameters]) => `${shape} ${format} ${parameters}`)
    .filter((line) => components.test(line));

/** The same of a plan. */
export function planned({ set, jobs }: ConversionPlan): string[] {
  return set.objects.flatMap((object, i) => {
    const job = jobs[i]!;
    if (object.kind !== "tensor" || job.kind !== "tensor") return [];
    const parameters = job.members.map(({ parameter }) => parameter.name).join(",");
    return [`[${object.shape.join(", ")}] ${spelledFormat(object.format)!.format} ${parameters}`];
  });
}
