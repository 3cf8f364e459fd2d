/**
 * Which ids end an answer: those of generation_config.json, config.json and tokenizer_config.json together and the
 * family's own, whatever one of the files forgets. The token engine here only keeps what it is asked.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openArtifact } from "../../src/artifact/open.ts";
import { memoryDirectory } from "../../src/artifact/sources.ts";
import { openEngine } from "../../src/engine.ts";
import type { GenerateRequest } from "../../src/request/generate-request.ts";
import type { TokenEngine, TokenRequest } from "../../src/runtime/request.ts";
import { TINY_MODEL } from "../cli/bundle.ts";

/** Ids of the embedded vocabulary. */
const [END_OF_TEXT, END_OF_TURN, TOOL_CALL] = [1216, 1218, 1230];
const TINY = Object.fromEntries(readdirSync(TINY_MODEL).map((name) => [name, readFileSync(join(TINY_MODEL, name))]));

type Files = Readonly<Record<string, object | undefined>>;

/** The ids that a request to the embedded model ends on, some of its files changed or left out. */
async function stopTokens(changed: Files, request: Partial<GenerateRequest> = {}): Promise<number[]> {
  const files: Record<string, Uint8Array> = { ...TINY };
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) delete files[name];
    else files[name] = new TextEncoder().encode(JSON.stringify(value));
  }
  const asked: TokenRequest[] = [];
  const tokens: TokenEngine = {
    info: {
      ...{ backend: "none", device: "none", profile: "exact", vocabulary: 1280, maxContext: 64, maxLanes: 1 },
      memory: { weights: 0, keyValues: 0, states: 0, other: 0 },
    },
    async *run(one) {
      asked.push(one);
      yield { kind: "finished", reason: "stop", timings: { ttftMs: 0, prefillMs: 0, decodeMs: 0 } };
    },
    async close() {},
  };
  const engine = await openEngine({ artifact: await openArtifact(memoryDirectory("m", files)), tokens });
  await engine.complete({ prompt: { kind: "tokens", tokens: [1] }, ...request });
  return [...asked[0]!.stopTokens].sort((a, b) => a - b);
}

const parsed = (name: string) => JSON.parse(TINY[name]!.toString());
const config = parsed("config.json");
const tokenizerConfig = parsed("tokenizer_config.json");
const bare: Files = {
  "config.json": { ...config, text_config: { ...config.text_config, eos_token_id: null } },
  "generation_config.json": undefined,
  "tokenizer_config.json": { ...tokenizerConfig, eos_token: null },
};

describe("end tokens", () => {
  const cases: [what: string, files: Files, ids: number[]][] = [
    ["all files as they are", {}, [END_OF_TEXT, END_OF_TURN]],
    ["no generation_config.json", { "generation_config.json": undefined }, [END_OF_TEXT, END_OF_TURN]],
    ["one that forgets the turn", { "generation_config.json": { eos_token_id: 1216 } }, [END_OF_TEXT, END_OF_TURN]],
    ["one that names others", { "generation_config.json": { eos_token_id: [40, 41] } }, [40, 41, 1216, 1218]],
    ["config.json alone", { ...bare, "config.json": { ...config, eos_token_id: 50 } }, [50, END_OF_TEXT, END_OF_TURN]],
    [
      "a tokenizer's own",
      { ...bare, "tokenizer_config.json": { ...tokenizerConfig, eos_token: { content: "<tool_call>" } } },
      [END_OF_TEXT, END_OF_TURN, TOOL_CALL],
    ],
    ["no file at all: the family's", bare, [END_OF_TEXT, END_OF_TURN]],
    ["a model without a tokenizer", { ...bare, "tokenizer.json": undefined }, []],
  ];
  it.each(cases)("%s", async (_, files, ids) => {
    expect(await stopTokens(files)).toEqual(ids);
  });

  it("are off when a request says so, its own stop strings not", async () => {
    expect(await stopTokens({}, { ignoreEos: true })).toEqual([]);
    expect(await stopTokens({}, { ignoreEos: true, stopStrings: ["<tool_call>", "word"] })).toEqual([TOOL_CALL]);
  });
});
