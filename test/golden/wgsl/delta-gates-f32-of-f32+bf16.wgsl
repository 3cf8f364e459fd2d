// delta_gates_6
// g = -exp(logDecay) * softplus(a + decayBias); beta = 1 / (1 + exp(-b))
// group.x: block of heads, group.y: row
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> log_decay: array<f32>;
@group(0) @binding(3) var<storage, read> decay_bias: array<u32>;
@group(0) @binding(4) var<storage, read_write> g: array<f32>;
@group(0) @binding(5) var<storage, read_write> strength: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let head = group.x * 64 + local;
  if (head < 6) {
    let at = group.y * 6 + head;
    let rate = log_decay[head];
    let shift_at = head;
    let shift_word = decay_bias[shift_at >> 1u];
    let shift = bitcast<f32>((shift_word >> u32((shift_at & 1) << 4u)) << 16u);
    let a_value = a[at];
    let b_value = b[at];
    g[at] = -(exp(rate) * (max(a_value + shift, 0.0f) + select(log(1.0f + exp(-abs(a_value + shift))), exp(-abs(a_value + shift)) * (1.0f - exp(-abs(a_value + shift)) * (0.5f - exp(-abs(a_value + shift)) * (0.33333334f - exp(-abs(a_value + shift)) * 0.25f))), exp(-abs(a_value + shift)) < 0.02f)));
    strength[at] = 1.0f / (1.0f + exp(min(-b_value, 80.0f)));
  }
}
