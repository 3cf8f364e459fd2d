#include "async-copy.cuh"
#include "mma.cuh"
#include "numbers.cuh"
#include "warp.cuh"

// bf16 keys and values on the matrix units. For scores a warp takes every fourth 16 elements of the depth, with its
// queries in registers, and the four parts are added in order; for outputs it takes every fourth 16 columns. A query that
// is no bf16 number goes in as three that add up to it, a weight as two, so products keep the digits of f32. Rows in
// shared memory lie an odd number of pieces apart, so that eight rows of a matrix load touch all banks once.
constexpr int WARPS = THREADS / 32;
constexpr int DEPTHS = (WIDTH / 16 + WARPS - 1) / WARPS;
constexpr int SCORE_STRIDE = KEYS + 4;
constexpr int WEIGHT_PARTS = 2;
constexpr int WEIGHT_STRIDE = KEYS / 8 + 1;
constexpr int ROW_THREADS = 4;
constexpr int ROW_KEYS = KEYS / ROW_THREADS;

struct Stage {
  uint4 keys[KEYS * STRIDE];
  uint4 values[KEYS * STRIDE];
};

// The parts of two neighbouring numbers as words.
template <int PARTS>
__device__ __forceinline__ void split_pair(float low, float high, unsigned (&words)[PARTS]) {
#pragma unroll
  for (int part = 0; part < PARTS; part++) {
    words[part] = pack_bf16(low, high);
    low -= bf16_low(words[part]);
    high -= bf16_high(words[part]);
  }
}

__device__ __forceinline__ void load_fragments(const Buffers& buffers, const Share& share,
                                               unsigned (&query)[TILES][DEPTHS][QUERY_PARTS][4]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int t = 0; t < TILES; t++)
#pragma unroll
    for (int d = 0; d < DEPTHS; d++)
#pragma unroll
      for (int word = 0; word < 4; word++) {
        const int depth = d * WARPS + warp;
        float pair[2] = {};
        if (depth < WIDTH / 16) {
          packed_query(buffers, share, 16 * t + lane / 4 + 8 * (word % 2), 8 * depth + lane % 4 + 4 * (word / 2), pair);
        }
        unsigned words[QUERY_PARTS];
        split_pair(pair[0], pair[1], words);
#pragma unroll
        for (int part = 0; part < QUERY_PARTS; part++) query[t][d][part][word] = words[part];
      }
}

// This warp's part of q kT for all packed rows and the KEYS keys of a stage.
__device__ __forceinline__ void multiply_keys(const uint4* keys, const unsigned (&query)[TILES][DEPTHS][QUERY_PARTS][4],
                                              float (*scores)[SCORE_STRIDE]) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sums[TILES][2][4] = {};
#pragma unroll
  for (int d = 0; d < DEPTHS; d++) {
    const int depth = d * WARPS + warp;
    if (depth >= WIDTH / 16) continue;
    // Matrices: keys 0 to 7 at both halves of the 16 elements, then keys 8 to 15.
    unsigned b[4];
    load_matrices(b, &keys[(lane / 16 * 8 + lane % 8) * STRIDE + 2 * depth + lane / 8 % 2]);
#pragma unroll
    for (int n = 0; n < 2; n++) {
      const unsigned half[2] = {b[2 * n], b[2 * n + 1]};
#pragma unroll
      for (int t = 0; t < TILES; t++)
#pragma unroll
        for (int part = 0; part < QUERY_PARTS; part++) mma_bf16(sums[t][n], query[t][d][part], half);
    }
  }
#pragma unroll
  for (int t = 0; t < TILES; t++)
#pragma unroll
    for (int n = 0; n < 2; n++)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        float* target = &scores[16 * t + lane / 4 + 8 * half][8 * n + lane % 4 * 2];
        target[0] = sums[t][n][2 * half];
        target[1] = sums[t][n][2 * half + 1];
      }
}

