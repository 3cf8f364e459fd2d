// delta_gates_6
// g = -exp(logDecay) * softplus(a + decayBias); beta = 1 / (1 + exp(-b))
// group.x: block of heads, group.y: row
const a = buffers[0];
const b = buffers[1];
const log_decay = buffers[2];
const decay_bias = buffers[3];
const g = buffers[4];
const strength = buffers[5];
for (let group_z = 0; group_z < groups[2]; group_z++)
for (let group_y = 0; group_y < groups[1]; group_y++)
for (let group_x = 0; group_x < groups[0]; group_x++) {
    for (let local = 0; local < 64; local++) {
      const head = Math.imul(group_x, 64) + local | 0;
      if (head < 6) {
        const at = Math.imul(group_y, 6) + head | 0;
        const rate = log_decay[head];
        const shift_at = head;
        const shift_word = decay_bias[shift_at >> 1 | 0];
        const shift = (bitsU[0] = (shift_word >>> ((shift_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const a_value_at = at;
        const a_value_word = a[a_value_at >> 1 | 0];
        const a_value = (bitsU[0] = (a_value_word >>> ((a_value_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        const b_value_at = at;
        const b_value_word = b[b_value_at >> 1 | 0];
        const b_value = (bitsU[0] = (b_value_word >>> ((b_value_at & 1) << 4 | 0)) << 16 >>> 0, bitsF[0]);
        g[at] = -((Math.exp(rate)) * (Math.max(a_value + shift, 0) + (((Math.exp(-(Math.abs(a_value + shift)))) < 0.019999999552965164) ? ((Math.exp(-(Math.abs(a_value + shift)))) * (1 - ((Math.exp(-(Math.abs(a_value + shift)))) * (0.5 - ((Math.exp(-(Math.abs(a_value + shift)))) * (0.3333333432674408 - ((Math.exp(-(Math.abs(a_value + shift)))) * 0.25))))))) : (Math.log(1 + (Math.exp(-(Math.abs(a_value + shift)))))))));
        strength[at] = 1 / (1 + (Math.exp(Math.min(-b_value, 80))));
      }
    }
}
