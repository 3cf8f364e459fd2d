// sample_48
// p = softmax of the logits behind repetition, frequency, presence, temperature, min-p, top-k, top-p
// token = first id whose cumulative p exceeds the lane's random number; temperature 0 takes the largest
// group.x: output
const step = buffers[0];
const logits = buffers[1];
const counts = buffers[2];
const probabilities = buffers[3];
const token = buffers[4];
const sampled = buffers[5];
const sums = new Float32Array(256);
const reduce_f32_lanes = new Float32Array(256);
const reduce_f32_parts = new Float32Array(16);
const reduce_i32_lanes = new Int32Array(256);
const reduce_i32_parts = new Int32Array(16);
const best_id$ = new Int32Array(256);
const bad$ = new Int32Array(256);
const winner_best$ = new Float64Array(256);
const winner_lowest_total$ = new Int32Array(256);
const not_finite$ = new Int32Array(256);
const greedy_id$ = new Int32Array(256);
const chosen$ = new Int32Array(256);
const border$ = new Uint32Array(256);
const trial$ = new Uint32Array(256);
const limit$ = new Float64Array(256);
const top_key$ = new Uint32Array(256);
const border_2$ = new Uint32Array(256);
const trial_2$ = new Uint32Array(256);
const border_key$ = new Uint32Array(256);
const under_total$ = new Float64Array(256);
const equal$ = new Float64Array(256);
const block_first$ = new Int32Array(256);
const block_end$ = new Int32Array(256);
const ties_before$ = new Float64Array(256);
const ties_total$ = new Float64Array(256);
const block_first_2$ = new Int32Array(256);
const block_end_2$ = new Int32Array(256);
const block_mass$ = new Float64Array(256);
const mass_before$ = new Float64Array(256);
const last_kept$ = new Int32Array(256);
const found_total$ = new Int32Array(256);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const output = group_x;
    const row_base = step[12];
    const row = step[row_base + output | 0];
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    const slot_base = step[10];
    const slot = step[slot_base + lane | 0];
    const base = Math.imul(output, 48);
    const repetition_base = step[15];
    const repetition = step[repetition_base + (Math.imul(lane, 9) + 6 | 0) | 0];
    const frequency = step[repetition_base + (Math.imul(lane, 9) + 5 | 0) | 0];
    const presence = step[repetition_base + (Math.imul(lane, 9) + 4 | 0) | 0];
    const temperature = step[repetition_base + Math.imul(lane, 9) | 0];
    for (let local = 0; local < 256; local++) {
      let best = -3.4028234663852886e+38;
      best_id$[local] = 2147483647;
      bad$[local] = 0;
      for (let c = local; c < 48; c += 256) {
        const raw = logits[base + c | 0];
        bad$[local] = Math.max(bad$[local], ((((bitsF[0] = raw, bitsU[0]) & 2139095040) >>> 0) === 2139095040) ? 1 : 0);
        const count = counts[Math.imul(slot, 48) + c | 0];
        const times = (count & 2147483647) >>> 0;
        const penalised = (count !== 0) ? ((raw > 0) ? (raw / (bitsU[0] = repetition, bitsF[0])) : (raw * (bitsU[0] = repetition, bitsF[0]))) : raw;
        const value = Math.max(((((bitsF[0] = raw, bitsU[0]) & 2147483647) >>> 0) > 2139095040) ? -3.4028234663852886e+38 : ((penalised - ((bitsU[0] = frequency, bitsF[0]) * times)) - ((times > 0) ? (bitsU[0] = presence, bitsF[0]) : 0)), -3.4028234663852886e+38);
        probabilities[base + c | 0] = value;
        if ((value > best) || (best_id$[local] === 2147483647)) {
          best = value;
          best_id$[local] = c;
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
      winner_best$[local] = winner_total;
      const winner_mine = reduce_f32_lanes[local];
      const winner_id = (winner_mine === winner_best$[local]) ? best_id$[local] : 2147483647;
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
      not_finite$[local] = Math.min(bad_threads_total, 1);
      greedy_id$[local] = winner_lowest_total$[local];
      chosen$[local] = greedy_id$[local];
    }
    if ((bitsU[0] = temperature, bitsF[0]) > 0) {
      const min_p = step[repetition_base + (Math.imul(lane, 9) + 3 | 0) | 0];
      for (let local = 0; local < 256; local++) {
        if ((bitsU[0] = min_p, bitsF[0]) > 0) {
          for (let c_min = local; c_min < 48; c_min += 256) {
            const min_value = probabilities[base + c_min | 0];
            if ((Math.exp(((min_value - winner_best$[local]) < 0) ? Math.max((min_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0)) < (bitsU[0] = min_p, bitsF[0])) {
              probabilities[base + c_min | 0] = -3.4028234663852886e+38;
            }
          }
        }
      }
      const top_k = step[repetition_base + (Math.imul(lane, 9) + 1 | 0) | 0];
      if ((top_k > 0) && (top_k < 48)) {
        for (let local = 0; local < 256; local++) {
          border$[local] = 0;
        }
        for (let bit = 0; bit < 32; bit += 1) {
          for (let local = 0; local < 256; local++) {
            trial$[local] = (border$[local] | (2147483648 >>> bit)) >>> 0;
            let mine = 0;
            for (let c_k = local; c_k < 48; c_k += 256) {
              const k_value = probabilities[base + c_k | 0];
              if (((k_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = k_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = k_value, bitsU[0]) >>> 0) : (((bitsF[0] = k_value, bitsU[0]) | 2147483648) >>> 0))) >= trial$[local]) {
                mine = mine + 1 | 0;
              }
            }
            reduce_i32_lanes[local] = mine;
          }
          for (let local = 0; local < 256; local++) {
            if (local < 16) {
              const above_from = Math.imul(local, 16);
              const above_head = reduce_i32_lanes[above_from];
              let above_part = above_head;
              for (let i_7 = 1; i_7 < 16; i_7 += 1) {
                const above_next = reduce_i32_lanes[above_from + i_7 | 0];
                above_part = above_part + above_next | 0;
              }
              reduce_i32_parts[local] = above_part;
            }
          }
          for (let local = 0; local < 256; local++) {
            const above_start = reduce_i32_parts[0];
            let above_total = above_start;
            for (let i_8 = 1; i_8 < 16; i_8 += 1) {
              const above_item = reduce_i32_parts[i_8];
              above_total = above_total + above_item | 0;
            }
            if (above_total >= top_k) {
              border$[local] = trial$[local];
            }
          }
        }
        for (let local = 0; local < 256; local++) {
          for (let c_cut = local; c_cut < 48; c_cut += 256) {
            const cut_value = probabilities[base + c_cut | 0];
            if (((cut_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = cut_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = cut_value, bitsU[0]) >>> 0) : (((bitsF[0] = cut_value, bitsU[0]) | 2147483648) >>> 0))) < border$[local]) {
              probabilities[base + c_cut | 0] = -3.4028234663852886e+38;
            }
          }
        }
      }
      const top_p = step[repetition_base + (Math.imul(lane, 9) + 2 | 0) | 0];
      if ((bitsU[0] = top_p, bitsF[0]) < 1) {
        for (let local = 0; local < 256; local++) {
          let kept_mine = 0;
          for (let kept_c = local; kept_c < 48; kept_c += 256) {
            const kept_value = probabilities[base + kept_c | 0];
            if (((kept_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = kept_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = kept_value, bitsU[0]) >>> 0) : (((bitsF[0] = kept_value, bitsU[0]) | 2147483648) >>> 0))) !== 0) {
              kept_mine = kept_mine + ((kept_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((kept_value - winner_best$[local]) < 0) ? Math.max((kept_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0)));
            }
          }
          reduce_f32_lanes[local] = kept_mine;
        }
        for (let local = 0; local < 256; local++) {
          if (local < 16) {
            const kept_from = Math.imul(local, 16);
            const kept_head = reduce_f32_lanes[kept_from];
            let kept_part = kept_head;
            for (let i_9 = 1; i_9 < 16; i_9 += 1) {
              const kept_next = reduce_f32_lanes[kept_from + i_9 | 0];
              kept_part = kept_part + kept_next;
            }
            reduce_f32_parts[local] = kept_part;
          }
        }
        for (let local = 0; local < 256; local++) {
          const kept_start = reduce_f32_parts[0];
          let kept_total = kept_start;
          for (let i_10 = 1; i_10 < 16; i_10 += 1) {
            const kept_item = reduce_f32_parts[i_10];
            kept_total = kept_total + kept_item;
          }
          limit$[local] = (1 - (bitsU[0] = top_p, bitsF[0])) * kept_total;
          top_key$[local] = (((bitsF[0] = winner_best$[local], bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = winner_best$[local], bitsU[0]) >>> 0) : (((bitsF[0] = winner_best$[local], bitsU[0]) | 2147483648) >>> 0);
          border_2$[local] = 0;
        }
        for (let bit_2 = 0; bit_2 < 32; bit_2 += 1) {
          for (let local = 0; local < 256; local++) {
            trial_2$[local] = (border_2$[local] | (2147483648 >>> bit_2)) >>> 0;
            let below_mine = 0;
            for (let below_c = local; below_c < 48; below_c += 256) {
              const below_value = probabilities[base + below_c | 0];
              if (((below_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = below_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = below_value, bitsU[0]) >>> 0) : (((bitsF[0] = below_value, bitsU[0]) | 2147483648) >>> 0))) < trial_2$[local]) {
                below_mine = below_mine + ((below_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((below_value - winner_best$[local]) < 0) ? Math.max((below_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0)));
              }
            }
            reduce_f32_lanes[local] = below_mine;
          }
          for (let local = 0; local < 256; local++) {
            if (local < 16) {
              const below_from = Math.imul(local, 16);
              const below_head = reduce_f32_lanes[below_from];
              let below_part = below_head;
              for (let i_11 = 1; i_11 < 16; i_11 += 1) {
                const below_next = reduce_f32_lanes[below_from + i_11 | 0];
                below_part = below_part + below_next;
              }
              reduce_f32_parts[local] = below_part;
            }
          }
          for (let local = 0; local < 256; local++) {
            const below_start = reduce_f32_parts[0];
            let below_total = below_start;
            for (let i_12 = 1; i_12 < 16; i_12 += 1) {
              const below_item = reduce_f32_parts[i_12];
              below_total = below_total + below_item;
            }
            if (below_total <= limit$[local]) {
              border_2$[local] = trial_2$[local];
            }
          }
        }
        for (let local = 0; local < 256; local++) {
          border_key$[local] = (border_2$[local] < top_key$[local]) ? border_2$[local] : top_key$[local];
          let under_mine = 0;
          for (let under_c = local; under_c < 48; under_c += 256) {
            const under_value = probabilities[base + under_c | 0];
            if (((under_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = under_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = under_value, bitsU[0]) >>> 0) : (((bitsF[0] = under_value, bitsU[0]) | 2147483648) >>> 0))) < border_key$[local]) {
              under_mine = under_mine + ((under_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((under_value - winner_best$[local]) < 0) ? Math.max((under_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0)));
            }
          }
          reduce_f32_lanes[local] = under_mine;
        }
        for (let local = 0; local < 256; local++) {
          if (local < 16) {
            const under_from = Math.imul(local, 16);
            const under_head = reduce_f32_lanes[under_from];
            let under_part = under_head;
            for (let i_13 = 1; i_13 < 16; i_13 += 1) {
              const under_next = reduce_f32_lanes[under_from + i_13 | 0];
              under_part = under_part + under_next;
            }
            reduce_f32_parts[local] = under_part;
          }
        }
        for (let local = 0; local < 256; local++) {
          const under_start = reduce_f32_parts[0];
          under_total$[local] = under_start;
          for (let i_14 = 1; i_14 < 16; i_14 += 1) {
            const under_item = reduce_f32_parts[i_14];
            under_total$[local] = under_total$[local] + under_item;
          }
          equal$[local] = 0;
          block_first$[local] = Math.min(local, 48);
          block_end$[local] = Math.min(block_first$[local] + 1 | 0, 48);
          for (let c_tie = block_first$[local]; c_tie < block_end$[local]; c_tie += 1) {
            const tie_value = probabilities[base + c_tie | 0];
            if (((tie_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = tie_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = tie_value, bitsU[0]) >>> 0) : (((bitsF[0] = tie_value, bitsU[0]) | 2147483648) >>> 0))) === border_key$[local]) {
              equal$[local] = equal$[local] + 1;
            }
          }
        }
        for (let local = 0; local < 256; local++) {
          sums[local] = equal$[local];
        }
        for (let local = 0; local < 256; local++) {
          ties_before$[local] = 0;
          for (let lower = 0; lower < local; lower += 1) {
            const lower_sum = sums[lower];
            ties_before$[local] = ties_before$[local] + lower_sum;
          }
          reduce_f32_lanes[local] = equal$[local];
        }
        for (let local = 0; local < 256; local++) {
          if (local < 16) {
            const ties_from = Math.imul(local, 16);
            const ties_head = reduce_f32_lanes[ties_from];
            let ties_part = ties_head;
            for (let i_15 = 1; i_15 < 16; i_15 += 1) {
              const ties_next = reduce_f32_lanes[ties_from + i_15 | 0];
              ties_part = ties_part + ties_next;
            }
            reduce_f32_parts[local] = ties_part;
          }
        }
        for (let local = 0; local < 256; local++) {
          const ties_start = reduce_f32_parts[0];
          ties_total$[local] = ties_start;
          for (let i_16 = 1; i_16 < 16; i_16 += 1) {
            const ties_item = reduce_f32_parts[i_16];
            ties_total$[local] = ties_total$[local] + ties_item;
          }
          let tie_weight = 0;
          for (let c_tied = block_first$[local]; c_tied < block_end$[local]; c_tied += 1) {
            const tied_value = probabilities[base + c_tied | 0];
            if (((tied_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = tied_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = tied_value, bitsU[0]) >>> 0) : (((bitsF[0] = tied_value, bitsU[0]) | 2147483648) >>> 0))) === border_key$[local]) {
              tie_weight = (tied_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((tied_value - winner_best$[local]) < 0) ? Math.max((tied_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0));
            }
          }
          reduce_f32_lanes[local] = tie_weight;
        }
        for (let local = 0; local < 256; local++) {
          if (local < 16) {
            const each_from = Math.imul(local, 16);
            const each_head = reduce_f32_lanes[each_from];
            let each_part = each_head;
            for (let i_17 = 1; i_17 < 16; i_17 += 1) {
              const each_next = reduce_f32_lanes[each_from + i_17 | 0];
              each_part = Math.max(each_part, each_next);
            }
            reduce_f32_parts[local] = each_part;
          }
        }
        for (let local = 0; local < 256; local++) {
          const each_start = reduce_f32_parts[0];
          let each_total = each_start;
          for (let i_18 = 1; i_18 < 16; i_18 += 1) {
            const each_item = reduce_f32_parts[i_18];
            each_total = Math.max(each_total, each_item);
          }
          const fits = Math.max((limit$[local] - under_total$[local]) / Math.max(each_total, 1.0000000031710769e-30), 0);
          const drop = Math.min(fits, ties_total$[local] - 1);
          let seen = ties_before$[local];
          for (let c_drop = block_first$[local]; c_drop < block_end$[local]; c_drop += 1) {
            const drop_value = probabilities[base + c_drop | 0];
            const drop_key = (drop_value <= (-3.0000000054977558e+38)) ? 0 : ((((bitsF[0] = drop_value, bitsU[0]) >>> 31) !== 0) ? (~(bitsF[0] = drop_value, bitsU[0]) >>> 0) : (((bitsF[0] = drop_value, bitsU[0]) | 2147483648) >>> 0));
            if (drop_key === border_key$[local]) {
              seen = seen + 1;
            }
            if ((drop_key < border_key$[local]) || ((drop_key === border_key$[local]) && (seen <= drop))) {
              probabilities[base + c_drop | 0] = -3.4028234663852886e+38;
            }
          }
        }
      }
      for (let local = 0; local < 256; local++) {
        block_first_2$[local] = Math.min(local, 48);
        block_end_2$[local] = Math.min(block_first_2$[local] + 1 | 0, 48);
        block_mass$[local] = 0;
        for (let c_mass = block_first_2$[local]; c_mass < block_end_2$[local]; c_mass += 1) {
          const mass_value = probabilities[base + c_mass | 0];
          block_mass$[local] = block_mass$[local] + ((mass_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((mass_value - winner_best$[local]) < 0) ? Math.max((mass_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0)));
        }
      }
      for (let local = 0; local < 256; local++) {
        sums[local] = block_mass$[local];
      }
      for (let local = 0; local < 256; local++) {
        mass_before$[local] = 0;
        for (let lower_2 = 0; lower_2 < local; lower_2 += 1) {
          const lower_sum_2 = sums[lower_2];
          mass_before$[local] = mass_before$[local] + lower_sum_2;
        }
        reduce_f32_lanes[local] = block_mass$[local];
      }
      for (let local = 0; local < 256; local++) {
        if (local < 16) {
          const total_from = Math.imul(local, 16);
          const total_head = reduce_f32_lanes[total_from];
          let total_part = total_head;
          for (let i_19 = 1; i_19 < 16; i_19 += 1) {
            const total_next = reduce_f32_lanes[total_from + i_19 | 0];
            total_part = total_part + total_next;
          }
          reduce_f32_parts[local] = total_part;
        }
      }
      const lane_start_base = step[8];
      const lane_start = step[lane_start_base + lane | 0];
      const lane_length_base = step[9];
      const lane_length = step[lane_length_base + lane | 0];
      const position = (lane_length + (row - lane_start | 0) | 0) + 1 | 0;
      const seed_low = step[repetition_base + (Math.imul(lane, 9) + 7 | 0) | 0];
      const seed_high = step[repetition_base + (Math.imul(lane, 9) + 8 | 0) | 0];
      for (let local = 0; local < 256; local++) {
        const total_start = reduce_f32_parts[0];
        let total_total = total_start;
        for (let i_20 = 1; i_20 < 16; i_20 += 1) {
          const total_item = reduce_f32_parts[i_20];
          total_total = total_total + total_item;
        }
        let hash = seed_low >>> 0;
        hash = (hash ^ (Math.imul(seed_high >>> 0, 2654435761) >>> 0)) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        hash = Math.imul(hash, 2146121005) >>> 0;
        hash = (hash ^ (hash >>> 15)) >>> 0;
        hash = Math.imul(hash, 2221713035) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        hash = (hash ^ (Math.imul(position >>> 0, 2654435761) >>> 0)) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        hash = Math.imul(hash, 2146121005) >>> 0;
        hash = (hash ^ (hash >>> 15)) >>> 0;
        hash = Math.imul(hash, 2221713035) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        hash = (hash ^ 0) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        hash = Math.imul(hash, 2146121005) >>> 0;
        hash = (hash ^ (hash >>> 15)) >>> 0;
        hash = Math.imul(hash, 2221713035) >>> 0;
        hash = (hash ^ (hash >>> 16)) >>> 0;
        const uniform = (hash >>> 8) * 5.960464477539063e-8;
        const mass_target = uniform * total_total;
        let running = mass_before$[local];
        let first_above = 2147483647;
        last_kept$[local] = 0;
        for (let c_draw = block_first_2$[local]; c_draw < block_end_2$[local]; c_draw += 1) {
          const draw_value = probabilities[base + c_draw | 0];
          const draw_weight = (draw_value <= (-3.0000000054977558e+38)) ? 0 : (Math.exp(((draw_value - winner_best$[local]) < 0) ? Math.max((draw_value - winner_best$[local]) / (bitsU[0] = temperature, bitsF[0]), -100) : 0));
          running = running + draw_weight;
          if (draw_weight > 0) {
            last_kept$[local] = c_draw;
            if ((running > mass_target) && (first_above === 2147483647)) {
              first_above = c_draw;
            }
          }
          probabilities[base + c_draw | 0] = (total_total > 0) ? (draw_weight / Math.max(total_total, 9.99999991097579e-38)) : ((c_draw === 0) ? 1 : 0);
        }
        reduce_i32_lanes[local] = first_above;
      }
      for (let local = 0; local < 256; local++) {
        if (local < 16) {
          const found_from = Math.imul(local, 16);
          const found_head = reduce_i32_lanes[found_from];
          let found_part = found_head;
          for (let i_21 = 1; i_21 < 16; i_21 += 1) {
            const found_next = reduce_i32_lanes[found_from + i_21 | 0];
            found_part = Math.min(found_part, found_next);
          }
          reduce_i32_parts[local] = found_part;
        }
      }
      for (let local = 0; local < 256; local++) {
        const found_start = reduce_i32_parts[0];
        found_total$[local] = found_start;
        for (let i_22 = 1; i_22 < 16; i_22 += 1) {
          const found_item = reduce_i32_parts[i_22];
          found_total$[local] = Math.min(found_total$[local], found_item);
        }
        reduce_i32_lanes[local] = -last_kept$[local] | 0;
      }
      for (let local = 0; local < 256; local++) {
        if (local < 16) {
          const last_from = Math.imul(local, 16);
          const last_head = reduce_i32_lanes[last_from];
          let last_part = last_head;
          for (let i_23 = 1; i_23 < 16; i_23 += 1) {
            const last_next = reduce_i32_lanes[last_from + i_23 | 0];
            last_part = Math.min(last_part, last_next);
          }
          reduce_i32_parts[local] = last_part;
        }
      }
      for (let local = 0; local < 256; local++) {
        const last_start = reduce_i32_parts[0];
        let last_total = last_start;
        for (let i_24 = 1; i_24 < 16; i_24 += 1) {
          const last_item = reduce_i32_parts[i_24];
          last_total = Math.min(last_total, last_item);
        }
        const drawn = (found_total$[local] === 2147483647) ? (-last_total | 0) : found_total$[local];
        chosen$[local] = drawn;
      }
    } else {
      for (let local = 0; local < 256; local++) {
        for (let c_one = local; c_one < 48; c_one += 256) {
          probabilities[base + c_one | 0] = (c_one === greedy_id$[local]) ? 1 : 0;
        }
      }
    }
    for (let local = 0; local < 256; local++) {
      if (local === 0) {
        token[output] = chosen$[local];
        const choice = Math.imul(output, 2);
        sampled[choice] = chosen$[local];
        sampled[choice + 1 | 0] = not_finite$[local];
        const outputs = step[2];
        const last_output = outputs - 1 | 0;
        const next_row = step[row_base + Math.min(output + 1 | 0, last_output) | 0];
        const next_lane = step[lane_base + next_row | 0];
        if ((output === last_output) || (next_lane !== lane)) {
          const last_offset = step[3];
          sampled[last_offset + slot | 0] = chosen$[local];
        }
      }
    }
}
