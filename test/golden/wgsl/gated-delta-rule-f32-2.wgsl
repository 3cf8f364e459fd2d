// delta_records_1_3x4x6
// record[t] = k, v, g, beta of row t for lanes of at most 16 rows
// group.x: block of record elements, group.y: lane
@group(0) @binding(0) var<storage, read> step: array<i32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> g: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> slots: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group_id: vec3<u32>, @builtin(local_invocation_index) local_id: u32) {
  let group = vec3<i32>(group_id);
  let local = i32(local_id);
  let lane = group.y;
  let slot_base = step[10];
  let slot = step[slot_base + lane];
  let begin_base = step[8];
  let begin = step[begin_base + lane];
  let stop = step[begin_base + lane + 1];
  let rows = stop - begin;
  let element = group.x * 64 + local;
  if (rows <= 16 && element < 28) {
    for (var t = 0; t < rows; t += 1) {
      let row = begin + t;
      var value: f32 = 0.0f;
      if (element < 22) {
        let from_x = x[row * 26 + 4 + element];
        value = from_x;
      } else {
        let gate_element = element - 22;
        let head = gate_element % 3;
        let gate_at = row * 3 + head;
        let gate_value = g[gate_at];
        let rate_value = beta[gate_at];
        value = select(rate_value, gate_value, gate_element < 3);
      }
      slots[slot * 520 + 72 + t * 28 + element] = value;
    }
  }
}
