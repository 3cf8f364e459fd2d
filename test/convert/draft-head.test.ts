/** The draft head's rows against the rule done by hand, on drawn counts, and that they are the head's rows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withDraftHead } from "../../src/convert/draft-head.ts";
import type { ModelContents, StoredParameter } from "../../src/model/contents.ts";
import { failureOf } from "../base/failure.ts";
import { SEED } from "../base/seed.ts";

const ROWS = 40;
/** Ids 37 to 39 have no token. */
const KNOWN = 37;
const SPECIAL = [30, 31, 35, 36];

function contentsWithHead(): ModelContents {
  const head: StoredParameter = {
    ...{ name: "text/output_head", shape: [ROWS, 3], format: "bf16", copyable: false },
    readRows: async (start, end) =>
      Float32Array.from({ length: 3 * (end - start) }, (_, i) => 10 * (start + Math.floor(i / 3)) + (i % 3)),
    readBytes: () => Promise.reject(new Error("not stored")),
  };
  const vocab = Object.fromEntries(Array.from({ length: 30 }, (_, id) => [`t${id}`, id]));
  const added = [30, 31, 32].map((id) => ({ id, content: `<${id}>`, special: id !== 32 }));
  const decoder = Object.fromEntries([33, 34, 35, 36].map((id) => [id, { content: `<${id}>`, special: id > 34 }]));
  const texts = {
    "tokenizer.json": JSON.stringify({ model: { vocab }, added_tokens: added }),
    "tokenizer_config.json": JSON.stringify({ added_tokens_decoder: decoder }),
  };
  return {
    ...{ title: "x", parameters: new Map([[head.name, head]]), aliases: new Map(), fusions: [], inputs: () => [] },
    ...{ components: new Map(), outputHead: head.name, notes: [], source: {}, activationDivisors: [] },
    resources: Object.entries(texts).map(([role, text]) => ({ component: "text", role, text })),
  };
}

const bytesOf = (counts: readonly number[]) => new Uint8Array(BigInt64Array.from(counts, BigInt).buffer);

async function idsOf(contents: ModelContents): Promise<number[]> {
  const ids = contents.parameters.get("proposal/token_ids")!;
  return [...new Int32Array(Uint8Array.from(await ids.readBytes(0, 4 * ids.shape[0]!)).buffer)];
}

/** Repeatedly the largest count, lower ids first, special ones put in last. */
function byHand(counts: readonly number[], rows: number): number[] {
  const free = Array.from({ length: KNOWN }, (_, id) => id).filter((id) => !SPECIAL.includes(id));
  const chosen: number[] = [];
  while (chosen.length < rows - SPECIAL.length) {
    const best = free.reduce((a, b) => (counts[b]! > counts[a]! ? b : a));
    chosen.push(best);
    free.splice(free.indexOf(best), 1);
  }
  const order: number[] = [];
  const left = [...chosen, ...SPECIAL];
  while (left.length > 0) {
    const best = left.reduce((a, b) => (counts[b]! > counts[a]! ? b : a));
    order.push(best);
    left.splice(left.indexOf(best), 1);
  }
  return order;
}

test("frequent tokens first, control tokens always, ids without a token never", async () => {
  const counts = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: ROWS, maxLength: ROWS });
  const run = fc.asyncProperty(counts, fc.integer({ min: SPECIAL.length, max: KNOWN }), async (drawn, rows) => {
    const contents = withDraftHead(contentsWithHead(), bytesOf(drawn), rows, "counts");
    const ids = await idsOf(contents);
    expect(ids).toEqual(byHand(drawn, rows));
    const head = contents.parameters.get("proposal/head")!;
    expect(head.shape).toEqual([rows, 3]);
    const picked = await head.readRows(1, rows);
    expect([...picked]).toEqual(ids.slice(1).flatMap((id) => [10 * id, 10 * id + 1, 10 * id + 2]));
  });
  await fc.assert(run, { seed: SEED, numRuns: 100 });
});

test("more rows than tokens: all tokens; further rows of counts are passed over", async () => {
  const counts = [...Array.from({ length: ROWS }, (_, id) => 100 - id), ...new Array(ROWS).fill(7)];
  const ids = await idsOf(withDraftHead(contentsWithHead(), bytesOf(counts), 1000, "counts"));
  expect(ids).toEqual(Array.from({ length: KNOWN }, (_, id) => id));
});

test.each([
  ["a file of another length", bytesOf([1, 2, 3]), 10, "found 24 bytes, needed a multiple of 320"],
  ["fewer rows than control tokens", bytesOf(new Array(ROWS).fill(1)), 3, "4 control tokens, needed at most 3 rows"],
])("%s is refused", async (_, counts, rows, message) => {
  const error = await failureOf(() => withDraftHead(contentsWithHead(), counts, rows, "counts"));
  expect(`${error.name} ${error.code}`).toBe("UsageError bad_token_counts");
  expect(error.message).toBe(`counts: ${message}`);
});
