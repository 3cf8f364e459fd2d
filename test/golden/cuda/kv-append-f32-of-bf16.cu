// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: head, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) kv_append_2x64(
    const int* __restrict__ step,
    const float* __restrict__ k,
    const float* __restrict__ v,
    unsigned short* __restrict__ pages) {
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
    const float4 keys0_v = reinterpret_cast<const float4*>(k)[vector * 16 + group_of_vector];
    const float keys0 = keys0_v.x;
    const float keys1 = keys0_v.y;
    const float keys2 = keys0_v.z;
    const float keys3 = keys0_v.w;
    reinterpret_cast<uint2*>(pages)[keys_vector * 16 + group_of_vector] = make_uint2(pack_bf16(keys0, keys1), pack_bf16(keys2, keys3));
  }
  const int values_vector = (page * 4 + head + 2) * 64 + token;
  for (int group_of_vector_2 = local; group_of_vector_2 < 16; group_of_vector_2 += 64) {
    const float4 values0_v = reinterpret_cast<const float4*>(v)[vector * 16 + group_of_vector_2];
    const float values0 = values0_v.x;
    const float values1 = values0_v.y;
    const float values2 = values0_v.z;
    const float values3 = values0_v.w;
    reinterpret_cast<uint2*>(pages)[values_vector * 16 + group_of_vector_2] = make_uint2(pack_bf16(values0, values1), pack_bf16(values2, values3));
  }
}
