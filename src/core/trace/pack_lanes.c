#include "core/trace/pack_lanes.h"

#include <string.h>

#include "core/access/access.h"

/* The first byte: how the numbers follow, and whether they stand for floats. */
enum form { SAME, STRIDE, BYTES_1, BYTES_2, BYTES_4, BYTES_8, FORMS };
enum { FORM_BITS = 7, WHOLE_FLOATS = 8 };

static const uint8_t form_bytes[FORMS] = {
  [BYTES_1] = 1, [BYTES_2] = 2, [BYTES_4] = 4, [BYTES_8] = 8,
};

/* All ones for a lane in the mask, else 0. */
static uint64_t active(uint32_t mask, unsigned lane) {
  return 0 - (uint64_t)(mask >> lane & 1);
}

/* Whether v[lane] = base + lane × stride (modulo 2^64) in every active lane. */
static bool find_stride(const uint64_t v[WL_LANES], uint32_t mask, uint64_t *base,
                        uint64_t *stride) {
  unsigned first = (unsigned)__builtin_ctz(mask);
  uint32_t others = mask & (mask - 1);
  *base = v[first];
  *stride = 0;
  if (others) {
    unsigned second = (unsigned)__builtin_ctz(others);
    *stride = (uint64_t)((int64_t)(v[second] - v[first]) / (int64_t)(second - first));
    *base -= first * *stride;
  }
  uint64_t wrong = 0, by = *stride;
  if (mask == UINT32_MAX) {
    for (unsigned i = 1; i < WL_LANES; i++) wrong |= (v[i] - v[i - 1]) ^ by;
    return wrong == 0;
  }
  for (unsigned i = 0; i < WL_LANES; i++)
    wrong |= (v[i] ^ (*base + i * *stride)) & active(mask, i);
  return wrong == 0;
}

