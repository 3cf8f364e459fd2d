/** Emitted sources equal the files a person has read. `npm run golden` shows a difference, `--accept` takes it over. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EMITTED_FOLDERS, emittedFiles } from "./emitted.ts";

const files = emittedFiles();
const here = (path: string): URL => new URL(path, import.meta.url);

describe("emitted sources", () => {
  test.each([...files])("%s", (path, text) => {
    expect(text, "run `npm run golden` and read the difference").toBe(readFileSync(here(path), "utf8"));
  });

  test.each(EMITTED_FOLDERS)("%s holds no file that nothing emits", (folder) => {
    const present = readdirSync(here(`${folder}/`)).map((name) => `${folder}/${name}`);
    expect(present.filter((path) => !files.has(path))).toEqual([]);
  });
});
