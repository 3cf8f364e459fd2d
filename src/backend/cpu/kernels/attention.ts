/**
 * attention over pages: an item is a row and a key/value head with all its query heads. The 64 keys of a page are scored,
 * weighed and mixed before the next page is read, with a running maximum, so scratch does not grow with the context.
 * Neighbouring rows of a lane walk its pages together, and find keys and values in a cache. Invariant: what a row adds
 * and in which order depends on its own keys alone; rows that walk together run the same code one after another.
 */
import {
  add,
  doWhile,
  f32x4,
  i32,
  ifThen,
  type Local,
  load,
  mul,
  op,
  select,
  store,
  sub,
  type Wasm,
  whileDo,
} from "../../../../codegen/wasm/ir.ts";
import { numberAttribute, ONE, operand } from "../../../../shaders/lowering.ts";
import { byteSize } from "../../../base/dtype.ts";
import type { Integers } from "../../../base/integers.ts";
import type { KvPlane } from "../../../base/kv/layout.ts";
import { KV_LAYOUTS, type KvCodec } from "../../../base/kv/registry.ts";
import { PAGE_TOKENS, STEP } from "../../../base/step-block.ts";
import type { Candidate } from "../../../program/candidate.ts";
import { HEADS_AT_ONCE, PAGE_SCRATCH_BYTES, PageAttention, PROGRESS } from "./attention-page.ts";
import {
  type BodyFactory,
  type BodyParameters,
  type BodySignature,
  bodySignature,
  type CpuFeatures,
  numberParameter,
} from "./body.ts";
import { onePlusExp } from "./epilogue.ts";
import { acrossLanes } from "./lanes.ts";
import { type StepWords, stepWords } from "./step-words.ts";
import { divf, list, localsOf, next, VECTOR_BYTES } from "./vectors.ts";

const NAME = "attention_pages";
const BINDINGS = ["step", "q", "gate", "kv", "y"] as const;
/** Rows that walk pages together, at most. */
const BLOCK_ROWS = 8;
const CODECS: readonly KvCodec[] = ["f32", "bf16"];
const LOWEST = -3.4028234663852886e38;

const NUMBERS = ["queryHeads", "heads", "headWidth", "gateStride", "gateOffset", "scale"] as const;
type Shape = Readonly<Record<(typeof NUMBERS)[number], number>> & { readonly codec: KvCodec };

function shapeOf(parameters: BodyParameters): Shape {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberParameter(parameters, name)]));
  return { ...(numbers as Omit<Shape, "codec">), codec: parameters["codec"] as KvCodec };
}

/** Layouts of pages as expressions of addresses. */
const ADDRESSES: Integers<Wasm> = {
  of: i32,
  add: (a, b) => add(a, typeof b === "number" ? i32(b) : b),
  mul: (a, b) => mul(a, typeof b === "number" ? i32(b) : b),
  div: (a, b) => op("i32.div_u", a, i32(b)),
  rem: (a, b) => op("i32.rem_u", a, i32(b)),
};

const least = (a: Wasm, b: Wasm): Wasm => select(op("i32.lt_s", a, b), a, b);

