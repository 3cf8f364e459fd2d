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
        const value_codes_at = Math.imul(safe, 48) + column | 0;
        const value_codes_word = embedding_table[value_codes_at >> 1 | 0];
        const value_codes = value_codes_word >> Math.imul(value_codes_at & 1, 16) | 0;
        const value_scale_at = Math.imul(Math.imul(safe >> 7 | 0, 3) + (column >> 4 | 0) | 0, 512) + ((Math.imul(safe & 31, 16) + Math.imul((safe >> 5 | 0) & 3, 4) | 0) + ((column & 15) >> 2 | 0) | 0) | 0;
        const value_scale_word = embedding_table[(value_scale_at >> 2 | 0) + 3072 | 0];
        const embedding_table_divisor = embedding_table[3456];
        const valuepair0 = (((((value_codes >>> 0) & 524296) >>> 0) << 12 >>> 0) | ((((value_codes >>> 0) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const valuepair1 = ((((((value_codes >>> 0) >>> 4) & 524296) >>> 0) << 12 >>> 0) | (((((value_codes >>> 0) >>> 4) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const valuepair2 = ((((((value_codes >>> 0) >>> 8) & 524296) >>> 0) << 12 >>> 0) | (((((value_codes >>> 0) >>> 8) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const valuepair3 = ((((((value_codes >>> 0) >>> 12) & 524296) >>> 0) << 12 >>> 0) | (((((value_codes >>> 0) >>> 12) & 458759) >>> 0) << 9 >>> 0)) >>> 0;
        const value0 = halfToFloat(valuepair0 & 0xffff);
        const value1 = halfToFloat(valuepair1 & 0xffff);
        const value2 = halfToFloat(valuepair2 & 0xffff);
        const value3 = halfToFloat(valuepair3 & 0xffff);
        const value_scale = halfToFloat(((((value_scale_word >> Math.imul(value_scale_at & 3, 8) | 0) & 127) << 7 | 0) >>> 0) & 0xffff) * 4194304;
        y[(Math.imul(row, 48) + column | 0) * 4] = (value0 * value_scale) / (bitsU[0] = embedding_table_divisor, bitsF[0]);
        y[(Math.imul(row, 48) + column | 0) * 4 + 1] = (value1 * value_scale) / (bitsU[0] = embedding_table_divisor, bitsF[0]);
        y[(Math.imul(row, 48) + column | 0) * 4 + 2] = (value2 * value_scale) / (bitsU[0] = embedding_table_divisor, bitsF[0]);
        y[(Math.imul(row, 48) + column | 0) * 4 + 3] = (value3 * value_scale) / (bitsU[0] = embedding_table_divisor, bitsF[0]);
      }
    }
}
