/**
 * Progress of a load or a conversion on stderr: a line that is rewritten on a terminal, one line every five seconds elsewhere, nothing
 * for what is over at once.
 */
import { formatBytes } from "../src/base/bytes.ts";
import type { ProgressListener } from "../src/runtime/port.ts";

export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface LoadProgress {
  readonly listener: ProgressListener;
  /** Removes the line of a terminal. */
  end(): void;
}

const QUIET_MS = 500;
const TERMINAL_PERIOD_MS = 100;
const LINE_PERIOD_MS = 5000;

/**
 * @param clock milliseconds from any start
 * @param verb what is going on
 */
export function loadProgress(
  stream: ProgressStream,
  clock: () => number = () => performance.now(),
  verb = "loading",
): LoadProgress {
  const startMs = clock();
  const terminal = stream.isTTY === true;
  let nextMs = startMs + (terminal ? QUIET_MS : LINE_PERIOD_MS);
  let shown = false;
  return {
    listener(loadedBytes, totalBytes) {
      const now = clock();
      if (now < nextMs) return;
      nextMs = now + (terminal ? TERMINAL_PERIOD_MS : LINE_PERIOD_MS);
      shown = true;
      const line = `${verb} ${progressLine(loadedBytes, totalBytes, now - startMs)}`;
      stream.write(terminal ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (terminal && shown) stream.write("\r\u001b[2K");
    },
  };
}

function progressLine(loadedBytes: number, totalBytes: number, elapsedMs: number): string {
  const bytesPerSecond = (1000 * loadedBytes) / Math.max(1, elapsedMs);
  const percent = totalBytes === 0 ? 100 : (100 * loadedBytes) / totalBytes;
  const left = bytesPerSecond === 0 ? "" : `, ${((totalBytes - loadedBytes) / bytesPerSecond).toFixed(0)} s left`;
  const rate = `${formatBytes(Math.round(bytesPerSecond))}/s`;
  return `${formatBytes(loadedBytes)} of ${formatBytes(totalBytes)} (${percent.toFixed(0)} %) at ${rate}${left}`;
}
