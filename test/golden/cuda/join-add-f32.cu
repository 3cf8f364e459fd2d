// join_add_192
// y = add(a, b)
// group.x: block of columns, group.y: row

extern "C" __global__ void __launch_bounds__(64) join_add_192(
    const float* __restrict__ a,
    const float* __restrict__ b,
    float* __restrict__ y) {
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = group.y * 48;
  const int column = group.x * 64 + local;
  if (column < 48) {
    const int at = base + column;
    const float4 l0_v = reinterpret_cast<const float4*>(a)[at];
    const float l0 = l0_v.x;
    const float l1 = l0_v.y;
    const float l2 = l0_v.z;
    const float l3 = l0_v.w;
    const float4 r0_v = reinterpret_cast<const float4*>(b)[at];
    const float r0 = r0_v.x;
    const float r1 = r0_v.y;
    const float r2 = r0_v.z;
    const float r3 = r0_v.w;
    reinterpret_cast<float4*>(y)[at] = make_float4(l0 + r0, l1 + r1, l2 + r2, l3 + r3);
  }
}
