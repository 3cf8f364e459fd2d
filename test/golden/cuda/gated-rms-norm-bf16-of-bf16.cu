// gated_rms_norm_6x32
// y = x / sqrt(mean(x^2) + 0.000001) * w * silu(z), per head of 32
// group.x: head, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) gated_rms_norm_6x32(
    const unsigned short* __restrict__ x,
    const unsigned short* __restrict__ z,
    const unsigned short* __restrict__ w,
    unsigned short* __restrict__ y) {
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = (group.y * 6 + group.x) * 16;
  float squares = 0.0f;
  for (int g = local; g < 16; g += 64) {
    const unsigned v0_v = reinterpret_cast<const unsigned*>(x)[base + g];
    const float v0 = bf16_low(v0_v);
    const float v1 = bf16_high(v0_v);
    squares += v0 * v0;
    squares += v1 * v1;
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
  const float scale = 1.0f / sqrtf(squares_total / 32.0f + 0.000001f);
  for (int column = local; column < 16; column += 64) {
    const int at = base + column;
    const unsigned x_value0_v = reinterpret_cast<const unsigned*>(x)[at];
    const float x_value0 = bf16_low(x_value0_v);
    const float x_value1 = bf16_high(x_value0_v);
    const unsigned z_value0_v = reinterpret_cast<const unsigned*>(z)[at];
    const float z_value0 = bf16_low(z_value0_v);
    const float z_value1 = bf16_high(z_value0_v);
    const unsigned gain0_v = reinterpret_cast<const unsigned*>(w)[column];
    const float gain0 = bf16_low(gain0_v);
    const float gain1 = bf16_high(gain0_v);
    reinterpret_cast<unsigned*>(y)[at] = pack_bf16(x_value0 * scale * gain0 * (z_value0 / (1.0f + expf(fminf(-z_value0, 80.0f)))), x_value1 * scale * gain1 * (z_value1 / (1.0f + expf(fminf(-z_value1, 80.0f)))));
  }
}
