// rms_norm_36
// y = x / sqrt(mean(x^2) + 0.000001) * (1 + w)
// group.x: row
const x = buffers[0];
const w = buffers[1];
const codes = buffers[2];
const scales = buffers[3];
const peaks = new Int32Array(64);
const reduce_f32_lanes = new Float32Array(64);
const reduce_f32_parts = new Float32Array(8);
const exists$ = new Uint8Array(64);
const bits0$ = new Int32Array(64);
const bits1$ = new Int32Array(64);
const bits2$ = new Int32Array(64);
const bits3$ = new Int32Array(64);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(group_x, 9);
    for (let local = 0; local < 64; local++) {
      let squares = 0;
      for (let g = local; g < 9; g += 64) {
        const v0$at = (base + g | 0) * 4;
        const v0 = x[v0$at];
        const v1 = x[v0$at + 1];
        const v2 = x[v0$at + 2];
        const v3 = x[v0$at + 3];
        squares = squares + (v0 * v0);
        squares = squares + (v1 * v1);
        squares = squares + (v2 * v2);
        squares = squares + (v3 * v3);
      }
      reduce_f32_lanes[local] = squares;
    }
    for (let local = 0; local < 64; local++) {
      if (local < 8) {
        const squares_from = Math.imul(local, 8);
        const squares_head = reduce_f32_lanes[squares_from];
        let squares_part = squares_head;
        for (let i = 1; i < 8; i += 1) {
          const squares_next = reduce_f32_lanes[squares_from + i | 0];
          squares_part = squares_part + squares_next;
        }
        reduce_f32_parts[local] = squares_part;
      }
    }
    for (let local = 0; local < 64; local++) {
      const squares_start = reduce_f32_parts[0];
      let squares_total = squares_start;
      for (let i_2 = 1; i_2 < 8; i_2 += 1) {
        const squares_item = reduce_f32_parts[i_2];
        squares_total = squares_total + squares_item;
      }
      const scale = 1 / (Math.sqrt((squares_total / 36) + 9.999999974752427e-7));
      const inside0 = local < 9;
      const safe0 = Math.min(local, 8);
      const at0 = base + safe0 | 0;
      const x_value0$at = at0 * 4;
      const x_value0 = x[x_value0$at];
      const x_value1 = x[x_value0$at + 1];
      const x_value2 = x[x_value0$at + 2];
      const x_value3 = x[x_value0$at + 3];
      const gain0$at = safe0 * 4;
      const gain0 = w[gain0$at];
      const gain1 = w[gain0$at + 1];
      const gain2 = w[gain0$at + 2];
      const gain3 = w[gain0$at + 3];
      const value0 = (x_value0 * scale) * (gain0 + 1);
      const value1 = (x_value1 * scale) * (gain1 + 1);
      const value2 = (x_value2 * scale) * (gain2 + 1);
      const value3 = (x_value3 * scale) * (gain3 + 1);
      exists$[local] = local < 16;
      bits0$[local] = (bitsF[0] = inside0 ? value0 : 0, bitsI[0]);
      bits1$[local] = (bitsF[0] = inside0 ? value1 : 0, bitsI[0]);
      bits2$[local] = (bitsF[0] = inside0 ? value2 : 0, bitsI[0]);
      bits3$[local] = (bitsF[0] = inside0 ? value3 : 0, bitsI[0]);
      peaks[local] = Math.max(Math.max(Math.max(bits0$[local] & 2147483647, bits1$[local] & 2147483647), bits2$[local] & 2147483647), bits3$[local] & 2147483647);
    }
    for (let local = 0; local < 64; local++) {
      const first_of_group = Math.imul(local / 16 | 0, 16);
      let largest = 0;
      for (let i_3 = 0; i_3 < 16; i_3 += 1) {
        const peak = peaks[first_of_group + i_3 | 0];
        largest = Math.max(largest, peak);
      }
      const finite = largest < 2139095040;
      const usable = (largest >= 75497472) && finite;
      if (exists$[local] !== 0) {
        const size0 = bits0$[local] & 2147483647;
        const places0 = (largest >> 23 | 0) - (size0 >> 23 | 0) | 0;
        const whole0 = Math.imul(((size0 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit0 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places0, 8) >>> 0;
        const down0 = whole0 / unit0 >>> 0;
        const rest0 = whole0 - (Math.imul(down0, unit0) >>> 0) >>> 0;
        const missing0 = unit0 - rest0 >>> 0;
        const up0 = (rest0 > missing0) || ((rest0 === missing0) && (((down0 & 1) >>> 0) === 1));
        const near0 = (up0 ? (down0 + 1 >>> 0) : down0) | 0;
        const code0 = (usable && (places0 <= 8)) ? ((bits0$[local] < 0) ? (-near0 | 0) : near0) : 0;
        const size1 = bits1$[local] & 2147483647;
        const places1 = (largest >> 23 | 0) - (size1 >> 23 | 0) | 0;
        const whole1 = Math.imul(((size1 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit1 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places1, 8) >>> 0;
        const down1 = whole1 / unit1 >>> 0;
        const rest1 = whole1 - (Math.imul(down1, unit1) >>> 0) >>> 0;
        const missing1 = unit1 - rest1 >>> 0;
        const up1 = (rest1 > missing1) || ((rest1 === missing1) && (((down1 & 1) >>> 0) === 1));
        const near1 = (up1 ? (down1 + 1 >>> 0) : down1) | 0;
        const code1 = (usable && (places1 <= 8)) ? ((bits1$[local] < 0) ? (-near1 | 0) : near1) : 0;
        const size2 = bits2$[local] & 2147483647;
        const places2 = (largest >> 23 | 0) - (size2 >> 23 | 0) | 0;
        const whole2 = Math.imul(((size2 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit2 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places2, 8) >>> 0;
        const down2 = whole2 / unit2 >>> 0;
        const rest2 = whole2 - (Math.imul(down2, unit2) >>> 0) >>> 0;
        const missing2 = unit2 - rest2 >>> 0;
        const up2 = (rest2 > missing2) || ((rest2 === missing2) && (((down2 & 1) >>> 0) === 1));
        const near2 = (up2 ? (down2 + 1 >>> 0) : down2) | 0;
        const code2 = (usable && (places2 <= 8)) ? ((bits2$[local] < 0) ? (-near2 | 0) : near2) : 0;
        const size3 = bits3$[local] & 2147483647;
        const places3 = (largest >> 23 | 0) - (size3 >> 23 | 0) | 0;
        const whole3 = Math.imul(((size3 & 8388607) | 8388608) >>> 0, 127) >>> 0;
        const unit3 = (((largest & 8388607) | 8388608) >>> 0) << Math.min(places3, 8) >>> 0;
        const down3 = whole3 / unit3 >>> 0;
        const rest3 = whole3 - (Math.imul(down3, unit3) >>> 0) >>> 0;
        const missing3 = unit3 - rest3 >>> 0;
        const up3 = (rest3 > missing3) || ((rest3 === missing3) && (((down3 & 1) >>> 0) === 1));
        const near3 = (up3 ? (down3 + 1 >>> 0) : down3) | 0;
        const code3 = (usable && (places3 <= 8)) ? ((bits3$[local] < 0) ? (-near3 | 0) : near3) : 0;
        codes[Math.imul(group_x, 16) + local | 0] = ((((((((code0 >>> 0) & 255) >>> 0) | ((((code1 >>> 0) & 255) >>> 0) << 8 >>> 0)) >>> 0) | ((((code2 >>> 0) & 255) >>> 0) << 16 >>> 0)) >>> 0) | ((((code3 >>> 0) & 255) >>> 0) << 24 >>> 0)) >>> 0;
        if (local === first_of_group) {
          const largest_value = (bitsU[0] = largest, bitsF[0]);
          scales[group_x + (local / 16 | 0) | 0] = usable ? (largest_value * 0.007874015718698502) : (finite ? 0 : largest_value);
        }
      }
    }
}
