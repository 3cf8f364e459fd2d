// embedding_64
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> sampled: array<i32>;
@group(0) @binding(2) var<storage, read> embedding_table: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let row = group.y;
  let given_base = step[4];
  let given = step[given_base + row];
  let lane_base = step[5];
  let lane = step[lane_base + row];
  let slot_base = step[10];
  let slot = step[slot_base + lane];
  var token: i32 = given;
  if (given < 0) {
    let last_offset = step[3];
    let last = sampled[last_offset + slot];
    token = last;
  }
  let column = group.x * 64 + local;
  if (column < 16) {
    let safe = min(max(token, 0), 36);
    let value0_word_v = embedding_table[safe * 16 + column];
    let value0_word = value0_word_v.x;
    let value2_word = value0_word_v.y;
    let value0 = bitcast<f32>(value0_word << 16u);
    let value1 = bitcast<f32>(value0_word & 0xffff0000u);
    let value2 = bitcast<f32>(value2_word << 16u);
    let value3 = bitcast<f32>(value2_word & 0xffff0000u);
    y[row * 16 + column] = vec4<f32>(value0, value1, value2, value3);
  }
}
