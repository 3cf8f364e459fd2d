// count_tokens_48
// counts[slot][token] += 1 for every output of a lane
// group.x: output; the last of a lane counts for all
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> sampled: array<i32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let last = group.x;
  let row_base = step[12];
  let row = step[row_base + last];
  let lane_base = step[5];
  let lane = step[lane_base + row];
  let outputs = step[2];
  let last_output = outputs - 1;
  let next_row = step[row_base + min(last + 1, last_output)];
  let next_lane = step[lane_base + next_row];
  if (last == last_output || next_lane != lane) {
    let slot_base = step[10];
    let slot = step[slot_base + lane];
    for (var output = 0; output < last + 1; output += 1) {
      let output_row = step[row_base + output];
      let owner = step[lane_base + output_row];
      if (owner == lane) {
        let token = sampled[output * 2];
        let at = slot * 48 + token;
        let before = counts[at];
        counts[at] = before + 1u;
      }
    }
  }
}