/** The function being made, and what its parts share. */
class AttentionPages {
  readonly signature: BodySignature = bodySignature(BINDINGS);
  readonly scratchBytes: number;
  readonly #shape: Shape;
  /** Query heads of a key/value head. */
  readonly #group: number;
  readonly #step: StepWords = stepWords(this.signature.address("step"));
  readonly #at = this.#words("item", "head", "row", "lane", "rows", "keys", "table", "first");
  /** Of a row of the block: its number in the block, its first query head among all rows', and its progress. */
  readonly #own = this.#words("index", "queryHead", "ownProgress");
  readonly #place = this.#words(
    "keysAt",
    "valuesAt",
    "seen",
    "query",
    "output",
    "progress",
    "headsLeft",
    "page",
    "gate",
    "rowEnd",
  );
  readonly #total: Local = this.signature.run.local("weights", "v128");
  readonly #page: PageAttention;

  constructor(shape: Shape, { fma }: CpuFeatures) {
    this.#shape = shape;
    this.#group = shape.queryHeads / shape.heads;
    this.scratchBytes = PAGE_SCRATCH_BYTES + BLOCK_ROWS * this.#group * PROGRESS.bytes;
    const { keysAt: keys, valuesAt: values, seen, query, output, progress } = this.#place;
    const places = { keys, values, seen, query, output, progress, scratch: this.signature.scratch };
    this.#page = new PageAttention(this.signature.run, { ...shape, fused: fma }, places);
    this.#body();
  }

  #words<const N extends string>(...names: readonly N[]): Readonly<Record<N, Local>> {
    return localsOf(this.signature.run, "i32", ...names);
  }

  #body(): void {
    const { run, tokens, from, to } = this.signature;
    const { item, head, row, lane, rows, keys, table, first } = this.#at;
    const step = this.#step;
    run.put(
      item.set(from.get),
      whileDo(op("i32.lt_u", item.get, to.get), [
        head.set(op("i32.div_u", item.get, tokens.get)),
        row.set(op("i32.rem_u", item.get, tokens.get)),
        lane.set(step.word(STEP.rowLane, row.get)),
        rows.set(sub(step.word(STEP.laneStart, add(lane.get, i32(1))), row.get)),
        rows.set(least(rows.get, i32(BLOCK_ROWS))),
        rows.set(least(rows.get, sub(to.get, item.get))),
        // A row is among the keys that it sees.
        keys.set(sub(add(row.get, i32(1)), step.word(STEP.laneStart, lane.get))),
        keys.set(add(keys.get, step.word(STEP.length, lane.get))),
        table.set(step.address(STEP.pageTable, mul(lane.get, step.header(STEP.maxPages)))),
        first.set(add(mul(row.get, i32(this.#shape.queryHeads)), mul(head.get, i32(this.#group)))),
        ...this.#eachRow(this.#begin()),
        ...this.#walk(),
        ...this.#eachRow(this.#finish()),
        item.set(add(item.get, rows.get)),
      ]),
    );
  }

  /** Code for each row of the block. */
  #eachRow(body: readonly Wasm[]): Wasm[] {
    const { index, queryHead, ownProgress: progress } = this.#own;
    return [
      index.set(i32(0)),
      queryHead.set(this.#at.first.get),
      progress.set(add(this.signature.scratch.get, i32(PAGE_SCRATCH_BYTES))),
      doWhile(
        [
          ...body,
          next(queryHead, this.#shape.queryHeads),
          next(progress, this.#group * PROGRESS.bytes),
          next(index, 1),
        ],
        op("i32.ne", index.get, this.#at.rows.get),
      ),
    ];
  }

  /** Address of the row's first query head in q or y. */
  #rowOf(name: "q" | "y"): Wasm {
    return add(this.signature.address(name).get, mul(this.#own.queryHead.get, i32(4 * this.#shape.headWidth)));
  }

  /** The row's outputs hold the sums until it is through. */
  #begin(): Wasm[] {
    const progress = this.#own.ownProgress.get;
    const heads = list(this.#group, (h) => [
      store("v128.store", progress, f32x4(LOWEST), h * PROGRESS.bytes + PROGRESS.best),
      store("v128.store", progress, f32x4(0), h * PROGRESS.bytes + PROGRESS.sum),
    ]);
    return [op("memory.fill", this.#rowOf("y"), i32(0), i32(4 * this.#group * this.#shape.headWidth)), ...heads.flat()];
  }

  /** Address of the page's keys or values of the head. */
  #vectors(plane: KvPlane): Wasm {
    const { codec, headWidth } = this.#shape;
    const { table, head } = this.#at;
    const page = load("i32.load", add(table.get, mul(this.#place.page.get, i32(4))));
    const number = KV_LAYOUTS[codec].vector(ADDRESSES, this.#shape, plane, page, head.get, i32(0));
    return add(this.signature.address("kv").get, mul(number, i32(headWidth * byteSize(codec))));
  }

  /** Page after page, with every row of the block that sees some of its keys. */
  #walk(): Wasm[] {
    const { keys, rows } = this.#at;
    const { page, keysAt, valuesAt, seen } = this.#place;
    const firstKey = mul(page.get, i32(PAGE_TOKENS));
    return [
      page.set(i32(0)),
      doWhile(
        [
          keysAt.set(this.#vectors("keys")),
          valuesAt.set(this.#vectors("values")),
          ...this.#eachRow([
            seen.set(least(i32(PAGE_TOKENS), sub(add(keys.get, this.#own.index.get), firstKey))),
            ifThen(op("i32.gt_s", seen.get, i32(0)), this.#row()),
          ]),
          next(page, 1),
        ],
        op("i32.lt_u", firstKey, sub(add(keys.get, rows.get), i32(1))),
      ),
    ];
  }

  /** One row's query heads over one page. */
  #row(): Wasm[] {
    const { query, output, progress, headsLeft: left } = this.#place;
    const pairs = Math.floor(this.#group / HEADS_AT_ONCE);
    const inPairs = doWhile(
      [
        ...this.#page.attend(HEADS_AT_ONCE),
        next(query, 4 * HEADS_AT_ONCE * this.#shape.headWidth),
        next(output, 4 * HEADS_AT_ONCE * this.#shape.headWidth),
        next(progress, HEADS_AT_ONCE * PROGRESS.bytes),
        next(left, -1),
      ],
      left.get,
    );
    return [
      query.set(this.#rowOf("q")),
      output.set(this.#rowOf("y")),
      progress.set(this.#own.ownProgress.get),
      ...(pairs > 0 ? [left.set(i32(pairs)), inPairs] : []),
      ...(this.#group % HEADS_AT_ONCE > 0 ? this.#page.attend(this.#group % HEADS_AT_ONCE) : []),
    ];
  }

  /** y = sums / weights * sigmoid(gate), head after head of the row. */
  #finish(): Wasm[] {
    const { headWidth, gateStride, gateOffset } = this.#shape;
    const { output, progress, headsLeft: left, gate, rowEnd: end } = this.#place;
    const { run, address } = this.signature;
    const total = this.#total;
    const one = divf(divf(load("v128.load", output.get), total.get), onePlusExp(run, load("v128.load", gate.get)));
    return [
      output.set(this.#rowOf("y")),
      gate.set(add(address("gate").get, mul(this.#own.queryHead.get, i32(4 * gateStride)))),
      next(gate, 4 * gateOffset),
      progress.set(this.#own.ownProgress.get),
      left.set(i32(this.#group)),
      doWhile(
        [
          total.set(load("v128.load", progress.get, PROGRESS.sum)),
          ...acrossLanes("f32x4.add", total),
          end.set(add(output.get, i32(4 * headWidth))),
          doWhile(
            [store("v128.store", output.get, one), next(output, VECTOR_BYTES), next(gate, VECTOR_BYTES)],
            op("i32.ne", output.get, end.get),
          ),
          next(gate, 4 * (gateStride - headWidth)),
          next(progress, PROGRESS.bytes),
          next(left, -1),
        ],
        left.get,
      ),
    ];
  }
}

/** Bindings: `BINDINGS`. Parameters: the op's attributes and the pages' `codec`. Items: rows of a head, head after head. */
const attentionBody: BodyFactory = (parameters, features) => {
  const { signature, scratchBytes } = new AttentionPages(shapeOf(parameters), features);
  return { module: { exports: { run: signature.run } }, scratchBytes };
};

export const attentionPages: Candidate = {
  op: "attention",
  name: "pages",
  match: ({ attributes, inputs, outputs, states }) =>
    Number(attributes["headWidth"]) % 4 === 0 &&
    CODECS.some((codec) => states["kv"]?.storage === codec) &&
    [...Object.values(inputs), ...Object.values(outputs)].every(({ storage }) => storage === "f32"),
  lower(problem) {
    const { storage: codec } = operand(problem.states, "kv", "attention");
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberAttribute(problem, name)]));
    const bindings = BINDINGS.map((name) => ({ operand: name, access: name === "y" ? "read_write" : "read" }) as const);
    return {
      launches: [
        {
          source: { kind: "host", name: NAME, parameters: { ...numbers, codec }, bindings },
          grid: [{ extent: "tokens", multiply: numberAttribute(problem, "heads"), divide: 1 }, ONE, ONE],
        },
      ],
      scratch: {},
    };
  },
};

export const attentionFactories: Readonly<Record<string, BodyFactory>> = { [NAME]: attentionBody };
