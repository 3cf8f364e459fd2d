// embedding_5
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
      if (column < 5) {
        const safe = Math.min(Math.max(token, 0), 32);
        const value = embedding_table[Math.imul(safe, 5) + column | 0];
        y[Math.imul(row, 5) + column | 0] = value;
      }
    }
}
