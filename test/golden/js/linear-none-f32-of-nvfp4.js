// linear_128x192_none
// y[tokens, 128] = none(x[tokens, 192] wT)
// group.x: 8 groups of 2 columns, group.y: 8 rows
// thread: column group local / 8, share local % 8 of K
const step = buffers[0];
const x = buffers[1];
const w = buffers[2];
const y = buffers[3];
const partial = new Float32Array(1024);
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
      let sum0_1 = 0;
      let sum1_0 = 0;
      let sum1_1 = 0;
      let sum2_0 = 0;
      let sum2_1 = 0;
      let sum3_0 = 0;
      let sum3_1 = 0;
      let sum4_0 = 0;
      let sum4_1 = 0;
      let sum5_0 = 0;
      let sum5_1 = 0;
      let sum6_0 = 0;
      let sum6_1 = 0;
      let sum7_0 = 0;
      let sum7_1 = 0;
      const n0 = Math.min(Math.imul(column, 2), 127);
      const n1 = Math.min(Math.imul(column, 2) + 1 | 0, 127);
      for (let kg = split; kg < 24; kg += 8) {
        const w00_codes = w[Math.imul(n0, 24) + kg | 0];
        const w00_scale_at = Math.imul(Math.imul(n0 >> 7 | 0, 3) + (kg >> 3 | 0) | 0, 512) + ((Math.imul(n0 & 31, 16) + Math.imul((n0 >> 5 | 0) & 3, 4) | 0) + ((kg & 7) >> 1 | 0) | 0) | 0;
        const w00_scale_word = w[(w00_scale_at >> 2 | 0) + 3072 | 0];
        const w_divisor = w[3456];
        const w00_pair0 = (((((w00_codes >>> 0) & 524296) >>> 0) << 12 >>> 0) | ((((w00_codes >>> 0) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w00_pair1 = ((((((w00_codes >>> 0) >>> 4) & 524296) >>> 0) << 12 >>> 0) | (((((w00_codes >>> 0) >>> 4) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w00_pair2 = ((((((w00_codes >>> 0) >>> 8) & 524296) >>> 0) << 12 >>> 0) | (((((w00_codes >>> 0) >>> 8) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w00_pair3 = ((((((w00_codes >>> 0) >>> 12) & 524296) >>> 0) << 12 >>> 0) | (((((w00_codes >>> 0) >>> 12) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w00_0 = halfToFloat(w00_pair0 & 0xffff);
        const w00_1 = halfToFloat(w00_pair1 & 0xffff);
        const w00_2 = halfToFloat(w00_pair2 & 0xffff);
        const w00_3 = halfToFloat(w00_pair3 & 0xffff);
        const w00_4 = halfToFloat(w00_pair0 >>> 16);
        const w00_5 = halfToFloat(w00_pair1 >>> 16);
        const w00_6 = halfToFloat(w00_pair2 >>> 16);
        const w00_7 = halfToFloat(w00_pair3 >>> 16);
        const w00_scale = (halfToFloat(((((w00_scale_word >> Math.imul(w00_scale_at & 3, 8) | 0) & 127) << 7 | 0) >>> 0) & 0xffff) * 4194304) / (bitsU[0] = w_divisor, bitsF[0]);
        const w01_codes = w[Math.imul(n1, 24) + kg | 0];
        const w01_scale_at = Math.imul(Math.imul(n1 >> 7 | 0, 3) + (kg >> 3 | 0) | 0, 512) + ((Math.imul(n1 & 31, 16) + Math.imul((n1 >> 5 | 0) & 3, 4) | 0) + ((kg & 7) >> 1 | 0) | 0) | 0;
        const w01_scale_word = w[(w01_scale_at >> 2 | 0) + 3072 | 0];
        const w01_pair0 = (((((w01_codes >>> 0) & 524296) >>> 0) << 12 >>> 0) | ((((w01_codes >>> 0) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w01_pair1 = ((((((w01_codes >>> 0) >>> 4) & 524296) >>> 0) << 12 >>> 0) | (((((w01_codes >>> 0) >>> 4) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w01_pair2 = ((((((w01_codes >>> 0) >>> 8) & 524296) >>> 0) << 12 >>> 0) | (((((w01_codes >>> 0) >>> 8) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w01_pair3 = ((((((w01_codes >>> 0) >>> 12) & 524296) >>> 0) << 12 >>> 0) | (((((w01_codes >>> 0) >>> 12) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const w01_0 = halfToFloat(w01_pair0 & 0xffff);
        const w01_1 = halfToFloat(w01_pair1 & 0xffff);
        const w01_2 = halfToFloat(w01_pair2 & 0xffff);
        const w01_3 = halfToFloat(w01_pair3 & 0xffff);
        const w01_4 = halfToFloat(w01_pair0 >>> 16);
        const w01_5 = halfToFloat(w01_pair1 >>> 16);
        const w01_6 = halfToFloat(w01_pair2 >>> 16);
        const w01_7 = halfToFloat(w01_pair3 >>> 16);
        const w01_scale = (halfToFloat(((((w01_scale_word >> Math.imul(w01_scale_at & 3, 8) | 0) & 127) << 7 | 0) >>> 0) & 0xffff) * 4194304) / (bitsU[0] = w_divisor, bitsF[0]);
        if (rows > 0) {
          const x0_0$at = (Math.imul(first_row, 24) + kg | 0) * 8;
          const x0_0 = x[x0_0$at];
          const x0_1 = x[x0_0$at + 1];
          const x0_2 = x[x0_0$at + 2];
          const x0_3 = x[x0_0$at + 3];
          const x0_4 = x[x0_0$at + 4];
          const x0_5 = x[x0_0$at + 5];
          const x0_6 = x[x0_0$at + 6];
          const x0_7 = x[x0_0$at + 7];
          sum0_0 = sum0_0 + (w00_scale * ((((((((w00_0 * x0_0) + (w00_1 * x0_1)) + (w00_2 * x0_2)) + (w00_3 * x0_3)) + (w00_4 * x0_4)) + (w00_5 * x0_5)) + (w00_6 * x0_6)) + (w00_7 * x0_7)));
          sum0_1 = sum0_1 + (w01_scale * ((((((((w01_0 * x0_0) + (w01_1 * x0_1)) + (w01_2 * x0_2)) + (w01_3 * x0_3)) + (w01_4 * x0_4)) + (w01_5 * x0_5)) + (w01_6 * x0_6)) + (w01_7 * x0_7)));
        }
        if (rows > 1) {
          const x1_0$at = (Math.imul(first_row + 1 | 0, 24) + kg | 0) * 8;
          const x1_0 = x[x1_0$at];
          const x1_1 = x[x1_0$at + 1];
          const x1_2 = x[x1_0$at + 2];
          const x1_3 = x[x1_0$at + 3];
          const x1_4 = x[x1_0$at + 4];
          const x1_5 = x[x1_0$at + 5];
          const x1_6 = x[x1_0$at + 6];
          const x1_7 = x[x1_0$at + 7];
          sum1_0 = sum1_0 + (w00_scale * ((((((((w00_0 * x1_0) + (w00_1 * x1_1)) + (w00_2 * x1_2)) + (w00_3 * x1_3)) + (w00_4 * x1_4)) + (w00_5 * x1_5)) + (w00_6 * x1_6)) + (w00_7 * x1_7)));
          sum1_1 = sum1_1 + (w01_scale * ((((((((w01_0 * x1_0) + (w01_1 * x1_1)) + (w01_2 * x1_2)) + (w01_3 * x1_3)) + (w01_4 * x1_4)) + (w01_5 * x1_5)) + (w01_6 * x1_6)) + (w01_7 * x1_7)));
        }
        if (rows > 2) {
          const x2_0$at = (Math.imul(first_row + 2 | 0, 24) + kg | 0) * 8;
          const x2_0 = x[x2_0$at];
          const x2_1 = x[x2_0$at + 1];
          const x2_2 = x[x2_0$at + 2];
          const x2_3 = x[x2_0$at + 3];
          const x2_4 = x[x2_0$at + 4];
          const x2_5 = x[x2_0$at + 5];
          const x2_6 = x[x2_0$at + 6];
          const x2_7 = x[x2_0$at + 7];
          sum2_0 = sum2_0 + (w00_scale * ((((((((w00_0 * x2_0) + (w00_1 * x2_1)) + (w00_2 * x2_2)) + (w00_3 * x2_3)) + (w00_4 * x2_4)) + (w00_5 * x2_5)) + (w00_6 * x2_6)) + (w00_7 * x2_7)));
          sum2_1 = sum2_1 + (w01_scale * ((((((((w01_0 * x2_0) + (w01_1 * x2_1)) + (w01_2 * x2_2)) + (w01_3 * x2_3)) + (w01_4 * x2_4)) + (w01_5 * x2_5)) + (w01_6 * x2_6)) + (w01_7 * x2_7)));
        }
        if (rows > 3) {
          const x3_0$at = (Math.imul(first_row + 3 | 0, 24) + kg | 0) * 8;
          const x3_0 = x[x3_0$at];
          const x3_1 = x[x3_0$at + 1];
          const x3_2 = x[x3_0$at + 2];
          const x3_3 = x[x3_0$at + 3];
          const x3_4 = x[x3_0$at + 4];
          const x3_5 = x[x3_0$at + 5];
          const x3_6 = x[x3_0$at + 6];
          const x3_7 = x[x3_0$at + 7];
          sum3_0 = sum3_0 + (w00_scale * ((((((((w00_0 * x3_0) + (w00_1 * x3_1)) + (w00_2 * x3_2)) + (w00_3 * x3_3)) + (w00_4 * x3_4)) + (w00_5 * x3_5)) + (w00_6 * x3_6)) + (w00_7 * x3_7)));
          sum3_1 = sum3_1 + (w01_scale * ((((((((w01_0 * x3_0) + (w01_1 * x3_1)) + (w01_2 * x3_2)) + (w01_3 * x3_3)) + (w01_4 * x3_4)) + (w01_5 * x3_5)) + (w01_6 * x3_6)) + (w01_7 * x3_7)));
        }
        if (rows > 4) {
          const x4_0$at = (Math.imul(first_row + 4 | 0, 24) + kg | 0) * 8;
          const x4_0 = x[x4_0$at];
          const x4_1 = x[x4_0$at + 1];
          const x4_2 = x[x4_0$at + 2];
          const x4_3 = x[x4_0$at + 3];
          const x4_4 = x[x4_0$at + 4];
          const x4_5 = x[x4_0$at + 5];
          const x4_6 = x[x4_0$at + 6];
          const x4_7 = x[x4_0$at + 7];
          sum4_0 = sum4_0 + (w00_scale * ((((((((w00_0 * x4_0) + (w00_1 * x4_1)) + (w00_2 * x4_2)) + (w00_3 * x4_3)) + (w00_4 * x4_4)) + (w00_5 * x4_5)) + (w00_6 * x4_6)) + (w00_7 * x4_7)));
          sum4_1 = sum4_1 + (w01_scale * ((((((((w01_0 * x4_0) + (w01_1 * x4_1)) + (w01_2 * x4_2)) + (w01_3 * x4_3)) + (w01_4 * x4_4)) + (w01_5 * x4_5)) + (w01_6 * x4_6)) + (w01_7 * x4_7)));
        }
        if (rows > 5) {
          const x5_0$at = (Math.imul(first_row + 5 | 0, 24) + kg | 0) * 8;
          const x5_0 = x[x5_0$at];
          const x5_1 = x[x5_0$at + 1];
          const x5_2 = x[x5_0$at + 2];
          const x5_3 = x[x5_0$at + 3];
          const x5_4 = x[x5_0$at + 4];
          const x5_5 = x[x5_0$at + 5];
          const x5_6 = x[x5_0$at + 6];
          const x5_7 = x[x5_0$at + 7];
          sum5_0 = sum5_0 + (w00_scale * ((((((((w00_0 * x5_0) + (w00_1 * x5_1)) + (w00_2 * x5_2)) + (w00_3 * x5_3)) + (w00_4 * x5_4)) + (w00_5 * x5_5)) + (w00_6 * x5_6)) + (w00_7 * x5_7)));
          sum5_1 = sum5_1 + (w01_scale * ((((((((w01_0 * x5_0) + (w01_1 * x5_1)) + (w01_2 * x5_2)) + (w01_3 * x5_3)) + (w01_4 * x5_4)) + (w01_5 * x5_5)) + (w01_6 * x5_6)) + (w01_7 * x5_7)));
        }
        if (rows > 6) {
          const x6_0$at = (Math.imul(first_row + 6 | 0, 24) + kg | 0) * 8;
          const x6_0 = x[x6_0$at];
          const x6_1 = x[x6_0$at + 1];
          const x6_2 = x[x6_0$at + 2];
          const x6_3 = x[x6_0$at + 3];
          const x6_4 = x[x6_0$at + 4];
          const x6_5 = x[x6_0$at + 5];
          const x6_6 = x[x6_0$at + 6];
          const x6_7 = x[x6_0$at + 7];
          sum6_0 = sum6_0 + (w00_scale * ((((((((w00_0 * x6_0) + (w00_1 * x6_1)) + (w00_2 * x6_2)) + (w00_3 * x6_3)) + (w00_4 * x6_4)) + (w00_5 * x6_5)) + (w00_6 * x6_6)) + (w00_7 * x6_7)));
          sum6_1 = sum6_1 + (w01_scale * ((((((((w01_0 * x6_0) + (w01_1 * x6_1)) + (w01_2 * x6_2)) + (w01_3 * x6_3)) + (w01_4 * x6_4)) + (w01_5 * x6_5)) + (w01_6 * x6_6)) + (w01_7 * x6_7)));
        }
        if (rows > 7) {
          const x7_0$at = (Math.imul(first_row + 7 | 0, 24) + kg | 0) * 8;
          const x7_0 = x[x7_0$at];
          const x7_1 = x[x7_0$at + 1];
          const x7_2 = x[x7_0$at + 2];
          const x7_3 = x[x7_0$at + 3];
          const x7_4 = x[x7_0$at + 4];
          const x7_5 = x[x7_0$at + 5];
          const x7_6 = x[x7_0$at + 6];
          const x7_7 = x[x7_0$at + 7];
          sum7_0 = sum7_0 + (w00_scale * ((((((((w00_0 * x7_0) + (w00_1 * x7_1)) + (w00_2 * x7_2)) + (w00_3 * x7_3)) + (w00_4 * x7_4)) + (w00_5 * x7_5)) + (w00_6 * x7_6)) + (w00_7 * x7_7)));
          sum7_1 = sum7_1 + (w01_scale * ((((((((w01_0 * x7_0) + (w01_1 * x7_1)) + (w01_2 * x7_2)) + (w01_3 * x7_3)) + (w01_4 * x7_4)) + (w01_5 * x7_5)) + (w01_6 * x7_6)) + (w01_7 * x7_7)));
        }
      }
      partial[local] = sum0_0;
      partial[64 + local | 0] = sum0_1;
      partial[128 + local | 0] = sum1_0;
      partial[192 + local | 0] = sum1_1;
      partial[256 + local | 0] = sum2_0;
      partial[320 + local | 0] = sum2_1;
      partial[384 + local | 0] = sum3_0;
      partial[448 + local | 0] = sum3_1;
      partial[512 + local | 0] = sum4_0;
      partial[576 + local | 0] = sum4_1;
      partial[640 + local | 0] = sum5_0;
      partial[704 + local | 0] = sum5_1;
      partial[768 + local | 0] = sum6_0;
      partial[832 + local | 0] = sum6_1;
      partial[896 + local | 0] = sum7_0;
      partial[960 + local | 0] = sum7_1;
    }
    for (let local = 0; local < 64; local++) {
      const row = local / 8 | 0;
      const group_of_row = local % 8 | 0;
      const target_group = Math.imul(group_x, 8) + group_of_row | 0;
      if (((row < 8) && (row < rows)) && (target_group < 64)) {
        const base0 = Math.imul(Math.imul(row, 2), 64) + Math.imul(group_of_row, 8) | 0;
        const part0_0 = partial[base0];
        const part0_1 = partial[base0 + 1 | 0];
        const part0_2 = partial[base0 + 2 | 0];
        const part0_3 = partial[base0 + 3 | 0];
        const part0_4 = partial[base0 + 4 | 0];
        const part0_5 = partial[base0 + 5 | 0];
        const part0_6 = partial[base0 + 6 | 0];
        const part0_7 = partial[base0 + 7 | 0];
        const total0 = ((((((part0_0 + part0_1) + part0_2) + part0_3) + part0_4) + part0_5) + part0_6) + part0_7;
        const base1 = Math.imul(Math.imul(row, 2) + 1 | 0, 64) + Math.imul(group_of_row, 8) | 0;
        const part1_0 = partial[base1];
        const part1_1 = partial[base1 + 1 | 0];
        const part1_2 = partial[base1 + 2 | 0];
        const part1_3 = partial[base1 + 3 | 0];
        const part1_4 = partial[base1 + 4 | 0];
        const part1_5 = partial[base1 + 5 | 0];
        const part1_6 = partial[base1 + 6 | 0];
        const part1_7 = partial[base1 + 7 | 0];
        const total1 = ((((((part1_0 + part1_1) + part1_2) + part1_3) + part1_4) + part1_5) + part1_6) + part1_7;
        const y_row = first_row + row | 0;
        y[(Math.imul(y_row, 64) + target_group | 0) * 2] = total0;
        y[(Math.imul(y_row, 64) + target_group | 0) * 2 + 1] = total1;
      }
    }
}
