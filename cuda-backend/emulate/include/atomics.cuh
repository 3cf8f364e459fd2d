// Host bodies of device/atomics.cuh. Threads of the emulation never run at the same time, so plain reads and writes are
// indivisible; other threads may run before each, so that what a kernel read earlier may be out of date.
#pragma once

template <class T>
inline T emulated_replace(T* address, T value) {
  const T old = *address;
  *address = value;
  return old;
}

#define EMULATED_ATOMICS(T)                                                                      \
  inline T atomic_add(T* address, T value) {                                                     \
    emulated_runtime->yield();                                                                   \
    return emulated_replace(address, T(*address + value));                                       \
  }                                                                                              \
  inline T atomic_min(T* address, T value) {                                                     \
    emulated_runtime->yield();                                                                   \
    return emulated_replace(address, min(*address, value));                                      \
  }                                                                                              \
  inline T atomic_max(T* address, T value) {                                                     \
    emulated_runtime->yield();                                                                   \
    return emulated_replace(address, max(*address, value));                                      \
  }                                                                                              \
  inline T atomic_exchange(T* address, T value) {                                                \
    emulated_runtime->yield();                                                                   \
    return emulated_replace(address, value);                                                     \
  }                                                                                              \
  inline T atomic_compare_and_swap(T* address, T expected, T value) {                            \
    emulated_runtime->yield();                                                                   \
    return emulated_replace(address, *address == expected ? value : *address);                   \
  }
EMULATED_ATOMICS(int)
EMULATED_ATOMICS(unsigned)
#undef EMULATED_ATOMICS
