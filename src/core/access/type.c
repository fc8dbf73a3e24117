#include "core/access/type.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

const struct wl_scalar_row wl_scalars[] = {
  [WL_CHAR] = {"char", 1, WL_SIGNED},
  [WL_UCHAR] = {"uchar", 1, WL_UNSIGNED},
  [WL_SHORT] = {"short", 2, WL_SIGNED},
  [WL_USHORT] = {"ushort", 2, WL_UNSIGNED},
  [WL_INT] = {"int", 4, WL_SIGNED},
  [WL_UINT] = {"uint", 4, WL_UNSIGNED},
  [WL_LONGLONG] = {"longlong", 8, WL_SIGNED},
  [WL_ULONGLONG] = {"ulonglong", 8, WL_UNSIGNED},
  [WL_HALF] = {"half", 2, WL_FLOATING},
  [WL_FLOAT] = {"float", 4, WL_FLOATING},
  [WL_DOUBLE] = {"double", 8, WL_FLOATING},
};
static_assert(sizeof wl_scalars / sizeof *wl_scalars == WL_SCALARS, "a row each");

uint32_t wl_type_bytes(struct wl_type t) { return wl_scalars[t.scalar].bytes * t.components; }

uint32_t wl_type_align(struct wl_type t) {
  return t.components == 3 ? wl_scalars[t.scalar].bytes : wl_type_bytes(t);
}

void wl_type_name(struct wl_type t, char name[16]) {
  int length = snprintf(name, 16, "%s", wl_scalars[t.scalar].name);
  if (t.components > 1) snprintf(name + length, (size_t)(16 - length), "%u", t.components);
}

bool wl_type_find(const char *name, struct wl_type *out) {
  char text[16];
  for (unsigned i = 0; i < 4 * WL_SCALARS; i++) {
    *out = (struct wl_type){(uint8_t)(i / 4), (uint8_t)(i % 4 + 1)};
    wl_type_name(*out, text);
    if (strcmp(text, name) == 0) return true;
  }
  return false;
}

static uint64_t low_bytes(uint64_t bits, unsigned bytes) {
  return bytes == 8 ? bits : bits & ((UINT64_C(1) << 8 * bytes) - 1);
}

/* Half precision by integer arithmetic: 1 sign, 5 exponent (bias 15), 10
 * fraction bits; rounds to nearest even once, from the full double. */
static uint16_t half_from_double(double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  if (exponent == 1024) return (uint16_t)(sign | 0x7c00 | (fraction ? 0x200 : 0));
  if (exponent > 15) return (uint16_t)(sign | 0x7c00);
  if (exponent < -25) return sign;
  /* The fraction with its leading one, to be shifted down to the half's unit. */
  unsigned shift = exponent < -14 ? (unsigned)(42 - 14 - exponent) : 42;
  uint64_t whole = fraction | UINT64_C(1) << 52;
  uint64_t kept = whole >> shift, rest = whole & ((UINT64_C(1) << shift) - 1);
  uint64_t middle = UINT64_C(1) << (shift - 1);
  if (rest > middle || (rest == middle && (kept & 1))) kept++;
  /* A carry out of the fraction steps the exponent up, as it should. */
  uint64_t biased = exponent < -14 ? 0 : (uint64_t)(exponent + 14) << 10;
  return (uint16_t)(sign | (biased + kept));
}

static double half_to_double(uint16_t half) {
  int exponent = half >> 10 & 0x1f;
  double fraction = half & 0x3ff;
  double v = exponent == 31 ? (fraction > 0 ? (double)NAN : (double)INFINITY)
             : exponent == 0 ? fraction * 0x1p-24
                             : (fraction + 1024) * 0x1p-25 * (double)(1u << exponent);
  return half & 0x8000 ? -v : v;
}

/* Toward zero and clamped, as cvt.rzi.s32 and its like do (PTX ISA, cvt); what is no number
 * is 0, or the top bit of 64. Types of 8 and 16 bits take the low ones of 32: there are no
 * conversions of their own in what nvcc 12 compiles a cast to. */
static uint64_t integer_from_double(enum wl_scalar s, double v) {
  bool wide = wl_scalars[s].bytes == 8, with_sign = wl_scalars[s].kind == WL_SIGNED;
  double end = with_sign ? (wide ? 0x1p63 : 0x1p31) : (wide ? 0x1p64 : 0x1p32);
  uint64_t most = UINT64_MAX >> ((wide ? 0 : 32) + with_sign), bits;
  if (isnan(v)) bits = wide ? UINT64_C(1) << 63 : 0;
  else if (v >= end) bits = most;
  else if (v < 0) bits = !with_sign ? 0 : v <= -end ? ~most : (uint64_t)(int64_t)v;
  else bits = (uint64_t)v;
  return low_bytes(bits, wl_scalars[s].bytes);
}

uint64_t wl_scalar_from_double(enum wl_scalar s, double v) {
  uint64_t bits = 0;
  if (s == WL_HALF) return half_from_double(v);
  if (s == WL_FLOAT) {
    float f = (float)v;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
  }
  if (s != WL_DOUBLE) return integer_from_double(s, v);
  memcpy(&bits, &v, sizeof bits);
  return bits;
}

