/**
 * A headless browser with WebGPU for tests: the one inside `@sparticuz/chromium`, else a chromium of the system.
 * Separate so that every page test launches it with the same flags. Invariant: nothing is downloaded, and when neither
 * runs the error says what was tried.
 */
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { type Browser, chromium } from "playwright";
import { SOFTWARE_ADAPTER_INSTALL, unpackBrowser } from "../../node/software-adapter.ts";
import { DeviceLostError } from "../../src/base/errors.ts";

/**
 * `--enable-unsafe-webgpu` lets requestAdapter return a software adapter. Tests run as root in containers, where the
 * sandbox cannot start. Everything that would talk to the network on its own is off.
 */
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

interface Candidate {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Launches the browser; the caller closes it. Pages must come from http://127.0.0.1 (a secure context) to see
 * `navigator.gpu`.
 * @throws DeviceLostError `no_browser` with every executable that was tried and how it failed.
 */
export async function launchBrowser(extraFlags: readonly string[] = []): Promise<Browser> {
  const failures: string[] = [];
  for (const { executable, env } of await candidates()) {
    try {
      return await chromium.launch({
        executablePath: executable,
        args: [...FLAGS, ...extraFlags],
        env: { ...definedEnvironment(), ...env },
      });
    } catch (error) {
      failures.push(`${executable}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new DeviceLostError("no_browser", `no browser for tests; ${failures.join("; ") || "none is installed"}`, {
    hint: `${SOFTWARE_ADAPTER_INSTALL} (x86-64 Linux), or install chromium`,
    data: { failures },
  });
}

async function candidates(): Promise<Candidate[]> {
  const packaged = await unpackBrowser();
  const found: Candidate[] = SYSTEM_BROWSERS.filter(isExecutable).map((executable) => ({ executable, env: {} }));
  if (packaged !== undefined) {
    const libraries = [packaged.libraryFolder, process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
    const env = {
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: packaged.fontConfig,
      HOME: process.env["HOME"] || tmpdir(),
    };
    found.unshift({ executable: packaged.executable, env });
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The process's environment without the drivers it names: the browser brings its own. */
function definedEnvironment(): Record<string, string> {
  const dropped = new Set(["VK_ICD_FILENAMES", "VK_DRIVER_FILES"]);
  const entries = Object.entries(process.env).filter(([name, value]) => value !== undefined && !dropped.has(name));
  return Object.fromEntries(entries) as Record<string, string>;
}
