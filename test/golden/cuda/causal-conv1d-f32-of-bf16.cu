// causal_conv1d_6
// y[t] = silu(sum over i < 4 of w[c, i] * x[t - 3 + i]), history from the slot
// slot: tail [3][6], records [16][6]
// group.x: block of channel groups of 2, group.y: lane
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) causal_conv1d_6(
    const int* __restrict__ step,
    const float* __restrict__ x,
    const unsigned short* __restrict__ w,
    float* __restrict__ slots,
    float* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int lane = group.y;
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  const int fold_base = step[11];
  const int fold = step[fold_base + lane];
  const int begin_base = step[8];
  const int begin = step[begin_base + lane];
  const int stop = step[begin_base + lane + 1];
  const int rows = stop - begin;
  const int channel_group = group.x * 64 + local;
  if (channel_group < 3) {
    const int base = slot * 57 + channel_group;
    const float2 tail0_0_v = reinterpret_cast<float2*>(slots)[base];
    const float tail0_0 = tail0_0_v.x;
    const float tail0_1 = tail0_0_v.y;
    float h0_0 = tail0_0;
    float h0_1 = tail0_1;
    const float2 tail1_0_v = reinterpret_cast<float2*>(slots)[base + 3];
    const float tail1_0 = tail1_0_v.x;
    const float tail1_1 = tail1_0_v.y;
    float h1_0 = tail1_0;
    float h1_1 = tail1_1;
    const float2 tail2_0_v = reinterpret_cast<float2*>(slots)[base + 6];
    const float tail2_0 = tail2_0_v.x;
    const float tail2_1 = tail2_0_v.y;
    float h2_0 = tail2_0;
    float h2_1 = tail2_1;
    for (int f = 0; f < fold; f += 1) {
      const float2 record0_v = reinterpret_cast<float2*>(slots)[base + (f + 3) * 3];
      const float record0 = record0_v.x;
      const float record1 = record0_v.y;
      h0_0 = h1_0;
      h0_1 = h1_1;
      h1_0 = h2_0;
      h1_1 = h2_1;
      h2_0 = record0;
      h2_1 = record1;
    }
    if (fold > 0 && rows <= 16) {
      reinterpret_cast<float2*>(slots)[base] = make_float2(h0_0, h0_1);
      reinterpret_cast<float2*>(slots)[base + 3] = make_float2(h1_0, h1_1);
      reinterpret_cast<float2*>(slots)[base + 6] = make_float2(h2_0, h2_1);
    }
    const float w0_0 = bf16_value(w[channel_group * 2 * 4]);
    const float w0_1 = bf16_value(w[channel_group * 2 * 4 + 1]);
    const float w0_2 = bf16_value(w[channel_group * 2 * 4 + 2]);
    const float w0_3 = bf16_value(w[channel_group * 2 * 4 + 3]);
    const float w1_0 = bf16_value(w[(channel_group * 2 + 1) * 4]);
    const float w1_1 = bf16_value(w[(channel_group * 2 + 1) * 4 + 1]);
    const float w1_2 = bf16_value(w[(channel_group * 2 + 1) * 4 + 2]);
    const float w1_3 = bf16_value(w[(channel_group * 2 + 1) * 4 + 3]);
    for (int t = 0; t < rows; t += 1) {
      const int row = (begin + t) * 3 + channel_group;
      const float2 x_value0_v = reinterpret_cast<const float2*>(x)[row];
      const float x_value0 = x_value0_v.x;
      const float x_value1 = x_value0_v.y;
      const float sum0 = 0.0f + h0_0 * w0_0 + h1_0 * w0_1 + h2_0 * w0_2 + x_value0 * w0_3;
      const float sum1 = 0.0f + h0_1 * w1_0 + h1_1 * w1_1 + h2_1 * w1_2 + x_value1 * w1_3;
      reinterpret_cast<float2*>(y)[row] = make_float2(sum0 / (1.0f + expf(fminf(-sum0, 80.0f))), sum1 / (1.0f + expf(fminf(-sum1, 80.0f))));
      h0_0 = h1_0;
      h0_1 = h1_1;
      h1_0 = h2_0;
      h1_1 = h2_1;
      h2_0 = x_value0;
      h2_1 = x_value1;
      if (rows <= 16) {
        reinterpret_cast<float2*>(slots)[base + (t + 3) * 3] = make_float2(x_value0, x_value1);
      }
    }
    if (rows > 16) {
      reinterpret_cast<float2*>(slots)[base] = make_float2(h0_0, h0_1);
      reinterpret_cast<float2*>(slots)[base + 3] = make_float2(h1_0, h1_1);
      reinterpret_cast<float2*>(slots)[base + 6] = make_float2(h2_0, h2_1);
    }
  }
}
