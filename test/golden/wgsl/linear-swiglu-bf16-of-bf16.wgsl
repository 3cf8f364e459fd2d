// linear_66x36_swiglu
// y[tokens, 66] = swiglu(x[tokens, 36] wT)
// group.x: 8 groups of 2 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> w: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> w2: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> y: array<u32>;
var<workgroup> partial: array<f32, 1024>;

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
  for (var kg = split; kg < 9; kg += 8) {
    let w00_0_word_v = w[n0 * 9 + kg];
    let w00_0_word = w00_0_word_v.x;
    let w00_2_word = w00_0_word_v.y;
    let w00_0 = bitcast<f32>(w00_0_word << 16u);
    let w00_1 = bitcast<f32>(w00_0_word & 0xffff0000u);
    let w00_2 = bitcast<f32>(w00_2_word << 16u);
    let w00_3 = bitcast<f32>(w00_2_word & 0xffff0000u);
    let w01_0_word_v = w[n1 * 9 + kg];
    let w01_0_word = w01_0_word_v.x;
    let w01_2_word = w01_0_word_v.y;
    let w01_0 = bitcast<f32>(w01_0_word << 16u);
    let w01_1 = bitcast<f32>(w01_0_word & 0xffff0000u);
    let w01_2 = bitcast<f32>(w01_2_word << 16u);
    let w01_3 = bitcast<f32>(w01_2_word & 0xffff0000u);
    let w10_0_word_v = w2[n0 * 9 + kg];
    let w10_0_word = w10_0_word_v.x;
    let w10_2_word = w10_0_word_v.y;
    let w10_0 = bitcast<f32>(w10_0_word << 16u);
    let w10_1 = bitcast<f32>(w10_0_word & 0xffff0000u);
    let w10_2 = bitcast<f32>(w10_2_word << 16u);
    let w10_3 = bitcast<f32>(w10_2_word & 0xffff0000u);
    let w11_0_word_v = w2[n1 * 9 + kg];
    let w11_0_word = w11_0_word_v.x;
    let w11_2_word = w11_0_word_v.y;
    let w11_0 = bitcast<f32>(w11_0_word << 16u);
    let w11_1 = bitcast<f32>(w11_0_word & 0xffff0000u);
    let w11_2 = bitcast<f32>(w11_2_word << 16u);
    let w11_3 = bitcast<f32>(w11_2_word & 0xffff0000u);
    if (rows > 0) {
      let x0_0_word_v = x[first_row * 9 + kg];
      let x0_0_word = x0_0_word_v.x;
      let x0_2_word = x0_0_word_v.y;
      let x0_0 = bitcast<f32>(x0_0_word << 16u);
      let x0_1 = bitcast<f32>(x0_0_word & 0xffff0000u);
      let x0_2 = bitcast<f32>(x0_2_word << 16u);
      let x0_3 = bitcast<f32>(x0_2_word & 0xffff0000u);
      sum0_0 = sum0_0 + w00_0 * x0_0 + w00_1 * x0_1 + w00_2 * x0_2 + w00_3 * x0_3;
      sum0_1 = sum0_1 + w01_0 * x0_0 + w01_1 * x0_1 + w01_2 * x0_2 + w01_3 * x0_3;
      sum0_2 = sum0_2 + w10_0 * x0_0 + w10_1 * x0_1 + w10_2 * x0_2 + w10_3 * x0_3;
      sum0_3 = sum0_3 + w11_0 * x0_0 + w11_1 * x0_1 + w11_2 * x0_2 + w11_3 * x0_3;
    }
    if (rows > 1) {
      let x1_0_word_v = x[(first_row + 1) * 9 + kg];
      let x1_0_word = x1_0_word_v.x;
      let x1_2_word = x1_0_word_v.y;
      let x1_0 = bitcast<f32>(x1_0_word << 16u);
      let x1_1 = bitcast<f32>(x1_0_word & 0xffff0000u);
      let x1_2 = bitcast<f32>(x1_2_word << 16u);
      let x1_3 = bitcast<f32>(x1_2_word & 0xffff0000u);
      sum1_0 = sum1_0 + w00_0 * x1_0 + w00_1 * x1_1 + w00_2 * x1_2 + w00_3 * x1_3;
      sum1_1 = sum1_1 + w01_0 * x1_0 + w01_1 * x1_1 + w01_2 * x1_2 + w01_3 * x1_3;
      sum1_2 = sum1_2 + w10_0 * x1_0 + w10_1 * x1_1 + w10_2 * x1_2 + w10_3 * x1_3;
      sum1_3 = sum1_3 + w11_0 * x1_0 + w11_1 * x1_1 + w11_2 * x1_2 + w11_3 * x1_3;
    }
    if (rows > 2) {
      let x2_0_word_v = x[(first_row + 2) * 9 + kg];
      let x2_0_word = x2_0_word_v.x;
      let x2_2_word = x2_0_word_v.y;
      let x2_0 = bitcast<f32>(x2_0_word << 16u);
      let x2_1 = bitcast<f32>(x2_0_word & 0xffff0000u);
      let x2_2 = bitcast<f32>(x2_2_word << 16u);
      let x2_3 = bitcast<f32>(x2_2_word & 0xffff0000u);
      sum2_0 = sum2_0 + w00_0 * x2_0 + w00_1 * x2_1 + w00_2 * x2_2 + w00_3 * x2_3;
      sum2_1 = sum2_1 + w01_0 * x2_0 + w01_1 * x2_1 + w01_2 * x2_2 + w01_3 * x2_3;
      sum2_2 = sum2_2 + w10_0 * x2_0 + w10_1 * x2_1 + w10_2 * x2_2 + w10_3 * x2_3;
      sum2_3 = sum2_3 + w11_0 * x2_0 + w11_1 * x2_1 + w11_2 * x2_2 + w11_3 * x2_3;
    }
    if (rows > 3) {
      let x3_0_word_v = x[(first_row + 3) * 9 + kg];
      let x3_0_word = x3_0_word_v.x;
      let x3_2_word = x3_0_word_v.y;
      let x3_0 = bitcast<f32>(x3_0_word << 16u);
      let x3_1 = bitcast<f32>(x3_0_word & 0xffff0000u);
      let x3_2 = bitcast<f32>(x3_2_word << 16u);
      let x3_3 = bitcast<f32>(x3_2_word & 0xffff0000u);
      sum3_0 = sum3_0 + w00_0 * x3_0 + w00_1 * x3_1 + w00_2 * x3_2 + w00_3 * x3_3;
      sum3_1 = sum3_1 + w01_0 * x3_0 + w01_1 * x3_1 + w01_2 * x3_2 + w01_3 * x3_3;
      sum3_2 = sum3_2 + w10_0 * x3_0 + w10_1 * x3_1 + w10_2 * x3_2 + w10_3 * x3_3;
      sum3_3 = sum3_3 + w11_0 * x3_0 + w11_1 * x3_1 + w11_2 * x3_2 + w11_3 * x3_3;
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
    y[y_row * 33 + target_group] = pack_bf16((total0 / (1.0f + exp(min(-total0, 80.0f)))) * total2, (total1 / (1.0f + exp(min(-total1, 80.0f)))) * total3);
  }
}
