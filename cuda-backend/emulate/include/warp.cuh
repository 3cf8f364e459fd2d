// Host side of device/warp.cuh: the text is the same, the shuffles below it are emulated. All threads of the block
// must take part, in the same butterfly order.
#pragma once

template <class T>
__device__ __forceinline__ T warp_shuffle_xor(T value, int mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}

template <class T>
__device__ __forceinline__ T warp_add(T value) {
  for (int mask = 16; mask > 0; mask >>= 1) value += __shfl_xor_sync(0xffffffffu, value, mask);
  return value;
}

template <class T>
__device__ __forceinline__ T warp_max(T value) {
  for (int mask = 16; mask > 0; mask >>= 1) {
    const T other = __shfl_xor_sync(0xffffffffu, value, mask);
    value = value < other ? other : value;
  }
  return value;
}

template <class T>
__device__ __forceinline__ T warp_first(T value) {
  return __shfl_sync(0xffffffffu, value, 0);
}
