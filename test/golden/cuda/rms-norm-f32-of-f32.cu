// rms_norm_7
// y = x / sqrt(mean(x^2) + 0.000001) * w
// group.x: row

extern "C" __global__ void __launch_bounds__(64) rms_norm_7(
    const float* __restrict__ x,
    const float* __restrict__ w,
    float* __restrict__ y) {
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = group.x * 7;
  float squares = 0.0f;
  for (int g = local; g < 7; g += 64) {
    const float v = x[base + g];
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
  const float scale = 1.0f / sqrtf(squares_total / 7.0f + 0.000001f);
  for (int column = local; column < 7; column += 64) {
    const int at = base + column;
    const float x_value = x[at];
    const float gain = w[column];
    y[at] = x_value * scale * gain;
  }
}
