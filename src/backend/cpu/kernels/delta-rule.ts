/**
 * gated-delta-rule: an item is a sequence and a key head with all its value heads, which read the head's records before
 * the item writes new ones. Accepted records and rows are one list of tokens; a state is changed in the slot up to the
 * last record, and behind it in scratch, because rows may be rejected; a step of more rows than records changes the slot
 * to the end. Invariant: a token has the same bits whether it comes as a row, as a record, or in whatever chunk.
 */
import {
  add,
  block,
  br,
  brIf,
  doWhile,
  i32,
  ifThen,
  type Local,
  load,
  loop,
  mul,
  op,
  select,
  store,
  sub,
  type Wasm,
  whileDo,
} from "../../../../codegen/wasm/ir.ts";
import { exp4 } from "../../../../codegen/wasm/math.ts";
import { ONE, operand } from "../../../../shaders/lowering.ts";
import { RECORD_TOKENS, STEP } from "../../../base/step-block.ts";
import type { Candidate } from "../../../program/candidate.ts";
import {
  type BodyFactory,
  type BodyParameters,
  type BodySignature,
  bodySignature,
  type CpuFeatures,
  numberParameter,
} from "./body.ts";
import { StatePasses, type StatePlace } from "./delta-state.ts";
import { UnitVectors } from "./delta-units.ts";
import { type StepWords, stepWords } from "./step-words.ts";
import { localsOf, next, VECTOR_BYTES } from "./vectors.ts";

const NAME = "gated_delta_rule_passes";
const BINDINGS = ["step", "x", "g", "beta", "delta", "y"] as const;
/** Tokens whose vectors are in scratch at once: at least all records and all rows of a step that keeps records. */
const CHUNK_TOKENS = 2 * RECORD_TOKENS;
/** Scratch of a chunk: a word for each token. */
const WORDS_BYTES = 4 * CHUNK_TOKENS;

const SHAPE = ["keyHeads", "valueHeads", "keyWidth", "valueWidth"] as const;
type Shape = Readonly<Record<(typeof SHAPE)[number], number>>;

function shapeOf(parameters: BodyParameters): Shape {
  return Object.fromEntries(SHAPE.map((name) => [name, numberParameter(parameters, name)])) as Shape;
}

/** Arrays of a chunk's words in scratch: k . q, addresses of the first head's value, gate and rate; then a head's own. */
const ARRAYS = ["overlap", "values", "gates", "rates", "decay", "rate"] as const;

/** The function being made, and what its parts share. */
class DeltaRule {
  readonly signature: BodySignature = bodySignature(BINDINGS);
  readonly scratchBytes: number;
  readonly #shape: Shape;
  /** Elements: of all keys, of all values, of all states, of a record, of a slot. */
  readonly #size: Readonly<Record<"keys" | "values" | "states" | "record" | "slot", number>>;
  readonly #group: number;
  readonly #step: StepWords = stepWords(this.signature.address("step"));
  readonly #lane = this.#words("item", "lane", "keyHead", "start", "rows", "fold", "total", "slot");
  readonly #chunk = this.#words("first", "count", "index", "arrays", "tokens", "record", "row", "key", "query");
  readonly #head = this.#words("head", "column", "stateAt", "tile", "deltas", "headsLeft", "value", "answer", "inSlot");
  readonly #copy = this.#words("from", "to", "end");
  readonly #decay: Local = this.signature.run.local("decay_four", "v128");
  readonly #units: UnitVectors;
  readonly #token = this.#words("token").token;
  readonly #source = this.#place("source");
  readonly #target = this.#place("target");
  readonly #passes: StatePasses;

  constructor(shape: Shape, { fma }: CpuFeatures) {
    const { keyHeads, valueHeads, keyWidth, valueWidth } = shape;
    this.#shape = shape;
    this.#group = valueHeads / keyHeads;
    const [keys, values, states] = [keyHeads * keyWidth, valueHeads * valueWidth, valueHeads * keyWidth * valueWidth];
    const record = keys + values + 2 * valueHeads;
    this.#size = { keys, values, states, record, slot: states + RECORD_TOKENS * record };
    const { run } = this.signature;
    this.#units = new UnitVectors(run, keyWidth);
    const places = { token: this.#token, source: this.#source, target: this.#target, deltas: this.#head.deltas };
    this.#passes = new StatePasses(run, { keyWidth, valueWidth, fused: fma }, places);
    this.scratchBytes =
      ARRAYS.length * WORDS_BYTES +
      CHUNK_TOKENS * this.#passes.tokenBytes +
      this.#passes.deltaBytes +
      keyWidth * this.#tileStride;
    this.#body();
  }

  #words<const N extends string>(...names: readonly N[]): Readonly<Record<N, Local>> {
    return localsOf(this.signature.run, "i32", ...names);
  }

