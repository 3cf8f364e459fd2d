#include "bytes.cuh"
#include "warp.cuh"

// A block makes the 16 columns of a unit of up to ROWS rows. Its warps take panels of K by turns; a lane holds of every
// tile the registers of weight rows lane / 4 and lane / 4 + 8, multiplies them with four neighbouring inputs each, and
// scales the sum of a tile once. Sums over the four lanes of a row, then over warps: the order of all additions depends
// on K alone.
constexpr int PANELS = (DEPTH + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
constexpr int TILES = PANEL_COLUMNS / TILE_COLUMNS;
constexpr int STEPS = REGISTERS / 4;

__device__ __forceinline__ void rows_fragments(const Buffers& buffers) {
  __shared__ float partial[WARPS][ROWS][MATRICES][UNIT];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int unit = blockIdx.x, first_row = blockIdx.y * ROWS;
  const int row_count = min(ROWS, buffers.step[COUNT_WORD] - first_row);
  if (row_count <= 0) return;

  float sums[ROWS][MATRICES][2] = {};
  for (int panel = warp; panel < PANELS; panel += WARPS) {
    int words[MATRICES][WORDS];
#pragma unroll
    for (int m = 0; m < MATRICES; m++) load_panel(buffers, m, unit, panel, lane, words[m]);
#pragma unroll
    for (int tile = 0; tile < TILES; tile++) {
      const int first_column = panel * PANEL_COLUMNS + tile * TILE_COLUMNS + lane % 4 * 4;
      if (panel * PANEL_COLUMNS + tile * TILE_COLUMNS >= DEPTH) break;
      float w[MATRICES][REGISTERS][4], scales[MATRICES][2];
#pragma unroll
      for (int m = 0; m < MATRICES; m++) {
        int codes[REGISTERS];
        tile_codes(buffers, words[m], tile, codes, scales[m]);
#pragma unroll
        for (int r = 0; r < REGISTERS; r++) floats_of_bytes(codes[r], w[m][r]);
      }
#pragma unroll
      for (int r = 0; r < ROWS; r++) {
        if (r >= row_count) continue;
        float tile_sums[MATRICES][2] = {};
#pragma unroll
        for (int part = 0; part < 2 * STEPS; part++) {
          const int column = first_column + 16 * part;
          if (DEPTH % TILE_COLUMNS != 0 && column >= DEPTH) continue;
          float x[4];
          load_inputs(buffers, first_row + r, column / 4, x);
#pragma unroll
          for (int m = 0; m < MATRICES; m++)
#pragma unroll
            for (int half = 0; half < 2; half++)
#pragma unroll
              for (int i = 0; i < 4; i++)
                tile_sums[m][half] = __fmaf_rn(w[m][2 * part + half][i], x[i], tile_sums[m][half]);
        }
#pragma unroll
        for (int m = 0; m < MATRICES; m++)
#pragma unroll
          for (int half = 0; half < 2; half++)
            sums[r][m][half] = __fmaf_rn(scales[m][half], tile_sums[m][half], sums[r][m][half]);
      }
    }
  }

#pragma unroll
  for (int r = 0; r < ROWS; r++) {
    if (r >= row_count) continue;
#pragma unroll
    for (int m = 0; m < MATRICES; m++)
#pragma unroll
      for (int half = 0; half < 2; half++) {
        float sum = sums[r][m][half];
        sum += warp_shuffle_xor(sum, 1);
        sum += warp_shuffle_xor(sum, 2);
        if (lane % 4 == 0) partial[warp][r][m][lane / 4 + 8 * half] = sum;
      }
  }
  __syncthreads();
  // From here on a thread owns RUN neighbouring columns of one row.
  for (int i = threadIdx.x; i < row_count * (UNIT / RUN); i += 32 * WARPS) {
    const int row = i / (UNIT / RUN), group = i % (UNIT / RUN);
    if (unit * UNIT + group * RUN >= COLUMNS) continue;
    float totals[MATRICES][RUN] = {};
#pragma unroll
    for (int m = 0; m < MATRICES; m++)
#pragma unroll
      for (int c = 0; c < RUN; c++)
#pragma unroll
        for (int from = 0; from < WARPS; from++) totals[m][c] += partial[from][row][m][group * RUN + c];
    finish(buffers, first_row + row, unit * (UNIT / RUN) + group, totals[0], totals[MATRICES - 1]);
  }
}
