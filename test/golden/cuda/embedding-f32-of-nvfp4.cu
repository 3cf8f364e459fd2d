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
    const int value_codes_at = safe * 48 + column;
    const int value_codes_word = embedding_table[value_codes_at >> 1];
    const int value_codes = value_codes_word >> ((value_codes_at & 1) * 16);
    const int value_scale_at = ((safe >> 7) * 3 + (column >> 4)) * 512 + (safe & 31) * 16 + ((safe >> 5) & 3) * 4 + ((column & 15) >> 2);
    const int value_scale_word = embedding_table[(value_scale_at >> 2) + 3072];
    const int embedding_table_divisor = embedding_table[3456];
    const unsigned valuepair0 = ((unsigned(value_codes) & 524296u) << 12) | ((unsigned(value_codes) & 458759u) << 9);
    const unsigned valuepair1 = (((unsigned(value_codes) >> 4) & 524296u) << 12) | (((unsigned(value_codes) >> 4) & 458759u) << 9);
    const unsigned valuepair2 = (((unsigned(value_codes) >> 8) & 524296u) << 12) | (((unsigned(value_codes) >> 8) & 458759u) << 9);
    const unsigned valuepair3 = (((unsigned(value_codes) >> 12) & 524296u) << 12) | (((unsigned(value_codes) >> 12) & 458759u) << 9);
    const float value0 = half_low(valuepair0);
    const float value1 = half_low(valuepair1);
    const float value2 = half_low(valuepair2);
    const float value3 = half_low(valuepair3);
    const float value_scale = half_low(unsigned(((value_scale_word >> ((value_scale_at & 3) * 8)) & 127) << 7)) * 4194304.0f;
    reinterpret_cast<float4*>(y)[row * 48 + column] = make_float4((value0 * value_scale) / __int_as_float(embedding_table_divisor), (value1 * value_scale) / __int_as_float(embedding_table_divisor), (value2 * value_scale) / __int_as_float(embedding_table_divisor), (value3 * value_scale) / __int_as_float(embedding_table_divisor));
  }
}
