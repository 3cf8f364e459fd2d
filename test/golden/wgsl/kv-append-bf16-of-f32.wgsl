// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: head, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> k: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> v: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> pages: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let head = group.x;
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
  let vector = row * 2 + head;
  let keys_vector = (page * 4 + head) * 64 + token;
  for (var group_of_vector = local; group_of_vector < 16; group_of_vector += 64) {
    let keys0_word_v = k[vector * 16 + group_of_vector];
    let keys0_word = keys0_word_v.x;
    let keys2_word = keys0_word_v.y;
    let keys0 = bitcast<f32>(keys0_word << 16u);
    let keys1 = bitcast<f32>(keys0_word & 0xffff0000u);
    let keys2 = bitcast<f32>(keys2_word << 16u);
    let keys3 = bitcast<f32>(keys2_word & 0xffff0000u);
    pages[keys_vector * 16 + group_of_vector] = vec4<f32>(keys0, keys1, keys2, keys3);
  }
  let values_vector = (page * 4 + head + 2) * 64 + token;
  for (var group_of_vector_2 = local; group_of_vector_2 < 16; group_of_vector_2 += 64) {
    let values0_word_v = v[vector * 16 + group_of_vector_2];
    let values0_word = values0_word_v.x;
    let values2_word = values0_word_v.y;
    let values0 = bitcast<f32>(values0_word << 16u);
    let values1 = bitcast<f32>(values0_word & 0xffff0000u);
    let values2 = bitcast<f32>(values2_word << 16u);
    let values3 = bitcast<f32>(values2_word & 0xffff0000u);
    pages[values_vector * 16 + group_of_vector_2] = vec4<f32>(values0, values1, values2, values3);
  }
}
