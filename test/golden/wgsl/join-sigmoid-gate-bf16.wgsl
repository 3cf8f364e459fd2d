// join_sigmoid_gate_192
// y = sigmoid-gate(a, b)
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> a: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> b: array<vec2<u32>>;
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
  let base = group.y * 48;
  let column = group.x * 64 + local;
  if (column < 48) {
    let at = base + column;
    let l0_word_v = a[at];
    let l0_word = l0_word_v.x;
    let l2_word = l0_word_v.y;
    let l0 = bitcast<f32>(l0_word << 16u);
    let l1 = bitcast<f32>(l0_word & 0xffff0000u);
    let l2 = bitcast<f32>(l2_word << 16u);
    let l3 = bitcast<f32>(l2_word & 0xffff0000u);
    let r0_word_v = b[at];
    let r0_word = r0_word_v.x;
    let r2_word = r0_word_v.y;
    let r0 = bitcast<f32>(r0_word << 16u);
    let r1 = bitcast<f32>(r0_word & 0xffff0000u);
    let r2 = bitcast<f32>(r2_word << 16u);
    let r3 = bitcast<f32>(r2_word & 0xffff0000u);
    y[at] = vec2<u32>(pack_bf16(l0 * (1.0f / (1.0f + exp(min(-r0, 80.0f)))), l1 * (1.0f / (1.0f + exp(min(-r1, 80.0f))))), pack_bf16(l2 * (1.0f / (1.0f + exp(min(-r2, 80.0f)))), l3 * (1.0f / (1.0f + exp(min(-r3, 80.0f))))));
  }
}
