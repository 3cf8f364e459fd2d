// linear_128x192_decay
// y[tokens, 128] = decay(x[tokens, 192] wT)
// group.x: 8 groups of 2 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) linear_128x192_decay(
    const int* __restrict__ step,
    const float* __restrict__ x,
    const int* __restrict__ w,
    const float* __restrict__ log_decay,
    const unsigned short* __restrict__ decay_bias,
    float* __restrict__ y) {
  __shared__ __align__(16) float partial[1024];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int first_row = group.y * 8;
  const int tokens = step[0];
  const int rows = tokens - first_row;
  const int split = local % 8;
  const int column = group.x * 8 + local / 8;
  float sum0_0 = 0.0f;
  float sum0_1 = 0.0f;
  float sum1_0 = 0.0f;
  float sum1_1 = 0.0f;
  float sum2_0 = 0.0f;
  float sum2_1 = 0.0f;
  float sum3_0 = 0.0f;
  float sum3_1 = 0.0f;
  float sum4_0 = 0.0f;
  float sum4_1 = 0.0f;
  float sum5_0 = 0.0f;
  float sum5_1 = 0.0f;
  float sum6_0 = 0.0f;
  float sum6_1 = 0.0f;
  float sum7_0 = 0.0f;
  float sum7_1 = 0.0f;
  const int n0 = min(column * 2, 127);
  const int n1 = min(column * 2 + 1, 127);
  for (int kg = split; kg < 24; kg += 8) {
    const int2 w00_codes0_v = reinterpret_cast<const int2*>(w)[n0 * 24 + kg];
    const int w00_codes0 = w00_codes0_v.x;
    const int w00_codes1 = w00_codes0_v.y;
    const int w00_scale_word = w[(n0 >> 1) + 6144];
    const unsigned w00_pair0 = ((unsigned(w00_codes0) & 8388736u) << 8) | ((unsigned(w00_codes0) & 8323199u) << 7);
    const unsigned w00_pair1 = (((unsigned(w00_codes0) >> 8) & 8388736u) << 8) | (((unsigned(w00_codes0) >> 8) & 8323199u) << 7);
    const float w00_0 = half_low(w00_pair0);
    const float w00_1 = half_low(w00_pair1);
    const float w00_2 = half_high(w00_pair0);
    const float w00_3 = half_high(w00_pair1);
    const unsigned w00_pair2 = ((unsigned(w00_codes1) & 8388736u) << 8) | ((unsigned(w00_codes1) & 8323199u) << 7);
    const unsigned w00_pair3 = (((unsigned(w00_codes1) >> 8) & 8388736u) << 8) | (((unsigned(w00_codes1) >> 8) & 8323199u) << 7);
    const float w00_4 = half_low(w00_pair2);
    const float w00_5 = half_low(w00_pair3);
    const float w00_6 = half_high(w00_pair2);
    const float w00_7 = half_high(w00_pair3);
    const float w00_scale = __int_as_float((w00_scale_word >> ((n0 & 1) * 16)) << 16) * 256.0f;
    const int2 w01_codes0_v = reinterpret_cast<const int2*>(w)[n1 * 24 + kg];
    const int w01_codes0 = w01_codes0_v.x;
    const int w01_codes1 = w01_codes0_v.y;
    const int w01_scale_word = w[(n1 >> 1) + 6144];
    const unsigned w01_pair0 = ((unsigned(w01_codes0) & 8388736u) << 8) | ((unsigned(w01_codes0) & 8323199u) << 7);
    const unsigned w01_pair1 = (((unsigned(w01_codes0) >> 8) & 8388736u) << 8) | (((unsigned(w01_codes0) >> 8) & 8323199u) << 7);
    const float w01_0 = half_low(w01_pair0);
    const float w01_1 = half_low(w01_pair1);
    const float w01_2 = half_high(w01_pair0);
    const float w01_3 = half_high(w01_pair1);
    const unsigned w01_pair2 = ((unsigned(w01_codes1) & 8388736u) << 8) | ((unsigned(w01_codes1) & 8323199u) << 7);
    const unsigned w01_pair3 = (((unsigned(w01_codes1) >> 8) & 8388736u) << 8) | (((unsigned(w01_codes1) >> 8) & 8323199u) << 7);
    const float w01_4 = half_low(w01_pair2);
    const float w01_5 = half_low(w01_pair3);
    const float w01_6 = half_high(w01_pair2);
    const float w01_7 = half_high(w01_pair3);
    const float w01_scale = __int_as_float((w01_scale_word >> ((n1 & 1) * 16)) << 16) * 256.0f;
    if (rows > 0) {
      const float4 x0_0_v = reinterpret_cast<const float4*>(x)[(first_row * 24 + kg) * 2];
      const float x0_0 = x0_0_v.x;
      const float x0_1 = x0_0_v.y;
      const float x0_2 = x0_0_v.z;
      const float x0_3 = x0_0_v.w;
      const float4 x0_4_v = reinterpret_cast<const float4*>(x)[(first_row * 24 + kg) * 2 + 1];
      const float x0_4 = x0_4_v.x;
      const float x0_5 = x0_4_v.y;
      const float x0_6 = x0_4_v.z;
      const float x0_7 = x0_4_v.w;
      sum0_0 += w00_scale * (w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3 + w00_4 * x0_4 + w00_5 * x0_5 + w00_6 * x0_6 + w00_7 * x0_7);
      sum0_1 += w01_scale * (w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3 + w01_4 * x0_4 + w01_5 * x0_5 + w01_6 * x0_6 + w01_7 * x0_7);
    }
    if (rows > 1) {
      const float4 x1_0_v = reinterpret_cast<const float4*>(x)[((first_row + 1) * 24 + kg) * 2];
      const float x1_0 = x1_0_v.x;
      const float x1_1 = x1_0_v.y;
      const float x1_2 = x1_0_v.z;
      const float x1_3 = x1_0_v.w;
      const float4 x1_4_v = reinterpret_cast<const float4*>(x)[((first_row + 1) * 24 + kg) * 2 + 1];
      const float x1_4 = x1_4_v.x;
      const float x1_5 = x1_4_v.y;
      const float x1_6 = x1_4_v.z;
      const float x1_7 = x1_4_v.w;
      sum1_0 += w00_scale * (w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3 + w00_4 * x1_4 + w00_5 * x1_5 + w00_6 * x1_6 + w00_7 * x1_7);
      sum1_1 += w01_scale * (w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3 + w01_4 * x1_4 + w01_5 * x1_5 + w01_6 * x1_6 + w01_7 * x1_7);
    }
    if (rows > 2) {
      const float4 x2_0_v = reinterpret_cast<const float4*>(x)[((first_row + 2) * 24 + kg) * 2];
      const float x2_0 = x2_0_v.x;
      const float x2_1 = x2_0_v.y;
      const float x2_2 = x2_0_v.z;
      const float x2_3 = x2_0_v.w;
      const float4 x2_4_v = reinterpret_cast<const float4*>(x)[((first_row + 2) * 24 + kg) * 2 + 1];
      const float x2_4 = x2_4_v.x;
      const float x2_5 = x2_4_v.y;
      const float x2_6 = x2_4_v.z;
      const float x2_7 = x2_4_v.w;
      sum2_0 += w00_scale * (w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3 + w00_4 * x2_4 + w00_5 * x2_5 + w00_6 * x2_6 + w00_7 * x2_7);
      sum2_1 += w01_scale * (w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3 + w01_4 * x2_4 + w01_5 * x2_5 + w01_6 * x2_6 + w01_7 * x2_7);
    }
    if (rows > 3) {
      const float4 x3_0_v = reinterpret_cast<const float4*>(x)[((first_row + 3) * 24 + kg) * 2];
      const float x3_0 = x3_0_v.x;
      const float x3_1 = x3_0_v.y;
      const float x3_2 = x3_0_v.z;
      const float x3_3 = x3_0_v.w;
      const float4 x3_4_v = reinterpret_cast<const float4*>(x)[((first_row + 3) * 24 + kg) * 2 + 1];
      const float x3_4 = x3_4_v.x;
      const float x3_5 = x3_4_v.y;
      const float x3_6 = x3_4_v.z;
      const float x3_7 = x3_4_v.w;
      sum3_0 += w00_scale * (w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3 + w00_4 * x3_4 + w00_5 * x3_5 + w00_6 * x3_6 + w00_7 * x3_7);
      sum3_1 += w01_scale * (w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3 + w01_4 * x3_4 + w01_5 * x3_5 + w01_6 * x3_6 + w01_7 * x3_7);
    }
    if (rows > 4) {
      const float4 x4_0_v = reinterpret_cast<const float4*>(x)[((first_row + 4) * 24 + kg) * 2];
      const float x4_0 = x4_0_v.x;
      const float x4_1 = x4_0_v.y;
      const float x4_2 = x4_0_v.z;
      const float x4_3 = x4_0_v.w;
      const float4 x4_4_v = reinterpret_cast<const float4*>(x)[((first_row + 4) * 24 + kg) * 2 + 1];
      const float x4_4 = x4_4_v.x;
      const float x4_5 = x4_4_v.y;
      const float x4_6 = x4_4_v.z;
      const float x4_7 = x4_4_v.w;
      sum4_0 += w00_scale * (w00_0 * x4_0 + w00_1 * x4_1 + w00_2 * x4_2 + w00_3 * x4_3 + w00_4 * x4_4 + w00_5 * x4_5 + w00_6 * x4_6 + w00_7 * x4_7);
      sum4_1 += w01_scale * (w01_0 * x4_0 + w01_1 * x4_1 + w01_2 * x4_2 + w01_3 * x4_3 + w01_4 * x4_4 + w01_5 * x4_5 + w01_6 * x4_6 + w01_7 * x4_7);
    }
    if (rows > 5) {
      const float4 x5_0_v = reinterpret_cast<const float4*>(x)[((first_row + 5) * 24 + kg) * 2];
      const float x5_0 = x5_0_v.x;
      const float x5_1 = x5_0_v.y;
      const float x5_2 = x5_0_v.z;
      const float x5_3 = x5_0_v.w;
      const float4 x5_4_v = reinterpret_cast<const float4*>(x)[((first_row + 5) * 24 + kg) * 2 + 1];
      const float x5_4 = x5_4_v.x;
      const float x5_5 = x5_4_v.y;
      const float x5_6 = x5_4_v.z;
      const float x5_7 = x5_4_v.w;
      sum5_0 += w00_scale * (w00_0 * x5_0 + w00_1 * x5_1 + w00_2 * x5_2 + w00_3 * x5_3 + w00_4 * x5_4 + w00_5 * x5_5 + w00_6 * x5_6 + w00_7 * x5_7);
      sum5_1 += w01_scale * (w01_0 * x5_0 + w01_1 * x5_1 + w01_2 * x5_2 + w01_3 * x5_3 + w01_4 * x5_4 + w01_5 * x5_5 + w01_6 * x5_6 + w01_7 * x5_7);
    }
    if (rows > 6) {
      const float4 x6_0_v = reinterpret_cast<const float4*>(x)[((first_row + 6) * 24 + kg) * 2];
      const float x6_0 = x6_0_v.x;
      const float x6_1 = x6_0_v.y;
      const float x6_2 = x6_0_v.z;
      const float x6_3 = x6_0_v.w;
      const float4 x6_4_v = reinterpret_cast<const float4*>(x)[((first_row + 6) * 24 + kg) * 2 + 1];
      const float x6_4 = x6_4_v.x;
      const float x6_5 = x6_4_v.y;
      const float x6_6 = x6_4_v.z;
      const float x6_7 = x6_4_v.w;
      sum6_0 += w00_scale * (w00_0 * x6_0 + w00_1 * x6_1 + w00_2 * x6_2 + w00_3 * x6_3 + w00_4 * x6_4 + w00_5 * x6_5 + w00_6 * x6_6 + w00_7 * x6_7);
      sum6_1 += w01_scale * (w01_0 * x6_0 + w01_1 * x6_1 + w01_2 * x6_2 + w01_3 * x6_3 + w01_4 * x6_4 + w01_5 * x6_5 + w01_6 * x6_6 + w01_7 * x6_7);
    }
    if (rows > 7) {
      const float4 x7_0_v = reinterpret_cast<const float4*>(x)[((first_row + 7) * 24 + kg) * 2];
      const float x7_0 = x7_0_v.x;
      const float x7_1 = x7_0_v.y;
      const float x7_2 = x7_0_v.z;
      const float x7_3 = x7_0_v.w;
      const float4 x7_4_v = reinterpret_cast<const float4*>(x)[((first_row + 7) * 24 + kg) * 2 + 1];
      const float x7_4 = x7_4_v.x;
      const float x7_5 = x7_4_v.y;
      const float x7_6 = x7_4_v.z;
      const float x7_7 = x7_4_v.w;
      sum7_0 += w00_scale * (w00_0 * x7_0 + w00_1 * x7_1 + w00_2 * x7_2 + w00_3 * x7_3 + w00_4 * x7_4 + w00_5 * x7_5 + w00_6 * x7_6 + w00_7 * x7_7);
      sum7_1 += w01_scale * (w01_0 * x7_0 + w01_1 * x7_1 + w01_2 * x7_2 + w01_3 * x7_3 + w01_4 * x7_4 + w01_5 * x7_5 + w01_6 * x7_6 + w01_7 * x7_7);
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum0_1;
  partial[128 + local] = sum1_0;
  partial[192 + local] = sum1_1;
  partial[256 + local] = sum2_0;
  partial[320 + local] = sum2_1;
  partial[384 + local] = sum3_0;
  partial[448 + local] = sum3_1;
  partial[512 + local] = sum4_0;
  partial[576 + local] = sum4_1;
  partial[640 + local] = sum5_0;
  partial[704 + local] = sum5_1;
  partial[768 + local] = sum6_0;
  partial[832 + local] = sum6_1;
  partial[896 + local] = sum7_0;
  partial[960 + local] = sum7_1;
  __syncthreads();
  const int row = local / 8;
  const int group_of_row = local % 8;
  const int target_group = group.x * 8 + group_of_row;
  if (row < 8 && row < rows && target_group < 64) {
    const int base0 = row * 2 * 64 + group_of_row * 8;
    const float part0_0 = partial[base0];
    const float part0_1 = partial[base0 + 1];
    const float part0_2 = partial[base0 + 2];
    const float part0_3 = partial[base0 + 3];
    const float part0_4 = partial[base0 + 4];
    const float part0_5 = partial[base0 + 5];
    const float part0_6 = partial[base0 + 6];
    const float part0_7 = partial[base0 + 7];
    const float total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    const int base1 = (row * 2 + 1) * 64 + group_of_row * 8;
    const float part1_0 = partial[base1];
    const float part1_1 = partial[base1 + 1];
    const float part1_2 = partial[base1 + 2];
    const float part1_3 = partial[base1 + 3];
    const float part1_4 = partial[base1 + 4];
    const float part1_5 = partial[base1 + 5];
    const float part1_6 = partial[base1 + 6];
    const float part1_7 = partial[base1 + 7];
    const float total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
    const int y_row = first_row + row;
    const float2 rate0_v = reinterpret_cast<const float2*>(log_decay)[target_group];
    const float rate0 = rate0_v.x;
    const float rate1 = rate0_v.y;
    const unsigned shift0_v = reinterpret_cast<const unsigned*>(decay_bias)[target_group];
    const float shift0 = bf16_low(shift0_v);
    const float shift1 = bf16_high(shift0_v);
    reinterpret_cast<float2*>(y)[y_row * 64 + target_group] = make_float2(-(expf(rate0) * (fmaxf(total0 + shift0, 0.0f) + (expf(-fabsf(total0 + shift0)) < 0.02f ? expf(-fabsf(total0 + shift0)) * (1.0f - expf(-fabsf(total0 + shift0)) * (0.5f - expf(-fabsf(total0 + shift0)) * (0.33333334f - expf(-fabsf(total0 + shift0)) * 0.25f))) : logf(1.0f + expf(-fabsf(total0 + shift0)))))), -(expf(rate1) * (fmaxf(total1 + shift1, 0.0f) + (expf(-fabsf(total1 + shift1)) < 0.02f ? expf(-fabsf(total1 + shift1)) * (1.0f - expf(-fabsf(total1 + shift1)) * (0.5f - expf(-fabsf(total1 + shift1)) * (0.33333334f - expf(-fabsf(total1 + shift1)) * 0.25f))) : logf(1.0f + expf(-fabsf(total1 + shift1)))))));
  }
}
