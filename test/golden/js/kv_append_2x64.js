// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: block of runs of 4, group.y: row
const step = buffers[0];
const k = buffers[1];
const v = buffers[2];
const pages = buffers[3];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const row = group_y;
    const lane_base = step[5];
    const lane = step[lane_base + row | 0];
    const begin_base = step[8];
    const begin = step[begin_base + lane | 0];
    const length_base = step[9];
    const length = step[length_base + lane | 0];
    const index = length + (row - begin | 0) | 0;
    const page_pages = step[14];
    const page_base = step[13];
    const page = step[page_base + (Math.imul(lane, page_pages) + (index / 64 | 0) | 0) | 0];
    const token = index % 64 | 0;
    for (let local = 0; local < 64; local++) {
      const at = Math.imul(group_x, 64) + local | 0;
      if (at < 32) {
        const head = at / 16 | 0;
        const group_of_head = at % 16 | 0;
        const source_at = Math.imul(row, 32) + at | 0;
        const key0$at = source_at * 4;
        const key0 = k[key0$at];
        const key1 = k[key0$at + 1];
        const key2 = k[key0$at + 2];
        const key3 = k[key0$at + 3];
        pages[(Math.imul(Math.imul(Math.imul(page, 4) + head | 0, 64) + token | 0, 16) + group_of_head | 0) * 4] = key0;
        pages[(Math.imul(Math.imul(Math.imul(page, 4) + head | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 1] = key1;
        pages[(Math.imul(Math.imul(Math.imul(page, 4) + head | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 2] = key2;
        pages[(Math.imul(Math.imul(Math.imul(page, 4) + head | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 3] = key3;
        const value0$at = source_at * 4;
        const value0 = v[value0$at];
        const value1 = v[value0$at + 1];
        const value2 = v[value0$at + 2];
        const value3 = v[value0$at + 3];
        pages[(Math.imul(Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + token | 0, 16) + group_of_head | 0) * 4] = value0;
        pages[(Math.imul(Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 1] = value1;
        pages[(Math.imul(Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 2] = value2;
        pages[(Math.imul(Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + token | 0, 16) + group_of_head | 0) * 4 + 3] = value3;
      }
    }
}
