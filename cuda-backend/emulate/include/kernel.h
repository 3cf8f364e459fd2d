// CUDA's built-in types and functions on the CPU, as far as qwerk's kernels use them. It is precompiled and included
// before every kernel; the conversions and primitives of device/*.cuh have files of the same name beside it. Functions
// round like the device's: transcendental functions are computed in double and rounded once.
#pragma once
#include <math.h>
#include <string.h>

#include <utility>

#include "runtime.h"

extern "C" {
EmulatedThread* emulated_current;
const EmulatedRuntime* emulated_runtime;
// Bounds of all __shared__ arrays of the module; the linker makes them.
extern char __start_emulated_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_emulated_shared[] __attribute__((weak, visibility("hidden")));
}

#include "alignment.h"
#ifdef __SANITIZE_THREAD__
#include "accesses.h"
#endif

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __restrict__ __restrict
#define __align__(n) __attribute__((aligned(n)))

// A shared array lies as badly as its declaration allows: at a multiple of the alignment it declares, and of no larger
// power of two. g++ alone would align arrays to 32 bytes, and hide what depends on its neighbours on a card.
template <class Declared>
struct alignas(2 * alignof(Declared)) EmulatedPlace {
  char before[alignof(Declared)];
  Declared declared;
};
#ifdef EMULATED_SANITIZE
#define EMULATED_SECTION
#else
#define EMULATED_SECTION __attribute__((section("emulated_shared")))
#endif
// What `__shared__ type name extents;` becomes before it is compiled.
#define EMULATED_SHARED(type, name, ...)                                      \
  struct emulated_##name { type name __VA_ARGS__; };                          \
  static EMULATED_SECTION EmulatedPlace<emulated_##name> emulated_at_##name;  \
  auto& name = emulated_at_##name.declared.name;

#define threadIdx (emulated_current->thread)
#define blockIdx (emulated_current->block)
#define blockDim (emulated_current->threads)
#define gridDim (emulated_current->blocks)
#define __syncthreads() emulated_runtime->barrier(__LINE__)

// Assignment of a whole vector is one access.
#ifdef __SANITIZE_THREAD__
#define EMULATED_ASSIGN(V)                                                              \
  __attribute__((no_sanitize("thread"))) V& operator=(const V& other) {                 \
    emulated_runtime->access(&other, sizeof(V), __builtin_return_address(0));           \
    emulated_runtime->access(this, sizeof(V), __builtin_return_address(0));             \
    memcpy(static_cast<void*>(this), &other, sizeof(V));                                \
    return *this;                                                                       \
  }
#else
#define EMULATED_ASSIGN(V)
#endif

#define EMULATED_VECTORS(T, N)                                                     \
  struct alignas(2 * sizeof(T)) N##2 { T x, y; EMULATED_ASSIGN(N##2) };            \
  struct alignas(4 * sizeof(T)) N##4 { T x, y, z, w; EMULATED_ASSIGN(N##4) };      \
  inline N##2 make_##N##2(T x, T y) { return {x, y}; }                             \
  inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
EMULATED_VECTORS(float, float)
EMULATED_VECTORS(int, int)
EMULATED_VECTORS(unsigned, uint)
struct float3 { float x, y, z; };
struct int3 { int x, y, z; };
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline int3 make_int3(int x, int y, int z) { return {x, y, z}; }

template <class To, class From>
inline To emulated_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}
inline float __int_as_float(int x) { return emulated_bits<float>(x); }
inline float __uint_as_float(unsigned x) { return emulated_bits<float>(x); }
inline int __float_as_int(float x) { return emulated_bits<int>(x); }
inline unsigned __float_as_uint(float x) { return emulated_bits<unsigned>(x); }

inline int __float2int_rz(float x) {
  if (x != x) return 0;
  if (x >= 2147483648.0f) return 2147483647;
  return x <= -2147483648.0f ? -2147483647 - 1 : int(x);
}
inline int __float2int_rn(float x) { return __float2int_rz(nearbyintf(x)); }
inline unsigned __float2uint_rz(float x) {
  if (!(x > 0.0f)) return 0u;
  return x >= 4294967296.0f ? 4294967295u : unsigned(x);
}
inline float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
// Byte i of the result is the one that nibble i of the selector names: 0 to 3 in x, 4 to 7 in y.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; i++) result |= unsigned(both >> 8 * (selector >> 4 * i & 7u) & 255u) << 8 * i;
  return result;
}
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a < b ? b : a; }
inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }

inline float emulated_exp(float x) { return float(exp(double(x))); }
inline float emulated_log(float x) { return float(log(double(x))); }
inline float emulated_sin(float x) { return float(sin(double(x))); }
inline float emulated_cos(float x) { return float(cos(double(x))); }
inline float emulated_tanh(float x) { return float(tanh(double(x))); }
#define expf emulated_exp
#define logf emulated_log
#define sinf emulated_sin
#define cosf emulated_cos
#define tanhf emulated_tanh

// Every lane of `mask` passes a value and reads another lane's. A lane outside the mask reads as all ones bits.
template <class T>
inline T emulated_shuffle(unsigned mask, T value, int source) {
  struct Call { T value, result; int source; } call{value, value, source};
  emulated_runtime->meet(&call, [](void** lanes) {
    for (int i = 0; i < 32; i++) {
      if (!lanes[i]) continue;
      Call* own = static_cast<Call*>(lanes[i]);
      Call* other = static_cast<Call*>(lanes[own->source & 31]);
      if (other) own->result = other->value;
      else memset(&own->result, 0xff, sizeof(T));
    }
  }, mask, __LINE__);
  return call.result;
}
inline int emulated_lane() {
  const EmulatedThread& t = *emulated_current;
  return int(t.thread.x + t.threads.x * (t.thread.y + t.threads.y * t.thread.z)) & 31;
}
template <class T> inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  return emulated_shuffle(mask, value, (emulated_lane() & ~(width - 1)) + (source & (width - 1)));
}
template <class T> inline T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  (void)width;
  return emulated_shuffle(mask, value, emulated_lane() ^ lanes);
}
template <class T> inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const int lane = emulated_lane();
  const bool inside = (lane & (width - 1)) + int(delta) < width;
  return emulated_shuffle(mask, value, inside ? lane + int(delta) : lane);
}
inline void __syncwarp(unsigned mask = 0xffffffffu) { emulated_shuffle(mask, 0, emulated_lane()); }

template <class Signature> struct EmulatedSignature;
template <class... A>
struct EmulatedSignature<void (*)(A...)> {
  static constexpr int count = sizeof...(A);
  static constexpr unsigned char sizes[sizeof...(A) + 1] = {sizeof(A)..., 0};
  static constexpr bool pointers[sizeof...(A) + 1] = {std::is_pointer<A>::value..., false};
  template <void (*F)(A...), size_t... I>
  static void spread(void** p, std::index_sequence<I...>) { F(*static_cast<A*>(p[I])...); }
  template <void (*F)(A...)>
  static void call(void** p) { spread<F>(p, std::index_sequence_for<A...>{}); }
};

#define EMULATED_EXPORT(name)                                                                                   \
  extern "C" __attribute__((visibility("default"))) const EmulatedKernel name##__emulated = {                   \
      &EmulatedSignature<decltype(&name)>::call<&name>, EmulatedSignature<decltype(&name)>::count,              \
      EmulatedSignature<decltype(&name)>::sizes,        EmulatedSignature<decltype(&name)>::pointers,           \
      __start_emulated_shared, __stop_emulated_shared,  &emulated_current, &emulated_runtime};
