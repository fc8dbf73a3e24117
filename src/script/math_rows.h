/* Which function of api_math.c a row means: its number. */
#ifndef WL_SCRIPT_MATH_ROWS_H
#define WL_SCRIPT_MATH_ROWS_H

/* Of 32 bits first, then the same of 64. */
enum wl_bits {
  WL_BITS_POPC, WL_BITS_FFS, WL_BITS_CLZ, WL_BITS_BREV,
  WL_BITS_POPCLL, WL_BITS_FFSLL, WL_BITS_CLZLL, WL_BITS_BREVLL, WL_BITS
};

/* Of doubles; of floats where WL_MATHS is added. */
enum wl_math {
  WL_MATH_SQRT, WL_MATH_RSQRT, WL_MATH_FABS, WL_MATH_FLOOR, WL_MATH_CEIL, WL_MATH_EXP,
  WL_MATH_LOG, WL_MATH_SIN, WL_MATH_COS, WL_MATH_POW, WL_MATH_FMIN, WL_MATH_FMAX, WL_MATH_FMA,
  WL_MATHS
};

#endif
