// quantised_linear_66x192_swiglu
// y[tokens, 66] = swiglu((x[tokens, 192] * xScales) wT, integers within a group)
// group.x: 8 groups of 2 columns, group.y: 4 rows
// thread: column group local / 8, share local % 8 of K
const step = buffers[0];
const x = buffers[1];
const x_scales = buffers[2];
const w = buffers[3];
const w2 = buffers[4];
const y = buffers[5];
const partial = new Float32Array(1024);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const first_row = Math.imul(group_y, 4);
    const tokens = step[0];
    const rows = tokens - first_row | 0;
    for (let local = 0; local < 64; local++) {
      const split = local % 8 | 0;
      const column = Math.imul(group_x, 8) + (local / 8 | 0) | 0;
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
      const n0 = Math.min(Math.imul(column, 2), 65);
      const n1 = Math.min(Math.imul(column, 2) + 1 | 0, 65);
      for (let group_of_k = split; group_of_k < 3; group_of_k += 8) {
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
          const w00_at = Math.imul(n0, 32) + run | 0;
          const w00_low = w[w00_at];
          const w00_high_word = w[(w00_at >> 1 | 0) + 2112 | 0];
          const w00_high = w00_high_word >> Math.imul(w00_at & 1, 16) | 0;
          const w00_0 = (((w00_high << 30 | 0) >> 30 | 0) << 4 | 0) | (w00_low & 15);
          const w00_1 = (((w00_high << 28 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 4 | 0) & 15);
          const w00_2 = (((w00_high << 26 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 8 | 0) & 15);
          const w00_3 = (((w00_high << 24 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 12 | 0) & 15);
          const w00_4 = (((w00_high << 22 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 16 | 0) & 15);
          const w00_5 = (((w00_high << 20 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 20 | 0) & 15);
          const w00_6 = (((w00_high << 18 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 24 | 0) & 15);
          const w00_7 = (((w00_high << 16 | 0) >> 30 | 0) << 4 | 0) | ((w00_low >> 28 | 0) & 15);
          const w01_at = Math.imul(n1, 32) + run | 0;
          const w01_low = w[w01_at];
          const w01_high_word = w[(w01_at >> 1 | 0) + 2112 | 0];
          const w01_high = w01_high_word >> Math.imul(w01_at & 1, 16) | 0;
          const w01_0 = (((w01_high << 30 | 0) >> 30 | 0) << 4 | 0) | (w01_low & 15);
          const w01_1 = (((w01_high << 28 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 4 | 0) & 15);
          const w01_2 = (((w01_high << 26 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 8 | 0) & 15);
          const w01_3 = (((w01_high << 24 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 12 | 0) & 15);
          const w01_4 = (((w01_high << 22 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 16 | 0) & 15);
          const w01_5 = (((w01_high << 20 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 20 | 0) & 15);
          const w01_6 = (((w01_high << 18 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 24 | 0) & 15);
          const w01_7 = (((w01_high << 16 | 0) >> 30 | 0) << 4 | 0) | ((w01_low >> 28 | 0) & 15);
          const w10_at = Math.imul(n0, 32) + run | 0;
          const w10_low = w2[w10_at];
          const w10_high_word = w2[(w10_at >> 1 | 0) + 2112 | 0];
          const w10_high = w10_high_word >> Math.imul(w10_at & 1, 16) | 0;
          const w10_0 = (((w10_high << 30 | 0) >> 30 | 0) << 4 | 0) | (w10_low & 15);
          const w10_1 = (((w10_high << 28 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 4 | 0) & 15);
          const w10_2 = (((w10_high << 26 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 8 | 0) & 15);
          const w10_3 = (((w10_high << 24 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 12 | 0) & 15);
          const w10_4 = (((w10_high << 22 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 16 | 0) & 15);
          const w10_5 = (((w10_high << 20 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 20 | 0) & 15);
          const w10_6 = (((w10_high << 18 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 24 | 0) & 15);
          const w10_7 = (((w10_high << 16 | 0) >> 30 | 0) << 4 | 0) | ((w10_low >> 28 | 0) & 15);
          const w11_at = Math.imul(n1, 32) + run | 0;
          const w11_low = w2[w11_at];
          const w11_high_word = w2[(w11_at >> 1 | 0) + 2112 | 0];
          const w11_high = w11_high_word >> Math.imul(w11_at & 1, 16) | 0;
          const w11_0 = (((w11_high << 30 | 0) >> 30 | 0) << 4 | 0) | (w11_low & 15);
          const w11_1 = (((w11_high << 28 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 4 | 0) & 15);
          const w11_2 = (((w11_high << 26 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 8 | 0) & 15);
          const w11_3 = (((w11_high << 24 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 12 | 0) & 15);
          const w11_4 = (((w11_high << 22 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 16 | 0) & 15);
          const w11_5 = (((w11_high << 20 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 20 | 0) & 15);
          const w11_6 = (((w11_high << 18 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 24 | 0) & 15);
          const w11_7 = (((w11_high << 16 | 0) >> 30 | 0) << 4 | 0) | ((w11_low >> 28 | 0) & 15);
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
            product0_1 = (((((((product0_1 + Math.imul(w01_0, x0_0) | 0) + Math.imul(w01_1, x0_1) | 0) + Math.imul(w01_2, x0_2) | 0) + Math.imul(w01_3, x0_3) | 0) + Math.imul(w01_4, x0_4) | 0) + Math.imul(w01_5, x0_5) | 0) + Math.imul(w01_6, x0_6) | 0) + Math.imul(w01_7, x0_7) | 0;
            product0_2 = (((((((product0_2 + Math.imul(w10_0, x0_0) | 0) + Math.imul(w10_1, x0_1) | 0) + Math.imul(w10_2, x0_2) | 0) + Math.imul(w10_3, x0_3) | 0) + Math.imul(w10_4, x0_4) | 0) + Math.imul(w10_5, x0_5) | 0) + Math.imul(w10_6, x0_6) | 0) + Math.imul(w10_7, x0_7) | 0;
            product0_3 = (((((((product0_3 + Math.imul(w11_0, x0_0) | 0) + Math.imul(w11_1, x0_1) | 0) + Math.imul(w11_2, x0_2) | 0) + Math.imul(w11_3, x0_3) | 0) + Math.imul(w11_4, x0_4) | 0) + Math.imul(w11_5, x0_5) | 0) + Math.imul(w11_6, x0_6) | 0) + Math.imul(w11_7, x0_7) | 0;
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
            product1_1 = (((((((product1_1 + Math.imul(w01_0, x1_0) | 0) + Math.imul(w01_1, x1_1) | 0) + Math.imul(w01_2, x1_2) | 0) + Math.imul(w01_3, x1_3) | 0) + Math.imul(w01_4, x1_4) | 0) + Math.imul(w01_5, x1_5) | 0) + Math.imul(w01_6, x1_6) | 0) + Math.imul(w01_7, x1_7) | 0;
            product1_2 = (((((((product1_2 + Math.imul(w10_0, x1_0) | 0) + Math.imul(w10_1, x1_1) | 0) + Math.imul(w10_2, x1_2) | 0) + Math.imul(w10_3, x1_3) | 0) + Math.imul(w10_4, x1_4) | 0) + Math.imul(w10_5, x1_5) | 0) + Math.imul(w10_6, x1_6) | 0) + Math.imul(w10_7, x1_7) | 0;
            product1_3 = (((((((product1_3 + Math.imul(w11_0, x1_0) | 0) + Math.imul(w11_1, x1_1) | 0) + Math.imul(w11_2, x1_2) | 0) + Math.imul(w11_3, x1_3) | 0) + Math.imul(w11_4, x1_4) | 0) + Math.imul(w11_5, x1_5) | 0) + Math.imul(w11_6, x1_6) | 0) + Math.imul(w11_7, x1_7) | 0;
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
            product2_1 = (((((((product2_1 + Math.imul(w01_0, x2_0) | 0) + Math.imul(w01_1, x2_1) | 0) + Math.imul(w01_2, x2_2) | 0) + Math.imul(w01_3, x2_3) | 0) + Math.imul(w01_4, x2_4) | 0) + Math.imul(w01_5, x2_5) | 0) + Math.imul(w01_6, x2_6) | 0) + Math.imul(w01_7, x2_7) | 0;
            product2_2 = (((((((product2_2 + Math.imul(w10_0, x2_0) | 0) + Math.imul(w10_1, x2_1) | 0) + Math.imul(w10_2, x2_2) | 0) + Math.imul(w10_3, x2_3) | 0) + Math.imul(w10_4, x2_4) | 0) + Math.imul(w10_5, x2_5) | 0) + Math.imul(w10_6, x2_6) | 0) + Math.imul(w10_7, x2_7) | 0;
            product2_3 = (((((((product2_3 + Math.imul(w11_0, x2_0) | 0) + Math.imul(w11_1, x2_1) | 0) + Math.imul(w11_2, x2_2) | 0) + Math.imul(w11_3, x2_3) | 0) + Math.imul(w11_4, x2_4) | 0) + Math.imul(w11_5, x2_5) | 0) + Math.imul(w11_6, x2_6) | 0) + Math.imul(w11_7, x2_7) | 0;
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
            product3_1 = (((((((product3_1 + Math.imul(w01_0, x3_0) | 0) + Math.imul(w01_1, x3_1) | 0) + Math.imul(w01_2, x3_2) | 0) + Math.imul(w01_3, x3_3) | 0) + Math.imul(w01_4, x3_4) | 0) + Math.imul(w01_5, x3_5) | 0) + Math.imul(w01_6, x3_6) | 0) + Math.imul(w01_7, x3_7) | 0;
            product3_2 = (((((((product3_2 + Math.imul(w10_0, x3_0) | 0) + Math.imul(w10_1, x3_1) | 0) + Math.imul(w10_2, x3_2) | 0) + Math.imul(w10_3, x3_3) | 0) + Math.imul(w10_4, x3_4) | 0) + Math.imul(w10_5, x3_5) | 0) + Math.imul(w10_6, x3_6) | 0) + Math.imul(w10_7, x3_7) | 0;
            product3_3 = (((((((product3_3 + Math.imul(w11_0, x3_0) | 0) + Math.imul(w11_1, x3_1) | 0) + Math.imul(w11_2, x3_2) | 0) + Math.imul(w11_3, x3_3) | 0) + Math.imul(w11_4, x3_4) | 0) + Math.imul(w11_5, x3_5) | 0) + Math.imul(w11_6, x3_6) | 0) + Math.imul(w11_7, x3_7) | 0;
          }
        }
        const w00_scale_at = Math.imul(n0, 4) + group_of_k | 0;
        const w00_scale_word = w[(w00_scale_at >> 1 | 0) + 3200 | 0];
        const w00_scale = halfToFloat(((w00_scale_word >> Math.imul(w00_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w01_scale_at = Math.imul(n1, 4) + group_of_k | 0;
        const w01_scale_word = w[(w01_scale_at >> 1 | 0) + 3200 | 0];
        const w01_scale = halfToFloat(((w01_scale_word >> Math.imul(w01_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w10_scale_at = Math.imul(n0, 4) + group_of_k | 0;
        const w10_scale_word = w2[(w10_scale_at >> 1 | 0) + 3200 | 0];
        const w10_scale = halfToFloat(((w10_scale_word >> Math.imul(w10_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        const w11_scale_at = Math.imul(n1, 4) + group_of_k | 0;
        const w11_scale_word = w2[(w11_scale_at >> 1 | 0) + 3200 | 0];
        const w11_scale = halfToFloat(((w11_scale_word >> Math.imul(w11_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        if (rows > 0) {
          const x0_scale = x_scales[Math.imul(first_row, 3) + group_of_k | 0];
          sum0_0 = sum0_0 + ((product0_0) * (x0_scale * w00_scale));
          sum0_1 = sum0_1 + ((product0_1) * (x0_scale * w01_scale));
          sum0_2 = sum0_2 + ((product0_2) * (x0_scale * w10_scale));
          sum0_3 = sum0_3 + ((product0_3) * (x0_scale * w11_scale));
        }
        if (rows > 1) {
          const x1_scale = x_scales[Math.imul(first_row + 1 | 0, 3) + group_of_k | 0];
          sum1_0 = sum1_0 + ((product1_0) * (x1_scale * w00_scale));
          sum1_1 = sum1_1 + ((product1_1) * (x1_scale * w01_scale));
          sum1_2 = sum1_2 + ((product1_2) * (x1_scale * w10_scale));
          sum1_3 = sum1_3 + ((product1_3) * (x1_scale * w11_scale));
        }
        if (rows > 2) {
          const x2_scale = x_scales[Math.imul(first_row + 2 | 0, 3) + group_of_k | 0];
          sum2_0 = sum2_0 + ((product2_0) * (x2_scale * w00_scale));
          sum2_1 = sum2_1 + ((product2_1) * (x2_scale * w01_scale));
          sum2_2 = sum2_2 + ((product2_2) * (x2_scale * w10_scale));
          sum2_3 = sum2_3 + ((product2_3) * (x2_scale * w11_scale));
        }
        if (rows > 3) {
          const x3_scale = x_scales[Math.imul(first_row + 3 | 0, 3) + group_of_k | 0];
          sum3_0 = sum3_0 + ((product3_0) * (x3_scale * w00_scale));
          sum3_1 = sum3_1 + ((product3_1) * (x3_scale * w01_scale));
          sum3_2 = sum3_2 + ((product3_2) * (x3_scale * w10_scale));
          sum3_3 = sum3_3 + ((product3_3) * (x3_scale * w11_scale));
        }
      }
      partial[local] = sum0_0;
      partial[64 + local | 0] = sum0_1;
      partial[128 + local | 0] = sum0_2;
      partial[192 + local | 0] = sum0_3;
      partial[256 + local | 0] = sum1_0;
      partial[320 + local | 0] = sum1_1;
      partial[384 + local | 0] = sum1_2;
      partial[448 + local | 0] = sum1_3;
      partial[512 + local | 0] = sum2_0;
      partial[576 + local | 0] = sum2_1;
      partial[640 + local | 0] = sum2_2;
      partial[704 + local | 0] = sum2_3;
      partial[768 + local | 0] = sum3_0;
      partial[832 + local | 0] = sum3_1;
      partial[896 + local | 0] = sum3_2;
      partial[960 + local | 0] = sum3_3;
    }
    for (let local = 0; local < 64; local++) {
      const row = local / 8 | 0;
      const group_of_row = local % 8 | 0;
      const target_group = Math.imul(group_x, 8) + group_of_row | 0;
      if (((row < 4) && (row < rows)) && (target_group < 33)) {
        const base0 = Math.imul(Math.imul(row, 4), 64) + Math.imul(group_of_row, 8) | 0;
        const part0_0 = partial[base0];
        const part0_1 = partial[base0 + 1 | 0];
        const part0_2 = partial[base0 + 2 | 0];
        const part0_3 = partial[base0 + 3 | 0];
        const part0_4 = partial[base0 + 4 | 0];
        const part0_5 = partial[base0 + 5 | 0];
        const part0_6 = partial[base0 + 6 | 0];
        const part0_7 = partial[base0 + 7 | 0];
        const total0 = ((((((part0_0 + part0_1) + part0_2) + part0_3) + part0_4) + part0_5) + part0_6) + part0_7;
        const base1 = Math.imul(Math.imul(row, 4) + 1 | 0, 64) + Math.imul(group_of_row, 8) | 0;
        const part1_0 = partial[base1];
        const part1_1 = partial[base1 + 1 | 0];
        const part1_2 = partial[base1 + 2 | 0];
        const part1_3 = partial[base1 + 3 | 0];
        const part1_4 = partial[base1 + 4 | 0];
        const part1_5 = partial[base1 + 5 | 0];
        const part1_6 = partial[base1 + 6 | 0];
        const part1_7 = partial[base1 + 7 | 0];
        const total1 = ((((((part1_0 + part1_1) + part1_2) + part1_3) + part1_4) + part1_5) + part1_6) + part1_7;
        const base2 = Math.imul(Math.imul(row, 4) + 2 | 0, 64) + Math.imul(group_of_row, 8) | 0;
        const part2_0 = partial[base2];
        const part2_1 = partial[base2 + 1 | 0];
        const part2_2 = partial[base2 + 2 | 0];
        const part2_3 = partial[base2 + 3 | 0];
        const part2_4 = partial[base2 + 4 | 0];
        const part2_5 = partial[base2 + 5 | 0];
        const part2_6 = partial[base2 + 6 | 0];
        const part2_7 = partial[base2 + 7 | 0];
        const total2 = ((((((part2_0 + part2_1) + part2_2) + part2_3) + part2_4) + part2_5) + part2_6) + part2_7;
        const base3 = Math.imul(Math.imul(row, 4) + 3 | 0, 64) + Math.imul(group_of_row, 8) | 0;
        const part3_0 = partial[base3];
        const part3_1 = partial[base3 + 1 | 0];
        const part3_2 = partial[base3 + 2 | 0];
        const part3_3 = partial[base3 + 3 | 0];
        const part3_4 = partial[base3 + 4 | 0];
        const part3_5 = partial[base3 + 5 | 0];
        const part3_6 = partial[base3 + 6 | 0];
        const part3_7 = partial[base3 + 7 | 0];
        const total3 = ((((((part3_0 + part3_1) + part3_2) + part3_3) + part3_4) + part3_5) + part3_6) + part3_7;
        const y_row = first_row + row | 0;
        y[(Math.imul(y_row, 33) + target_group | 0) * 2] = (total0 / (1 + (Math.exp(Math.min(-total0, 80))))) * total2;
        y[(Math.imul(y_row, 33) + target_group | 0) * 2 + 1] = (total1 / (1 + (Math.exp(Math.min(-total1, 80))))) * total3;
      }
    }
}
