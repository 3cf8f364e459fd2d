/** What a compiler's log says about a kernel: registers, spills and memory, as ptxas prints them with `-v`. */

export interface KernelResources {
  readonly registers: number;
  readonly spillStoreBytes: number;
  readonly spillLoadBytes: number;
  readonly sharedBytes: number;
  readonly stackBytes: number;
}

/** Resources of the only entry point in a log; undefined when the log does not say. */
export function parseResources(log: string): KernelResources | undefined {
  const registers = /Used (\d+) registers/.exec(log);
  if (registers === null) return undefined;
  const number = (pattern: RegExp): number => Number(pattern.exec(log)?.[1] ?? 0);
  return {
    registers: Number(registers[1]),
    spillStoreBytes: number(/(\d+) bytes spill stores/),
    spillLoadBytes: number(/(\d+) bytes spill loads/),
    sharedBytes: number(/(\d+) bytes smem/),
    stackBytes: number(/(\d+) bytes stack frame/),
  };
}
