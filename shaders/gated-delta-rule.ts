/**
 * gated-delta-rule, portable: the recurrence, one workgroup per value head and block of state columns. One loop runs
 * over the accepted records of the slot and then over the lane's rows with the same step; the state is committed behind
 * the records, or behind the rows when there are too many to keep as records. A second launch writes the new records,
 * because the first one's workgroups still read the old ones.
 */
import { exp, type F32, f32, type I32, kernel, select, sqrt, type Variable } from "../codegen/builder.ts";
import { workgroupReducer } from "../codegen/library/reduce.ts";
import { invariant } from "../src/base/invariant.ts";
import { RECORD_TOKENS } from "../src/base/step-block.ts";
import { type DeltaShape, deltaSlot } from "../src/ops/gated-delta-rule.ts";
import type { Launch, Problem } from "../src/program/candidate.ts";
import { groupsOf, operand, perExtent, portable, portableLaunch } from "./lowering.ts";
import { bindStep } from "./step.ts";
import { storageRun } from "./storage.ts";

const THREADS = 64;
const NORM_EPSILON = 1e-6;
/** Floats of shared memory the state tile may take; the rest of 16 KiB is for vectors and sums. */
const TILE_FLOATS = 2560;

/** Element counts of one slot, with the widths of its key and value vectors. */
function slotLayout(shape: DeltaShape) {
  const { keyHeads, keyWidth, valueHeads, valueWidth } = shape;
  return { keys: keyHeads * keyWidth, values: valueHeads * valueWidth, ...deltaSlot(shape) };
}

function shapeOf(problem: Problem): DeltaShape {
  const ref = operand(problem.states, "delta", "gated-delta-rule").ref;
  invariant(ref.kind === "delta", "gated-delta-rule needs a delta state");
  return ref;
}

/** State columns of a workgroup: a power of two whose tile fits shared memory. */
function columnsPerGroup(shape: DeltaShape): number {
  let columns = 32;
  while (columns > 1 && (columns * shape.keyWidth > TILE_FLOATS || columns / 2 >= shape.valueWidth)) columns /= 2;
  invariant(columns * shape.keyWidth <= TILE_FLOATS, `key width ${shape.keyWidth} exceeds the state tile`);
  return columns;
}

