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
        const value0$at = (Math.imul(row, 16) + column | 0) * 4;
        const value0 = x[value0$at];
        const value1 = x[value0$at + 1];
        const value2 = x[value0$at + 2];
        const value3 = x[value0$at + 3];
        y[(Math.imul(group_y, 16) + column | 0) * 4] = value0;
        y[(Math.imul(group_y, 16) + column | 0) * 4 + 1] = value1;
        y[(Math.imul(group_y, 16) + column | 0) * 4 + 2] = value2;
        y[(Math.imul(group_y, 16) + column | 0) * 4 + 3] = value3;
      }
    }
}
