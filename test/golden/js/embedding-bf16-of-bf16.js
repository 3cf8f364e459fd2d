// embedding_64
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
      if (column < 16) {
        const safe = Math.min(Math.max(token, 0), 36);
        const value0_word$at = (Math.imul(safe, 16) + column | 0) * 2;
        const value0_word = embedding_table[value0_word$at];
        const value2_word = embedding_table[value0_word$at + 1];
        const value0 = (bitsU[0] = value0_word << 16 >>> 0, bitsF[0]);
        const value1 = (bitsU[0] = (value0_word & 4294901760) >>> 0, bitsF[0]);
        const value2 = (bitsU[0] = value2_word << 16 >>> 0, bitsF[0]);
        const value3 = (bitsU[0] = (value2_word & 4294901760) >>> 0, bitsF[0]);
        y[(Math.imul(row, 16) + column | 0) * 2] = packBf16(value0, value1);
        y[(Math.imul(row, 16) + column | 0) * 2 + 1] = packBf16(value2, value3);
      }
    }
}
