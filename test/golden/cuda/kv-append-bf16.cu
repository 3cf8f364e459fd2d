// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: block of runs of 4, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) kv_append_2x64(
    const int* __restrict__ step,
    const unsigned short* __restrict__ k,
    const unsigned short* __restrict__ v,
    unsigned short* __restrict__ pages) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
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
  const int at = group.x * 64 + local;
  if (at < 32) {
    const int head = at / 16;
    const int group_of_head = at % 16;
    const int source_at = row * 32 + at;
    const uint2 key0_v = reinterpret_cast<const uint2*>(k)[source_at];
    const float key0 = bf16_low(key0_v.x);
    const float key1 = bf16_high(key0_v.x);
    const float key2 = bf16_low(key0_v.y);
    const float key3 = bf16_high(key0_v.y);
    reinterpret_cast<uint2*>(pages)[((page * 4 + head) * 64 + token) * 16 + group_of_head] = make_uint2(pack_bf16(key0, key1), pack_bf16(key2, key3));
    const uint2 value0_v = reinterpret_cast<const uint2*>(v)[source_at];
    const float value0 = bf16_low(value0_v.x);
    const float value1 = bf16_high(value0_v.x);
    const float value2 = bf16_low(value0_v.y);
    const float value3 = bf16_high(value0_v.y);
    reinterpret_cast<uint2*>(pages)[((page * 4 + head + 2) * 64 + token) * 16 + group_of_head] = make_uint2(pack_bf16(value0, value1), pack_bf16(value2, value3));
  }
}
