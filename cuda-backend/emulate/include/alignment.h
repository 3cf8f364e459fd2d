// Alignment of every access, as a card demands it. g++'s sanitizer puts a check at each; its library is not linked, the
// function below stands in for it. What goes past g++, as copies and matrix loads do, asks `emulated_aligned`.
#pragma once
#include "runtime.h"

extern "C" {
extern const EmulatedRuntime* emulated_runtime;

// What g++ says about a place in the text. It gives the type's name in quotation marks.
struct EmulatedMismatch {
  const char* file;
  unsigned line, column;
  const struct { unsigned short kind, info; char name[1]; } * type;
  unsigned char log_alignment, check;
};

__attribute__((used, visibility("hidden"))) void __ubsan_handle_type_mismatch_v1(void* data, void* address) {
  const EmulatedMismatch& mismatch = *static_cast<EmulatedMismatch*>(data);
  emulated_runtime->misaligned(address, 1u << mismatch.log_alignment, mismatch.type->name, mismatch.line);
}
}

inline void emulated_aligned(const void* address, unsigned needed, const char* what) {
  if (reinterpret_cast<size_t>(address) % needed != 0) emulated_runtime->misaligned(address, needed, what, 0);
}
