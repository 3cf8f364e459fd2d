/** The TypeScript examples of the README, as printed: what the package's checks compile and the tests run. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface ReadmeExample {
  readonly code: string;
  /** Runs in a page, by what it asks of one. */
  readonly page: boolean;
}

export function readmeExamples(): readonly ReadmeExample[] {
  const text = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => ({
    code: code!,
    page: /\bdocument\b/.test(code!),
  }));
}
