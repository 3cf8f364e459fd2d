// repack_q4_g64_192
// resident <- stored: q4_g64, 192 columns, from rows as they are stored to fragment order
// group.x: 256 words, group.y: plane, group.z: unit of 16 rows

extern "C" __global__ void __launch_bounds__(256) repack_q4_g64_192(
    const unsigned* __restrict__ stored0,
    const unsigned* __restrict__ stored1,
    unsigned* __restrict__ resident0,
    unsigned* __restrict__ resident1) {
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
    const unsigned part = (column < 192 ? (stored_bits & 15u) | (((stored_bits >> 4) & 15u) << 8) | (((stored_bits >> 8) & 15u) << 16) | (((stored_bits >> 12) & 15u) << 24) : 0u);
    const int stored_at_2 = (row + 8) * 64 + (min(column, 188) >> 2);
    const unsigned stored_word_2 = stored0[stored_at_2 >> 1];
    const unsigned stored_bits_2 = stored_word_2 >> ((stored_at_2 & 1) * 16);
    const unsigned part_2 = (column < 192 ? ((stored_bits_2 & 15u) << 4) | (((stored_bits_2 >> 4) & 15u) << 12) | (((stored_bits_2 >> 8) & 15u) << 20) | (((stored_bits_2 >> 12) & 15u) << 28) : 0u);
    resident0[group.z * 512 + word] = part | part_2;
  }
  if (group.y == 1 && word < 32) {
    const int row_2 = first_row + ((word >> 2) & 7);
    const int column_2 = (word >> 5) * 256 + (word & 3) * 64;
    const unsigned stored_word_3 = stored1[(row_2 * 4 + ((min(column_2, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_3 = stored_word_3 >> (((row_2 * 4 + ((min(column_2, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_3 = (column_2 < 192 ? stored_bits_3 & 65535u : 0u);
    const unsigned stored_word_4 = stored1[((row_2 + 8) * 4 + ((min(column_2, 188) >> 2) >> 4)) >> 1];
    const unsigned stored_bits_4 = stored_word_4 >> ((((row_2 + 8) * 4 + ((min(column_2, 188) >> 2) >> 4)) & 1) * 16);
    const unsigned part_4 = (column_2 < 192 ? (stored_bits_4 & 65535u) << 16 : 0u);
    resident1[group.z * 32 + word] = part_3 | part_4;
  }
}
