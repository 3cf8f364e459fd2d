// Dot products of four bytes in a word, added to a 32-bit sum.
#pragma once

__device__ __forceinline__ int dot_s8(unsigned a, unsigned b, int sum) {
  int result;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
  return result;
}

// Unsigned bytes of `a` times signed bytes of `b`.
__device__ __forceinline__ int dot_u8_s8(unsigned a, unsigned b, int sum) {
  int result;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
  return result;
}
