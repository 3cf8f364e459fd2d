// 16-byte reads of global memory with a say in caching.
#pragma once

// Data that nobody reads again soon, as weights: past the first-level cache, through the read-only path.
__device__ __forceinline__ uint4 load_streaming(const void* address) {
  uint4 v;
  asm("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
      : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
      : "l"(address));
  return v;
}

// Data that other blocks read too: kept in the second-level cache.
__device__ __forceinline__ uint4 load_shared_by_blocks(const void* address) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(address));
  return v;
}
