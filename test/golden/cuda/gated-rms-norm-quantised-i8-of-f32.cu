// gated_rms_norm_48x128
// y = x / sqrt(mean(x^2) + 0.000001) * w * silu(z), per head of 128
// group.x: head, group.y: row

extern "C" __global__ void __launch_bounds__(64) gated_rms_norm_48x128(
    const float* __restrict__ x,
    const float* __restrict__ z,
    const float* __restrict__ w,
    signed char* __restrict__ codes,
    float* __restrict__ scales) {
  __shared__ __align__(16) int peaks[64];
  __shared__ __align__(16) float reduce_f32_lanes[64];
  __shared__ __align__(16) float reduce_f32_parts[8];
  const int3 group = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  const int local = threadIdx.x;
  const int base = (group.y * 48 + group.x) * 64;
  float squares = 0.0f;
  for (int g = local; g < 64; g += 64) {
    const float2 v0_v = reinterpret_cast<const float2*>(x)[base + g];
    const float v0 = v0_v.x;
    const float v1 = v0_v.y;
    squares += v0 * v0;
    squares += v1 * v1;
  }
  reduce_f32_lanes[local] = squares;
  __syncthreads();
  if (local < 8) {
    const int squares_from = local * 8;
    const float squares_head = reduce_f32_lanes[squares_from];
    float squares_part = squares_head;
    for (int i = 1; i < 8; i += 1) {
      const float squares_next = reduce_f32_lanes[squares_from + i];
      squares_part += squares_next;
    }
    reduce_f32_parts[local] = squares_part;
  }
  __syncthreads();
  const float squares_start = reduce_f32_parts[0];
  float squares_total = squares_start;
  for (int i_2 = 1; i_2 < 8; i_2 += 1) {
    const float squares_item = reduce_f32_parts[i_2];
    squares_total += squares_item;
  }
  const float scale = 1.0f / sqrtf(squares_total / 128.0f + 0.000001f);
  const int column0 = local * 2;
  const bool inside0 = column0 < 64;
  const int safe0 = min(column0, 63);
  const int at0 = base + safe0;
  const float2 x_value0_v = reinterpret_cast<const float2*>(x)[at0];
  const float x_value0 = x_value0_v.x;
  const float x_value1 = x_value0_v.y;
  const float2 z_value0_v = reinterpret_cast<const float2*>(z)[at0];
  const float z_value0 = z_value0_v.x;
  const float z_value1 = z_value0_v.y;
  const float2 gain0_v = reinterpret_cast<const float2*>(w)[safe0];
  const float gain0 = gain0_v.x;
  const float gain1 = gain0_v.y;
  const float value0 = x_value0 * scale * gain0 * (z_value0 / (1.0f + expf(fminf(-z_value0, 80.0f))));
  const float value1 = x_value1 * scale * gain1 * (z_value1 / (1.0f + expf(fminf(-z_value1, 80.0f))));
  const int column1 = local * 2 + 1;
  const bool inside1 = column1 < 64;
  const int safe1 = min(column1, 63);
  const int at1 = base + safe1;
  const float2 x_value0_2_v = reinterpret_cast<const float2*>(x)[at1];
  const float x_value0_2 = x_value0_2_v.x;
  const float x_value1_2 = x_value0_2_v.y;
  const float2 z_value0_2_v = reinterpret_cast<const float2*>(z)[at1];
  const float z_value0_2 = z_value0_2_v.x;
  const float z_value1_2 = z_value0_2_v.y;
  const float2 gain0_2_v = reinterpret_cast<const float2*>(w)[safe1];
  const float gain0_2 = gain0_2_v.x;
  const float gain1_2 = gain0_2_v.y;
  const float value4 = x_value0_2 * scale * gain0_2 * (z_value0_2 / (1.0f + expf(fminf(-z_value0_2, 80.0f))));
  const float value5 = x_value1_2 * scale * gain1_2 * (z_value1_2 / (1.0f + expf(fminf(-z_value1_2, 80.0f))));
  const bool exists = local < 32;
  const int bits0 = __float_as_int((inside0 ? value0 : 0.0f));
  const int bits1 = __float_as_int((inside0 ? value1 : 0.0f));
  const int bits2 = __float_as_int((inside1 ? value4 : 0.0f));
  const int bits3 = __float_as_int((inside1 ? value5 : 0.0f));
  peaks[local] = max(max(max(bits0 & 2147483647, bits1 & 2147483647), bits2 & 2147483647), bits3 & 2147483647);
  __syncthreads();
  const int first_of_group = (local / 16) * 16;
  int largest = 0;
  for (int i_3 = 0; i_3 < 16; i_3 += 1) {
    const int peak = peaks[first_of_group + i_3];
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
    reinterpret_cast<unsigned*>(codes)[group.y * 1536 + group.x * 32 + local] = (unsigned(code0) & 255u) | ((unsigned(code1) & 255u) << 8) | ((unsigned(code2) & 255u) << 16) | ((unsigned(code3) & 255u) << 24);
    if (local == first_of_group) {
      const float largest_value = __int_as_float(largest);
      scales[group.y * 96 + group.x * 2 + local / 16] = (usable ? largest_value * 0.007874016f : (finite ? 0.0f : largest_value));
    }
  }
}
