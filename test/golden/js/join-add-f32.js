// join_add_192
// y = add(a, b)
// group.x: block of columns, group.y: row
const a = buffers[0];
const b = buffers[1];
const y = buffers[2];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(group_y, 48);
    for (let local = 0; local < 64; local++) {
      const column = Math.imul(group_x, 64) + local | 0;
      if (column < 48) {
        const at = base + column | 0;
        const l0$at = at * 4;
        const l0 = a[l0$at];
        const l1 = a[l0$at + 1];
        const l2 = a[l0$at + 2];
        const l3 = a[l0$at + 3];
        const r0$at = at * 4;
        const r0 = b[r0$at];
        const r1 = b[r0$at + 1];
        const r2 = b[r0$at + 2];
        const r3 = b[r0$at + 3];
        y[at * 4] = l0 + r0;
        y[at * 4 + 1] = l1 + r1;
        y[at * 4 + 2] = l2 + r2;
        y[at * 4 + 3] = l3 + r3;
      }
    }
}
