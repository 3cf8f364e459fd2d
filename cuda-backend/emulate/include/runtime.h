// What an emulated kernel and the emulation share: the identity of the running thread and the calls a kernel may make.
// Kernels are separate shared objects and reach the emulation only through this table.
#pragma once
#include <stddef.h>

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };

struct EmulatedThread {
  uint3 thread, block;
  dim3 threads, blocks;
};

// Computes the results of a warp's meeting. lanes[i] is lane i's argument record, or null when it takes no part.
typedef void (*EmulatedResolve)(void** lanes);

struct EmulatedRuntime {
  // All threads of the block meet; `line` tells different barriers apart.
  void (*barrier)(int line);
  // The lanes of `mask` meet, then `resolve` runs once.
  void (*meet)(void* mine, EmulatedResolve resolve, unsigned mask, int line);
  void* (*dynamic_shared)();
  // cp.async: the copy happens at the wait that covers it; until then the target holds junk.
  void (*copy_async)(void* target, const void* source, unsigned bytes);
  void (*commit_copies)();
  void (*wait_copies)(unsigned groups_in_flight);
  void (*count)(int counter, unsigned long amount);
  // The running thread reads or writes memory; `place` tells the accesses of a kernel apart. Global ones are counted.
  void (*access)(const void* address, unsigned bytes, const void* place);
  // Other threads may run before the thread goes on.
  void (*yield)();
  // The running thread is about to access memory as `what`, whose addresses are multiples of `needed`: it does not go on.
  void (*misaligned)(const void* address, unsigned needed, const char* what, unsigned line);
};

// Waits of matrix loads for banks of shared memory, and bytes of 16-byte global reads. With counted accesses also:
// accesses of a warp to global memory, those that touch more 32-byte sectors than their bytes would fill, the sectors
// touched, and the sectors their distinct bytes would fill.
enum EmulatedCounter {
  EMULATED_SHARED_CONFLICTS, EMULATED_GLOBAL_BYTES, EMULATED_GLOBAL_ACCESSES, EMULATED_UNCOALESCED_ACCESSES,
  EMULATED_GLOBAL_SECTORS, EMULATED_MINIMUM_SECTORS, EMULATED_COUNTERS
};

struct EmulatedKernel {
  void (*call)(void** parameters);
  int parameters;
  const unsigned char* sizes;
  const bool* pointers;
  char* shared_begin;
  char* shared_end;
  EmulatedThread** current;
  const EmulatedRuntime** runtime;
};
