/** A body and programs for tests of the backend itself: small, exact in integers, and sensitive to every order. */
import { add, i32, ifThen, load, mul, op, select, store, sub, type Wasm, whileDo } from "../../../codegen/wasm/ir.ts";
import { type BodyFactory, bodySignature, numberParameter } from "../../../src/backend/cpu/kernels/body.ts";
import type { KernelBinding } from "../../../src/program/candidate.ts";
import type { Program, ProgramKernel, ProgramLaunch } from "../../../src/program/program.ts";

/** y[i] = tokens * y[i] + x[count - 1 - i], `rounds` times: what one thread reads, another may have written. */
export const mix: BodyFactory = (parameters) => {
  const count = numberParameter(parameters, "count");
  const rounds = numberParameter(parameters, "rounds");
  const { run, address, tokens, from, to } = bodySignature(["x", "y"]);
  const item = run.local("item", "i32");
  const round = run.local("round", "i32");
  const word = (operand: string, index: Wasm): Wasm => add(address(operand).get, mul(index, i32(4)));
  const y = word("y", item.get);
  const x = word("x", sub(i32(count - 1), item.get));
  run.put(
    // Without rows there is nothing to do, as for every body.
    item.set(select(tokens.get, from.get, to.get)),
    whileDo(op("i32.lt_s", item.get, to.get), [
      round.set(i32(0)),
      whileDo(op("i32.lt_s", round.get, i32(rounds)), [
        store("i32.store", y, add(mul(tokens.get, load("i32.load", y)), load("i32.load", x))),
        round.set(add(round.get, i32(1))),
      ]),
      item.set(add(item.get, i32(1))),
    ]),
  );
  return { module: { exports: { run } }, scratchBytes: 0 };
};

/** Item 0 waits until another thread has item 1, which never ends. */
export const stuck: BodyFactory = () => {
  const { run, address, tokens, from, to } = bodySignature(["x", "y"]);
  const mark = address("y").get;
  run.put(
    ifThen(op("i32.and", op("i32.eqz", from.get), op("i32.and", op("i32.gt_s", to.get, i32(0)), tokens.get)), [
      whileDo(op("i32.eqz", load("i32.load", mark)), []),
    ]),
    ifThen(op("i32.and", from.get, tokens.get), [store("i32.store", mark, i32(1)), whileDo(i32(1), [])]),
  );
  return { module: { exports: { run } }, scratchBytes: 0 };
};

export interface MixLaunch {
  readonly x: number;
  readonly y: number;
  readonly rounds: number;
}

const BINDINGS: readonly KernelBinding[] = [
  { operand: "x", access: "read" },
  { operand: "y", access: "read_write" },
];

/** Launches over buffers `b0` … of `count` words between two guards of a word. */
export function mixProgram(launches: readonly MixLaunch[], count: number): Program {
  const one = (multiply: number) => ({ extent: "one", multiply, divide: 1 }) as const;
  const ref = (buffer: number) => ({ buffer: `b${buffer}`, offsetBytes: 4, sizeBytes: 4 * count });
  const kernels: Record<string, ProgramKernel> = {};
  const listed = launches.map(({ x, y, rounds }): ProgramLaunch => {
    const id = `mix#${rounds} ${count}`;
    kernels[id] = { id, source: { kind: "host", name: "mix", parameters: { rounds, count }, bindings: BINDINGS } };
    const grid = [one(count), one(1), one(1)] as const;
    return { label: "mix", candidate: "mix", kernel: id, bindings: [ref(x), ref(y)], grid };
  });
  return { name: "mixes", kernels, buffers: [], launches: listed, results: {} };
}

/** The same in plain code: buffers of `count` words, changed in place. */
export function mixed(buffers: readonly Int32Array[], launches: readonly MixLaunch[], tokens: number): void {
  for (const { x, y, rounds } of launches) {
    const [from, into] = [buffers[x]!, buffers[y]!];
    for (let i = 0; i < into.length; i++) {
      for (let round = 0; round < rounds; round++) {
        into[i] = (Math.imul(tokens, into[i]!) + from[into.length - 1 - i]!) | 0;
      }
    }
  }
}
