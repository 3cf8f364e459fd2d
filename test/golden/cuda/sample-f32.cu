// sample_48
// p = softmax of the logits behind repetition, frequency, presence, temperature, min-p, top-k, top-p
// token = first id whose cumulative p exceeds the lane's random number; temperature 0 takes the largest
// group.x: output

extern "C" __global__ void __launch_bounds__(256) sample_48(
    const int* __restrict__ step,
    const float* __restrict__ logits,
    const unsigned* __restrict__ counts,
    float* __restrict__ probabilities,
    int* __restrict__ token,
    int* __restrict__ sampled) {
  __shared__ __align__(16) float sums[256];
  __shared__ __align__(16) float reduce_f32_lanes[256];
  __shared__ __align__(16) float reduce_f32_parts[16];
  __shared__ __align__(16) int reduce_i32_lanes[256];
  __shared__ __align__(16) int reduce_i32_parts[16];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int output = group.x;
  const int row_base = step[12];
  const int row = step[row_base + output];
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int slot_base = step[10];
  const int slot = step[slot_base + lane];
  const int base = output * 48;
  const int repetition_base = step[15];
  const int repetition = step[repetition_base + lane * 9 + 6];
  const int frequency = step[repetition_base + lane * 9 + 5];
  const int presence = step[repetition_base + lane * 9 + 4];
  const int temperature = step[repetition_base + lane * 9];
  float best = -3.402823466e+38f;
  int best_id = 2147483647;
  int bad = 0;
  for (int c = local; c < 48; c += 256) {
    const float raw = logits[base + c];
    bad = max(bad, ((__float_as_uint(raw) & 2139095040u) == 2139095040u ? 1 : 0));
    const unsigned count = counts[slot * 48 + c];
    const float times = float(count & 2147483647u);
    const float penalised = (count != 0u ? (raw > 0.0f ? raw / __int_as_float(repetition) : raw * __int_as_float(repetition)) : raw);
    const float value = fmaxf(((__float_as_uint(raw) & 2147483647u) > 2139095040u ? -3.402823466e+38f : penalised - __int_as_float(frequency) * times - (times > 0.0f ? __int_as_float(presence) : 0.0f)), -3.402823466e+38f);
    probabilities[base + c] = value;
    if (value > best || best_id == 2147483647) {
      best = value;
      best_id = c;
    }
  }
  reduce_f32_lanes[local] = best;
  __syncthreads();
  if (local < 16) {
    const int winner_from = local * 16;
    const float winner_head = reduce_f32_lanes[winner_from];
    float winner_part = winner_head;
    for (int i = 1; i < 16; i += 1) {
      const float winner_next = reduce_f32_lanes[winner_from + i];
      winner_part = fmaxf(winner_part, winner_next);
    }
    reduce_f32_parts[local] = winner_part;
  }
  __syncthreads();
  const float winner_start = reduce_f32_parts[0];
  float winner_total = winner_start;
  for (int i_2 = 1; i_2 < 16; i_2 += 1) {
    const float winner_item = reduce_f32_parts[i_2];
    winner_total = fmaxf(winner_total, winner_item);
  }
  const float winner_best = winner_total;
  const float winner_mine = reduce_f32_lanes[local];
  const int winner_id = (winner_mine == winner_best ? best_id : 2147483647);
  reduce_i32_lanes[local] = winner_id;
  __syncthreads();
  if (local < 16) {
    const int winner_lowest_from = local * 16;
    const int winner_lowest_head = reduce_i32_lanes[winner_lowest_from];
    int winner_lowest_part = winner_lowest_head;
    for (int i_3 = 1; i_3 < 16; i_3 += 1) {
      const int winner_lowest_next = reduce_i32_lanes[winner_lowest_from + i_3];
      winner_lowest_part = min(winner_lowest_part, winner_lowest_next);
    }
    reduce_i32_parts[local] = winner_lowest_part;
  }
  __syncthreads();
  const int winner_lowest_start = reduce_i32_parts[0];
  int winner_lowest_total = winner_lowest_start;
  for (int i_4 = 1; i_4 < 16; i_4 += 1) {
    const int winner_lowest_item = reduce_i32_parts[i_4];
    winner_lowest_total = min(winner_lowest_total, winner_lowest_item);
  }
  reduce_i32_lanes[local] = bad;
  __syncthreads();
  if (local < 16) {
    const int bad_threads_from = local * 16;
    const int bad_threads_head = reduce_i32_lanes[bad_threads_from];
    int bad_threads_part = bad_threads_head;
    for (int i_5 = 1; i_5 < 16; i_5 += 1) {
      const int bad_threads_next = reduce_i32_lanes[bad_threads_from + i_5];
      bad_threads_part += bad_threads_next;
    }
    reduce_i32_parts[local] = bad_threads_part;
  }
  __syncthreads();
  const int bad_threads_start = reduce_i32_parts[0];
  int bad_threads_total = bad_threads_start;
  for (int i_6 = 1; i_6 < 16; i_6 += 1) {
    const int bad_threads_item = reduce_i32_parts[i_6];
    bad_threads_total += bad_threads_item;
  }
  const int not_finite = min(bad_threads_total, 1);
  const int greedy_id = winner_lowest_total;
  int chosen = greedy_id;
  if (__int_as_float(temperature) > 0.0f) {
    const int min_p = step[repetition_base + lane * 9 + 3];
    if (__int_as_float(min_p) > 0.0f) {
      for (int c_min = local; c_min < 48; c_min += 256) {
        const float min_value = probabilities[base + c_min];
        if (expf((min_value - winner_best < 0.0f ? fmaxf((min_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)) < __int_as_float(min_p)) {
          probabilities[base + c_min] = -3.402823466e+38f;
        }
      }
    }
    __syncthreads();
    const int top_k = step[repetition_base + lane * 9 + 1];
    if (top_k > 0 && top_k < 48) {
      unsigned border = 0u;
      for (int bit = 0; bit < 32; bit += 1) {
        const unsigned trial = border | (2147483648u >> bit);
        int mine = 0;
        for (int c_k = local; c_k < 48; c_k += 256) {
          const float k_value = probabilities[base + c_k];
          if ((k_value <= -3e+38f ? 0u : ((__float_as_uint(k_value) >> 31) != 0u ? ~__float_as_uint(k_value) : __float_as_uint(k_value) | 2147483648u)) >= trial) {
            mine += 1;
          }
        }
        reduce_i32_lanes[local] = mine;
        __syncthreads();
        if (local < 16) {
          const int above_from = local * 16;
          const int above_head = reduce_i32_lanes[above_from];
          int above_part = above_head;
          for (int i_7 = 1; i_7 < 16; i_7 += 1) {
            const int above_next = reduce_i32_lanes[above_from + i_7];
            above_part += above_next;
          }
          reduce_i32_parts[local] = above_part;
        }
        __syncthreads();
        const int above_start = reduce_i32_parts[0];
        int above_total = above_start;
        for (int i_8 = 1; i_8 < 16; i_8 += 1) {
          const int above_item = reduce_i32_parts[i_8];
          above_total += above_item;
        }
        if (above_total >= top_k) {
          border = trial;
        }
      }
      for (int c_cut = local; c_cut < 48; c_cut += 256) {
        const float cut_value = probabilities[base + c_cut];
        if ((cut_value <= -3e+38f ? 0u : ((__float_as_uint(cut_value) >> 31) != 0u ? ~__float_as_uint(cut_value) : __float_as_uint(cut_value) | 2147483648u)) < border) {
          probabilities[base + c_cut] = -3.402823466e+38f;
        }
      }
    }
    __syncthreads();
    const int top_p = step[repetition_base + lane * 9 + 2];
    if (__int_as_float(top_p) < 1.0f) {
      float kept_mine = 0.0f;
      for (int kept_c = local; kept_c < 48; kept_c += 256) {
        const float kept_value = probabilities[base + kept_c];
        if ((kept_value <= -3e+38f ? 0u : ((__float_as_uint(kept_value) >> 31) != 0u ? ~__float_as_uint(kept_value) : __float_as_uint(kept_value) | 2147483648u)) != 0u) {
          kept_mine += (kept_value <= -3e+38f ? 0.0f : expf((kept_value - winner_best < 0.0f ? fmaxf((kept_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
        }
      }
      reduce_f32_lanes[local] = kept_mine;
      __syncthreads();
      if (local < 16) {
        const int kept_from = local * 16;
        const float kept_head = reduce_f32_lanes[kept_from];
        float kept_part = kept_head;
        for (int i_9 = 1; i_9 < 16; i_9 += 1) {
          const float kept_next = reduce_f32_lanes[kept_from + i_9];
          kept_part += kept_next;
        }
        reduce_f32_parts[local] = kept_part;
      }
      __syncthreads();
      const float kept_start = reduce_f32_parts[0];
      float kept_total = kept_start;
      for (int i_10 = 1; i_10 < 16; i_10 += 1) {
        const float kept_item = reduce_f32_parts[i_10];
        kept_total += kept_item;
      }
      const float limit = (1.0f - __int_as_float(top_p)) * kept_total;
      const unsigned top_key = ((__float_as_uint(winner_best) >> 31) != 0u ? ~__float_as_uint(winner_best) : __float_as_uint(winner_best) | 2147483648u);
      unsigned border_2 = 0u;
      for (int bit_2 = 0; bit_2 < 32; bit_2 += 1) {
        const unsigned trial_2 = border_2 | (2147483648u >> bit_2);
        float below_mine = 0.0f;
        for (int below_c = local; below_c < 48; below_c += 256) {
          const float below_value = probabilities[base + below_c];
          if ((below_value <= -3e+38f ? 0u : ((__float_as_uint(below_value) >> 31) != 0u ? ~__float_as_uint(below_value) : __float_as_uint(below_value) | 2147483648u)) < trial_2) {
            below_mine += (below_value <= -3e+38f ? 0.0f : expf((below_value - winner_best < 0.0f ? fmaxf((below_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
          }
        }
        reduce_f32_lanes[local] = below_mine;
        __syncthreads();
        if (local < 16) {
          const int below_from = local * 16;
          const float below_head = reduce_f32_lanes[below_from];
          float below_part = below_head;
          for (int i_11 = 1; i_11 < 16; i_11 += 1) {
            const float below_next = reduce_f32_lanes[below_from + i_11];
            below_part += below_next;
          }
          reduce_f32_parts[local] = below_part;
        }
        __syncthreads();
        const float below_start = reduce_f32_parts[0];
        float below_total = below_start;
        for (int i_12 = 1; i_12 < 16; i_12 += 1) {
          const float below_item = reduce_f32_parts[i_12];
          below_total += below_item;
        }
        if (below_total <= limit) {
          border_2 = trial_2;
        }
      }
      const unsigned border_key = (border_2 < top_key ? border_2 : top_key);
      float under_mine = 0.0f;
      for (int under_c = local; under_c < 48; under_c += 256) {
        const float under_value = probabilities[base + under_c];
        if ((under_value <= -3e+38f ? 0u : ((__float_as_uint(under_value) >> 31) != 0u ? ~__float_as_uint(under_value) : __float_as_uint(under_value) | 2147483648u)) < border_key) {
          under_mine += (under_value <= -3e+38f ? 0.0f : expf((under_value - winner_best < 0.0f ? fmaxf((under_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
        }
      }
      reduce_f32_lanes[local] = under_mine;
      __syncthreads();
      if (local < 16) {
        const int under_from = local * 16;
        const float under_head = reduce_f32_lanes[under_from];
        float under_part = under_head;
        for (int i_13 = 1; i_13 < 16; i_13 += 1) {
          const float under_next = reduce_f32_lanes[under_from + i_13];
          under_part += under_next;
        }
        reduce_f32_parts[local] = under_part;
      }
      __syncthreads();
      const float under_start = reduce_f32_parts[0];
      float under_total = under_start;
      for (int i_14 = 1; i_14 < 16; i_14 += 1) {
        const float under_item = reduce_f32_parts[i_14];
        under_total += under_item;
      }
      float equal = 0.0f;
      const int block_first = min(local, 48);
      const int block_end = min(block_first + 1, 48);
      for (int c_tie = block_first; c_tie < block_end; c_tie += 1) {
        const float tie_value = probabilities[base + c_tie];
        if ((tie_value <= -3e+38f ? 0u : ((__float_as_uint(tie_value) >> 31) != 0u ? ~__float_as_uint(tie_value) : __float_as_uint(tie_value) | 2147483648u)) == border_key) {
          equal += 1.0f;
        }
      }
      __syncthreads();
      sums[local] = equal;
      __syncthreads();
      float ties_before = 0.0f;
      for (int lower = 0; lower < local; lower += 1) {
        const float lower_sum = sums[lower];
        ties_before += lower_sum;
      }
      reduce_f32_lanes[local] = equal;
      __syncthreads();
      if (local < 16) {
        const int ties_from = local * 16;
        const float ties_head = reduce_f32_lanes[ties_from];
        float ties_part = ties_head;
        for (int i_15 = 1; i_15 < 16; i_15 += 1) {
          const float ties_next = reduce_f32_lanes[ties_from + i_15];
          ties_part += ties_next;
        }
        reduce_f32_parts[local] = ties_part;
      }
      __syncthreads();
      const float ties_start = reduce_f32_parts[0];
      float ties_total = ties_start;
      for (int i_16 = 1; i_16 < 16; i_16 += 1) {
        const float ties_item = reduce_f32_parts[i_16];
        ties_total += ties_item;
      }
      float tie_weight = 0.0f;
      for (int c_tied = block_first; c_tied < block_end; c_tied += 1) {
        const float tied_value = probabilities[base + c_tied];
        if ((tied_value <= -3e+38f ? 0u : ((__float_as_uint(tied_value) >> 31) != 0u ? ~__float_as_uint(tied_value) : __float_as_uint(tied_value) | 2147483648u)) == border_key) {
          tie_weight = (tied_value <= -3e+38f ? 0.0f : expf((tied_value - winner_best < 0.0f ? fmaxf((tied_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
        }
      }
      reduce_f32_lanes[local] = tie_weight;
      __syncthreads();
      if (local < 16) {
        const int each_from = local * 16;
        const float each_head = reduce_f32_lanes[each_from];
        float each_part = each_head;
        for (int i_17 = 1; i_17 < 16; i_17 += 1) {
          const float each_next = reduce_f32_lanes[each_from + i_17];
          each_part = fmaxf(each_part, each_next);
        }
        reduce_f32_parts[local] = each_part;
      }
      __syncthreads();
      const float each_start = reduce_f32_parts[0];
      float each_total = each_start;
      for (int i_18 = 1; i_18 < 16; i_18 += 1) {
        const float each_item = reduce_f32_parts[i_18];
        each_total = fmaxf(each_total, each_item);
      }
      const float fits = fmaxf((limit - under_total) / fmaxf(each_total, 1e-30f), 0.0f);
      const float drop = fminf(fits, ties_total - 1.0f);
      float seen = ties_before;
      for (int c_drop = block_first; c_drop < block_end; c_drop += 1) {
        const float drop_value = probabilities[base + c_drop];
        const unsigned drop_key = (drop_value <= -3e+38f ? 0u : ((__float_as_uint(drop_value) >> 31) != 0u ? ~__float_as_uint(drop_value) : __float_as_uint(drop_value) | 2147483648u));
        if (drop_key == border_key) {
          seen += 1.0f;
        }
        if (drop_key < border_key || (drop_key == border_key && seen <= drop)) {
          probabilities[base + c_drop] = -3.402823466e+38f;
        }
      }
      __syncthreads();
    }
    const int block_first_2 = min(local, 48);
    const int block_end_2 = min(block_first_2 + 1, 48);
    float block_mass = 0.0f;
    for (int c_mass = block_first_2; c_mass < block_end_2; c_mass += 1) {
      const float mass_value = probabilities[base + c_mass];
      block_mass += (mass_value <= -3e+38f ? 0.0f : expf((mass_value - winner_best < 0.0f ? fmaxf((mass_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
    }
    __syncthreads();
    sums[local] = block_mass;
    __syncthreads();
    float mass_before = 0.0f;
    for (int lower_2 = 0; lower_2 < local; lower_2 += 1) {
      const float lower_sum_2 = sums[lower_2];
      mass_before += lower_sum_2;
    }
    reduce_f32_lanes[local] = block_mass;
    __syncthreads();
    if (local < 16) {
      const int total_from = local * 16;
      const float total_head = reduce_f32_lanes[total_from];
      float total_part = total_head;
      for (int i_19 = 1; i_19 < 16; i_19 += 1) {
        const float total_next = reduce_f32_lanes[total_from + i_19];
        total_part += total_next;
      }
      reduce_f32_parts[local] = total_part;
    }
    __syncthreads();
    const float total_start = reduce_f32_parts[0];
    float total_total = total_start;
    for (int i_20 = 1; i_20 < 16; i_20 += 1) {
      const float total_item = reduce_f32_parts[i_20];
      total_total += total_item;
    }
    const int lane_start_base = step[8];
    const int lane_start = step[lane_start_base + lane];
    const int lane_length_base = step[9];
    const int lane_length = step[lane_length_base + lane];
    const int position = lane_length + row - lane_start + 1;
    const int seed_low = step[repetition_base + lane * 9 + 7];
    const int seed_high = step[repetition_base + lane * 9 + 8];
    unsigned hash = unsigned(seed_low);
    hash ^= unsigned(seed_high) * 2654435761u;
    hash ^= hash >> 16;
    hash *= 2146121005u;
    hash ^= hash >> 15;
    hash *= 2221713035u;
    hash ^= hash >> 16;
    hash ^= unsigned(position) * 2654435761u;
    hash ^= hash >> 16;
    hash *= 2146121005u;
    hash ^= hash >> 15;
    hash *= 2221713035u;
    hash ^= hash >> 16;
    hash ^= 0u;
    hash ^= hash >> 16;
    hash *= 2146121005u;
    hash ^= hash >> 15;
    hash *= 2221713035u;
    hash ^= hash >> 16;
    const float uniform = float(hash >> 8) * 5.9604645e-8f;
    const float mass_target = uniform * total_total;
    float running = mass_before;
    int first_above = 2147483647;
    int last_kept = 0;
    for (int c_draw = block_first_2; c_draw < block_end_2; c_draw += 1) {
      const float draw_value = probabilities[base + c_draw];
      const float draw_weight = (draw_value <= -3e+38f ? 0.0f : expf((draw_value - winner_best < 0.0f ? fmaxf((draw_value - winner_best) / __int_as_float(temperature), -100.0f) : 0.0f)));
      running += draw_weight;
      if (draw_weight > 0.0f) {
        last_kept = c_draw;
        if (running > mass_target && first_above == 2147483647) {
          first_above = c_draw;
        }
      }
      probabilities[base + c_draw] = (total_total > 0.0f ? draw_weight / fmaxf(total_total, 1e-37f) : (c_draw == 0 ? 1.0f : 0.0f));
    }
    reduce_i32_lanes[local] = first_above;
    __syncthreads();
    if (local < 16) {
      const int found_from = local * 16;
      const int found_head = reduce_i32_lanes[found_from];
      int found_part = found_head;
      for (int i_21 = 1; i_21 < 16; i_21 += 1) {
        const int found_next = reduce_i32_lanes[found_from + i_21];
        found_part = min(found_part, found_next);
      }
      reduce_i32_parts[local] = found_part;
    }
    __syncthreads();
    const int found_start = reduce_i32_parts[0];
    int found_total = found_start;
    for (int i_22 = 1; i_22 < 16; i_22 += 1) {
      const int found_item = reduce_i32_parts[i_22];
      found_total = min(found_total, found_item);
    }
    reduce_i32_lanes[local] = -last_kept;
    __syncthreads();
    if (local < 16) {
      const int last_from = local * 16;
      const int last_head = reduce_i32_lanes[last_from];
      int last_part = last_head;
      for (int i_23 = 1; i_23 < 16; i_23 += 1) {
        const int last_next = reduce_i32_lanes[last_from + i_23];
        last_part = min(last_part, last_next);
      }
      reduce_i32_parts[local] = last_part;
    }
    __syncthreads();
    const int last_start = reduce_i32_parts[0];
    int last_total = last_start;
    for (int i_24 = 1; i_24 < 16; i_24 += 1) {
      const int last_item = reduce_i32_parts[i_24];
      last_total = min(last_total, last_item);
    }
    const int drawn = (found_total == 2147483647 ? -last_total : found_total);
    chosen = drawn;
  } else {
    for (int c_one = local; c_one < 48; c_one += 256) {
      probabilities[base + c_one] = (c_one == greedy_id ? 1.0f : 0.0f);
    }
  }
  if (local == 0) {
    token[output] = chosen;
    const int choice = output * 2;
    sampled[choice] = chosen;
    sampled[choice + 1] = not_finite;
    const int outputs = step[2];
    const int last_output = outputs - 1;
    const int next_row = step[row_base + min(output + 1, last_output)];
    const int next_lane = step[lane_base + next_row];
    if (output == last_output || next_lane != lane) {
      const int last_offset = step[3];
      sampled[last_offset + slot] = chosen;
    }
  }
}
