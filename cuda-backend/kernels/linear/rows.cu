#include "warp.cuh"

// A warp makes RUN neighbouring columns of up to ROWS rows. Its lanes split K in runs of 8, so neighbouring lanes read
// neighbouring 16 bytes of a weight row; every weight is read once per ROWS rows. Sums over lanes are butterflies: the
// order of all additions depends on K alone.
__device__ __forceinline__ void rows(const Buffers& buffers) {
  const int lane = threadIdx.x % 32;
  const int column_group = blockIdx.x * WARPS + threadIdx.x / 32;
  const int first_row = blockIdx.y * ROWS;
  const int row_count = min(ROWS, buffers.step[COUNT_WORD] - first_row);
  if (column_group >= COLUMNS / RUN || row_count <= 0) return;

  float sums[ROWS][MATRICES][RUN] = {};
  for (int group = lane; group < DEPTH / 8; group += 32) {
    float w[MATRICES][RUN][8];
#pragma unroll
    for (int m = 0; m < MATRICES; m++)
#pragma unroll
      for (int c = 0; c < RUN; c++) load_weights(buffers, m, column_group * RUN + c, group, w[m][c]);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
      if (r >= row_count) continue;
      float x[8];
      load_inputs(buffers, first_row + r, group, x);
#pragma unroll
      for (int m = 0; m < MATRICES; m++)
#pragma unroll
        for (int c = 0; c < RUN; c++)
#pragma unroll
          for (int i = 0; i < 8; i++) sums[r][m][c] = __fmaf_rn(w[m][c][i], x[i], sums[r][m][c]);
    }
  }

#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    if (r >= row_count) continue;
#pragma unroll
    for (int m = 0; m < MATRICES; m++)
#pragma unroll
      for (int c = 0; c < RUN; c++) sums[r][m][c] = warp_add(sums[r][m][c]);
    if (lane == r) finish(buffers, first_row + r, column_group, sums[r][0], sums[r][MATRICES - 1]);
  }
}
