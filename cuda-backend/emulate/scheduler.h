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

// Runs all blocks in order. Returns an empty text, or what went wrong with block and thread.
std::string run_launch(const EmulatedKernel& kernel, const char* name, void** parameters, const LaunchShape& shape);

// Whether an address lies in memory of the device; the driver knows.
bool is_device_memory(const void* address);

extern unsigned long emulated_counters[EMULATED_COUNTERS];
