/**
 * Tokenizer speed as ratios, in one run: ours against @huggingface/tokenizers and wasm tiktoken on the same text, with
 * the embedded vocabulary and with a large one made here. Separate from the tests because it measures time; still, no
 * number is printed unless all three gave the same ids. Run: npx tsx perf/tokenizer.ts [--json FILE]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";
import { Tiktoken } from "tiktoken";
import { byteCharacter, byteLevelBytes, byteLevelText } from "../src/text/byte-level.ts";
import { createTokenizer, type Tokenizer } from "../src/text/tokenizer.ts";

const TEXT_BYTES = 1_000_000;
const LARGE_MERGES = 150_000;
const ROUNDS = 5;

interface TokenizerFile {
  readonly model: { readonly vocab: Record<string, number>; readonly merges: readonly (readonly [string, string])[] };
  readonly pre_tokenizer: {
    readonly pretokenizers: readonly [{ readonly pattern: { readonly Regex: string } }, unknown];
  };
}

interface Measurement {
  readonly vocabulary: string;
  readonly text: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly coldMbPerS: number;
  readonly oursMbPerS: number;
  readonly tiktokenMbPerS: number;
  readonly huggingFaceMbPerS: number;
  readonly timesTiktoken: number;
  readonly timesHuggingFace: number;
}

/** Numbers in [0, 1), the same on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function repeatedTo(bytes: number, text: string): string {
  const once = Buffer.byteLength(text);
  const repeated = text.repeat(Math.ceil(bytes / once));
  return Buffer.from(repeated)
    .subarray(0, bytes)
    .toString("utf8")
    .replace(/\ufffd+$/u, "");
}

/** This repository's own TypeScript sources, in the order of their names. */
function sourceText(): string {
  const read = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return read(path);
        return entry.name.endsWith(".ts") ? [readFileSync(path, "utf8")] : [];
      });
  return repeatedTo(
    TEXT_BYTES,
    ["src", "codegen", "shaders", "test/artifact", "test/cuda", "test/codegen"]
      .flatMap(read)
      .join("\n")
      .normalize("NFC"),
  );
}

const SUBJECTS = "我们 他们 这个模型 那位老师 编译器 服务器 北京的朋友 一只小猫 年轻的工程师 图书馆里的学生".split(" ");
const ADVERBS = "今天 已经 常常 慢慢地 在窗边 为了测试 明年春天 突然 没有理由地 第一次".split(" ");
const VERBS = "读取 研究 修改 看见 推荐 翻译 计算 忘记 整理 发送".split(" ");
const OBJECTS =
  "长长的文件 缓存中的页面 两千个词 天气预报 注意力的权重 旧的信件 山下的河流 错误信息 一段音乐 新的参数".split(" ");
const ENDS = "。 ， ！ ？ ；\n 。\n\n".split(" ");

/** Sentences put together by chance, with rare characters strewn in so that pieces do not simply repeat. */
function chineseText(): string {
  const random = randomNumbers(7);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  let text = "";
  while (3 * text.length < 1.1 * TEXT_BYTES) {
    const rare = random() < 0.4 ? String.fromCharCode(0x4e00 + Math.floor(random() * 3000)) : "";
    text += pick(SUBJECTS) + pick(ADVERBS) + rare + pick(VERBS) + pick(OBJECTS) + pick(ENDS);
  }
  return repeatedTo(TEXT_BYTES, text);
}

/**
 * A vocabulary of 150,000 tokens: the commonest pairs of the two texts, a few at a time as training would take them,
 * then tokens that rarely apply. Merges name every way to make a token from two others, best token first: that is how
 * tiktoken reads its list of tokens, so all three implementations follow the same rule.
 */
function largeVocabulary(embedded: TokenizerFile, texts: readonly string[]): TokenizerFile {
  const vocab: Record<string, number> = {};
  const tokens: string[] = [];
  const add = (token: string): number => {
    vocab[token] = tokens.length;
    return tokens.push(token);
  };
  for (let byte = 0; byte < 256; byte++) add(byteCharacter(byte));
  const words = countPieces(embedded.pre_tokenizer.pretokenizers[0].pattern.Regex, texts);
  for (let round = 0; round < 60; round++) {
    const ranks = new Map<string, number>();
    for (const [left, right] of disjoint(commonestPairs(words), 20 * (round + 1))) {
      if (!Object.hasOwn(vocab, left + right)) ranks.set(`${left} ${right}`, add(left + right));
    }
    for (const word of words) applyMerges(word.symbols, ranks);
  }
  const random = randomNumbers(11);
  while (tokens.length < 256 + LARGE_MERGES) {
    const left = tokens[Math.floor(random() * tokens.length)]!;
    const right = tokens[Math.floor(random() * tokens.length)]!;
    if (left.length + right.length <= 24 && !Object.hasOwn(vocab, left + right)) add(left + right);
  }
  const merges = tokens.slice(256).flatMap((token) => {
    const cuts = Array.from(
      { length: token.length - 1 },
      (_, i) => [token.slice(0, i + 1), token.slice(i + 1)] as const,
    );
    return cuts.filter(([left, right]) => Object.hasOwn(vocab, left) && Object.hasOwn(vocab, right));
  });
  return { ...embedded, model: { ...embedded.model, vocab, merges } };
}

/** The first pairs of a list of which none begins with a token that another one ends with. */
function disjoint(pairs: readonly (readonly [string, string])[], most: number): (readonly [string, string])[] {
  const lefts = new Set<string>();
  const rights = new Set<string>();
  const taken: (readonly [string, string])[] = [];
  for (const pair of pairs) {
    if (lefts.has(pair[1]) || rights.has(pair[0])) continue;
    lefts.add(pair[0]);
    rights.add(pair[1]);
    if (taken.push(pair) === most) break;
  }
  return taken;
}

