// repack_q5_g64_192
// resident <- stored: q5_g64, 192 columns, from rows as they are stored to fragment order
// group.x: 256 words, group.y: plane, group.z: unit of 16 rows

extern "C" __global__ void __launch_bounds__(256) repack_q5_g64_192(
    const unsigned* __restrict__ stored0,
    const unsigned* __restrict__ stored1,
    const unsigned* __restrict__ stored2,
    unsigned* __restrict__ resident0,
    unsigned* __restrict__ resident1,
    unsigned* __restrict__ resident2) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int word = group.x * 256 + local;
  const int first_row = group.z * 16;
  if (group.y == 0 && word < 512) {
    const int row = first_row + ((word >> 4) & 7);
    const int column = (word >> 9) * 256 + (word & 1) * 16 + ((word >> 1) & 1) * 32 + ((word >> 2) & 3) * 4 + ((word >> 7) & 3) * 64;
    const int stored_at = row * 64 + (min(column, 188) >> 2);
    const unsigned stored_word = stored0[stored_at >> 1];
    const unsigned stored_bits = stored_word >> ((stored_at & 1) * 16);
    const unsigned stored_word_2 = stored1[stored_at >> 3];
    const unsigned stored_bits_2 = stored_word_2 >> ((stored_at & 7) * 4);
    const unsigned part = (column < 192 ? ((stored_bits >> 1) & 7u) | ((stored_bits_2 & 1u) << 3) | (((stored_bits >> 5) & 7u) << 8) | (((stored_bits_2 >> 1) & 1u) << 11) | (((stored_bits >> 9) & 7u) << 16) | (((stored_bits_2 >> 2) & 1u) << 19) | (((stored_bits >> 13) & 7u) << 24) | (((stored_bits_2 >> 3) & 1u) << 27) : 0u);
    const int stored_at_2 = (row + 8) * 64 + (min(column, 188) >> 2);
    const unsigned stored_word_3 = stored0[stored_at_2 >> 1];
    const unsigned stored_bits_3 = stored_word_3 >> ((stored_at_2 & 1) * 16);
    const unsigned stored_word_4 = stored1[stored_at_2 >> 3];
    const unsigned stored_bits_4 = stored_word_4 >> ((stored_at_2 & 7) * 4);
    const unsigned part_2 = (column < 192 ? (((stored_bits_3 >> 1) & 7u) << 4) | ((stored_bits_4 & 1u) << 7) | (((stored_bits_3 >> 5) & 7u) << 12) | (((stored_bits_4 >> 1) & 1u) << 15) | (((stored_bits_3 >> 9) & 7u) << 20) | (((stored_bits_4 >> 2) & 1u) << 23) | (((stored_bits_3 >> 13) & 7u) << 28) | (((stored_bits_4 >> 3) & 1u) << 31) : 0u);
    resident0[group.z * 512 + word] = part | part_2;
  }
  if (group.y == 1 && word < 128) {
    const int row_2 = first_row + ((word >> 4) & 7);
    const int column_2 = (word >> 7) * 256 + (word & 3) * 64 + ((word >> 2) & 3) * 4;
    const int stored_at_3 = row_2 * 64 + (min(column_2, 188) >> 2);
    const unsigned stored_word_5 = stored0[stored_at_3 >> 1];
    const unsigned stored_bits_5 = stored_word_5 >> ((stored_at_3 & 1) * 16);
    const unsigned part_3 = (column_2 < 192 ? (stored_bits_5 & 1u) | (((stored_bits_5 >> 4) & 1u) << 8) | (((stored_bits_5 >> 8) & 1u) << 16) | (((stored_bits_5 >> 12) & 1u) << 24) : 0u);
    const int stored_at_4 = (row_2 + 8) * 64 + (min(column_2, 188) >> 2);
    const unsigned stored_word_6 = stored0[stored_at_4 >> 1];
    const unsigned stored_bits_6 = stored_word_6 >> ((stored_at_4 & 1) * 16);
    const unsigned part_4 = (column_2 < 192 ? ((stored_bits_6 & 1u) << 1) | (((stored_bits_6 >> 4) & 1u) << 9) | (((stored_bits_6 >> 8) & 1u) << 17) | (((stored_bits_6 >> 12) & 1u) << 25) : 0u);
    const int stored_at_5 = row_2 * 64 + (min(column_2 + 16, 188) >> 2);
    const unsigned stored_word_7 = stored0[stored_at_5 >> 1];
    const unsigned stored_bits_7 = stored_word_7 >> ((stored_at_5 & 1) * 16);
    const unsigned part_5 = (column_2 + 16 < 192 ? ((stored_bits_7 & 1u) << 2) | (((stored_bits_7 >> 4) & 1u) << 10) | (((stored_bits_7 >> 8) & 1u) << 18) | (((stored_bits_7 >> 12) & 1u) << 26) : 0u);
    const int stored_at_6 = (row_2 + 8) * 64 + (min(column_2 + 16, 188) >> 2);
    const unsigned stored_word_8 = stored0[stored_at_6 >> 1];
    const unsigned stored_bits_8 = stored_word_8 >> ((stored_at_6 & 1) * 16);
    const unsigned part_6 = (column_2 + 16 < 192 ? ((stored_bits_8 & 1u) << 3) | (((stored_bits_8 >> 4) & 1u) << 11) | (((stored_bits_8 >> 8) & 1u) << 19) | (((stored_bits_8 >> 12) & 1u) << 27) : 0u);
    const int stored_at_7 = row_2 * 64 + (min(column_2 + 32, 188) >> 2);
    const unsigned stored_word_9 = stored0[stored_at_7 >> 1];
    const unsigned stored_bits_9 = stored_word_9 >> ((stored_at_7 & 1) * 16);
    const unsigned part_7 = (column_2 + 32 < 192 ? ((stored_bits_9 & 1u) << 4) | (((stored_bits_9 >> 4) & 1u) << 12) | (((stored_bits_9 >> 8) & 1u) << 20) | (((stored_bits_9 >> 12) & 1u) << 28) : 0u);
    const int stored_at_8 = (row_2 + 8) * 64 + (min(column_2 + 32, 188) >> 2);
    const unsigned stored_word_10 = stored0[stored_at_8 >> 1];
    const unsigned stored_bits_10 = stored_word_10 >> ((stored_at_8 & 1) * 16);
    const unsigned part_8 = (column_2 + 32 < 192 ? ((stored_bits_10 & 1u) << 5) | (((stored_bits_10 >> 4) & 1u) << 13) | (((stored_bits_10 >> 8) & 1u) << 21) | (((stored_bits_10 >> 12) & 1u) << 29) : 0u);
    const int stored_at_9 = row_2 * 64 + (min(column_2 + 48, 188) >> 2);
    const unsigned stored_word_11 = stored0[stored_at_9 >> 1];
    const unsigned stored_bits_11 = stored_word_11 >> ((stored_at_9 & 1) * 16);
    const unsigned part_9 = (column_2 + 48 < 192 ? ((stored_bits_11 & 1u) << 6) | (((stored_bits_11 >> 4) & 1u) << 14) | (((stored_bits_11 >> 8) & 1u) << 22) | (((stored_bits_11 >> 12) & 1u) << 30) : 0u);
    const int stored_at_10 = (row_2 + 8) * 64 + (min(column_2 + 48, 188) >> 2);
    const unsigned stored_word_12 = stored0[stored_at_10 >> 1];
    const unsigned stored_bits_12 = stored_word_12 >> ((stored_at_10 & 1) * 16);
    const unsigned part_10 = (column_2 + 48 < 192 ? ((stored_bits_12 & 1u) << 7) | (((stored_bits_12 >> 4) & 1u) << 15) | (((stored_bits_12 >> 8) & 1u) << 23) | (((stored_bits_12 >> 12) & 1u) << 31) : 0u);
    resident1[group.z * 128 + word] = part_3 | part_4 | part_5 | part_6 | part_7 | part_8 | part_9 | part_10;
  }
  if (group.y == 2 && word < 32) {
    const int row_3 = first_row + ((word >> 2) & 7);
    const int column_3 = (word >> 5) * 256 + (word & 3) * 64;
    const unsigned stored_word_13 = stored2[(row_3 * 4 + ((min(column_3, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_13 = stored_word_13 >> (((row_3 * 4 + ((min(column_3, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_11 = (column_3 < 192 ? stored_bits_13 & 65535u : 0u);
    const unsigned stored_word_14 = stored2[((row_3 + 8) * 4 + ((min(column_3, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_14 = stored_word_14 >> ((((row_3 + 8) * 4 + ((min(column_3, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_12 = (column_3 < 192 ? (stored_bits_14 & 65535u) << 16 : 0u);
    resident2[group.z * 32 + word] = part_11 | part_12;
  }
}
