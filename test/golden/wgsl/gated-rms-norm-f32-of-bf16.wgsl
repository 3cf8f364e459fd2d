// gated_rms_norm_6x32
// y = x / sqrt(mean(x^2) + 0.000001) * w * silu(z), per head of 32
// group.x: head, group.y: row
@group(0) @binding(0) var<storage, read> x: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> z: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> w: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec2<f32>>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let base = (group.y * 6 + group.x) * 16;
  var squares: f32 = 0.0f;
  for (var g = local; g < 16; g += 64) {
    let v0_v = x[base + g];
    let v0 = v0_v.x;
    let v1 = v0_v.y;
    squares += v0 * v0;
    squares += v1 * v1;
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
  let scale = 1.0f / sqrt(squares_total / 32.0f + 0.000001f);
  for (var column = local; column < 16; column += 64) {
    let at = base + column;
    let x_value0_v = x[at];
    let x_value0 = x_value0_v.x;
    let x_value1 = x_value0_v.y;
    let z_value0_v = z[at];
    let z_value0 = z_value0_v.x;
    let z_value1 = z_value0_v.y;
    let gain0_word = w[column];
    let gain0 = bitcast<f32>(gain0_word << 16u);
    let gain1 = bitcast<f32>(gain0_word & 0xffff0000u);
    y[at] = vec2<f32>(x_value0 * scale * gain0 * (z_value0 / (1.0f + exp(min(-z_value0, 80.0f)))), x_value1 * scale * gain1 * (z_value1 / (1.0f + exp(min(-z_value1, 80.0f)))));
  }
}
