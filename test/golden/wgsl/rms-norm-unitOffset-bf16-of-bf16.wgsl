// rms_norm_64
// y = x / sqrt(mean(x^2) + 0.000001) * (1 + w)
// group.x: row
@group(0) @binding(0) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> w: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec2<u32>>;
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
  let base = group.x * 16;
  var squares: f32 = 0.0f;
  for (var g = local; g < 16; g += 64) {
    let v0_word_v = x[base + g];
    let v0_word = v0_word_v.x;
    let v2_word = v0_word_v.y;
    let v0 = bitcast<f32>(v0_word << 16u);
    let v1 = bitcast<f32>(v0_word & 0xffff0000u);
    let v2 = bitcast<f32>(v2_word << 16u);
    let v3 = bitcast<f32>(v2_word & 0xffff0000u);
    squares += v0 * v0;
    squares += v1 * v1;
    squares += v2 * v2;
    squares += v3 * v3;
  }
  reduce_f32_lanes[local] = squares;
  workgroupBarrier();
  if (local < 8) {
    let squares_from = local * 8;
    let squares_head = reduce_f32_lanes[squares_from];
    var squares_part: f32 = squares_head;
    for (var i = 1; i < 8; i += 1) {
      let squares_next = reduce_f32_lanes[squares_from + i];
      squares_part += squares_next;
    }
    reduce_f32_parts[local] = squares_part;
  }
  workgroupBarrier();
  let squares_start = reduce_f32_parts[0];
  var squares_total: f32 = squares_start;
  for (var i_2 = 1; i_2 < 8; i_2 += 1) {
    let squares_item = reduce_f32_parts[i_2];
    squares_total += squares_item;
  }
  let scale = 1.0f / sqrt(squares_total / 64.0f + 0.000001f);
  for (var column = local; column < 16; column += 64) {
    let at = base + column;
    let x_value0_word_v = x[at];
    let x_value0_word = x_value0_word_v.x;
    let x_value2_word = x_value0_word_v.y;
    let x_value0 = bitcast<f32>(x_value0_word << 16u);
    let x_value1 = bitcast<f32>(x_value0_word & 0xffff0000u);
    let x_value2 = bitcast<f32>(x_value2_word << 16u);
    let x_value3 = bitcast<f32>(x_value2_word & 0xffff0000u);
    let gain0_word_v = w[column];
    let gain0_word = gain0_word_v.x;
    let gain2_word = gain0_word_v.y;
    let gain0 = bitcast<f32>(gain0_word << 16u);
    let gain1 = bitcast<f32>(gain0_word & 0xffff0000u);
    let gain2 = bitcast<f32>(gain2_word << 16u);
    let gain3 = bitcast<f32>(gain2_word & 0xffff0000u);
    y[at] = vec2<u32>(pack_bf16(x_value0 * scale * (gain0 + 1.0f), x_value1 * scale * (gain1 + 1.0f)), pack_bf16(x_value2 * scale * (gain2 + 1.0f), x_value3 * scale * (gain3 + 1.0f)));
  }
}
