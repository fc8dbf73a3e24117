/* CUDA's functions of numbers and bits as one list: api_table.c makes the rows of the language
 * from it, and api_math.c the functions. */
#ifndef WL_SCRIPT_LANGUAGE_MATH_ROWS_H
#define WL_SCRIPT_LANGUAGE_MATH_ROWS_H

/* Functions of doubles; with an f behind the name the arguments are floats, and so is the
 * result: name, how many arguments, the function, the arguments as users read them, help. */
#define WL_MATH_PAIRS(X) \
  X(sqrt, one, sqrt, "x", "the square root") \
  X(rsqrt, one, reciprocal_root, "x", "1 / sqrt(x)") \
  X(cbrt, one, cube_root, "x", "the cube root") \
  X(hypot, two, hypot, "x, y", "sqrt(x * x + y * y), without overflow on the way") \
  X(fabs, one, fabs, "x", "x without its sign") \
  X(floor, one, floor, "x", "the largest whole number not above x") \
  X(ceil, one, ceil, "x", "the smallest whole number not below x") \
  X(trunc, one, trunc, "x", "x without its fraction") \
  X(round, one, round, "x", "the nearest whole number; halves round away from zero") \
  X(rint, one, rint, "x", "the nearest whole number; halves round to the even one") \
  X(exp, one, exp, "x", "e to the x") \
  X(exp2, one, exp2, "x", "2 to the x") \
  X(exp10, one, ten_to, "x", "10 to the x") \
  X(expm1, one, expm1, "x", "e to the x, less 1") \
  X(log, one, log, "x", "the natural logarithm") \
  X(log2, one, log2, "x", "the logarithm to base 2") \
  X(log10, one, log10, "x", "the logarithm to base 10") \
  X(log1p, one, log1p, "x", "the natural logarithm of 1 + x") \
  X(sin, one, sin, "x", "the sine") \
  X(cos, one, cos, "x", "the cosine") \
  X(tan, one, tan, "x", "the tangent") \
  X(asin, one, asin, "x", "the angle with this sine") \
  X(acos, one, acos, "x", "the angle with this cosine") \
  X(atan, one, atan, "x", "the angle with this tangent") \
  X(atan2, two, atan2, "y, x", "the angle of the point (x, y)") \
  X(sinh, one, sinh, "x", "the hyperbolic sine") \
  X(cosh, one, cosh, "x", "the hyperbolic cosine") \
  X(tanh, one, tanh, "x", "the hyperbolic tangent") \
  X(erf, one, erf, "x", "the error function") \
  X(pow, two, pow, "x, y", "x to the y") \
  X(fmod, two, fmod, "x, y", "the remainder of x / y, with the sign of x") \
  X(copysign, two, copysign, "x, y", "x with the sign of y") \
  X(fmin, two, fmin, "x, y", "the smaller number; the other one if one is a NaN") \
  X(fmax, two, fmax, "x, y", "the larger number; the other one if one is a NaN") \
  X(fma, three, fma, "x, y, z", "x * y + z, rounded once")

/* Of floats only. */
#define WL_MATH_FLOATS(X) \
  X(__expf, one, exp, "x", "expf; the result on hardware is less exact") \
  X(__logf, one, log, "x", "logf; the result on hardware is less exact") \
  X(__log2f, one, log2, "x", "log2f; the result on hardware is less exact") \
  X(__sinf, one, sin, "x", "sinf; the result on hardware is less exact") \
  X(__cosf, one, cos, "x", "cosf; the result on hardware is less exact") \
  X(__powf, two, pow, "x, y", "powf; the result on hardware is less exact") \
  X(__fdividef, two, divide_fast, "x, y", "x / y; 0 if y is beyond 2 to the 126") \
  X(__saturatef, one, saturate, "x", "x between 0 and 1; 0 for a NaN")

/* Conditions on a number: of floats and of doubles alike. */
#define WL_MATH_TESTS(X) \
  X(isnan, test, is_nan, "x", "whether x is not a number") \
  X(isinf, test, is_infinite, "x", "whether x is infinite") \
  X(isfinite, test, is_finite, "x", "whether x is a number and not infinite")

