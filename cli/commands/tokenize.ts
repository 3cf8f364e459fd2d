/**
 * `qwerk tokenize` and `qwerk detokenize`: text to the model's token ids and back, by its tokenizer alone. Invariant: what
 * is piped through one and then the other comes out byte for byte, but for the normal form (NFC) that the tokenizer brings
 * text into; so nothing is trimmed and nothing added.
 */
import { locateModel } from "../../node/open-model.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { RequestError, UnsupportedError, UsageError } from "../../src/base/errors.ts";
import { openTokenizer } from "../../src/engine-texts.ts";
import type { Tokenizer } from "../../src/text/tokenizer.ts";
import { EXIT, reportError } from "../exit.ts";
import { pipedInput, standardInput } from "../text-input.ts";

interface TokenizerOptions {
  readonly model: string;
  readonly json?: boolean;
}

export interface TokenizeOptions extends TokenizerOptions {
  readonly plain?: boolean;
  readonly pieces?: boolean;
  readonly count?: boolean;
}

export interface DetokenizeOptions extends TokenizerOptions {
  readonly skipSpecial?: boolean;
}

/** The tokenizer of a model, which need not be one that runs. */
async function tokenizerOf(place: string): Promise<Tokenizer> {
  const { from, file } = await locateModel(place);
  const artifact = await openArtifact(from, file === undefined ? {} : { file });
  try {
    const json = await artifact.resource("tokenizer.json");
    if (json === undefined) {
      throw new UnsupportedError("no_tokenizer", `found no ${artifact.place("tokenizer.json")}, needed a tokenizer`);
    }
    return openTokenizer(json, artifact.place("tokenizer.json"));
  } finally {
    await artifact.close();
  }
}

/** An argument, or what is piped in; `-` waits for it at a terminal. */
async function inputOf(argument: string | undefined, what: string, example: string): Promise<string> {
  const input = argument === "-" ? await standardInput() : (argument ?? (await pipedInput()));
  if (input !== undefined) return input;
  throw new UsageError(`no_${what}`, `found no ${what}, needed some`, {
    hint: `${example}, or - for standard input`,
  });
}

export async function tokenizeCommand(argument: string | undefined, options: TokenizeOptions): Promise<number> {
  const json = options.json === true;
  try {
    const text = await inputOf(argument, "text", 'qwerk tokenize "What is 12 + 30?"');
    const tokenizer = await tokenizerOf(options.model);
    const ids = tokenizer.encode(text, { allowControl: options.plain !== true });
    const pieces = (): string[] => ids.map((id) => tokenizer.decode([id]));
    if (json) process.stdout.write(`${JSON.stringify({ ids, pieces: pieces() })}\n`);
    else if (options.count) process.stdout.write(`${ids.length}\n`);
    else if (options.pieces) {
      const lines = pieces().map((piece, at) => `${ids[at]}\t${JSON.stringify(piece)}\n`);
      process.stdout.write(lines.join(""));
    } else process.stdout.write(`${ids.join(",")}\n`);
    return EXIT.ok;
  } catch (error) {
    return reportError(error, json);
  }
}

/** Ids separated by commas or blanks, also as a JSON list. */
function parseIds(text: string): number[] {
  const parts = text.split(/[\s,[\]]+/).filter((part) => part !== "");
  const bad = parts.find((part) => !/^\d+$/.test(part));
  if (bad !== undefined) {
    throw new UsageError(
      "bad_tokens",
      `found "${bad}", needed token ids: whole numbers separated by commas or blanks`,
      {
        hint: "for example qwerk detokenize 1,2,3",
      },
    );
  }
  return parts.map(Number);
}

function checkIds(ids: readonly number[], { vocabSize }: Tokenizer): void {
  const wrong = ids.find((id) => id >= vocabSize);
  if (wrong === undefined) return;
  throw new RequestError("token_out_of_range", `token id ${wrong}: needed an id from 0 to ${vocabSize - 1}`, {
    hint: "ids are those of the model's own tokenizer",
    data: { token: wrong, vocabulary: vocabSize },
  });
}

export async function detokenizeCommand(words: readonly string[], options: DetokenizeOptions): Promise<number> {
  const json = options.json === true;
  try {
    const argument = words.length === 0 ? undefined : words.join(" ");
    const given = parseIds(await inputOf(argument, "ids", "qwerk detokenize 1,2,3"));
    const tokenizer = await tokenizerOf(options.model);
    checkIds(given, tokenizer);
    const ids = options.skipSpecial ? given.filter((id) => !tokenizer.isSpecial(id)) : given;
    if (json) process.stdout.write(`${JSON.stringify({ text: tokenizer.decode(ids) })}\n`);
    else {
      // Bytes as they are: a character that is cut must not become another one.
      process.stdout.write(Buffer.concat(ids.map((id) => tokenizer.tokenBytes(id))));
      if (process.stdout.isTTY) process.stdout.write("\n");
    }
    return EXIT.ok;
  } catch (error) {
    return reportError(error, json);
  }
}
