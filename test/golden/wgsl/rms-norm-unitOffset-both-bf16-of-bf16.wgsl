// rms_norm_5120
// y = x / sqrt(mean(x^2) + 0.000001) * (1 + w)
// group.x: row
@group(0) @binding(0) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> w: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;
@group(0) @binding(4) var<storage, read_write> scales: array<f32>;
var<workgroup> peaks: array<i32, 64>;
var<workgroup> reduce_f32_lanes: array<f32, 64>;
var<workgroup> reduce_f32_parts: array<f32, 8>;

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
  let base = group.x * 1280;
  var squares: f32 = 0.0f;
  for (var g = local; g < 1280; g += 64) {
    let v0_word_v = x[base + g];
    let v0_word = v0_word_v.x;
    let v2_word = v0_word_v.y;
    let v0 = bitcast<f32>(v0_word << 16u);
    let v1 = bitcast<f32>(v0_word & 0xffff0000u);
    let v2 = bitcast<f32>(v2_word << 16u);
    let v3 = bitcast<f32>(v2_word & 0xffff0000u);
    squares += v0 * v0;
    squares += v1 * v1;
    squares += v2 * v2;
    squares += v3 * v3;
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
  let scale = 1.0f / sqrt(squares_total / 5120.0f + 0.000001f);
  for (var first_word = 0; first_word < 1280; first_word += 64) {
    let word = first_word + local;
    let inside0 = word < 1280;
    let safe0 = min(word, 1279);
    let at0 = base + safe0;
    let x_value0_word_v = x[at0];
    let x_value0_word = x_value0_word_v.x;
    let x_value2_word = x_value0_word_v.y;
    let x_value0 = bitcast<f32>(x_value0_word << 16u);
    let x_value1 = bitcast<f32>(x_value0_word & 0xffff0000u);
    let x_value2 = bitcast<f32>(x_value2_word << 16u);
    let x_value3 = bitcast<f32>(x_value2_word & 0xffff0000u);
    let gain0_word_v = w[safe0];
    let gain0_word = gain0_word_v.x;
    let gain2_word = gain0_word_v.y;
    let gain0 = bitcast<f32>(gain0_word << 16u);
    let gain1 = bitcast<f32>(gain0_word & 0xffff0000u);
    let gain2 = bitcast<f32>(gain2_word << 16u);
    let gain3 = bitcast<f32>(gain2_word & 0xffff0000u);
    let value0 = x_value0 * scale * (gain0 + 1.0f);
    let value1 = x_value1 * scale * (gain1 + 1.0f);
    let value2 = x_value2 * scale * (gain2 + 1.0f);
    let value3 = x_value3 * scale * (gain3 + 1.0f);
    if (inside0) {
      y[at0] = vec2<u32>(pack_bf16(value0, value1), pack_bf16(value2, value3));
    }
    let exists = word < 1280;
    let bits0 = bitcast<i32>(select(0.0f, value0, inside0));
    let bits1 = bitcast<i32>(select(0.0f, value1, inside0));
    let bits2 = bitcast<i32>(select(0.0f, value2, inside0));
    let bits3 = bitcast<i32>(select(0.0f, value3, inside0));
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
      codes[group.x * 1280 + word] = (bitcast<u32>(code0) & 255u) | ((bitcast<u32>(code1) & 255u) << 8u) | ((bitcast<u32>(code2) & 255u) << 16u) | ((bitcast<u32>(code3) & 255u) << 24u);
      if (local == first_of_group) {
        let largest_value = bitcast<f32>(largest);
        scales[group.x * 80 + word / 16] = select(select(largest_value, 0.0f, finite), largest_value * 0.007874016f, usable);
      }
    }
    workgroupBarrier();
  }
}
