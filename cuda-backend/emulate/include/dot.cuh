// Host bodies of device/dot.cuh.
#pragma once

inline int dot_s8(unsigned a, unsigned b, int sum) {
  for (int i = 0; i < 4; i++) sum += int((signed char)(a >> 8 * i)) * int((signed char)(b >> 8 * i));
  return sum;
}
inline int dot_u8_s8(unsigned a, unsigned b, int sum) {
  for (int i = 0; i < 4; i++) sum += int((unsigned char)(a >> 8 * i)) * int((signed char)(b >> 8 * i));
  return sum;
}
