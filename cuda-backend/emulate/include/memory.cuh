// Host bodies of device/memory.cuh. Alignment is checked by the type; the bytes read are counted.
#pragma once

inline uint4 load_streaming(const void* address) {
  emulated_runtime->count(EMULATED_GLOBAL_BYTES, 16);
  return *static_cast<const uint4*>(address);
}
inline uint4 load_shared_by_blocks(const void* address) { return load_streaming(address); }
