/**
 * Tokenizer speed as ratios, in one run: encoding against @huggingface/tokenizers and wasm tiktoken on the same text,
 * reading a file against `JSON.parse` of it. Separate from the tests because it measures time; still, no number is
 * printed unless all three gave the same ids. Run: npx tsx perf/tokenizer.ts [--json FILE]
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";
import { Tiktoken } from "tiktoken";
import { byteOf } from "../src/text/byte-level.ts";
import { createTokenizer, type Tokenizer } from "../src/text/tokenizer.ts";
import { type Figure, publish, type Row } from "./benchmark.ts";
import {
  chineseText,
  largeVocabulary,
  mixedScripts,
  QWEN3_PATH,
  readPlainFile,
  sourceText,
  TEXT_BYTES,
  type TokenizerFile,
} from "./tokenizer-inputs.ts";

/** The fastest round counts: what else runs on a machine only adds time. */
const ROUNDS = 9;
/** Encoding with an empty cache takes at most half of tiktoken's time. */
const LEAST_TIMES_TIKTOKEN = 2;
/** Reading checks and indexes what `JSON.parse` merely takes apart. */
const MOST_TIMES_PARSE = 2.5;

interface Measurement {
  readonly vocabulary: string;
  readonly text: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly coldMbPerS: number;
  readonly warmMbPerS: number;
  readonly tiktokenMbPerS: number;
  readonly huggingFaceMbPerS: number;
  readonly timesTiktoken: number;
  readonly timesHuggingFace: number;
}

function tiktokenOf(file: TokenizerFile): Tiktoken {
  const ranks = Object.entries(file.model.vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([token]) => Buffer.from([...token].map((character) => byteOf(character.charCodeAt(0)))).toString("base64"));
  return new Tiktoken(`! 0 ${ranks.join(" ")}`, {}, file.pre_tokenizer.pretokenizers[0].pattern.Regex);
}

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (a[i] !== b[i]) return i;
  return -1;
}

function measure(vocabulary: string, textName: string, text: string, file: TokenizerFile): Measurement {
  const json = JSON.stringify(file);
  const ours = createTokenizer(json);
  const tiktoken = tiktokenOf(file);
  const huggingFace = new HuggingFaceTokenizer(JSON.parse(json) as object, {});
  const expected = ours.encode(text);
  const others = {
    tiktoken: tiktoken.encode_ordinary(text),
    "@huggingface/tokenizers": huggingFace.encode(text, { add_special_tokens: false }).ids,
  };
  for (const [name, ids] of Object.entries(others)) {
    const at = firstDifference(expected, ids);
    if (at >= 0)
      throw new Error(
        `${vocabulary}, ${textName}: ids differ from ${name} at token ${at}: ${expected[at]} and ${ids[at]}`,
      );
  }
  const times = { cold: [] as number[], warm: [] as number[], tiktoken: [] as number[], huggingFace: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = createTokenizer(json);
    times.cold.push(milliseconds(() => fresh.encode(text)));
    times.warm.push(milliseconds(() => ours.encode(text)));
    times.tiktoken.push(milliseconds(() => tiktoken.encode_ordinary(text)));
    // The slowest by far: fewer rounds tell enough.
    if (round < 3) times.huggingFace.push(milliseconds(() => huggingFace.encode(text, { add_special_tokens: false })));
  }
  tiktoken.free();
  const bytes = Buffer.byteLength(text);
  const speed = (list: readonly number[]): number => bytes / 1e3 / Math.min(...list);
  return {
    vocabulary,
    text: textName,
    bytes,
    tokens: expected.length,
    coldMbPerS: speed(times.cold),
    warmMbPerS: speed(times.warm),
    tiktokenMbPerS: speed(times.tiktoken),
    huggingFaceMbPerS: speed(times.huggingFace),
    timesTiktoken: Math.min(...times.tiktoken) / Math.min(...times.cold),
    timesHuggingFace: Math.min(...times.huggingFace) / Math.min(...times.cold),
  };
}

/** One megabyte that is a single piece, or nearly: time must grow with length, not with its square. */
function measureHostile(tokenizer: Tokenizer): Row[] {
  const units = {
    "one word": "qzx",
    spaces: " ",
    newlines: "\n",
    "one phrase": "的一是",
    emoji: "😀",
    "combining marks": "\u0301\u0316",
    symbols: "<|",
  };
  return Object.entries(units).map(([text, unit]) => {
    const half = unit.repeat(Math.ceil(TEXT_BYTES / 2 / Buffer.byteLength(unit)));
    const fastest = (whole: string): number =>
      Math.min(...Array.from({ length: 3 }, () => milliseconds(() => tokenizer.encode(whole))));
    const halfMs = fastest(half);
    const ms = fastest(half + half);
    return { text, ms: Math.round(ms), growth: (ms / halfMs).toFixed(2) };
  });
}

