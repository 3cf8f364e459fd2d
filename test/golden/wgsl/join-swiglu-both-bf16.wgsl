// join_swiglu_130
// y = swiglu(a, b)
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;
@group(0) @binding(4) var<storage, read_write> scales: array<f32>;
var<workgroup> peaks: array<i32, 64>;

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
  let base = group.y * 65;
  let word = group.x * 64 + local;
  let column0 = word * 2;
  let inside0 = column0 < 65;
  let safe0 = min(column0, 64);
  let at0 = base + safe0;
  let l0_word = a[at0];
  let l0 = bitcast<f32>(l0_word << 16u);
  let l1 = bitcast<f32>(l0_word & 0xffff0000u);
  let r0_word = b[at0];
  let r0 = bitcast<f32>(r0_word << 16u);
  let r1 = bitcast<f32>(r0_word & 0xffff0000u);
  let value0 = (l0 / (1.0f + exp(min(-l0, 80.0f)))) * r0;
  let value1 = (l1 / (1.0f + exp(min(-l1, 80.0f)))) * r1;
  if (inside0) {
    y[at0] = pack_bf16(value0, value1);
  }
  let column1 = word * 2 + 1;
  let inside1 = column1 < 65;
  let safe1 = min(column1, 64);
  let at1 = base + safe1;
  let l0_2_word = a[at1];
  let l0_2 = bitcast<f32>(l0_2_word << 16u);
  let l1_2 = bitcast<f32>(l0_2_word & 0xffff0000u);
  let r0_2_word = b[at1];
  let r0_2 = bitcast<f32>(r0_2_word << 16u);
  let r1_2 = bitcast<f32>(r0_2_word & 0xffff0000u);
  let value4 = (l0_2 / (1.0f + exp(min(-l0_2, 80.0f)))) * r0_2;
  let value5 = (l1_2 / (1.0f + exp(min(-l1_2, 80.0f)))) * r1_2;
  if (inside1) {
    y[at1] = pack_bf16(value4, value5);
  }
  let exists = word < 48;
  let bits0 = bitcast<i32>(select(0.0f, value0, inside0));
  let bits1 = bitcast<i32>(select(0.0f, value1, inside0));
  let bits2 = bitcast<i32>(select(0.0f, value4, inside1));
  let bits3 = bitcast<i32>(select(0.0f, value5, inside1));
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
    codes[group.y * 48 + word] = (bitcast<u32>(code0) & 255u) | ((bitcast<u32>(code1) & 255u) << 8u) | ((bitcast<u32>(code2) & 255u) << 16u) | ((bitcast<u32>(code3) & 255u) << 24u);
    if (local == first_of_group) {
      let largest_value = bitcast<f32>(largest);
      scales[group.y * 3 + word / 16] = select(select(largest_value, 0.0f, finite), largest_value * 0.007874016f, usable);
    }
  }
}
