/** Bundled into a page by webgpu-browser.test.ts: opens the page's device and runs the small program on it. */
import { openBrowserDevice } from "../../src/backend/webgpu/open-device.ts";
import { createWebGpuBackend } from "../../src/backend/webgpu/webgpu-backend.ts";
import { runSmallProgram } from "./small-program.ts";

export interface PageResult {
  readonly totals: readonly number[];
  readonly device: string;
  readonly features: readonly string[];
  readonly maxBindingBytes: number;
  /** Code of the error of a read after dispose. */
  readonly codeAfterDispose: string;
}

export async function runInPage(rowCounts: readonly number[]): Promise<PageResult> {
  const backend = createWebGpuBackend(await openBrowserDevice(navigator.gpu));
  const totals = await runSmallProgram(backend, rowCounts);
  const buffer = backend.createBuffer("last", 4);
  await backend.dispose();
  const codeAfterDispose = await backend.read(buffer, 0, 4).then(
    () => "none",
    (error: { code?: string }) => error.code ?? String(error),
  );
  const { device, features, maxBindingBytes } = backend.caps;
  return { totals, device, features: [...features], maxBindingBytes, codeAfterDispose };
}
