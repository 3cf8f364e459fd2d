// causal_conv1d_6
// y[t] = silu(sum over i < 4 of w[c, i] * x[t - 3 + i]), history from the slot
// slot: tail [3][6], records [16][6]
// group.x: block of channel groups of 2, group.y: lane
const step = buffers[0];
const x = buffers[1];
const w = buffers[2];
const slots = buffers[3];
const y = buffers[4];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const lane = group_y;
    const slot_base = step[10];
    const slot = step[slot_base + lane | 0];
    const fold_base = step[11];
    const fold = step[fold_base + lane | 0];
    const begin_base = step[8];
    const begin = step[begin_base + lane | 0];
    const stop = step[begin_base + (lane + 1 | 0) | 0];
    const rows = stop - begin | 0;
    for (let local = 0; local < 64; local++) {
      const channel_group = Math.imul(group_x, 64) + local | 0;
      if (channel_group < 3) {
        const base = Math.imul(slot, 57) + channel_group | 0;
        const tail0_0$at = base * 2;
        const tail0_0 = slots[tail0_0$at];
        const tail0_1 = slots[tail0_0$at + 1];
        let h0_0 = tail0_0;
        let h0_1 = tail0_1;
        const tail1_0$at = (base + 3 | 0) * 2;
        const tail1_0 = slots[tail1_0$at];
        const tail1_1 = slots[tail1_0$at + 1];
        let h1_0 = tail1_0;
        let h1_1 = tail1_1;
        const tail2_0$at = (base + 6 | 0) * 2;
        const tail2_0 = slots[tail2_0$at];
        const tail2_1 = slots[tail2_0$at + 1];
        let h2_0 = tail2_0;
        let h2_1 = tail2_1;
        for (let f = 0; f < fold; f += 1) {
          const record0$at = (base + Math.imul(f + 3 | 0, 3) | 0) * 2;
          const record0 = slots[record0$at];
          const record1 = slots[record0$at + 1];
          h0_0 = h1_0;
          h0_1 = h1_1;
          h1_0 = h2_0;
          h1_1 = h2_1;
          h2_0 = record0;
          h2_1 = record1;
        }
        if ((fold > 0) && (rows <= 16)) {
          slots[base * 2] = h0_0;
          slots[base * 2 + 1] = h0_1;
          slots[(base + 3 | 0) * 2] = h1_0;
          slots[(base + 3 | 0) * 2 + 1] = h1_1;
          slots[(base + 6 | 0) * 2] = h2_0;
          slots[(base + 6 | 0) * 2 + 1] = h2_1;
        }
        const w0_0_at = Math.imul(Math.imul(channel_group, 2), 4);
        const w0_0_word = w[w0_0_at >> 1 | 0];
        const w0_0 = (bitsU[0] = (w0_0_word >>> ((w0_0_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w0_1_at = Math.imul(Math.imul(channel_group, 2), 4) + 1 | 0;
        const w0_1_word = w[w0_1_at >> 1 | 0];
        const w0_1 = (bitsU[0] = (w0_1_word >>> ((w0_1_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w0_2_at = Math.imul(Math.imul(channel_group, 2), 4) + 2 | 0;
        const w0_2_word = w[w0_2_at >> 1 | 0];
        const w0_2 = (bitsU[0] = (w0_2_word >>> ((w0_2_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w0_3_at = Math.imul(Math.imul(channel_group, 2), 4) + 3 | 0;
        const w0_3_word = w[w0_3_at >> 1 | 0];
        const w0_3 = (bitsU[0] = (w0_3_word >>> ((w0_3_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w1_0_at = Math.imul(Math.imul(channel_group, 2) + 1 | 0, 4);
        const w1_0_word = w[w1_0_at >> 1 | 0];
        const w1_0 = (bitsU[0] = (w1_0_word >>> ((w1_0_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w1_1_at = Math.imul(Math.imul(channel_group, 2) + 1 | 0, 4) + 1 | 0;
        const w1_1_word = w[w1_1_at >> 1 | 0];
        const w1_1 = (bitsU[0] = (w1_1_word >>> ((w1_1_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w1_2_at = Math.imul(Math.imul(channel_group, 2) + 1 | 0, 4) + 2 | 0;
        const w1_2_word = w[w1_2_at >> 1 | 0];
        const w1_2 = (bitsU[0] = (w1_2_word >>> ((w1_2_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const w1_3_at = Math.imul(Math.imul(channel_group, 2) + 1 | 0, 4) + 3 | 0;
        const w1_3_word = w[w1_3_at >> 1 | 0];
        const w1_3 = (bitsU[0] = (w1_3_word >>> ((w1_3_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        for (let t = 0; t < rows; t += 1) {
          const row = Math.imul(begin + t | 0, 3) + channel_group | 0;
          const x_value0_word = x[row];
          const x_value0 = (bitsU[0] = x_value0_word << 16 >>> 0, bitsF[0]);
          const x_value1 = (bitsU[0] = (x_value0_word & 4294901760) >>> 0, bitsF[0]);
          const sum0 = (((0 + (h0_0 * w0_0)) + (h1_0 * w0_1)) + (h2_0 * w0_2)) + (x_value0 * w0_3);
          const sum1 = (((0 + (h0_1 * w1_0)) + (h1_1 * w1_1)) + (h2_1 * w1_2)) + (x_value1 * w1_3);
          y[row] = packBf16(sum0 / (1 + (Math.exp(Math.min(-sum0, 80)))), sum1 / (1 + (Math.exp(Math.min(-sum1, 80)))));
          h0_0 = h1_0;
          h0_1 = h1_1;
          h1_0 = h2_0;
          h1_1 = h2_1;
          h2_0 = x_value0;
          h2_1 = x_value1;
          if (rows <= 16) {
            slots[(base + Math.imul(t + 3 | 0, 3) | 0) * 2] = x_value0;
            slots[(base + Math.imul(t + 3 | 0, 3) | 0) * 2 + 1] = x_value1;
          }
        }
        if (rows > 16) {
          slots[base * 2] = h0_0;
          slots[base * 2 + 1] = h0_1;
          slots[(base + 3 | 0) * 2] = h1_0;
          slots[(base + 3 | 0) * 2 + 1] = h1_1;
          slots[(base + 6 | 0) * 2] = h2_0;
          slots[(base + 6 | 0) * 2 + 1] = h2_1;
        }
      }
    }
}
