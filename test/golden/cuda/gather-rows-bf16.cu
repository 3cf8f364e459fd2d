// gather_rows_64
// y[output] = x[outputRow[output]]
// group.x: block of columns, group.y: output
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) gather_rows_64(
    const int* __restrict__ step,
    const unsigned short* __restrict__ x,
    unsigned short* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row_base = step[12];
  const int row = step[row_base + group.y];
  const int column = group.x * 64 + local;
  if (column < 16) {
    const uint2 value0_v = reinterpret_cast<const uint2*>(x)[row * 16 + column];
    const float value0 = bf16_low(value0_v.x);
    const float value1 = bf16_high(value0_v.x);
    const float value2 = bf16_low(value0_v.y);
    const float value3 = bf16_high(value0_v.y);
    reinterpret_cast<uint2*>(y)[group.y * 16 + column] = make_uint2(pack_bf16(value0, value1), pack_bf16(value2, value3));
  }
}
