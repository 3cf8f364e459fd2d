// embedding_5
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row

extern "C" __global__ void __launch_bounds__(64) embedding_5(
    const int* __restrict__ step,
    const int* __restrict__ sampled,
    const float* __restrict__ embedding_table,
    float* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row = group.y;
  const int given_base = step[4];
  const int given = step[given_base + row];
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  int token = given;
  if (given < 0) {
    const int last_offset = step[3];
    const int last = sampled[last_offset + slot];
    token = last;
  }
  const int column = group.x * 64 + local;
  if (column < 5) {
    const int safe = min(max(token, 0), 32);
    const float value = embedding_table[safe * 5 + column];
    y[row * 5 + column] = value;
  }
}
