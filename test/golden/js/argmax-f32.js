// argmax_257
// token = lowest id of the largest logit, NaN below all; beside it 1 where a logit is no finite number
// group.x: output
const step = buffers[0];
const logits = buffers[1];
const token = buffers[2];
const sampled = buffers[3];
const reduce_f32_lanes = new Float32Array(256);
const reduce_f32_parts = new Float32Array(16);
const reduce_i32_lanes = new Int32Array(256);
const reduce_i32_parts = new Int32Array(16);
const id$ = new Int32Array(256);
const bad$ = new Int32Array(256);
const winner_lowest_total$ = new Int32Array(256);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const output = group_x;
    const row_base = step[12];
    const row = step[row_base + output | 0];
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    for (let local = 0; local < 256; local++) {
      let best = -3.4028234663852886e+38;
      id$[local] = 2147483647;
      bad$[local] = 0;
      for (let c = local; c < 257; c += 256) {
        const raw = logits[Math.imul(output, 257) + c | 0];
        bad$[local] = Math.max(bad$[local], ((((bitsF[0] = raw, bitsU[0]) & 2139095040) >>> 0) === 2139095040) ? 1 : 0);
        const value = Math.max(((((bitsF[0] = raw, bitsU[0]) & 2147483647) >>> 0) > 2139095040) ? -3.4028234663852886e+38 : raw, -3.4028234663852886e+38);
        if ((value > best) || (id$[local] === 2147483647)) {
          best = value;
          id$[local] = c;
        }
      }
      reduce_f32_lanes[local] = best;
    }
    for (let local = 0; local < 256; local++) {
      if (local < 16) {
        const winner_from = Math.imul(local, 16);
        const winner_head = reduce_f32_lanes[winner_from];
        let winner_part = winner_head;
        for (let i = 1; i < 16; i += 1) {
          const winner_next = reduce_f32_lanes[winner_from + i | 0];
          winner_part = Math.max(winner_part, winner_next);
        }
        reduce_f32_parts[local] = winner_part;
      }
    }
    for (let local = 0; local < 256; local++) {
      const winner_start = reduce_f32_parts[0];
      let winner_total = winner_start;
      for (let i_2 = 1; i_2 < 16; i_2 += 1) {
        const winner_item = reduce_f32_parts[i_2];
        winner_total = Math.max(winner_total, winner_item);
      }
      const winner_best = winner_total;
      const winner_mine = reduce_f32_lanes[local];
      const winner_id = (winner_mine === winner_best) ? id$[local] : 2147483647;
      reduce_i32_lanes[local] = winner_id;
    }
    for (let local = 0; local < 256; local++) {
      if (local < 16) {
        const winner_lowest_from = Math.imul(local, 16);
        const winner_lowest_head = reduce_i32_lanes[winner_lowest_from];
        let winner_lowest_part = winner_lowest_head;
        for (let i_3 = 1; i_3 < 16; i_3 += 1) {
          const winner_lowest_next = reduce_i32_lanes[winner_lowest_from + i_3 | 0];
          winner_lowest_part = Math.min(winner_lowest_part, winner_lowest_next);
        }
        reduce_i32_parts[local] = winner_lowest_part;
      }
    }
    for (let local = 0; local < 256; local++) {
      const winner_lowest_start = reduce_i32_parts[0];
      winner_lowest_total$[local] = winner_lowest_start;
      for (let i_4 = 1; i_4 < 16; i_4 += 1) {
        const winner_lowest_item = reduce_i32_parts[i_4];
        winner_lowest_total$[local] = Math.min(winner_lowest_total$[local], winner_lowest_item);
      }
      reduce_i32_lanes[local] = bad$[local];
    }
    for (let local = 0; local < 256; local++) {
      if (local < 16) {
        const bad_threads_from = Math.imul(local, 16);
        const bad_threads_head = reduce_i32_lanes[bad_threads_from];
        let bad_threads_part = bad_threads_head;
        for (let i_5 = 1; i_5 < 16; i_5 += 1) {
          const bad_threads_next = reduce_i32_lanes[bad_threads_from + i_5 | 0];
          bad_threads_part = bad_threads_part + bad_threads_next | 0;
        }
        reduce_i32_parts[local] = bad_threads_part;
      }
    }
    for (let local = 0; local < 256; local++) {
      const bad_threads_start = reduce_i32_parts[0];
      let bad_threads_total = bad_threads_start;
      for (let i_6 = 1; i_6 < 16; i_6 += 1) {
        const bad_threads_item = reduce_i32_parts[i_6];
        bad_threads_total = bad_threads_total + bad_threads_item | 0;
      }
      const not_finite = Math.min(bad_threads_total, 1);
      if (local === 0) {
        token[output] = winner_lowest_total$[local];
        const choice = Math.imul(output, 2);
        sampled[choice] = winner_lowest_total$[local];
        sampled[choice + 1 | 0] = not_finite;
        const outputs = step[2];
        const last_output = outputs - 1 | 0;
        const next_row = step[row_base + Math.min(output + 1 | 0, last_output) | 0];
        const next_lane = step[lane_base + next_row | 0];
        if ((output === last_output) || (next_lane !== lane)) {
          const slot_base = step[10];
          const slot = step[slot_base + lane | 0];
          const last_offset = step[3];
          sampled[last_offset + slot | 0] = winner_lowest_total$[local];
        }
      }
    }
}
