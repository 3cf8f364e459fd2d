// attention_4_2x64
// y = softmax(q kT * 0.125) v * sigmoid(gate), causal over the lane's pages
// group.x: query head, group.y: row; thread: one key of a page, then 2 neighbouring outputs
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> q: array<u32>;
@group(0) @binding(2) var<storage, read> gate: array<u32>;
@group(0) @binding(3) var<storage, read> pages: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<u32>;
var<workgroup> query: array<f32, 64>;
var<workgroup> weights: array<f32, 64>;
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
    let q_part_at = base + d;
    let q_part_word = q[q_part_at >> 1u];
    let q_part = bitcast<f32>((q_part_word >> u32((q_part_at & 1) << 4u)) << 16u);
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
        let key0_v = pages[(((page * 4 + head) * 64 + local) * 16 + g) * 2];
        let key0 = key0_v.x;
        let key1 = key0_v.y;
        let key2_v = pages[(((page * 4 + head) * 64 + local) * 16 + g) * 2 + 1];
        let key2 = key2_v.x;
        let key3 = key2_v.y;
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
        let value0_v = pages[((page * 4 + head + 2) * 64 + t) * 32 + column];
        let value0 = value0_v.x;
        let value1 = value0_v.y;
        o0_0 += w * value0;
        o0_1 += w * value1;
      }
    }
    workgroupBarrier();
  }
  let out_column = local;
  if (out_column < 32) {
    let gate_base = row * 512 + group.x * 128 + 64;
    let gate_value_at = gate_base + out_column * 2;
    let gate_value_word = gate[gate_value_at >> 1u];
    let gate_value = bitcast<f32>((gate_value_word >> u32((gate_value_at & 1) << 4u)) << 16u);
    let gate_value_2_at = gate_base + out_column * 2 + 1;
    let gate_value_2_word = gate[gate_value_2_at >> 1u];
    let gate_value_2 = bitcast<f32>((gate_value_2_word >> u32((gate_value_2_at & 1) << 4u)) << 16u);
    y[(row * 4 + group.x) * 32 + out_column] = pack_bf16((o0_0 / sum) * (1.0f / (1.0f + exp(min(-gate_value, 80.0f)))), (o0_1 / sum) * (1.0f / (1.0f + exp(min(-gate_value_2, 80.0f)))));
  }
}
