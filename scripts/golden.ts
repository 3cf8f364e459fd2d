/**
 * Emits the reviewed sources again and shows how they differ from the files under test/golden, as a unified difference.
 * With `--accept` the files are rewritten. Ends with 1 when something differs and was not accepted.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EMITTED_FOLDERS, emittedFiles } from "../test/golden/emitted.ts";

const golden = fileURLToPath(new URL("../test/golden/", import.meta.url));
const accept = process.argv.includes("--accept");

/** Prints the difference of two texts under one name, with the tool everybody reads differences with. */
function show(path: string, before: string, after: string): void {
  const folder = mkdtempSync(join(tmpdir(), "qwerk-golden-"));
  for (const [side, text] of [
    ["accepted", before],
    ["emitted", after],
  ] as const) {
    mkdirSync(dirname(join(folder, side, path)), { recursive: true });
    writeFileSync(join(folder, side, path), text);
  }
  const flags = ["diff", "--no-index", "--no-prefix", process.stdout.isTTY ? "--color" : "--no-color"];
  const { stdout } = spawnSync("git", [...flags, `accepted/${path}`, `emitted/${path}`], {
    cwd: folder,
    encoding: "utf8",
  });
  process.stdout.write(stdout);
  rmSync(folder, { recursive: true });
}

const files = new Map<string, string | undefined>(emittedFiles());
for (const folder of EMITTED_FOLDERS) {
  if (!existsSync(join(golden, folder))) continue;
  for (const name of readdirSync(join(golden, folder))) {
    if (!files.has(`${folder}/${name}`)) files.set(`${folder}/${name}`, undefined);
  }
}

let changed = 0;
for (const [path, text] of files) {
  const target = join(golden, path);
  const before = existsSync(target) ? readFileSync(target, "utf8") : "";
  if (before === text) continue;
  changed++;
  show(path, before, text ?? "");
  if (!accept) continue;
  if (text === undefined) rmSync(target);
  else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

const verdict =
  changed === 0 ? "nothing differs" : `${changed} ${accept ? "accepted" : "differ; --accept takes them over"}`;
process.stdout.write(`${files.size} files, ${verdict}\n`);
process.exitCode = changed > 0 && !accept ? 1 : 0;
