// Copies from global to shared memory that run beside the thread: started, grouped by a commit, and only visible after
// the wait that covers their group and a barrier. Needs compute capability 8.0.
#pragma once
#include "address.cuh"

// 16 bytes, both sides 16-byte aligned. Without `valid` nothing is read and the target becomes zero.
__device__ __forceinline__ void copy_async(void* target, const void* source, bool valid) {
  const int bytes = valid ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(target)), "l"(source), "r"(bytes)
               : "memory");
}

__device__ __forceinline__ void copy_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits until at most N of this thread's newest groups are still on their way.
template <int N>
__device__ __forceinline__ void copy_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
