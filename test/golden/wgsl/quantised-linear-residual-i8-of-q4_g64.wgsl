// quantised_linear_5x129_residual
// y[tokens, 5] = residual((x[tokens, 129] * xScales) wT, integers within a group)
// group.x: 8 groups of 1 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> x_scales: array<f32>;
@group(0) @binding(3) var<storage, read> w: array<i32>;
@group(0) @binding(4) var<storage, read> residual: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;
var<workgroup> partial: array<f32, 512>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let first_row = group.y * 8;
  let tokens = step[0];
  let rows = tokens - first_row;
  let split = local % 8;
  let column = group.x * 8 + local / 8;
  var sum0_0: f32 = 0.0f;
  var sum1_0: f32 = 0.0f;
  var sum2_0: f32 = 0.0f;
  var sum3_0: f32 = 0.0f;
  var sum4_0: f32 = 0.0f;
  var sum5_0: f32 = 0.0f;
  var sum6_0: f32 = 0.0f;
  var sum7_0: f32 = 0.0f;
  let n0 = min(column, 4);
  for (var group_of_k = split; group_of_k < 3; group_of_k += 8) {
    var product0_0: i32 = 0;
    var product1_0: i32 = 0;
    var product2_0: i32 = 0;
    var product3_0: i32 = 0;
    var product4_0: i32 = 0;
    var product5_0: i32 = 0;
    var product6_0: i32 = 0;
    var product7_0: i32 = 0;
    for (var run = group_of_k * 8; run < (group_of_k + 1) * 8; run += 1) {
      let w00_codes = w[n0 * 32 + run];
      let w00_0 = (w00_codes << 28u) >> 28u;
      let w00_1 = (w00_codes << 24u) >> 28u;
      let w00_2 = (w00_codes << 20u) >> 28u;
      let w00_3 = (w00_codes << 16u) >> 28u;
      let w00_4 = (w00_codes << 12u) >> 28u;
      let w00_5 = (w00_codes << 8u) >> 28u;
      let w00_6 = (w00_codes << 4u) >> 28u;
      let w00_7 = w00_codes >> 28u;
      if (rows > 0) {
        let x0_0_word_v = x[first_row * 24 + run];
        let x0_0_word = x0_0_word_v.x;
        let x0_4_word = x0_0_word_v.y;
        let x0_0 = (bitcast<i32>(x0_0_word) << 24u) >> 24u;
        let x0_1 = (bitcast<i32>(x0_0_word >> 8u) << 24u) >> 24u;
        let x0_2 = (bitcast<i32>(x0_0_word >> 16u) << 24u) >> 24u;
        let x0_3 = (bitcast<i32>(x0_0_word >> 24u) << 24u) >> 24u;
        let x0_4 = (bitcast<i32>(x0_4_word) << 24u) >> 24u;
        let x0_5 = (bitcast<i32>(x0_4_word >> 8u) << 24u) >> 24u;
        let x0_6 = (bitcast<i32>(x0_4_word >> 16u) << 24u) >> 24u;
        let x0_7 = (bitcast<i32>(x0_4_word >> 24u) << 24u) >> 24u;
        product0_0 = product0_0 + w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3 + w00_4 * x0_4 + w00_5 * x0_5 + w00_6 * x0_6 + w00_7 * x0_7;
      }
      if (rows > 1) {
        let x1_0_word_v = x[(first_row + 1) * 24 + run];
        let x1_0_word = x1_0_word_v.x;
        let x1_4_word = x1_0_word_v.y;
        let x1_0 = (bitcast<i32>(x1_0_word) << 24u) >> 24u;
        let x1_1 = (bitcast<i32>(x1_0_word >> 8u) << 24u) >> 24u;
        let x1_2 = (bitcast<i32>(x1_0_word >> 16u) << 24u) >> 24u;
        let x1_3 = (bitcast<i32>(x1_0_word >> 24u) << 24u) >> 24u;
        let x1_4 = (bitcast<i32>(x1_4_word) << 24u) >> 24u;
        let x1_5 = (bitcast<i32>(x1_4_word >> 8u) << 24u) >> 24u;
        let x1_6 = (bitcast<i32>(x1_4_word >> 16u) << 24u) >> 24u;
        let x1_7 = (bitcast<i32>(x1_4_word >> 24u) << 24u) >> 24u;
        product1_0 = product1_0 + w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3 + w00_4 * x1_4 + w00_5 * x1_5 + w00_6 * x1_6 + w00_7 * x1_7;
      }
      if (rows > 2) {
        let x2_0_word_v = x[(first_row + 2) * 24 + run];
        let x2_0_word = x2_0_word_v.x;
        let x2_4_word = x2_0_word_v.y;
        let x2_0 = (bitcast<i32>(x2_0_word) << 24u) >> 24u;
        let x2_1 = (bitcast<i32>(x2_0_word >> 8u) << 24u) >> 24u;
        let x2_2 = (bitcast<i32>(x2_0_word >> 16u) << 24u) >> 24u;
        let x2_3 = (bitcast<i32>(x2_0_word >> 24u) << 24u) >> 24u;
        let x2_4 = (bitcast<i32>(x2_4_word) << 24u) >> 24u;
        let x2_5 = (bitcast<i32>(x2_4_word >> 8u) << 24u) >> 24u;
        let x2_6 = (bitcast<i32>(x2_4_word >> 16u) << 24u) >> 24u;
        let x2_7 = (bitcast<i32>(x2_4_word >> 24u) << 24u) >> 24u;
        product2_0 = product2_0 + w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3 + w00_4 * x2_4 + w00_5 * x2_5 + w00_6 * x2_6 + w00_7 * x2_7;
      }
      if (rows > 3) {
        let x3_0_word_v = x[(first_row + 3) * 24 + run];
        let x3_0_word = x3_0_word_v.x;
        let x3_4_word = x3_0_word_v.y;
        let x3_0 = (bitcast<i32>(x3_0_word) << 24u) >> 24u;
        let x3_1 = (bitcast<i32>(x3_0_word >> 8u) << 24u) >> 24u;
        let x3_2 = (bitcast<i32>(x3_0_word >> 16u) << 24u) >> 24u;
        let x3_3 = (bitcast<i32>(x3_0_word >> 24u) << 24u) >> 24u;
        let x3_4 = (bitcast<i32>(x3_4_word) << 24u) >> 24u;
        let x3_5 = (bitcast<i32>(x3_4_word >> 8u) << 24u) >> 24u;
        let x3_6 = (bitcast<i32>(x3_4_word >> 16u) << 24u) >> 24u;
        let x3_7 = (bitcast<i32>(x3_4_word >> 24u) << 24u) >> 24u;
        product3_0 = product3_0 + w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3 + w00_4 * x3_4 + w00_5 * x3_5 + w00_6 * x3_6 + w00_7 * x3_7;
      }
      if (rows > 4) {
        let x4_0_word_v = x[(first_row + 4) * 24 + run];
        let x4_0_word = x4_0_word_v.x;
        let x4_4_word = x4_0_word_v.y;
        let x4_0 = (bitcast<i32>(x4_0_word) << 24u) >> 24u;
        let x4_1 = (bitcast<i32>(x4_0_word >> 8u) << 24u) >> 24u;
        let x4_2 = (bitcast<i32>(x4_0_word >> 16u) << 24u) >> 24u;
        let x4_3 = (bitcast<i32>(x4_0_word >> 24u) << 24u) >> 24u;
        let x4_4 = (bitcast<i32>(x4_4_word) << 24u) >> 24u;
        let x4_5 = (bitcast<i32>(x4_4_word >> 8u) << 24u) >> 24u;
        let x4_6 = (bitcast<i32>(x4_4_word >> 16u) << 24u) >> 24u;
        let x4_7 = (bitcast<i32>(x4_4_word >> 24u) << 24u) >> 24u;
        product4_0 = product4_0 + w00_0 * x4_0 + w00_1 * x4_1 + w00_2 * x4_2 + w00_3 * x4_3 + w00_4 * x4_4 + w00_5 * x4_5 + w00_6 * x4_6 + w00_7 * x4_7;
      }
      if (rows > 5) {
        let x5_0_word_v = x[(first_row + 5) * 24 + run];
        let x5_0_word = x5_0_word_v.x;
        let x5_4_word = x5_0_word_v.y;
        let x5_0 = (bitcast<i32>(x5_0_word) << 24u) >> 24u;
        let x5_1 = (bitcast<i32>(x5_0_word >> 8u) << 24u) >> 24u;
        let x5_2 = (bitcast<i32>(x5_0_word >> 16u) << 24u) >> 24u;
        let x5_3 = (bitcast<i32>(x5_0_word >> 24u) << 24u) >> 24u;
        let x5_4 = (bitcast<i32>(x5_4_word) << 24u) >> 24u;
        let x5_5 = (bitcast<i32>(x5_4_word >> 8u) << 24u) >> 24u;
        let x5_6 = (bitcast<i32>(x5_4_word >> 16u) << 24u) >> 24u;
        let x5_7 = (bitcast<i32>(x5_4_word >> 24u) << 24u) >> 24u;
        product5_0 = product5_0 + w00_0 * x5_0 + w00_1 * x5_1 + w00_2 * x5_2 + w00_3 * x5_3 + w00_4 * x5_4 + w00_5 * x5_5 + w00_6 * x5_6 + w00_7 * x5_7;
      }
      if (rows > 6) {
        let x6_0_word_v = x[(first_row + 6) * 24 + run];
        let x6_0_word = x6_0_word_v.x;
        let x6_4_word = x6_0_word_v.y;
        let x6_0 = (bitcast<i32>(x6_0_word) << 24u) >> 24u;
        let x6_1 = (bitcast<i32>(x6_0_word >> 8u) << 24u) >> 24u;
        let x6_2 = (bitcast<i32>(x6_0_word >> 16u) << 24u) >> 24u;
        let x6_3 = (bitcast<i32>(x6_0_word >> 24u) << 24u) >> 24u;
        let x6_4 = (bitcast<i32>(x6_4_word) << 24u) >> 24u;
        let x6_5 = (bitcast<i32>(x6_4_word >> 8u) << 24u) >> 24u;
        let x6_6 = (bitcast<i32>(x6_4_word >> 16u) << 24u) >> 24u;
        let x6_7 = (bitcast<i32>(x6_4_word >> 24u) << 24u) >> 24u;
        product6_0 = product6_0 + w00_0 * x6_0 + w00_1 * x6_1 + w00_2 * x6_2 + w00_3 * x6_3 + w00_4 * x6_4 + w00_5 * x6_5 + w00_6 * x6_6 + w00_7 * x6_7;
      }
      if (rows > 7) {
        let x7_0_word_v = x[(first_row + 7) * 24 + run];
        let x7_0_word = x7_0_word_v.x;
        let x7_4_word = x7_0_word_v.y;
        let x7_0 = (bitcast<i32>(x7_0_word) << 24u) >> 24u;
        let x7_1 = (bitcast<i32>(x7_0_word >> 8u) << 24u) >> 24u;
        let x7_2 = (bitcast<i32>(x7_0_word >> 16u) << 24u) >> 24u;
        let x7_3 = (bitcast<i32>(x7_0_word >> 24u) << 24u) >> 24u;
        let x7_4 = (bitcast<i32>(x7_4_word) << 24u) >> 24u;
        let x7_5 = (bitcast<i32>(x7_4_word >> 8u) << 24u) >> 24u;
        let x7_6 = (bitcast<i32>(x7_4_word >> 16u) << 24u) >> 24u;
        let x7_7 = (bitcast<i32>(x7_4_word >> 24u) << 24u) >> 24u;
        product7_0 = product7_0 + w00_0 * x7_0 + w00_1 * x7_1 + w00_2 * x7_2 + w00_3 * x7_3 + w00_4 * x7_4 + w00_5 * x7_5 + w00_6 * x7_6 + w00_7 * x7_7;
      }
    }
    let w00_scale_at = n0 * 4 + group_of_k;
    let w00_scale_word = w[(w00_scale_at >> 1u) + 192];
    let w00_scale = unpack2x16float(bitcast<u32>(w00_scale_word >> u32((w00_scale_at & 1) * 16))).x;
    if (rows > 0) {
      let x0_scale = x_scales[first_row * 3 + group_of_k];
      sum0_0 += f32(product0_0) * (x0_scale * w00_scale);
    }
    if (rows > 1) {
      let x1_scale = x_scales[(first_row + 1) * 3 + group_of_k];
      sum1_0 += f32(product1_0) * (x1_scale * w00_scale);
    }
    if (rows > 2) {
      let x2_scale = x_scales[(first_row + 2) * 3 + group_of_k];
      sum2_0 += f32(product2_0) * (x2_scale * w00_scale);
    }
    if (rows > 3) {
      let x3_scale = x_scales[(first_row + 3) * 3 + group_of_k];
      sum3_0 += f32(product3_0) * (x3_scale * w00_scale);
    }
    if (rows > 4) {
      let x4_scale = x_scales[(first_row + 4) * 3 + group_of_k];
      sum4_0 += f32(product4_0) * (x4_scale * w00_scale);
    }
    if (rows > 5) {
      let x5_scale = x_scales[(first_row + 5) * 3 + group_of_k];
      sum5_0 += f32(product5_0) * (x5_scale * w00_scale);
    }
    if (rows > 6) {
      let x6_scale = x_scales[(first_row + 6) * 3 + group_of_k];
      sum6_0 += f32(product6_0) * (x6_scale * w00_scale);
    }
    if (rows > 7) {
      let x7_scale = x_scales[(first_row + 7) * 3 + group_of_k];
      sum7_0 += f32(product7_0) * (x7_scale * w00_scale);
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum1_0;
  partial[128 + local] = sum2_0;
  partial[192 + local] = sum3_0;
  partial[256 + local] = sum4_0;
  partial[320 + local] = sum5_0;
  partial[384 + local] = sum6_0;
  partial[448 + local] = sum7_0;
  workgroupBarrier();
  let row = local / 8;
  let group_of_row = local % 8;
  let target_group = group.x * 8 + group_of_row;
  if (row < 8 && row < rows && target_group < 5) {
    let base0 = row * 64 + group_of_row * 8;
    let part0_0 = partial[base0];
    let part0_1 = partial[base0 + 1];
    let part0_2 = partial[base0 + 2];
    let part0_3 = partial[base0 + 3];
    let part0_4 = partial[base0 + 4];
    let part0_5 = partial[base0 + 5];
    let part0_6 = partial[base0 + 6];
    let part0_7 = partial[base0 + 7];
    let total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    let y_row = first_row + row;
    let before = residual[y_row * 5 + target_group];
    y[y_row * 5 + target_group] = before + total0;
  }
}
