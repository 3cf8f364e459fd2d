// embedding_192
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> sampled: array<i32>;
@group(0) @binding(2) var<storage, read> embedding_table: array<i32>;
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
  if (column < 48) {
    let safe = min(max(token, 0), 127);
    let value_codes_at = safe * 64 + column;
    let value_codes_word = embedding_table[value_codes_at >> 1u];
    let value_codes = value_codes_word >> u32((value_codes_at & 1) * 16);
    let value_scale_at = safe * 4 + (column >> 4u);
    let value_scale_word = embedding_table[(value_scale_at >> 1u) + 4096];
    let value0 = f32((value_codes << 28u) >> 28u);
    let value1 = f32((value_codes << 24u) >> 28u);
    let value2 = f32((value_codes << 20u) >> 28u);
    let value3 = f32((value_codes << 16u) >> 28u);
    let value_scale = unpack2x16float(bitcast<u32>(value_scale_word >> u32((value_scale_at & 1) * 16))).x;
    y[row * 48 + column] = vec4<f32>(value0 * value_scale, value1 * value_scale, value2 * value_scale, value3 * value_scale);
  }
}
