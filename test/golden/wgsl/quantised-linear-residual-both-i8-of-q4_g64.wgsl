// quantised_linear_36x128_residual
// y[tokens, 36] = residual((x[tokens, 128] * xScales) wT, integers within a group)
// group.x: 16 groups of 4 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> x_scales: array<f32>;
@group(0) @binding(3) var<storage, read> w: array<i32>;
@group(0) @binding(4) var<storage, read> residual: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> codes: array<u32>;
@group(0) @binding(7) var<storage, read_write> scales: array<f32>;
var<workgroup> peaks: array<i32, 128>;
var<workgroup> partial: array<f32, 2048>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let first_row = group.y * 4;
  let tokens = step[0];
  let rows = tokens - first_row;
  let split = local % 8;
  let column = group.x * 16 + local / 8;
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
  let n0 = min(column * 4, 35);
  let n1 = min(column * 4 + 1, 35);
  let n2 = min(column * 4 + 2, 35);
  let n3 = min(column * 4 + 3, 35);
  for (var group_of_k = split; group_of_k < 2; group_of_k += 8) {
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
      let w00_codes = w[n0 * 16 + run];
      let w00_0 = (w00_codes << 28u) >> 28u;
      let w00_1 = (w00_codes << 24u) >> 28u;
      let w00_2 = (w00_codes << 20u) >> 28u;
      let w00_3 = (w00_codes << 16u) >> 28u;
      let w00_4 = (w00_codes << 12u) >> 28u;
      let w00_5 = (w00_codes << 8u) >> 28u;
      let w00_6 = (w00_codes << 4u) >> 28u;
      let w00_7 = w00_codes >> 28u;
      let w01_codes = w[n1 * 16 + run];
      let w01_0 = (w01_codes << 28u) >> 28u;
      let w01_1 = (w01_codes << 24u) >> 28u;
      let w01_2 = (w01_codes << 20u) >> 28u;
      let w01_3 = (w01_codes << 16u) >> 28u;
      let w01_4 = (w01_codes << 12u) >> 28u;
      let w01_5 = (w01_codes << 8u) >> 28u;
      let w01_6 = (w01_codes << 4u) >> 28u;
      let w01_7 = w01_codes >> 28u;
      let w02_codes = w[n2 * 16 + run];
      let w02_0 = (w02_codes << 28u) >> 28u;
      let w02_1 = (w02_codes << 24u) >> 28u;
      let w02_2 = (w02_codes << 20u) >> 28u;
      let w02_3 = (w02_codes << 16u) >> 28u;
      let w02_4 = (w02_codes << 12u) >> 28u;
      let w02_5 = (w02_codes << 8u) >> 28u;
      let w02_6 = (w02_codes << 4u) >> 28u;
      let w02_7 = w02_codes >> 28u;
      let w03_codes = w[n3 * 16 + run];
      let w03_0 = (w03_codes << 28u) >> 28u;
      let w03_1 = (w03_codes << 24u) >> 28u;
      let w03_2 = (w03_codes << 20u) >> 28u;
      let w03_3 = (w03_codes << 16u) >> 28u;
      let w03_4 = (w03_codes << 12u) >> 28u;
      let w03_5 = (w03_codes << 8u) >> 28u;
      let w03_6 = (w03_codes << 4u) >> 28u;
      let w03_7 = w03_codes >> 28u;
      if (rows > 0) {
        let x0_0_word_v = x[first_row * 16 + run];
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
        product0_2 = product0_2 + w02_0 * x0_0 + w02_1 * x0_1 + w02_2 * x0_2 + w02_3 * x0_3 + w02_4 * x0_4 + w02_5 * x0_5 + w02_6 * x0_6 + w02_7 * x0_7;
        product0_3 = product0_3 + w03_0 * x0_0 + w03_1 * x0_1 + w03_2 * x0_2 + w03_3 * x0_3 + w03_4 * x0_4 + w03_5 * x0_5 + w03_6 * x0_6 + w03_7 * x0_7;
      }
      if (rows > 1) {
        let x1_0_word_v = x[(first_row + 1) * 16 + run];
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
        product1_2 = product1_2 + w02_0 * x1_0 + w02_1 * x1_1 + w02_2 * x1_2 + w02_3 * x1_3 + w02_4 * x1_4 + w02_5 * x1_5 + w02_6 * x1_6 + w02_7 * x1_7;
        product1_3 = product1_3 + w03_0 * x1_0 + w03_1 * x1_1 + w03_2 * x1_2 + w03_3 * x1_3 + w03_4 * x1_4 + w03_5 * x1_5 + w03_6 * x1_6 + w03_7 * x1_7;
      }
      if (rows > 2) {
        let x2_0_word_v = x[(first_row + 2) * 16 + run];
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
        product2_2 = product2_2 + w02_0 * x2_0 + w02_1 * x2_1 + w02_2 * x2_2 + w02_3 * x2_3 + w02_4 * x2_4 + w02_5 * x2_5 + w02_6 * x2_6 + w02_7 * x2_7;
        product2_3 = product2_3 + w03_0 * x2_0 + w03_1 * x2_1 + w03_2 * x2_2 + w03_3 * x2_3 + w03_4 * x2_4 + w03_5 * x2_5 + w03_6 * x2_6 + w03_7 * x2_7;
      }
      if (rows > 3) {
        let x3_0_word_v = x[(first_row + 3) * 16 + run];
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
        product3_2 = product3_2 + w02_0 * x3_0 + w02_1 * x3_1 + w02_2 * x3_2 + w02_3 * x3_3 + w02_4 * x3_4 + w02_5 * x3_5 + w02_6 * x3_6 + w02_7 * x3_7;
        product3_3 = product3_3 + w03_0 * x3_0 + w03_1 * x3_1 + w03_2 * x3_2 + w03_3 * x3_3 + w03_4 * x3_4 + w03_5 * x3_5 + w03_6 * x3_6 + w03_7 * x3_7;
      }
    }
    let w00_scale_at = n0 * 2 + group_of_k;
    let w00_scale_word = w[(w00_scale_at >> 1u) + 576];
    let w00_scale = unpack2x16float(bitcast<u32>(w00_scale_word >> u32((w00_scale_at & 1) * 16))).x;
    let w01_scale_at = n1 * 2 + group_of_k;
    let w01_scale_word = w[(w01_scale_at >> 1u) + 576];
    let w01_scale = unpack2x16float(bitcast<u32>(w01_scale_word >> u32((w01_scale_at & 1) * 16))).x;
    let w02_scale_at = n2 * 2 + group_of_k;
    let w02_scale_word = w[(w02_scale_at >> 1u) + 576];
    let w02_scale = unpack2x16float(bitcast<u32>(w02_scale_word >> u32((w02_scale_at & 1) * 16))).x;
    let w03_scale_at = n3 * 2 + group_of_k;
    let w03_scale_word = w[(w03_scale_at >> 1u) + 576];
    let w03_scale = unpack2x16float(bitcast<u32>(w03_scale_word >> u32((w03_scale_at & 1) * 16))).x;
    if (rows > 0) {
      let x0_scale = x_scales[first_row * 2 + group_of_k];
      sum0_0 += f32(product0_0) * (x0_scale * w00_scale);
      sum0_1 += f32(product0_1) * (x0_scale * w01_scale);
      sum0_2 += f32(product0_2) * (x0_scale * w02_scale);
      sum0_3 += f32(product0_3) * (x0_scale * w03_scale);
    }
    if (rows > 1) {
      let x1_scale = x_scales[(first_row + 1) * 2 + group_of_k];
      sum1_0 += f32(product1_0) * (x1_scale * w00_scale);
      sum1_1 += f32(product1_1) * (x1_scale * w01_scale);
      sum1_2 += f32(product1_2) * (x1_scale * w02_scale);
      sum1_3 += f32(product1_3) * (x1_scale * w03_scale);
    }
    if (rows > 2) {
      let x2_scale = x_scales[(first_row + 2) * 2 + group_of_k];
      sum2_0 += f32(product2_0) * (x2_scale * w00_scale);
      sum2_1 += f32(product2_1) * (x2_scale * w01_scale);
      sum2_2 += f32(product2_2) * (x2_scale * w02_scale);
      sum2_3 += f32(product2_3) * (x2_scale * w03_scale);
    }
    if (rows > 3) {
      let x3_scale = x_scales[(first_row + 3) * 2 + group_of_k];
      sum3_0 += f32(product3_0) * (x3_scale * w00_scale);
      sum3_1 += f32(product3_1) * (x3_scale * w01_scale);
      sum3_2 += f32(product3_2) * (x3_scale * w02_scale);
      sum3_3 += f32(product3_3) * (x3_scale * w03_scale);
    }
  }
  let row = local / 16;
  let group_of_row = local % 16;
  let target_group = group.x * 16 + group_of_row;
  let safe_row = min(row, min(rows, 4) - 1);
  partial[local] = sum0_0;
  partial[128 + local] = sum0_1;
  partial[256 + local] = sum0_2;
  partial[384 + local] = sum0_3;
  partial[512 + local] = sum1_0;
  partial[640 + local] = sum1_1;
  partial[768 + local] = sum1_2;
  partial[896 + local] = sum1_3;
  partial[1024 + local] = sum2_0;
  partial[1152 + local] = sum2_1;
  partial[1280 + local] = sum2_2;
  partial[1408 + local] = sum2_3;
  partial[1536 + local] = sum3_0;
  partial[1664 + local] = sum3_1;
  partial[1792 + local] = sum3_2;
  partial[1920 + local] = sum3_3;
  workgroupBarrier();
  let base0 = safe_row * 4 * 128 + group_of_row * 8;
  let part0_0 = partial[base0];
  let part0_1 = partial[base0 + 1];
  let part0_2 = partial[base0 + 2];
  let part0_3 = partial[base0 + 3];
  let part0_4 = partial[base0 + 4];
  let part0_5 = partial[base0 + 5];
  let part0_6 = partial[base0 + 6];
  let part0_7 = partial[base0 + 7];
  let total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
  let base1 = (safe_row * 4 + 1) * 128 + group_of_row * 8;
  let part1_0 = partial[base1];
  let part1_1 = partial[base1 + 1];
  let part1_2 = partial[base1 + 2];
  let part1_3 = partial[base1 + 3];
  let part1_4 = partial[base1 + 4];
  let part1_5 = partial[base1 + 5];
  let part1_6 = partial[base1 + 6];
  let part1_7 = partial[base1 + 7];
  let total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
  let base2 = (safe_row * 4 + 2) * 128 + group_of_row * 8;
  let part2_0 = partial[base2];
  let part2_1 = partial[base2 + 1];
  let part2_2 = partial[base2 + 2];
  let part2_3 = partial[base2 + 3];
  let part2_4 = partial[base2 + 4];
  let part2_5 = partial[base2 + 5];
  let part2_6 = partial[base2 + 6];
  let part2_7 = partial[base2 + 7];
  let total2 = part2_0 + part2_1 + part2_2 + part2_3 + part2_4 + part2_5 + part2_6 + part2_7;
  let base3 = (safe_row * 4 + 3) * 128 + group_of_row * 8;
  let part3_0 = partial[base3];
  let part3_1 = partial[base3 + 1];
  let part3_2 = partial[base3 + 2];
  let part3_3 = partial[base3 + 3];
  let part3_4 = partial[base3 + 4];
  let part3_5 = partial[base3 + 5];
  let part3_6 = partial[base3 + 6];
  let part3_7 = partial[base3 + 7];
  let total3 = part3_0 + part3_1 + part3_2 + part3_3 + part3_4 + part3_5 + part3_6 + part3_7;
  let y_row = first_row + safe_row;
  let has_row = row < 4 && row < rows;
  let inside0 = target_group < 9;
  let safe0 = min(target_group, 8);
  let before0_v = residual[y_row * 9 + safe0];
  let before0 = before0_v.x;
  let before1 = before0_v.y;
  let before2 = before0_v.z;
  let before3 = before0_v.w;
  let value0 = before0 + total0;
  let value1 = before1 + total1;
  let value2 = before2 + total2;
  let value3 = before3 + total3;
  if (has_row && inside0) {
    y[y_row * 9 + target_group] = vec4<f32>(value0, value1, value2, value3);
  }
  let exists = has_row && target_group < 16;
  let bits0 = bitcast<i32>(select(0.0f, value0, inside0));
  let bits1 = bitcast<i32>(select(0.0f, value1, inside0));
  let bits2 = bitcast<i32>(select(0.0f, value2, inside0));
  let bits3 = bitcast<i32>(select(0.0f, value3, inside0));
  peaks[local] = max(max(max(bits0 & 2147483647, bits1 & 2147483647), bits2 & 2147483647), bits3 & 2147483647);
  workgroupBarrier();
  let first_of_group = (local / 16) * 16;
  var largest: i32 = 0;
  for (var i = 0; i < 16; i += 1) {
    let peak = peaks[first_of_group + i];
    largest = max(largest, peak);
  }
  let finite = largest < 2139095040;
  let usable = largest >= 75497472 && finite;
  if (exists) {
    let size0 = bits0 & 2147483647;
    let places0 = (largest >> 23u) - (size0 >> 23u);
    let whole0 = bitcast<u32>((size0 & 8388607) | 8388608) * 127u;
    let unit0 = bitcast<u32>((largest & 8388607) | 8388608) << u32(min(places0, 8));
    let down0 = whole0 / unit0;
    let rest0 = whole0 - down0 * unit0;
    let missing0 = unit0 - rest0;
    let up0 = rest0 > missing0 || (rest0 == missing0 && (down0 & 1u) == 1u);
    let near0 = bitcast<i32>(select(down0, down0 + 1u, up0));
    let code0 = select(0, select(near0, -near0, bits0 < 0), usable && places0 <= 8);
    let size1 = bits1 & 2147483647;
    let places1 = (largest >> 23u) - (size1 >> 23u);
    let whole1 = bitcast<u32>((size1 & 8388607) | 8388608) * 127u;
    let unit1 = bitcast<u32>((largest & 8388607) | 8388608) << u32(min(places1, 8));
    let down1 = whole1 / unit1;
    let rest1 = whole1 - down1 * unit1;
    let missing1 = unit1 - rest1;
    let up1 = rest1 > missing1 || (rest1 == missing1 && (down1 & 1u) == 1u);
    let near1 = bitcast<i32>(select(down1, down1 + 1u, up1));
    let code1 = select(0, select(near1, -near1, bits1 < 0), usable && places1 <= 8);
    let size2 = bits2 & 2147483647;
    let places2 = (largest >> 23u) - (size2 >> 23u);
    let whole2 = bitcast<u32>((size2 & 8388607) | 8388608) * 127u;
    let unit2 = bitcast<u32>((largest & 8388607) | 8388608) << u32(min(places2, 8));
    let down2 = whole2 / unit2;
    let rest2 = whole2 - down2 * unit2;
    let missing2 = unit2 - rest2;
    let up2 = rest2 > missing2 || (rest2 == missing2 && (down2 & 1u) == 1u);
    let near2 = bitcast<i32>(select(down2, down2 + 1u, up2));
    let code2 = select(0, select(near2, -near2, bits2 < 0), usable && places2 <= 8);
    let size3 = bits3 & 2147483647;
    let places3 = (largest >> 23u) - (size3 >> 23u);
    let whole3 = bitcast<u32>((size3 & 8388607) | 8388608) * 127u;
    let unit3 = bitcast<u32>((largest & 8388607) | 8388608) << u32(min(places3, 8));
    let down3 = whole3 / unit3;
    let rest3 = whole3 - down3 * unit3;
    let missing3 = unit3 - rest3;
    let up3 = rest3 > missing3 || (rest3 == missing3 && (down3 & 1u) == 1u);
    let near3 = bitcast<i32>(select(down3, down3 + 1u, up3));
    let code3 = select(0, select(near3, -near3, bits3 < 0), usable && places3 <= 8);
    codes[y_row * 16 + target_group] = (bitcast<u32>(code0) & 255u) | ((bitcast<u32>(code1) & 255u) << 8u) | ((bitcast<u32>(code2) & 255u) << 16u) | ((bitcast<u32>(code3) & 255u) << 24u);
    if (local == first_of_group) {
      let largest_value = bitcast<f32>(largest);
      scales[y_row + group.x] = select(select(largest_value, 0.0f, finite), largest_value * 0.007874016f, usable);
    }
  }
}
