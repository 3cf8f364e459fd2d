/**
 * What can go wrong on a device behind the host's back: it is lost, or a call turns out to be invalid or out of memory
 * long after it returned. Kept in one place because both must reach whoever waits for a result: pending work rejects
 * when the device goes, and an error nobody captured is thrown by every read after it, as the results are worthless.
 */
import { CapacityError, DeviceLostError, QwerkError } from "../../base/errors.ts";

export class DeviceFaults {
  /** Resolves when the device is gone; never rejects. */
  readonly lost: Promise<DeviceLostError>;
  #gone: DeviceLostError | undefined;
  #error: QwerkError | undefined;
  readonly #waiting = new Set<(reason: DeviceLostError) => void>();

  constructor(device: GPUDevice) {
    this.lost = device.lost.then(({ reason, message }) => this.close(reason, message));
    device.addEventListener("uncapturederror", (event) => {
      event.preventDefault();
      this.report(event.error);
    });
  }

  /** An error that makes results worthless; the first one is kept. */
  report(error: GPUError): void {
    this.#error ??= typedError(error);
  }

  get gone(): boolean {
    return this.#gone !== undefined;
  }

  /** Rejects all that waits, and from here on every `check`. The first call wins. */
  close(reason: string, message: string): DeviceLostError {
    if (this.#gone !== undefined) return this.#gone;
    const error = lostError(reason, message);
    this.#gone = error;
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
    return error;
  }

  /** @throws DeviceLostError `device_lost`; QwerkError `device_error` or CapacityError `out_of_memory`. */
  check(): void {
    if (this.#gone !== undefined) throw this.#gone;
    if (this.#error !== undefined) throw this.#error;
  }

  /** The result of device work, or a rejection as soon as the device is gone. */
  async guard<T>(work: Promise<T>): Promise<T> {
    let reject: ((reason: DeviceLostError) => void) | undefined;
    const gone = new Promise<never>((_resolve, rejectGone) => {
      reject = rejectGone;
      if (this.#gone === undefined) this.#waiting.add(rejectGone);
      else rejectGone(this.#gone);
    });
    try {
      return await Promise.race([work, gone]);
    } catch (error) {
      if (error instanceof QwerkError) throw error;
      throw this.#gone ?? this.#error ?? failedWork(error);
    } finally {
      if (reject !== undefined) this.#waiting.delete(reject);
    }
  }
}

/** What WebGPU rejects with, as a typed error; bugs of ours pass through. */
function failedWork(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Mapping is aborted only when the device goes, and that may be noticed before the loss itself is told.
  if (error.name === "AbortError") return lostError("aborted", error.message);
  if (error.name !== "OperationError") return error;
  return new QwerkError("device_error", `the device refused to return a result: ${error.message}`, { cause: error });
}

function lostError(reason: string, message: string): DeviceLostError {
  return new DeviceLostError("device_lost", `the WebGPU device is lost (${reason}): ${message || "no message"}`, {
    hint: "open a device and load the model again; a device that is lost once more under the same load lacks memory or is hung by a kernel that runs too long",
    data: { reason },
  });
}

function typedError(error: GPUError): QwerkError {
  if (error instanceof GPUOutOfMemoryError) {
    return new CapacityError("out_of_memory", `the device ran out of memory: ${error.message}`, {
      hint: "use a smaller context or a smaller model",
    });
  }
  return new QwerkError("device_error", `the device reported an error: ${error.message}`, {
    hint: "results after this error are not valid; open the device again",
  });
}
