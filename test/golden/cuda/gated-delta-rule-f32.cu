// gated_delta_rule_1_3x4x6
// S = exp(g) S; S += k (beta (v - ST k))T; o = ST q, with q and k of unit length and q / sqrt(dk)
// slot: S [3][4][6], then 16 records of k, v, g, beta
// group.x: value head * 1 + block of 8 state columns, group.y: lane
// thread: column local % 8, share local / 8 of 8 of the state's rows

extern "C" __global__ void __launch_bounds__(64) gated_delta_rule_1_3x4x6(
    const int* __restrict__ step,
    const float* __restrict__ x,
    const float* __restrict__ g,
    const float* __restrict__ beta,
    float* __restrict__ slots,
    float* __restrict__ y) {
  __shared__ __align__(16) float state_tile[32];
  __shared__ __align__(16) float key[4];
  __shared__ __align__(16) float query[4];
  __shared__ __align__(16) float partial[64];
  __shared__ __align__(16) float results[8];
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int head = group.x;
  const int block = 0;
  const int key_head = head / 3;
  const int lane = group.y;
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  const int fold_base = step[11];
  const int fold = step[fold_base + lane];
  const int begin_base = step[8];
  const int begin = step[begin_base + lane];
  const int stop = step[begin_base + lane + 1];
  const int rows = stop - begin;
  const int slot_base_2 = slot * 520;
  const int column = local % 8;
  const int share = local / 8;
  const int state_column = block * 8 + column;
  const int state_base = slot_base_2 + head * 24 + state_column;
  const bool inside = state_column < 6;
  for (int r = share; r < 4; r += 8) {
    float s = 0.0f;
    if (inside) {
      const float stored = slots[state_base + r * 6];
      s = stored;
    }
    state_tile[r * 8 + column] = s;
  }
  for (int i = 0; i < fold + rows; i += 1) {
    const bool folding = i < fold;
    const int record = slot_base_2 + 72 + i * 28;
    const int row = begin + i - fold;
    const int input_base = row * 26;
    float key_squares = 0.0f;
    float query_squares = 0.0f;
    for (int d = local; d < 4; d += 64) {
      const int at = key_head * 4 + d;
      float key_value = 0.0f;
      float query_value = 0.0f;
      if (folding) {
        const float record_key = slots[record + at];
        key_value = record_key;
      } else {
        const float row_key = x[input_base + at + 4];
        key_value = row_key;
        const float row_query = x[input_base + at];
        query_value = row_query;
      }
      key[d] = key_value;
      query[d] = query_value;
      key_squares += key_value * key_value;
      query_squares += query_value * query_value;
    }
    float value = 0.0f;
    float gate = 0.0f;
    float rate = 0.0f;
    const int value_at = head * 6 + state_column;
    if (folding) {
      if (inside) {
        const float record_value = slots[record + value_at + 4];
        value = record_value;
      }
      const int gates = record + 22 + head;
      const float record_gate = slots[gates];
      gate = record_gate;
      const float record_rate = slots[gates + 3];
      rate = record_rate;
    } else {
      if (inside) {
        const float row_value = x[input_base + value_at + 8];
        value = row_value;
      }
      const float row_gate = g[row * 3 + head];
      gate = row_gate;
      const float row_rate = beta[row * 3 + head];
      rate = row_rate;
    }
    reduce_f32_lanes[local] = key_squares;
    __syncthreads();
    if (local < 8) {
      const int key_norm_from = local * 8;
      const float key_norm_head = reduce_f32_lanes[key_norm_from];
      float key_norm_part = key_norm_head;
      for (int i_2 = 1; i_2 < 8; i_2 += 1) {
        const float key_norm_next = reduce_f32_lanes[key_norm_from + i_2];
        key_norm_part += key_norm_next;
      }
      reduce_f32_parts[local] = key_norm_part;
    }
    __syncthreads();
    const float key_norm_start = reduce_f32_parts[0];
    float key_norm_total = key_norm_start;
    for (int i_3 = 1; i_3 < 8; i_3 += 1) {
      const float key_norm_item = reduce_f32_parts[i_3];
      key_norm_total += key_norm_item;
    }
    reduce_f32_lanes[local] = query_squares;
    __syncthreads();
    if (local < 8) {
      const int query_norm_from = local * 8;
      const float query_norm_head = reduce_f32_lanes[query_norm_from];
      float query_norm_part = query_norm_head;
      for (int i_4 = 1; i_4 < 8; i_4 += 1) {
        const float query_norm_next = reduce_f32_lanes[query_norm_from + i_4];
        query_norm_part += query_norm_next;
      }
      reduce_f32_parts[local] = query_norm_part;
    }
    __syncthreads();
    const float query_norm_start = reduce_f32_parts[0];
    float query_norm_total = query_norm_start;
    for (int i_5 = 1; i_5 < 8; i_5 += 1) {
      const float query_norm_item = reduce_f32_parts[i_5];
      query_norm_total += query_norm_item;
    }
    const float key_scale = 1.0f / sqrtf(key_norm_total + 0.000001f);
    const float query_scale = 0.5f / sqrtf(query_norm_total + 0.000001f);
    const float decay = expf(gate);
    float known = 0.0f;
    for (int r_2 = share; r_2 < 4; r_2 += 8) {
      const float s_before = state_tile[r_2 * 8 + column];
      const float k_row = key[r_2];
      known += s_before * decay * (k_row * key_scale);
    }
    partial[local] = known;
    __syncthreads();
    const float predicted0 = partial[column];
    const float predicted1 = partial[column + 8];
    const float predicted2 = partial[column + 16];
    const float predicted3 = partial[column + 24];
    const float predicted4 = partial[column + 32];
    const float predicted5 = partial[column + 40];
    const float predicted6 = partial[column + 48];
    const float predicted7 = partial[column + 56];
    const float predicted = predicted0 + predicted1 + predicted2 + predicted3 + predicted4 + predicted5 + predicted6 + predicted7;
    const float delta = rate * (value - predicted);
    float answer = 0.0f;
    for (int r_3 = share; r_3 < 4; r_3 += 8) {
      const float s_old = state_tile[r_3 * 8 + column];
      const float k_of_row = key[r_3];
      const float q_of_row = query[r_3];
      const float s_new = s_old * decay + k_of_row * key_scale * delta;
      state_tile[r_3 * 8 + column] = s_new;
      answer += s_new * (q_of_row * query_scale);
    }
    __syncthreads();
    partial[local] = answer;
    __syncthreads();
    const float result0 = partial[column];
    const float result1 = partial[column + 8];
    const float result2 = partial[column + 16];
    const float result3 = partial[column + 24];
    const float result4 = partial[column + 32];
    const float result5 = partial[column + 40];
    const float result6 = partial[column + 48];
    const float result7 = partial[column + 56];
    const float result = result0 + result1 + result2 + result3 + result4 + result5 + result6 + result7;
    if (share == 0) {
      results[column] = result;
    }
    __syncthreads();
    const int out_group = block * 4 + local;
    if (!folding && local < 4 && out_group < 3) {
      const float2 o0_v = reinterpret_cast<float2*>(results)[local];
      const float o0 = o0_v.x;
      const float o1 = o0_v.y;
      reinterpret_cast<float2*>(y)[(row * 3 + head) * 3 + out_group] = make_float2(o0, o1);
    }
    if (i == fold - 1 && rows <= 16) {
      for (int r_4 = share; r_4 < 4; r_4 += 8) {
        const float settled = state_tile[r_4 * 8 + column];
        if (inside) {
          slots[state_base + r_4 * 6] = settled;
        }
      }
    }
  }
  if (rows > 16) {
    for (int r_5 = share; r_5 < 4; r_5 += 8) {
      const float settled_2 = state_tile[r_5 * 8 + column];
      if (inside) {
        slots[state_base + r_5 * 6] = settled_2;
      }
    }
  }
}
