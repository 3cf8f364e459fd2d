// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: block of runs of 4, group.y: row
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> k: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> v: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> pages: array<vec4<f32>>;

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
  if (at < 32) {
    let head = at / 16;
    let group_of_head = at % 16;
    let source_at = row * 32 + at;
    let key0_v = k[source_at];
    let key0 = key0_v.x;
    let key1 = key0_v.y;
    let key2 = key0_v.z;
    let key3 = key0_v.w;
    pages[((page * 4 + head) * 64 + token) * 16 + group_of_head] = vec4<f32>(key0, key1, key2, key3);
    let value0_v = v[source_at];
    let value0 = value0_v.x;
    let value1 = value0_v.y;
    let value2 = value0_v.z;
    let value3 = value0_v.w;
    pages[((page * 4 + head + 2) * 64 + token) * 16 + group_of_head] = vec4<f32>(value0, value1, value2, value3);
  }
}
