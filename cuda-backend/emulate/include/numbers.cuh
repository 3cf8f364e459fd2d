// Host bodies of device/numbers.cuh: the same functions in integer and float arithmetic.
#pragma once

inline float bf16_value(unsigned short bits) { return __uint_as_float(unsigned(bits) << 16); }
inline float bf16_low(unsigned word) { return __uint_as_float(word << 16); }
inline float bf16_high(unsigned word) { return __uint_as_float(word & 0xffff0000u); }

inline unsigned bf16_bits(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return (bits >> 16) | 0x40u;
  return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}
inline unsigned pack_bf16(float low, float high) { return bf16_bits(low) | bf16_bits(high) << 16; }

inline float half_value(unsigned short bits) {
  const unsigned exponent = bits >> 10 & 31u, mantissa = bits & 1023u;
  const unsigned sign = unsigned(bits & 0x8000u) << 16;
  if (exponent == 31u) return __uint_as_float(sign | 0x7f800000u | mantissa << 13);
  if (exponent != 0u) return __uint_as_float(sign | (exponent + 112u) << 23 | mantissa << 13);
  const float tiny = float(mantissa) * 0x1p-24f;
  return sign ? -tiny : tiny;
}
inline float half_low(unsigned word) { return half_value((unsigned short)(word & 0xffffu)); }
inline float half_high(unsigned word) { return half_value((unsigned short)(word >> 16)); }

inline unsigned half_bits(float value) {
  const unsigned bits = __float_as_uint(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fffu;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
  // Below the smallest normal half: adding 0.5 rounds at the place of the last subnormal bit.
  if (magnitude < 0x38800000u) return sign | (__float_as_uint(__uint_as_float(magnitude) + 0.5f) - 0x3f000000u);
  const unsigned rebased = magnitude - 0x38000000u;
  return sign | (rebased + 0xfffu + (rebased >> 13 & 1u)) >> 13;
}
inline unsigned pack_half(float low, float high) { return half_bits(low) | half_bits(high) << 16; }
