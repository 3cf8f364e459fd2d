// join_sigmoid_gate_192
// y = sigmoid-gate(a, b)
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let base = group.y * 48;
  let column = group.x * 64 + local;
  if (column < 48) {
    let at = base + column;
    let l0_v = a[at];
    let l0 = l0_v.x;
    let l1 = l0_v.y;
    let l2 = l0_v.z;
    let l3 = l0_v.w;
    let r0_v = b[at];
    let r0 = r0_v.x;
    let r1 = r0_v.y;
    let r2 = r0_v.z;
    let r3 = r0_v.w;
    y[at] = vec4<f32>(l0 * (1.0f / (1.0f + exp(min(-r0, 80.0f)))), l1 * (1.0f / (1.0f + exp(min(-r1, 80.0f)))), l2 * (1.0f / (1.0f + exp(min(-r2, 80.0f)))), l3 * (1.0f / (1.0f + exp(min(-r3, 80.0f)))));
  }
}
