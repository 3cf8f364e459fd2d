/** The cache folder: where it is, odd homes included, and that what is published there is whole. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolder, publishFolder } from "../../node/cache-folder.ts";
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

  test.each([{}, { HOME: "" }, { HOME: "/dev/null" }])("works without a home: %o", (env) => {
    const folder = cacheFolder(env);
    expect(folder.startsWith(tmpdir())).toBe(true);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  test("an unwritable QWERK_CACHE is an error, because somebody asked for it", async () => {
    const error = await failureOf(() => cacheFolder({ QWERK_CACHE: "/dev/null/cache" }));
    expect(error).toMatchObject({ name: "UsageError", code: "cache_not_writable" });
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
