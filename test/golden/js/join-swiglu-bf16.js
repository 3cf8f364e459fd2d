// join_swiglu_192
// y = swiglu(a, b)
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
        const l0_word$at = at * 2;
        const l0_word = a[l0_word$at];
        const l2_word = a[l0_word$at + 1];
        const l0 = (bitsU[0] = l0_word << 16 >>> 0, bitsF[0]);
        const l1 = (bitsU[0] = (l0_word & 4294901760) >>> 0, bitsF[0]);
        const l2 = (bitsU[0] = l2_word << 16 >>> 0, bitsF[0]);
        const l3 = (bitsU[0] = (l2_word & 4294901760) >>> 0, bitsF[0]);
        const r0_word$at = at * 2;
        const r0_word = b[r0_word$at];
        const r2_word = b[r0_word$at + 1];
        const r0 = (bitsU[0] = r0_word << 16 >>> 0, bitsF[0]);
        const r1 = (bitsU[0] = (r0_word & 4294901760) >>> 0, bitsF[0]);
        const r2 = (bitsU[0] = r2_word << 16 >>> 0, bitsF[0]);
        const r3 = (bitsU[0] = (r2_word & 4294901760) >>> 0, bitsF[0]);
        y[at * 2] = packBf16((l0 / (1 + (Math.exp(Math.min(-l0, 80))))) * r0, (l1 / (1 + (Math.exp(Math.min(-l1, 80))))) * r1);
        y[at * 2 + 1] = packBf16((l2 / (1 + (Math.exp(Math.min(-l2, 80))))) * r2, (l3 / (1 + (Math.exp(Math.min(-l3, 80))))) * r3);
      }
    }
}
