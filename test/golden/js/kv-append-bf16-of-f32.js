// kv_append_2x64
// page of (length + row in lane) / 64 takes k and v of 2 heads of 64
// group.x: head, group.y: row
const step = buffers[0];
const k = buffers[1];
const v = buffers[2];
const pages = buffers[3];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const head = group_x;
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
    const vector = Math.imul(row, 2) + head | 0;
    const keys_vector = Math.imul(Math.imul(page, 4) + head | 0, 64) + token | 0;
    const values_vector = Math.imul((Math.imul(page, 4) + head | 0) + 2 | 0, 64) + token | 0;
    for (let local = 0; local < 64; local++) {
      for (let group_of_vector = local; group_of_vector < 16; group_of_vector += 64) {
        const keys0_word$at = (Math.imul(vector, 16) + group_of_vector | 0) * 2;
        const keys0_word = k[keys0_word$at];
        const keys2_word = k[keys0_word$at + 1];
        const keys0 = (bitsU[0] = keys0_word << 16 >>> 0, bitsF[0]);
        const keys1 = (bitsU[0] = (keys0_word & 4294901760) >>> 0, bitsF[0]);
        const keys2 = (bitsU[0] = keys2_word << 16 >>> 0, bitsF[0]);
        const keys3 = (bitsU[0] = (keys2_word & 4294901760) >>> 0, bitsF[0]);
        pages[(Math.imul(keys_vector, 16) + group_of_vector | 0) * 4] = keys0;
        pages[(Math.imul(keys_vector, 16) + group_of_vector | 0) * 4 + 1] = keys1;
        pages[(Math.imul(keys_vector, 16) + group_of_vector | 0) * 4 + 2] = keys2;
        pages[(Math.imul(keys_vector, 16) + group_of_vector | 0) * 4 + 3] = keys3;
      }
      for (let group_of_vector_2 = local; group_of_vector_2 < 16; group_of_vector_2 += 64) {
        const values0_word$at = (Math.imul(vector, 16) + group_of_vector_2 | 0) * 2;
        const values0_word = v[values0_word$at];
        const values2_word = v[values0_word$at + 1];
        const values0 = (bitsU[0] = values0_word << 16 >>> 0, bitsF[0]);
        const values1 = (bitsU[0] = (values0_word & 4294901760) >>> 0, bitsF[0]);
        const values2 = (bitsU[0] = values2_word << 16 >>> 0, bitsF[0]);
        const values3 = (bitsU[0] = (values2_word & 4294901760) >>> 0, bitsF[0]);
        pages[(Math.imul(values_vector, 16) + group_of_vector_2 | 0) * 4] = values0;
        pages[(Math.imul(values_vector, 16) + group_of_vector_2 | 0) * 4 + 1] = values1;
        pages[(Math.imul(values_vector, 16) + group_of_vector_2 | 0) * 4 + 2] = values2;
        pages[(Math.imul(values_vector, 16) + group_of_vector_2 | 0) * 4 + 3] = values3;
      }
    }
}
