// quantised_linear_5x129_residual
// y[tokens, 5] = residual((x[tokens, 129] * xScales) wT, integers within a group)
// group.x: 8 groups of 1 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
const step = buffers[0];
const x = buffers[1];
const x_scales = buffers[2];
const w = buffers[3];
const residual = buffers[4];
const y = buffers[5];
const partial = new Float32Array(512);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const first_row = Math.imul(group_y, 8);
    const tokens = step[0];
    const rows = tokens - first_row | 0;
    for (let local = 0; local < 64; local++) {
      const split = local % 8 | 0;
      const column = Math.imul(group_x, 8) + (local / 8 | 0) | 0;
      let sum0_0 = 0;
      let sum1_0 = 0;
      let sum2_0 = 0;
      let sum3_0 = 0;
      let sum4_0 = 0;
      let sum5_0 = 0;
      let sum6_0 = 0;
      let sum7_0 = 0;
      const n0 = Math.min(column, 4);
      for (let group_of_k = split; group_of_k < 3; group_of_k += 8) {
        let product0_0 = 0;
        let product1_0 = 0;
        let product2_0 = 0;
        let product3_0 = 0;
        let product4_0 = 0;
        let product5_0 = 0;
        let product6_0 = 0;
        let product7_0 = 0;
        for (let run = Math.imul(group_of_k, 8); run < Math.imul(group_of_k + 1 | 0, 8); run += 1) {
          const w00_codes = w[Math.imul(n0, 32) + run | 0];
          const w00_0 = (w00_codes << 28 | 0) >> 28 | 0;
          const w00_1 = (w00_codes << 24 | 0) >> 28 | 0;
          const w00_2 = (w00_codes << 20 | 0) >> 28 | 0;
          const w00_3 = (w00_codes << 16 | 0) >> 28 | 0;
          const w00_4 = (w00_codes << 12 | 0) >> 28 | 0;
          const w00_5 = (w00_codes << 8 | 0) >> 28 | 0;
          const w00_6 = (w00_codes << 4 | 0) >> 28 | 0;
          const w00_7 = w00_codes >> 28 | 0;
          if (rows > 0) {
            const x0_0_word$at = (Math.imul(first_row, 24) + run | 0) * 2;
            const x0_0_word = x[x0_0_word$at];
            const x0_4_word = x[x0_0_word$at + 1];
            const x0_0 = ((x0_0_word | 0) << 24 | 0) >> 24 | 0;
            const x0_1 = (((x0_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x0_2 = (((x0_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x0_3 = (((x0_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x0_4 = ((x0_4_word | 0) << 24 | 0) >> 24 | 0;
            const x0_5 = (((x0_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x0_6 = (((x0_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x0_7 = (((x0_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product0_0 = (((((((product0_0 + Math.imul(w00_0, x0_0) | 0) + Math.imul(w00_1, x0_1) | 0) + Math.imul(w00_2, x0_2) | 0) + Math.imul(w00_3, x0_3) | 0) + Math.imul(w00_4, x0_4) | 0) + Math.imul(w00_5, x0_5) | 0) + Math.imul(w00_6, x0_6) | 0) + Math.imul(w00_7, x0_7) | 0;
          }
          if (rows > 1) {
            const x1_0_word$at = (Math.imul(first_row + 1 | 0, 24) + run | 0) * 2;
            const x1_0_word = x[x1_0_word$at];
            const x1_4_word = x[x1_0_word$at + 1];
            const x1_0 = ((x1_0_word | 0) << 24 | 0) >> 24 | 0;
            const x1_1 = (((x1_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x1_2 = (((x1_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x1_3 = (((x1_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x1_4 = ((x1_4_word | 0) << 24 | 0) >> 24 | 0;
            const x1_5 = (((x1_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x1_6 = (((x1_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x1_7 = (((x1_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product1_0 = (((((((product1_0 + Math.imul(w00_0, x1_0) | 0) + Math.imul(w00_1, x1_1) | 0) + Math.imul(w00_2, x1_2) | 0) + Math.imul(w00_3, x1_3) | 0) + Math.imul(w00_4, x1_4) | 0) + Math.imul(w00_5, x1_5) | 0) + Math.imul(w00_6, x1_6) | 0) + Math.imul(w00_7, x1_7) | 0;
          }
          if (rows > 2) {
            const x2_0_word$at = (Math.imul(first_row + 2 | 0, 24) + run | 0) * 2;
            const x2_0_word = x[x2_0_word$at];
            const x2_4_word = x[x2_0_word$at + 1];
            const x2_0 = ((x2_0_word | 0) << 24 | 0) >> 24 | 0;
            const x2_1 = (((x2_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x2_2 = (((x2_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x2_3 = (((x2_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x2_4 = ((x2_4_word | 0) << 24 | 0) >> 24 | 0;
            const x2_5 = (((x2_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x2_6 = (((x2_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x2_7 = (((x2_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product2_0 = (((((((product2_0 + Math.imul(w00_0, x2_0) | 0) + Math.imul(w00_1, x2_1) | 0) + Math.imul(w00_2, x2_2) | 0) + Math.imul(w00_3, x2_3) | 0) + Math.imul(w00_4, x2_4) | 0) + Math.imul(w00_5, x2_5) | 0) + Math.imul(w00_6, x2_6) | 0) + Math.imul(w00_7, x2_7) | 0;
          }
          if (rows > 3) {
            const x3_0_word$at = (Math.imul(first_row + 3 | 0, 24) + run | 0) * 2;
            const x3_0_word = x[x3_0_word$at];
            const x3_4_word = x[x3_0_word$at + 1];
            const x3_0 = ((x3_0_word | 0) << 24 | 0) >> 24 | 0;
            const x3_1 = (((x3_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x3_2 = (((x3_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x3_3 = (((x3_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x3_4 = ((x3_4_word | 0) << 24 | 0) >> 24 | 0;
            const x3_5 = (((x3_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x3_6 = (((x3_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x3_7 = (((x3_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product3_0 = (((((((product3_0 + Math.imul(w00_0, x3_0) | 0) + Math.imul(w00_1, x3_1) | 0) + Math.imul(w00_2, x3_2) | 0) + Math.imul(w00_3, x3_3) | 0) + Math.imul(w00_4, x3_4) | 0) + Math.imul(w00_5, x3_5) | 0) + Math.imul(w00_6, x3_6) | 0) + Math.imul(w00_7, x3_7) | 0;
          }
          if (rows > 4) {
            const x4_0_word$at = (Math.imul(first_row + 4 | 0, 24) + run | 0) * 2;
            const x4_0_word = x[x4_0_word$at];
            const x4_4_word = x[x4_0_word$at + 1];
            const x4_0 = ((x4_0_word | 0) << 24 | 0) >> 24 | 0;
            const x4_1 = (((x4_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x4_2 = (((x4_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x4_3 = (((x4_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x4_4 = ((x4_4_word | 0) << 24 | 0) >> 24 | 0;
            const x4_5 = (((x4_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x4_6 = (((x4_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x4_7 = (((x4_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product4_0 = (((((((product4_0 + Math.imul(w00_0, x4_0) | 0) + Math.imul(w00_1, x4_1) | 0) + Math.imul(w00_2, x4_2) | 0) + Math.imul(w00_3, x4_3) | 0) + Math.imul(w00_4, x4_4) | 0) + Math.imul(w00_5, x4_5) | 0) + Math.imul(w00_6, x4_6) | 0) + Math.imul(w00_7, x4_7) | 0;
          }
          if (rows > 5) {
            const x5_0_word$at = (Math.imul(first_row + 5 | 0, 24) + run | 0) * 2;
            const x5_0_word = x[x5_0_word$at];
            const x5_4_word = x[x5_0_word$at + 1];
            const x5_0 = ((x5_0_word | 0) << 24 | 0) >> 24 | 0;
            const x5_1 = (((x5_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x5_2 = (((x5_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x5_3 = (((x5_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x5_4 = ((x5_4_word | 0) << 24 | 0) >> 24 | 0;
            const x5_5 = (((x5_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x5_6 = (((x5_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x5_7 = (((x5_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product5_0 = (((((((product5_0 + Math.imul(w00_0, x5_0) | 0) + Math.imul(w00_1, x5_1) | 0) + Math.imul(w00_2, x5_2) | 0) + Math.imul(w00_3, x5_3) | 0) + Math.imul(w00_4, x5_4) | 0) + Math.imul(w00_5, x5_5) | 0) + Math.imul(w00_6, x5_6) | 0) + Math.imul(w00_7, x5_7) | 0;
          }
          if (rows > 6) {
            const x6_0_word$at = (Math.imul(first_row + 6 | 0, 24) + run | 0) * 2;
            const x6_0_word = x[x6_0_word$at];
            const x6_4_word = x[x6_0_word$at + 1];
            const x6_0 = ((x6_0_word | 0) << 24 | 0) >> 24 | 0;
            const x6_1 = (((x6_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x6_2 = (((x6_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x6_3 = (((x6_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x6_4 = ((x6_4_word | 0) << 24 | 0) >> 24 | 0;
            const x6_5 = (((x6_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x6_6 = (((x6_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x6_7 = (((x6_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product6_0 = (((((((product6_0 + Math.imul(w00_0, x6_0) | 0) + Math.imul(w00_1, x6_1) | 0) + Math.imul(w00_2, x6_2) | 0) + Math.imul(w00_3, x6_3) | 0) + Math.imul(w00_4, x6_4) | 0) + Math.imul(w00_5, x6_5) | 0) + Math.imul(w00_6, x6_6) | 0) + Math.imul(w00_7, x6_7) | 0;
          }
          if (rows > 7) {
            const x7_0_word$at = (Math.imul(first_row + 7 | 0, 24) + run | 0) * 2;
            const x7_0_word = x[x7_0_word$at];
            const x7_4_word = x[x7_0_word$at + 1];
            const x7_0 = ((x7_0_word | 0) << 24 | 0) >> 24 | 0;
            const x7_1 = (((x7_0_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x7_2 = (((x7_0_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x7_3 = (((x7_0_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            const x7_4 = ((x7_4_word | 0) << 24 | 0) >> 24 | 0;
            const x7_5 = (((x7_4_word >>> 8) | 0) << 24 | 0) >> 24 | 0;
            const x7_6 = (((x7_4_word >>> 16) | 0) << 24 | 0) >> 24 | 0;
            const x7_7 = (((x7_4_word >>> 24) | 0) << 24 | 0) >> 24 | 0;
            product7_0 = (((((((product7_0 + Math.imul(w00_0, x7_0) | 0) + Math.imul(w00_1, x7_1) | 0) + Math.imul(w00_2, x7_2) | 0) + Math.imul(w00_3, x7_3) | 0) + Math.imul(w00_4, x7_4) | 0) + Math.imul(w00_5, x7_5) | 0) + Math.imul(w00_6, x7_6) | 0) + Math.imul(w00_7, x7_7) | 0;
          }
        }
        const w00_scale_at = Math.imul(n0, 4) + group_of_k | 0;
        const w00_scale_word = w[(w00_scale_at >> 1 | 0) + 192 | 0];
        const w00_scale = halfToFloat(((w00_scale_word >> Math.imul(w00_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        if (rows > 0) {
          const x0_scale = x_scales[Math.imul(first_row, 3) + group_of_k | 0];
          sum0_0 = sum0_0 + ((product0_0) * (x0_scale * w00_scale));
        }
        if (rows > 1) {
          const x1_scale = x_scales[Math.imul(first_row + 1 | 0, 3) + group_of_k | 0];
          sum1_0 = sum1_0 + ((product1_0) * (x1_scale * w00_scale));
        }
        if (rows > 2) {
          const x2_scale = x_scales[Math.imul(first_row + 2 | 0, 3) + group_of_k | 0];
          sum2_0 = sum2_0 + ((product2_0) * (x2_scale * w00_scale));
        }
        if (rows > 3) {
          const x3_scale = x_scales[Math.imul(first_row + 3 | 0, 3) + group_of_k | 0];
          sum3_0 = sum3_0 + ((product3_0) * (x3_scale * w00_scale));
        }
        if (rows > 4) {
          const x4_scale = x_scales[Math.imul(first_row + 4 | 0, 3) + group_of_k | 0];
          sum4_0 = sum4_0 + ((product4_0) * (x4_scale * w00_scale));
        }
        if (rows > 5) {
          const x5_scale = x_scales[Math.imul(first_row + 5 | 0, 3) + group_of_k | 0];
          sum5_0 = sum5_0 + ((product5_0) * (x5_scale * w00_scale));
        }
        if (rows > 6) {
          const x6_scale = x_scales[Math.imul(first_row + 6 | 0, 3) + group_of_k | 0];
          sum6_0 = sum6_0 + ((product6_0) * (x6_scale * w00_scale));
        }
        if (rows > 7) {
          const x7_scale = x_scales[Math.imul(first_row + 7 | 0, 3) + group_of_k | 0];
          sum7_0 = sum7_0 + ((product7_0) * (x7_scale * w00_scale));
        }
      }
      partial[local] = sum0_0;
      partial[64 + local | 0] = sum1_0;
      partial[128 + local | 0] = sum2_0;
      partial[192 + local | 0] = sum3_0;
      partial[256 + local | 0] = sum4_0;
      partial[320 + local | 0] = sum5_0;
      partial[384 + local | 0] = sum6_0;
      partial[448 + local | 0] = sum7_0;
    }
    for (let local = 0; local < 64; local++) {
      const row = local / 8 | 0;
      const group_of_row = local % 8 | 0;
      const target_group = Math.imul(group_x, 8) + group_of_row | 0;
      if (((row < 8) && (row < rows)) && (target_group < 5)) {
        const base0 = Math.imul(row, 64) + Math.imul(group_of_row, 8) | 0;
        const part0_0 = partial[base0];
        const part0_1 = partial[base0 + 1 | 0];
        const part0_2 = partial[base0 + 2 | 0];
        const part0_3 = partial[base0 + 3 | 0];
        const part0_4 = partial[base0 + 4 | 0];
        const part0_5 = partial[base0 + 5 | 0];
        const part0_6 = partial[base0 + 6 | 0];
        const part0_7 = partial[base0 + 7 | 0];
        const total0 = ((((((part0_0 + part0_1) + part0_2) + part0_3) + part0_4) + part0_5) + part0_6) + part0_7;
        const y_row = first_row + row | 0;
        const before = residual[Math.imul(y_row, 5) + target_group | 0];
        y[Math.imul(y_row, 5) + target_group | 0] = before + total0;
      }
    }
}