interface Word {
  readonly symbols: string[];
  readonly count: number;
}

function countPieces(pattern: string, texts: readonly string[]): Word[] {
  const regex = new RegExp(pattern.replace("(?i:", "(?:"), "gu");
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [piece] of text.matchAll(regex)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  return [...counts].map(([piece, count]) => ({ symbols: [...byteLevelText(Buffer.from(piece))], count }));
}

function commonestPairs(words: readonly Word[]): (readonly [string, string])[] {
  const counts = new Map<string, number>();
  for (const { symbols, count } of words) {
    for (let i = 0; i + 1 < symbols.length; i++) {
      const pair = `${symbols[i]} ${symbols[i + 1]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + count);
    }
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([pair]) => pair.split(" ") as [string, string]);
}

function applyMerges(symbols: string[], ranks: ReadonlyMap<string, number>): void {
  for (;;) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let i = 0; i + 1 < symbols.length; i++) {
      const rank = ranks.get(`${symbols[i]} ${symbols[i + 1]}`);
      if (rank !== undefined && rank < best) {
        best = rank;
        at = i;
      }
    }
    if (at < 0) return;
    symbols.splice(at, 2, symbols[at]! + symbols[at + 1]!);
  }
}

function tiktokenOf(file: TokenizerFile): Tiktoken {
  const ranks = Object.entries(file.model.vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([token]) => Buffer.from(byteLevelBytes(token)!).toString("base64"));
  return new Tiktoken(`! 0 ${ranks.join(" ")}`, {}, file.pre_tokenizer.pretokenizers[0].pattern.Regex);
}

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
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
  const times = { cold: [] as number[], ours: [] as number[], tiktoken: [] as number[], huggingFace: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = createTokenizer(json);
    times.cold.push(milliseconds(() => fresh.encode(text)));
    times.ours.push(milliseconds(() => ours.encode(text)));
    times.tiktoken.push(milliseconds(() => tiktoken.encode_ordinary(text)));
    // The slowest by far: fewer rounds tell enough.
    if (round < 3) times.huggingFace.push(milliseconds(() => huggingFace.encode(text, { add_special_tokens: false })));
  }
  tiktoken.free();
  const bytes = Buffer.byteLength(text);
  const speed = (list: readonly number[]): number => bytes / 1e3 / median(list);
  return {
    vocabulary,
    text: textName,
    bytes,
    tokens: expected.length,
    coldMbPerS: speed(times.cold),
    oursMbPerS: speed(times.ours),
    tiktokenMbPerS: speed(times.tiktoken),
    huggingFaceMbPerS: speed(times.huggingFace),
    timesTiktoken: median(times.tiktoken) / median(times.cold),
    timesHuggingFace: median(times.huggingFace) / median(times.cold),
  };
}

/** One megabyte that is a single piece, or nearly: time must grow with length, not with its square. */
function measureHostile(
  tokenizer: Tokenizer,
): { readonly text: string; readonly ms: number; readonly growth: number }[] {
  const units = {
    "one word": "qzx",
    spaces: " ",
    newlines: "\n",
    emoji: "😀",
    "combining marks": "\u0301\u0316",
    symbols: "<|",
  };
  return Object.entries(units).map(([text, unit]) => {
    const half = unit.repeat(Math.ceil(TEXT_BYTES / 2 / Buffer.byteLength(unit)));
    milliseconds(() => tokenizer.encode(half.slice(0, 1000)));
    const halfMs = milliseconds(() => tokenizer.encode(half));
    const ms = milliseconds(() => tokenizer.encode(half + half));
    return { text, ms, growth: ms / halfMs };
  });
}

function main(): void {
  // Without its control tokens: the sources measured here mention them, and all three must treat that as plain text.
  const embedded = {
    ...(JSON.parse(readFileSync("models/tiny-hybrid/tokenizer.json", "utf8")) as TokenizerFile),
    added_tokens: [],
  };
  const texts = { "English source": sourceText(), Chinese: chineseText() };
  const large = largeVocabulary(embedded, Object.values(texts));
  const files = { embedded, "150k merges": large };
  const rows = Object.entries(files).flatMap(([vocabulary, file]) =>
    Object.entries(texts).map(([name, text]) => measure(vocabulary, name, text, file)),
  );
  const hostile = measureHostile(createTokenizer(JSON.stringify(large)));
  console.log("MB/s, median; ours cold = new tokenizer, empty cache; the ratios compare the cold run");
  console.table(
    rows.map((row) => ({
      vocabulary: row.vocabulary,
      text: row.text,
      tokens: row.tokens,
      "ours cold": row.coldMbPerS.toFixed(1),
      "ours warm": row.oursMbPerS.toFixed(1),
      tiktoken: row.tiktokenMbPerS.toFixed(1),
      "HF tokenizers": row.huggingFaceMbPerS.toFixed(2),
      "x tiktoken": row.timesTiktoken.toFixed(1),
      "x HF": row.timesHuggingFace.toFixed(1),
    })),
  );
  console.log("1 MB of one kind; growth = time of the whole over time of its half (2 is linear)");
  console.table(hostile.map((row) => ({ text: row.text, ms: row.ms.toFixed(0), growth: row.growth.toFixed(2) })));
  const at = process.argv.indexOf("--json");
  const target = at < 0 ? undefined : process.argv[at + 1];
  if (target !== undefined) {
    const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown" };
    writeFileSync(target, `${JSON.stringify({ what: "tokenizer", machine, rows, hostile }, null, 2)}\n`);
  }
}

main();
