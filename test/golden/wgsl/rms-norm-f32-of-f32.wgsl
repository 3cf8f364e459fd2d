// rms_norm_7
// y = x / sqrt(mean(x^2) + 0.000001) * w
// group.x: row
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> w: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let base = group.x * 7;
  var squares: f32 = 0.0f;
  for (var g = local; g < 7; g += 64) {
    let v = x[base + g];
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
  let scale = 1.0f / sqrt(squares_total / 7.0f + 0.000001f);
  for (var column = local; column < 7; column += 64) {
    let at = base + column;
    let x_value = x[at];
    let gain = w[column];
    y[at] = x_value * scale * gain;
  }
}
