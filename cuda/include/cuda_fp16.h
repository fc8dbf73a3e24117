// Numbers of 16 bits: kept as such, computed as float.
#ifndef WARPLENS_CUDA_FP16_H
#define WARPLENS_CUDA_FP16_H

struct __align__(2) __half {
  unsigned short bits;
  __half() = default;
  __attribute__((always_inline)) __half(float v) : bits(wl_float_to_half(v)) {}
  __attribute__((always_inline)) __half(double v) : bits(wl_float_to_half((float)v)) {}
  __attribute__((always_inline)) __half(int v) : bits(wl_float_to_half((float)v)) {}
  __attribute__((always_inline)) __half(unsigned v) : bits(wl_float_to_half((float)v)) {}
  __attribute__((always_inline)) operator float() const { return wl_half_to_float(bits); }
};
typedef __half half;
struct __align__(4) __half2 {
  __half x, y;
};
typedef __half2 half2;
struct __half_raw {
  unsigned short x;
};

namespace wl {
template <>
struct type<__half> {
  enum { scalar = 8, components = 1 };
};
template <>
struct type<__half2> {
  enum { scalar = 8, components = 2 };
};
WL_BOTH __half half(float v) { return __half(v); }
}  // namespace wl

#define WL_OPERATOR(op)                                                                     \
  WL_BOTH __half operator op(__half a, __half b) { return wl::half((float)a op(float) b); } \
  WL_BOTH __half2 operator op(__half2 a, __half2 b) { return {a.x op b.x, a.y op b.y}; }
WL_OPERATOR(+)
WL_OPERATOR(-) WL_OPERATOR(*) WL_OPERATOR(/)
#undef WL_OPERATOR
#define WL_ASSIGN(op) \
  WL_BOTH __half &operator op##=(__half &a, __half b) { return a = a op b; }
    WL_ASSIGN(+) WL_ASSIGN(-) WL_ASSIGN(*) WL_ASSIGN(/)
#undef WL_ASSIGN
        WL_BOTH __half
        operator-(__half a) {
  return wl::half(-(float)a);
}
#define WL_COMPARE(op, name)                                                    \
  WL_BOTH bool operator op(__half a, __half b) { return (float)a op(float) b; } \
  WL_BOTH bool name(__half a, __half b) { return (float)a op(float) b; }
WL_COMPARE(<, __hlt)
WL_COMPARE(>, __hgt) WL_COMPARE(<=, __hle) WL_COMPARE(>=, __hge) WL_COMPARE(==, __heq)
    WL_COMPARE(!=, __hne)
