/**
 * A draft head: the rows of the output head whose tokens are frequent, so that a drafter scores half a vocabulary. Separate
 * from the plan, because it adds parameters that no source has. Which rows and in what order is fixed by the counts: special
 * tokens are always among them, frequent ones come first, and of equally frequent ones the lower id.
 */
import { isJsonObject, parseObject } from "../artifact/json-fields.ts";
import { withSeparators } from "../base/bytes.ts";
import { ArtifactError, UsageError } from "../base/errors.ts";
import { present } from "../base/invariant.ts";
import type { ModelContents, StoredParameter } from "../model/contents.ts";

const HEAD = "proposal/head";
const IDS = "proposal/token_ids";

/**
 * @param counts file of 64-bit little-endian integers, one for each row of the head; of further rows the first counts
 * @throws UsageError `bad_token_counts`; ArtifactError `bad_json`, `tokenizer_missing`
 */
export function withDraftHead(contents: ModelContents, counts: Uint8Array, rows: number, where: string): ModelContents {
  const head = present(contents.parameters.get(contents.outputHead), "an output head");
  const numbers = readCounts(counts, head.shape[0]!, where);
  const { known, special } = tokensOf(contents, head.shape[0]!);
  const ids = draftIds(numbers.subarray(0, known), special, Math.min(rows, known), where);
  const parameters = new Map(contents.parameters);
  parameters.set(HEAD, pickedRows(head, ids));
  parameters.set(IDS, tokenIds(ids));
  return { ...contents, parameters };
}

function readCounts(bytes: Uint8Array, rows: number, where: string): Float64Array {
  const row = 8 * rows;
  if (bytes.length === 0 || bytes.length % row !== 0) {
    throw new UsageError(
      "bad_token_counts",
      `${where}: found ${withSeparators(bytes.length)} bytes, needed a multiple of ${withSeparators(row)}`,
      { hint: `one 64-bit little-endian integer for each of the head's ${withSeparators(rows)} rows` },
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, row);
  return Float64Array.from({ length: rows }, (_, i) => Number(view.getBigInt64(8 * i, true)));
}

/** Ids from 0 to the last that has a token, and those of them that are control tokens. */
function tokensOf({ resources }: ModelContents, rows: number): { known: number; special: ReadonlySet<number> } {
  const read = (role: string) => resources.find((resource) => resource.role === role);
  const tokenizer = read("tokenizer.json");
  if (tokenizer === undefined) {
    throw new ArtifactError("tokenizer_missing", "draft head: found no tokenizer.json, needed one to know the tokens");
  }
  const { values } = parseObject("tokenizer.json", tokenizer.text);
  const model = isJsonObject(values["model"]) ? values["model"] : {};
  const vocabulary = isJsonObject(model["vocab"]) ? Object.values(model["vocab"]) : [];
  const added = Array.isArray(values["added_tokens"]) ? values["added_tokens"] : [];
  const config = read("tokenizer_config.json");
  const decoder =
    config === undefined ? undefined : parseObject(config.role, config.text).values["added_tokens_decoder"];
  const further = isJsonObject(decoder)
    ? Object.entries(decoder).map(([id, token]) => ({ ...(token as object), id }))
    : [];
  const tokens = [...added, ...further].map((token: { readonly id?: unknown; readonly special?: unknown }) => ({
    id: Number(token.id),
    special: token.special === true,
  }));
  const last = [...vocabulary.map(Number), ...tokens.map(({ id }) => id)].reduce((most, id) => Math.max(most, id), -1);
  const known = Math.min(rows, last + 1);
  return { known, special: new Set(tokens.filter((t) => t.special && t.id < known).map(({ id }) => id)) };
}

function draftIds(counts: Float64Array, special: ReadonlySet<number>, rows: number, where: string): Int32Array {
  if (special.size > rows) {
    throw new UsageError("bad_token_counts", `${where}: ${special.size} control tokens, needed at most ${rows} rows`, {
      hint: "draft_rows of the recipe says how many rows the draft head has",
    });
  }
  const byCount = (a: number, b: number): number => counts[b]! - counts[a]! || a - b;
  const free = Array.from(counts, (_, id) => id).filter((id) => !special.has(id));
  const chosen = free.sort(byCount).slice(0, rows - special.size);
  const forced = [...special].sort((a, b) => a - b);
  // Stable: among equal counts what was chosen stays before what was forced.
  return Int32Array.from([...chosen, ...forced].sort((a, b) => counts[b]! - counts[a]!));
}

function pickedRows(head: StoredParameter, ids: Int32Array): StoredParameter {
  const columns = head.shape[1]!;
  return {
    ...{ name: HEAD, shape: [ids.length, columns], format: head.format, copyable: false },
    async readRows(start, end) {
      const values = new Float32Array((end - start) * columns);
      for (let i = start; i < end; ) {
        // Neighbours that are neighbours in the head, too, are read at once.
        let last = i + 1;
        while (last < end && ids[last] === ids[last - 1]! + 1) last++;
        values.set(await head.readRows(ids[i]!, ids[i]! + last - i), (i - start) * columns);
        i = last;
      }
      return values;
    },
    readBytes: () => Promise.reject(new Error("internal error: picked rows are not stored as they are bound")),
  };
}

function tokenIds(ids: Int32Array): StoredParameter {
  const bytes = new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
  return {
    ...{ name: IDS, shape: [ids.length], format: "i32", copyable: true },
    readRows: () => Promise.reject(new Error("internal error: ids are taken over as they are")),
    readBytes: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
