// head_norm_rotary_4x64
// y = rotate(x / sqrt(mean(x^2) + 0.000001) * (1 + w)) per head of 64, stride 128 in x
// pairs (i, i + 8); group.x: head, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read> w: array<u32>;
@group(0) @binding(3) var<storage, read> rotary: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<u32>;
var<workgroup> normed: array<f32, 64>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;
var<workgroup> rotated: array<f32, 64>;

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
  let base = row * 512 + group.x * 128;
  var squares: f32 = 0.0f;
  for (var d = local; d < 64; d += 64) {
    let v_at = base + d;
    let v_word = x[v_at >> 1u];
    let v = bitcast<f32>((v_word >> u32((v_at & 1) << 4u)) << 16u);
    squares += v * v;
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
  for (var e = local; e < 64; e += 64) {
    let x_value_at = base + e;
    let x_value_word = x[x_value_at >> 1u];
    let x_value = bitcast<f32>((x_value_word >> u32((x_value_at & 1) << 4u)) << 16u);
    let gain_at = e;
    let gain_word = w[gain_at >> 1u];
    let gain = bitcast<f32>((gain_word >> u32((gain_at & 1) << 4u)) << 16u);
    normed[e] = x_value * scale * (gain + 1.0f);
  }
  workgroupBarrier();
  for (var i_3 = local; i_3 < 64; i_3 += 64) {
    let value = normed[i_3];
    rotated[i_3] = value;
  }
  workgroupBarrier();
  for (var f = local; f < 8; f += 64) {
    let axis = select(select(0, 2, f % 3 == 2 && f < 6), 1, f % 3 == 1 && f < 9);
    let position_rows = step[7];
    let position_base = step[6];
    let position = step[position_base + position_rows * axis + row];
    let low = (position % 256) * 8 + f;
    let high = (position / 256 + 256) * 8 + f;
    let low_angle0_v = rotary[low];
    let low_angle0 = low_angle0_v.x;
    let low_angle1 = low_angle0_v.y;
    let high_angle0_v = rotary[high];
    let high_angle0 = high_angle0_v.x;
    let high_angle1 = high_angle0_v.y;
    let cosine = high_angle0 * low_angle0 - high_angle1 * low_angle1;
    let sine = high_angle1 * low_angle0 + high_angle0 * low_angle1;
    let a = normed[f];
    let b = normed[f + 8];
    rotated[f] = a * cosine - b * sine;
    rotated[f + 8] = b * cosine + a * sine;
  }
  workgroupBarrier();
  let out_base = (row * 4 + group.x) * 32;
  for (var g = local; g < 32; g += 64) {
    let r0 = rotated[g * 2];
    let r1 = rotated[g * 2 + 1];
    y[out_base + g] = pack_bf16(r0, r1);
  }
}
