// causal_conv1d_6
// y[t] = silu(sum over i < 4 of w[c, i] * x[t - 3 + i]), history from the slot
// slot: tail [3][6], records [16][6]
// group.x: block of channel groups of 2, group.y: lane
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read> w: array<u32>;
@group(0) @binding(3) var<storage, read_write> slots: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<u32>;

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
  let lane = group.y;
  let slot_base = step[10];
  let slot = step[slot_base + lane];
  let fold_base = step[11];
  let fold = step[fold_base + lane];
  let begin_base = step[8];
  let begin = step[begin_base + lane];
  let stop = step[begin_base + lane + 1];
  let rows = stop - begin;
  let channel_group = group.x * 64 + local;
  if (channel_group < 3) {
    let base = slot * 57 + channel_group;
    let tail0_0_v = slots[base];
    let tail0_0 = tail0_0_v.x;
    let tail0_1 = tail0_0_v.y;
    var h0_0: f32 = tail0_0;
    var h0_1: f32 = tail0_1;
    let tail1_0_v = slots[base + 3];
    let tail1_0 = tail1_0_v.x;
    let tail1_1 = tail1_0_v.y;
    var h1_0: f32 = tail1_0;
    var h1_1: f32 = tail1_1;
    let tail2_0_v = slots[base + 6];
    let tail2_0 = tail2_0_v.x;
    let tail2_1 = tail2_0_v.y;
    var h2_0: f32 = tail2_0;
    var h2_1: f32 = tail2_1;
    for (var f = 0; f < fold; f += 1) {
      let record0_v = slots[base + (f + 3) * 3];
      let record0 = record0_v.x;
      let record1 = record0_v.y;
      h0_0 = h1_0;
      h0_1 = h1_1;
      h1_0 = h2_0;
      h1_1 = h2_1;
      h2_0 = record0;
      h2_1 = record1;
    }
    if (fold > 0 && rows <= 16) {
      slots[base] = vec2<f32>(h0_0, h0_1);
      slots[base + 3] = vec2<f32>(h1_0, h1_1);
      slots[base + 6] = vec2<f32>(h2_0, h2_1);
    }
    let w0_0_at = channel_group * 2 * 4;
    let w0_0_word = w[w0_0_at >> 1u];
    let w0_0 = bitcast<f32>((w0_0_word >> u32((w0_0_at & 1) << 4u)) << 16u);
    let w0_1_at = channel_group * 2 * 4 + 1;
    let w0_1_word = w[w0_1_at >> 1u];
    let w0_1 = bitcast<f32>((w0_1_word >> u32((w0_1_at & 1) << 4u)) << 16u);
    let w0_2_at = channel_group * 2 * 4 + 2;
    let w0_2_word = w[w0_2_at >> 1u];
    let w0_2 = bitcast<f32>((w0_2_word >> u32((w0_2_at & 1) << 4u)) << 16u);
    let w0_3_at = channel_group * 2 * 4 + 3;
    let w0_3_word = w[w0_3_at >> 1u];
    let w0_3 = bitcast<f32>((w0_3_word >> u32((w0_3_at & 1) << 4u)) << 16u);
    let w1_0_at = (channel_group * 2 + 1) * 4;
    let w1_0_word = w[w1_0_at >> 1u];
    let w1_0 = bitcast<f32>((w1_0_word >> u32((w1_0_at & 1) << 4u)) << 16u);
    let w1_1_at = (channel_group * 2 + 1) * 4 + 1;
    let w1_1_word = w[w1_1_at >> 1u];
    let w1_1 = bitcast<f32>((w1_1_word >> u32((w1_1_at & 1) << 4u)) << 16u);
    let w1_2_at = (channel_group * 2 + 1) * 4 + 2;
    let w1_2_word = w[w1_2_at >> 1u];
    let w1_2 = bitcast<f32>((w1_2_word >> u32((w1_2_at & 1) << 4u)) << 16u);
    let w1_3_at = (channel_group * 2 + 1) * 4 + 3;
    let w1_3_word = w[w1_3_at >> 1u];
    let w1_3 = bitcast<f32>((w1_3_word >> u32((w1_3_at & 1) << 4u)) << 16u);
    for (var t = 0; t < rows; t += 1) {
      let row = (begin + t) * 3 + channel_group;
      let x_value0_word = x[row];
      let x_value0 = bitcast<f32>(x_value0_word << 16u);
      let x_value1 = bitcast<f32>(x_value0_word & 0xffff0000u);
      let sum0 = 0.0f + h0_0 * w0_0 + h1_0 * w0_1 + h2_0 * w0_2 + x_value0 * w0_3;
      let sum1 = 0.0f + h0_1 * w1_0 + h1_1 * w1_1 + h2_1 * w1_2 + x_value1 * w1_3;
      y[row] = pack_bf16(sum0 / (1.0f + exp(min(-sum0, 80.0f))), sum1 / (1.0f + exp(min(-sum1, 80.0f))));
      h0_0 = h1_0;
      h0_1 = h1_1;
      h1_0 = h2_0;
      h1_1 = h2_1;
      h2_0 = x_value0;
      h2_1 = x_value1;
      if (rows <= 16) {
        slots[base + (t + 3) * 3] = vec2<f32>(x_value0, x_value1);
      }
    }
    if (rows > 16) {
      slots[base] = vec2<f32>(h0_0, h0_1);
      slots[base + 3] = vec2<f32>(h1_0, h1_1);
      slots[base + 6] = vec2<f32>(h2_0, h2_1);
    }
  }
}
