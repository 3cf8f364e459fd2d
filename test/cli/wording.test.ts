/**
 * Hints name what exists where they are shown: below the command line no flag of it is named, and every option that a
 * hint names between backquotes has a flag of the same meaning. Read from the sources, so that a new hint is held too.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addCommands } from "../../cli/command-tree.ts";
import { COMMAND_WORDS, inCommandWords, messageInCommandWords } from "../../cli/wording.ts";

const program = new Command("qwerk");
addCommands(program);
const flagsOf = (name: string): string[] =>
  program.commands.find((command) => command.name() === name)!.options.flatMap(({ long }) => long ?? []);

/** The code of everything below the command line, without comments. */
const sources = ["src", "node", "cuda-backend", "codegen", "shaders"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({
    file,
    code: readFileSync(file, "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/^\s*\/\/.*$/gm, ""),
  }));

describe("hints", () => {
  it("below the command line name none of its flags", () => {
    const flags = new Set(program.commands.flatMap((command) => flagsOf(command.name())));
    const named = sources.flatMap(({ file, code }) =>
      Array.from(code.matchAll(/(?<![\w-])--[a-z][a-z-]*/g), ([flag]) => flag)
        .filter((flag) => flags.has(flag))
        .map((flag) => `${file}: ${flag}`),
    );
    expect(flags.has("--max-context")).toBe(true);
    expect(sources.length).toBeGreaterThan(100);
    expect(named).toEqual([]);
  });

  it("name between backquotes only options that the command line has", () => {
    const hints = sources.flatMap(({ code }) => code.match(/hint: (?:`(?:\\`|[^`])*`|"[^"]*")/g) ?? []);
    const names = hints.flatMap((hint) => Array.from(hint.matchAll(/\\?`(\w+)\\?`/g), ([, name]) => name!));
    expect(names).toContain("maxContext");
    for (const name of names) expect(Object.keys(COMMAND_WORDS)).toContain(name);
  });

  it("become flags of run and of what runs, or of convert alone", () => {
    const ofConvert = new Set(["--force", "--shard-bytes"]);
    for (const flag of ofConvert) expect(flagsOf("convert")).toContain(flag);
    for (const word of Object.values(COMMAND_WORDS)) {
      const flag = /--[a-z-]+$/.exec(word)?.[0];
      if (flag !== undefined && ofConvert.has(flag)) continue;
      if (flag === undefined) expect(word).toMatch(/^QWERK_[A-Z_]+$/);
      else expect(flagsOf("run")).toContain(flag);
      if (word.startsWith("--")) expect(flagsOf("chat")).toContain(word);
    }
  });
});

describe("words", () => {
  it("are put in for backquoted names, and nothing else is touched", () => {
    expect(inCommandWords("a `maxContext` of 20 % fits")).toBe("a --max-context of 20 % fits");
    expect(inCommandWords("give `tokens`, or run `npm test` with maxContext")).toBe(
      "give qwerk run --tokens, or run `npm test` with maxContext",
    );
    expect(inCommandWords("`constructor` `__proto__`")).toBe("`constructor` `__proto__`");
  });

  it("begin a message that is about an option", () => {
    expect(messageInCommandWords("topP is 2; needed less", "topP")).toBe("--top-p is 2; needed less");
    expect(messageInCommandWords("sampling.topP is 2; needed less", "sampling.topP")).toBe("--top-p is 2; needed less");
    expect(messageInCommandWords("prompt.tokens[3] is -1", "prompt.tokens[3]")).toBe("--tokens[3] is -1");
    expect(messageInCommandWords("stopStrings[0] is bad", "stopStrings[0]")).toBe("--stop[0] is bad");
    expect(messageInCommandWords("topP is 2", "seed")).toBe("topP is 2");
    expect(messageInCommandWords("tools[0].name is 2", "tools[0].name")).toBe("tools[0].name is 2");
    expect(messageInCommandWords("messages is empty", "messages")).toBe("messages is empty");
  });
});
