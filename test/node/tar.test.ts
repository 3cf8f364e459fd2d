/** Archives of the system's tar, read back; paths that leave the folder and links are refused. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { extractTar, readTar } from "../../node/tar.ts";
import { freshFolder } from "./scratch.ts";

describe("tar", () => {
  test("reads what the system's tar writes", async () => {
    const [from, to] = [freshFolder(), freshFolder()];
    mkdirSync(join(from, "deep"));
    writeFileSync(join(from, "deep", "run"), "x".repeat(1300));
    chmodSync(join(from, "deep", "run"), 0o755);
    writeFileSync(join(from, "empty"), "");
    const made = spawnSync("tar", ["--format=ustar", "-c", "-C", from, "deep", "empty"], { maxBuffer: 1 << 20 });
    expect(made.status).toBe(0);
    await extractTar(made.stdout, to);
    expect(readFileSync(join(to, "deep", "run"), "utf8")).toBe("x".repeat(1300));
    expect(statSync(join(to, "deep", "run")).mode & 0o777).toBe(0o755);
    expect(statSync(join(to, "empty")).size).toBe(0);
    expect(() => readTar(made.stdout.subarray(0, 1600))).toThrow(/cut off/);
    made.stdout[3]! ^= 1;
    expect(() => readTar(made.stdout)).toThrow(/checksum/);
  });

  test("refuses paths that leave the folder, and links", () => {
    const from = freshFolder();
    writeFileSync(join(from, "file"), "");
    const escaping = spawnSync("tar", ["--format=ustar", "-cP", "-C", from, "--transform=s,^,../,", "file"]);
    expect(() => readTar(escaping.stdout)).toThrow(/leaves the folder/);
    spawnSync("ln", ["-s", "file", join(from, "link")]);
    const linked = spawnSync("tar", ["--format=ustar", "-c", "-C", from, "link"]);
    expect(() => readTar(linked.stdout)).toThrow(/entry type "2"/);
  });
});
