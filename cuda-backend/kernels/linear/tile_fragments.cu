#include "async-copy.cuh"
#include "bytes.cuh"
#include "mma.cuh"
#include "warp.cuh"

// A block makes 64 columns, a unit of 16 for each warp, by ROW_TILE rows. Weights are operand A: a lane loads its own
// registers of a panel and turns their bytes into bf16, exactly, so they never pass through shared memory. Inputs are
// operand B: tiles of 64 along K go through three stages of shared memory; while one is multiplied, two are on their
// way. A row of a tile is eight pieces of 16 bytes; piece p of row r lies at place p ^ 2 (r % 4), so that the 8-byte
// reads of half a warp touch all banks once. What a lane reads at once are four neighbouring inputs: the matrix unit
// may take K in any order that both operands share.
// The sums of a tile's codes are exact but for their addition; they are scaled once a tile. Sums run over K in order.
constexpr int STAGE_COLUMNS = 64;
constexpr int PIECES = STAGE_COLUMNS / 8;
constexpr int STAGES = 3;
constexpr int STEPS = (DEPTH + STAGE_COLUMNS - 1) / STAGE_COLUMNS;
constexpr int PANEL_STEPS = PANEL_COLUMNS / STAGE_COLUMNS;
constexpr int STEP_TILES = STAGE_COLUMNS / TILE_COLUMNS;
constexpr int BLOCKS = ROW_TILE / 8;

struct Stage {
  uint4 x[ROW_TILE * PIECES];
};

__device__ __forceinline__ int piece_at(int row, int piece) { return row * PIECES + (piece ^ (2 * (row % 4))); }

__device__ __forceinline__ void fetch_stage(Stage& stage, const Buffers& buffers, int first_row, int row_limit, int step) {
  for (int i = threadIdx.x; i < ROW_TILE * PIECES; i += 128) {
    const int row = i / PIECES, piece = i % PIECES;
    const int column = STAGE_COLUMNS * step + 8 * piece;
    const bool inside = first_row + row < row_limit && column < DEPTH;
    const long long at = inside ? (long long)(first_row + row) * DEPTH + column : 0;
    copy_async(&stage.x[piece_at(row, piece)], buffers.x + at, inside);
  }
}

__device__ __forceinline__ void tile_fragments(const Buffers& buffers) {
  __shared__ Stage stages[STAGES];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int line = lane / 4, quad = lane % 4;
  const int row_limit = buffers.step[COUNT_WORD];
  const int first_row = blockIdx.y * ROW_TILE;
  // Warps behind the last unit only copy.
  const int unit = blockIdx.x * 4 + warp;
  const bool own = unit * UNIT < COLUMNS;

  float sums[MATRICES][BLOCKS][4] = {};
  for (int s = 0; s < STAGES - 1; s++) {
    if (s < STEPS) fetch_stage(stages[s], buffers, first_row, row_limit, s);
    copy_async_commit();
  }
  int words[MATRICES][WORDS];
  for (int panel = 0; panel * PANEL_STEPS < STEPS; panel++) {
    if (own) {
#pragma unroll
      for (int m = 0; m < MATRICES; m++) load_panel(buffers, m, unit, panel, lane, words[m]);
    }
#pragma unroll
    for (int part = 0; part < PANEL_STEPS; part++) {
      const int step = panel * PANEL_STEPS + part;
      if (step >= STEPS) break;
      copy_async_wait<STAGES - 2>();
      __syncthreads();
      const int ahead = step + STAGES - 1;
      if (ahead < STEPS) fetch_stage(stages[ahead % STAGES], buffers, first_row, row_limit, ahead);
      copy_async_commit();
      if (!own) continue;
      const uint2* x = reinterpret_cast<const uint2*>(stages[step % STAGES].x);
#pragma unroll
      for (int t = 0; t < STEP_TILES; t++)
#pragma unroll
        for (int m = 0; m < MATRICES; m++) {
          int codes[REGISTERS];
          float scales[2];
          tile_codes(buffers, words[m], part * STEP_TILES + t, codes, scales);
          float tile_sums[BLOCKS][4] = {};
#pragma unroll
          for (int pair = 0; pair < REGISTERS / 2; pair++) {
            unsigned a[4];
            bf16_of_bytes(codes[2 * pair], a[0], a[2]);
            bf16_of_bytes(codes[2 * pair + 1], a[1], a[3]);
            // Four inputs from column TILE_COLUMNS t + 16 pair + 4 quad, half a piece.
            const int piece = (TILE_COLUMNS * t + 16 * pair) / 8 + quad / 2;
#pragma unroll
            for (int j = 0; j < BLOCKS; j++) {
              if (first_row + 8 * j >= row_limit) continue;
              const uint2 inputs = x[2 * piece_at(8 * j + line, piece) + quad % 2];
              const unsigned b[2] = {inputs.x, inputs.y};
              mma_bf16(tile_sums[j], a, b);
            }
          }
#pragma unroll
          for (int j = 0; j < BLOCKS; j++)
#pragma unroll
            for (int i = 0; i < 4; i++) sums[m][j][i] = __fmaf_rn(scales[i / 2], tile_sums[j][i], sums[m][j][i]);
        }
    }
  }
  copy_async_wait<0>();
  if (!own) return;

  // A lane has two rows of one column; with its neighbour of the next column it makes one row of two columns.
  const bool odd = line % 2 != 0;
#pragma unroll
  for (int j = 0; j < BLOCKS; j++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      float pairs[MATRICES][2];
#pragma unroll
      for (int m = 0; m < MATRICES; m++) {
        const float first = sums[m][j][2 * half], second = sums[m][j][2 * half + 1];
        const float other = warp_shuffle_xor(odd ? first : second, 4);
        pairs[m][0] = odd ? other : first;
        pairs[m][1] = odd ? second : other;
      }
      const int row = first_row + 8 * j + 2 * quad + (odd ? 1 : 0);
      const int column = unit * UNIT + 8 * half + line - (odd ? 1 : 0);
      if (row < row_limit && column < COLUMNS) finish(buffers, row, column / 2, pairs[0], pairs[MATRICES - 1]);
    }
}
