// linear_64x192_residual
// y[tokens, 64] = residual(x[tokens, 192] wT)
// group.x: 8 groups of 2 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) linear_64x192_residual(
    const int* __restrict__ step,
    const unsigned short* __restrict__ x,
    const float* __restrict__ w,
    const unsigned short* __restrict__ residual,
    unsigned short* __restrict__ y) {
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
  const int n0 = min(column * 2, 63);
  const int n1 = min(column * 2 + 1, 63);
  for (int kg = split; kg < 48; kg += 8) {
    const float4 w00_0_v = reinterpret_cast<const float4*>(w)[n0 * 48 + kg];
    const float w00_0 = w00_0_v.x;
    const float w00_1 = w00_0_v.y;
    const float w00_2 = w00_0_v.z;
    const float w00_3 = w00_0_v.w;
    const float4 w01_0_v = reinterpret_cast<const float4*>(w)[n1 * 48 + kg];
    const float w01_0 = w01_0_v.x;
    const float w01_1 = w01_0_v.y;
    const float w01_2 = w01_0_v.z;
    const float w01_3 = w01_0_v.w;
    if (rows > 0) {
      const uint2 x0_0_v = reinterpret_cast<const uint2*>(x)[first_row * 48 + kg];
      const float x0_0 = bf16_low(x0_0_v.x);
      const float x0_1 = bf16_high(x0_0_v.x);
      const float x0_2 = bf16_low(x0_0_v.y);
      const float x0_3 = bf16_high(x0_0_v.y);
      sum0_0 = sum0_0 + w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3;
      sum0_1 = sum0_1 + w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3;
    }
    if (rows > 1) {
      const uint2 x1_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 1) * 48 + kg];
      const float x1_0 = bf16_low(x1_0_v.x);
      const float x1_1 = bf16_high(x1_0_v.x);
      const float x1_2 = bf16_low(x1_0_v.y);
      const float x1_3 = bf16_high(x1_0_v.y);
      sum1_0 = sum1_0 + w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3;
      sum1_1 = sum1_1 + w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3;
    }
    if (rows > 2) {
      const uint2 x2_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 2) * 48 + kg];
      const float x2_0 = bf16_low(x2_0_v.x);
      const float x2_1 = bf16_high(x2_0_v.x);
      const float x2_2 = bf16_low(x2_0_v.y);
      const float x2_3 = bf16_high(x2_0_v.y);
      sum2_0 = sum2_0 + w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3;
      sum2_1 = sum2_1 + w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3;
    }
    if (rows > 3) {
      const uint2 x3_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 3) * 48 + kg];
      const float x3_0 = bf16_low(x3_0_v.x);
      const float x3_1 = bf16_high(x3_0_v.x);
      const float x3_2 = bf16_low(x3_0_v.y);
      const float x3_3 = bf16_high(x3_0_v.y);
      sum3_0 = sum3_0 + w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3;
      sum3_1 = sum3_1 + w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3;
    }
    if (rows > 4) {
      const uint2 x4_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 4) * 48 + kg];
      const float x4_0 = bf16_low(x4_0_v.x);
      const float x4_1 = bf16_high(x4_0_v.x);
      const float x4_2 = bf16_low(x4_0_v.y);
      const float x4_3 = bf16_high(x4_0_v.y);
      sum4_0 = sum4_0 + w00_0 * x4_0 + w00_1 * x4_1 + w00_2 * x4_2 + w00_3 * x4_3;
      sum4_1 = sum4_1 + w01_0 * x4_0 + w01_1 * x4_1 + w01_2 * x4_2 + w01_3 * x4_3;
    }
    if (rows > 5) {
      const uint2 x5_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 5) * 48 + kg];
      const float x5_0 = bf16_low(x5_0_v.x);
      const float x5_1 = bf16_high(x5_0_v.x);
      const float x5_2 = bf16_low(x5_0_v.y);
      const float x5_3 = bf16_high(x5_0_v.y);
      sum5_0 = sum5_0 + w00_0 * x5_0 + w00_1 * x5_1 + w00_2 * x5_2 + w00_3 * x5_3;
      sum5_1 = sum5_1 + w01_0 * x5_0 + w01_1 * x5_1 + w01_2 * x5_2 + w01_3 * x5_3;
    }
    if (rows > 6) {
      const uint2 x6_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 6) * 48 + kg];
      const float x6_0 = bf16_low(x6_0_v.x);
      const float x6_1 = bf16_high(x6_0_v.x);
      const float x6_2 = bf16_low(x6_0_v.y);
      const float x6_3 = bf16_high(x6_0_v.y);
      sum6_0 = sum6_0 + w00_0 * x6_0 + w00_1 * x6_1 + w00_2 * x6_2 + w00_3 * x6_3;
      sum6_1 = sum6_1 + w01_0 * x6_0 + w01_1 * x6_1 + w01_2 * x6_2 + w01_3 * x6_3;
    }
    if (rows > 7) {
      const uint2 x7_0_v = reinterpret_cast<const uint2*>(x)[(first_row + 7) * 48 + kg];
      const float x7_0 = bf16_low(x7_0_v.x);
      const float x7_1 = bf16_high(x7_0_v.x);
      const float x7_2 = bf16_low(x7_0_v.y);
      const float x7_3 = bf16_high(x7_0_v.y);
      sum7_0 = sum7_0 + w00_0 * x7_0 + w00_1 * x7_1 + w00_2 * x7_2 + w00_3 * x7_3;
      sum7_1 = sum7_1 + w01_0 * x7_0 + w01_1 * x7_1 + w01_2 * x7_2 + w01_3 * x7_3;
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
  if (row < 8 && row < rows && target_group < 32) {
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
    const unsigned before0_v = reinterpret_cast<const unsigned*>(residual)[y_row * 32 + target_group];
    const float before0 = bf16_low(before0_v);
    const float before1 = bf16_high(before0_v);
    reinterpret_cast<unsigned*>(y)[y_row * 32 + target_group] = pack_bf16(before0 + total0, before1 + total1);
  }
}
