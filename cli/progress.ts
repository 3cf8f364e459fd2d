/**
 * Progress of a load or a conversion on stderr: a line that is rewritten on a terminal, one line every five seconds
 * elsewhere, nothing for what is over at once. The rate, and the time left by it, are those of the last seconds: what the
 * system still has in memory comes at another speed than what the disk has.
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

interface Sample {
  readonly ms: number;
  readonly bytes: number;
}

const QUIET_MS = 500;
const TERMINAL_PERIOD_MS = 100;
const LINE_PERIOD_MS = 5000;
const RATE_WINDOW_MS = 5000;

/**
 * @param clock milliseconds from any start
 * @param verb what is going on
 */
export function loadProgress(
  stream: ProgressStream,
  clock: () => number = () => performance.now(),
  verb = "loading",
): LoadProgress {
  const terminal = stream.isTTY === true;
  let nextMs = clock() + (terminal ? QUIET_MS : LINE_PERIOD_MS);
  let shown = false;
  /** What was there when, oldest first. The first piece tells when the load began: a device is opened before it. */
  const samples: Sample[] = [];
  return {
    listener(loadedBytes, totalBytes) {
      const now = clock();
      samples.push({ ms: now, bytes: loadedBytes });
      while (samples[1] !== undefined && samples[1].ms <= now - RATE_WINDOW_MS) samples.shift();
      if (now < nextMs) return;
      nextMs = now + (terminal ? TERMINAL_PERIOD_MS : LINE_PERIOD_MS);
      shown = true;
      const line = `${verb} ${progressLine(loadedBytes, totalBytes, rateOf(samples))}`;
      stream.write(terminal ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (terminal && shown) stream.write("\r\u001b[2K");
    },
  };
}

/**
 * Shows the progress of what `body` does, and removes it when that ends, in whatever way.
 * @param stream undefined: nowhere
 * @param verb what is going on
 */
export async function withProgress<T>(
  stream: ProgressStream | undefined,
  verb: string,
  body: (listener: ProgressListener) => Promise<T>,
): Promise<T> {
  if (stream === undefined) return body(() => {});
  const progress = loadProgress(stream, () => performance.now(), verb);
  try {
    return await body(progress.listener);
  } finally {
    progress.end();
  }
}

/** Bytes per second; undefined where no time has passed. */
function rateOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.ms <= first.ms) return undefined;
  return (1000 * (last.bytes - first.bytes)) / (last.ms - first.ms);
}

function progressLine(loadedBytes: number, totalBytes: number, bytesPerSecond: number | undefined): string {
  const percent = totalBytes === 0 ? 100 : (100 * loadedBytes) / totalBytes;
  const line = `${formatBytes(loadedBytes)} of ${formatBytes(totalBytes)} (${percent.toFixed(0)} %)`;
  if (bytesPerSecond === undefined || bytesPerSecond === 0) return line;
  const secondsLeft = (totalBytes - loadedBytes) / bytesPerSecond;
  return `${line} at ${formatBytes(Math.round(bytesPerSecond))}/s, ${secondsLeft.toFixed(0)} s left`;
}
