// count_tokens_48
// counts[slot][token] += 1 for every output of a lane
// group.x: output; the last of a lane counts for all
const step = buffers[0];
const sampled = buffers[1];
const counts = buffers[2];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const last = group_x;
    const row_base = step[12];
    const row = step[row_base + last | 0];
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    const outputs = step[2];
    const last_output = outputs - 1 | 0;
    const next_row = step[row_base + Math.min(last + 1 | 0, last_output) | 0];
    const next_lane = step[lane_base + next_row | 0];
    for (let local = 0; local < 1; local++) {
      if ((last === last_output) || (next_lane !== lane)) {
        const slot_base = step[10];
        const slot = step[slot_base + lane | 0];
        for (let output = 0; output < (last + 1 | 0); output += 1) {
          const output_row = step[row_base + output | 0];
          const owner = step[lane_base + output_row | 0];
          if (owner === lane) {
            const token = sampled[Math.imul(output, 2)];
            const at = Math.imul(slot, 48) + token | 0;
            const before = counts[at];
            counts[at] = before + 1 >>> 0;
          }
        }
      }
    }
}
