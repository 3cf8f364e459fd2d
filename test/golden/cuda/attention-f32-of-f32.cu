// attention_4_2x64
// y = softmax(q kT * 0.125) v * sigmoid(gate), causal over the lane's pages
// group.x: query head, group.y: row; thread: one key of a page, then 2 neighbouring outputs

extern "C" __global__ void __launch_bounds__(64) attention_4_2x64(
    const int* __restrict__ step,
    const float* __restrict__ q,
    const float* __restrict__ gate,
    const float* __restrict__ pages,
    float* __restrict__ y) {
  __shared__ __align__(16) float query[64];
  __shared__ __align__(16) float weights[64];
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row = group.y;
  const int head = group.x / 2;
  const int lane_base = step[5];
  const int lane = step[lane_base + row];
  const int begin_base = step[8];
  const int begin = step[begin_base + lane];
  const int length_base = step[9];
  const int length = step[length_base + lane];
  const int last = length + row - begin;
  const int base = (row * 4 + group.x) * 64;
  for (int d = local; d < 64; d += 64) {
    const float q_part = q[base + d];
    query[d] = q_part * 0.125f;
  }
  float best = -3.402823466e+38f;
  float sum = 0.0f;
  float o0_0 = 0.0f;
  float o0_1 = 0.0f;
  __syncthreads();
  for (int p = 0; p < last / 64 + 1; p += 1) {
    const int page_pages = step[14];
    const int page_base = step[13];
    const int page = step[page_base + lane * page_pages + p];
    const int keys_here = min(last - p * 64 + 1, 64);
    float masked = -3.402823466e+38f;
    if (local < keys_here) {
      float score = 0.0f;
      for (int g = 0; g < 16; g += 1) {
        const float4 key0_v = reinterpret_cast<const float4*>(pages)[((page * 4 + head) * 64 + local) * 16 + g];
        const float key0 = key0_v.x;
        const float key1 = key0_v.y;
        const float key2 = key0_v.z;
        const float key3 = key0_v.w;
        const float4 q_value0_v = reinterpret_cast<float4*>(query)[g];
        const float q_value0 = q_value0_v.x;
        const float q_value1 = q_value0_v.y;
        const float q_value2 = q_value0_v.z;
        const float q_value3 = q_value0_v.w;
        score = score + key0 * q_value0 + key1 * q_value1 + key2 * q_value2 + key3 * q_value3;
      }
      masked = score;
    }
    reduce_f32_lanes[local] = masked;
    __syncthreads();
    if (local < 8) {
      const int page_best_from = local * 8;
      const float page_best_head = reduce_f32_lanes[page_best_from];
      float page_best_part = page_best_head;
      for (int i = 1; i < 8; i += 1) {
        const float page_best_next = reduce_f32_lanes[page_best_from + i];
        page_best_part = fmaxf(page_best_part, page_best_next);
      }
      reduce_f32_parts[local] = page_best_part;
    }
    __syncthreads();
    const float page_best_start = reduce_f32_parts[0];
    float page_best_total = page_best_start;
    for (int i_2 = 1; i_2 < 8; i_2 += 1) {
      const float page_best_item = reduce_f32_parts[i_2];
      page_best_total = fmaxf(page_best_total, page_best_item);
    }
    const float new_best = fmaxf(best, page_best_total);
    const float weight = (local < keys_here ? expf(masked - new_best) : 0.0f);
    const float shrink = expf(best - new_best);
    weights[local] = weight;
    reduce_f32_lanes[local] = weight;
    __syncthreads();
    if (local < 8) {
      const int page_sum_from = local * 8;
      const float page_sum_head = reduce_f32_lanes[page_sum_from];
      float page_sum_part = page_sum_head;
      for (int i_3 = 1; i_3 < 8; i_3 += 1) {
        const float page_sum_next = reduce_f32_lanes[page_sum_from + i_3];
        page_sum_part += page_sum_next;
      }
      reduce_f32_parts[local] = page_sum_part;
    }
    __syncthreads();
    const float page_sum_start = reduce_f32_parts[0];
    float page_sum_total = page_sum_start;
    for (int i_4 = 1; i_4 < 8; i_4 += 1) {
      const float page_sum_item = reduce_f32_parts[i_4];
      page_sum_total += page_sum_item;
    }
    sum = sum * shrink + page_sum_total;
    best = new_best;
    const int column = local;
    if (column < 32) {
      o0_0 *= shrink;
      o0_1 *= shrink;
      for (int t = 0; t < keys_here; t += 1) {
        const float w = weights[t];
        const float2 value0_v = reinterpret_cast<const float2*>(pages)[((page * 4 + head + 2) * 64 + t) * 32 + column];
        const float value0 = value0_v.x;
        const float value1 = value0_v.y;
        o0_0 += w * value0;
        o0_1 += w * value1;
      }
    }
    __syncthreads();
  }
  const int out_column = local;
  if (out_column < 32) {
    const int gate_base = row * 512 + group.x * 128 + 64;
    const float gate_value = gate[gate_base + out_column * 2];
    const float gate_value_2 = gate[gate_base + out_column * 2 + 1];
    reinterpret_cast<float2*>(y)[(row * 4 + group.x) * 32 + out_column] = make_float2((o0_0 / sum) * (1.0f / (1.0f + expf(fminf(-gate_value, 80.0f)))), (o0_1 / sum) * (1.0f / (1.0f + expf(fminf(-gate_value_2, 80.0f)))));
  }
}
