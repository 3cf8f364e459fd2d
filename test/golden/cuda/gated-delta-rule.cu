// gated_delta_rule_2_6x32x32
// S = exp(g) S; S += k (beta (v - ST k))T; o = ST q, with q and k of unit length and q / sqrt(dk)
// slot: S [6][32][32], then 16 records of k, v, g, beta
// group.x: value head * 1 + block of 32 state columns, group.y: lane
// thread: column local % 32, share local / 32 of 2 of the state's rows

extern "C" __global__ void __launch_bounds__(64) gated_delta_rule_2_6x32x32(
    const int* __restrict__ step,
    const float* __restrict__ x,
    const float* __restrict__ g,
    const float* __restrict__ beta,
    float* __restrict__ slots,
    float* __restrict__ y) {
  __shared__ __align__(16) float state_tile[1024];
  __shared__ __align__(16) float key[32];
  __shared__ __align__(16) float query[32];
  __shared__ __align__(16) float partial[64];
  __shared__ __align__(16) float results[32];
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
  const int slot_base_2 = slot * 10432;
  const int column = local % 32;
  const int share = local / 32;
  const int state_column = block * 32 + column;
  const int state_base = slot_base_2 + head * 1024 + state_column;
  const bool inside = state_column < 32;
  for (int r = share; r < 32; r += 2) {
    float s = 0.0f;
    if (inside) {
      const float stored = slots[state_base + r * 32];
      s = stored;
    }
    state_tile[r * 32 + column] = s;
  }
  for (int i = 0; i < fold + rows; i += 1) {
    const bool folding = i < fold;
    const int record = slot_base_2 + 6144 + i * 268;
    const int row = begin + i - fold;
    const int input_base = row * 320;
    float key_squares = 0.0f;
    float query_squares = 0.0f;
    for (int d = local; d < 32; d += 64) {
      const int at = key_head * 32 + d;
      float key_value = 0.0f;
      float query_value = 0.0f;
      if (folding) {
        const float record_key = slots[record + at];
        key_value = record_key;
      } else {
        const float row_key = x[input_base + at + 64];
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
    const int value_at = head * 32 + state_column;
    if (folding) {
      if (inside) {
        const float record_value = slots[record + value_at + 64];
        value = record_value;
      }
      const int gates = record + 256 + head;
      const float record_gate = slots[gates];
      gate = record_gate;
      const float record_rate = slots[gates + 6];
      rate = record_rate;
    } else {
      if (inside) {
        const float row_value = x[input_base + value_at + 128];
        value = row_value;
      }
      const float row_gate = g[row * 6 + head];
      gate = row_gate;
      const float row_rate = beta[row * 6 + head];
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
    const float query_scale = 0.17677669f / sqrtf(query_norm_total + 0.000001f);
    const float decay = expf(gate);
    float known = 0.0f;
    for (int r_2 = share; r_2 < 32; r_2 += 2) {
      const float s_before = state_tile[r_2 * 32 + column];
      const float k_row = key[r_2];
      known += s_before * decay * (k_row * key_scale);
    }
    partial[local] = known;
    __syncthreads();
    const float predicted0 = partial[column];
    const float predicted1 = partial[column + 32];
    const float predicted = predicted0 + predicted1;
    const float delta = rate * (value - predicted);
    float answer = 0.0f;
    for (int r_3 = share; r_3 < 32; r_3 += 2) {
      const float s_old = state_tile[r_3 * 32 + column];
      const float k_of_row = key[r_3];
      const float q_of_row = query[r_3];
      const float s_new = s_old * decay + k_of_row * key_scale * delta;
      state_tile[r_3 * 32 + column] = s_new;
      answer += s_new * (q_of_row * query_scale);
    }
    __syncthreads();
    partial[local] = answer;
    __syncthreads();
    const float result0 = partial[column];
    const float result1 = partial[column + 32];
    const float result = result0 + result1;
    if (share == 0) {
      results[column] = result;
    }
    __syncthreads();
    const int out_group = block * 16 + local;
    if (!folding && local < 16 && out_group < 16) {
      const float2 o0_v = reinterpret_cast<float2*>(results)[local];
      const float o0 = o0_v.x;
      const float o1 = o0_v.y;
      reinterpret_cast<float2*>(y)[(row * 6 + head) * 16 + out_group] = make_float2(o0, o1);
    }
    if (i == fold - 1 && rows <= 16) {
      for (int r_4 = share; r_4 < 32; r_4 += 2) {
        const float settled = state_tile[r_4 * 32 + column];
        if (inside) {
          slots[state_base + r_4 * 32] = settled;
        }
      }
    }
  }
  if (rows > 16) {
    for (int r_5 = share; r_5 < 32; r_5 += 2) {
      const float settled_2 = state_tile[r_5 * 32 + column];
      if (inside) {
        slots[state_base + r_5 * 32] = settled_2;
      }
    }
  }
}
