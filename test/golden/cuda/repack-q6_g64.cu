// repack_q6_g64_192
// resident <- stored: q6_g64, 192 columns, from rows as they are stored to fragment order
// group.x: 256 words, group.y: plane, group.z: unit of 16 rows

extern "C" __global__ void __launch_bounds__(256) repack_q6_g64_192(
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
    const unsigned stored_word_2 = stored1[stored_at >> 2];
    const unsigned stored_bits_2 = stored_word_2 >> ((stored_at & 3) * 8);
    const unsigned part = (column < 192 ? ((stored_bits >> 2) & 3u) | ((stored_bits_2 & 3u) << 2) | (((stored_bits >> 6) & 3u) << 8) | (((stored_bits_2 >> 2) & 3u) << 10) | (((stored_bits >> 10) & 3u) << 16) | (((stored_bits_2 >> 4) & 3u) << 18) | (((stored_bits >> 14) & 3u) << 24) | (((stored_bits_2 >> 6) & 3u) << 26) : 0u);
    const int stored_at_2 = (row + 8) * 64 + (min(column, 188) >> 2);
    const unsigned stored_word_3 = stored0[stored_at_2 >> 1];
    const unsigned stored_bits_3 = stored_word_3 >> ((stored_at_2 & 1) * 16);
    const unsigned stored_word_4 = stored1[stored_at_2 >> 2];
    const unsigned stored_bits_4 = stored_word_4 >> ((stored_at_2 & 3) * 8);
    const unsigned part_2 = (column < 192 ? (((stored_bits_3 >> 2) & 3u) << 4) | ((stored_bits_4 & 3u) << 6) | (((stored_bits_3 >> 6) & 3u) << 12) | (((stored_bits_4 >> 2) & 3u) << 14) | (((stored_bits_3 >> 10) & 3u) << 20) | (((stored_bits_4 >> 4) & 3u) << 22) | (((stored_bits_3 >> 14) & 3u) << 28) | (((stored_bits_4 >> 6) & 3u) << 30) : 0u);
    resident0[group.z * 512 + word] = part | part_2;
  }
  if (group.y == 1 && word < 256) {
    const int row_2 = first_row + ((word >> 4) & 7);
    const int column_2 = (word >> 8) * 256 + (word & 1) * 32 + ((word >> 1) & 1) * 64 + ((word >> 2) & 3) * 4 + ((word >> 7) & 1) * 128;
    const int stored_at_3 = row_2 * 64 + (min(column_2, 188) >> 2);
    const unsigned stored_word_5 = stored0[stored_at_3 >> 1];
    const unsigned stored_bits_5 = stored_word_5 >> ((stored_at_3 & 1) * 16);
    const unsigned part_3 = (column_2 < 192 ? (stored_bits_5 & 3u) | (((stored_bits_5 >> 4) & 3u) << 8) | (((stored_bits_5 >> 8) & 3u) << 16) | (((stored_bits_5 >> 12) & 3u) << 24) : 0u);
    const int stored_at_4 = (row_2 + 8) * 64 + (min(column_2, 188) >> 2);
    const unsigned stored_word_6 = stored0[stored_at_4 >> 1];
    const unsigned stored_bits_6 = stored_word_6 >> ((stored_at_4 & 1) * 16);
    const unsigned part_4 = (column_2 < 192 ? ((stored_bits_6 & 3u) << 2) | (((stored_bits_6 >> 4) & 3u) << 10) | (((stored_bits_6 >> 8) & 3u) << 18) | (((stored_bits_6 >> 12) & 3u) << 26) : 0u);
    const int stored_at_5 = row_2 * 64 + (min(column_2 + 16, 188) >> 2);
    const unsigned stored_word_7 = stored0[stored_at_5 >> 1];
    const unsigned stored_bits_7 = stored_word_7 >> ((stored_at_5 & 1) * 16);
    const unsigned part_5 = (column_2 + 16 < 192 ? ((stored_bits_7 & 3u) << 4) | (((stored_bits_7 >> 4) & 3u) << 12) | (((stored_bits_7 >> 8) & 3u) << 20) | (((stored_bits_7 >> 12) & 3u) << 28) : 0u);
    const int stored_at_6 = (row_2 + 8) * 64 + (min(column_2 + 16, 188) >> 2);
    const unsigned stored_word_8 = stored0[stored_at_6 >> 1];
    const unsigned stored_bits_8 = stored_word_8 >> ((stored_at_6 & 1) * 16);
    const unsigned part_6 = (column_2 + 16 < 192 ? ((stored_bits_8 & 3u) << 6) | (((stored_bits_8 >> 4) & 3u) << 14) | (((stored_bits_8 >> 8) & 3u) << 22) | (((stored_bits_8 >> 12) & 3u) << 30) : 0u);
    resident1[group.z * 256 + word] = part_3 | part_4 | part_5 | part_6;
  }
  if (group.y == 2 && word < 32) {
    const int row_3 = first_row + ((word >> 2) & 7);
    const int column_3 = (word >> 5) * 256 + (word & 3) * 64;
    const unsigned stored_word_9 = stored2[(row_3 * 4 + ((min(column_3, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_9 = stored_word_9 >> (((row_3 * 4 + ((min(column_3, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_7 = (column_3 < 192 ? stored_bits_9 & 65535u : 0u);
    const unsigned stored_word_10 = stored2[((row_3 + 8) * 4 + ((min(column_3, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_10 = stored_word_10 >> ((((row_3 + 8) * 4 + ((min(column_3, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_8 = (column_3 < 192 ? (stored_bits_10 & 65535u) << 16 : 0u);
    resident2[group.z * 32 + word] = part_7 | part_8;
  }
}
