// join_add_192
// y = add(a, b)
// group.x: block of columns, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) join_add_192(
    const unsigned short* __restrict__ a,
    const unsigned short* __restrict__ b,
    unsigned short* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = group.y * 48;
  const int column = group.x * 64 + local;
  if (column < 48) {
    const int at = base + column;
    const uint2 l0_v = reinterpret_cast<const uint2*>(a)[at];
    const float l0 = bf16_low(l0_v.x);
    const float l1 = bf16_high(l0_v.x);
    const float l2 = bf16_low(l0_v.y);
    const float l3 = bf16_high(l0_v.y);
    const uint2 r0_v = reinterpret_cast<const uint2*>(b)[at];
    const float r0 = bf16_low(r0_v.x);
    const float r1 = bf16_high(r0_v.x);
    const float r2 = bf16_low(r0_v.y);
    const float r3 = bf16_high(r0_v.y);
    reinterpret_cast<uint2*>(y)[at] = make_uint2(pack_bf16(l0 + r0, l1 + r1), pack_bf16(l2 + r2, l3 + r3));
  }
}
