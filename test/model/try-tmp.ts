import * as fs from "node:fs";
import { fileDirectory } from "../../cli/node/file-source.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { GREEDY } from "../../src/base/step-block.ts";
import { compileProgram, createRunner } from "../../src/compile-model.ts";
import { printProgram } from "../../src/program/print.ts";
import { SequencePools } from "../../src/runtime/pools.ts";
import { Sequence } from "../../src/runtime/sequence.ts";

const a = await openArtifact(fileDirectory("models/tiny-hybrid"));
const backend = createCpuBackend();
const capacity = { maxRows: 256, maxLanes: 1, maxPagesPerLane: 8, maxOutputs: 256, slots: 2, pages: 9 };
const opt = { profile: "exact" as const, capacity, maxPositions: 512 };
let t = performance.now();
const runner = await createRunner(a, backend, opt);
console.log("load ms", performance.now() - t);
fs.writeFileSync("/tmp/program.txt", printProgram(compileProgram(a, backend, "argmax", opt)));
const fx = JSON.parse(fs.readFileSync("test/fixtures/model.json", "utf8"));
const pools = new SequencePools(capacity);
for (const c of fx.cases) {
  if (!c.ids) continue;
  const lease = pools.open()!;
  pools.grow(lease, 512 - 64);
  for (const s of runner.slotStates) runner.clearStateEntry(s, lease.slot, capacity.slots);
  const seq = new Sequence(lease, c.ids, GREEDY);
  const out: number[] = [];
  t = performance.now();
  let tp = 0;
  while (out.length < 64) {
    const rows = seq.nextRows(256);
    runner.submit("argmax", [seq.nextLane(rows)]);
    const tk = await runner.readTokens();
    seq.advance();
    if (tk.length) {
      if (!out.length) tp = performance.now() - t;
      out.push(tk[0]!);
    }
  }
  const bad = out.findIndex((v, i) => v !== c.greedy[i]);
  console.log(
    c.name,
    c.ids.length,
    "first mismatch",
    bad,
    "prefill ms",
    tp.toFixed(1),
    "decode tok/s",
    (63 / ((performance.now() - t - tp) / 1000)).toFixed(1),
  );
  pools.release(lease);
}
