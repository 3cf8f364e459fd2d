// Host bodies of device/mma.cuh. A warp's lanes hand over their fragments, one of them computes the whole product, and
// every lane gets its part. Products are exact and sums are rounded once, so a device may differ in the last bits.
#pragma once
#include "numbers.cuh"

struct EmulatedMma {
  const unsigned* a;
  const unsigned* b;
  void* d;
};

// Rows and columns of fragment elements: `per` elements of a word lie side by side along K.
inline int emulated_a_row(int lane, int word) { return lane / 4 + 8 * (word & 1); }
inline int emulated_a_column(int lane, int word, int part, int per) { return lane % 4 * per + part + 4 * per * (word >> 1); }
inline int emulated_b_row(int lane, int word, int part, int per) { return lane % 4 * per + part + 4 * per * word; }

template <class Element>
inline void emulated_gather(void** lanes, double (&a)[16][32], double (&b)[32][8], int per, Element element) {
  for (int lane = 0; lane < 32; lane++) {
    const EmulatedMma& call = *static_cast<EmulatedMma*>(lanes[lane]);
    for (int word = 0; word < 4; word++)
      for (int part = 0; part < per; part++)
        a[emulated_a_row(lane, word)][emulated_a_column(lane, word, part, per)] = element(call.a[word], part);
    for (int word = 0; word < 2; word++)
      for (int part = 0; part < per; part++)
        b[emulated_b_row(lane, word, part, per)][lane / 4] = element(call.b[word], part);
  }
}

inline double emulated_bf16_part(unsigned word, int part) { return part ? bf16_high(word) : bf16_low(word); }
inline double emulated_half_part(unsigned word, int part) { return part ? half_high(word) : half_low(word); }
inline double emulated_s8_part(unsigned word, int part) { return (signed char)(word >> 8 * part & 255u); }

template <class Element>
inline void emulated_product(void** lanes, int depth, int per, Element element, double (&d)[16][8]) {
  static double a[16][32], b[32][8];
  emulated_gather(lanes, a, b, per, element);
  for (int m = 0; m < 16; m++)
    for (int n = 0; n < 8; n++) {
      d[m][n] = 0;
      for (int k = 0; k < depth; k++) d[m][n] += a[m][k] * b[k][n];
    }
}

// Element i of lane's accumulator: rows lane / 4 and 8 below it, two neighbouring columns each.
template <class T>
inline void emulated_scatter(void** lanes, const double (&d)[16][8]) {
  for (int lane = 0; lane < 32; lane++) {
    T* own = static_cast<T*>(static_cast<EmulatedMma*>(lanes[lane])->d);
    for (int i = 0; i < 4; i++) own[i] = T(double(own[i]) + d[lane / 4 + 8 * (i >> 1)][lane % 4 * 2 + (i & 1)]);
  }
}

inline void mma_bf16(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  EmulatedMma call{a, b, d};
  emulated_runtime->meet(&call, [](void** lanes) {
    double sums[16][8];
    emulated_product(lanes, 16, 2, emulated_bf16_part, sums);
    emulated_scatter<float>(lanes, sums);
  }, 0xffffffffu, __LINE__);
}
inline void mma_f16(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  EmulatedMma call{a, b, d};
  emulated_runtime->meet(&call, [](void** lanes) {
    double sums[16][8];
    emulated_product(lanes, 16, 2, emulated_half_part, sums);
    emulated_scatter<float>(lanes, sums);
  }, 0xffffffffu, __LINE__);
}
inline void mma_f16_half(unsigned (&d)[2], const unsigned (&a)[4], const unsigned (&b)[2]) {
  EmulatedMma call{a, b, d};
  emulated_runtime->meet(&call, [](void** lanes) {
    double sums[16][8];
    emulated_product(lanes, 16, 2, emulated_half_part, sums);
    for (int lane = 0; lane < 32; lane++) {
      unsigned* own = static_cast<unsigned*>(static_cast<EmulatedMma*>(lanes[lane])->d);
      for (int i = 0; i < 2; i++) {
        const double* row = sums[lane / 4 + 8 * i] + lane % 4 * 2;
        own[i] = pack_half(float(half_low(own[i]) + row[0]), float(half_high(own[i]) + row[1]));
      }
    }
  }, 0xffffffffu, __LINE__);
}
inline void mma_s8(int (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  EmulatedMma call{a, b, d};
  emulated_runtime->meet(&call, [](void** lanes) {
    double sums[16][8];
    emulated_product(lanes, 32, 4, emulated_s8_part, sums);
    emulated_scatter<int>(lanes, sums);
  }, 0xffffffffu, __LINE__);
}

struct EmulatedMatrixLoad {
  const unsigned short* row;
  unsigned* r;
};

// Bank conflicts: the eight rows of a matrix are read at once; rows whose 16 bytes lie in the same banks wait.
inline void emulated_count_conflicts(void** lanes) {
  for (int matrix = 0; matrix < 4; matrix++) {
    int most = 0;
    for (int i = 0; i < 8; i++) {
      int same = 0;
      const size_t own = size_t(static_cast<EmulatedMatrixLoad*>(lanes[8 * matrix + i])->row);
      for (int j = 0; j < 8; j++) {
        const size_t other = size_t(static_cast<EmulatedMatrixLoad*>(lanes[8 * matrix + j])->row);
        same += other / 16 % 8 == own / 16 % 8 && (other != own || i == j);
      }
      most = max(most, same);
    }
    emulated_runtime->count(EMULATED_SHARED_CONFLICTS, (unsigned long)(most - 1));
  }
}

template <bool Transposed>
inline void emulated_load_matrices(unsigned (&r)[4], const void* row) {
  emulated_aligned(row, 16, "a row of load_matrices");
  EmulatedMatrixLoad call{static_cast<const unsigned short*>(row), r};
  emulated_runtime->meet(&call, [](void** lanes) {
    emulated_count_conflicts(lanes);
    for (int lane = 0; lane < 32; lane++)
      for (int matrix = 0; matrix < 4; matrix++) {
        const int one = lane / 4, two = lane % 4 * 2;
        const auto element = [&](int i, int j) -> unsigned {
          return static_cast<EmulatedMatrixLoad*>(lanes[8 * matrix + i])->row[j];
        };
        static_cast<EmulatedMatrixLoad*>(lanes[lane])->r[matrix] =
            Transposed ? element(two, one) | element(two + 1, one) << 16 : element(one, two) | element(one, two + 1) << 16;
      }
  }, 0xffffffffu, __LINE__);
}
inline void load_matrices(unsigned (&r)[4], const void* row) { emulated_load_matrices<false>(r, row); }
inline void load_matrices_transposed(unsigned (&r)[4], const void* row) { emulated_load_matrices<true>(r, row); }
