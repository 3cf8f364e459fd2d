// argmax_257
// token = lowest id of the largest logit, NaN below all; beside it 1 where a logit is no finite number
// group.x: output
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read_write> token: array<i32>;
@group(0) @binding(3) var<storage, read_write> sampled: array<i32>;
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
  var best: f32 = -3.402823466e+38f;
  var id: i32 = 2147483647;
  var bad: i32 = 0;
  for (var c = local; c < 257; c += 256) {
    let raw = logits[output * 257 + c];
    bad = max(bad, select(0, 1, (bitcast<u32>(raw) & 0x7f800000u) == 0x7f800000u));
    let value = max(select(raw, -3.402823466e+38f, (bitcast<u32>(raw) & 0x7fffffffu) > 0x7f800000u), -3.402823466e+38f);
    if (value > best || id == 2147483647) {
      best = value;
      id = c;
    }
  }
  reduce_f32_lanes[local] = best;
  workgroupBarrier();
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
  workgroupBarrier();
  let winner_start = reduce_f32_parts[0];
  var winner_total: f32 = winner_start;
  for (var i_2 = 1; i_2 < 16; i_2 += 1) {
    let winner_item = reduce_f32_parts[i_2];
    winner_total = max(winner_total, winner_item);
  }
  let winner_best = winner_total;
  let winner_mine = reduce_f32_lanes[local];
  let winner_id = select(2147483647, id, winner_mine == winner_best);
  reduce_i32_lanes[local] = winner_id;
  workgroupBarrier();
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
  workgroupBarrier();
  let winner_lowest_start = reduce_i32_parts[0];
  var winner_lowest_total: i32 = winner_lowest_start;
  for (var i_4 = 1; i_4 < 16; i_4 += 1) {
    let winner_lowest_item = reduce_i32_parts[i_4];
    winner_lowest_total = min(winner_lowest_total, winner_lowest_item);
  }
  reduce_i32_lanes[local] = bad;
  workgroupBarrier();
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
  workgroupBarrier();
  let bad_threads_start = reduce_i32_parts[0];
  var bad_threads_total: i32 = bad_threads_start;
  for (var i_6 = 1; i_6 < 16; i_6 += 1) {
    let bad_threads_item = reduce_i32_parts[i_6];
    bad_threads_total += bad_threads_item;
  }
  let not_finite = min(bad_threads_total, 1);
  if (local == 0) {
    token[output] = winner_lowest_total;
    let choice = output * 2;
    sampled[choice] = winner_lowest_total;
    sampled[choice + 1] = not_finite;
    let outputs = step[2];
    let last_output = outputs - 1;
    let next_row = step[row_base + min(output + 1, last_output)];
    let next_lane = step[lane_base + next_row];
    if (output == last_output || next_lane != lane) {
      let slot_base = step[10];
      let slot = step[slot_base + lane];
      let last_offset = step[3];
      sampled[last_offset + slot] = winner_lowest_total;
    }
  }
}
