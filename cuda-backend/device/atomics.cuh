// Indivisible changes of one 32-bit word in global or shared memory. Each returns what was there before. Integers only:
// their results do not depend on the order in which threads come, those of float sums do. Nothing is ordered around
// them; a kernel that hands data over needs a fence or a barrier.
#pragma once

#define ATOMIC(T, name, instruction)                                                             \
  __device__ __forceinline__ T name(T* address, T value) {                                       \
    T old;                                                                                       \
    asm volatile("atom." instruction " %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory"); \
    return old;                                                                                  \
  }
ATOMIC(int, atomic_add, "add.s32")
ATOMIC(unsigned, atomic_add, "add.u32")
ATOMIC(int, atomic_min, "min.s32")
ATOMIC(unsigned, atomic_min, "min.u32")
ATOMIC(int, atomic_max, "max.s32")
ATOMIC(unsigned, atomic_max, "max.u32")
ATOMIC(int, atomic_exchange, "exch.b32")
ATOMIC(unsigned, atomic_exchange, "exch.b32")
#undef ATOMIC

// Writes `value` where `expected` is; the swap was done when `expected` is returned.
#define ATOMIC_SWAP(T)                                                                           \
  __device__ __forceinline__ T atomic_compare_and_swap(T* address, T expected, T value) {        \
    T old;                                                                                       \
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;"                                                \
                 : "=r"(old)                                                                     \
                 : "l"(address), "r"(expected), "r"(value)                                       \
                 : "memory");                                                                    \
    return old;                                                                                  \
  }
ATOMIC_SWAP(int)
ATOMIC_SWAP(unsigned)
#undef ATOMIC_SWAP
