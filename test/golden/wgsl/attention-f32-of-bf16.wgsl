// attention_4_2x64
// y = softmax(q kT * 0.125) v * sigmoid(gate), causal over the lane's pages
// group.x: query head, group.y: row; thread: one key of a page, then 2 neighbouring outputs
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> gate: array<f32>;
@group(0) @binding(3) var<storage, read> pages: array<u32>;
@group(0) @binding(4) var<storage, read_write> y: array<vec2<f32>>;
var<workgroup> query: array<f32, 64>;
var<workgroup> weights: array<f32, 64>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let row = group.y;
  let head = group.x / 2;
  let lane_base = step[5];
  let lane = step[lane_base + row];
  let begin_base = step[8];
  let begin = step[begin_base + lane];
  let length_base = step[9];
  let length = step[length_base + lane];
  let last = length + row - begin;
  let base = (row * 4 + group.x) * 64;
  for (var d = local; d < 64; d += 64) {
    let q_part = q[base + d];
    query[d] = q_part * 0.125f;
  }
  var best: f32 = -3.402823466e+38f;
  var sum: f32 = 0.0f;
  var o0_0: f32 = 0.0f;
  var o0_1: f32 = 0.0f;
  workgroupBarrier();
  for (var p = 0; p < last / 64 + 1; p += 1) {
    let page_pages = step[14];
    let page_base = step[13];
    let page = step[page_base + lane * page_pages + p];
    let keys_here = min(last - p * 64 + 1, 64);
    var masked: f32 = -3.402823466e+38f;
    if (local < keys_here) {
      var score: f32 = 0.0f;
      for (var g = 0; g < 16; g += 1) {
        let key0_word = pages[(((page * 4 + head) * 64 + local) * 16 + g) * 2];
        let key2_word = pages[(((page * 4 + head) * 64 + local) * 16 + g) * 2 + 1];
        let key0 = bitcast<f32>(key0_word << 16u);
        let key1 = bitcast<f32>(key0_word & 0xffff0000u);
        let key2 = bitcast<f32>(key2_word << 16u);
        let key3 = bitcast<f32>(key2_word & 0xffff0000u);
        let q_value0 = query[g * 4];
        let q_value1 = query[g * 4 + 1];
        let q_value2 = query[g * 4 + 2];
        let q_value3 = query[g * 4 + 3];
        score = score + key0 * q_value0 + key1 * q_value1 + key2 * q_value2 + key3 * q_value3;
      }
      masked = score;
    }
    reduce_f32_lanes[local] = masked;
    workgroupBarrier();
    if (local < 8) {
      let page_best_from = local * 8;
      let page_best_head = reduce_f32_lanes[page_best_from];
      var page_best_part: f32 = page_best_head;
      for (var i = 1; i < 8; i += 1) {
        let page_best_next = reduce_f32_lanes[page_best_from + i];
        page_best_part = max(page_best_part, page_best_next);
      }
      reduce_f32_parts[local] = page_best_part;
    }
    workgroupBarrier();
    let page_best_start = reduce_f32_parts[0];
    var page_best_total: f32 = page_best_start;
    for (var i_2 = 1; i_2 < 8; i_2 += 1) {
      let page_best_item = reduce_f32_parts[i_2];
      page_best_total = max(page_best_total, page_best_item);
    }
    let new_best = max(best, page_best_total);
    let weight = select(0.0f, exp(masked - new_best), local < keys_here);
    let shrink = exp(best - new_best);
    weights[local] = weight;
    reduce_f32_lanes[local] = weight;
    workgroupBarrier();
    if (local < 8) {
      let page_sum_from = local * 8;
      let page_sum_head = reduce_f32_lanes[page_sum_from];
      var page_sum_part: f32 = page_sum_head;
      for (var i_3 = 1; i_3 < 8; i_3 += 1) {
        let page_sum_next = reduce_f32_lanes[page_sum_from + i_3];
        page_sum_part += page_sum_next;
      }
      reduce_f32_parts[local] = page_sum_part;
    }
    workgroupBarrier();
    let page_sum_start = reduce_f32_parts[0];
    var page_sum_total: f32 = page_sum_start;
    for (var i_4 = 1; i_4 < 8; i_4 += 1) {
      let page_sum_item = reduce_f32_parts[i_4];
      page_sum_total += page_sum_item;
    }
    sum = sum * shrink + page_sum_total;
    best = new_best;
    let column = local;
    if (column < 32) {
      o0_0 *= shrink;
      o0_1 *= shrink;
      for (var t = 0; t < keys_here; t += 1) {
        let w = weights[t];
        let value0_word = pages[((page * 4 + head + 2) * 64 + t) * 32 + column];
        let value0 = bitcast<f32>(value0_word << 16u);
        let value1 = bitcast<f32>(value0_word & 0xffff0000u);
        o0_0 += w * value0;
        o0_1 += w * value1;
      }
    }
    workgroupBarrier();
  }
  let out_column = local;
  if (out_column < 32) {
    let gate_base = row * 512 + group.x * 128 + 64;
    let gate_value = gate[gate_base + out_column * 2];
    let gate_value_2 = gate[gate_base + out_column * 2 + 1];
    y[(row * 4 + group.x) * 32 + out_column] = vec2<f32>((o0_0 / sum) * (1.0f / (1.0f + exp(min(-gate_value, 80.0f)))), (o0_1 / sum) * (1.0f / (1.0f + exp(min(-gate_value_2, 80.0f)))));
  }
}
