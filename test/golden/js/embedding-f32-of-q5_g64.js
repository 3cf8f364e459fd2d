// embedding_192
// y[row] = table[token[row]]; token -1 is lastToken[slot of the row]
// group.x: block of columns, group.y: row
const step = buffers[0];
const sampled = buffers[1];
const embedding_table = buffers[2];
const y = buffers[3];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const row = group_y;
    const given_base = step[4];
    const given = step[given_base + row | 0];
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    const slot_base = step[10];
    const slot = step[slot_base + lane | 0];
    for (let local = 0; local < 64; local++) {
      let token = given;
      if (given < 0) {
        const last_offset = step[3];
        const last = sampled[last_offset + slot | 0];
        token = last;
      }
      const column = Math.imul(group_x, 64) + local | 0;
      if (column < 48) {
        const safe = Math.min(Math.max(token, 0), 127);
        const value_at = Math.imul(safe, 64) + column | 0;
        const value_low_word = embedding_table[value_at >> 1 | 0];
        const value_low = value_low_word >> Math.imul(value_at & 1, 16) | 0;
        const value_high_word = embedding_table[(value_at >> 3 | 0) + 4096 | 0];
        const value_high = value_high_word >> Math.imul(value_at & 7, 4) | 0;
        const value_scale_at = Math.imul(safe, 4) + (column >> 4 | 0) | 0;
        const value_scale_word = embedding_table[(value_scale_at >> 1 | 0) + 5120 | 0];
        const value0 = (value_low & 15) - ((value_high << 4 | 0) & 16) | 0;
        const value1 = ((value_low >> 4 | 0) & 15) - ((value_high << 3 | 0) & 16) | 0;
        const value2 = ((value_low >> 8 | 0) & 15) - ((value_high << 2 | 0) & 16) | 0;
        const value3 = ((value_low >> 12 | 0) & 15) - ((value_high << 1 | 0) & 16) | 0;
        const value_scale = halfToFloat(((value_scale_word >> Math.imul(value_scale_at & 1, 16) | 0) >>> 0) & 0xffff);
        y[(Math.imul(row, 48) + column | 0) * 4] = value0 * value_scale;
        y[(Math.imul(row, 48) + column | 0) * 4 + 1] = value1 * value_scale;
        y[(Math.imul(row, 48) + column | 0) * 4 + 2] = value2 * value_scale;
        y[(Math.imul(row, 48) + column | 0) * 4 + 3] = value3 * value_scale;
      }
    }
}
