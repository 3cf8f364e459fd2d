// gated_delta_rule_1_3x4x6
// S = exp(g) S; S += k (beta (v - ST k))T; o = ST q, with q and k of unit length and q / sqrt(dk)
// slot: S [3][4][6], then 16 records of k, v, g, beta
// group.x: value head * 1 + block of 8 state columns, group.y: lane
// thread: column local % 8, share local / 8 of 8 of the state's rows
const step = buffers[0];
const x = buffers[1];
const g = buffers[2];
const beta = buffers[3];
const slots = buffers[4];
const y = buffers[5];
const state_tile = new Float32Array(32);
const key = new Float32Array(4);
const query = new Float32Array(4);
const partial = new Float32Array(64);
const results = new Float32Array(8);
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
const column$ = new Int32Array(64);
const share$ = new Int32Array(64);
const state_column$ = new Int32Array(64);
const state_base$ = new Int32Array(64);
const inside$ = new Uint8Array(64);
const query_squares$ = new Float64Array(64);
const value$ = new Float64Array(64);
const gate$ = new Float64Array(64);
const rate$ = new Float64Array(64);
const key_norm_total$ = new Float64Array(64);
const key_scale$ = new Float64Array(64);
const query_scale$ = new Float64Array(64);
const decay$ = new Float64Array(64);
const answer$ = new Float64Array(64);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const head = group_x;
    const block = 0;
    const key_head = head / 3 | 0;
    const lane = group_y;
    const slot_base = step[10];
    const slot = step[slot_base + lane | 0];
    const fold_base = step[11];
    const fold = step[fold_base + lane | 0];
    const begin_base = step[8];
    const begin = step[begin_base + lane | 0];
    const stop = step[begin_base + (lane + 1 | 0) | 0];
    const rows = stop - begin | 0;
    const slot_base_2 = Math.imul(slot, 520);
    for (let local = 0; local < 64; local++) {
      column$[local] = local % 8 | 0;
      share$[local] = local / 8 | 0;
      state_column$[local] = Math.imul(block, 8) + column$[local] | 0;
      state_base$[local] = (slot_base_2 + Math.imul(head, 24) | 0) + state_column$[local] | 0;
      inside$[local] = state_column$[local] < 6;
      for (let r = share$[local]; r < 4; r += 8) {
        let s = 0;
        if (inside$[local] !== 0) {
          const stored = slots[state_base$[local] + Math.imul(r, 6) | 0];
          s = stored;
        }
        state_tile[Math.imul(r, 8) + column$[local] | 0] = s;
      }
    }
    for (let i = 0; i < (fold + rows | 0); i += 1) {
      const folding = i < fold;
      const record = (slot_base_2 + 72 | 0) + Math.imul(i, 28) | 0;
      const row = (begin + i | 0) - fold | 0;
      const input_base = Math.imul(row, 26);
      for (let local = 0; local < 64; local++) {
        let key_squares = 0;
        query_squares$[local] = 0;
        for (let d = local; d < 4; d += 64) {
          const at = Math.imul(key_head, 4) + d | 0;
          let key_value = 0;
          let query_value = 0;
          if (folding) {
            const record_key = slots[record + at | 0];
            key_value = record_key;
          } else {
            const row_key = x[(input_base + at | 0) + 4 | 0];
            key_value = row_key;
            const row_query = x[input_base + at | 0];
            query_value = row_query;
          }
          key[d] = key_value;
          query[d] = query_value;
          key_squares = key_squares + (key_value * key_value);
          query_squares$[local] = query_squares$[local] + (query_value * query_value);
        }
        value$[local] = 0;
        gate$[local] = 0;
        rate$[local] = 0;
        const value_at = Math.imul(head, 6) + state_column$[local] | 0;
        if (folding) {
          if (inside$[local] !== 0) {
            const record_value = slots[(record + value_at | 0) + 4 | 0];
            value$[local] = record_value;
          }
          const gates = (record + 22 | 0) + head | 0;
          const record_gate = slots[gates];
          gate$[local] = record_gate;
          const record_rate = slots[gates + 3 | 0];
          rate$[local] = record_rate;
        } else {
          if (inside$[local] !== 0) {
            const row_value = x[(input_base + value_at | 0) + 8 | 0];
            value$[local] = row_value;
          }
          const row_gate = g[Math.imul(row, 3) + head | 0];
          gate$[local] = row_gate;
          const row_rate = beta[Math.imul(row, 3) + head | 0];
          rate$[local] = row_rate;
        }
        reduce_f32_lanes[local] = key_squares;
      }
      for (let local = 0; local < 64; local++) {
        if (local < 8) {
          const key_norm_from = Math.imul(local, 8);
          const key_norm_head = reduce_f32_lanes[key_norm_from];
          let key_norm_part = key_norm_head;
          for (let i_2 = 1; i_2 < 8; i_2 += 1) {
            const key_norm_next = reduce_f32_lanes[key_norm_from + i_2 | 0];
            key_norm_part = key_norm_part + key_norm_next;
          }
          reduce_f32_parts[local] = key_norm_part;
        }
      }
      for (let local = 0; local < 64; local++) {
        const key_norm_start = reduce_f32_parts[0];
        key_norm_total$[local] = key_norm_start;
        for (let i_3 = 1; i_3 < 8; i_3 += 1) {
          const key_norm_item = reduce_f32_parts[i_3];
          key_norm_total$[local] = key_norm_total$[local] + key_norm_item;
        }
        reduce_f32_lanes[local] = query_squares$[local];
      }
      for (let local = 0; local < 64; local++) {
        if (local < 8) {
          const query_norm_from = Math.imul(local, 8);
          const query_norm_head = reduce_f32_lanes[query_norm_from];
          let query_norm_part = query_norm_head;
          for (let i_4 = 1; i_4 < 8; i_4 += 1) {
            const query_norm_next = reduce_f32_lanes[query_norm_from + i_4 | 0];
            query_norm_part = query_norm_part + query_norm_next;
          }
          reduce_f32_parts[local] = query_norm_part;
        }
      }
      for (let local = 0; local < 64; local++) {
        const query_norm_start = reduce_f32_parts[0];
        let query_norm_total = query_norm_start;
        for (let i_5 = 1; i_5 < 8; i_5 += 1) {
          const query_norm_item = reduce_f32_parts[i_5];
          query_norm_total = query_norm_total + query_norm_item;
        }
        key_scale$[local] = 1 / (Math.sqrt(key_norm_total$[local] + 9.999999974752427e-7));
        query_scale$[local] = 0.5 / (Math.sqrt(query_norm_total + 9.999999974752427e-7));
        decay$[local] = Math.exp(gate$[local]);
        let known = 0;
        for (let r_2 = share$[local]; r_2 < 4; r_2 += 8) {
          const s_before = state_tile[Math.imul(r_2, 8) + column$[local] | 0];
          const k_row = key[r_2];
          known = known + ((s_before * decay$[local]) * (k_row * key_scale$[local]));
        }
        partial[local] = known;
      }
      for (let local = 0; local < 64; local++) {
        const predicted0 = partial[column$[local]];
        const predicted1 = partial[column$[local] + 8 | 0];
        const predicted2 = partial[column$[local] + 16 | 0];
        const predicted3 = partial[column$[local] + 24 | 0];
        const predicted4 = partial[column$[local] + 32 | 0];
        const predicted5 = partial[column$[local] + 40 | 0];
        const predicted6 = partial[column$[local] + 48 | 0];
        const predicted7 = partial[column$[local] + 56 | 0];
        const predicted = ((((((predicted0 + predicted1) + predicted2) + predicted3) + predicted4) + predicted5) + predicted6) + predicted7;
        const delta = rate$[local] * (value$[local] - predicted);
        answer$[local] = 0;
        for (let r_3 = share$[local]; r_3 < 4; r_3 += 8) {
          const s_old = state_tile[Math.imul(r_3, 8) + column$[local] | 0];
          const k_of_row = key[r_3];
          const q_of_row = query[r_3];
          const s_new = (s_old * decay$[local]) + ((k_of_row * key_scale$[local]) * delta);
          state_tile[Math.imul(r_3, 8) + column$[local] | 0] = s_new;
          answer$[local] = answer$[local] + (s_new * (q_of_row * query_scale$[local]));
        }
      }
      for (let local = 0; local < 64; local++) {
        partial[local] = answer$[local];
      }
      for (let local = 0; local < 64; local++) {
        const result0 = partial[column$[local]];
        const result1 = partial[column$[local] + 8 | 0];
        const result2 = partial[column$[local] + 16 | 0];
        const result3 = partial[column$[local] + 24 | 0];
        const result4 = partial[column$[local] + 32 | 0];
        const result5 = partial[column$[local] + 40 | 0];
        const result6 = partial[column$[local] + 48 | 0];
        const result7 = partial[column$[local] + 56 | 0];
        const result = ((((((result0 + result1) + result2) + result3) + result4) + result5) + result6) + result7;
        if (share$[local] === 0) {
          results[column$[local]] = result;
        }
      }
      for (let local = 0; local < 64; local++) {
        const out_group = Math.imul(block, 4) + local | 0;
        if (((!folding) && (local < 4)) && (out_group < 3)) {
          const o0$at = local * 2;
          const o0 = results[o0$at];
          const o1 = results[o0$at + 1];
          y[(Math.imul(Math.imul(row, 3) + head | 0, 3) + out_group | 0) * 2] = o0;
          y[(Math.imul(Math.imul(row, 3) + head | 0, 3) + out_group | 0) * 2 + 1] = o1;
        }
        if ((i === (fold - 1 | 0)) && (rows <= 16)) {
          for (let r_4 = share$[local]; r_4 < 4; r_4 += 8) {
            const settled = state_tile[Math.imul(r_4, 8) + column$[local] | 0];
            if (inside$[local] !== 0) {
              slots[state_base$[local] + Math.imul(r_4, 6) | 0] = settled;
            }
          }
        }
      }
    }
    for (let local = 0; local < 64; local++) {
      if (rows > 16) {
        for (let r_5 = share$[local]; r_5 < 4; r_5 += 8) {
          const settled_2 = state_tile[Math.imul(r_5, 8) + column$[local] | 0];
          if (inside$[local] !== 0) {
            slots[state_base$[local] + Math.imul(r_5, 6) | 0] = settled_2;
          }
        }
      }
    }
}