uint64_t wl_scalar_from_integer(enum wl_scalar s, int64_t v) {
  if (s == WL_FLOAT) { /* straight from the integer: by way of double it would round twice */
    float f = (float)v;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
  }
  if (wl_scalars[s].kind == WL_FLOATING) return wl_scalar_from_double(s, (double)v);
  return low_bytes((uint64_t)v, wl_scalars[s].bytes);
}

double wl_scalar_to_double(enum wl_scalar s, uint64_t bits) {
  if (s == WL_HALF) return half_to_double((uint16_t)bits);
  if (s == WL_FLOAT) {
    uint32_t word = (uint32_t)bits;
    float f;
    memcpy(&f, &word, sizeof f);
    return (double)f;
  }
  if (s == WL_DOUBLE) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
  }
  int64_t integer = wl_scalar_to_integer(s, bits);
  return wl_scalars[s].kind == WL_SIGNED ? (double)integer : (double)(uint64_t)integer;
}

int64_t wl_scalar_to_integer(enum wl_scalar s, uint64_t bits) {
  unsigned bytes = wl_scalars[s].bytes;
  bits = low_bytes(bits, bytes);
  if (wl_scalars[s].kind == WL_SIGNED && bytes < 8) {
    uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
    bits = (bits ^ sign) - sign;
  }
  return (int64_t)bits;
}

/* The decimal point of the locale, of whatever bytes, becomes '.'. */
static void fix_point(char *text) {
  char *out = text;
  for (const char *in = text; *in; in++) {
    bool ours = (*in >= '0' && *in <= '9') || *in == '-' || *in == '+' || *in == 'e';
    if (ours) *out++ = *in;
    else if (out > text && out[-1] != '.') *out++ = '.';
  }
  *out = '\0';
}

/* 1e+09 → 1e9, 5e-07 → 5e-7. */
static void squeeze_exponent(char *text) {
  char *e = strchr(text, 'e');
  if (e == NULL) return;
  char *out = e + 1, *in = e + 1;
  if (*in == '-') out++;
  in++;
  while (*in == '0' && in[1]) in++;
  memmove(out, in, strlen(in) + 1);
}

static bool fits(const char *text, unsigned cells, char *buffer) {
  size_t length = strlen(text);
  if (length > cells) return false;
  memcpy(buffer, text, length + 1);
  return true;
}

/* Digits enough to tell any value of the type from its neighbours. */
static int most_digits(enum wl_scalar s) {
  return s == WL_HALF ? 5 : s == WL_FLOAT ? 9 : wl_scalars[s].kind == WL_FLOATING ? 17 : 19;
}

/* As few digits as give the same bits back. */
static int needed_digits(enum wl_scalar s, double v) {
  int digits = 1, most = most_digits(s);
  for (; digits < most; digits++) {
    char text[320]; /* any double in full */
    double back;
    snprintf(text, sizeof text, "%.*g", digits, v);
    if (sscanf(text, "%lf", &back) == 1 &&
        wl_scalar_from_double(s, back) == wl_scalar_from_double(s, v))
      break;
  }
  return digits;
}

static void put_whole(bool negative, uint64_t n, char text[WL_TEXT_NUMBER + 1]) {
  if (negative) *text++ = '-';
  wl_text_number(n, text);
}

/* A number with so many digits, however it takes the fewest cells; false: too many. */
static bool put_digits(double v, int digits, unsigned cells, char *buffer) {
  char text[40];
  snprintf(text, sizeof text, "%.*g", digits, v);
  fix_point(text);
  if (fits(text, cells, buffer)) return true;
  squeeze_exponent(text);
  if (fits(text, cells, buffer)) return true;
  snprintf(text, sizeof text, "%.*e", digits - 1, v);
  fix_point(text);
  squeeze_exponent(text);
  return fits(text, cells, buffer);
}

void wl_scalar_format(enum wl_scalar s, uint64_t bits, unsigned cells, char *buffer) {
  char text[40];
  double v = wl_scalar_to_double(s, bits);
  int digits = most_digits(s);
  if (wl_scalars[s].kind != WL_FLOATING) {
    uint64_t integer = (uint64_t)wl_scalar_to_integer(s, bits);
    bool negative = wl_scalars[s].kind == WL_SIGNED && integer >> 63;
    put_whole(negative, negative ? 0 - integer : integer, text);
    if (fits(text, cells, buffer)) return;
  } else if (isnan(v) || isinf(v)) {
    const char *name = isnan(v) ? "nan" : v < 0 ? "-inf" : "inf";
    if (fits(name, cells, buffer)) return;
    digits = 0;
  } else {
    bool whole = v > -1e9 && v < 1e9 && (double)(int64_t)v == v;
    if (whole) put_whole(signbit(v), (uint64_t)fabs(v), text); /* 1000 rather than 1e+03 */
    if (whole && fits(text, cells, buffer)) return;
    digits = needed_digits(s, v);
  }
  for (; digits > 0; digits--)
    if (put_digits(v, digits, cells, buffer)) return;
  memset(buffer, '#', cells);
  buffer[cells] = '\0';
}
