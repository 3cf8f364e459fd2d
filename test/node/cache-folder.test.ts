/** The cache folder: where it is, odd homes included, and that what is published there is whole. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolder, optionalCacheFolder, publishFolder } from "../../node/cache-folder.ts";
import { failureOf } from "../base/failure.ts";
import { freshFolder } from "./scratch.ts";

describe("cache folder", () => {
  test("takes the first writable place in order", () => {
    const [own, xdg, home] = [freshFolder(), freshFolder(), freshFolder()];
    expect(cacheFolder({ QWERK_CACHE: own, XDG_CACHE_HOME: xdg, HOME: home })).toBe(own);
    expect(cacheFolder({ XDG_CACHE_HOME: xdg, HOME: home })).toBe(join(xdg, "qwerk"));
    expect(cacheFolder({ XDG_CACHE_HOME: "relative", HOME: home })).toBe(join(home, ".cache", "qwerk"));
    expect(existsSync(join(home, ".cache", "qwerk"))).toBe(true);
  });

  test.each([{}, { HOME: "" }, { HOME: "/dev/null" }, { HOME: "/proc/1" }])("works without a home: %o", (env) => {
    const folder = cacheFolder(env);
    expect(folder.startsWith(tmpdir())).toBe(true);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  test("an unwritable QWERK_CACHE is an error, because somebody asked for it", async () => {
    for (const place of ["/dev/null/cache", "/proc/none", "/proc/1/deep/below"]) {
      const error = await failureOf(() => cacheFolder({ QWERK_CACHE: place }));
      expect(error).toMatchObject({ name: "UsageError", code: "cache_not_writable" });
      expect(optionalCacheFolder({ QWERK_CACHE: place })).toBeUndefined();
    }
  });

  test("a full disk and a folder nobody may write are named, and leave nothing", async () => {
    const parent = freshFolder();
    const full = await failureOf(() =>
      publishFolder(parent, "thing", ["file"], async () => writeFileSync("/dev/full", "content")),
    );
    expect(full).toMatchObject({ name: "CapacityError", code: "disk_full" });
    expect((full as Error).message).toContain(join(parent, "thing"));
    expect(readdirSync(parent)).toEqual([]);
    const refused = await failureOf(() => publishFolder("/dev/null", "thing", ["file"], async () => {}));
    expect(refused).toMatchObject({ name: "UsageError", code: "cache_not_writable" });
  });

  test("publishes once, keeps nothing of a failure, repairs a damaged folder", async () => {
    const parent = freshFolder();
    await expect(publishFolder(parent, "thing", ["file"], () => Promise.reject(new Error("half")))).rejects.toThrow(
      "half",
    );
    expect(readdirSync(parent)).toEqual([]);
    let filled = 0;
    const fill = async (folder: string) => {
      filled++;
      writeFileSync(join(folder, "file"), "content");
    };
    const folder = await publishFolder(parent, "thing", ["file"], fill);
    await publishFolder(parent, "thing", ["file"], fill);
    expect(filled).toBe(1);
    rmSync(join(folder, "file"));
    writeFileSync(join(folder, "leftover"), "");
    await publishFolder(parent, "thing", ["file"], fill);
    expect(readdirSync(folder)).toEqual(["file"]);
    expect(readdirSync(parent)).toEqual(["thing"]);
  });
});
