// quantised_linear_36x128_residual
// y[tokens, 36] = residual((x[tokens, 128] * xScales) wT, integers within a group)
// group.x: 16 groups of 4 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
const step = buffers[0];
const x = buffers[1];
const x_scales = buffers[2];
const w = buffers[3];
const residual = buffers[4];
const y = buffers[5];
const codes = buffers[6];
const scales = buffers[7];
const peaks = new Int32Array(128);
const partial = new Float32Array(2048);
const row$ = new Int32Array(128);
const group_of_row$ = new Int32Array(128);
const target_group$ = new Int32Array(128);
const safe_row$ = new Int32Array(128);
const y_row$ = new Int32Array(128);
const exists$ = new Uint8Array(128);
const bits0$ = new Int32Array(128);
const bits1$ = new Int32Array(128);
const bits2$ = new Int32Array(128);
const bits3$ = new Int32Array(128);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const first_row = Math.imul(group_y, 4);
    const tokens = step[0];
    const rows = tokens - first_row | 0;
    for (let local = 0; local < 128; local++) {
      const split = local % 8 | 0;
      const column = Math.imul(group_x, 16) + (local / 8 | 0) | 0;
      let sum0_0 = 0;
      let sum0_1 = 0;
      let sum0_2 = 0;
      let sum0_3 = 0;
      let sum1_0 = 0;
      let sum1_1 = 0;
      let sum1_2 = 0;
      let sum1_3 = 0;
      let sum2_0 = 0;
      let sum2_1 = 0;
      let sum2_2 = 0;
      let sum2_3 = 0;
      let sum3_0 = 0;
      let sum3_1 = 0;
      let sum3_2 = 0;
      let sum3_3 = 0;
      const n0 = Math.min(Math.imul(column, 4), 35);
      const n1 = Math.min(Math.imul(column, 4) + 1 | 0, 35);
      const n2 = Math.min(Math.imul(column, 4) + 2 | 0, 35);
      const n3 = Math.min(Math.imul(column, 4) + 3 | 0, 35);
      for (let group_of_k = split; group_of_k < 2; group_of_k += 8) {
        let product0_0 = 0;
        let product0_1 = 0;
        let product0_2 = 0;
        let product0_3 = 0;
        let product1_0 = 0;
        let product1_1 = 0;
        let product1_2 = 0;
        let product1_3 = 0;
        let product2_0 = 0;
        let product2_1 = 0;
        let product2_2 = 0;
        let product2_3 = 0;
        let product3_0 = 0;
        let product3_1 = 0;
        let product3_2 = 0;
        let product3_3 = 0;
        for (let run = Math.imul(group_of_k, 8); run < Math.imul(group_of_k + 1 | 0, 8); run += 1) {
          const w00_codes = w[Math.imul(n0, 16) + run | 0];
          const w00_0 = (w00_codes << 28 | 0) >> 28 | 0;
          const w00_1 = (w00_codes << 24 | 0) >> 28 | 0;
          const w00_2 = (w00_codes << 20 | 0) >> 28 | 0;
          const w00_3 = (w00_codes << 16 | 0) >> 28 | 0;
          const w00_4 = (w00_codes << 12 | 0) >> 28 | 0;
          const w00_5 = (w00_codes << 8 | 0) >> 28 | 0;
          const w00_6 = (w00_codes << 4 | 0) >> 28 | 0;
          const w00_7 = w00_codes >> 28 | 0;
          const w01_codes = w[Math.imul(n1, 16) + run | 0];
          const w01_0 = (w01_codes << 28 | 0) >> 28 | 0;
          const w01_1 = (w01_codes << 24 | 0) >> 28 | 0;
          const w01_2 = (w01_codes << 20 | 0) >> 28 | 0;
          const w01_3 = (w01_codes << 16 | 0) >> 28 | 0;
          const w01_4 = (w01_codes << 12 | 0) >> 28 | 0;
          const w01_5 = (w01_codes << 8 | 0) >> 28 | 0;
          const w01_6 = (w01_codes << 4 | 0) >> 28 | 0;
          const w01_7 = w01_codes >> 28 | 0;
          const w02_codes = w[Math.imul(n2, 16) + run | 0];
          const w02_0 = (w02_codes << 28 | 0) >> 28 | 0;
          const w02_1 = (w02_codes << 24 | 0) >> 28 | 0;
          const w02_2 = (w02_codes << 20 | 0) >> 28 | 0;
          const w02_3 = (w02_codes << 16 | 0) >> 28 | 0;
          const w02_4 = (w02_codes << 12 | 0) >> 28 | 0;
          const w02_5 = (w02_codes << 8 | 0) >> 28 | 0;
          const w02_6 = (w02_codes << 4 | 0) >> 28 | 0;
          const w02_7 = w02_codes >> 28 | 0;
          const w03_codes = w[Math.imul(n3, 16) + run | 0];
          const w03_0 = (w03_codes << 28 | 0) >> 28 | 0;
          const w03_1 = (w03_codes << 24 | 0) >> 28 | 0;
          const w03_2 = (w03_codes << 20 | 0) >> 28 | 0;
          const w03_3 = (w03_codes << 16 | 0) >> 28 | 0;
          const w03_4 = (w03_codes << 12 | 0) >> 28 | 0;
          const w03_5 = (w03_codes << 8 | 0) >> 28 | 0;
          const w03_6 = (w03_codes << 4 | 0) >> 28 | 0;
          const w03_7 = w03_codes >> 28 | 0;
          if (rows > 0) {
            const x0_0_word$at = (Math.imul(first_row, 16) + run | 0) * 2;
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
            product0_1 = (((((((product0_1 + Math.imul(w01_0, x0_0) | 0) + Math.imul(w01_1, x0_1) | 0) + Math.imul(w01_2, x0_2) | 0) + Math.imul(w01_3, x0_3) | 0) + Math.imul(w01_4, x0_4) | 0) + Math.imul(w01_5, x0_5) | 0) + Math.imul(w01_6, x0_6) | 0) + Math.imul(w01_7, x0_7) | 0;
            product0_2 = (((((((product0_2 + Math.imul(w02_0, x0_0) | 0) + Math.imul(w02_1, x0_1) | 0) + Math.imul(w02_2, x0_2) | 0) + Math.imul(w02_3, x0_3) | 0) + Math.imul(w02_4, x0_4) | 0) + Math.imul(w02_5, x0_5) | 0) + Math.imul(w02_6, x0_6) | 0) + Math.imul(w02_7, x0_7) | 0;
            product0_3 = (((((((product0_3 + Math.imul(w03_0, x0_0) | 0) + Math.imul(w03_1, x0_1) | 0) + Math.imul(w03_2, x0_2) | 0) + Math.imul(w03_3, x0_3) | 0) + Math.imul(w03_4, x0_4) | 0) + Math.imul(w03_5, x0_5) | 0) + Math.imul(w03_6, x0_6) | 0) + Math.imul(w03_7, x0_7) | 0;
          }
          if (rows > 1) {
            const x1_0_word$at = (Math.imul(first_row + 1 | 0, 16) + run | 0) * 2;
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
            product1_1 = (((((((product1_1 + Math.imul(w01_0, x1_0) | 0) + Math.imul(w01_1, x1_1) | 0) + Math.imul(w01_2, x1_2) | 0) + Math.imul(w01_3, x1_3) | 0) + Math.imul(w01_4, x1_4) | 0) + Math.imul(w01_5, x1_5) | 0) + Math.imul(w01_6, x1_6) | 0) + Math.imul(w01_7, x1_7) | 0;
            product1_2 = (((((((product1_2 + Math.imul(w02_0, x1_0) | 0) + Math.imul(w02_1, x1_1) | 0) + Math.imul(w02_2, x1_2) | 0) + Math.imul(w02_3, x1_3) | 0) + Math.imul(w02_4, x1_4) | 0) + Math.imul(w02_5, x1_5) | 0) + Math.imul(w02_6, x1_6) | 0) + Math.imul(w02_7, x1_7) | 0;
            product1_3 = (((((((product1_3 + Math.imul(w03_0, x1_0) | 0) + Math.imul(w03_1, x1_1) | 0) + Math.imul(w03_2, x1_2) | 0) + Math.imul(w03_3, x1_3) | 0) + Math.imul(w03_4, x1_4) | 0) + Math.imul(w03_5, x1_5) | 0) + Math.imul(w03_6, x1_6) | 0) + Math.imul(w03_7, x1_7) | 0;
          }
          if (rows > 2) {
            const x2_0_word$at = (Math.imul(first_row + 2 | 0, 16) + run | 0) * 2;
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
            product2_1 = (((((((product2_1 + Math.imul(w01_0, x2_0) | 0) + Math.imul(w01_1, x2_1) | 0) + Math.imul(w01_2, x2_2) | 0) + Math.imul(w01_3, x2_3) | 0) + Math.imul(w01_4, x2_4) | 0) + Math.imul(w01_5, x2_5) | 0) + Math.imul(w01_6, x2_6) | 0) + Math.imul(w01_7, x2_7) | 0;
            product2_2 = (((((((product2_2 + Math.imul(w02_0, x2_0) | 0) + Math.imul(w02_1, x2_1) | 0) + Math.imul(w02_2, x2_2) | 0) + Math.imul(w02_3, x2_3) | 0) + Math.imul(w02_4, x2_4) | 0) + Math.imul(w02_5, x2_5) | 0) + Math.imul(w02_6, x2_6) | 0) + Math.imul(w02_7, x2_7) | 0;
            product2_3 = (((((((product2_3 + Math.imul(w03_0, x2_0) | 0) + Math.imul(w03_1, x2_1) | 0) + Math.imul(w03_2, x2_2) | 0) + Math.imul(w03_3, x2_3) | 0) + Math.imul(w03_4, x2_4) | 0) + Math.imul(w03_5, x2_5) | 0) + Math.imul(w03_6, x2_6) | 0) + Math.imul(w03_7, x2_7) | 0;
          }
          if (rows > 3) {
            const x3_0_word$at = (Math.imul(first_row + 3 | 0, 16) + run | 0) * 2;
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
            product3_1 = (((((((product3_1 + Math.imul(w01_0, x3_0) | 0) + Math.imul(w01_1, x3_1) | 0) + Math.imul(w01_2, x3_2) | 0) + Math.imul(w01_3, x3_3) | 0) + Math.imul(w01_4, x3_4) | 0) + Math.imul(w01_5, x3_5) | 0) + Math.imul(w01_6, x3_6) | 0) + Math.imul(w01_7, x3_7) | 0;
            product3_2 = (((((((product3_2 + Math.imul(w02_0, x3_0) | 0) + Math.imul(w02_1, x3_1) | 0) + Math.imul(w02_2, x3_2) | 0) + Math.imul(w02_3, x3_3) | 0) + Math.imul(w02_4, x3_4) | 0) + Math.imul(w02_5, x3_5) | 0) + Math.imul(w02_6, x3_6) | 0) + Math.imul(w02_7, x3_7) | 0;
            product3_3 = (((((((product3_3 + Math.imul(w03_0, x3_0) | 0) + Math.imul(w03_1, x3_1) | 0) + Math.imul(w03_2, x3_2) | 0) + Math.imul(w03_3, x3_3) | 0) + Math.imul(w03_4, x3_4) | 0) + Math.imul(w03_5, x3_5) | 0) + Math.imul(w03_6, x3_6) | 0) + Math.imul(w03_7, x3_7) | 0;
          }
        }
        const w00_scale_at = Math.imul(n0, 2) + group_of_k | 0;
        const w00_scale_word = w[(w00_scale_at >> 1 | 0) + 576 | 0];
        const w00_scale = halfToFloat(((w00_scale_word >> Math.imul(w00_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w01_scale_at = Math.imul(n1, 2) + group_of_k | 0;
        const w01_scale_word = w[(w01_scale_at >> 1 | 0) + 576 | 0];
        const w01_scale = halfToFloat(((w01_scale_word >> Math.imul(w01_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w02_scale_at = Math.imul(n2, 2) + group_of_k | 0;
        const w02_scale_word = w[(w02_scale_at >> 1 | 0) + 576 | 0];
        const w02_scale = halfToFloat(((w02_scale_word >> Math.imul(w02_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w03_scale_at = Math.imul(n3, 2) + group_of_k | 0;
        const w03_scale_word = w[(w03_scale_at >> 1 | 0) + 576 | 0];
        const w03_scale = halfToFloat(((w03_scale_word >> Math.imul(w03_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        if (rows > 0) {
          const x0_scale = x_scales[Math.imul(first_row, 2) + group_of_k | 0];
          sum0_0 = sum0_0 + ((product0_0) * (x0_scale * w00_scale));
          sum0_1 = sum0_1 + ((product0_1) * (x0_scale * w01_scale));
          sum0_2 = sum0_2 + ((product0_2) * (x0_scale * w02_scale));
          sum0_3 = sum0_3 + ((product0_3) * (x0_scale * w03_scale));
        }
        if (rows > 1) {
          const x1_scale = x_scales[Math.imul(first_row + 1 | 0, 2) + group_of_k | 0];
          sum1_0 = sum1_0 + ((product1_0) * (x1_scale * w00_scale));
          sum1_1 = sum1_1 + ((product1_1) * (x1_scale * w01_scale));
          sum1_2 = sum1_2 + ((product1_2) * (x1_scale * w02_scale));
          sum1_3 = sum1_3 + ((product1_3) * (x1_scale * w03_scale));
        }
        if (rows > 2) {
          const x2_scale = x_scales[Math.imul(first_row + 2 | 0, 2) + group_of_k | 0];
          sum2_0 = sum2_0 + ((product2_0) * (x2_scale * w00_scale));
          sum2_1 = sum2_1 + ((product2_1) * (x2_scale * w01_scale));
          sum2_2 = sum2_2 + ((product2_2) * (x2_scale * w02_scale));
          sum2_3 = sum2_3 + ((product2_3) * (x2_scale * w03_scale));
        }
        if (rows > 3) {
          const x3_scale = x_scales[Math.imul(first_row + 3 | 0, 2) + group_of_k | 0];
          sum3_0 = sum3_0 + ((product3_0) * (x3_scale * w00_scale));
          sum3_1 = sum3_1 + ((product3_1) * (x3_scale * w01_scale));
          sum3_2 = sum3_2 + ((product3_2) * (x3_scale * w02_scale));
          sum3_3 = sum3_3 + ((product3_3) * (x3_scale * w03_scale));
        }
      }
      row$[local] = local / 16 | 0;
      group_of_row$[local] = local % 16 | 0;
      target_group$[local] = Math.imul(group_x, 16) + group_of_row$[local] | 0;
      safe_row$[local] = Math.min(row$[local], Math.min(rows, 4) - 1 | 0);
      partial[local] = sum0_0;
      partial[128 + local | 0] = sum0_1;
      partial[256 + local | 0] = sum0_2;
      partial[384 + local | 0] = sum0_3;
      partial[512 + local | 0] = sum1_0;
      partial[640 + local | 0] = sum1_1;
      partial[768 + local | 0] = sum1_2;
      partial[896 + local | 0] = sum1_3;
      partial[1024 + local | 0] = sum2_0;
      partial[1152 + local | 0] = sum2_1;
      partial[1280 + local | 0] = sum2_2;
      partial[1408 + local | 0] = sum2_3;
      partial[1536 + local | 0] = sum3_0;
      partial[1664 + local | 0] = sum3_1;
      partial[1792 + local | 0] = sum3_2;
      partial[1920 + local | 0] = sum3_3;
    }
    for (let local = 0; local < 128; local++) {
      const base0 = Math.imul(Math.imul(safe_row$[local], 4), 128) + Math.imul(group_of_row$[local], 8) | 0;
      const part0_0 = partial[base0];
      const part0_1 = partial[base0 + 1 | 0];
      const part0_2 = partial[base0 + 2 | 0];
      const part0_3 = partial[base0 + 3 | 0];
      const part0_4 = partial[base0 + 4 | 0];
      const part0_5 = partial[base0 + 5 | 0];
      const part0_6 = partial[base0 + 6 | 0];
      const part0_7 = partial[base0 + 7 | 0];
      const total0 = ((((((part0_0 + part0_1) + part0_2) + part0_3) + part0_4) + part0_5) + part0_6) + part0_7;
      const base1 = Math.imul(Math.imul(safe_row$[local], 4) + 1 | 0, 128) + Math.imul(group_of_row$[local], 8) | 0;
      const part1_0 = partial[base1];
      const part1_1 = partial[base1 + 1 | 0];
      const part1_2 = partial[base1 + 2 | 0];
      const part1_3 = partial[base1 + 3 | 0];
      const part1_4 = partial[base1 + 4 | 0];
      const part1_5 = partial[base1 + 5 | 0];
      const part1_6 = partial[base1 + 6 | 0];
      const part1_7 = partial[base1 + 7 | 0];
      const total1 = ((((((part1_0 + part1_1) + part1_2) + part1_3) + part1_4) + part1_5) + part1_6) + part1_7;
      const base2 = Math.imul(Math.imul(safe_row$[local], 4) + 2 | 0, 128) + Math.imul(group_of_row$[local], 8) | 0;
      const part2_0 = partial[base2];
      const part2_1 = partial[base2 + 1 | 0];
      const part2_2 = partial[base2 + 2 | 0];
      const part2_3 = partial[base2 + 3 | 0];
      const part2_4 = partial[base2 + 4 | 0];
      const part2_5 = partial[base2 + 5 | 0];
      const part2_6 = partial[base2 + 6 | 0];
      const part2_7 = partial[base2 + 7 | 0];
      const total2 = ((((((part2_0 + part2_1) + part2_2) + part2_3) + part2_4) + part2_5) + part2_6) + part2_7;
      const base3 = Math.imul(Math.imul(safe_row$[local], 4) + 3 | 0, 128) + Math.imul(group_of_row$[local], 8) | 0;
      const part3_0 = partial[base3];
      const part3_1 = partial[base3 + 1 | 0];
      const part3_2 = partial[base3 + 2 | 0];
      const part3_3 = partial[base3 + 3 | 0];
      const part3_4 = partial[base3 + 4 | 0];
      const part3_5 = partial[base3 + 5 | 0];
      const part3_6 = partial[base3 + 6 | 0];
      const part3_7 = partial[base3 + 7 | 0];
      const total3 = ((((((part3_0 + part3_1) + part3_2) + part3_3) + part3_4) + part3_5) + part3_6) + part3_7;
      y_row$[local] = first_row + safe_row$[local] | 0;
      const has_row = (row$[local] < 4) && (row$[local] < rows);
      const inside0 = target_group$[local] < 9;
      const safe0 = Math.min(target_group$[local], 8);
      const before0$at = (Math.imul(y_row$[local], 9) + safe0 | 0) * 4;
      const before0 = residual[before0$at];
      const before1 = residual[before0$at + 1];
      const before2 = residual[before0$at + 2];
      const before3 = residual[before0$at + 3];
      const value0 = before0 + total0;
      const value1 = before1 + total1;
      const value2 = before2 + total2;
      const value3 = before3 + total3;
      if (has_row && inside0) {
        y[(Math.imul(y_row$[local], 9) + target_group$[local] | 0) * 4] = value0;
        y[(Math.imul(y_row$[local], 9) + target_group$[local] | 0) * 4 + 1] = value1;
        y[(Math.imul(y_row$[local], 9) + target_group$[local] | 0) * 4 + 2] = value2;
        y[(Math.imul(y_row$[local], 9) + target_group$[local] | 0) * 4 + 3] = value3;
      }
      exists$[local] = has_row && (target_group$[local] < 16);
      bits0$[local] = (bitsF[0] = inside0 ? value0 : 0, bitsI[0]);
      bits1$[local] = (bitsF[0] = inside0 ? value1 : 0, bitsI[0]);
      bits2$[local] = (bitsF[0] = inside0 ? value2 : 0, bitsI[0]);
      bits3$[local] = (bitsF[0] = inside0 ? value3 : 0, bitsI[0]);
      peaks[local] = Math.max(Math.max(Math.max(bits0$[local] & 2147483647, bits1$[local] & 2147483647), bits2$[local] & 2147483647), bits3$[local] & 2147483647);
    }
    for (let local = 0; local < 128; local++) {
      const first_of_group = Math.imul(local / 16 | 0, 16);
      let largest = 0;
      for (let i = 0; i < 16; i += 1) {
        const peak = peaks[first_of_group + i | 0];
        largest = Math.max(largest, peak);
      }
      const finite = largest < 2139095040;
      const usable = (largest >= 75497472) && finite;
      if (exists$[local] !== 0) {
        const size0 = bits0$[local] & 2147483647;
        const places0 = (largest >> 23 | 0) - (size0 >> 23 | 0) | 0;
        const whole0 = Math.imul(((size0 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit0 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places0, 8) >>> 0;
        const down0 = whole0 / unit0 >>> 0;
        const rest0 = whole0 - (Math.imul(down0, unit0) >>> 0) >>> 0;
        const missing0 = unit0 - rest0 >>> 0;
        const up0 = (rest0 > missing0) || ((rest0 === missing0) && (((down0 & 1) >>> 0) === 1));
        const near0 = (up0 ? (down0 + 1 >>> 0) : down0) | 0;
        const code0 = (usable && (places0 <= 8)) ? ((bits0$[local] < 0) ? (-near0 | 0) : near0) : 0;
        const size1 = bits1$[local] & 2147483647;
        const places1 = (largest >> 23 | 0) - (size1 >> 23 | 0) | 0;
        const whole1 = Math.imul(((size1 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit1 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places1, 8) >>> 0;
        const down1 = whole1 / unit1 >>> 0;
        const rest1 = whole1 - (Math.imul(down1, unit1) >>> 0) >>> 0;
        const missing1 = unit1 - rest1 >>> 0;
        const up1 = (rest1 > missing1) || ((rest1 === missing1) && (((down1 & 1) >>> 0) === 1));
        const near1 = (up1 ? (down1 + 1 >>> 0) : down1) | 0;
        const code1 = (usable && (places1 <= 8)) ? ((bits1$[local] < 0) ? (-near1 | 0) : near1) : 0;
        const size2 = bits2$[local] & 2147483647;
        const places2 = (largest >> 23 | 0) - (size2 >> 23 | 0) | 0;
        const whole2 = Math.imul(((size2 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit2 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places2, 8) >>> 0;
        const down2 = whole2 / unit2 >>> 0;
        const rest2 = whole2 - (Math.imul(down2, unit2) >>> 0) >>> 0;
        const missing2 = unit2 - rest2 >>> 0;
        const up2 = (rest2 > missing2) || ((rest2 === missing2) && (((down2 & 1) >>> 0) === 1));
        const near2 = (up2 ? (down2 + 1 >>> 0) : down2) | 0;
        const code2 = (usable && (places2 <= 8)) ? ((bits2$[local] < 0) ? (-near2 | 0) : near2) : 0;
        const size3 = bits3$[local] & 2147483647;
        const places3 = (largest >> 23 | 0) - (size3 >> 23 | 0) | 0;
        const whole3 = Math.imul(((size3 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit3 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places3, 8) >>> 0;
        const down3 = whole3 / unit3 >>> 0;
        const rest3 = whole3 - (Math.imul(down3, unit3) >>> 0) >>> 0;
        const missing3 = unit3 - rest3 >>> 0;
        const up3 = (rest3 > missing3) || ((rest3 === missing3) && (((down3 & 1) >>> 0) === 1));
        const near3 = (up3 ? (down3 + 1 >>> 0) : down3) | 0;
        const code3 = (usable && (places3 <= 8)) ? ((bits3$[local] < 0) ? (-near3 | 0) : near3) : 0;
        codes[Math.imul(y_row$[local], 16) + target_group$[local] | 0] = ((((((((code0 >>> 0) & 255) >>> 0) | ((((code1 >>> 0) & 255) >>> 0) << 8 >>> 0)) >>> 0) | ((((code2 >>> 0) & 255) >>> 0) << 16 >>> 0)) >>> 0) | ((((code3 >>> 0) & 255) >>> 0) << 24 >>> 0)) >>> 0;
        if (local === first_of_group) {
          const largest_value = (bitsU[0] = largest, bitsF[0]);
          scales[y_row$[local] + group_x | 0] = usable ? (largest_value * 0.007874015718698502) : (finite ? 0 : largest_value);
        }
      }
    }
}
