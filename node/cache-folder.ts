/**
 * qwerk's cache folder on disk and the one way to fill it. Separate because everything that unpacks, downloads or
 * compiles publishes here. Invariant: a folder under its final name is complete; it is prepared under a temporary
 * name beside it and renamed, so another process sees all of it or nothing, and whoever loses a race takes the
 * winner's folder.
 */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { CapacityError, QwerkError, UsageError } from "../src/base/errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Age from which a leftover temporary folder belongs to a process that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * The cache folder, created when absent: QWERK_CACHE, else XDG_CACHE_HOME/qwerk, else HOME/.cache/qwerk, else a
 * private folder under the system's temporary folder. Relative XDG_CACHE_HOME and HOME are ignored.
 * @throws UsageError `cache_not_writable` when QWERK_CACHE names a place that cannot be written; the others fall through.
 */
export function cacheFolder(env: Environment = process.env): string {
  if (env["QWERK_CACHE"]) {
    const folder = resolve(env["QWERK_CACHE"]);
    if (!makeWritable(folder)) {
      throw new UsageError("cache_not_writable", `QWERK_CACHE is ${folder}, which cannot be created or written`, {
        hint: "point QWERK_CACHE at a writable folder, or unset it",
        data: { folder },
      });
    }
    return folder;
  }
  const xdg = env["XDG_CACHE_HOME"];
  const home = env["HOME"];
  const candidates = [
    ...(xdg && isAbsolute(xdg) ? [join(xdg, "qwerk")] : []),
    ...(home && isAbsolute(home) ? [join(home, ".cache", "qwerk")] : []),
  ];
  return candidates.find(makeWritable) ?? temporaryCache();
}

/** The cache folder for what can do without: undefined where `cacheFolder` throws. */
export function optionalCacheFolder(env: Environment = process.env): string | undefined {
  try {
    return cacheFolder(env);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/**
 * Makes `<parent>/<name>` by `fill`, once. `fill` gets an empty folder on the same file system. A present folder is
 * returned as it is when it has all `required` files; otherwise (a cleaner has been through it) it is made again.
 * @returns the absolute path of the published folder.
 * @throws CapacityError `disk_full`; UsageError `cache_not_writable`; what `fill` throws
 */
export async function publishFolder(
  parent: string,
  name: string,
  required: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const target = join(parent, name);
  if (await hasAll(target, required)) return target;
  try {
    await makeFolder(parent, target, required, fill);
  } catch (error) {
    throw writeFault(target, error);
  }
  return target;
}

async function makeFolder(
  parent: string,
  target: string,
  required: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const name = basename(target);
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent, name);
  const prepared = await mkdtemp(join(parent, temporaryPrefix(name)));
  try {
    const content = join(prepared, "content");
    await mkdir(content);
    await fill(content);
    await exchange(content, target, join(prepared, "damaged"), required);
  } finally {
    await rm(prepared, { recursive: true, force: true });
  }
}

/** A failure of the file system as a typed error; any other as it is. */
function writeFault(folder: string, error: unknown): unknown {
  if (error instanceof QwerkError || !(error instanceof Error) || !("syscall" in error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const options = { data: { folder, code }, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new CapacityError("disk_full", `${folder}: no room to write it (${error.message})`, {
      hint: "free room there, or point QWERK_CACHE at a folder on another disk",
      ...options,
    });
  }
  return new UsageError("cache_not_writable", `${folder}: cannot be written (${error.message})`, {
    hint: "point QWERK_CACHE at a writable folder",
    ...options,
  });
}

/** Renames `content` to `target`; a complete target that appeared meanwhile stays, an incomplete one is moved out. */
async function exchange(content: string, target: string, aside: string, required: readonly string[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await rename(content, target);
      return;
    } catch (error) {
      if (await hasAll(target, required)) return;
      if (attempt === 3) throw error;
      await rename(target, `${aside}-${attempt}`).catch(() => undefined);
    }
  }
}

async function hasAll(folder: string, required: readonly string[]): Promise<boolean> {
  try {
    await access(folder);
    for (const file of required) await access(join(folder, file));
    return true;
  } catch {
    return false;
  }
}

function temporaryPrefix(name: string): string {
  return `.${name}.tmp-`;
}

async function removeAbandoned(parent: string, name: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(temporaryPrefix(name))) continue;
    const path = join(parent, entry);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * Parents first, one by one: Node's recursive mkdir never returns where a file system answers ENOENT for a name below
 * an existing folder, as /proc does.
 */
function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function makeWritable(folder: string): boolean {
  try {
    makeFolders(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A folder under the shared temporary folder. Shared libraries are loaded from the cache, so a folder of this name
 * that belongs to somebody else, or that others may write, is not used: a fresh private one takes its place.
 */
function temporaryCache(): string {
  const uid = process.getuid?.();
  const folder = join(tmpdir(), uid === undefined ? "qwerk-cache" : `qwerk-cache-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch {
    const facts = lstatSync(folder, { throwIfNoEntry: false });
    const private_ = uid === undefined || (facts?.uid === uid && (facts.mode & 0o022) === 0);
    if (facts?.isDirectory() && private_) return folder;
    return mkdtempSync(`${folder}-`);
  }
}
