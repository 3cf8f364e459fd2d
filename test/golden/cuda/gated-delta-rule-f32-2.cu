// delta_records_1_3x4x6
// record[t] = k, v, g, beta of row t for lanes of at most 16 rows
// group.x: block of record elements, group.y: lane

extern "C" __global__ void __launch_bounds__(64) delta_records_1_3x4x6(
    const int* __restrict__ step,
    const float* __restrict__ x,
    const float* __restrict__ g,
    const float* __restrict__ beta,
    float* __restrict__ slots) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int lane = group.y;
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  const int begin_base = step[8];
  const int begin = step[begin_base + lane];
  const int stop = step[begin_base + lane + 1];
  const int rows = stop - begin;
  const int element = group.x * 64 + local;
  if (rows <= 16 && element < 28) {
    for (int t = 0; t < rows; t += 1) {
      const int row = begin + t;
      float value = 0.0f;
      if (element < 22) {
        const float from_x = x[row * 26 + 4 + element];
        value = from_x;
      } else {
        const int gate_element = element - 22;
        const int head = gate_element % 3;
        const int gate_at = row * 3 + head;
        const float gate_value = g[gate_at];
        const float rate_value = beta[gate_at];
        value = (gate_element < 3 ? gate_value : rate_value);
      }
      slots[slot * 520 + 72 + t * 28 + element] = value;
    }
  }
}