const READINGS = { parse: JSON.parse, tokenizer: createTokenizer } as const;

/** Times of `JSON.parse` of the Qwen3 file and of reading it, in turns. */
function readingTimes(rounds: number): { readonly parse: number; readonly tokenizer: number } {
  const json = readFileSync(QWEN3_PATH, "utf8");
  const times = { parse: [] as number[], tokenizer: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.parse.push(milliseconds(() => READINGS.parse(json)));
    times.tokenizer.push(milliseconds(() => READINGS.tokenizer(json)));
  }
  return { parse: Math.min(...times.parse), tokenizer: Math.min(...times.tokenizer) };
}

/** What a program pays that reads one tokenizer and ends: each time is the first work of a process of its own. */
function firstReadingTimes(rounds: number): { readonly parse: number; readonly tokenizer: number } {
  const firstOf = (what: keyof typeof READINGS): number => {
    const program = [...process.execArgv, fileURLToPath(import.meta.url), "--first", what];
    return Number(execFileSync(process.execPath, program, { encoding: "utf8" }));
  };
  const times = { parse: [] as number[], tokenizer: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.parse.push(firstOf("parse"));
    times.tokenizer.push(firstOf("tokenizer"));
  }
  return { parse: Math.min(...times.parse), tokenizer: Math.min(...times.tokenizer) };
}

interface Reading {
  readonly name: string;
  readonly parse: number;
  readonly tokenizer: number;
}

function readingFigure({ name, parse, tokenizer }: Reading): Figure {
  const bar = { kind: "at most", value: MOST_TIMES_PARSE } as const;
  return { name: `Qwen3 file, ${name}`, value: tokenizer / parse, unit: "x JSON.parse", bar };
}

function speedRow(row: Measurement): Row {
  return {
    vocabulary: row.vocabulary,
    text: row.text,
    bytes: row.bytes,
    tokens: row.tokens,
    cold: row.coldMbPerS.toFixed(1),
    warm: row.warmMbPerS.toFixed(1),
    tiktoken: row.tiktokenMbPerS.toFixed(1),
    "HF tokenizers": row.huggingFaceMbPerS.toFixed(2),
    "x HF": row.timesHuggingFace.toFixed(1),
  };
}

function main(): void {
  const readings: Reading[] = [
    { name: "read again", ...readingTimes(ROUNDS) },
    { name: "read first in a process", ...firstReadingTimes(ROUNDS) },
  ];
  const embedded = readPlainFile("test/fixtures/tiny-hybrid/tokenizer.json");
  const qwen3 = readPlainFile(QWEN3_PATH);
  const texts = { "English source": sourceText(), Chinese: chineseText() };
  const files = { embedded, "150k merges": largeVocabulary(embedded, Object.values(texts)), Qwen3: qwen3 };
  const rows = Object.entries(files).flatMap(([vocabulary, file]) =>
    Object.entries({ ...texts, "twenty scripts": mixedScripts() }).map(([name, text]) =>
      measure(vocabulary, name, text, file),
    ),
  );
  const encoding = rows.map(
    (row): Figure => ({
      name: `encode ${row.text}, ${row.vocabulary}`,
      value: row.timesTiktoken,
      unit: "x tiktoken",
      bar: { kind: "at least", value: LEAST_TIMES_TIKTOKEN },
    }),
  );
  publish({
    what: "tokenizer",
    about: "fastest of several rounds, in turns; encoding with a new tokenizer and an empty cache",
    figures: [...readings.map(readingFigure), ...encoding],
    tables: {
      "ms to read the Qwen3 file": readings.map(({ name, parse, tokenizer }) => ({
        what: name,
        tokenizer: Math.round(tokenizer),
        "JSON.parse": Math.round(parse),
      })),
      "MB/s; cold = new tokenizer, empty cache; warm = the same text again": rows.map(speedRow),
      "1 MB of one kind with Qwen3; growth = time of the whole over time of its half (2 is linear)": measureHostile(
        createTokenizer(JSON.stringify(qwen3)),
      ),
    },
  });
}

const first = process.argv.indexOf("--first");
if (first < 0) main();
else {
  const json = readFileSync(QWEN3_PATH, "utf8");
  console.log(milliseconds(() => READINGS[process.argv[first + 1] as keyof typeof READINGS](json)));
}
