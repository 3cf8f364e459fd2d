// attention_4_2x64
// y = softmax(q kT * 0.125) v * sigmoid(gate), causal over the lane's pages
// group.x: query head, group.y: row; thread: one key of a page, then 2 neighbouring outputs
const step = buffers[0];
const q = buffers[1];
const gate = buffers[2];
const pages = buffers[3];
const y = buffers[4];
const query = new Float32Array(64);
const weights = new Float32Array(64);
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
const best$ = new Float64Array(64);
const sum$ = new Float64Array(64);
const o0_0$ = new Float64Array(64);
const o0_1$ = new Float64Array(64);
const masked$ = new Float64Array(64);
const new_best$ = new Float64Array(64);
const shrink$ = new Float64Array(64);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const row = group_y;
    const head = group_x / 2 | 0;
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    const begin_base = step[8];
    const begin = step[begin_base + lane | 0];
    const length_base = step[9];
    const length = step[length_base + lane | 0];
    const last = length + (row - begin | 0) | 0;
    const base = Math.imul(Math.imul(row, 4) + group_x | 0, 64);
    for (let local = 0; local < 64; local++) {
      for (let d = local; d < 64; d += 64) {
        const q_part_at = base + d | 0;
        const q_part_word = q[q_part_at >> 1 | 0];
        const q_part = (bitsU[0] = (q_part_word >>> ((q_part_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        query[d] = q_part * 0.125;
      }
      best$[local] = -3.4028234663852886e+38;
      sum$[local] = 0;
      o0_0$[local] = 0;
      o0_1$[local] = 0;
    }
    for (let p = 0; p < ((last / 64 | 0) + 1 | 0); p += 1) {
      const page_pages = step[14];
      const page_base = step[13];
      const page = step[page_base + (Math.imul(lane, page_pages) + p | 0) | 0];
      const keys_here = Math.min((last - Math.imul(p, 64) | 0) + 1 | 0, 64);
      for (let local = 0; local < 64; local++) {
        masked$[local] = -3.4028234663852886e+38;
        if (local < keys_here) {
          let score = 0;
          for (let g = 0; g < 16; g += 1) {
            const key0$at = (Math.imul(Math.imul(Math.imul(page, 4) + head | 0, 64) + local | 0, 16) + g | 0) * 4;
            const key0 = pages[key0$at];
            const key1 = pages[key0$at + 1];
            const key2 = pages[key0$at + 2];
            const key3 = pages[key0$at + 3];
            const q_value0$at = g * 4;
            const q_value0 = query[q_value0$at];
            const q_value1 = query[q_value0$at + 1];
            const q_value2 = query[q_value0$at + 2];
            const q_value3 = query[q_value0$at + 3];
            score = (((score + (key0 * q_value0)) + (key1 * q_value1)) + (key2 * q_value2)) + (key3 * q_value3);
          }
          masked$[local] = score;
        }
        reduce_f32_lanes[local] = masked$[local];
      }
      for (let local = 0; local < 64; local++) {
        if (local < 8) {
          const page_best_from = Math.imul(local, 8);
          const page_best_head = reduce_f32_lanes[page_best_from];
          let page_best_part = page_best_head;
          for (let i = 1; i < 8; i += 1) {
            const page_best_next = reduce_f32_lanes[page_best_from + i | 0];
            page_best_part = Math.max(page_best_part, page_best_next);
          }
          reduce_f32_parts[local] = page_best_part;
        }
      }
      for (let local = 0; local < 64; local++) {
        const page_best_start = reduce_f32_parts[0];
        let page_best_total = page_best_start;
        for (let i_2 = 1; i_2 < 8; i_2 += 1) {
          const page_best_item = reduce_f32_parts[i_2];
          page_best_total = Math.max(page_best_total, page_best_item);
        }
        new_best$[local] = Math.max(best$[local], page_best_total);
        const weight = (local < keys_here) ? (Math.exp(masked$[local] - new_best$[local])) : 0;
        shrink$[local] = Math.exp(best$[local] - new_best$[local]);
        weights[local] = weight;
        reduce_f32_lanes[local] = weight;
      }
      for (let local = 0; local < 64; local++) {
        if (local < 8) {
          const page_sum_from = Math.imul(local, 8);
          const page_sum_head = reduce_f32_lanes[page_sum_from];
          let page_sum_part = page_sum_head;
          for (let i_3 = 1; i_3 < 8; i_3 += 1) {
            const page_sum_next = reduce_f32_lanes[page_sum_from + i_3 | 0];
            page_sum_part = page_sum_part + page_sum_next;
          }
          reduce_f32_parts[local] = page_sum_part;
        }
      }
      for (let local = 0; local < 64; local++) {
        const page_sum_start = reduce_f32_parts[0];
        let page_sum_total = page_sum_start;
        for (let i_4 = 1; i_4 < 8; i_4 += 1) {
          const page_sum_item = reduce_f32_parts[i_4];
          page_sum_total = page_sum_total + page_sum_item;
        }
        sum$[local] = (sum$[local] * shrink$[local]) + page_sum_total;
        best$[local] = new_best$[local];
        const column = local;
        if (column < 32) {
          o0_0$[local] = o0_0$[local] * shrink$[local];
          o0_1$[local] = o0_1$[local] * shrink$[local];
          for (let t = 0; t < keys_here; t += 1) {
            const w = weights[t];
            const value0$at = (Math.imul(Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + t | 0, 32) + column | 0) * 2;
            const value0 = pages[value0$at];
            const value1 = pages[value0$at + 1];
            o0_0$[local] = o0_0$[local] + (w * value0);
            o0_1$[local] = o0_1$[local] + (w * value1);
          }
        }
      }
    }
    for (let local = 0; local < 64; local++) {
      const out_column = local;
      if (out_column < 32) {
        const gate_base = (Math.imul(row, 512) + Math.imul(group_x, 128) | 0) + 64 | 0;
        const gate_value_at = gate_base + Math.imul(out_column, 2) | 0;
        const gate_value_word = gate[gate_value_at >> 1 | 0];
        const gate_value = (bitsU[0] = (gate_value_word >>> ((gate_value_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const gate_value_2_at = (gate_base + Math.imul(out_column, 2) | 0) + 1 | 0;
        const gate_value_2_word = gate[gate_value_2_at >> 1 | 0];
        const gate_value_2 = (bitsU[0] = (gate_value_2_word >>> ((gate_value_2_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        y[Math.imul(Math.imul(row, 4) + group_x | 0, 32) + out_column | 0] = packBf16((o0_0$[local] / sum$[local]) * (1 / (1 + (Math.exp(Math.min(-gate_value, 80))))), (o0_1$[local] / sum$[local]) * (1 / (1 + (Math.exp(Math.min(-gate_value_2, 80))))));
      }
    }
}
