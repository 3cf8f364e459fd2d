// Running one launch of an emulated kernel on the calling thread.
#pragma once
#include <string>

#include "include/runtime.h"

struct LaunchShape {
  unsigned blocks[3];
  unsigned threads[3];
  unsigned dynamic_shared_bytes;
  unsigned seed;
};

// What went wrong, with block and thread; empty when nothing did.
struct LaunchFault {
  std::string text;
  bool misaligned = false;
};

// Runs all blocks in order, up to the first fault.
LaunchFault run_launch(const EmulatedKernel& kernel, const char* name, void** parameters, const LaunchShape& shape);

// Whether an address lies in memory of the device; the driver knows.
bool is_device_memory(const void* address);

extern unsigned long emulated_counters[EMULATED_COUNTERS];
