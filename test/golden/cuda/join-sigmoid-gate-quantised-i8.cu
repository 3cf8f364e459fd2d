// join_sigmoid_gate_192
// y = sigmoid-gate(a, b)
// group.x: block of columns, group.y: row

extern "C" __global__ void __launch_bounds__(64) join_sigmoid_gate_192(
    const float* __restrict__ a,
    const float* __restrict__ b,
    signed char* __restrict__ codes,
    float* __restrict__ scales) {
  __shared__ __align__(16) int peaks[64];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = group.y * 48;
  const int word = group.x * 64 + local;
  const bool inside0 = word < 48;
  const int safe0 = min(word, 47);
  const int at0 = base + safe0;
  const float4 l0_v = reinterpret_cast<const float4*>(a)[at0];
  const float l0 = l0_v.x;
  const float l1 = l0_v.y;
  const float l2 = l0_v.z;
  const float l3 = l0_v.w;
  const float4 r0_v = reinterpret_cast<const float4*>(b)[at0];
  const float r0 = r0_v.x;
  const float r1 = r0_v.y;
  const float r2 = r0_v.z;
  const float r3 = r0_v.w;
  const float value0 = l0 * (1.0f / (1.0f + expf(fminf(-r0, 80.0f))));
  const float value1 = l1 * (1.0f / (1.0f + expf(fminf(-r1, 80.0f))));
  const float value2 = l2 * (1.0f / (1.0f + expf(fminf(-r2, 80.0f))));
  const float value3 = l3 * (1.0f / (1.0f + expf(fminf(-r3, 80.0f))));
  const bool exists = word < 48;
  const int bits0 = __float_as_int((inside0 ? value0 : 0.0f));
  const int bits1 = __float_as_int((inside0 ? value1 : 0.0f));
  const int bits2 = __float_as_int((inside0 ? value2 : 0.0f));
  const int bits3 = __float_as_int((inside0 ? value3 : 0.0f));
  peaks[local] = max(max(max(bits0 & 2147483647, bits1 & 2147483647), bits2 & 2147483647), bits3 & 2147483647);
  __syncthreads();
  const int first_of_group = (local / 16) * 16;
  int largest = 0;
  for (int i = 0; i < 16; i += 1) {
    const int peak = peaks[first_of_group + i];
    largest = max(largest, peak);
  }
  const bool finite = largest < 2139095040;
  const bool usable = largest >= 75497472 && finite;
  if (exists) {
    const int size0 = bits0 & 2147483647;
    const int places0 = (largest >> 23) - (size0 >> 23);
    const unsigned whole0 = unsigned((size0 & 8388607) | 8388608) * 127u;
    const unsigned unit0 = unsigned((largest & 8388607) | 8388608) << min(places0, 8);
    const unsigned down0 = whole0 / unit0;
    const unsigned rest0 = whole0 - down0 * unit0;
    const unsigned missing0 = unit0 - rest0;
    const bool up0 = rest0 > missing0 || (rest0 == missing0 && (down0 & 1u) == 1u);
    const int near0 = int((up0 ? down0 + 1u : down0));
    const int code0 = (usable && places0 <= 8 ? (bits0 < 0 ? -near0 : near0) : 0);
    const int size1 = bits1 & 2147483647;
    const int places1 = (largest >> 23) - (size1 >> 23);
    const unsigned whole1 = unsigned((size1 & 8388607) | 8388608) * 127u;
    const unsigned unit1 = unsigned((largest & 8388607) | 8388608) << min(places1, 8);
    const unsigned down1 = whole1 / unit1;
    const unsigned rest1 = whole1 - down1 * unit1;
    const unsigned missing1 = unit1 - rest1;
    const bool up1 = rest1 > missing1 || (rest1 == missing1 && (down1 & 1u) == 1u);
    const int near1 = int((up1 ? down1 + 1u : down1));
    const int code1 = (usable && places1 <= 8 ? (bits1 < 0 ? -near1 : near1) : 0);
    const int size2 = bits2 & 2147483647;
    const int places2 = (largest >> 23) - (size2 >> 23);
    const unsigned whole2 = unsigned((size2 & 8388607) | 8388608) * 127u;
    const unsigned unit2 = unsigned((largest & 8388607) | 8388608) << min(places2, 8);
    const unsigned down2 = whole2 / unit2;
    const unsigned rest2 = whole2 - down2 * unit2;
    const unsigned missing2 = unit2 - rest2;
    const bool up2 = rest2 > missing2 || (rest2 == missing2 && (down2 & 1u) == 1u);
    const int near2 = int((up2 ? down2 + 1u : down2));
    const int code2 = (usable && places2 <= 8 ? (bits2 < 0 ? -near2 : near2) : 0);
    const int size3 = bits3 & 2147483647;
    const int places3 = (largest >> 23) - (size3 >> 23);
    const unsigned whole3 = unsigned((size3 & 8388607) | 8388608) * 127u;
    const unsigned unit3 = unsigned((largest & 8388607) | 8388608) << min(places3, 8);
    const unsigned down3 = whole3 / unit3;
    const unsigned rest3 = whole3 - down3 * unit3;
    const unsigned missing3 = unit3 - rest3;
    const bool up3 = rest3 > missing3 || (rest3 == missing3 && (down3 & 1u) == 1u);
    const int near3 = int((up3 ? down3 + 1u : down3));
    const int code3 = (usable && places3 <= 8 ? (bits3 < 0 ? -near3 : near3) : 0);
    reinterpret_cast<unsigned*>(codes)[group.y * 48 + word] = (unsigned(code0) & 255u) | ((unsigned(code1) & 255u) << 8) | ((unsigned(code2) & 255u) << 16) | ((unsigned(code3) & 255u) << 24);
    if (local == first_of_group) {
      const float largest_value = __int_as_float(largest);
      scales[group.y * 3 + word / 16] = (usable ? largest_value * 0.007874016f : (finite ? 0.0f : largest_value));
    }
  }
}
