// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: head, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) kv_append_2x64(
    const int* __restrict__ step,
    const unsigned short* __restrict__ k,
    const unsigned short* __restrict__ v,
    float* __restrict__ pages) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int head = group.x;
  const int row = group.y;
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int begin_base = step[8];
  const int begin = step[begin_base + lane];
  const int length_base = step[9];
  const int length = step[length_base + lane];
  const int index = length + row - begin;
  const int page_pages = step[14];
  const int page_base = step[13];
  const int page = step[page_base + lane * page_pages + index / 64];
  const int token = index % 64;
  const int vector = row * 2 + head;
  const int keys_vector = (page * 4 + head) * 64 + token;
  for (int group_of_vector = local; group_of_vector < 16; group_of_vector += 64) {
    const uint2 keys0_v = reinterpret_cast<const uint2*>(k)[vector * 16 + group_of_vector];
    const float keys0 = bf16_low(keys0_v.x);
    const float keys1 = bf16_high(keys0_v.x);
    const float keys2 = bf16_low(keys0_v.y);
    const float keys3 = bf16_high(keys0_v.y);
    reinterpret_cast<float4*>(pages)[keys_vector * 16 + group_of_vector] = make_float4(keys0, keys1, keys2, keys3);
  }
  const int values_vector = (page * 4 + head + 2) * 64 + token;
  for (int group_of_vector_2 = local; group_of_vector_2 < 16; group_of_vector_2 += 64) {
    const uint2 values0_v = reinterpret_cast<const uint2*>(v)[vector * 16 + group_of_vector_2];
    const float values0 = bf16_low(values0_v.x);
    const float values1 = bf16_high(values0_v.x);
    const float values2 = bf16_low(values0_v.y);
    const float values3 = bf16_high(values0_v.y);
    reinterpret_cast<float4*>(pages)[values_vector * 16 + group_of_vector_2] = make_float4(values0, values1, values2, values3);
  }
}
