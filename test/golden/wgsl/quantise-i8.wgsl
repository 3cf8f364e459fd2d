// quantise_192
// scale = max |x| / 127 of 64 columns, code = x / scale to the nearest integer
// group.x: block of columns, group.y: row
@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
@group(0) @binding(2) var<storage, read_write> scales: array<f32>;
var<workgroup> peaks: array<i32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let base = group.y * 48;
  let word = group.x * 64 + local;
  let inside0 = word < 48;
  let safe0 = min(word, 47);
  let at0 = base + safe0;
  let x_value0_v = x[at0];
  let x_value0 = x_value0_v.x;
  let x_value1 = x_value0_v.y;
  let x_value2 = x_value0_v.z;
  let x_value3 = x_value0_v.w;
  let value0 = x_value0;
  let value1 = x_value1;
  let value2 = x_value2;
  let value3 = x_value3;
  let exists = word < 48;
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
    codes[group.y * 48 + word] = (bitcast<u32>(code0) & 255u) | ((bitcast<u32>(code1) & 255u) << 8u) | ((bitcast<u32>(code2) & 255u) << 16u) | ((bitcast<u32>(code3) & 255u) << 24u);
    if (local == first_of_group) {
      let largest_value = bitcast<f32>(largest);
      scales[group.y * 3 + word / 16] = select(select(largest_value, 0.0f, finite), largest_value * 0.007874016f, usable);
    }
  }
}
