// What tests set and read in the stand-in libraries: facts of the device, faults to inject, counts.
#pragma once
#include <string>

// A setting as text or number, or the default.
std::string setting(const char* name, const char* otherwise);
long setting_number(const char* name, long otherwise);

// A template for mkstemp or mkdtemp in the folder of setting "scratch", else of TMPDIR.
std::string scratch(const char* name);

// Counts the call of an exported function. Returns the error to inject for it, or 0.
int enter(const char* function);

#define EXPORT extern "C" __attribute__((visibility("default")))
#define ENTER()                                     \
  do {                                              \
    if (const int injected = enter(__func__)) return injected; \
  } while (0)
