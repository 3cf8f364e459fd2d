// Addresses of shared memory as instructions want them.
#pragma once

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  unsigned long long address;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
  return unsigned(address);
}
