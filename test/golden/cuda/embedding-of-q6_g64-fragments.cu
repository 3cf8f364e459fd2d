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
    const int value_high_at = ((safe >> 4) + (column >> 6)) * 512 + ((column >> 2) & 1) + ((column >> 3) & 1) * 2 + (column & 3) * 4 + (safe & 7) * 16 + ((column >> 4) & 3) * 128;
    const int value_high_word = embedding_table[value_high_at];
    const int value_low_at = ((safe >> 4) + (column >> 6)) * 256 + ((column >> 3) & 1) + ((column >> 4) & 1) * 2 + (column & 3) * 4 + (safe & 7) * 16 + ((column >> 5) & 1) * 128 + 4096;
    const int value_low_word = embedding_table[value_low_at];
    const int value_codes = (((value_high_word >> (((safe >> 3) & 1) * 4)) << 4) & (-252645136)) | (((value_low_word >> (((safe >> 3) & 1) * 2 + ((column >> 2) & 1) * 4)) << 2) & 202116108);
    const float value0 = float((value_codes << 24) >> 24);
    const float value1 = float((value_codes << 16) >> 24);
    const float value2 = float((value_codes << 8) >> 24);
    const float value3 = float(value_codes >> 24);
    const int value_scale_at = ((safe >> 4) + (column >> 6)) * 32 + ((column >> 4) & 3) + (safe & 7) * 4 + 6144;
    const int value_scale_word = embedding_table[value_scale_at];
    const float value_scale = half_low(unsigned(value_scale_word >> (((safe >> 3) & 1) * 16))) * 0.25f;
    reinterpret_cast<float4*>(y)[row * 48 + column] = make_float4(value0 * value_scale, value1 * value_scale, value2 * value_scale, value3 * value_scale);
  }
}
