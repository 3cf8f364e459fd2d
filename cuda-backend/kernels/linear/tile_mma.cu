#include "async-copy.cuh"
#include "mma.cuh"

// A block makes TILE rows by TILE columns, its 2 x 2 warps half of each. Tiles of 32 along K go through three stages of
// shared memory: while one is multiplied, two are on their way. A row of a tile is four pieces of 16 bytes; piece p of
// row r lies at place p ^ (r / 2 % 4), so that eight rows of a matrix load touch all banks once. Rows and columns
// outside are read as zeros. Sums run over K in order, 16 elements at a time.
constexpr int TILE = 64;
constexpr int PIECES = 4;
constexpr int STAGES = 3;
constexpr int STEPS = (DEPTH + 31) / 32;

struct Stage {
  uint4 x[TILE * PIECES];
  uint4 w[MATRICES][TILE * PIECES];
};

__device__ __forceinline__ int piece_at(int row, int piece) { return row * PIECES + (piece ^ (row / 2 % 4)); }

// 8 elements of `source` from (row, 32 step + 8 piece); zeros when the row or the place along K is outside.
__device__ __forceinline__ void fetch(uint4* tile, const unsigned short* source, int row, int first, int limit, int step,
                                      int piece) {
  const bool inside = first + row < limit && 32 * step + 8 * piece < DEPTH;
  const long long at = inside ? (long long)(first + row) * DEPTH + 32 * step + 8 * piece : 0;
  copy_async(&tile[piece_at(row, piece)], source + at, inside);
}

__device__ __forceinline__ void fetch_stage(Stage& stage, const Buffers& buffers, int first_row, int row_limit,
                                            int first_column, int step) {
  for (int i = threadIdx.x; i < TILE * PIECES; i += 128) {
    const int row = i / PIECES, piece = i % PIECES;
    fetch(stage.x, buffers.x, row, first_row, row_limit, step, piece);
#pragma unroll
    for (int m = 0; m < MATRICES; m++) fetch(stage.w[m], weight_matrix(buffers, m), row, first_column, COLUMNS, step, piece);
  }
}

__device__ __forceinline__ void tile_mma(const Buffers& buffers) {
  __shared__ Stage stages[STAGES];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row_limit = buffers.step[COUNT_WORD];
  const int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
  const int warp_row = warp / 2 * 32, warp_column = warp % 2 * 32;
  // Rows of a matrix load: lanes 8 i to 8 i + 7 address matrix i.
  const int matrix = lane / 8, line = lane % 8;

  float sums[MATRICES][2][4][4] = {};
  for (int s = 0; s < STAGES - 1; s++) {
    if (s < STEPS) fetch_stage(stages[s], buffers, first_row, row_limit, first_column, s);
    copy_async_commit();
  }
  for (int step = 0; step < STEPS; step++) {
    copy_async_wait<STAGES - 2>();
    __syncthreads();
    const int ahead = step + STAGES - 1;
    if (ahead < STEPS) fetch_stage(stages[ahead % STAGES], buffers, first_row, row_limit, first_column, ahead);
    copy_async_commit();
    const Stage& stage = stages[step % STAGES];
#pragma unroll
    for (int half = 0; half < 2; half++) {
      unsigned b[MATRICES][4][2];
#pragma unroll
      for (int m = 0; m < MATRICES; m++)
#pragma unroll
        for (int pair = 0; pair < 2; pair++) {
          unsigned r[4];
          const int column = warp_column + 16 * pair + matrix / 2 * 8 + line;
          load_matrices(r, &stage.w[m][piece_at(column, 2 * half + matrix % 2)]);
          b[m][2 * pair][0] = r[0];
          b[m][2 * pair][1] = r[1];
          b[m][2 * pair + 1][0] = r[2];
          b[m][2 * pair + 1][1] = r[3];
        }
#pragma unroll
      for (int i = 0; i < 2; i++) {
        if (first_row + warp_row + 16 * i >= row_limit) continue;
        unsigned a[4];
        load_matrices(a, &stage.x[piece_at(warp_row + 16 * i + matrix % 2 * 8 + line, 2 * half + matrix / 2)]);
#pragma unroll
        for (int m = 0; m < MATRICES; m++)
#pragma unroll
          for (int j = 0; j < 4; j++) mma_bf16(sums[m][i][j], a, b[m][j]);
      }
    }
  }
  copy_async_wait<0>();

#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        const int row = first_row + warp_row + 16 * i + 8 * half + lane / 4;
        const int column = first_column + warp_column + 8 * j + lane % 4 * 2;
        if (row >= row_limit || column >= COLUMNS) continue;
        const float one[2] = {sums[0][i][j][2 * half], sums[0][i][j][2 * half + 1]};
        const float two[2] = {sums[MATRICES - 1][i][j][2 * half], sums[MATRICES - 1][i][j][2 * half + 1]};
        finish(buffers, row, column / 2, one, two);
      }
}
