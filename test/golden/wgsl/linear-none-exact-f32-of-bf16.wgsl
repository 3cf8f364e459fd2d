// linear_128x96_none
// y[outputs, 128] = none(x[outputs, 96] wT)
// group.x: 8 groups of 2 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> w: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> y: array<vec2<f32>>;
var<workgroup> partial: array<f32, 1024>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let first_row = group.y * 8;
  let outputs = step[2];
  let rows = outputs - first_row;
  let split = local % 8;
  let column = group.x * 8 + local / 8;
  var sum0_0: f32 = 0.0f;
  var sum0_1: f32 = 0.0f;
  var sum1_0: f32 = 0.0f;
  var sum1_1: f32 = 0.0f;
  var sum2_0: f32 = 0.0f;
  var sum2_1: f32 = 0.0f;
  var sum3_0: f32 = 0.0f;
  var sum3_1: f32 = 0.0f;
  var sum4_0: f32 = 0.0f;
  var sum4_1: f32 = 0.0f;
  var sum5_0: f32 = 0.0f;
  var sum5_1: f32 = 0.0f;
  var sum6_0: f32 = 0.0f;
  var sum6_1: f32 = 0.0f;
  var sum7_0: f32 = 0.0f;
  var sum7_1: f32 = 0.0f;
  let n0 = min(column * 2, 127);
  let n1 = min(column * 2 + 1, 127);
  for (var kg = split; kg < 24; kg += 8) {
    let w00_0_word_v = w[n0 * 24 + kg];
    let w00_0_word = w00_0_word_v.x;
    let w00_2_word = w00_0_word_v.y;
    let w00_0 = bitcast<f32>(w00_0_word << 16u);
    let w00_1 = bitcast<f32>(w00_0_word & 0xffff0000u);
    let w00_2 = bitcast<f32>(w00_2_word << 16u);
    let w00_3 = bitcast<f32>(w00_2_word & 0xffff0000u);
    let w01_0_word_v = w[n1 * 24 + kg];
    let w01_0_word = w01_0_word_v.x;
    let w01_2_word = w01_0_word_v.y;
    let w01_0 = bitcast<f32>(w01_0_word << 16u);
    let w01_1 = bitcast<f32>(w01_0_word & 0xffff0000u);
    let w01_2 = bitcast<f32>(w01_2_word << 16u);
    let w01_3 = bitcast<f32>(w01_2_word & 0xffff0000u);
    if (rows > 0) {
      let x0_0_v = x[first_row * 24 + kg];
      let x0_0 = x0_0_v.x;
      let x0_1 = x0_0_v.y;
      let x0_2 = x0_0_v.z;
      let x0_3 = x0_0_v.w;
      sum0_0 = sum0_0 + w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3;
      sum0_1 = sum0_1 + w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3;
    }
    if (rows > 1) {
      let x1_0_v = x[(first_row + 1) * 24 + kg];
      let x1_0 = x1_0_v.x;
      let x1_1 = x1_0_v.y;
      let x1_2 = x1_0_v.z;
      let x1_3 = x1_0_v.w;
      sum1_0 = sum1_0 + w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3;
      sum1_1 = sum1_1 + w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3;
    }
    if (rows > 2) {
      let x2_0_v = x[(first_row + 2) * 24 + kg];
      let x2_0 = x2_0_v.x;
      let x2_1 = x2_0_v.y;
      let x2_2 = x2_0_v.z;
      let x2_3 = x2_0_v.w;
      sum2_0 = sum2_0 + w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3;
      sum2_1 = sum2_1 + w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3;
    }
    if (rows > 3) {
      let x3_0_v = x[(first_row + 3) * 24 + kg];
      let x3_0 = x3_0_v.x;
      let x3_1 = x3_0_v.y;
      let x3_2 = x3_0_v.z;
      let x3_3 = x3_0_v.w;
      sum3_0 = sum3_0 + w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3;
      sum3_1 = sum3_1 + w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3;
    }
    if (rows > 4) {
      let x4_0_v = x[(first_row + 4) * 24 + kg];
      let x4_0 = x4_0_v.x;
      let x4_1 = x4_0_v.y;
      let x4_2 = x4_0_v.z;
      let x4_3 = x4_0_v.w;
      sum4_0 = sum4_0 + w00_0 * x4_0 + w00_1 * x4_1 + w00_2 * x4_2 + w00_3 * x4_3;
      sum4_1 = sum4_1 + w01_0 * x4_0 + w01_1 * x4_1 + w01_2 * x4_2 + w01_3 * x4_3;
    }
    if (rows > 5) {
      let x5_0_v = x[(first_row + 5) * 24 + kg];
      let x5_0 = x5_0_v.x;
      let x5_1 = x5_0_v.y;
      let x5_2 = x5_0_v.z;
      let x5_3 = x5_0_v.w;
      sum5_0 = sum5_0 + w00_0 * x5_0 + w00_1 * x5_1 + w00_2 * x5_2 + w00_3 * x5_3;
      sum5_1 = sum5_1 + w01_0 * x5_0 + w01_1 * x5_1 + w01_2 * x5_2 + w01_3 * x5_3;
    }
    if (rows > 6) {
      let x6_0_v = x[(first_row + 6) * 24 + kg];
      let x6_0 = x6_0_v.x;
      let x6_1 = x6_0_v.y;
      let x6_2 = x6_0_v.z;
      let x6_3 = x6_0_v.w;
      sum6_0 = sum6_0 + w00_0 * x6_0 + w00_1 * x6_1 + w00_2 * x6_2 + w00_3 * x6_3;
      sum6_1 = sum6_1 + w01_0 * x6_0 + w01_1 * x6_1 + w01_2 * x6_2 + w01_3 * x6_3;
    }
    if (rows > 7) {
      let x7_0_v = x[(first_row + 7) * 24 + kg];
      let x7_0 = x7_0_v.x;
      let x7_1 = x7_0_v.y;
      let x7_2 = x7_0_v.z;
      let x7_3 = x7_0_v.w;
      sum7_0 = sum7_0 + w00_0 * x7_0 + w00_1 * x7_1 + w00_2 * x7_2 + w00_3 * x7_3;
      sum7_1 = sum7_1 + w01_0 * x7_0 + w01_1 * x7_1 + w01_2 * x7_2 + w01_3 * x7_3;
    }
  }
  partial[local] = sum0_0;
  partial[64 + local] = sum0_1;
  partial[128 + local] = sum1_0;
  partial[192 + local] = sum1_1;
  partial[256 + local] = sum2_0;
  partial[320 + local] = sum2_1;
  partial[384 + local] = sum3_0;
  partial[448 + local] = sum3_1;
  partial[512 + local] = sum4_0;
  partial[576 + local] = sum4_1;
  partial[640 + local] = sum5_0;
  partial[704 + local] = sum5_1;
  partial[768 + local] = sum6_0;
  partial[832 + local] = sum6_1;
  partial[896 + local] = sum7_0;
  partial[960 + local] = sum7_1;
  workgroupBarrier();
  let row = local / 8;
  let group_of_row = local % 8;
  let target_group = group.x * 8 + group_of_row;
  if (row < 8 && row < rows && target_group < 64) {
    let base0 = row * 2 * 64 + group_of_row * 8;
    let part0_0 = partial[base0];
    let part0_1 = partial[base0 + 1];
    let part0_2 = partial[base0 + 2];
    let part0_3 = partial[base0 + 3];
    let part0_4 = partial[base0 + 4];
    let part0_5 = partial[base0 + 5];
    let part0_6 = partial[base0 + 6];
    let part0_7 = partial[base0 + 7];
    let total0 = part0_0 + part0_1 + part0_2 + part0_3 + part0_4 + part0_5 + part0_6 + part0_7;
    let base1 = (row * 2 + 1) * 64 + group_of_row * 8;
    let part1_0 = partial[base1];
    let part1_1 = partial[base1 + 1];
    let part1_2 = partial[base1 + 2];
    let part1_3 = partial[base1 + 3];
    let part1_4 = partial[base1 + 4];
    let part1_5 = partial[base1 + 5];
    let part1_6 = partial[base1 + 6];
    let part1_7 = partial[base1 + 7];
    let total1 = part1_0 + part1_1 + part1_2 + part1_3 + part1_4 + part1_5 + part1_6 + part1_7;
    let y_row = first_row + row;
    y[y_row * 64 + target_group] = vec2<f32>(total0, total1);
  }
}
