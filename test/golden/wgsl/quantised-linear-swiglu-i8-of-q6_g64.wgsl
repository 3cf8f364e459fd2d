// quantised_linear_66x192_swiglu
// y[tokens, 66] = swiglu((x[tokens, 192] * xScales) wT, integers within a group)
// group.x: 8 groups of 2 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> x_scales: array<f32>;
@group(0) @binding(3) var<storage, read> w: array<i32>;
@group(0) @binding(4) var<storage, read> w2: array<i32>;
@group(0) @binding(5) var<storage, read_write> y: array<vec2<f32>>;
var<workgroup> partial: array<f32, 1024>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let first_row = group.y * 4;
  let tokens = step[0];
  let rows = tokens - first_row;
  let split = local % 8;
  let column = group.x * 8 + local / 8;
  var sum0_0: f32 = 0.0f;
  var sum0_1: f32 = 0.0f;
  var sum0_2: f32 = 0.0f;
  var sum0_3: f32 = 0.0f;
  var sum1_0: f32 = 0.0f;
  var sum1_1: f32 = 0.0f;
  var sum1_2: f32 = 0.0f;
  var sum1_3: f32 = 0.0f;
  var sum2_0: f32 = 0.0f;
  var sum2_1: f32 = 0.0f;
  var sum2_2: f32 = 0.0f;
  var sum2_3: f32 = 0.0f;
  var sum3_0: f32 = 0.0f;
  var sum3_1: f32 = 0.0f;
  var sum3_2: f32 = 0.0f;
  var sum3_3: f32 = 0.0f;
  let n0 = min(column * 2, 65);
  let n1 = min(column * 2 + 1, 65);
  for (var group_of_k = split; group_of_k < 3; group_of_k += 8) {
    var product0_0: i32 = 0;
    var product0_1: i32 = 0;
    var product0_2: i32 = 0;
    var product0_3: i32 = 0;
    var product1_0: i32 = 0;
    var product1_1: i32 = 0;
    var product1_2: i32 = 0;
    var product1_3: i32 = 0;
    var product2_0: i32 = 0;
    var product2_1: i32 = 0;
    var product2_2: i32 = 0;
    var product2_3: i32 = 0;
    var product3_0: i32 = 0;
    var product3_1: i32 = 0;
    var product3_2: i32 = 0;
    var product3_3: i32 = 0;
    for (var run = group_of_k * 8; run < (group_of_k + 1) * 8; run += 1) {
      let w00_at = n0 * 32 + run;
      let w00_low = w[w00_at];
      let w00_high_word = w[(w00_at >> 1u) + 2112];
      let w00_high = w00_high_word >> u32((w00_at & 1) * 16);
      let w00_0 = (((w00_high << 30u) >> 30u) << 4u) | (w00_low & 15);
      let w00_1 = (((w00_high << 28u) >> 30u) << 4u) | ((w00_low >> 4u) & 15);
      let w00_2 = (((w00_high << 26u) >> 30u) << 4u) | ((w00_low >> 8u) & 15);
      let w00_3 = (((w00_high << 24u) >> 30u) << 4u) | ((w00_low >> 12u) & 15);
      let w00_4 = (((w00_high << 22u) >> 30u) << 4u) | ((w00_low >> 16u) & 15);
      let w00_5 = (((w00_high << 20u) >> 30u) << 4u) | ((w00_low >> 20u) & 15);
      let w00_6 = (((w00_high << 18u) >> 30u) << 4u) | ((w00_low >> 24u) & 15);
      let w00_7 = (((w00_high << 16u) >> 30u) << 4u) | ((w00_low >> 28u) & 15);
      let w01_at = n1 * 32 + run;
      let w01_low = w[w01_at];
      let w01_high_word = w[(w01_at >> 1u) + 2112];
      let w01_high = w01_high_word >> u32((w01_at & 1) * 16);
      let w01_0 = (((w01_high << 30u) >> 30u) << 4u) | (w01_low & 15);
      let w01_1 = (((w01_high << 28u) >> 30u) << 4u) | ((w01_low >> 4u) & 15);
      let w01_2 = (((w01_high << 26u) >> 30u) << 4u) | ((w01_low >> 8u) & 15);
      let w01_3 = (((w01_high << 24u) >> 30u) << 4u) | ((w01_low >> 12u) & 15);
      let w01_4 = (((w01_high << 22u) >> 30u) << 4u) | ((w01_low >> 16u) & 15);
      let w01_5 = (((w01_high << 20u) >> 30u) << 4u) | ((w01_low >> 20u) & 15);
      let w01_6 = (((w01_high << 18u) >> 30u) << 4u) | ((w01_low >> 24u) & 15);
      let w01_7 = (((w01_high << 16u) >> 30u) << 4u) | ((w01_low >> 28u) & 15);
      let w10_at = n0 * 32 + run;
      let w10_low = w2[w10_at];
      let w10_high_word = w2[(w10_at >> 1u) + 2112];
      let w10_high = w10_high_word >> u32((w10_at & 1) * 16);
      let w10_0 = (((w10_high << 30u) >> 30u) << 4u) | (w10_low & 15);
      let w10_1 = (((w10_high << 28u) >> 30u) << 4u) | ((w10_low >> 4u) & 15);
      let w10_2 = (((w10_high << 26u) >> 30u) << 4u) | ((w10_low >> 8u) & 15);
      let w10_3 = (((w10_high << 24u) >> 30u) << 4u) | ((w10_low >> 12u) & 15);
      let w10_4 = (((w10_high << 22u) >> 30u) << 4u) | ((w10_low >> 16u) & 15);
      let w10_5 = (((w10_high << 20u) >> 30u) << 4u) | ((w10_low >> 20u) & 15);
      let w10_6 = (((w10_high << 18u) >> 30u) << 4u) | ((w10_low >> 24u) & 15);
      let w10_7 = (((w10_high << 16u) >> 30u) << 4u) | ((w10_low >> 28u) & 15);
      let w11_at = n1 * 32 + run;
      let w11_low = w2[w11_at];
      let w11_high_word = w2[(w11_at >> 1u) + 2112];
      let w11_high = w11_high_word >> u32((w11_at & 1) * 16);
      let w11_0 = (((w11_high << 30u) >> 30u) << 4u) | (w11_low & 15);
      let w11_1 = (((w11_high << 28u) >> 30u) << 4u) | ((w11_low >> 4u) & 15);
      let w11_2 = (((w11_high << 26u) >> 30u) << 4u) | ((w11_low >> 8u) & 15);
      let w11_3 = (((w11_high << 24u) >> 30u) << 4u) | ((w11_low >> 12u) & 15);
      let w11_4 = (((w11_high << 22u) >> 30u) << 4u) | ((w11_low >> 16u) & 15);
      let w11_5 = (((w11_high << 20u) >> 30u) << 4u) | ((w11_low >> 20u) & 15);
      let w11_6 = (((w11_high << 18u) >> 30u) << 4u) | ((w11_low >> 24u) & 15);
      let w11_7 = (((w11_high << 16u) >> 30u) << 4u) | ((w11_low >> 28u) & 15);
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
        product0_1 = product0_1 + w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3 + w01_4 * x0_4 + w01_5 * x0_5 + w01_6 * x0_6 + w01_7 * x0_7;
        product0_2 = product0_2 + w10_0 * x0_0 + w10_1 * x0_1 + w10_2 * x0_2 + w10_3 * x0_3 + w10_4 * x0_4 + w10_5 * x0_5 + w10_6 * x0_6 + w10_7 * x0_7;
        product0_3 = product0_3 + w11_0 * x0_0 + w11_1 * x0_1 + w11_2 * x0_2 + w11_3 * x0_3 + w11_4 * x0_4 + w11_5 * x0_5 + w11_6 * x0_6 + w11_7 * x0_7;
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
        product1_1 = product1_1 + w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3 + w01_4 * x1_4 + w01_5 * x1_5 + w01_6 * x1_6 + w01_7 * x1_7;
        product1_2 = product1_2 + w10_0 * x1_0 + w10_1 * x1_1 + w10_2 * x1_2 + w10_3 * x1_3 + w10_4 * x1_4 + w10_5 * x1_5 + w10_6 * x1_6 + w10_7 * x1_7;
        product1_3 = product1_3 + w11_0 * x1_0 + w11_1 * x1_1 + w11_2 * x1_2 + w11_3 * x1_3 + w11_4 * x1_4 + w11_5 * x1_5 + w11_6 * x1_6 + w11_7 * x1_7;
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
        product2_1 = product2_1 + w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3 + w01_4 * x2_4 + w01_5 * x2_5 + w01_6 * x2_6 + w01_7 * x2_7;
        product2_2 = product2_2 + w10_0 * x2_0 + w10_1 * x2_1 + w10_2 * x2_2 + w10_3 * x2_3 + w10_4 * x2_4 + w10_5 * x2_5 + w10_6 * x2_6 + w10_7 * x2_7;
        product2_3 = product2_3 + w11_0 * x2_0 + w11_1 * x2_1 + w11_2 * x2_2 + w11_3 * x2_3 + w11_4 * x2_4 + w11_5 * x2_5 + w11_6 * x2_6 + w11_7 * x2_7;
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
        product3_1 = product3_1 + w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3 + w01_4 * x3_4 + w01_5 * x3_5 + w01_6 * x3_6 + w01_7 * x3_7;
        product3_2 = product3_2 + w10_0 * x3_0 + w10_1 * x3_1 + w10_2 * x3_2 + w10_3 * x3_3 + w10_4 * x3_4 + w10_5 * x3_5 + w10_6 * x3_6 + w10_7 * x3_7;
        product3_3 = product3_3 + w11_0 * x3_0 + w11_1 * x3_1 + w11_2 * x3_2 + w11_3 * x3_3 + w11_4 * x3_4 + w11_5 * x3_5 + w11_6 * x3_6 + w11_7 * x3_7;
      }
    }
    let w00_scale_at = n0 * 4 + group_of_k;
    let w00_scale_word = w[(w00_scale_at >> 1u) + 3200];
    let w00_scale = unpack2x16float(bitcast<u32>(w00_scale_word >> u32((w00_scale_at & 1) * 16))).x;
    let w01_scale_at = n1 * 4 + group_of_k;
    let w01_scale_word = w[(w01_scale_at >> 1u) + 3200];
    let w01_scale = unpack2x16float(bitcast<u32>(w01_scale_word >> u32((w01_scale_at & 1) * 16))).x;
    let w10_scale_at = n0 * 4 + group_of_k;
    let w10_scale_word = w2[(w10_scale_at >> 1u) + 3200];
    let w10_scale = unpack2x16float(bitcast<u32>(w10_scale_word >> u32((w10_scale_at & 1) * 16))).x;
    let w11_scale_at = n1 * 4 + group_of_k;
    let w11_scale_word = w2[(w11_scale_at >> 1u) + 3200];
    let w11_scale = unpack2x16float(bitcast<u32>(w11_scale_word >> u32((w11_scale_at & 1) * 16))).x;
    if (rows > 0) {
      let x0_scale = x_scales[first_row * 3 + group_of_k];
      sum0_0 += f32(product0_0) * (x0_scale * w00_scale);
      sum0_1 += f32(product0_1) * (x0_scale * w01_scale);
      sum0_2 += f32(product0_2) * (x0_scale * w10_scale);
      sum0_3 += f32(product0_3) * (x0_scale * w11_scale);
    }
    if (rows > 1) {
      let x1_scale = x_scales[(first_row + 1) * 3 + group_of_k];
      sum1_0 += f32(product1_0) * (x1_scale * w00_scale);
      sum1_1 += f32(product1_1) * (x1_scale * w01_scale);
      sum1_2 += f32(product1_2) * (x1_scale * w10_scale);
      sum1_3 += f32(product1_3) * (x1_scale * w11_scale);
    }
    if (rows > 2) {
      let x2_scale = x_scales[(first_row + 2) * 3 + group_of_k];
      sum2_0 += f32(product2_0) * (x2_scale * w00_scale);
      sum2_1 += f32(product2_1) * (x2_scale * w01_scale);
      sum2_2 += f32(product2_2) * (x2_scale * w10_scale);
      sum2_3 += f32(product2_3) * (x2_scale * w11_scale);
    }
    if (rows > 3) {
      let x3_scale = x_scales[(first_row + 3) * 3 + group_of_k];
      sum3_0 += f32(product3_0) * (x3_scale * w00_scale);
      sum3_1 += f32(product3_1) * (x3_scale * w01_scale);
      sum3_2 += f32(product3_2) * (x3_scale * w10_scale);
      sum3_3 += f32(product3_3) * (x3_scale * w11_scale);
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum0_1;
  partial[128 + local] = sum0_2;
  partial[192 + local] = sum0_3;
  partial[256 + local] = sum1_0;
  partial[320 + local] = sum1_1;
  partial[384 + local] = sum1_2;
  partial[448 + local] = sum1_3;
  partial[512 + local] = sum2_0;
  partial[576 + local] = sum2_1;
  partial[640 + local] = sum2_2;
  partial[704 + local] = sum2_3;
  partial[768 + local] = sum3_0;
  partial[832 + local] = sum3_1;
  partial[896 + local] = sum3_2;
  partial[960 + local] = sum3_3;
  workgroupBarrier();
  let row = local / 8;
  let group_of_row = local % 8;
  let target_group = group.x * 8 + group_of_row;
  if (row < 4 && row < rows && target_group < 33) {
    let base0 = row * 4 * 64 + group_of_row * 8;
    let part0_0 = partial[base0];
    let part0_1 = partial[base0 + 1];
    let part0_2 = partial[base0 + 2];
    let part0_3 = partial[base0 + 3];
    let part0_4 = partial[base0 + 4];
    let part0_5 = partial[base0 + 5];
    let part0_6 = partial[base0 + 6];
    let part0_7 = partial[base0 + 7];
    let total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    let base1 = (row * 4 + 1) * 64 + group_of_row * 8;
    let part1_0 = partial[base1];
    let part1_1 = partial[base1 + 1];
    let part1_2 = partial[base1 + 2];
    let part1_3 = partial[base1 + 3];
    let part1_4 = partial[base1 + 4];
    let part1_5 = partial[base1 + 5];
    let part1_6 = partial[base1 + 6];
    let part1_7 = partial[base1 + 7];
    let total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
    let base2 = (row * 4 + 2) * 64 + group_of_row * 8;
    let part2_0 = partial[base2];
    let part2_1 = partial[base2 + 1];
    let part2_2 = partial[base2 + 2];
    let part2_3 = partial[base2 + 3];
    let part2_4 = partial[base2 + 4];
    let part2_5 = partial[base2 + 5];
    let part2_6 = partial[base2 + 6];
    let part2_7 = partial[base2 + 7];
    let total2 = part2_0 + part2_1 + part2_2 + part2_3 + part2_4 + part2_5 + part2_6 + part2_7;
    let base3 = (row * 4 + 3) * 64 + group_of_row * 8;
    let part3_0 = partial[base3];
    let part3_1 = partial[base3 + 1];
    let part3_2 = partial[base3 + 2];
    let part3_3 = partial[base3 + 3];
    let part3_4 = partial[base3 + 4];
    let part3_5 = partial[base3 + 5];
    let part3_6 = partial[base3 + 6];
    let part3_7 = partial[base3 + 7];
    let total3 = part3_0 + part3_1 + part3_2 + part3_3 + part3_4 + part3_5 + part3_6 + part3_7;
    let y_row = first_row + row;
    y[y_row * 33 + target_group] = vec2<f32>((total0 / (1.0f + exp(min(-total0, 80.0f)))) * total2, (total1 / (1.0f + exp(min(-total1, 80.0f)))) * total3);
  }
}
