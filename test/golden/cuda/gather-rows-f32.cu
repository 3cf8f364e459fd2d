// gather_rows_64
// y[output] = x[outputRow[output]]
// group.x: block of columns, group.y: output

extern "C" __global__ void __launch_bounds__(64) gather_rows_64(
    const int* __restrict__ step,
    const float* __restrict__ x,
    float* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int row_base = step[12];
  const int row = step[row_base + group.y];
  const int column = group.x * 64 + local;
  if (column < 16) {
    const float4 value0_v = reinterpret_cast<const float4*>(x)[row * 16 + column];
    const float value0 = value0_v.x;
    const float value1 = value0_v.y;
    const float value2 = value0_v.z;
    const float value3 = value0_v.w;
    reinterpret_cast<float4*>(y)[group.y * 16 + column] = make_float4(value0, value1, value2, value3);
  }
}
