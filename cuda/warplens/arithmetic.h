// Arithmetic of kernels.
#ifndef WARPLENS_ARITHMETIC_H
#define WARPLENS_ARITHMETIC_H

// The C library has some of these names.
#define __expf wl_expf
#define __exp10f wl_exp10f
#define __logf wl_logf
#define __log2f wl_log2f
#define __log10f wl_log10f
#define __sinf wl_sinf
#define __cosf wl_cosf
#define __tanf wl_tanf
#define __powf wl_powf
#define __sincosf wl_sincosf
#define rsqrtf wl_rsqrtf
#define rsqrt wl_rsqrt
#define rcbrtf wl_rcbrtf
#define sinpif wl_sinpif
#define cospif wl_cospif
#define rhypotf wl_rhypotf
#define normcdff wl_normcdff

WL_BOTH float __fdividef(float a, float b) { return a / b; }
WL_BOTH float wl_expf(float x) { return expf(x); }
WL_BOTH float wl_exp10f(float x) { return powf(10.0f, x); }
WL_BOTH float wl_logf(float x) { return logf(x); }
WL_BOTH float wl_log2f(float x) { return log2f(x); }
WL_BOTH float wl_log10f(float x) { return log10f(x); }
WL_BOTH float wl_sinf(float x) { return sinf(x); }
WL_BOTH float wl_cosf(float x) { return cosf(x); }
WL_BOTH float wl_tanf(float x) { return tanf(x); }
WL_BOTH float wl_powf(float x, float y) { return powf(x, y); }
WL_BOTH void wl_sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
WL_BOTH float __saturatef(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
WL_BOTH float wl_rsqrtf(float x) { return 1.0f / sqrtf(x); }
WL_BOTH double wl_rsqrt(double x) { return 1.0 / sqrt(x); }
WL_BOTH float wl_rcbrtf(float x) { return 1.0f / cbrtf(x); }
WL_BOTH float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
WL_BOTH float __fsqrt_rn(float x) { return sqrtf(x); }
WL_BOTH float __frcp_rn(float x) { return 1.0f / x; }
WL_BOTH float __fadd_rn(float a, float b) { return a + b; }
WL_BOTH float __fsub_rn(float a, float b) { return a - b; }
WL_BOTH float __fmul_rn(float a, float b) { return a * b; }
WL_BOTH float __fdiv_rn(float a, float b) { return a / b; }
WL_BOTH float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
WL_BOTH double __dadd_rn(double a, double b) { return a + b; }
WL_BOTH double __dmul_rn(double a, double b) { return a * b; }
WL_BOTH double __dsub_rn(double a, double b) { return a - b; }
WL_BOTH double __ddiv_rn(double a, double b) { return a / b; }
WL_BOTH double __drcp_rn(double x) { return 1.0 / x; }
WL_BOTH double __dsqrt_rn(double x) { return sqrt(x); }
WL_BOTH double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
WL_BOTH float fdividef(float a, float b) { return a / b; }
WL_BOTH float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
WL_BOTH float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
WL_BOTH float wl_sinpif(float x) { return sinf(x * 3.141592654f); }
WL_BOTH float wl_cospif(float x) { return cosf(x * 3.141592654f); }
WL_BOTH float wl_normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
WL_BOTH float wl_rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
WL_BOTH int __mul24(int a, int b) {
  return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8));
}
WL_BOTH unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
WL_BOTH int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
WL_BOTH unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
WL_BOTH long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
WL_BOTH unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
WL_BOTH int __popc(unsigned v) { return __builtin_popcount(v); }
WL_BOTH int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
WL_BOTH int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
WL_BOTH int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
WL_BOTH int __ffs(int v) { return __builtin_ffs(v); }
WL_BOTH int __ffsll(long long v) { return __builtin_ffsll(v); }
WL_BOTH unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
WL_BOTH unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
WL_BOTH unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned long long all = (unsigned long long)b << 32 | a;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned n = s >> 4 * i & 15, byte = (unsigned)(all >> 8 * (n & 7)) & 255;
    if (n & 8) byte = byte & 128 ? 255 : 0;
    r |= byte << 8 * i;
  }
  return r;
}
WL_BOTH unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) << (n & 31) >> 32);
}
WL_BOTH unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31));
}
WL_BOTH unsigned __sad(int a, int b, unsigned c) { return (unsigned)(a > b ? a - b : b - a) + c; }
WL_BOTH unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
WL_BOTH int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; i++) c += (int)(signed char)(a >> 8 * i) * (int)(signed char)(b >> 8 * i);
  return c;
}
WL_BOTH int __float_as_int(float v) { return wl::value<int>(wl::bits(v)); }
WL_BOTH unsigned __float_as_uint(float v) { return wl::value<unsigned>(wl::bits(v)); }
WL_BOTH float __int_as_float(int v) { return wl::value<float>(wl::bits(v)); }
WL_BOTH float __uint_as_float(unsigned v) { return wl::value<float>(wl::bits(v)); }
WL_BOTH long long __double_as_longlong(double v) { return wl::value<long long>(wl::bits(v)); }
WL_BOTH double __longlong_as_double(long long v) { return wl::value<double>(wl::bits(v)); }
WL_BOTH int __double2hiint(double v) { return (int)(wl::bits(v) >> 32); }
WL_BOTH int __double2loint(double v) { return (int)wl::bits(v); }
namespace wl {
// What a device makes of a floating point number beyond the range of integers: the nearest.
template <class I, class F>
WL_BOTH I whole(F v) {
  if (v != v) return 0;
  const F low = (F)((I)0 - (I)1 > 0 ? 0 : -(F)((I)1 << (sizeof(I) * 8 - 2)) * 2);
  if (v <= low) return (I)low == 0 ? (I)0 : (I)((I)1 << (sizeof(I) * 8 - 1));
  const F high = ((I)0 - (I)1 > 0 ? (F)4 : (F)2) * (F)((I)1 << (sizeof(I) * 8 - 2));
  if (v >= high) return (I)0 - (I)1 > 0 ? (I)-1 : (I) ~((I)1 << (sizeof(I) * 8 - 1));
  return (I)v;
}
}  // namespace wl
WL_BOTH int __float2int_rz(float v) { return wl::whole<int>(truncf(v)); }
WL_BOTH int __float2int_rn(float v) { return wl::whole<int>(nearbyintf(v)); }
WL_BOTH int __float2int_rd(float v) { return wl::whole<int>(floorf(v)); }
WL_BOTH int __float2int_ru(float v) { return wl::whole<int>(ceilf(v)); }
WL_BOTH unsigned __float2uint_rz(float v) { return wl::whole<unsigned>(truncf(v)); }
WL_BOTH unsigned __float2uint_rn(float v) { return wl::whole<unsigned>(nearbyintf(v)); }
WL_BOTH unsigned __float2uint_rd(float v) { return wl::whole<unsigned>(floorf(v)); }
WL_BOTH unsigned __float2uint_ru(float v) { return wl::whole<unsigned>(ceilf(v)); }
WL_BOTH float __int2float_rz(int v) { return (float)v; }
WL_BOTH float __uint2float_rz(unsigned v) { return (float)v; }
WL_BOTH float __int2float_rn(int v) { return (float)v; }
WL_BOTH float __uint2float_rn(unsigned v) { return (float)v; }
WL_BOTH int __double2int_rz(double v) { return wl::whole<int>(trunc(v)); }
WL_BOTH int __double2int_rn(double v) { return wl::whole<int>(nearbyint(v)); }
WL_BOTH double __int2double_rn(int v) { return v; }
WL_BOTH float __double2float_rn(double v) { return (float)v; }

