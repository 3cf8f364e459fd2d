// gated_rms_norm_3x64
// y = x / sqrt(mean(x^2) + 0.000001) * w * silu(z), per head of 64
// group.x: head, group.y: row
@group(0) @binding(0) var<storage, read> x: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> z: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> w: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;
@group(0) @binding(5) var<storage, read_write> scales: array<f32>;
var<workgroup> peaks: array<i32, 64>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let base = (group.y * 3 + group.x) * 32;
  var squares: f32 = 0.0f;
  for (var g = local; g < 32; g += 64) {
    let v0_v = x[base + g];
    let v0 = v0_v.x;
    let v1 = v0_v.y;
    squares += v0 * v0;
    squares += v1 * v1;
  }
  reduce_f32_lanes[local] = squares;
  workgroupBarrier();
  if (local < 8) {
    let squares_from = local * 8;
    let squares_head = reduce_f32_lanes[squares_from];
    var squares_part: f32 = squares_head;
    for (var i = 1; i < 8; i += 1) {
      let squares_next = reduce_f32_lanes[squares_from + i];
      squares_part += squares_next;
    }
    reduce_f32_parts[local] = squares_part;
  }
  workgroupBarrier();
  let squares_start = reduce_f32_parts[0];
  var squares_total: f32 = squares_start;
  for (var i_2 = 1; i_2 < 8; i_2 += 1) {
    let squares_item = reduce_f32_parts[i_2];
    squares_total += squares_item;
  }
  let scale = 1.0f / sqrt(squares_total / 64.0f + 0.000001f);
  let column0 = local * 2;
  let inside0 = column0 < 32;
  let safe0 = min(column0, 31);
  let at0 = base + safe0;
  let x_value0_v = x[at0];
  let x_value0 = x_value0_v.x;
  let x_value1 = x_value0_v.y;
  let z_value0_v = z[at0];
  let z_value0 = z_value0_v.x;
  let z_value1 = z_value0_v.y;
  let gain0_word = w[safe0];
  let gain0 = bitcast<f32>(gain0_word << 16u);
  let gain1 = bitcast<f32>(gain0_word & 0xffff0000u);
  let value0 = x_value0 * scale * gain0 * (z_value0 / (1.0f + exp(min(-z_value0, 80.0f))));
  let value1 = x_value1 * scale * gain1 * (z_value1 / (1.0f + exp(min(-z_value1, 80.0f))));
  if (inside0) {
    y[at0] = vec2<f32>(value0, value1);
  }
  let column1 = local * 2 + 1;
  let inside1 = column1 < 32;
  let safe1 = min(column1, 31);
  let at1 = base + safe1;
  let x_value0_2_v = x[at1];
  let x_value0_2 = x_value0_2_v.x;
  let x_value1_2 = x_value0_2_v.y;
  let z_value0_2_v = z[at1];
  let z_value0_2 = z_value0_2_v.x;
  let z_value1_2 = z_value0_2_v.y;
  let gain0_2_word = w[safe1];
  let gain0_2 = bitcast<f32>(gain0_2_word << 16u);
  let gain1_2 = bitcast<f32>(gain0_2_word & 0xffff0000u);
  let value4 = x_value0_2 * scale * gain0_2 * (z_value0_2 / (1.0f + exp(min(-z_value0_2, 80.0f))));
  let value5 = x_value1_2 * scale * gain1_2 * (z_value1_2 / (1.0f + exp(min(-z_value1_2, 80.0f))));
  if (inside1) {
    y[at1] = vec2<f32>(value4, value5);
  }
  let exists = local < 16;
  let bits0 = bitcast<i32>(select(0.0f, value0, inside0));
  let bits1 = bitcast<i32>(select(0.0f, value1, inside0));
  let bits2 = bitcast<i32>(select(0.0f, value4, inside1));
  let bits3 = bitcast<i32>(select(0.0f, value5, inside1));
  peaks[local] = max(max(max(bits0 & 2147483647, bits1 & 2147483647), bits2 & 2147483647), bits3 & 2147483647);
  workgroupBarrier();
  let first_of_group = (local / 16) * 16;
  var largest: i32 = 0;
  for (var i_3 = 0; i_3 < 16; i_3 += 1) {
    let peak = peaks[first_of_group + i_3];
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
    codes[group.y * 48 + group.x * 16 + local] = (bitcast<u32>(code0) & 255u) | ((bitcast<u32>(code1) & 255u) << 8u) | ((bitcast<u32>(code2) & 255u) << 16u) | ((bitcast<u32>(code3) & 255u) << 24u);
    if (local == first_of_group) {
      let largest_value = bitcast<f32>(largest);
      scales[group.y * 3 + group.x + local / 16] = select(select(largest_value, 0.0f, finite), largest_value * 0.007874016f, usable);
    }
  }
}
