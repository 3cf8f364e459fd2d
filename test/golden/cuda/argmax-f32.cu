// argmax_257
// token = lowest id of the largest logit, NaN below all; beside it 1 where a logit is no finite number
// group.x: output

extern "C" __global__ void __launch_bounds__(256) argmax_257(
    const int* __restrict__ step,
    const float* __restrict__ logits,
    int* __restrict__ token,
    int* __restrict__ sampled) {
  __shared__ __align__(16) float reduce_f32_lanes[256];
  __shared__ __align__(16) float reduce_f32_parts[16];
  __shared__ __align__(16) int reduce_i32_lanes[256];
  __shared__ __align__(16) int reduce_i32_parts[16];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int output = group.x;
  const int row_base = step[12];
  const int row = step[row_base + output];
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  float best = -3.402823466e+38f;
  int id = 2147483647;
  int bad = 0;
  for (int c = local; c < 257; c += 256) {
    const float raw = logits[output * 257 + c];
    bad = max(bad, ((__float_as_uint(raw) & 2139095040u) == 2139095040u ? 1 : 0));
    const float value = fmaxf(((__float_as_uint(raw) & 2147483647u) > 2139095040u ? -3.402823466e+38f : raw), -3.402823466e+38f);
    if (value > best || id == 2147483647) {
      best = value;
      id = c;
    }
  }
  reduce_f32_lanes[local] = best;
  __syncthreads();
  if (local < 16) {
    const int winner_from = local * 16;
    const float winner_head = reduce_f32_lanes[winner_from];
    float winner_part = winner_head;
    for (int i = 1; i < 16; i += 1) {
      const float winner_next = reduce_f32_lanes[winner_from + i];
      winner_part = fmaxf(winner_part, winner_next);
    }
    reduce_f32_parts[local] = winner_part;
  }
  __syncthreads();
  const float winner_start = reduce_f32_parts[0];
  float winner_total = winner_start;
  for (int i_2 = 1; i_2 < 16; i_2 += 1) {
    const float winner_item = reduce_f32_parts[i_2];
    winner_total = fmaxf(winner_total, winner_item);
  }
  const float winner_best = winner_total;
  const float winner_mine = reduce_f32_lanes[local];
  const int winner_id = (winner_mine == winner_best ? id : 2147483647);
  reduce_i32_lanes[local] = winner_id;
  __syncthreads();
  if (local < 16) {
    const int winner_lowest_from = local * 16;
    const int winner_lowest_head = reduce_i32_lanes[winner_lowest_from];
    int winner_lowest_part = winner_lowest_head;
    for (int i_3 = 1; i_3 < 16; i_3 += 1) {
      const int winner_lowest_next = reduce_i32_lanes[winner_lowest_from + i_3];
      winner_lowest_part = min(winner_lowest_part, winner_lowest_next);
    }
    reduce_i32_parts[local] = winner_lowest_part;
  }
  __syncthreads();
  const int winner_lowest_start = reduce_i32_parts[0];
  int winner_lowest_total = winner_lowest_start;
  for (int i_4 = 1; i_4 < 16; i_4 += 1) {
    const int winner_lowest_item = reduce_i32_parts[i_4];
    winner_lowest_total = min(winner_lowest_total, winner_lowest_item);
  }
  reduce_i32_lanes[local] = bad;
  __syncthreads();
  if (local < 16) {
    const int bad_threads_from = local * 16;
    const int bad_threads_head = reduce_i32_lanes[bad_threads_from];
    int bad_threads_part = bad_threads_head;
    for (int i_5 = 1; i_5 < 16; i_5 += 1) {
      const int bad_threads_next = reduce_i32_lanes[bad_threads_from + i_5];
      bad_threads_part += bad_threads_next;
    }
    reduce_i32_parts[local] = bad_threads_part;
  }
  __syncthreads();
  const int bad_threads_start = reduce_i32_parts[0];
  int bad_threads_total = bad_threads_start;
  for (int i_6 = 1; i_6 < 16; i_6 += 1) {
    const int bad_threads_item = reduce_i32_parts[i_6];
    bad_threads_total += bad_threads_item;
  }
  const int not_finite = min(bad_threads_total, 1);
  if (local == 0) {
    token[output] = winner_lowest_total;
    const int choice = output * 2;
    sampled[choice] = winner_lowest_total;
    sampled[choice + 1] = not_finite;
    const int outputs = step[2];
    const int last_output = outputs - 1;
    const int next_row = step[row_base + min(output + 1, last_output)];
    const int next_lane = step[lane_base + next_row];
    if (output == last_output || next_lane != lane) {
      const int slot_base = step[10];
      const int slot = step[slot_base + lane];
      const int last_offset = step[3];
      sampled[last_offset + slot] = winner_lowest_total;
    }
  }
}
