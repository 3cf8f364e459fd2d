// quantised_linear_66x192_none
// y[tokens, 66] = none((x[tokens, 192] * xScales) wT, integers within a group)
// group.x: 8 groups of 2 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) quantised_linear_66x192_none(
    const int* __restrict__ step,
    const signed char* __restrict__ x,
    const float* __restrict__ x_scales,
    const int* __restrict__ w,
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
  const int n0 = min(column * 2, 65);
  const int n1 = min(column * 2 + 1, 65);
  for (int group_of_k = split; group_of_k < 6; group_of_k += 8) {
    int product0_0 = 0;
    int product0_1 = 0;
    int product1_0 = 0;
    int product1_1 = 0;
    int product2_0 = 0;
    int product2_1 = 0;
    int product3_0 = 0;
    int product3_1 = 0;
    int product4_0 = 0;
    int product4_1 = 0;
    int product5_0 = 0;
    int product5_1 = 0;
    int product6_0 = 0;
    int product6_1 = 0;
    int product7_0 = 0;
    int product7_1 = 0;
    for (int run = group_of_k * 4; run < (group_of_k + 1) * 4; run += 1) {
      const int2 w00_codes0_v = reinterpret_cast<const int2*>(w)[n0 * 32 + run];
      const int w00_codes0 = w00_codes0_v.x;
      const int w00_codes1 = w00_codes0_v.y;
      const int w00_0 = (w00_codes0 << 24) >> 24;
      const int w00_1 = (w00_codes0 << 16) >> 24;
      const int w00_2 = (w00_codes0 << 8) >> 24;
      const int w00_3 = w00_codes0 >> 24;
      const int w00_4 = (w00_codes1 << 24) >> 24;
      const int w00_5 = (w00_codes1 << 16) >> 24;
      const int w00_6 = (w00_codes1 << 8) >> 24;
      const int w00_7 = w00_codes1 >> 24;
      const int2 w01_codes0_v = reinterpret_cast<const int2*>(w)[n1 * 32 + run];
      const int w01_codes0 = w01_codes0_v.x;
      const int w01_codes1 = w01_codes0_v.y;
      const int w01_0 = (w01_codes0 << 24) >> 24;
      const int w01_1 = (w01_codes0 << 16) >> 24;
      const int w01_2 = (w01_codes0 << 8) >> 24;
      const int w01_3 = w01_codes0 >> 24;
      const int w01_4 = (w01_codes1 << 24) >> 24;
      const int w01_5 = (w01_codes1 << 16) >> 24;
      const int w01_6 = (w01_codes1 << 8) >> 24;
      const int w01_7 = w01_codes1 >> 24;
      if (rows > 0) {
        const uint2 x0_0_v = reinterpret_cast<const uint2*>(x)[first_row * 24 + run];
        const int x0_0 = int(x0_0_v.x << 24) >> 24;
        const int x0_1 = int(x0_0_v.x << 16) >> 24;
        const int x0_2 = int(x0_0_v.x << 8) >> 24;
        const int x0_3 = int(x0_0_v.x) >> 24;
        const int x0_4 = int(x0_0_v.y << 24) >> 24;
        const int x0_5 = int(x0_0_v.y << 16) >> 24;
        const int x0_6 = int(x0_0_v.y << 8) >> 24;
        const int x0_7 = int(x0_0_v.y) >> 24;
        product0_0 = product0_0 + w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3 + w00_4 * x0_4 + w00_5 * x0_5 + w00_6 * x0_6 + w00_7 * x0_7;
        product0_1 = product0_1 + w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3 + w01_4 * x0_4 + w01_5 * x0_5 + w01_6 * x0_6 + w01_7 * x0_7;
      }
      if (rows > 1) {
        const uint2 x1_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 1) * 24 + run];
        const int x1_0 = int(x1_0_v.x << 24) >> 24;
        const int x1_1 = int(x1_0_v.x << 16) >> 24;
        const int x1_2 = int(x1_0_v.x << 8) >> 24;
        const int x1_3 = int(x1_0_v.x) >> 24;
        const int x1_4 = int(x1_0_v.y << 24) >> 24;
        const int x1_5 = int(x1_0_v.y << 16) >> 24;
        const int x1_6 = int(x1_0_v.y << 8) >> 24;
        const int x1_7 = int(x1_0_v.y) >> 24;
        product1_0 = product1_0 + w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3 + w00_4 * x1_4 + w00_5 * x1_5 + w00_6 * x1_6 + w00_7 * x1_7;
        product1_1 = product1_1 + w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3 + w01_4 * x1_4 + w01_5 * x1_5 + w01_6 * x1_6 + w01_7 * x1_7;
      }
      if (rows > 2) {
        const uint2 x2_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 2) * 24 + run];
        const int x2_0 = int(x2_0_v.x << 24) >> 24;
        const int x2_1 = int(x2_0_v.x << 16) >> 24;
        const int x2_2 = int(x2_0_v.x << 8) >> 24;
        const int x2_3 = int(x2_0_v.x) >> 24;
        const int x2_4 = int(x2_0_v.y << 24) >> 24;
        const int x2_5 = int(x2_0_v.y << 16) >> 24;
        const int x2_6 = int(x2_0_v.y << 8) >> 24;
        const int x2_7 = int(x2_0_v.y) >> 24;
        product2_0 = product2_0 + w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3 + w00_4 * x2_4 + w00_5 * x2_5 + w00_6 * x2_6 + w00_7 * x2_7;
        product2_1 = product2_1 + w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3 + w01_4 * x2_4 + w01_5 * x2_5 + w01_6 * x2_6 + w01_7 * x2_7;
      }
      if (rows > 3) {
        const uint2 x3_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 3) * 24 + run];
        const int x3_0 = int(x3_0_v.x << 24) >> 24;
        const int x3_1 = int(x3_0_v.x << 16) >> 24;
        const int x3_2 = int(x3_0_v.x << 8) >> 24;
        const int x3_3 = int(x3_0_v.x) >> 24;
        const int x3_4 = int(x3_0_v.y << 24) >> 24;
        const int x3_5 = int(x3_0_v.y << 16) >> 24;
        const int x3_6 = int(x3_0_v.y << 8) >> 24;
        const int x3_7 = int(x3_0_v.y) >> 24;
        product3_0 = product3_0 + w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3 + w00_4 * x3_4 + w00_5 * x3_5 + w00_6 * x3_6 + w00_7 * x3_7;
        product3_1 = product3_1 + w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3 + w01_4 * x3_4 + w01_5 * x3_5 + w01_6 * x3_6 + w01_7 * x3_7;
      }
      if (rows > 4) {
        const uint2 x4_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 4) * 24 + run];
        const int x4_0 = int(x4_0_v.x << 24) >> 24;
        const int x4_1 = int(x4_0_v.x << 16) >> 24;
        const int x4_2 = int(x4_0_v.x << 8) >> 24;
        const int x4_3 = int(x4_0_v.x) >> 24;
        const int x4_4 = int(x4_0_v.y << 24) >> 24;
        const int x4_5 = int(x4_0_v.y << 16) >> 24;
        const int x4_6 = int(x4_0_v.y << 8) >> 24;
        const int x4_7 = int(x4_0_v.y) >> 24;
        product4_0 = product4_0 + w00_0 * x4_0 + w00_1 * x4_1 + w00_2 * x4_2 + w00_3 * x4_3 + w00_4 * x4_4 + w00_5 * x4_5 + w00_6 * x4_6 + w00_7 * x4_7;
        product4_1 = product4_1 + w01_0 * x4_0 + w01_1 * x4_1 + w01_2 * x4_2 + w01_3 * x4_3 + w01_4 * x4_4 + w01_5 * x4_5 + w01_6 * x4_6 + w01_7 * x4_7;
      }
      if (rows > 5) {
        const uint2 x5_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 5) * 24 + run];
        const int x5_0 = int(x5_0_v.x << 24) >> 24;
        const int x5_1 = int(x5_0_v.x << 16) >> 24;
        const int x5_2 = int(x5_0_v.x << 8) >> 24;
        const int x5_3 = int(x5_0_v.x) >> 24;
        const int x5_4 = int(x5_0_v.y << 24) >> 24;
        const int x5_5 = int(x5_0_v.y << 16) >> 24;
        const int x5_6 = int(x5_0_v.y << 8) >> 24;
        const int x5_7 = int(x5_0_v.y) >> 24;
        product5_0 = product5_0 + w00_0 * x5_0 + w00_1 * x5_1 + w00_2 * x5_2 + w00_3 * x5_3 + w00_4 * x5_4 + w00_5 * x5_5 + w00_6 * x5_6 + w00_7 * x5_7;
        product5_1 = product5_1 + w01_0 * x5_0 + w01_1 * x5_1 + w01_2 * x5_2 + w01_3 * x5_3 + w01_4 * x5_4 + w01_5 * x5_5 + w01_6 * x5_6 + w01_7 * x5_7;
      }
      if (rows > 6) {
        const uint2 x6_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 6) * 24 + run];
        const int x6_0 = int(x6_0_v.x << 24) >> 24;
        const int x6_1 = int(x6_0_v.x << 16) >> 24;
        const int x6_2 = int(x6_0_v.x << 8) >> 24;
        const int x6_3 = int(x6_0_v.x) >> 24;
        const int x6_4 = int(x6_0_v.y << 24) >> 24;
        const int x6_5 = int(x6_0_v.y << 16) >> 24;
        const int x6_6 = int(x6_0_v.y << 8) >> 24;
        const int x6_7 = int(x6_0_v.y) >> 24;
        product6_0 = product6_0 + w00_0 * x6_0 + w00_1 * x6_1 + w00_2 * x6_2 + w00_3 * x6_3 + w00_4 * x6_4 + w00_5 * x6_5 + w00_6 * x6_6 + w00_7 * x6_7;
        product6_1 = product6_1 + w01_0 * x6_0 + w01_1 * x6_1 + w01_2 * x6_2 + w01_3 * x6_3 + w01_4 * x6_4 + w01_5 * x6_5 + w01_6 * x6_6 + w01_7 * x6_7;
      }
      if (rows > 7) {
        const uint2 x7_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 7) * 24 + run];
        const int x7_0 = int(x7_0_v.x << 24) >> 24;
        const int x7_1 = int(x7_0_v.x << 16) >> 24;
        const int x7_2 = int(x7_0_v.x << 8) >> 24;
        const int x7_3 = int(x7_0_v.x) >> 24;
        const int x7_4 = int(x7_0_v.y << 24) >> 24;
        const int x7_5 = int(x7_0_v.y << 16) >> 24;
        const int x7_6 = int(x7_0_v.y << 8) >> 24;
        const int x7_7 = int(x7_0_v.y) >> 24;
        product7_0 = product7_0 + w00_0 * x7_0 + w00_1 * x7_1 + w00_2 * x7_2 + w00_3 * x7_3 + w00_4 * x7_4 + w00_5 * x7_5 + w00_6 * x7_6 + w00_7 * x7_7;
        product7_1 = product7_1 + w01_0 * x7_0 + w01_1 * x7_1 + w01_2 * x7_2 + w01_3 * x7_3 + w01_4 * x7_4 + w01_5 * x7_5 + w01_6 * x7_6 + w01_7 * x7_7;
      }
    }
    const int w00_scale_at = n0 * 8 + group_of_k;
    const int w00_scale_word = w[(w00_scale_at >> 1) + 4224];
    const float w00_scale = half_low(unsigned(w00_scale_word >> ((w00_scale_at & 1) * 16)));
    const int w01_scale_at = n1 * 8 + group_of_k;
    const int w01_scale_word = w[(w01_scale_at >> 1) + 4224];
    const float w01_scale = half_low(unsigned(w01_scale_word >> ((w01_scale_at & 1) * 16)));
    if (rows > 0) {
      const float x0_scale = x_scales[first_row * 3 + group_of_k / 2];
      sum0_0 += float(product0_0) * (x0_scale * w00_scale);
      sum0_1 += float(product0_1) * (x0_scale * w01_scale);
    }
    if (rows > 1) {
      const float x1_scale = x_scales[(first_row + 1) * 3 + group_of_k / 2];
      sum1_0 += float(product1_0) * (x1_scale * w00_scale);
      sum1_1 += float(product1_1) * (x1_scale * w01_scale);
    }
    if (rows > 2) {
      const float x2_scale = x_scales[(first_row + 2) * 3 + group_of_k / 2];
      sum2_0 += float(product2_0) * (x2_scale * w00_scale);
      sum2_1 += float(product2_1) * (x2_scale * w01_scale);
    }
    if (rows > 3) {
      const float x3_scale = x_scales[(first_row + 3) * 3 + group_of_k / 2];
      sum3_0 += float(product3_0) * (x3_scale * w00_scale);
      sum3_1 += float(product3_1) * (x3_scale * w01_scale);
    }
    if (rows > 4) {
      const float x4_scale = x_scales[(first_row + 4) * 3 + group_of_k / 2];
      sum4_0 += float(product4_0) * (x4_scale * w00_scale);
      sum4_1 += float(product4_1) * (x4_scale * w01_scale);
    }
    if (rows > 5) {
      const float x5_scale = x_scales[(first_row + 5) * 3 + group_of_k / 2];
      sum5_0 += float(product5_0) * (x5_scale * w00_scale);
      sum5_1 += float(product5_1) * (x5_scale * w01_scale);
    }
    if (rows > 6) {
      const float x6_scale = x_scales[(first_row + 6) * 3 + group_of_k / 2];
      sum6_0 += float(product6_0) * (x6_scale * w00_scale);
      sum6_1 += float(product6_1) * (x6_scale * w01_scale);
    }
    if (rows > 7) {
      const float x7_scale = x_scales[(first_row + 7) * 3 + group_of_k / 2];
      sum7_0 += float(product7_0) * (x7_scale * w00_scale);
      sum7_1 += float(product7_1) * (x7_scale * w01_scale);
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
  if (row < 8 && row < rows && target_group < 33) {
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
    reinterpret_cast<float2*>(y)[y_row * 33 + target_group] = make_float2(total0, total1);
  }
}
