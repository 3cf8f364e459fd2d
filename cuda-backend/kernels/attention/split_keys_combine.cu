// A block joins the splits of one row and query head, a thread two neighbouring columns. Splits are added in their order;
// those without keys of this row are never read.
constexpr int PARTIAL = WIDTH + 2;

__device__ __forceinline__ void split_keys_combine(const Buffers& buffers) {
  const int head = blockIdx.x, row = blockIdx.y, pair = threadIdx.x;
  if (pair >= WIDTH / 2) return;
  int last[1];
  last_key(buffers, row, last);
  const int splits = min(SPLITS, last[0] / PAGE + 1);
  const float* partial = buffers.partial + ((long long)row * QUERY_HEADS + head) * SPLITS * PARTIAL;
  float best = partial[WIDTH];
  for (int split = 1; split < splits; split++) best = fmaxf(best, partial[split * PARTIAL + WIDTH]);
  float sum = 0.0f, values[2] = {};
  for (int split = 0; split < splits; split++) {
    const float2 state = *reinterpret_cast<const float2*>(&partial[split * PARTIAL + WIDTH]);
    const float2 output = *reinterpret_cast<const float2*>(&partial[split * PARTIAL + 2 * pair]);
    const float weight = expf(state.x - best);
    sum = __fmaf_rn(weight, state.y, sum);
    values[0] = __fmaf_rn(weight, output.x, values[0]);
    values[1] = __fmaf_rn(weight, output.y, values[1]);
  }
  values[0] /= sum;
  values[1] /= sum;
  finish(buffers, row, head, pair, values);
}
