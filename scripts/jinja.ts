/**
 * `npm run jinja -- DIR [--json FILE]`: renders the fixtures in DIR (see test/fixtures/README.md) and counts what is
 * equal to Python's Jinja2. Separate from the tests because it takes any folder of that form. Prints the first
 * differences to stderr; exit 1 when there is one.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Expected, isEqual, readFixtures } from "../test/text/jinja-fixtures.ts";

const MOST_SHOWN = 20;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error("usage: npm run jinja -- DIR [--json FILE]");
  process.exit(2);
}

let shown = 0;

function compare<T extends Expected>(entries: readonly T[], idOf: (entry: T) => string, run: (entry: T) => Expected) {
  const different = entries.filter((entry) => {
    const got = run(entry);
    if (isEqual(entry, got)) return false;
    if (++shown <= MOST_SHOWN) {
      console.error(`${idOf(entry)}\n  expected ${JSON.stringify(entry.expected ?? { error: entry.error })}`);
      console.error(`  got      ${JSON.stringify(got.expected ?? { error: got.error })}`);
    }
    return true;
  });
  return { total: entries.length, equal: entries.length - different.length, different: different.length };
}

const fixtures = readFixtures(folder);
const figures = {
  snippets: compare(fixtures.snippets, ({ id }) => id, fixtures.runSnippet),
  renders: compare(
    fixtures.renders,
    ({ template, conversation, enable_thinking }) => `${template} ${conversation} enable_thinking=${enable_thinking}`,
    fixtures.runRender,
  ),
};
const different = figures.snippets.different + figures.renders.different;
if (shown > MOST_SHOWN) console.error(`and ${shown - MOST_SHOWN} more`);
console.log(JSON.stringify(figures));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = different > 0 ? 1 : 0;