__device__ __forceinline__ void split_keys_mma(const Buffers& buffers) {
  __shared__ Stage stages[2];
  __shared__ uint4 weights[WEIGHT_PARTS][PACKED * WEIGHT_STRIDE];
  __shared__ __align__(16) float scores[WARPS][PACKED][SCORE_STRIDE];
  __shared__ __align__(16) float shrinks[PACKED];
  const Share share = block_share(buffers);
  if (share.steps == 0) return;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // Softmax: four neighbouring threads hold the state of a packed row.
  const int own_row = threadIdx.x / ROW_THREADS, own_key = threadIdx.x % ROW_THREADS * ROW_KEYS;
  const int own_last = last_key(share, own_row);
  float best = LOWEST, sum = 0.0f;

  fetch_step(buffers, share, 0, stages[0].keys, stages[0].values);
  copy_async_commit();
  unsigned query[TILES][DEPTHS][QUERY_PARTS][4];
  load_fragments(buffers, share, query);
  float outputs[TILES][DEPTHS][2][4] = {};
  for (int step = 0; step < share.steps; step++) {
    const Stage& stage = stages[step % 2];
    copy_async_wait<0>();
    __syncthreads();
    if (step + 1 < share.steps) {
      Stage& next = stages[(step + 1) % 2];
      fetch_step(buffers, share, step + 1, next.keys, next.values);
    }
    copy_async_commit();
    multiply_keys(stage.keys, query, scores[warp]);
    __syncthreads();

    if (warp < PACKED * ROW_THREADS / 32) {
      const int key = first_key(share, step) + own_key;
      float score[ROW_KEYS], step_best = LOWEST;
#pragma unroll
      for (int i = 0; i < ROW_KEYS; i++) {
        float dot = scores[0][own_row][own_key + i];
#pragma unroll
        for (int w = 1; w < WARPS; w++) dot += scores[w][own_row][own_key + i];
        score[i] = key + i <= own_last ? dot * SCALE : LOWEST;
        step_best = fmaxf(step_best, score[i]);
      }
      for (int mask = 1; mask < ROW_THREADS; mask *= 2) step_best = fmaxf(step_best, warp_shuffle_xor(step_best, mask));
      const float new_best = fmaxf(best, step_best), shrink = expf(best - new_best);
      float step_sum = 0.0f;
#pragma unroll
      for (int i = 0; i < ROW_KEYS; i++) {
        score[i] = key + i <= own_last ? expf(score[i] - new_best) : 0.0f;
        step_sum += score[i];
      }
      for (int mask = 1; mask < ROW_THREADS; mask *= 2) step_sum += warp_shuffle_xor(step_sum, mask);
      best = new_best;
      sum = sum * shrink + step_sum;
#pragma unroll
      for (int i = 0; i < ROW_KEYS; i += 2) {
        unsigned words[WEIGHT_PARTS];
        split_pair(score[i], score[i + 1], words);
#pragma unroll
        for (int part = 0; part < WEIGHT_PARTS; part++) {
          reinterpret_cast<unsigned*>(&weights[part][own_row * WEIGHT_STRIDE])[(own_key + i) / 2] = words[part];
        }
      }
      if (own_key == 0) shrinks[own_row] = shrink;
    }
    __syncthreads();

#pragma unroll
    for (int t = 0; t < TILES; t++) {
      const float shrink[2] = {shrinks[16 * t + lane / 4], shrinks[16 * t + lane / 4 + 8]};
#pragma unroll
      for (int d = 0; d < DEPTHS; d++)
#pragma unroll
        for (int n = 0; n < 2; n++)
#pragma unroll
          for (int i = 0; i < 4; i++) outputs[t][d][n][i] *= shrink[i / 2];
    }
    unsigned weight[TILES][WEIGHT_PARTS][4];
#pragma unroll
    for (int t = 0; t < TILES; t++)
#pragma unroll
      for (int part = 0; part < WEIGHT_PARTS; part++) {
        load_matrices(weight[t][part], &weights[part][(16 * t + lane % 16) * WEIGHT_STRIDE + lane / 16]);
      }
#pragma unroll
    for (int d = 0; d < DEPTHS; d++) {
      const int columns = d * WARPS + warp;
      if (columns >= WIDTH / 16) continue;
      // Matrices: keys 0 to 7 and 8 to 15 of the first 8 columns, then of the second.
      unsigned b[4];
      load_matrices_transposed(b, &stage.values[lane % 16 * STRIDE + 2 * columns + lane / 16]);
#pragma unroll
      for (int n = 0; n < 2; n++) {
        const unsigned half[2] = {b[2 * n], b[2 * n + 1]};
#pragma unroll
        for (int t = 0; t < TILES; t++)
#pragma unroll
          for (int part = 0; part < WEIGHT_PARTS; part++) mma_bf16(outputs[t][d][n], weight[t][part], half);
      }
    }
  }
  copy_async_wait<0>();

#pragma unroll
  for (int t = 0; t < TILES; t++)
#pragma unroll
    for (int d = 0; d < DEPTHS; d++)
#pragma unroll
      for (int n = 0; n < 2; n++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const int m = 16 * t + lane / 4 + 8 * half, columns = d * WARPS + warp;
          if (columns >= WIDTH / 16 || share.first + m >= share.end) continue;
          float* target = partial_of(buffers, share, m) + 16 * columns + 8 * n + lane % 4 * 2;
          *reinterpret_cast<float2*>(target) = make_float2(outputs[t][d][n][2 * half], outputs[t][d][n][2 * half + 1]);
        }
  if (own_row < PACKED && own_key == 0 && share.first + own_row < share.end) {
    *reinterpret_cast<float2*>(partial_of(buffers, share, own_row) + WIDTH) = make_float2(best, sum);
  }
}
