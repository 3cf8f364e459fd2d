// gated_rms_norm_6x32
// y = x / sqrt(mean(x^2) + 0.000001) * w * silu(z), per head of 32
// group.x: head, group.y: row
const x = buffers[0];
const z = buffers[1];
const w = buffers[2];
const y = buffers[3];
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(Math.imul(group_y, 6) + group_x | 0, 16);
    for (let local = 0; local < 64; local++) {
      let squares = 0;
      for (let g = local; g < 16; g += 64) {
        const v0_word = x[base + g | 0];
        const v0 = (bitsU[0] = v0_word << 16 >>> 0, bitsF[0]);
        const v1 = (bitsU[0] = (v0_word & 4294901760) >>> 0, bitsF[0]);
        squares = squares + (v0 * v0);
        squares = squares + (v1 * v1);
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
      const scale = 1 / (Math.sqrt((squares_total / 32) + 9.999999974752427e-7));
      for (let column = local; column < 16; column += 64) {
        const at = base + column | 0;
        const x_value0_word = x[at];
        const x_value0 = (bitsU[0] = x_value0_word << 16 >>> 0, bitsF[0]);
        const x_value1 = (bitsU[0] = (x_value0_word & 4294901760) >>> 0, bitsF[0]);
        const z_value0_word = z[at];
        const z_value0 = (bitsU[0] = z_value0_word << 16 >>> 0, bitsF[0]);
        const z_value1 = (bitsU[0] = (z_value0_word & 4294901760) >>> 0, bitsF[0]);
        const gain0_word = w[column];
        const gain0 = (bitsU[0] = gain0_word << 16 >>> 0, bitsF[0]);
        const gain1 = (bitsU[0] = (gain0_word & 4294901760) >>> 0, bitsF[0]);
        y[at] = packBf16(((x_value0 * scale) * gain0) * (z_value0 / (1 + (Math.exp(Math.min(-z_value0, 80))))), ((x_value1 * scale) * gain1) * (z_value1 / (1 + (Math.exp(Math.min(-z_value1, 80))))));
      }
    }
}
