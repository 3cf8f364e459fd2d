// head_norm_rotary_4x64
// y = rotate(x / sqrt(mean(x^2) + 0.000001) * (1 + w)) per head of 64, stride 128 in x
// pairs (i, i + 8); group.x: head, group.y: row
const step = buffers[0];
const x = buffers[1];
const w = buffers[2];
const rotary = buffers[3];
const y = buffers[4];
const normed = new Float32Array(64);
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
const rotated = new Float32Array(64);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const row = group_y;
    const base = Math.imul(row, 512) + Math.imul(group_x, 128) | 0;
    for (let local = 0; local < 64; local++) {
      let squares = 0;
      for (let d = local; d < 64; d += 64) {
        const v_at = base + d | 0;
        const v_word = x[v_at >> 1 | 0];
        const v = (bitsU[0] = (v_word >>> ((v_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
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
      const scale = 1 / (Math.sqrt((squares_total / 64) + 9.999999974752427e-7));
      for (let e = local; e < 64; e += 64) {
        const x_value_at = base + e | 0;
        const x_value_word = x[x_value_at >> 1 | 0];
        const x_value = (bitsU[0] = (x_value_word >>> ((x_value_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const gain_at = e;
        const gain_word = w[gain_at >> 1 | 0];
        const gain = (bitsU[0] = (gain_word >>> ((gain_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        normed[e] = (x_value * scale) * (gain + 1);
      }
    }
    for (let local = 0; local < 64; local++) {
      for (let i_3 = local; i_3 < 64; i_3 += 64) {
        const value = normed[i_3];
        rotated[i_3] = value;
      }
    }
    for (let local = 0; local < 64; local++) {
      for (let f = local; f < 8; f += 64) {
        const axis = (((f % 3 | 0) === 1) && (f < 9)) ? 1 : ((((f % 3 | 0) === 2) && (f < 6)) ? 2 : 0);
        const position_rows = step[7];
        const position_base = step[6];
        const position = step[position_base + (Math.imul(position_rows, axis) + row | 0) | 0];
        const low = Math.imul(position % 256 | 0, 8) + f | 0;
        const high = Math.imul((position / 256 | 0) + 256 | 0, 8) + f | 0;
        const low_angle0$at = low * 2;
        const low_angle0 = rotary[low_angle0$at];
        const low_angle1 = rotary[low_angle0$at + 1];
        const high_angle0$at = high * 2;
        const high_angle0 = rotary[high_angle0$at];
        const high_angle1 = rotary[high_angle0$at + 1];
        const cosine = (high_angle0 * low_angle0) - (high_angle1 * low_angle1);
        const sine = (high_angle1 * low_angle0) + (high_angle0 * low_angle1);
        const a = normed[f];
        const b = normed[f + 8 | 0];
        rotated[f] = (a * cosine) - (b * sine);
        rotated[f + 8 | 0] = (b * cosine) + (a * sine);
      }
    }
    const out_base = Math.imul(Math.imul(row, 4) + group_x | 0, 32);
    for (let local = 0; local < 64; local++) {
      for (let g = local; g < 32; g += 64) {
        const r0$at = g * 2;
        const r0 = rotated[r0$at];
        const r1 = rotated[r0$at + 1];
        y[out_base + g | 0] = packBf16(r0, r1);
      }
    }
}
