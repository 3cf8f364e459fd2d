// gated_delta_rule_1_3x4x6
// S = exp(g) S; S += k (beta (v - ST k))T; o = ST q, with q and k of unit length and q / sqrt(dk)
// slot: S [3][4][6], then 16 records of k, v, g, beta
// group.x: value head * 1 + block of 8 state columns, group.y: lane
// thread: column local % 8, share local / 8 of 8 of the state's rows
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read> g: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> slots: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<u32>;
var<workgroup> state_tile: array<f32, 32>;
var<workgroup> key: array<f32, 4>;
var<workgroup> query: array<f32, 4>;
var<workgroup> partial: array<f32, 64>;
var<workgroup> results: array<f32, 8>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

fn bf16_bits(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  let rounded = bits + 0x7fffu + ((bits >> 16u) & 1u);
  return select(rounded, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16u;
}

fn pack_bf16(low: f32, high: f32) -> u32 {
  return bf16_bits(low) | (bf16_bits(high) << 16u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let head = group.x;
  let block = 0;
  let key_head = head / 3;
  let lane = group.y;
  let slot_base = step[10];
  let slot = step[slot_base + lane];
  let fold_base = step[11];
  let fold = step[fold_base + lane];
  let begin_base = step[8];
  let begin = step[begin_base + lane];
  let stop = step[begin_base + lane + 1];
  let rows = stop - begin;
  let slot_base_2 = slot * 520;
  let column = local % 8;
  let share = local / 8;
  let state_column = block * 8 + column;
  let state_base = slot_base_2 + head * 24 + state_column;
  let inside = state_column < 6;
  for (var r = share; r < 4; r += 8) {
    var s: f32 = 0.0f;
    if (inside) {
      let stored = slots[state_base + r * 6];
      s = stored;
    }
    state_tile[r * 8 + column] = s;
  }
  for (var i = 0; i < fold + rows; i += 1) {
    let folding = i < fold;
    let record = slot_base_2 + 72 + i * 28;
    let row = begin + i - fold;
    let input_base = row * 26;
    var key_squares: f32 = 0.0f;
    var query_squares: f32 = 0.0f;
    for (var d = local; d < 4; d += 64) {
      let at = key_head * 4 + d;
      var key_value: f32 = 0.0f;
      var query_value: f32 = 0.0f;
      if (folding) {
        let record_key = slots[record + at];
        key_value = record_key;
      } else {
        let row_key_at = input_base + at + 4;
        let row_key_word = x[row_key_at >> 1u];
        let row_key = bitcast<f32>((row_key_word >> u32((row_key_at & 1) << 4u)) << 16u);
        key_value = row_key;
        let row_query_at = input_base + at;
        let row_query_word = x[row_query_at >> 1u];
        let row_query = bitcast<f32>((row_query_word >> u32((row_query_at & 1) << 4u)) << 16u);
        query_value = row_query;
      }
      key[d] = key_value;
      query[d] = query_value;
      key_squares += key_value * key_value;
      query_squares += query_value * query_value;
    }
    var value: f32 = 0.0f;
    var gate: f32 = 0.0f;
    var rate: f32 = 0.0f;
    let value_at = head * 6 + state_column;
    if (folding) {
      if (inside) {
        let record_value = slots[record + value_at + 4];
        value = record_value;
      }
      let gates = record + 22 + head;
      let record_gate = slots[gates];
      gate = record_gate;
      let record_rate = slots[gates + 3];
      rate = record_rate;
    } else {
      if (inside) {
        let row_value_at = input_base + value_at + 8;
        let row_value_word = x[row_value_at >> 1u];
        let row_value = bitcast<f32>((row_value_word >> u32((row_value_at & 1) << 4u)) << 16u);
        value = row_value;
      }
      let row_gate = g[row * 3 + head];
      gate = row_gate;
      let row_rate = beta[row * 3 + head];
      rate = row_rate;
    }
    reduce_f32_lanes[local] = key_squares;
    storageBarrier(); workgroupBarrier();
    if (local < 8) {
      let key_norm_from = local * 8;
      let key_norm_head = reduce_f32_lanes[key_norm_from];
      var key_norm_part: f32 = key_norm_head;
      for (var i_2 = 1; i_2 < 8; i_2 += 1) {
        let key_norm_next = reduce_f32_lanes[key_norm_from + i_2];
        key_norm_part += key_norm_next;
      }
      reduce_f32_parts[local] = key_norm_part;
    }
    storageBarrier(); workgroupBarrier();
    let key_norm_start = reduce_f32_parts[0];
    var key_norm_total: f32 = key_norm_start;
    for (var i_3 = 1; i_3 < 8; i_3 += 1) {
      let key_norm_item = reduce_f32_parts[i_3];
      key_norm_total += key_norm_item;
    }
    reduce_f32_lanes[local] = query_squares;
    storageBarrier(); workgroupBarrier();
    if (local < 8) {
      let query_norm_from = local * 8;
      let query_norm_head = reduce_f32_lanes[query_norm_from];
      var query_norm_part: f32 = query_norm_head;
      for (var i_4 = 1; i_4 < 8; i_4 += 1) {
        let query_norm_next = reduce_f32_lanes[query_norm_from + i_4];
        query_norm_part += query_norm_next;
      }
      reduce_f32_parts[local] = query_norm_part;
    }
    storageBarrier(); workgroupBarrier();
    let query_norm_start = reduce_f32_parts[0];
    var query_norm_total: f32 = query_norm_start;
    for (var i_5 = 1; i_5 < 8; i_5 += 1) {
      let query_norm_item = reduce_f32_parts[i_5];
      query_norm_total += query_norm_item;
    }
    let key_scale = 1.0f / sqrt(key_norm_total + 0.000001f);
    let query_scale = 0.5f / sqrt(query_norm_total + 0.000001f);
    let decay = exp(gate);
    var known: f32 = 0.0f;
    for (var r_2 = share; r_2 < 4; r_2 += 8) {
      let s_before = state_tile[r_2 * 8 + column];
      let k_row = key[r_2];
      known += s_before * decay * (k_row * key_scale);
    }
    partial[local] = known;
    storageBarrier(); workgroupBarrier();
    let predicted0 = partial[column];
    let predicted1 = partial[column + 8];
    let predicted2 = partial[column + 16];
    let predicted3 = partial[column + 24];
    let predicted4 = partial[column + 32];
    let predicted5 = partial[column + 40];
    let predicted6 = partial[column + 48];
    let predicted7 = partial[column + 56];
    let predicted = predicted0 + predicted1 + predicted2 + predicted3 + predicted4 + predicted5 + predicted6 + predicted7;
    let delta = rate * (value - predicted);
    var answer: f32 = 0.0f;
    for (var r_3 = share; r_3 < 4; r_3 += 8) {
      let s_old = state_tile[r_3 * 8 + column];
      let k_of_row = key[r_3];
      let q_of_row = query[r_3];
      let s_new = s_old * decay + k_of_row * key_scale * delta;
      state_tile[r_3 * 8 + column] = s_new;
      answer += s_new * (q_of_row * query_scale);
    }
    storageBarrier(); workgroupBarrier();
    partial[local] = answer;
    storageBarrier(); workgroupBarrier();
    let result0 = partial[column];
    let result1 = partial[column + 8];
    let result2 = partial[column + 16];
    let result3 = partial[column + 24];
    let result4 = partial[column + 32];
    let result5 = partial[column + 40];
    let result6 = partial[column + 48];
    let result7 = partial[column + 56];
    let result = result0 + result1 + result2 + result3 + result4 + result5 + result6 + result7;
    if (share == 0) {
      results[column] = result;
    }
    storageBarrier(); workgroupBarrier();
    let out_group = block * 4 + local;
    if (!folding && local < 4 && out_group < 3) {
      let o0 = results[local * 2];
      let o1 = results[local * 2 + 1];
      y[(row * 3 + head) * 3 + out_group] = pack_bf16(o0, o1);
    }
    if (i == fold - 1 && rows <= 16) {
      for (var r_4 = share; r_4 < 4; r_4 += 8) {
        let settled = state_tile[r_4 * 8 + column];
        if (inside) {
          slots[state_base + r_4 * 6] = settled;
        }
      }
    }
  }
  if (rows > 16) {
    for (var r_5 = share; r_5 < 4; r_5 += 8) {
      let settled_2 = state_tile[r_5 * 8 + column];
      if (inside) {
        slots[state_base + r_5 * 6] = settled_2;
      }
    }
  }
}
