/** What `npm run perf` was asked for: the tree gets records only when it is told to. */
import { expect, test } from "vitest";
import { runArguments } from "../../perf/run-arguments.ts";

const KNOWN = ["step", "bits", "tokenizer"];

test.each<[args: string[], wanted: ReturnType<typeof runArguments>]>([
  [[], { names: KNOWN, keeps: false }],
  [["bits"], { names: ["bits"], keeps: false }],
  [["bits", "--json", "x.json"], { names: ["bits"], file: "x.json", keeps: false }],
  [["--json=x.json", "step", "bits"], { names: ["step", "bits"], file: "x.json", keeps: false }],
  [["step", "--record"], { names: ["step"], keeps: true }],
  [["--record", "--json", "x.json"], { names: KNOWN, file: "x.json", keeps: true }],
  [["bist"], undefined],
  [["bits", "--json"], undefined],
  [["bits", "--json", ""], undefined],
  [["bits", "--json", "--record"], undefined],
  [["bits", "--records"], undefined],
  [["bits", "--record=x"], undefined],
])("%j", (args, wanted) => {
  expect(runArguments(args, KNOWN)).toEqual(wanted);
});
