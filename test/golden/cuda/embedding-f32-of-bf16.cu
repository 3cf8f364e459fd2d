// embedding_64
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) embedding_64(
    const int* __restrict__ step,
    const int* __restrict__ sampled,
    const unsigned short* __restrict__ embedding_table,
    float* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row = group.y;
  const int given_base = step[4];
  const int given = step[given_base + row];
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  int token = given;
  if (given < 0) {
    const int last_offset = step[3];
    const int last = sampled[last_offset + slot];
    token = last;
  }
  const int column = group.x * 64 + local;
  if (column < 16) {
    const int safe = min(max(token, 0), 36);
    const uint2 value0_v = reinterpret_cast<const uint2*>(embedding_table)[safe * 16 + column];
    const float value0 = bf16_low(value0_v.x);
    const float value1 = bf16_high(value0_v.x);
    const float value2 = bf16_low(value0_v.y);
    const float value3 = bf16_high(value0_v.y);
    reinterpret_cast<float4*>(y)[row * 16 + column] = make_float4(value0, value1, value2, value3);
  }
}
