// repack_w8_g32_192
// resident <- stored: w8_g32, 192 columns, from rows as they are stored to fragment order
// group.x: 256 words, group.y: plane, group.z: unit of 16 rows

extern "C" __global__ void __launch_bounds__(256) repack_w8_g32_192(
    const unsigned* __restrict__ stored0,
    const unsigned* __restrict__ stored1,
    unsigned* __restrict__ resident0,
    unsigned* __restrict__ resident1) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int word = group.x * 256 + local;
  const int first_row = group.z * 16;
  if (group.y == 0 && word < 1024) {
    const int row = first_row + (word & 1) * 8 + ((word >> 4) & 7);
    const int column = (word >> 9) * 128 + ((word >> 1) & 1) * 16 + ((word >> 2) & 3) * 4 + ((word >> 7) & 3) * 32;
    const int stored_at = row * 64 + (min(column, 188) >> 2);
    const unsigned stored_word = stored0[stored_at];
    const unsigned stored_bits = stored_word;
    const unsigned part = (column < 192 ? (stored_bits & 255u) | (((stored_bits >> 8) & 255u) << 8) | (((stored_bits >> 16) & 255u) << 16) | (((stored_bits >> 24) & 255u) << 24) : 0u);
    resident0[group.z * 1024 + word] = part;
  }
  if (group.y == 1 && word < 64) {
    const int row_2 = first_row + ((word >> 2) & 7);
    const int column_2 = (word >> 5) * 128 + (word & 3) * 32;
    const unsigned stored_word_2 = stored1[(row_2 * 8 + ((min(column_2, 188) >> 2) >> 3)) >> 1];
    const unsigned stored_bits_2 = stored_word_2 >> (((row_2 * 8 + ((min(column_2, 188) >> 2) >> 3)) & 1) * 16);
    const unsigned part_2 = (column_2 < 192 ? stored_bits_2 & 65535u : 0u);
    const unsigned stored_word_3 = stored1[((row_2 + 8) * 8 + ((min(column_2, 188) >> 2) >> 3)) >> 1];
    const unsigned stored_bits_3 = stored_word_3 >> ((((row_2 + 8) * 8 + ((min(column_2, 188) >> 2) >> 3)) & 1) * 16);
    const unsigned part_3 = (column_2 < 192 ? (stored_bits_3 & 65535u) << 16 : 0u);
    resident1[group.z * 64 + word] = part_2 | part_3;
  }
}
