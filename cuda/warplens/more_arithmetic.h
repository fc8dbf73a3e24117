// Arithmetic that kernels use less often: roundings, whole numbers of 8 and 16 bits in a word.
#ifndef WARPLENS_MORE_ARITHMETIC_H
#define WARPLENS_MORE_ARITHMETIC_H

WL_BOTH long long __float2ll_rn(float v) { return wl::whole<long long>(nearbyintf(v)); }
WL_BOTH long long __float2ll_rz(float v) { return wl::whole<long long>(truncf(v)); }
WL_BOTH long long __float2ll_rd(float v) { return wl::whole<long long>(floorf(v)); }
WL_BOTH unsigned long long __float2ull_rz(float v) {
  return wl::whole<unsigned long long>(truncf(v));
}
WL_BOTH unsigned long long __float2ull_rn(float v) {
  return wl::whole<unsigned long long>(nearbyintf(v));
}
WL_BOTH int __double2int_rd(double v) { return wl::whole<int>(floor(v)); }
WL_BOTH int __double2int_ru(double v) { return wl::whole<int>(ceil(v)); }
WL_BOTH unsigned __double2uint_rz(double v) { return wl::whole<unsigned>(trunc(v)); }
WL_BOTH unsigned __double2uint_rn(double v) { return wl::whole<unsigned>(nearbyint(v)); }
WL_BOTH long long __double2ll_rn(double v) { return wl::whole<long long>(nearbyint(v)); }
WL_BOTH long long __double2ll_rz(double v) { return wl::whole<long long>(trunc(v)); }
WL_BOTH float __ll2float_rn(long long v) { return (float)v; }
WL_BOTH float __ull2float_rn(unsigned long long v) { return (float)v; }
WL_BOTH double __ll2double_rn(long long v) { return (double)v; }
WL_BOTH double __ull2double_rn(unsigned long long v) { return (double)v; }
WL_BOTH double __uint2double_rn(unsigned v) { return v; }
WL_BOTH double __hiloint2double(int hi, int lo) {
  return wl::value<double>((unsigned long long)(unsigned)hi << 32 | (unsigned)lo);
}

WL_BOTH int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
WL_BOTH int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
WL_BOTH unsigned __uhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b) >> 1);
}
WL_BOTH unsigned __urhadd(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
WL_BOTH unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n) {
  return n >= 32 ? lo : __funnelshift_l(lo, hi, n);
}
WL_BOTH unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n) {
  return n >= 32 ? hi : __funnelshift_r(lo, hi, n);
}
WL_BOTH unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 4; i++) c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
  return c;
}
WL_BOTH long long llmin(long long a, long long b) { return min(a, b); }
WL_BOTH long long llmax(long long a, long long b) { return max(a, b); }
WL_BOTH unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
WL_BOTH unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// Each part of a word on its own: bits, the type of a part, what is done with a and b.
#define WL_PARTS(name, T, size, what)                                    \
  WL_BOTH unsigned name(unsigned x, unsigned y) {                        \
    unsigned r = 0;                                                      \
    for (int i = 0; i < 32; i += size) {                                 \
      int a = (T)(x >> i), b = (T)(y >> i);                              \
      r |= ((unsigned)(what) & (unsigned)(size == 8 ? 255 : 65535)) << i; \
    }                                                                    \
    return r;                                                            \
  }
#define WL_SIMD(n, S, U, size)                                            \
  WL_PARTS(__vadd##n, S, size, a + b)                                     \
  WL_PARTS(__vsub##n, S, size, a - b)                                     \
  WL_PARTS(__vmaxs##n, S, size, a > b ? a : b)                            \
  WL_PARTS(__vmins##n, S, size, a < b ? a : b)                            \
  WL_PARTS(__vmaxu##n, U, size, a > b ? a : b)                            \
  WL_PARTS(__vminu##n, U, size, a < b ? a : b)                            \
  WL_PARTS(__vabsdiffu##n, U, size, a > b ? a - b : b - a)                \
  WL_PARTS(__vabsdiffs##n, S, size, a > b ? a - b : b - a)                \
  WL_PARTS(__vavgu##n, U, size, (a + b + 1) >> 1)                         \
  WL_PARTS(__vcmpeq##n, U, size, a == b ? -1 : 0)                         \
  WL_PARTS(__vcmpgtu##n, U, size, a > b ? -1 : 0)                         \
  WL_PARTS(__vcmpltu##n, U, size, a < b ? -1 : 0)
WL_SIMD(4, signed char, unsigned char, 8)
WL_SIMD(2, short, unsigned short, 16)
#undef WL_SIMD
#undef WL_PARTS

#endif
