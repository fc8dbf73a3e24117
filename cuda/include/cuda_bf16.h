// Numbers of 16 bits with the exponent of float.
#ifndef WARPLENS_CUDA_BF16_H
#define WARPLENS_CUDA_BF16_H

struct __align__(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __attribute__((always_inline)) __nv_bfloat16(float v) {
    unsigned b = __float_as_uint(v);
    bits = (unsigned short)(v != v ? 0x7fff : (b + 0x7fff + (b >> 16 & 1)) >> 16);
  }
  __attribute__((always_inline)) operator float() const {
    return __uint_as_float((unsigned)bits << 16);
  }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};
WL_BOTH __nv_bfloat16 __float2bfloat16(float v) { return __nv_bfloat16(v); }
WL_BOTH float __bfloat162float(__nv_bfloat16 v) { return v; }

#endif
