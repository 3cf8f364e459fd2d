// delta_gates_6
// g = -exp(logDecay) * softplus(a + decayBias); beta = 1 / (1 + exp(-b))
// group.x: block of heads, group.y: row
#include "numbers.cuh"

extern "C" __global__ void __launch_bounds__(64) delta_gates_6(
    const unsigned short* __restrict__ a,
    const unsigned short* __restrict__ b,
    const float* __restrict__ log_decay,
    const unsigned short* __restrict__ decay_bias,
    float* __restrict__ g,
    float* __restrict__ strength) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int head = group.x * 64 + local;
  if (head < 6) {
    const int at = group.y * 6 + head;
    const float rate = log_decay[head];
    const float shift = bf16_value(decay_bias[head]);
    const float a_value = bf16_value(a[at]);
    const float b_value = bf16_value(b[at]);
    g[at] = -(expf(rate) * (fmaxf(a_value + shift, 0.0f) + (expf(-fabsf(a_value + shift)) < 0.02f ? expf(-fabsf(a_value + shift)) * (1.0f - expf(-fabsf(a_value + shift)) * (0.5f - expf(-fabsf(a_value + shift)) * (0.33333334f - expf(-fabsf(a_value + shift)) * 0.25f))) : logf(1.0f + expf(-fabsf(a_value + shift))))));
    strength[at] = 1.0f / (1.0f + expf(fminf(-b_value, 80.0f)));
  }
}