#undef WL_COMPARE

        WL_BOTH __half __float2half(float v) {
  return wl::half(v);
}
WL_BOTH __half __float2half_rn(float v) { return wl::half(v); }
WL_BOTH __half __float2half_rz(float v) {
  unsigned short h = wl_float_to_half(v);
  __half r;
  r.bits = (unsigned short)(h - (fabsf(wl_half_to_float(h)) > fabsf(v)));
  return r;
}
WL_BOTH __half __double2half(double v) { return wl::half((float)v); }
WL_BOTH __half __int2half_rn(int v) { return wl::half((float)v); }
WL_BOTH float __half2float(__half v) { return v; }
WL_BOTH int __half2int_rn(__half v) { return __float2int_rn(v); }
WL_BOTH __half2 __float2half2_rn(float v) { return {wl::half(v), wl::half(v)}; }
WL_BOTH __half2 __floats2half2_rn(float a, float b) { return {wl::half(a), wl::half(b)}; }
WL_BOTH __half2 __float22half2_rn(float2 v) { return {wl::half(v.x), wl::half(v.y)}; }
WL_BOTH float2 __half22float2(__half2 v) { return {v.x, v.y}; }
WL_BOTH __half2 __half2half2(__half v) { return {v, v}; }
WL_BOTH __half2 __halves2half2(__half a, __half b) { return {a, b}; }
WL_BOTH __half2 make_half2(__half a, __half b) { return {a, b}; }
WL_BOTH __half __low2half(__half2 v) { return v.x; }
WL_BOTH __half __high2half(__half2 v) { return v.y; }
WL_BOTH float __low2float(__half2 v) { return v.x; }
WL_BOTH float __high2float(__half2 v) { return v.y; }
WL_BOTH __half __hadd(__half a, __half b) { return a + b; }
WL_BOTH __half __hsub(__half a, __half b) { return a - b; }
WL_BOTH __half __hmul(__half a, __half b) { return a * b; }
WL_BOTH __half __hdiv(__half a, __half b) { return a / b; }
WL_BOTH __half __hfma(__half a, __half b, __half c) {
  return wl::half((float)a * (float)b + (float)c);
}
WL_BOTH __half __hneg(__half a) { return -a; }
WL_BOTH __half __habs(__half a) { return wl::half(fabsf(a)); }
WL_BOTH __half __hmax(__half a, __half b) { return a > b ? a : b; }
WL_BOTH __half __hmin(__half a, __half b) { return a < b ? a : b; }
WL_BOTH __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
WL_BOTH __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
WL_BOTH __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
WL_BOTH __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
WL_BOTH __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
WL_BOTH __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
WL_BOTH __half2 __hneg2(__half2 a) { return {-a.x, -a.y}; }
WL_BOTH __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }
WL_BOTH __half2 __h2div(__half2 a, __half2 b) { return a / b; }
WL_BOTH __half2 &operator+=(__half2 &a, __half2 b) { return a = a + b; }
WL_BOTH __half2 &operator-=(__half2 &a, __half2 b) { return a = a - b; }
WL_BOTH __half2 &operator*=(__half2 &a, __half2 b) { return a = a * b; }
WL_BOTH __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
WL_BOTH __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
WL_BOTH __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
WL_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
WL_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
WL_BOTH bool __hisnan(__half a) { return (float)a != (float)a; }
WL_BOTH bool __hbgt2(__half2 a, __half2 b) { return a.x > b.x && a.y > b.y; }
WL_BOTH bool __hblt2(__half2 a, __half2 b) { return a.x < b.x && a.y < b.y; }
WL_BOTH bool __hbeq2(__half2 a, __half2 b) { return a.x == b.x && a.y == b.y; }
WL_BOTH int __half2int_rz(__half v) { return __float2int_rz(v); }
WL_BOTH unsigned __half2uint_rn(__half v) { return __float2uint_rn(v); }
WL_BOTH short __half2short_rn(__half v) { return (short)__float2int_rn(v); }
WL_BOTH short __half2short_rz(__half v) { return (short)__float2int_rz(v); }
WL_BOTH __half __uint2half_rn(unsigned v) { return wl::half((float)v); }
WL_BOTH __half __short2half_rn(short v) { return wl::half((float)v); }
#define WL_FUNCTION(name, f)                                   \
  WL_BOTH __half h##name(__half a) { return wl::half(f((float)a)); } \
  WL_BOTH __half2 h2##name(__half2 a) { return {h##name(a.x), h##name(a.y)}; }
WL_FUNCTION(log, logf)
WL_FUNCTION(log2, log2f)
WL_FUNCTION(exp2, exp2f)
WL_FUNCTION(sin, sinf)
WL_FUNCTION(cos, cosf)
WL_FUNCTION(rcp, 1.0f /)
WL_FUNCTION(tanh, tanhf)
WL_FUNCTION(floor, floorf)
WL_FUNCTION(ceil, ceilf)
WL_FUNCTION(trunc, truncf)
WL_FUNCTION(rint, rintf)
#undef WL_FUNCTION
WL_BOTH __half hexp(__half a) { return wl::half(expf(a)); }
WL_BOTH __half hsqrt(__half a) { return wl::half(sqrtf(a)); }
WL_BOTH __half hrsqrt(__half a) { return wl::half(1.0f / sqrtf(a)); }
WL_BOTH __half2 h2exp(__half2 a) { return {hexp(a.x), hexp(a.y)}; }
WL_BOTH __half2 h2sqrt(__half2 a) { return {hsqrt(a.x), hsqrt(a.y)}; }
WL_BOTH __half2 h2rsqrt(__half2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; }
WL_BOTH __half atomicAdd(__half *p, __half v) { return wl::atomic(0, p, v, v, 0); }
WL_BOTH __half2 atomicAdd(__half2 *p, __half2 v) { return wl::atomic(0, p, v, v, 0); }
WL_BOTH unsigned short __half_as_ushort(__half a) { return a.bits; }
WL_BOTH __half __ushort_as_half(unsigned short v) {
  __half h;
  h.bits = v;
  return h;
}

#endif