function recurrence(problem: Problem): Launch {
  const shape = shapeOf(problem);
  const { keyHeads, valueHeads, keyWidth, valueWidth } = shape;
  const layout = slotLayout(shape);
  const x = operand(problem.inputs, "x", "gated-delta-rule");
  const y = operand(problem.outputs, "y", "gated-delta-rule");
  const columns = columnsPerGroup(shape);
  const shares = THREADS / columns;
  const blocks = Math.ceil(valueWidth / columns);
  const run = storageRun({ ...y, width: valueWidth }, Math.min(2, columns));
  const doc = [
    "S = exp(g) S; S += k (beta (v - ST k))T; o = ST q, with q and k of unit length and q / sqrt(dk)",
    `slot: S [${valueHeads}][${keyWidth}][${valueWidth}], then ${RECORD_TOKENS} records of k, v, g, beta`,
    `group.x: value head * ${blocks} + block of ${columns} state columns, group.y: lane`,
    `thread: column local % ${columns}, share local / ${columns} of ${shares} of the state's rows`,
  ].join("\n");
  const name = `gated_delta_rule_${keyHeads}_${valueHeads}x${keyWidth}x${valueWidth}`;
  const body = kernel(name, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const gInput = k.buffer("g", operand(problem.inputs, "g", name).storage, "read");
    const betaInput = k.buffer("beta", operand(problem.inputs, "beta", name).storage, "read");
    const slots = k.buffer("delta", "f32", "read_write", { name: "slots" });
    const out = k.buffer("y", y.storage, "write");
    const tile = k.shared("state_tile", "f32", keyWidth * columns);
    const key = k.shared("key", "f32", keyWidth);
    const query = k.shared("query", "f32", keyWidth);
    const partial = k.shared("partial", "f32", THREADS);
    const results = k.shared("results", "f32", columns);
    const reduce = workgroupReducer(k);

    const head = k.let("head", k.groupX.div(blocks));
    const block = k.let("block", k.groupX.rem(blocks));
    const keyHead = k.let("key_head", head.div(valueHeads / keyHeads));
    const lane = k.let("lane", k.groupY);
    const slot = step.lane("slot", "slot", lane);
    const fold = step.lane("fold", "pendingFold", lane);
    const start = step.lane("begin", "laneStart", lane);
    const end = step.lane("stop", "laneStart", lane.add(1));
    const rows = k.let("rows", end.sub(start));
    const slotBase = k.let("slot_base", slot.mul(layout.elements));
    const column = k.let("column", k.local.rem(columns));
    const share = k.let("share", k.local.div(columns));
    const stateColumn = k.let("state_column", block.mul(columns).add(column));
    const stateBase = k.let("state_base", slotBase.add(head.mul(keyWidth * valueWidth)).add(stateColumn));
    const inside = k.let("inside", stateColumn.lt(valueWidth));

    const eachRow = (body: (row: I32) => void): void => k.for("r", share, keyWidth, shares, body);
    eachRow((r) => {
      const value = k.var("s", f32(0));
      k.if(inside, () => k.assign(value, k.load("stored", slots, stateBase.add(r.mul(valueWidth)))));
      k.store(tile, r.mul(columns).add(column), value);
    });
    const commit = (): void =>
      eachRow((r) => {
        const value = k.load("settled", tile, r.mul(columns).add(column));
        k.if(inside, () => k.store(slots, stateBase.add(r.mul(valueWidth)), value));
      });
    const acrossShares = (name: string, value: F32): F32 => {
      k.store(partial, k.local, value);
      k.barrier();
      const parts = Array.from({ length: shares }, (_, s) => k.load(`${name}${s}`, partial, column.add(s * columns)));
      return k.let(
        name,
        parts.slice(1).reduce((a, b) => a.add(b), parts[0]!),
      );
    };

    k.for("i", 0, fold.add(rows), 1, (i) => {
      const folding = k.let("folding", i.lt(fold));
      const record = k.let("record", slotBase.add(layout.records).add(i.mul(layout.recordElements)));
      const row = k.let("row", start.add(i).sub(fold));
      const inputBase = k.let("input_base", row.mul(x.width));
      const keySquares = k.var("key_squares", f32(0));
      const querySquares = k.var("query_squares", f32(0));
      k.for("d", k.local, keyWidth, THREADS, (d) => {
        const at = k.let("at", keyHead.mul(keyWidth).add(d));
        const keyValue = k.var("key_value", f32(0));
        const queryValue = k.var("query_value", f32(0));
        k.if(
          folding,
          () => k.assign(keyValue, k.load("record_key", slots, record.add(at))),
          () => {
            k.assign(keyValue, k.load("row_key", input, inputBase.add(at).add(layout.keys)));
            k.assign(queryValue, k.load("row_query", input, inputBase.add(at)));
          },
        );
        k.store(key, d, keyValue);
        k.store(query, d, queryValue);
        k.assign(keySquares, keySquares.add(keyValue.mul(keyValue)));
        k.assign(querySquares, querySquares.add(queryValue.mul(queryValue)));
      });
      const value = k.var("value", f32(0));
      const gate = k.var("gate", f32(0));
      const rate = k.var("rate", f32(0));
      const valueAt = k.let("value_at", head.mul(valueWidth).add(stateColumn));
      k.if(
        folding,
        () => {
          k.if(inside, () => k.assign(value, k.load("record_value", slots, record.add(valueAt).add(layout.keys))));
          const gates = k.let("gates", record.add(layout.keys + layout.values).add(head));
          k.assign(gate, k.load("record_gate", slots, gates));
          k.assign(rate, k.load("record_rate", slots, gates.add(valueHeads)));
        },
        () => {
          k.if(inside, () => k.assign(value, k.load("row_value", input, inputBase.add(valueAt).add(2 * layout.keys))));
          k.assign(gate, k.load("row_gate", gInput, row.mul(valueHeads).add(head)));
          k.assign(rate, k.load("row_rate", betaInput, row.mul(valueHeads).add(head)));
        },
      );
      const keyNorm = reduce.sum("key_norm", keySquares);
      const queryNorm = reduce.sum("query_norm", querySquares);
      const keyScale = k.let("key_scale", f32(1).div(sqrt(keyNorm.add(NORM_EPSILON))));
      const queryScale = k.let("query_scale", f32(keyWidth ** -0.5).div(sqrt(queryNorm.add(NORM_EPSILON))));
      const decay = k.let("decay", exp(gate));

      const known: Variable<"f32"> = k.var("known", f32(0));
      eachRow((r) => {
        const s = k.load("s_before", tile, r.mul(columns).add(column));
        const kr = k.load("k_row", key, r);
        k.assign(known, known.add(s.mul(decay).mul(kr.mul(keyScale))));
      });
      const predicted = acrossShares("predicted", known);
      const delta = k.let("delta", rate.mul(value.sub(predicted)));
      const answer = k.var("answer", f32(0));
      eachRow((r) => {
        const s = k.load("s_old", tile, r.mul(columns).add(column));
        const kr = k.load("k_of_row", key, r);
        const qr = k.load("q_of_row", query, r);
        const next = k.let("s_new", s.mul(decay).add(kr.mul(keyScale).mul(delta)));
        k.store(tile, r.mul(columns).add(column), next);
        k.assign(answer, answer.add(next.mul(qr.mul(queryScale))));
      });
      k.barrier();
      const result = acrossShares("result", answer);
      k.if(share.eq(0), () => k.store(results, column, result));
      k.barrier();
      const outGroup = k.let("out_group", block.mul(columns / run).add(k.local));
      k.if(
        folding
          .not()
          .and(k.local.lt(columns / run))
          .and(outGroup.lt(valueWidth / run)),
        () => {
          const values = k.loadGroup("o", results, k.local, run);
          k.storeGroup(
            out,
            row
              .mul(valueHeads)
              .add(head)
              .mul(valueWidth / run)
              .add(outGroup),
            values,
          );
        },
      );
      k.if(i.eq(fold.sub(1)).and(rows.le(RECORD_TOKENS)), commit);
    });
    k.if(rows.gt(RECORD_TOKENS), commit);
  });
  const grid = [groupsOf(valueHeads * blocks, 1), perExtent("sequences")] as const;
  return portableLaunch(body, grid);
}

