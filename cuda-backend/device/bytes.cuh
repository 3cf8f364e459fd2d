// Signed bytes as floats, four in a word, without conversion instructions: a byte with its sign turned over is put
// below the exponent of 2^23, and 2^23 + 128 is taken away again. The results are exact, in bf16 too, whose eight bits
// hold every byte.
#pragma once

__device__ __forceinline__ void floats_of_bytes(unsigned bytes, float (&values)[4]) {
  const unsigned turned = bytes ^ 0x80808080u;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    values[i] = __uint_as_float(__byte_perm(turned, 0x4b000000u, 0x7650u | i)) - 8388736.0f;
  }
}

// Bytes 0 and 1 as the two bf16 of one word, 2 and 3 as those of another: they are the upper halves of exact floats.
__device__ __forceinline__ void bf16_of_bytes(unsigned bytes, unsigned& low, unsigned& high) {
  float values[4];
  floats_of_bytes(bytes, values);
  low = __byte_perm(__float_as_uint(values[0]), __float_as_uint(values[1]), 0x7632u);
  high = __byte_perm(__float_as_uint(values[2]), __float_as_uint(values[3]), 0x7632u);
}