/* Of whole numbers: name, arguments, function, the arguments as users read them, help. */
#define WL_BITS_ROWS(X) \
  X(__popc, 1, popc, "x", "the number of bits of x that are set") \
  X(__popcll, 1, popcll, "x", "__popc of 64 bits") \
  X(__ffs, 1, ffs_of, "x", "the lowest bit that is set, from 1; 0: none") \
  X(__ffsll, 1, ffsll_of, "x", "__ffs of 64 bits") \
  X(__clz, 1, clz, "x", "the number of zeros above the highest bit of x that is set") \
  X(__clzll, 1, clzll, "x", "__clz of 64 bits") \
  X(__brev, 1, brev, "x", "the bits of x in reverse order") \
  X(__brevll, 1, brevll, "x", "__brev of 64 bits") \
  X(__mul24, 2, mul24, "x, y", "the product of the low 24 bits, as an int") \
  X(__umul24, 2, umul24, "x, y", "the same of unsigned numbers") \
  X(__mulhi, 2, mulhi, "x, y", "the upper 32 bits of the product of ints") \
  X(__umulhi, 2, umulhi, "x, y", "the upper 32 bits of the product of uints") \
  X(__byte_perm, 3, byte_perm, "x, y, s", "four of the eight bytes, each named by 4 bits of s") \
  X(__funnelshift_l, 3, funnel_l, "lo, hi, n", "upper half of hi:lo << n; n modulo 32") \
  X(__funnelshift_r, 3, funnel_r, "lo, hi, n", "lower half of hi:lo >> n; n modulo 32") \
  X(__dp4a, 3, dp4a, "x, y, z", "z plus the products of the four signed bytes of x and y")

/* Numbers as whole numbers: each _rn, _rz, _ru and _rd. Name, from, to. */
#define WL_TO_WHOLE_ROWS(X) \
  X(float2int, "float", "int") X(float2uint, "float", "uint") X(double2int, "double", "int")

/* Other types for a number, or for its bits: name, what it is made of, function,
 * the argument, help. */
#define WL_CAST_ROWS(X) \
  X(__int2float_rn, bits, int_float, "x", "from int to float, to the nearest") \
  X(__uint2float_rn, bits, uint_float, "x", "from uint to float, to the nearest") \
  X(__int2double_rn, bits, int_double, "x", "from int to double") \
  X(__double2float_rn, real, to_float, "x", "from double to float, to the nearest") \
  X(__float2half, real, to_half, "x", "from float to half, to the nearest") \
  X(__half2float, real, to_half, "h", "from half to float") \
  X(__float_as_int, real, float_as_int, "x", "the bits of a float, as an int") \
  X(__float_as_uint, real, float_as_uint, "x", "the bits of a float, as a uint") \
  X(__int_as_float, bits, bits_as_float, "i", "the float with the bits of an int") \
  X(__uint_as_float, bits, bits_as_float, "u", "the float with the bits of a uint") \
  X(__double_as_longlong, real, double_as_ll, "x", "the bits of a double, as a long long") \
  X(__longlong_as_double, bits, ll_as_double, "i", "the double with the bits of a long long")

#define WL_NAME_PAIR(name, ...) WL_MATH_##name, WL_MATH_##name##f,
#define WL_NAME_ONE(name, ...) WL_MATH_##name,
enum wl_math {
  WL_MATH_PAIRS(WL_NAME_PAIR) WL_MATH_FLOATS(WL_NAME_ONE) WL_MATH_TESTS(WL_NAME_ONE)
  WL_MATHS
};
enum wl_bits { WL_BITS_ROWS(WL_NAME_ONE) WL_BITS };
enum wl_cast { WL_CAST_ROWS(WL_NAME_ONE) WL_CASTS };

/* Times 4 and a way to round: the number of a row. */
enum wl_to_whole { WL_TO_WHOLE_ROWS(WL_NAME_ONE) WL_TO_WHOLES };
enum wl_rounding { WL_TO_NEAREST, WL_TO_ZERO, WL_TO_ABOVE, WL_TO_BELOW, WL_ROUNDINGS };

#endif
