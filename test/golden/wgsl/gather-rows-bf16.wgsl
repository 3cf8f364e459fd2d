// gather_rows_64
// y[output] = x[outputRow[output]]
// group.x: block of columns, group.y: output
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec2<u32>>;

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
  let row_base = step[12];
  let row = step[row_base + group.y];
  let column = group.x * 64 + local;
  if (column < 16) {
    let value0_word_v = x[row * 16 + column];
    let value0_word = value0_word_v.x;
    let value2_word = value0_word_v.y;
    let value0 = bitcast<f32>(value0_word << 16u);
    let value1 = bitcast<f32>(value0_word & 0xffff0000u);
    let value2 = bitcast<f32>(value2_word << 16u);
    let value3 = bitcast<f32>(value2_word & 0xffff0000u);
    y[group.y * 16 + column] = vec2<u32>(pack_bf16(value0, value1), pack_bf16(value2, value3));
  }
}
