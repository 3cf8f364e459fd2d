// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: head, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> k: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> v: array<vec4<f32>>;
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
    let keys0_v = k[vector * 16 + group_of_vector];
    let keys0 = keys0_v.x;
    let keys1 = keys0_v.y;
    let keys2 = keys0_v.z;
    let keys3 = keys0_v.w;
    pages[keys_vector * 16 + group_of_vector] = vec4<f32>(keys0, keys1, keys2, keys3);
  }
  let values_vector = (page * 4 + head + 2) * 64 + token;
  for (var group_of_vector_2 = local; group_of_vector_2 < 16; group_of_vector_2 += 64) {
    let values0_v = v[vector * 16 + group_of_vector_2];
    let values0 = values0_v.x;
    let values1 = values0_v.y;
    let values2 = values0_v.z;
    let values3 = values0_v.w;
    pages[values_vector * 16 + group_of_vector_2] = vec4<f32>(values0, values1, values2, values3);
  }
}