  #place(name: string) {
    return {
      at: this.signature.run.local(`${name}_at`, "i32"),
      stride: this.signature.run.local(`${name}_stride`, "i32"),
    };
  }

  /** Bytes of a row of columns in scratch, and in the slot. */
  get #tileStride(): number {
    return this.#passes.columns * VECTOR_BYTES;
  }

  get #slotStride(): number {
    return 4 * this.#shape.valueWidth;
  }

  /** Address of the chunk's word in an array. */
  #word(array: (typeof ARRAYS)[number]): Wasm {
    const at = add(this.#chunk.arrays.get, i32(ARRAYS.indexOf(array) * WORDS_BYTES));
    return add(at, mul(this.#chunk.index.get, i32(4)));
  }

  /** Address of element `index` of an operand. */
  #at(name: (typeof BINDINGS)[number], index: Wasm): Wasm {
    return add(this.signature.address(name).get, mul(index, i32(4)));
  }

  #body(): void {
    const { run, scratch, from, to } = this.signature;
    const { item, lane, keyHead, start, rows, fold, total, slot } = this.#lane;
    const { first, count, arrays, tokens } = this.#chunk;
    const { deltas, tile } = this.#head;
    const step = this.#step;
    const { keyHeads } = this.#shape;
    const left = sub(total.get, first.get);
    run.put(
      arrays.set(scratch.get),
      tokens.set(add(scratch.get, i32(ARRAYS.length * WORDS_BYTES))),
      deltas.set(add(tokens.get, i32(CHUNK_TOKENS * this.#passes.tokenBytes))),
      tile.set(add(deltas.get, i32(this.#passes.deltaBytes))),
      item.set(from.get),
      whileDo(op("i32.lt_u", item.get, to.get), [
        lane.set(op("i32.div_u", item.get, i32(keyHeads))),
        keyHead.set(op("i32.rem_u", item.get, i32(keyHeads))),
        start.set(step.word(STEP.laneStart, lane.get)),
        rows.set(sub(step.word(STEP.laneStart, add(lane.get, i32(1))), start.get)),
        fold.set(step.word(STEP.pendingFold, lane.get)),
        total.set(add(fold.get, rows.get)),
        slot.set(this.#at("delta", mul(step.word(STEP.slot, lane.get), i32(this.#size.slot)))),
        first.set(i32(0)),
        whileDo(op("i32.lt_u", first.get, total.get), [
          count.set(select(op("i32.lt_u", left, i32(CHUNK_TOKENS)), left, i32(CHUNK_TOKENS))),
          ...this.#eachToken(this.#prepare()),
          ...this.#eachHead(),
          next(first, CHUNK_TOKENS),
        ]),
        ifThen(op("i32.le_u", rows.get, i32(RECORD_TOKENS)), this.#record()),
        next(item, 1),
      ]),
    );
  }

  /** Code for each token of the chunk, `token` being where its key and query lie. */
  #eachToken(body: readonly Wasm[]): Wasm[] {
    const { index, count, tokens } = this.#chunk;
    return [
      index.set(i32(0)),
      this.#token.set(tokens.get),
      doWhile(
        [...body, next(this.#token, this.#passes.tokenBytes), next(index, 1)],
        op("i32.ne", index.get, count.get),
      ),
    ];
  }

  /** Key and query of unit length, and where the token's values and gates are. */
  #prepare(): Wasm[] {
    const { first, index, record, row, key, query } = this.#chunk;
    const { fold, start, slot, keyHead } = this.#lane;
    const { keys, values, states, record: recordSize } = this.#size;
    const number = add(first.get, index.get);
    const ofHead = mul(keyHead.get, i32(4 * this.#shape.keyWidth));
    const word = (array: (typeof ARRAYS)[number], value: Wasm): Wasm => store("i32.store", this.#word(array), value);
    return [
      ifThen(
        op("i32.lt_u", number, fold.get),
        [
          record.set(add(slot.get, mul(add(mul(number, i32(recordSize)), i32(states)), i32(4)))),
          key.set(add(record.get, ofHead)),
          // Nothing is read out for a record: any query does.
          query.set(key.get),
          word("values", add(record.get, i32(4 * keys))),
          word("gates", add(record.get, i32(4 * (keys + values)))),
          word("rates", add(record.get, i32(4 * (keys + values + this.#shape.valueHeads)))),
        ],
        [
          row.set(add(start.get, sub(number, fold.get))),
          record.set(this.#at("x", mul(row.get, i32(2 * keys + values)))),
          query.set(add(record.get, ofHead)),
          key.set(add(query.get, i32(4 * keys))),
          word("values", add(record.get, i32(8 * keys))),
          word("gates", this.#at("g", mul(row.get, i32(this.#shape.valueHeads)))),
          word("rates", this.#at("beta", mul(row.get, i32(this.#shape.valueHeads)))),
        ],
      ),
      ...this.#units.write({ key, query, token: this.#token, overlap: this.#word("overlap") }),
    ];
  }

  /** Every value head of the key head through the chunk: its gates, then its state, some columns after others. */
  #eachHead(): Wasm[] {
    const { index, count } = this.#chunk;
    const { head, headsLeft, column } = this.#head;
    const ownGate = (array: "gates" | "rates"): Wasm =>
      load("i32.load", add(load("i32.load", this.#word(array)), mul(head.get, i32(4))));
    return [
      head.set(mul(this.#lane.keyHead.get, i32(this.#group))),
      headsLeft.set(i32(this.#group)),
      doWhile(
        [
          ...this.#eachToken([
            store("i32.store", this.#word("decay"), ownGate("gates")),
            store("i32.store", this.#word("rate"), ownGate("rates")),
          ]),
          index.set(i32(0)),
          doWhile(
            [
              // What lies behind the chunk's last token is computed and not used.
              this.#decay.set(exp4(this.signature.run, load("v128.load", this.#word("decay")))),
              store("v128.store", this.#word("decay"), this.#decay.get),
              next(index, 4),
            ],
            op("i32.lt_u", index.get, count.get),
          ),
          column.set(i32(0)),
          doWhile(
            [...this.#columns(), next(column, this.#tileStride)],
            op("i32.ne", column.get, i32(this.#slotStride)),
          ),
          next(head, 1),
          next(headsLeft, -1),
        ],
        headsLeft.get,
      ),
    ];
  }

  /** Columns of one state through the chunk's tokens: each pass applies a token and reads for the next one. */
  #columns(): Wasm[] {
    const { first, index, count, tokens } = this.#chunk;
    const { head, column, stateAt, tile, value, answer, inSlot } = this.#head;
    const { slot, rows, fold, start } = this.#lane;
    const { keyWidth, valueWidth } = this.#shape;
    const number = add(first.get, index.get);
    const place = ({ at, stride }: StatePlace, from: Wasm, bytes: Wasm): Wasm[] => [at.set(from), stride.set(bytes)];
    const row = add(start.get, sub(number, fold.get));
    const gates = {
      decay: this.#word("decay"),
      rate: this.#word("rate"),
      overlap: this.#word("overlap"),
    };
    return [
      stateAt.set(add(add(slot.get, mul(head.get, i32(4 * keyWidth * valueWidth))), column.get)),
      ...place(this.#source, stateAt.get, i32(this.#slotStride)),
      index.set(i32(0)),
      this.#token.set(tokens.get),
      ...this.#passes.read(),
      block(
        loop(
          value.set(add(mul(head.get, i32(4 * valueWidth)), column.get)),
          answer.set(add(this.#at("y", mul(row, i32(this.#size.values))), value.get)),
          value.set(add(load("i32.load", this.#word("values")), value.get)),
          ...this.#passes.change(value, gates),
          ifThen(op("i32.ge_u", number, fold.get), this.#passes.answer(answer)),
          next(index, 1),
          brIf(op("i32.eq", index.get, count.get), 1),
          // The slot gets the state behind the last record, if rows may still be rejected.
          inSlot.set(op("i32.and", op("i32.eq", number, fold.get), op("i32.le_u", rows.get, i32(RECORD_TOKENS)))),
          ...place(
            this.#target,
            select(inSlot.get, stateAt.get, tile.get),
            select(inSlot.get, i32(this.#slotStride), i32(this.#tileStride)),
          ),
          ...this.#passes.applyAndRead(),
          ...place(this.#source, this.#target.at.get, this.#target.stride.get),
          next(this.#token, this.#passes.tokenBytes),
          br(0),
        ),
      ),
      // The last token stays in the slot, unless it is a row that may be rejected: of 1 to 16 rows.
      ifThen(op("i32.ge_u", sub(rows.get, i32(1)), i32(RECORD_TOKENS)), [
        ...place(this.#target, stateAt.get, i32(this.#slotStride)),
        ...this.#passes.apply(),
      ]),
    ];
  }

  /** Record t of the slot: the head's share of k, v, g and beta of row t. */
  #record(): Wasm[] {
    const { index, row, record } = this.#chunk;
    const { rows, start, slot, keyHead } = this.#lane;
    const { keys, values, states, record: recordSize } = this.#size;
    const { keyWidth, valueWidth, valueHeads } = this.#shape;
    const firstHead = mul(keyHead.get, i32(this.#group));
    /** `count` elements, `offset` behind the row's start in an operand, `target` behind the record's. */
    const copy = (from: Wasm, target: number, offset: Wasm, count: number): Wasm[] => {
      const { from: source, to, end } = this.#copy;
      const [move, bytes] = count % 4 === 0 ? (["v128", VECTOR_BYTES] as const) : (["i32", 4] as const);
      return [
        source.set(add(from, offset)),
        to.set(add(add(record.get, i32(4 * target)), offset)),
        end.set(add(source.get, i32(4 * count))),
        doWhile(
          [store(`${move}.store`, to.get, load(`${move}.load`, source.get)), next(source, bytes), next(to, bytes)],
          op("i32.ne", source.get, end.get),
        ),
      ];
    };
    const vectors = add(this.#at("x", mul(row.get, i32(2 * keys + values))), i32(4 * keys));
    const gates = mul(row.get, i32(valueHeads));
    const ofHeads = (width: number): Wasm => mul(firstHead, i32(4 * width));
    return [
      index.set(i32(0)),
      whileDo(op("i32.lt_u", index.get, rows.get), [
        row.set(add(start.get, index.get)),
        record.set(add(slot.get, mul(add(mul(index.get, i32(recordSize)), i32(states)), i32(4)))),
        ...copy(vectors, 0, mul(keyHead.get, i32(4 * keyWidth)), keyWidth),
        ...copy(add(vectors, i32(4 * keys)), keys, ofHeads(valueWidth), this.#group * valueWidth),
        ...copy(this.#at("g", gates), keys + values, ofHeads(1), this.#group),
        ...copy(this.#at("beta", gates), keys + values + valueHeads, ofHeads(1), this.#group),
        next(index, 1),
      ]),
    ];
  }
}

/** Bindings: `BINDINGS`. Parameters: the state's shape. Items: key heads of a sequence, sequence after sequence. */
const deltaRuleBody: BodyFactory = (parameters, features) => {
  const { signature, scratchBytes } = new DeltaRule(shapeOf(parameters), features);
  return { module: { exports: { run: signature.run } }, scratchBytes };
};

export const deltaRulePasses: Candidate = {
  op: "gated-delta-rule",
  name: "passes",
  match: ({ attributes, inputs, outputs, states }) =>
    ["keyWidth", "valueWidth"].every((name) => Number(attributes[name]) % 4 === 0) &&
    states["delta"]?.storage === "f32" &&
    [...Object.values(inputs), ...Object.values(outputs)].every(({ storage }) => storage === "f32"),
  lower(problem) {
    const { ref } = operand(problem.states, "delta", "gated-delta-rule");
    if (ref.kind !== "delta") throw new Error("internal error: gated-delta-rule needs a delta state");
    const { keyHeads, valueHeads, keyWidth, valueWidth } = ref;
    const parameters = { keyHeads, valueHeads, keyWidth, valueWidth };
    const written = ["delta", "y"];
    const bindings = BINDINGS.map((name) => {
      return { operand: name, access: written.includes(name) ? "read_write" : "read" } as const;
    });
    return {
      launches: [
        {
          source: { kind: "host", name: NAME, parameters, bindings },
          grid: [{ extent: "sequences", multiply: keyHeads, divide: 1 }, ONE, ONE],
        },
      ],
      scratch: {},
    };
  },
};

export const deltaRuleFactories: Readonly<Record<string, BodyFactory>> = { [NAME]: deltaRuleBody };
