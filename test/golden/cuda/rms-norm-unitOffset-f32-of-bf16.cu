// rms_norm_64
// y = x / sqrt(mean(x^2) + 0.000001) * (1 + w)
// group.x: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) rms_norm_64(
    const float* __restrict__ x,
    const unsigned short* __restrict__ w,
    float* __restrict__ y) {
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = group.x * 16;
  float squares = 0.0f;
  for (int g = local; g < 16; g += 64) {
    const float4 v0_v = reinterpret_cast<const float4*>(x)[base + g];
    const float v0 = v0_v.x;
    const float v1 = v0_v.y;
    const float v2 = v0_v.z;
    const float v3 = v0_v.w;
    squares += v0 * v0;
    squares += v1 * v1;
    squares += v2 * v2;
    squares += v3 * v3;
  }
  reduce_f32_lanes[local] = squares;
  __syncthreads();
  if (local < 8) {
    const int squares_from = local * 8;
    const float squares_head = reduce_f32_lanes[squares_from];
    float squares_part = squares_head;
    for (int i = 1; i < 8; i += 1) {
      const float squares_next = reduce_f32_lanes[squares_from + i];
      squares_part += squares_next;
    }
    reduce_f32_parts[local] = squares_part;
  }
  __syncthreads();
  const float squares_start = reduce_f32_parts[0];
  float squares_total = squares_start;
  for (int i_2 = 1; i_2 < 8; i_2 += 1) {
    const float squares_item = reduce_f32_parts[i_2];
    squares_total += squares_item;
  }
  const float scale = 1.0f / sqrtf(squares_total / 64.0f + 0.000001f);
  for (int column = local; column < 16; column += 64) {
    const int at = base + column;
    const float4 x_value0_v = reinterpret_cast<const float4*>(x)[at];
    const float x_value0 = x_value0_v.x;
    const float x_value1 = x_value0_v.y;
    const float x_value2 = x_value0_v.z;
    const float x_value3 = x_value0_v.w;
    const uint2 gain0_v = reinterpret_cast<const uint2*>(w)[column];
    const float gain0 = bf16_low(gain0_v.x);
    const float gain1 = bf16_high(gain0_v.x);
    const float gain2 = bf16_low(gain0_v.y);
    const float gain3 = bf16_high(gain0_v.y);
    reinterpret_cast<float4*>(y)[at] = make_float4(x_value0 * scale * (gain0 + 1.0f), x_value1 * scale * (gain1 + 1.0f), x_value2 * scale * (gain2 + 1.0f), x_value3 * scale * (gain3 + 1.0f));
  }
}
