// delta_records_1_3x4x6
// record[t] = k, v, g, beta of row t for lanes of at most 16 rows
// group.x: block of record elements, group.y: lane
const step = buffers[0];
const x = buffers[1];
const g = buffers[2];
const beta = buffers[3];
const slots = buffers[4];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const lane = group_y;
    const slot_base = step[10];
    const slot = step[slot_base + lane | 0];
    const begin_base = step[8];
    const begin = step[begin_base + lane | 0];
    const stop = step[begin_base + (lane + 1 | 0) | 0];
    const rows = stop - begin | 0;
    for (let local = 0; local < 64; local++) {
      const element = Math.imul(group_x, 64) + local | 0;
      if ((rows <= 16) && (element < 28)) {
        for (let t = 0; t < rows; t += 1) {
          const row = begin + t | 0;
          let value = 0;
          if (element < 22) {
            const from_x = x[(Math.imul(row, 26) + 4 | 0) + element | 0];
            value = from_x;
          } else {
            const gate_element = element - 22 | 0;
            const head = gate_element % 3 | 0;
            const gate_at = Math.imul(row, 3) + head | 0;
            const gate_value = g[gate_at];
            const rate_value = beta[gate_at];
            value = (gate_element < 3) ? gate_value : rate_value;
          }
          slots[((Math.imul(slot, 520) + 72 | 0) + Math.imul(t, 28) | 0) + element | 0] = value;
        }
      }
    }
}
