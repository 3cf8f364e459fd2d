// head_norm_rotary_4x64
// y = rotate(x / sqrt(mean(x^2) + 0.000001) * (1 + w)) per head of 64, stride 128 in x
// pairs (i, i + 8); group.x: head, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) head_norm_rotary_4x64(
    const int* __restrict__ step,
    const unsigned short* __restrict__ x,
    const unsigned short* __restrict__ w,
    const float* __restrict__ rotary,
    unsigned short* __restrict__ y) {
  __shared__ __align__(16) float normed[64];
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  __shared__ __align__(16) float rotated[64];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row = group.y;
  const int base = row * 512 + group.x * 128;
  float squares = 0.0f;
  for (int d = local; d < 64; d += 64) {
    const float v = bf16_value(x[base + d]);
    squares += v * v;
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
  for (int e = local; e < 64; e += 64) {
    const float x_value = bf16_value(x[base + e]);
    const float gain = bf16_value(w[e]);
    normed[e] = x_value * scale * (gain + 1.0f);
  }
  __syncthreads();
  for (int i_3 = local; i_3 < 64; i_3 += 64) {
    const float value = normed[i_3];
    rotated[i_3] = value;
  }
  __syncthreads();
  for (int f = local; f < 8; f += 64) {
    const int axis = (f % 3 == 1 && f < 9 ? 1 : (f % 3 == 2 && f < 6 ? 2 : 0));
    const int position_rows = step[7];
    const int position_base = step[6];
    const int position = step[position_base + position_rows * axis + row];
    const int low = (position % 256) * 8 + f;
    const int high = (position / 256 + 256) * 8 + f;
    const float2 low_angle0_v = reinterpret_cast<const float2*>(rotary)[low];
    const float low_angle0 = low_angle0_v.x;
    const float low_angle1 = low_angle0_v.y;
    const float2 high_angle0_v = reinterpret_cast<const float2*>(rotary)[high];
    const float high_angle0 = high_angle0_v.x;
    const float high_angle1 = high_angle0_v.y;
    const float cosine = high_angle0 * low_angle0 - high_angle1 * low_angle1;
    const float sine = high_angle1 * low_angle0 + high_angle0 * low_angle1;
    const float a = normed[f];
    const float b = normed[f + 8];
    rotated[f] = a * cosine - b * sine;
    rotated[f + 8] = b * cosine + a * sine;
  }
  __syncthreads();
  const int out_base = (row * 4 + group.x) * 32;
  for (int g = local; g < 32; g += 64) {
    const float2 r0_v = reinterpret_cast<float2*>(rotated)[g];
    const float r0 = r0_v.x;
    const float r1 = r0_v.y;
    reinterpret_cast<unsigned*>(y)[out_base + g] = pack_bf16(r0, r1);
  }
}
