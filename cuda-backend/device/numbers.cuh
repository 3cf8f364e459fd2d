// Conversions between storage types and f32. bf16 is the upper half of an f32, so integer operations convert it on any
// card; halves use the conversion instructions. Rounding is to nearest, ties to even; NaN stays NaN. The emulation has
// a file of the same name and functions.
#pragma once

__device__ __forceinline__ float bf16_value(unsigned short bits) { return __uint_as_float(unsigned(bits) << 16); }
__device__ __forceinline__ float bf16_low(unsigned word) { return __uint_as_float(word << 16); }
__device__ __forceinline__ float bf16_high(unsigned word) { return __uint_as_float(word & 0xffff0000u); }

__device__ __forceinline__ unsigned bf16_bits(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return (bits >> 16) | 0x40u;
  return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

__device__ __forceinline__ unsigned pack_bf16(float low, float high) {
  return bf16_bits(low) | bf16_bits(high) << 16;
}

__device__ __forceinline__ float half_value(unsigned short bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
__device__ __forceinline__ float half_low(unsigned word) { return half_value((unsigned short)(word & 0xffffu)); }
__device__ __forceinline__ float half_high(unsigned word) { return half_value((unsigned short)(word >> 16)); }

__device__ __forceinline__ unsigned half_bits(float value) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
__device__ __forceinline__ unsigned pack_half(float low, float high) { return half_bits(low) | half_bits(high) << 16; }
