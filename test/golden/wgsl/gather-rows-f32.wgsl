// gather_rows_64
// y[output] = x[outputRow[output]]
// group.x: block of columns, group.y: output
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let row_base = step[12];
  let row = step[row_base + group.y];
  let column = group.x * 64 + local;
  if (column < 16) {
    let value0_v = x[row * 16 + column];
    let value0 = value0_v.x;
    let value1 = value0_v.y;
    let value2 = value0_v.z;
    let value3 = value0_v.w;
    y[group.y * 16 + column] = vec4<f32>(value0, value1, value2, value3);
  }
}
