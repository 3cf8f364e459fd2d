// gather_rows_64
// y[output] = x[outputRow[output]]
// group.x: block of columns, group.y: output
const step = buffers[0];
const x = buffers[1];
const y = buffers[2];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const row_base = step[12];
    const row = step[row_base + group_y | 0];
    for (let local = 0; local < 64; local++) {
      const column = Math.imul(group_x, 64) + local | 0;
      if (column < 16) {
        const value0_word$at = (Math.imul(row, 16) + column | 0) * 2;
        const value0_word = x[value0_word$at];
        const value2_word = x[value0_word$at + 1];
        const value0 = (bitsU[0] = value0_word << 16 >>> 0, bitsF[0]);
        const value1 = (bitsU[0] = (value0_word & 4294901760) >>> 0, bitsF[0]);
        const value2 = (bitsU[0] = value2_word << 16 >>> 0, bitsF[0]);
        const value3 = (bitsU[0] = (value2_word & 4294901760) >>> 0, bitsF[0]);
        y[(Math.imul(group_y, 16) + column | 0) * 2] = packBf16(value0, value1);
        y[(Math.imul(group_y, 16) + column | 0) * 2 + 1] = packBf16(value2, value3);
      }
    }
}