static uint64_t float_bits(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static uint64_t double_bits(double f) {
  uint64_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

/* Whole numbers that floats and doubles hold exactly, as integers. False if a
 * value is anything else (a fraction, -0, infinity). */
static bool from_floats(const uint64_t v[WL_LANES], uint32_t mask, enum wl_scalar scalar,
                        uint64_t whole[WL_LANES]) {
  if (scalar != WL_FLOAT && scalar != WL_DOUBLE) return false;
  for (unsigned i = 0; i < WL_LANES; i++) {
    whole[i] = 0;
    if ((mask >> i & 1) == 0) continue;
    double value = wl_scalar_to_double(scalar, v[i]);
    if (!(value > -0x1p53 && value < 0x1p53)) return false;
    int64_t integer = (int64_t)value;
    uint64_t back = scalar == WL_FLOAT ? float_bits((float)integer) : double_bits((double)integer);
    if (back != v[i]) return false;
    whole[i] = (uint64_t)integer;
  }
  return true;
}

static uint8_t *write_stride(uint8_t *out, unsigned flags, uint64_t base, uint64_t stride) {
  *out++ = (uint8_t)(flags | (stride ? STRIDE : SAME));
  out = wl_write_varint(out, wl_zigzag(base));
  return stride ? wl_write_varint(out, wl_zigzag(stride)) : out;
}

/* Every number as its distance from the least (as signed numbers). */
static uint8_t *write_each(uint8_t *out, unsigned flags, const uint64_t v[WL_LANES],
                           uint32_t mask) {
  int64_t least = INT64_MAX, most = INT64_MIN;
  for (uint32_t left = mask; left; left &= left - 1) {
    int64_t number = (int64_t)v[__builtin_ctz(left)];
    if (number < least) least = number;
    if (number > most) most = number;
  }
  uint64_t reach = (uint64_t)most - (uint64_t)least;
  enum form form = reach <= UINT8_MAX ? BYTES_1 : reach <= UINT16_MAX ? BYTES_2
                   : reach <= UINT32_MAX ? BYTES_4 : BYTES_8;
  *out++ = (uint8_t)(flags | form);
  out = wl_write_varint(out, wl_zigzag((uint64_t)least));
  for (uint32_t left = mask; left; left &= left - 1)
    out = wl_write_fixed(out, v[__builtin_ctz(left)] - (uint64_t)least, form_bytes[form]);
  return out;
}

uint8_t *wl_pack_lanes(uint8_t *out, const uint64_t v[WL_LANES], uint32_t mask,
                       enum wl_scalar scalar) {
  uint64_t base, stride, whole[WL_LANES];
  if (mask == 0) return out;
  if (find_stride(v, mask, &base, &stride)) return write_stride(out, 0, base, stride);
  if (!from_floats(v, mask, scalar, whole)) return write_each(out, 0, v, mask);
  if (find_stride(whole, mask, &base, &stride))
    return write_stride(out, WHOLE_FLOATS, base, stride);
  return write_each(out, WHOLE_FLOATS, whole, mask);
}

static void read_stride(struct wl_reader *in, uint64_t v[WL_LANES], uint32_t mask, bool same) {
  uint64_t base = wl_unzigzag(wl_read_varint(in, UINT64_MAX));
  uint64_t stride = same ? 0 : wl_unzigzag(wl_read_varint(in, UINT64_MAX));
  wl_spread_even(v, base, stride);
  for (unsigned i = 0; mask != UINT32_MAX && i < WL_LANES; i++) v[i] &= active(mask, i);
}

static void read_each(struct wl_reader *in, uint64_t v[WL_LANES], uint32_t mask, unsigned bytes) {
  uint64_t least = wl_unzigzag(wl_read_varint(in, UINT64_MAX));
  memset(v, 0, WL_LANES * sizeof v[0]);
  for (uint32_t left = mask; left; left &= left - 1)
    v[__builtin_ctz(left)] = least + wl_read_fixed(in, bytes);
}

static void to_floats(uint64_t v[WL_LANES], uint32_t mask, enum wl_scalar scalar) {
  for (unsigned i = 0; i < WL_LANES; i++) {
    int64_t whole = (int64_t)v[i];
    v[i] = (scalar == WL_FLOAT ? float_bits((float)whole) : double_bits((double)whole)) &
           active(mask, i);
  }
}

/* How the numbers follow. */
static unsigned read_form(struct wl_reader *in, uint32_t mask, enum wl_scalar scalar,
                          bool *floats) {
  uint8_t first = mask ? (uint8_t)wl_read_fixed(in, 1) : 0;
  unsigned form = first & FORM_BITS;
  *floats = (first & WHOLE_FLOATS) != 0;
  bool bad = form >= FORMS || first > (FORM_BITS | WHOLE_FLOATS);
  if (bad || (*floats && scalar != WL_FLOAT && scalar != WL_DOUBLE)) wl_read_bad(in);
  return form;
}

void wl_skip_lanes(struct wl_reader *in, uint32_t mask, enum wl_scalar scalar) {
  bool floats;
  unsigned form = read_form(in, mask, scalar, &floats);
  if (mask == 0 || in->state != WL_READ_OK) return;
  wl_read_varint(in, UINT64_MAX);
  if (form == STRIDE) wl_read_varint(in, UINT64_MAX);
  if (form > STRIDE) wl_read_bytes(in, (unsigned)__builtin_popcount(mask) * form_bytes[form]);
}

uint8_t *wl_pack_even(uint8_t *out, uint64_t first, uint64_t by) {
  return write_stride(out, 0, first, by);
}

bool wl_comes_even(const struct wl_reader *in, uint32_t mask) {
  return mask == UINT32_MAX && in->at < in->end && *in->at <= STRIDE;
}

void wl_unpack_lanes(struct wl_reader *in, uint64_t v[WL_LANES], uint32_t mask,
                     enum wl_scalar scalar) {
  bool floats;
  unsigned form = read_form(in, mask, scalar, &floats);
  if (mask == 0 || in->state != WL_READ_OK) {
    memset(v, 0, WL_LANES * sizeof v[0]);
    return;
  }
  if (form <= STRIDE) read_stride(in, v, mask, form == SAME);
  else read_each(in, v, mask, form_bytes[form]);
  if (floats) to_floats(v, mask, scalar);
}
