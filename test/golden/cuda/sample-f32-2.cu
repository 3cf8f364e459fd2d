// count_tokens_48
// counts[slot][token] += 1 for every output of a lane
// group.x: output; the last of a lane counts for all

extern "C" __global__ void __launch_bounds__(1) count_tokens_48(
    const int* __restrict__ step,
    const int* __restrict__ sampled,
    unsigned* __restrict__ counts) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int last = group.x;
  const int row_base = step[12];
  const int row = step[row_base + last];
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int outputs = step[2];
  const int last_output = outputs - 1;
  const int next_row = step[row_base + min(last + 1, last_output)];
  const int next_lane = step[lane_base + next_row];
  if (last == last_output || next_lane != lane) {
    const int slot_base = step[10];
    const int slot = step[slot_base + lane];
    for (int output = 0; output < last + 1; output += 1) {
      const int output_row = step[row_base + output];
      const int owner = step[lane_base + output_row];
      if (owner == lane) {
        const int token = sampled[output * 2];
        const int at = slot * 48 + token;
        const unsigned before = counts[at];
        counts[at] = before + 1u;
      }
    }
  }
}