function recordRows(problem: Problem): Launch {
  const shape = shapeOf(problem);
  const layout = slotLayout(shape);
  const x = operand(problem.inputs, "x", "gated-delta-rule");
  const name = `delta_records_${shape.keyHeads}_${shape.valueHeads}x${shape.keyWidth}x${shape.valueWidth}`;
  const doc = [
    `record[t] = k, v, g, beta of row t for lanes of at most ${RECORD_TOKENS} rows`,
    "group.x: block of record elements, group.y: lane",
  ].join("\n");
  const body = kernel(name, { workgroupSize: THREADS, doc }, (k) => {
    const step = bindStep(k);
    const input = k.buffer("x", x.storage, "read");
    const g = k.buffer("g", operand(problem.inputs, "g", name).storage, "read");
    const beta = k.buffer("beta", operand(problem.inputs, "beta", name).storage, "read");
    const slots = k.buffer("delta", "f32", "read_write", { name: "slots" });
    const lane = k.let("lane", k.groupY);
    const slot = step.lane("slot", "slot", lane);
    const start = step.lane("begin", "laneStart", lane);
    const end = step.lane("stop", "laneStart", lane.add(1));
    const rows = k.let("rows", end.sub(start));
    const element = k.let("element", k.groupX.mul(THREADS).add(k.local));
    const vectors = layout.keys + layout.values;
    k.if(rows.le(RECORD_TOKENS).and(element.lt(layout.recordElements)), () => {
      k.for("t", 0, rows, 1, (t) => {
        const row = k.let("row", start.add(t));
        const value = k.var("value", f32(0));
        k.if(
          element.lt(vectors),
          () => k.assign(value, k.load("from_x", input, row.mul(x.width).add(layout.keys).add(element))),
          () => {
            const gateElement = k.let("gate_element", element.sub(vectors));
            const head = k.let("head", gateElement.rem(shape.valueHeads));
            const from = k.let("gate_at", row.mul(shape.valueHeads).add(head));
            const gateValue = k.load("gate_value", g, from);
            const rateValue = k.load("rate_value", beta, from);
            k.assign(value, select(gateElement.lt(shape.valueHeads), gateValue, rateValue));
          },
        );
        const target = slot.mul(layout.elements).add(layout.records).add(t.mul(layout.recordElements)).add(element);
        k.store(slots, target, value);
      });
    });
  });
  const grid = [groupsOf(layout.recordElements, THREADS), perExtent("sequences")] as const;
  return portableLaunch(body, grid);
}

export const gatedDeltaRule = portable("gated-delta-rule", (problem) => ({
  launches: [recurrence(problem), recordRows(problem)],
  scratch: {},
}));
