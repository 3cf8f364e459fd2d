// rms_norm_7
// y = x / sqrt(mean(x^2) + 0.000001) * w
// group.x: row
const x = buffers[0];
const w = buffers[1];
const y = buffers[2];
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(group_x, 7);
    for (let local = 0; local < 64; local++) {
      let squares = 0;
      for (let g = local; g < 7; g += 64) {
        const v = x[base + g | 0];
        squares = squares + (v * v);
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
      const scale = 1 / (Math.sqrt((squares_total / 7) + 9.999999974752427e-7));
      for (let column = local; column < 7; column += 64) {
        const at = base + column | 0;
        const x_value = x[at];
        const gain = w[column];
        y[at] = (x_value * scale) * gain;
      }
    }
}
