// join_swiglu_130
// y = swiglu(a, b)
// group.x: block of columns, group.y: row
const a = buffers[0];
const b = buffers[1];
const y = buffers[2];
const codes = buffers[3];
const scales = buffers[4];
const peaks = new Int32Array(64);
const word$ = new Int32Array(64);
const exists$ = new Uint8Array(64);
const bits0$ = new Int32Array(64);
const bits1$ = new Int32Array(64);
const bits2$ = new Int32Array(64);
const bits3$ = new Int32Array(64);
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    const base = Math.imul(group_y, 65);
    for (let local = 0; local < 64; local++) {
      word$[local] = Math.imul(group_x, 64) + local | 0;
      const column0 = Math.imul(word$[local], 2);
      const inside0 = column0 < 65;
      const safe0 = Math.min(column0, 64);
      const at0 = base + safe0 | 0;
      const l0$at = at0 * 2;
      const l0 = a[l0$at];
      const l1 = a[l0$at + 1];
      const r0$at = at0 * 2;
      const r0 = b[r0$at];
      const r1 = b[r0$at + 1];
      const value0 = (l0 / (1 + (Math.exp(Math.min(-l0, 80))))) * r0;
      const value1 = (l1 / (1 + (Math.exp(Math.min(-l1, 80))))) * r1;
      if (inside0) {
        y[at0 * 2] = value0;
        y[at0 * 2 + 1] = value1;
      }
      const column1 = Math.imul(word$[local], 2) + 1 | 0;
      const inside1 = column1 < 65;
      const safe1 = Math.min(column1, 64);
      const at1 = base + safe1 | 0;
      const l0_2$at = at1 * 2;
      const l0_2 = a[l0_2$at];
      const l1_2 = a[l0_2$at + 1];
      const r0_2$at = at1 * 2;
      const r0_2 = b[r0_2$at];
      const r1_2 = b[r0_2$at + 1];
      const value4 = (l0_2 / (1 + (Math.exp(Math.min(-l0_2, 80))))) * r0_2;
      const value5 = (l1_2 / (1 + (Math.exp(Math.min(-l1_2, 80))))) * r1_2;
      if (inside1) {
        y[at1 * 2] = value4;
        y[at1 * 2 + 1] = value5;
      }
      exists$[local] = word$[local] < 48;
      bits0$[local] = (bitsF[0] = inside0 ? value0 : 0, bitsI[0]);
      bits1$[local] = (bitsF[0] = inside0 ? value1 : 0, bitsI[0]);
      bits2$[local] = (bitsF[0] = inside1 ? value4 : 0, bitsI[0]);
      bits3$[local] = (bitsF[0] = inside1 ? value5 : 0, bitsI[0]);
      peaks[local] = Math.max(Math.max(Math.max(bits0$[local] & 2147483647, bits1$[local] & 2147483647), bits2$[local] & 2147483647), bits3$[local] & 2147483647);
    }
    for (let local = 0; local < 64; local++) {
      const first_of_group = Math.imul(local / 16 | 0, 16);
      let largest = 0;
      for (let i = 0; i < 16; i += 1) {
        const peak = peaks[first_of_group + i | 0];
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
        codes[Math.imul(group_y, 48) + word$[local] | 0] = ((((((((code0 >>> 0) & 255) >>> 0) | ((((code1 >>> 0) & 255) >>> 0) << 8 >>> 0)) >>> 0) | ((((code2 >>> 0) & 255) >>> 0) << 16 >>> 0)) >>> 0) | ((((code3 >>> 0) & 255) >>> 0) << 24 >>> 0)) >>> 0;
        if (local === first_of_group) {
          const largest_value = (bitsU[0] = largest, bitsF[0]);
          scales[Math.imul(group_y, 3) + (word$[local] / 16 | 0) | 0] = usable ? (largest_value * 0.007874015718698502) : (finite ? 0 : largest_value);
        }
      }
    }
}
