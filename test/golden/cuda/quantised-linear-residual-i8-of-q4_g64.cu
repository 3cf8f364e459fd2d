// quantised_linear_5x129_residual
// y[tokens, 5] = residual((x[tokens, 129] * xScales) wT, integers within a group)
// group.x: 8 groups of 1 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) quantised_linear_5x129_residual(
    const int* __restrict__ step,
    const signed char* __restrict__ x,
    const float* __restrict__ x_scales,
    const int* __restrict__ w,
    const float* __restrict__ residual,
    float* __restrict__ y) {
  __shared__ __align__(16) float partial[512];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int first_row = group.y * 8;
  const int tokens = step[0];
  const int rows = tokens - first_row;
  const int split = local % 8;
  const int column = group.x * 8 + local / 8;
  float sum0_0 = 0.0f;
  float sum1_0 = 0.0f;
  float sum2_0 = 0.0f;
  float sum3_0 = 0.0f;
  float sum4_0 = 0.0f;
  float sum5_0 = 0.0f;
  float sum6_0 = 0.0f;
  float sum7_0 = 0.0f;
  const int n0 = min(column, 4);
  for (int group_of_k = split; group_of_k < 3; group_of_k += 8) {
    int product0_0 = 0;
    int product1_0 = 0;
    int product2_0 = 0;
    int product3_0 = 0;
    int product4_0 = 0;
    int product5_0 = 0;
    int product6_0 = 0;
    int product7_0 = 0;
    for (int run = group_of_k * 8; run < (group_of_k + 1) * 8; run += 1) {
      const int w00_codes = w[n0 * 32 + run];
      const int w00_0 = (w00_codes << 28) >> 28;
      const int w00_1 = (w00_codes << 24) >> 28;
      const int w00_2 = (w00_codes << 20) >> 28;
      const int w00_3 = (w00_codes << 16) >> 28;
      const int w00_4 = (w00_codes << 12) >> 28;
      const int w00_5 = (w00_codes << 8) >> 28;
      const int w00_6 = (w00_codes << 4) >> 28;
      const int w00_7 = w00_codes >> 28;
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
      }
    }
    const int w00_scale_at = n0 * 4 + group_of_k;
    const int w00_scale_word = w[(w00_scale_at >> 1) + 192];
    const float w00_scale = half_low(unsigned(w00_scale_word >> ((w00_scale_at & 1) * 16)));
    if (rows > 0) {
      const float x0_scale = x_scales[first_row * 3 + group_of_k];
      sum0_0 += float(product0_0) * (x0_scale * w00_scale);
    }
    if (rows > 1) {
      const float x1_scale = x_scales[(first_row + 1) * 3 + group_of_k];
      sum1_0 += float(product1_0) * (x1_scale * w00_scale);
    }
    if (rows > 2) {
      const float x2_scale = x_scales[(first_row + 2) * 3 + group_of_k];
      sum2_0 += float(product2_0) * (x2_scale * w00_scale);
    }
    if (rows > 3) {
      const float x3_scale = x_scales[(first_row + 3) * 3 + group_of_k];
      sum3_0 += float(product3_0) * (x3_scale * w00_scale);
    }
    if (rows > 4) {
      const float x4_scale = x_scales[(first_row + 4) * 3 + group_of_k];
      sum4_0 += float(product4_0) * (x4_scale * w00_scale);
    }
    if (rows > 5) {
      const float x5_scale = x_scales[(first_row + 5) * 3 + group_of_k];
      sum5_0 += float(product5_0) * (x5_scale * w00_scale);
    }
    if (rows > 6) {
      const float x6_scale = x_scales[(first_row + 6) * 3 + group_of_k];
      sum6_0 += float(product6_0) * (x6_scale * w00_scale);
    }
    if (rows > 7) {
      const float x7_scale = x_scales[(first_row + 7) * 3 + group_of_k];
      sum7_0 += float(product7_0) * (x7_scale * w00_scale);
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum1_0;
  partial[128 + local] = sum2_0;
  partial[192 + local] = sum3_0;
  partial[256 + local] = sum4_0;
  partial[320 + local] = sum5_0;
  partial[384 + local] = sum6_0;
  partial[448 + local] = sum7_0;
  __syncthreads();
  const int row = local / 8;
  const int group_of_row = local % 8;
  const int target_group = group.x * 8 + group_of_row;
  if (row < 8 && row < rows && target_group < 5) {
    const int base0 = row * 64 + group_of_row * 8;
    const float part0_0 = partial[base0];
    const float part0_1 = partial[base0 + 1];
    const float part0_2 = partial[base0 + 2];
    const float part0_3 = partial[base0 + 3];
    const float part0_4 = partial[base0 + 4];
    const float part0_5 = partial[base0 + 5];
    const float part0_6 = partial[base0 + 6];
    const float part0_7 = partial[base0 + 7];
    const float total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    const int y_row = first_row + row;
    const float before = residual[y_row * 5 + target_group];
    y[y_row * 5 + target_group] = before + total0;
  }
}
