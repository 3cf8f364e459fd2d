// kv_append_4x256
// page of (length + row in lane) / 64 takes k and v of 4 heads of 256
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
      if (at < 256) {
        const head = at / 64 | 0;
        const group_of_head = at % 64 | 0;
        const source_at = Math.imul(row, 256) + at | 0;
        const key0_word$at = source_at * 2;
        const key0_word = k[key0_word$at];
        const key2_word = k[key0_word$at + 1];
        const key0 = (bitsU[0] = key0_word << 16 >>> 0, bitsF[0]);
        const key1 = (bitsU[0] = (key0_word & 4294901760) >>> 0, bitsF[0]);
        const key2 = (bitsU[0] = key2_word << 16 >>> 0, bitsF[0]);
        const key3 = (bitsU[0] = (key2_word & 4294901760) >>> 0, bitsF[0]);
        pages[(Math.imul(Math.imul(Math.imul(page, 8) + head | 0, 64) + token | 0, 64) + group_of_head | 0) * 2] = packBf16(key0, key1);
        pages[(Math.imul(Math.imul(Math.imul(page, 8) + head | 0, 64) + token | 0, 64) + group_of_head | 0) * 2 + 1] = packBf16(key2, key3);
        const value0_word$at = source_at * 2;
        const value0_word = v[value0_word$at];
        const value2_word = v[value0_word$at + 1];
        const value0 = (bitsU[0] = value0_word << 16 >>> 0, bitsF[0]);
        const value1 = (bitsU[0] = (value0_word & 4294901760) >>> 0, bitsF[0]);
        const value2 = (bitsU[0] = value2_word << 16 >>> 0, bitsF[0]);
        const value3 = (bitsU[0] = (value2_word & 4294901760) >>> 0, bitsF[0]);
        pages[(Math.imul(Math.imul((Math.imul(page, 8) + head | 0) + 4 | 0, 64) + token | 0, 64) + group_of_head | 0) * 2] = packBf16(value0, value1);
        pages[(Math.imul(Math.imul((Math.imul(page, 8) + head | 0) + 4 | 0, 64) + token | 0, 64) + group_of_head | 0) * 2 + 1] = packBf16(value2, value3);
      }
    }
}
