// quantised_linear_36x128_residual
// y[tokens, 36] = residual((x[tokens, 128] * xScales) wT, integers within a group)
// group.x: 16 groups of 4 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(128) quantised_linear_36x128_residual(
    const int* __restrict__ step,
    const signed char* __restrict__ x,
    const float* __restrict__ x_scales,
    const int* __restrict__ w,
    const float* __restrict__ residual,
    float* __restrict__ y,
    signed char* __restrict__ codes,
    float* __restrict__ scales) {
  __shared__ __align__(16) int peaks[128];
  __shared__ __align__(16) float partial[2048];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int first_row = group.y * 4;
  const int tokens = step[0];
  const int rows = tokens - first_row;
  const int split = local % 8;
  const int column = group.x * 16 + local / 8;
  float sum0_0 = 0.0f;
  float sum0_1 = 0.0f;
  float sum0_2 = 0.0f;
  float sum0_3 = 0.0f;
  float sum1_0 = 0.0f;
  float sum1_1 = 0.0f;
  float sum1_2 = 0.0f;
  float sum1_3 = 0.0f;
  float sum2_0 = 0.0f;
  float sum2_1 = 0.0f;
  float sum2_2 = 0.0f;
  float sum2_3 = 0.0f;
  float sum3_0 = 0.0f;
  float sum3_1 = 0.0f;
  float sum3_2 = 0.0f;
  float sum3_3 = 0.0f;
  const int n0 = min(column * 4, 35);
  const int n1 = min(column * 4 + 1, 35);
  const int n2 = min(column * 4 + 2, 35);
  const int n3 = min(column * 4 + 3, 35);
  for (int group_of_k = split; group_of_k < 2; group_of_k += 8) {
    int product0_0 = 0;
    int product0_1 = 0;
    int product0_2 = 0;
    int product0_3 = 0;
    int product1_0 = 0;
    int product1_1 = 0;
    int product1_2 = 0;
    int product1_3 = 0;
    int product2_0 = 0;
    int product2_1 = 0;
    int product2_2 = 0;
    int product2_3 = 0;
    int product3_0 = 0;
    int product3_1 = 0;
    int product3_2 = 0;
    int product3_3 = 0;
    for (int run = group_of_k * 8; run < (group_of_k + 1) * 8; run += 1) {
      const int w00_codes = w[n0 * 16 + run];
      const int w00_0 = (w00_codes << 28) >> 28;
      const int w00_1 = (w00_codes << 24) >> 28;
      const int w00_2 = (w00_codes << 20) >> 28;
      const int w00_3 = (w00_codes << 16) >> 28;
      const int w00_4 = (w00_codes << 12) >> 28;
      const int w00_5 = (w00_codes << 8) >> 28;
      const int w00_6 = (w00_codes << 4) >> 28;
      const int w00_7 = w00_codes >> 28;
      const int w01_codes = w[n1 * 16 + run];
      const int w01_0 = (w01_codes << 28) >> 28;
      const int w01_1 = (w01_codes << 24) >> 28;
      const int w01_2 = (w01_codes << 20) >> 28;
      const int w01_3 = (w01_codes << 16) >> 28;
      const int w01_4 = (w01_codes << 12) >> 28;
      const int w01_5 = (w01_codes << 8) >> 28;
      const int w01_6 = (w01_codes << 4) >> 28;
      const int w01_7 = w01_codes >> 28;
      const int w02_codes = w[n2 * 16 + run];
      const int w02_0 = (w02_codes << 28) >> 28;
      const int w02_1 = (w02_codes << 24) >> 28;
      const int w02_2 = (w02_codes << 20) >> 28;
      const int w02_3 = (w02_codes << 16) >> 28;
      const int w02_4 = (w02_codes << 12) >> 28;
      const int w02_5 = (w02_codes << 8) >> 28;
      const int w02_6 = (w02_codes << 4) >> 28;
      const int w02_7 = w02_codes >> 28;
      const int w03_codes = w[n3 * 16 + run];
      const int w03_0 = (w03_codes << 28) >> 28;
      const int w03_1 = (w03_codes << 24) >> 28;
      const int w03_2 = (w03_codes << 20) >> 28;
      const int w03_3 = (w03_codes << 16) >> 28;
      const int w03_4 = (w03_codes << 12) >> 28;
      const int w03_5 = (w03_codes << 8) >> 28;
      const int w03_6 = (w03_codes << 4) >> 28;
      const int w03_7 = w03_codes >> 28;
      if (rows > 0) {
        const uint2 x0_0_v = reinterpret_cast<const uint2*>(x)[first_row * 16 + run];
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
        product0_2 = product0_2 + w02_0 * x0_0 + w02_1 * x0_1 + w02_2 * x0_2 + w02_3 * x0_3 + w02_4 * x0_4 + w02_5 * x0_5 + w02_6 * x0_6 + w02_7 * x0_7;
        product0_3 = product0_3 + w03_0 * x0_0 + w03_1 * x0_1 + w03_2 * x0_2 + w03_3 * x0_3 + w03_4 * x0_4 + w03_5 * x0_5 + w03_6 * x0_6 + w03_7 * x0_7;
      }
      if (rows > 1) {
        const uint2 x1_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 1) * 16 + run];
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
        product1_2 = product1_2 + w02_0 * x1_0 + w02_1 * x1_1 + w02_2 * x1_2 + w02_3 * x1_3 + w02_4 * x1_4 + w02_5 * x1_5 + w02_6 * x1_6 + w02_7 * x1_7;
        product1_3 = product1_3 + w03_0 * x1_0 + w03_1 * x1_1 + w03_2 * x1_2 + w03_3 * x1_3 + w03_4 * x1_4 + w03_5 * x1_5 + w03_6 * x1_6 + w03_7 * x1_7;
      }
      if (rows > 2) {
        const uint2 x2_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 2) * 16 + run];
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
        product2_2 = product2_2 + w02_0 * x2_0 + w02_1 * x2_1 + w02_2 * x2_2 + w02_3 * x2_3 + w02_4 * x2_4 + w02_5 * x2_5 + w02_6 * x2_6 + w02_7 * x2_7;
        product2_3 = product2_3 + w03_0 * x2_0 + w03_1 * x2_1 + w03_2 * x2_2 + w03_3 * x2_3 + w03_4 * x2_4 + w03_5 * x2_5 + w03_6 * x2_6 + w03_7 * x2_7;
      }
      if (rows > 3) {
        const uint2 x3_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 3) * 16 + run];
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
        product3_2 = product3_2 + w02_0 * x3_0 + w02_1 * x3_1 + w02_2 * x3_2 + w02_3 * x3_3 + w02_4 * x3_4 + w02_5 * x3_5 + w02_6 * x3_6 + w02_7 * x3_7;
        product3_3 = product3_3 + w03_0 * x3_0 + w03_1 * x3_1 + w03_2 * x3_2 + w03_3 * x3_3 + w03_4 * x3_4 + w03_5 * x3_5 + w03_6 * x3_6 + w03_7 * x3_7;
      }
    }
    const int w00_scale_at = n0 * 2 + group_of_k;
    const int w00_scale_word = w[(w00_scale_at >> 1) + 576];
    const float w00_scale = half_low(unsigned(w00_scale_word >> ((w00_scale_at & 1) * 16)));
    const int w01_scale_at = n1 * 2 + group_of_k;
    const int w01_scale_word = w[(w01_scale_at >> 1) + 576];
    const float w01_scale = half_low(unsigned(w01_scale_word >> ((w01_scale_at & 1) * 16)));
    const int w02_scale_at = n2 * 2 + group_of_k;
    const int w02_scale_word = w[(w02_scale_at >> 1) + 576];
    const float w02_scale = half_low(unsigned(w02_scale_word >> ((w02_scale_at & 1) * 16)));
    const int w03_scale_at = n3 * 2 + group_of_k;
    const int w03_scale_word = w[(w03_scale_at >> 1) + 576];
    const float w03_scale = half_low(unsigned(w03_scale_word >> ((w03_scale_at & 1) * 16)));
    if (rows > 0) {
      const float x0_scale = x_scales[first_row * 2 + group_of_k];
      sum0_0 += float(product0_0) * (x0_scale * w00_scale);
      sum0_1 += float(product0_1) * (x0_scale * w01_scale);
      sum0_2 += float(product0_2) * (x0_scale * w02_scale);
      sum0_3 += float(product0_3) * (x0_scale * w03_scale);
    }
    if (rows > 1) {
      const float x1_scale = x_scales[(first_row + 1) * 2 + group_of_k];
      sum1_0 += float(product1_0) * (x1_scale * w00_scale);
      sum1_1 += float(product1_1) * (x1_scale * w01_scale);
      sum1_2 += float(product1_2) * (x1_scale * w02_scale);
      sum1_3 += float(product1_3) * (x1_scale * w03_scale);
    }
    if (rows > 2) {
      const float x2_scale = x_scales[(first_row + 2) * 2 + group_of_k];
      sum2_0 += float(product2_0) * (x2_scale * w00_scale);
      sum2_1 += float(product2_1) * (x2_scale * w01_scale);
      sum2_2 += float(product2_2) * (x2_scale * w02_scale);
      sum2_3 += float(product2_3) * (x2_scale * w03_scale);
    }
    if (rows > 3) {
      const float x3_scale = x_scales[(first_row + 3) * 2 + group_of_k];
      sum3_0 += float(product3_0) * (x3_scale * w00_scale);
      sum3_1 += float(product3_1) * (x3_scale * w01_scale);
      sum3_2 += float(product3_2) * (x3_scale * w02_scale);
      sum3_3 += float(product3_3) * (x3_scale * w03_scale);
    }
  }
  const int row = local / 16;
  const int group_of_row = local % 16;
  const int target_group = group.x * 16 + group_of_row;
  const int safe_row = min(row, min(rows, 4) - 1);
  partial[local] = sum0_0;
  partial[128 + local] = sum0_1;
  partial[256 + local] = sum0_2;
  partial[384 + local] = sum0_3;
  partial[512 + local] = sum1_0;
  partial[640 + local] = sum1_1;
  partial[768 + local] = sum1_2;
  partial[896 + local] = sum1_3;
  partial[1024 + local] = sum2_0;
  partial[1152 + local] = sum2_1;
  partial[1280 + local] = sum2_2;
  partial[1408 + local] = sum2_3;
  partial[1536 + local] = sum3_0;
  partial[1664 + local] = sum3_1;
  partial[1792 + local] = sum3_2;
  partial[1920 + local] = sum3_3;
  __syncthreads();
  const int base0 = safe_row * 4 * 128 + group_of_row * 8;
  const float part0_0 = partial[base0];
  const float part0_1 = partial[base0 + 1];
  const float part0_2 = partial[base0 + 2];
  const float part0_3 = partial[base0 + 3];
  const float part0_4 = partial[base0 + 4];
  const float part0_5 = partial[base0 + 5];
  const float part0_6 = partial[base0 + 6];
  const float part0_7 = partial[base0 + 7];
  const float total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
  const int base1 = (safe_row * 4 + 1) * 128 + group_of_row * 8;
  const float part1_0 = partial[base1];
  const float part1_1 = partial[base1 + 1];
  const float part1_2 = partial[base1 + 2];
  const float part1_3 = partial[base1 + 3];
  const float part1_4 = partial[base1 + 4];
  const float part1_5 = partial[base1 + 5];
  const float part1_6 = partial[base1 + 6];
  const float part1_7 = partial[base1 + 7];
  const float total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
  const int base2 = (safe_row * 4 + 2) * 128 + group_of_row * 8;
  const float part2_0 = partial[base2];
  const float part2_1 = partial[base2 + 1];
  const float part2_2 = partial[base2 + 2];
  const float part2_3 = partial[base2 + 3];
  const float part2_4 = partial[base2 + 4];
  const float part2_5 = partial[base2 + 5];
  const float part2_6 = partial[base2 + 6];
  const float part2_7 = partial[base2 + 7];
  const float total2 = part2_0 + part2_1 + part2_2 + part2_3 + part2_4 + part2_5 + part2_6 + part2_7;
  const int base3 = (safe_row * 4 + 3) * 128 + group_of_row * 8;
  const float part3_0 = partial[base3];
  const float part3_1 = partial[base3 + 1];
  const float part3_2 = partial[base3 + 2];
  const float part3_3 = partial[base3 + 3];
  const float part3_4 = partial[base3 + 4];
  const float part3_5 = partial[base3 + 5];
  const float part3_6 = partial[base3 + 6];
  const float part3_7 = partial[base3 + 7];
  const float total3 = part3_0 + part3_1 + part3_2 + part3_3 + part3_4 + part3_5 + part3_6 + part3_7;
  const int y_row = first_row + safe_row;
  const bool has_row = row < 4 && row < rows;
  const bool inside0 = target_group < 9;
  const int safe0 = min(target_group, 8);
  const float4 before0_v = reinterpret_cast<const float4*>(residual)[y_row * 9 + safe0];
  const float before0 = before0_v.x;
  const float before1 = before0_v.y;
  const float before2 = before0_v.z;
  const float before3 = before0_v.w;
  const float value0 = before0 + total0;
  const float value1 = before1 + total1;
  const float value2 = before2 + total2;
  const float value3 = before3 + total3;
  if (has_row && inside0) {
    reinterpret_cast<float4*>(y)[y_row * 9 + target_group] = make_float4(value0, value1, value2, value3);
  }
  const bool exists = has_row && target_group < 16;
  const int bits0 = __float_as_int((inside0 ? value0 : 0.0f));
  const int bits1 = __float_as_int((inside0 ? value1 : 0.0f));
  const int bits2 = __float_as_int((inside0 ? value2 : 0.0f));
  const int bits3 = __float_as_int((inside0 ? value3 : 0.0f));
  peaks[local] = max(max(max(bits0 & 2147483647, bits1 & 2147483647), bits2 & 2147483647), bits3 & 2147483647);
  __syncthreads();
  const int first_of_group = (local / 16) * 16;
  int largest = 0;
  for (int i = 0; i < 16; i += 1) {
    const int peak = peaks[first_of_group + i];
    largest = max(largest, peak);
  }
  const bool finite = largest < 2139095040;
  const bool usable = largest >= 75497472 && finite;
  if (exists) {
    const int size0 = bits0 & 2147483647;
    const int places0 = (largest >> 23) - (size0 >> 23);
    const unsigned whole0 = unsigned((size0 & 8388607) | 8388608) * 127u;
    const unsigned unit0 = unsigned((largest & 8388607) | 8388608) << min(places0, 8);
    const unsigned down0 = whole0 / unit0;
    const unsigned rest0 = whole0 - down0 * unit0;
    const unsigned missing0 = unit0 - rest0;
    const bool up0 = rest0 > missing0 || (rest0 == missing0 && (down0 & 1u) == 1u);
    const int near0 = int((up0 ? down0 + 1u : down0));
    const int code0 = (usable && places0 <= 8 ? (bits0 < 0 ? -near0 : near0) : 0);
    const int size1 = bits1 & 2147483647;
    const int places1 = (largest >> 23) - (size1 >> 23);
    const unsigned whole1 = unsigned((size1 & 8388607) | 8388608) * 127u;
    const unsigned unit1 = unsigned((largest & 8388607) | 8388608) << min(places1, 8);
    const unsigned down1 = whole1 / unit1;
    const unsigned rest1 = whole1 - down1 * unit1;
    const unsigned missing1 = unit1 - rest1;
    const bool up1 = rest1 > missing1 || (rest1 == missing1 && (down1 & 1u) == 1u);
    const int near1 = int((up1 ? down1 + 1u : down1));
    const int code1 = (usable && places1 <= 8 ? (bits1 < 0 ? -near1 : near1) : 0);
    const int size2 = bits2 & 2147483647;
    const int places2 = (largest >> 23) - (size2 >> 23);
    const unsigned whole2 = unsigned((size2 & 8388607) | 8388608) * 127u;
    const unsigned unit2 = unsigned((largest & 8388607) | 8388608) << min(places2, 8);
    const unsigned down2 = whole2 / unit2;
    const unsigned rest2 = whole2 - down2 * unit2;
    const unsigned missing2 = unit2 - rest2;
    const bool up2 = rest2 > missing2 || (rest2 == missing2 && (down2 & 1u) == 1u);
    const int near2 = int((up2 ? down2 + 1u : down2));
    const int code2 = (usable && places2 <= 8 ? (bits2 < 0 ? -near2 : near2) : 0);
    const int size3 = bits3 & 2147483647;
    const int places3 = (largest >> 23) - (size3 >> 23);
    const unsigned whole3 = unsigned((size3 & 8388607) | 8388608) * 127u;
    const unsigned unit3 = unsigned((largest & 8388607) | 8388608) << min(places3, 8);
    const unsigned down3 = whole3 / unit3;
    const unsigned rest3 = whole3 - down3 * unit3;
    const unsigned missing3 = unit3 - rest3;
    const bool up3 = rest3 > missing3 || (rest3 == missing3 && (down3 & 1u) == 1u);
    const int near3 = int((up3 ? down3 + 1u : down3));
    const int code3 = (usable && places3 <= 8 ? (bits3 < 0 ? -near3 : near3) : 0);
    reinterpret_cast<unsigned*>(codes)[y_row * 16 + target_group] = (unsigned(code0) & 255u) | ((unsigned(code1) & 255u) << 8) | ((unsigned(code2) & 255u) << 16) | ((unsigned(code3) & 255u) << 24);
    if (local == first_of_group) {
      const float largest_value = __int_as_float(largest);
      scales[y_row + group.x] = (usable ? largest_value * 0.007874016f : (finite ? 0.0f : largest_value));
    }
  }
}
