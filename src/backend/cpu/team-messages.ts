/**
 * What a team's threads say to each other, all of it structured-cloneable. Apart from both ends because a host bundles
 * them into different files.
 */

/** More than processors have cores for. */
export const MOST_THREADS = 64;

/** A thread's channel to its owner, or an owner's to a thread, which the host adapts from what it has. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other side ended; `error` says why where that is known. */
  onClose(listener: (error?: Error) => void): void;
  /** Whether the thread keeps this process from ending. Hosts without such a thing leave it out. */
  keepAlive?(alive: boolean): void;
  /** Ends the thread; resolves when it has, where the host tells. */
  close(): void | Promise<void>;
}

/** Starts a thread that calls `serveTeam` on its owner's port. */
export type SpawnThread = () => ThreadPort;

/** A body over its operands: the same addresses on every thread, scratch one after another. */
export interface ListedBody {
  readonly module: number;
  readonly memory: number;
  readonly addresses: readonly number[];
  readonly scratch: number;
  readonly scratchBytes: number;
}

/** The launches of a program as workers know them. */
export interface LaunchList {
  readonly id: number;
  readonly modules: readonly WebAssembly.Module[];
  readonly memories: readonly WebAssembly.Memory[];
  /** null where the submitting thread runs the launch alone. */
  readonly bodies: readonly (ListedBody | null)[];
  /** The words of a step (`walk.ts`), in shared memory. */
  readonly words: Int32Array;
}

export type ToThread =
  | { readonly kind: "join"; readonly control: SharedArrayBuffer; readonly thread: number }
  | { readonly kind: "load"; readonly list: LaunchList; readonly forget: readonly number[] };

export type FromThread = { readonly kind: "ready" } | { readonly kind: "failed"; readonly message: string };
