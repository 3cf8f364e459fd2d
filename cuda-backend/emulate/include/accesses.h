// Every read and write of a kernel, told to the emulation. g++'s thread sanitizer puts a call at each of them; its
// library is not linked, these functions stand in for it. The return address tells the places of a kernel apart.
#pragma once
#include "runtime.h"

extern "C" {
extern const EmulatedRuntime* emulated_runtime;

#define EMULATED_HOOK __attribute__((noinline, used, no_sanitize("thread"), visibility("hidden")))
#define EMULATED_ACCESS(name, bytes) \
  EMULATED_HOOK void name(void* address) { emulated_runtime->access(address, bytes, __builtin_return_address(0)); }
#define EMULATED_ACCESSES(bytes)                      \
  EMULATED_ACCESS(__tsan_read##bytes, bytes)          \
  EMULATED_ACCESS(__tsan_write##bytes, bytes)         \
  EMULATED_ACCESS(__tsan_unaligned_read##bytes, bytes) \
  EMULATED_ACCESS(__tsan_unaligned_write##bytes, bytes)
EMULATED_ACCESSES(1)
EMULATED_ACCESSES(2)
EMULATED_ACCESSES(4)
EMULATED_ACCESSES(8)
EMULATED_ACCESSES(16)
EMULATED_HOOK void __tsan_read_range(void* address, unsigned long bytes) {
  emulated_runtime->access(address, unsigned(bytes), __builtin_return_address(0));
}
EMULATED_HOOK void __tsan_write_range(void* address, unsigned long bytes) {
  emulated_runtime->access(address, unsigned(bytes), __builtin_return_address(0));
}
EMULATED_HOOK void __tsan_init() {}
EMULATED_HOOK void __tsan_func_entry(void*) {}
EMULATED_HOOK void __tsan_func_exit() {}
}
