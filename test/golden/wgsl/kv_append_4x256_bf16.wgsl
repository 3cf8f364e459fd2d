// kv_append_4x256
// page of (length + row in lane) / 64 takes k and v of 4 heads of 256
// group.x: block of runs of 4, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> k: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> v: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> pages: array<vec2<u32>>;

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
  let row = group.y;
  let lane_base = step[5];
  let lane = step[lane_base + row];
  let begin_base = step[8];
  let begin = step[begin_base + lane];
  let length_base = step[9];
  let length = step[length_base + lane];
  let index = length + row - begin;
  let page_pages = step[14];
  let page_base = step[13];
  let page = step[page_base + lane * page_pages + index / 64];
  let token = index % 64;
  let at = group.x * 64 + local;
  if (at < 256) {
    let head = at / 64;
    let group_of_head = at % 64;
    let source_at = row * 256 + at;
    let key0_word_v = k[source_at];
    let key0_word = key0_word_v.x;
    let key2_word = key0_word_v.y;
    let key0 = bitcast<f32>(key0_word << 16u);
    let key1 = bitcast<f32>(key0_word & 0xffff0000u);
    let key2 = bitcast<f32>(key2_word << 16u);
    let key3 = bitcast<f32>(key2_word & 0xffff0000u);
    pages[((page * 8 + head) * 64 + token) * 64 + group_of_head] = vec2<u32>(pack_bf16(key0, key1), pack_bf16(key2, key3));
    let value0_word_v = v[source_at];
    let value0_word = value0_word_v.x;
    let value2_word = value0_word_v.y;
    let value0 = bitcast<f32>(value0_word << 16u);
    let value1 = bitcast<f32>(value0_word & 0xffff0000u);
    let value2 = bitcast<f32>(value2_word << 16u);
    let value3 = bitcast<f32>(value2_word & 0xffff0000u);
    pages[((page * 8 + head + 4) * 64 + token) * 64 + group_of_head] = vec2<u32>(pack_bf16(value0, value1), pack_bf16(value2, value3));
  }
}
