#include "async-copy.cuh"
#include "warp.cuh"

// f32 keys and values in plain f32 arithmetic. A thread makes the score of one packed row and key, then WIDTH / THREADS
// columns of all packed rows. Rows in shared memory lie an odd number of pieces apart, so that the keys of a quarter warp
// lie in different banks.
constexpr int COLUMNS = (WIDTH + THREADS - 1) / THREADS;

__device__ __forceinline__ float dot4(const float4& a, const float4& b, float sum) {
  return __fmaf_rn(a.w, b.w, __fmaf_rn(a.z, b.z, __fmaf_rn(a.y, b.y, __fmaf_rn(a.x, b.x, sum))));
}

__device__ __forceinline__ void split_keys_f32(const Buffers& buffers) {
  static_assert(PACKED * KEYS == THREADS, "a thread per score");
  __shared__ uint4 keys[KEYS * STRIDE];
  __shared__ uint4 values[KEYS * STRIDE];
  __shared__ __align__(16) float query[PACKED][WIDTH];
  __shared__ __align__(16) float weights[PACKED][KEYS];
  __shared__ __align__(16) float shrinks[PACKED];
  const Share share = block_share(buffers);
  if (share.steps == 0) return;
  const int own_row = threadIdx.x / KEYS, own_key = threadIdx.x % KEYS;
  const int own_last = last_key(share, own_row);
  float best = LOWEST, sum = 0.0f;
  for (int i = threadIdx.x; i < PACKED * (WIDTH / 2); i += THREADS) {
    float pair[2];
    packed_query(buffers, share, i / (WIDTH / 2), i % (WIDTH / 2), pair);
    query[i / (WIDTH / 2)][2 * (i % (WIDTH / 2))] = pair[0];
    query[i / (WIDTH / 2)][2 * (i % (WIDTH / 2)) + 1] = pair[1];
  }

  float outputs[COLUMNS][PACKED] = {};
  for (int step = 0; step < share.steps; step++) {
    fetch_step(buffers, share, step, keys, values);
    copy_async_commit();
    copy_async_wait<0>();
    __syncthreads();

    const float4* own_query = reinterpret_cast<const float4*>(query[own_row]);
    const float4* key_row = reinterpret_cast<const float4*>(&keys[own_key * STRIDE]);
    float dot = 0.0f;
    for (int piece = 0; piece < PIECES; piece++) dot = dot4(own_query[piece], key_row[piece], dot);
    const bool seen = first_key(share, step) + own_key <= own_last;
    const float score = seen ? dot * SCALE : LOWEST;
    float new_best = score;
    for (int mask = 1; mask < KEYS; mask *= 2) new_best = fmaxf(new_best, warp_shuffle_xor(new_best, mask));
    new_best = fmaxf(best, new_best);
    const float weight = seen ? expf(score - new_best) : 0.0f, shrink = expf(best - new_best);
    float step_sum = weight;
    for (int mask = 1; mask < KEYS; mask *= 2) step_sum += warp_shuffle_xor(step_sum, mask);
    best = new_best;
    sum = sum * shrink + step_sum;
    weights[own_row][own_key] = weight;
    if (own_key == 0) shrinks[own_row] = shrink;
    __syncthreads();

#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
      const int column = c * THREADS + threadIdx.x;
      if (column >= WIDTH) continue;
      float value[KEYS];
#pragma unroll
      for (int key = 0; key < KEYS; key++) value[key] = reinterpret_cast<const float*>(&values[key * STRIDE])[column];
#pragma unroll
      for (int m = 0; m < PACKED; m++) {
        float output = outputs[c][m] * shrinks[m];
#pragma unroll
        for (int key = 0; key < KEYS; key++) output = __fmaf_rn(weights[m][key], value[key], output);
        outputs[c][m] = output;
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int m = 0; m < PACKED; m++) {
    if (share.first + m >= share.end) continue;
    float* target = partial_of(buffers, share, m);
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
      const int column = c * THREADS + threadIdx.x;
      if (column < WIDTH) target[column] = outputs[c][m];
    }
  }
  if (own_key == 0 && share.first + own_row < share.end) {
    *reinterpret_cast<float2*>(partial_of(buffers, share, own_row) + WIDTH) = make_float2(best, sum);
  }
}
