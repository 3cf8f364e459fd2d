// embedding_192
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) embedding_192(
    const int* __restrict__ step,
    const int* __restrict__ sampled,
    const int* __restrict__ embedding_table,
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
  if (column < 48) {
    const int safe = min(max(token, 0), 127);
    const int value_codes = embedding_table[safe * 48 + column];
    const int value_scale_word = embedding_table[(safe >> 1) + 6144];
    const unsigned valuepair0 = ((unsigned(value_codes) & 8388736u) << 8) | ((unsigned(value_codes) & 8323199u) << 7);
    const unsigned valuepair1 = (((unsigned(value_codes) >> 8) & 8388736u) << 8) | (((unsigned(value_codes) >> 8) & 8323199u) << 7);
    const float value0 = half_low(valuepair0);
    const float value1 = half_low(valuepair1);
    const float value2 = half_high(valuepair0);
    const float value3 = half_high(valuepair1);
    const float value_scale = __int_as_float((value_scale_word >> ((safe & 1) * 16)) << 16) * 256.0f;
    reinterpret_cast<float4*>(y)[row * 48 + column] = make_float4(value0 * value_scale, value1 * value_scale, value2 * value_scale, value3 * value_scale);
  }
}
