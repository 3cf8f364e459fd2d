// quantised_linear_66x192_swiglu
// y[tokens, 66] = swiglu((x[tokens, 192] * xScales) wT, integers within a group)
// group.x: 8 groups of 2 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) quantised_linear_66x192_swiglu(
    const int* __restrict__ step,
    const signed char* __restrict__ x,
    const float* __restrict__ x_scales,
    const int* __restrict__ w,
    const int* __restrict__ w2,
    float* __restrict__ y) {
  __shared__ __align__(16) float partial[1024];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int first_row = group.y * 4;
  const int tokens = step[0];
  const int rows = tokens - first_row;
  const int split = local % 8;
  const int column = group.x * 8 + local / 8;
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
  const int n0 = min(column * 2, 65);
  const int n1 = min(column * 2 + 1, 65);
  for (int group_of_k = split; group_of_k < 3; group_of_k += 8) {
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
      const int w00_at = n0 * 32 + run;
      const int w00_low = w[w00_at];
      const int w00_high_word = w[(w00_at >> 2) + 2112];
      const int w00_high = w00_high_word >> ((w00_at & 3) * 8);
      const int w00_0 = (w00_low & 15) - ((w00_high << 4) & 16);
      const int w00_1 = ((w00_low >> 4) & 15) - ((w00_high << 3) & 16);
      const int w00_2 = ((w00_low >> 8) & 15) - ((w00_high << 2) & 16);
      const int w00_3 = ((w00_low >> 12) & 15) - ((w00_high << 1) & 16);
      const int w00_4 = ((w00_low >> 16) & 15) - (w00_high & 16);
      const int w00_5 = ((w00_low >> 20) & 15) - ((w00_high >> 1) & 16);
      const int w00_6 = ((w00_low >> 24) & 15) - ((w00_high >> 2) & 16);
      const int w00_7 = ((w00_low >> 28) & 15) - ((w00_high >> 3) & 16);
      const int w01_at = n1 * 32 + run;
      const int w01_low = w[w01_at];
      const int w01_high_word = w[(w01_at >> 2) + 2112];
      const int w01_high = w01_high_word >> ((w01_at & 3) * 8);
      const int w01_0 = (w01_low & 15) - ((w01_high << 4) & 16);
      const int w01_1 = ((w01_low >> 4) & 15) - ((w01_high << 3) & 16);
      const int w01_2 = ((w01_low >> 8) & 15) - ((w01_high << 2) & 16);
      const int w01_3 = ((w01_low >> 12) & 15) - ((w01_high << 1) & 16);
      const int w01_4 = ((w01_low >> 16) & 15) - (w01_high & 16);
      const int w01_5 = ((w01_low >> 20) & 15) - ((w01_high >> 1) & 16);
      const int w01_6 = ((w01_low >> 24) & 15) - ((w01_high >> 2) & 16);
      const int w01_7 = ((w01_low >> 28) & 15) - ((w01_high >> 3) & 16);
      const int w10_at = n0 * 32 + run;
      const int w10_low = w2[w10_at];
      const int w10_high_word = w2[(w10_at >> 2) + 2112];
      const int w10_high = w10_high_word >> ((w10_at & 3) * 8);
      const int w10_0 = (w10_low & 15) - ((w10_high << 4) & 16);
      const int w10_1 = ((w10_low >> 4) & 15) - ((w10_high << 3) & 16);
      const int w10_2 = ((w10_low >> 8) & 15) - ((w10_high << 2) & 16);
      const int w10_3 = ((w10_low >> 12) & 15) - ((w10_high << 1) & 16);
      const int w10_4 = ((w10_low >> 16) & 15) - (w10_high & 16);
      const int w10_5 = ((w10_low >> 20) & 15) - ((w10_high >> 1) & 16);
      const int w10_6 = ((w10_low >> 24) & 15) - ((w10_high >> 2) & 16);
      const int w10_7 = ((w10_low >> 28) & 15) - ((w10_high >> 3) & 16);
      const int w11_at = n1 * 32 + run;
      const int w11_low = w2[w11_at];
      const int w11_high_word = w2[(w11_at >> 2) + 2112];
      const int w11_high = w11_high_word >> ((w11_at & 3) * 8);
      const int w11_0 = (w11_low & 15) - ((w11_high << 4) & 16);
      const int w11_1 = ((w11_low >> 4) & 15) - ((w11_high << 3) & 16);
      const int w11_2 = ((w11_low >> 8) & 15) - ((w11_high << 2) & 16);
      const int w11_3 = ((w11_low >> 12) & 15) - ((w11_high << 1) & 16);
      const int w11_4 = ((w11_low >> 16) & 15) - (w11_high & 16);
      const int w11_5 = ((w11_low >> 20) & 15) - ((w11_high >> 1) & 16);
      const int w11_6 = ((w11_low >> 24) & 15) - ((w11_high >> 2) & 16);
      const int w11_7 = ((w11_low >> 28) & 15) - ((w11_high >> 3) & 16);
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
        product0_2 = product0_2 + w10_0 * x0_0 + w10_1 * x0_1 + w10_2 * x0_2 + w10_3 * x0_3 + w10_4 * x0_4 + w10_5 * x0_5 + w10_6 * x0_6 + w10_7 * x0_7;
        product0_3 = product0_3 + w11_0 * x0_0 + w11_1 * x0_1 + w11_2 * x0_2 + w11_3 * x0_3 + w11_4 * x0_4 + w11_5 * x0_5 + w11_6 * x0_6 + w11_7 * x0_7;
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
        product1_2 = product1_2 + w10_0 * x1_0 + w10_1 * x1_1 + w10_2 * x1_2 + w10_3 * x1_3 + w10_4 * x1_4 + w10_5 * x1_5 + w10_6 * x1_6 + w10_7 * x1_7;
        product1_3 = product1_3 + w11_0 * x1_0 + w11_1 * x1_1 + w11_2 * x1_2 + w11_3 * x1_3 + w11_4 * x1_4 + w11_5 * x1_5 + w11_6 * x1_6 + w11_7 * x1_7;
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
        product2_2 = product2_2 + w10_0 * x2_0 + w10_1 * x2_1 + w10_2 * x2_2 + w10_3 * x2_3 + w10_4 * x2_4 + w10_5 * x2_5 + w10_6 * x2_6 + w10_7 * x2_7;
        product2_3 = product2_3 + w11_0 * x2_0 + w11_1 * x2_1 + w11_2 * x2_2 + w11_3 * x2_3 + w11_4 * x2_4 + w11_5 * x2_5 + w11_6 * x2_6 + w11_7 * x2_7;
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
        product3_2 = product3_2 + w10_0 * x3_0 + w10_1 * x3_1 + w10_2 * x3_2 + w10_3 * x3_3 + w10_4 * x3_4 + w10_5 * x3_5 + w10_6 * x3_6 + w10_7 * x3_7;
        product3_3 = product3_3 + w11_0 * x3_0 + w11_1 * x3_1 + w11_2 * x3_2 + w11_3 * x3_3 + w11_4 * x3_4 + w11_5 * x3_5 + w11_6 * x3_6 + w11_7 * x3_7;
      }
    }
    const int w00_scale_at = n0 * 4 + group_of_k;
    const int w00_scale_word = w[(w00_scale_at >> 1) + 2688];
    const float w00_scale = half_low(unsigned(w00_scale_word >> ((w00_scale_at & 1) * 16)));
    const int w01_scale_at = n1 * 4 + group_of_k;
    const int w01_scale_word = w[(w01_scale_at >> 1) + 2688];
    const float w01_scale = half_low(unsigned(w01_scale_word >> ((w01_scale_at & 1) * 16)));
    const int w10_scale_at = n0 * 4 + group_of_k;
    const int w10_scale_word = w2[(w10_scale_at >> 1) + 2688];
    const float w10_scale = half_low(unsigned(w10_scale_word >> ((w10_scale_at & 1) * 16)));
    const int w11_scale_at = n1 * 4 + group_of_k;
    const int w11_scale_word = w2[(w11_scale_at >> 1) + 2688];
    const float w11_scale = half_low(unsigned(w11_scale_word >> ((w11_scale_at & 1) * 16)));
    if (rows > 0) {
      const float x0_scale = x_scales[first_row * 3 + group_of_k];
      sum0_0 += float(product0_0) * (x0_scale * w00_scale);
      sum0_1 += float(product0_1) * (x0_scale * w01_scale);
      sum0_2 += float(product0_2) * (x0_scale * w10_scale);
      sum0_3 += float(product0_3) * (x0_scale * w11_scale);
    }
    if (rows > 1) {
      const float x1_scale = x_scales[(first_row + 1) * 3 + group_of_k];
      sum1_0 += float(product1_0) * (x1_scale * w00_scale);
      sum1_1 += float(product1_1) * (x1_scale * w01_scale);
      sum1_2 += float(product1_2) * (x1_scale * w10_scale);
      sum1_3 += float(product1_3) * (x1_scale * w11_scale);
    }
    if (rows > 2) {
      const float x2_scale = x_scales[(first_row + 2) * 3 + group_of_k];
      sum2_0 += float(product2_0) * (x2_scale * w00_scale);
      sum2_1 += float(product2_1) * (x2_scale * w01_scale);
      sum2_2 += float(product2_2) * (x2_scale * w10_scale);
      sum2_3 += float(product2_3) * (x2_scale * w11_scale);
    }
    if (rows > 3) {
      const float x3_scale = x_scales[(first_row + 3) * 3 + group_of_k];
      sum3_0 += float(product3_0) * (x3_scale * w00_scale);
      sum3_1 += float(product3_1) * (x3_scale * w01_scale);
      sum3_2 += float(product3_2) * (x3_scale * w10_scale);
      sum3_3 += float(product3_3) * (x3_scale * w11_scale);
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum0_1;
  partial[128 + local] = sum0_2;
  partial[192 + local] = sum0_3;
  partial[256 + local] = sum1_0;
  partial[320 + local] = sum1_1;
  partial[384 + local] = sum1_2;
  partial[448 + local] = sum1_3;
  partial[512 + local] = sum2_0;
  partial[576 + local] = sum2_1;
  partial[640 + local] = sum2_2;
  partial[704 + local] = sum2_3;
  partial[768 + local] = sum3_0;
  partial[832 + local] = sum3_1;
  partial[896 + local] = sum3_2;
  partial[960 + local] = sum3_3;
  __syncthreads();
  const int row = local / 8;
  const int group_of_row = local % 8;
  const int target_group = group.x * 8 + group_of_row;
  if (row < 4 && row < rows && target_group < 33) {
    const int base0 = row * 4 * 64 + group_of_row * 8;
    const float part0_0 = partial[base0];
    const float part0_1 = partial[base0 + 1];
    const float part0_2 = partial[base0 + 2];
    const float part0_3 = partial[base0 + 3];
    const float part0_4 = partial[base0 + 4];
    const float part0_5 = partial[base0 + 5];
    const float part0_6 = partial[base0 + 6];
    const float part0_7 = partial[base0 + 7];
    const float total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    const int base1 = (row * 4 + 1) * 64 + group_of_row * 8;
    const float part1_0 = partial[base1];
    const float part1_1 = partial[base1 + 1];
    const float part1_2 = partial[base1 + 2];
    const float part1_3 = partial[base1 + 3];
    const float part1_4 = partial[base1 + 4];
    const float part1_5 = partial[base1 + 5];
    const float part1_6 = partial[base1 + 6];
    const float part1_7 = partial[base1 + 7];
    const float total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
    const int base2 = (row * 4 + 2) * 64 + group_of_row * 8;
    const float part2_0 = partial[base2];
    const float part2_1 = partial[base2 + 1];
    const float part2_2 = partial[base2 + 2];
    const float part2_3 = partial[base2 + 3];
    const float part2_4 = partial[base2 + 4];
    const float part2_5 = partial[base2 + 5];
    const float part2_6 = partial[base2 + 6];
    const float part2_7 = partial[base2 + 7];
    const float total2 = part2_0 + part2_1 + part2_2 + part2_3 + part2_4 + part2_5 + part2_6 + part2_7;
    const int base3 = (row * 4 + 3) * 64 + group_of_row * 8;
    const float part3_0 = partial[base3];
    const float part3_1 = partial[base3 + 1];
    const float part3_2 = partial[base3 + 2];
    const float part3_3 = partial[base3 + 3];
    const float part3_4 = partial[base3 + 4];
    const float part3_5 = partial[base3 + 5];
    const float part3_6 = partial[base3 + 6];
    const float part3_7 = partial[base3 + 7];
    const float total3 = part3_0 + part3_1 + part3_2 + part3_3 + part3_4 + part3_5 + part3_6 + part3_7;
    const int y_row = first_row + row;
    reinterpret_cast<float2*>(y)[y_row * 33 + target_group] = make_float2((total0 / (1.0f + expf(fminf(-total0, 80.0f)))) * total2, (total1 / (1.0f + expf(fminf(-total1, 80.0f)))) * total3);
  }
}
