/** Empty folders for the tests of one file, gone when the file is done. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const scratch = mkdtempSync(join(tmpdir(), "qwerk-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

export function freshFolder(): string {
  return mkdtempSync(join(scratch, "case-"));
}
