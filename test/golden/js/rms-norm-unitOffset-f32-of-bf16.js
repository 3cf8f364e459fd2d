// rms_norm_64
// y = x / sqrt(mean(x^2) + 0.000001) * (1 + w)
// group.x: row
const x = buffers[0];
const w = buffers[1];
const y = buffers[2];
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(group_x, 16);
    for (let local = 0; local < 64; local++) {
      let squares = 0;
      for (let g = local; g < 16; g += 64) {
        const v0$at = (base + g | 0) * 4;
        const v0 = x[v0$at];
        const v1 = x[v0$at + 1];
        const v2 = x[v0$at + 2];
        const v3 = x[v0$at + 3];
        squares = squares + (v0 * v0);
        squares = squares + (v1 * v1);
        squares = squares + (v2 * v2);
        squares = squares + (v3 * v3);
      }
      reduce_f32_lanes[local] = squares;
    }
    for (let local = 0; local < 64; local++) {
      if (local < 8) {
        const squares_from = Math.imul(local, 8);
        const squares_head = reduce_f32_lanes[squares_from];
        let squares_part = squares_head;
        for (let i = 1; i < 8; i += 1) {
          const squares_next = reduce_f32_lanes[squares_from + i | 0];
          squares_part = squares_part + squares_next;
        }
        reduce_f32_parts[local] = squares_part;
      }
    }
    for (let local = 0; local < 64; local++) {
      const squares_start = reduce_f32_parts[0];
      let squares_total = squares_start;
      for (let i_2 = 1; i_2 < 8; i_2 += 1) {
        const squares_item = reduce_f32_parts[i_2];
        squares_total = squares_total + squares_item;
      }
      const scale = 1 / (Math.sqrt((squares_total / 64) + 9.999999974752427e-7));
      for (let column = local; column < 16; column += 64) {
        const at = base + column | 0;
        const x_value0$at = at * 4;
        const x_value0 = x[x_value0$at];
        const x_value1 = x[x_value0$at + 1];
        const x_value2 = x[x_value0$at + 2];
        const x_value3 = x[x_value0$at + 3];
        const gain0_word$at = column * 2;
        const gain0_word = w[gain0_word$at];
        const gain2_word = w[gain0_word$at + 1];
        const gain0 = (bitsU[0] = gain0_word << 16 >>> 0, bitsF[0]);
        const gain1 = (bitsU[0] = (gain0_word & 4294901760) >>> 0, bitsF[0]);
        const gain2 = (bitsU[0] = gain2_word << 16 >>> 0, bitsF[0]);
        const gain3 = (bitsU[0] = (gain2_word & 4294901760) >>> 0, bitsF[0]);
        y[at * 4] = (x_value0 * scale) * (gain0 + 1);
        y[at * 4 + 1] = (x_value1 * scale) * (gain1 + 1);
        y[at * 4 + 2] = (x_value2 * scale) * (gain2 + 1);
        y[at * 4 + 3] = (x_value3 * scale) * (gain3 + 1);
      }
    }
}