#define WL_MINMAX(T)                                          \
  WL_BOTH constexpr T min(T a, T b) { return b < a ? b : a; } \
  WL_BOTH constexpr T max(T a, T b) { return a < b ? b : a; }
WL_MINMAX(int)
WL_MINMAX(unsigned) WL_MINMAX(long) WL_MINMAX(unsigned long) WL_MINMAX(long long)
    WL_MINMAX(unsigned long long)
#undef WL_MINMAX
        WL_BOTH float min(float a, float b) {
  return fminf(a, b);
}
WL_BOTH float max(float a, float b) { return fmaxf(a, b); }
WL_BOTH double min(double a, double b) { return fmin(a, b); }
WL_BOTH double max(double a, double b) { return fmax(a, b); }
#define WL_MIXED(A, B, C)                             \
  WL_BOTH C min(A a, B b) { return min((C)a, (C)b); } \
  WL_BOTH C max(A a, B b) { return max((C)a, (C)b); } \
  WL_BOTH C min(B a, A b) { return min((C)a, (C)b); } \
  WL_BOTH C max(B a, A b) { return max((C)a, (C)b); }
WL_MIXED(int, unsigned, unsigned)
WL_MIXED(float, double, double) WL_MIXED(int, long, long)
    WL_MIXED(int, unsigned long, unsigned long) WL_MIXED(unsigned, unsigned long, unsigned long)
        WL_MIXED(int, long long, long long) WL_MIXED(int, float, float)
            WL_MIXED(int, double, double)
#undef WL_MIXED
                WL_BOTH unsigned umin(unsigned a, unsigned b) {
  return min(a, b);
}
WL_BOTH unsigned umax(unsigned a, unsigned b) { return max(a, b); }

WL_BOTH long long clock64() { return 0; }
WL_BOTH unsigned long long __clock64() { return 0; }
WL_BOTH void __nanosleep(unsigned) {}
WL_BOTH void __trap() { __builtin_trap(); }
WL_BOTH void __brkpt() {}
WL_BOTH void __prof_trigger(int) {}

#endif
