// sample_48
// p = softmax of the logits behind repetition, frequency, presence, temperature, min-p, top-k, top-p
// token = first id whose cumulative p exceeds the lane's random number; temperature 0 takes the largest
// group.x: output
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> probabilities: array<f32>;
@group(0) @binding(4) var<storage, read_write> token: array<i32>;
@group(0) @binding(5) var<storage, read_write> sampled: array<i32>;
var<workgroup> sums: array<f32, 256>;
var<workgroup> reduce_f32_lanes: array<f32, 256>;
var<workgroup> reduce_f32_parts: array<f32, 16>;
var<workgroup> reduce_i32_lanes: array<i32, 256>;
var<workgroup> reduce_i32_parts: array<i32, 16>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let output = group.x;
  let row_base = step[12];
  let row = step[row_base + output];
  let lane_base = step[5];
  let lane = step[lane_base + row];
  let slot_base = step[10];
  let slot = step[slot_base + lane];
  let base = output * 48;
  let repetition_base = step[15];
  let repetition = step[repetition_base + lane * 9 + 6];
  let frequency = step[repetition_base + lane * 9 + 5];
  let presence = step[repetition_base + lane * 9 + 4];
  let temperature = step[repetition_base + lane * 9];
  var best: f32 = -3.402823466e+38f;
  var best_id: i32 = 2147483647;
  var bad: i32 = 0;
  for (var c = local; c < 48; c += 256) {
    let raw = logits[base + c];
    bad = max(bad, select(0, 1, (bitcast<u32>(raw) & 0x7f800000u) == 0x7f800000u));
    let count = counts[slot * 48 + c];
    let times = f32(count & 0x7fffffffu);
    let penalised = select(raw, select(raw * bitcast<f32>(repetition), raw / bitcast<f32>(repetition), raw > 0.0f), count != 0u);
    let value = max(select(penalised - bitcast<f32>(frequency) * times - select(0.0f, bitcast<f32>(presence), times > 0.0f), -3.402823466e+38f, (bitcast<u32>(raw) & 0x7fffffffu) > 0x7f800000u), -3.402823466e+38f);
    probabilities[base + c] = value;
    if (value > best || best_id == 2147483647) {
      best = value;
      best_id = c;
    }
  }
  reduce_f32_lanes[local] = best;
  storageBarrier(); workgroupBarrier();
  if (local < 16) {
    let winner_from = local * 16;
    let winner_head = reduce_f32_lanes[winner_from];
    var winner_part: f32 = winner_head;
    for (var i = 1; i < 16; i += 1) {
      let winner_next = reduce_f32_lanes[winner_from + i];
      winner_part = max(winner_part, winner_next);
    }
    reduce_f32_parts[local] = winner_part;
  }
  storageBarrier(); workgroupBarrier();
  let winner_start = reduce_f32_parts[0];
  var winner_total: f32 = winner_start;
  for (var i_2 = 1; i_2 < 16; i_2 += 1) {
    let winner_item = reduce_f32_parts[i_2];
    winner_total = max(winner_total, winner_item);
  }
  let winner_best = winner_total;
  let winner_mine = reduce_f32_lanes[local];
  let winner_id = select(2147483647, best_id, winner_mine == winner_best);
  reduce_i32_lanes[local] = winner_id;
  storageBarrier(); workgroupBarrier();
  if (local < 16) {
    let winner_lowest_from = local * 16;
    let winner_lowest_head = reduce_i32_lanes[winner_lowest_from];
    var winner_lowest_part: i32 = winner_lowest_head;
    for (var i_3 = 1; i_3 < 16; i_3 += 1) {
      let winner_lowest_next = reduce_i32_lanes[winner_lowest_from + i_3];
      winner_lowest_part = min(winner_lowest_part, winner_lowest_next);
    }
    reduce_i32_parts[local] = winner_lowest_part;
  }
  storageBarrier(); workgroupBarrier();
  let winner_lowest_start = reduce_i32_parts[0];
  var winner_lowest_total: i32 = winner_lowest_start;
  for (var i_4 = 1; i_4 < 16; i_4 += 1) {
    let winner_lowest_item = reduce_i32_parts[i_4];
    winner_lowest_total = min(winner_lowest_total, winner_lowest_item);
  }
  reduce_i32_lanes[local] = bad;
  storageBarrier(); workgroupBarrier();
  if (local < 16) {
    let bad_threads_from = local * 16;
    let bad_threads_head = reduce_i32_lanes[bad_threads_from];
    var bad_threads_part: i32 = bad_threads_head;
    for (var i_5 = 1; i_5 < 16; i_5 += 1) {
      let bad_threads_next = reduce_i32_lanes[bad_threads_from + i_5];
      bad_threads_part += bad_threads_next;
    }
    reduce_i32_parts[local] = bad_threads_part;
  }
  storageBarrier(); workgroupBarrier();
  let bad_threads_start = reduce_i32_parts[0];
  var bad_threads_total: i32 = bad_threads_start;
  for (var i_6 = 1; i_6 < 16; i_6 += 1) {
    let bad_threads_item = reduce_i32_parts[i_6];
    bad_threads_total += bad_threads_item;
  }
  let not_finite = min(bad_threads_total, 1);
  let greedy_id = winner_lowest_total;
  var chosen: i32 = greedy_id;
  if (bitcast<f32>(temperature) > 0.0f) {
    let min_p = step[repetition_base + lane * 9 + 3];
    if (bitcast<f32>(min_p) > 0.0f) {
      for (var c_min = local; c_min < 48; c_min += 256) {
        let min_value = probabilities[base + c_min];
        if (exp(select(0.0f, max((min_value - winner_best) / bitcast<f32>(temperature), -100.0f), min_value - winner_best < 0.0f)) < bitcast<f32>(min_p)) {
          probabilities[base + c_min] = -3.402823466e+38f;
        }
      }
    }
    storageBarrier(); workgroupBarrier();
    let top_k = step[repetition_base + lane * 9 + 1];
    if (top_k > 0 && top_k < 48) {
      var border: u32 = 0u;
      for (var bit = 0; bit < 32; bit += 1) {
        let trial = border | (0x80000000u >> u32(bit));
        var mine: i32 = 0;
        for (var c_k = local; c_k < 48; c_k += 256) {
          let k_value = probabilities[base + c_k];
          if (select(select(bitcast<u32>(k_value) | 0x80000000u, ~bitcast<u32>(k_value), (bitcast<u32>(k_value) >> 31u) != 0u), 0u, k_value <= -3e+38f) >= trial) {
            mine += 1;
          }
        }
        reduce_i32_lanes[local] = mine;
        storageBarrier(); workgroupBarrier();
        if (local < 16) {
          let above_from = local * 16;
          let above_head = reduce_i32_lanes[above_from];
          var above_part: i32 = above_head;
          for (var i_7 = 1; i_7 < 16; i_7 += 1) {
            let above_next = reduce_i32_lanes[above_from + i_7];
            above_part += above_next;
          }
          reduce_i32_parts[local] = above_part;
        }
        storageBarrier(); workgroupBarrier();
        let above_start = reduce_i32_parts[0];
        var above_total: i32 = above_start;
        for (var i_8 = 1; i_8 < 16; i_8 += 1) {
          let above_item = reduce_i32_parts[i_8];
          above_total += above_item;
        }
        if (above_total >= top_k) {
          border = trial;
        }
      }
      for (var c_cut = local; c_cut < 48; c_cut += 256) {
        let cut_value = probabilities[base + c_cut];
        if (select(select(bitcast<u32>(cut_value) | 0x80000000u, ~bitcast<u32>(cut_value), (bitcast<u32>(cut_value) >> 31u) != 0u), 0u, cut_value <= -3e+38f) < border) {
          probabilities[base + c_cut] = -3.402823466e+38f;
        }
      }
    }
    storageBarrier(); workgroupBarrier();
    let top_p = step[repetition_base + lane * 9 + 2];
    if (bitcast<f32>(top_p) < 1.0f) {
      var kept_mine: f32 = 0.0f;
      for (var kept_c = local; kept_c < 48; kept_c += 256) {
        let kept_value = probabilities[base + kept_c];
        if (select(select(bitcast<u32>(kept_value) | 0x80000000u, ~bitcast<u32>(kept_value), (bitcast<u32>(kept_value) >> 31u) != 0u), 0u, kept_value <= -3e+38f) != 0u) {
          kept_mine += select(exp(select(0.0f, max((kept_value - winner_best) / bitcast<f32>(temperature), -100.0f), kept_value - winner_best < 0.0f)), 0.0f, kept_value <= -3e+38f);
        }
      }
      reduce_f32_lanes[local] = kept_mine;
      storageBarrier(); workgroupBarrier();
      if (local < 16) {
        let kept_from = local * 16;
        let kept_head = reduce_f32_lanes[kept_from];
        var kept_part: f32 = kept_head;
        for (var i_9 = 1; i_9 < 16; i_9 += 1) {
          let kept_next = reduce_f32_lanes[kept_from + i_9];
          kept_part += kept_next;
        }
        reduce_f32_parts[local] = kept_part;
      }
      storageBarrier(); workgroupBarrier();
      let kept_start = reduce_f32_parts[0];
      var kept_total: f32 = kept_start;
      for (var i_10 = 1; i_10 < 16; i_10 += 1) {
        let kept_item = reduce_f32_parts[i_10];
        kept_total += kept_item;
      }
      let limit = (1.0f - bitcast<f32>(top_p)) * kept_total;
      let top_key = select(bitcast<u32>(winner_best) | 0x80000000u, ~bitcast<u32>(winner_best), (bitcast<u32>(winner_best) >> 31u) != 0u);
      var border_2: u32 = 0u;
      for (var bit_2 = 0; bit_2 < 32; bit_2 += 1) {
        let trial_2 = border_2 | (0x80000000u >> u32(bit_2));
        var below_mine: f32 = 0.0f;
        for (var below_c = local; below_c < 48; below_c += 256) {
          let below_value = probabilities[base + below_c];
          if (select(select(bitcast<u32>(below_value) | 0x80000000u, ~bitcast<u32>(below_value), (bitcast<u32>(below_value) >> 31u) != 0u), 0u, below_value <= -3e+38f) < trial_2) {
            below_mine += select(exp(select(0.0f, max((below_value - winner_best) / bitcast<f32>(temperature), -100.0f), below_value - winner_best < 0.0f)), 0.0f, below_value <= -3e+38f);
          }
        }
        reduce_f32_lanes[local] = below_mine;
        storageBarrier(); workgroupBarrier();
        if (local < 16) {
          let below_from = local * 16;
          let below_head = reduce_f32_lanes[below_from];
          var below_part: f32 = below_head;
          for (var i_11 = 1; i_11 < 16; i_11 += 1) {
            let below_next = reduce_f32_lanes[below_from + i_11];
            below_part += below_next;
          }
          reduce_f32_parts[local] = below_part;
        }
        storageBarrier(); workgroupBarrier();
        let below_start = reduce_f32_parts[0];
        var below_total: f32 = below_start;
        for (var i_12 = 1; i_12 < 16; i_12 += 1) {
          let below_item = reduce_f32_parts[i_12];
          below_total += below_item;
        }
        if (below_total <= limit) {
          border_2 = trial_2;
        }
      }
      let border_key = select(top_key, border_2, border_2 < top_key);
      var under_mine: f32 = 0.0f;
      for (var under_c = local; under_c < 48; under_c += 256) {
        let under_value = probabilities[base + under_c];
        if (select(select(bitcast<u32>(under_value) | 0x80000000u, ~bitcast<u32>(under_value), (bitcast<u32>(under_value) >> 31u) != 0u), 0u, under_value <= -3e+38f) < border_key) {
          under_mine += select(exp(select(0.0f, max((under_value - winner_best) / bitcast<f32>(temperature), -100.0f), under_value - winner_best < 0.0f)), 0.0f, under_value <= -3e+38f);
        }
      }
      reduce_f32_lanes[local] = under_mine;
      storageBarrier(); workgroupBarrier();
      if (local < 16) {
        let under_from = local * 16;
        let under_head = reduce_f32_lanes[under_from];
        var under_part: f32 = under_head;
        for (var i_13 = 1; i_13 < 16; i_13 += 1) {
          let under_next = reduce_f32_lanes[under_from + i_13];
          under_part += under_next;
        }
        reduce_f32_parts[local] = under_part;
      }
      storageBarrier(); workgroupBarrier();
      let under_start = reduce_f32_parts[0];
      var under_total: f32 = under_start;
      for (var i_14 = 1; i_14 < 16; i_14 += 1) {
        let under_item = reduce_f32_parts[i_14];
        under_total += under_item;
      }
      var equal: f32 = 0.0f;
      let block_first = min(local, 48);
      let block_end = min(block_first + 1, 48);
      for (var c_tie = block_first; c_tie < block_end; c_tie += 1) {
        let tie_value = probabilities[base + c_tie];
        if (select(select(bitcast<u32>(tie_value) | 0x80000000u, ~bitcast<u32>(tie_value), (bitcast<u32>(tie_value) >> 31u) != 0u), 0u, tie_value <= -3e+38f) == border_key) {
          equal += 1.0f;
        }
      }
      storageBarrier(); workgroupBarrier();
      sums[local] = equal;
      storageBarrier(); workgroupBarrier();
      var ties_before: f32 = 0.0f;
      for (var lower = 0; lower < local; lower += 1) {
        let lower_sum = sums[lower];
        ties_before += lower_sum;
      }
      reduce_f32_lanes[local] = equal;
      storageBarrier(); workgroupBarrier();
      if (local < 16) {
        let ties_from = local * 16;
        let ties_head = reduce_f32_lanes[ties_from];
        var ties_part: f32 = ties_head;
        for (var i_15 = 1; i_15 < 16; i_15 += 1) {
          let ties_next = reduce_f32_lanes[ties_from + i_15];
          ties_part += ties_next;
        }
        reduce_f32_parts[local] = ties_part;
      }
      storageBarrier(); workgroupBarrier();
      let ties_start = reduce_f32_parts[0];
      var ties_total: f32 = ties_start;
      for (var i_16 = 1; i_16 < 16; i_16 += 1) {
        let ties_item = reduce_f32_parts[i_16];
        ties_total += ties_item;
      }
      var tie_weight: f32 = 0.0f;
      for (var c_tied = block_first; c_tied < block_end; c_tied += 1) {
        let tied_value = probabilities[base + c_tied];
        if (select(select(bitcast<u32>(tied_value) | 0x80000000u, ~bitcast<u32>(tied_value), (bitcast<u32>(tied_value) >> 31u) != 0u), 0u, tied_value <= -3e+38f) == border_key) {
          tie_weight = select(exp(select(0.0f, max((tied_value - winner_best) / bitcast<f32>(temperature), -100.0f), tied_value - winner_best < 0.0f)), 0.0f, tied_value <= -3e+38f);
        }
      }
      reduce_f32_lanes[local] = tie_weight;
      storageBarrier(); workgroupBarrier();
      if (local < 16) {
        let each_from = local * 16;
        let each_head = reduce_f32_lanes[each_from];
        var each_part: f32 = each_head;
        for (var i_17 = 1; i_17 < 16; i_17 += 1) {
          let each_next = reduce_f32_lanes[each_from + i_17];
          each_part = max(each_part, each_next);
        }
        reduce_f32_parts[local] = each_part;
      }
      storageBarrier(); workgroupBarrier();
      let each_start = reduce_f32_parts[0];
      var each_total: f32 = each_start;
      for (var i_18 = 1; i_18 < 16; i_18 += 1) {
        let each_item = reduce_f32_parts[i_18];
        each_total = max(each_total, each_item);
      }
      let fits = max((limit - under_total) / max(each_total, 1e-30f), 0.0f);
      let drop = min(fits, ties_total - 1.0f);
      var seen: f32 = ties_before;
      for (var c_drop = block_first; c_drop < block_end; c_drop += 1) {
        let drop_value = probabilities[base + c_drop];
        let drop_key = select(select(bitcast<u32>(drop_value) | 0x80000000u, ~bitcast<u32>(drop_value), (bitcast<u32>(drop_value) >> 31u) != 0u), 0u, drop_value <= -3e+38f);
        if (drop_key == border_key) {
          seen += 1.0f;
        }
        if (drop_key < border_key || (drop_key == border_key && seen <= drop)) {
          probabilities[base + c_drop] = -3.402823466e+38f;
        }
      }
      storageBarrier(); workgroupBarrier();
    }
    let block_first_2 = min(local, 48);
    let block_end_2 = min(block_first_2 + 1, 48);
    var block_mass: f32 = 0.0f;
    for (var c_mass = block_first_2; c_mass < block_end_2; c_mass += 1) {
      let mass_value = probabilities[base + c_mass];
      block_mass += select(exp(select(0.0f, max((mass_value - winner_best) / bitcast<f32>(temperature), -100.0f), mass_value - winner_best < 0.0f)), 0.0f, mass_value <= -3e+38f);
    }
    storageBarrier(); workgroupBarrier();
    sums[local] = block_mass;
    storageBarrier(); workgroupBarrier();
    var mass_before: f32 = 0.0f;
    for (var lower_2 = 0; lower_2 < local; lower_2 += 1) {
      let lower_sum_2 = sums[lower_2];
      mass_before += lower_sum_2;
    }
    reduce_f32_lanes[local] = block_mass;
    storageBarrier(); workgroupBarrier();
    if (local < 16) {
      let total_from = local * 16;
      let total_head = reduce_f32_lanes[total_from];
      var total_part: f32 = total_head;
      for (var i_19 = 1; i_19 < 16; i_19 += 1) {
        let total_next = reduce_f32_lanes[total_from + i_19];
        total_part += total_next;
      }
      reduce_f32_parts[local] = total_part;
    }
    storageBarrier(); workgroupBarrier();
    let total_start = reduce_f32_parts[0];
    var total_total: f32 = total_start;
    for (var i_20 = 1; i_20 < 16; i_20 += 1) {
      let total_item = reduce_f32_parts[i_20];
      total_total += total_item;
    }
    let lane_start_base = step[8];
    let lane_start = step[lane_start_base + lane];
    let lane_length_base = step[9];
    let lane_length = step[lane_length_base + lane];
    let position = lane_length + row - lane_start + 1;
    let seed_low = step[repetition_base + lane * 9 + 7];
    let seed_high = step[repetition_base + lane * 9 + 8];
    var hash: u32 = bitcast<u32>(seed_low);
    hash ^= bitcast<u32>(seed_high) * 0x9e3779b1u;
    hash ^= hash >> 16u;
    hash *= 0x7feb352du;
    hash ^= hash >> 15u;
    hash *= 0x846ca68bu;
    hash ^= hash >> 16u;
    hash ^= bitcast<u32>(position) * 0x9e3779b1u;
    hash ^= hash >> 16u;
    hash *= 0x7feb352du;
    hash ^= hash >> 15u;
    hash *= 0x846ca68bu;
    hash ^= hash >> 16u;
    hash ^= 0u;
    hash ^= hash >> 16u;
    hash *= 0x7feb352du;
    hash ^= hash >> 15u;
    hash *= 0x846ca68bu;
    hash ^= hash >> 16u;
    let uniform = f32(hash >> 8u) * 5.9604645e-8f;
    let mass_target = uniform * total_total;
    var running: f32 = mass_before;
    var first_above: i32 = 2147483647;
    var last_kept: i32 = 0;
    for (var c_draw = block_first_2; c_draw < block_end_2; c_draw += 1) {
      let draw_value = probabilities[base + c_draw];
      let draw_weight = select(exp(select(0.0f, max((draw_value - winner_best) / bitcast<f32>(temperature), -100.0f), draw_value - winner_best < 0.0f)), 0.0f, draw_value <= -3e+38f);
      running += draw_weight;
      if (draw_weight > 0.0f) {
        last_kept = c_draw;
        if (running > mass_target && first_above == 2147483647) {
          first_above = c_draw;
        }
      }
      probabilities[base + c_draw] = select(select(0.0f, 1.0f, c_draw == 0), draw_weight / max(total_total, 1e-37f), total_total > 0.0f);
    }
    reduce_i32_lanes[local] = first_above;
    storageBarrier(); workgroupBarrier();
    if (local < 16) {
      let found_from = local * 16;
      let found_head = reduce_i32_lanes[found_from];
      var found_part: i32 = found_head;
      for (var i_21 = 1; i_21 < 16; i_21 += 1) {
        let found_next = reduce_i32_lanes[found_from + i_21];
        found_part = min(found_part, found_next);
      }
      reduce_i32_parts[local] = found_part;
    }
    storageBarrier(); workgroupBarrier();
    let found_start = reduce_i32_parts[0];
    var found_total: i32 = found_start;
    for (var i_22 = 1; i_22 < 16; i_22 += 1) {
      let found_item = reduce_i32_parts[i_22];
      found_total = min(found_total, found_item);
    }
    reduce_i32_lanes[local] = -last_kept;
    storageBarrier(); workgroupBarrier();
    if (local < 16) {
      let last_from = local * 16;
      let last_head = reduce_i32_lanes[last_from];
      var last_part: i32 = last_head;
      for (var i_23 = 1; i_23 < 16; i_23 += 1) {
        let last_next = reduce_i32_lanes[last_from + i_23];
        last_part = min(last_part, last_next);
      }
      reduce_i32_parts[local] = last_part;
    }
    storageBarrier(); workgroupBarrier();
    let last_start = reduce_i32_parts[0];
    var last_total: i32 = last_start;
    for (var i_24 = 1; i_24 < 16; i_24 += 1) {
      let last_item = reduce_i32_parts[i_24];
      last_total = min(last_total, last_item);
    }
    let drawn = select(found_total, -last_total, found_total == 2147483647);
    chosen = drawn;
  } else {
    for (var c_one = local; c_one < 48; c_one += 256) {
      probabilities[base + c_one] = select(0.0f, 1.0f, c_one == greedy_id);
    }
  }
  if (local == 0) {
    token[output] = chosen;
    let choice = output * 2;
    sampled[choice] = chosen;
    sampled[choice + 1] = not_finite;
    let outputs = step[2];
    let last_output = outputs - 1;
    let next_row = step[row_base + min(output + 1, last_output)];
    let next_lane = step[lane_base + next_row];
    if (output == last_output || next_lane != lane) {
      let last_offset = step[3];
      sampled[last_offset + slot] = chosen;
    }
  }
}
