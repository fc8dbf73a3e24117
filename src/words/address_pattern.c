/* The pattern of addresses, and of shuffles, in words. */
#include <stdio.h>
#include <stdlib.h>

#include "words/format.h"
#include "words/texel_pattern.h"
#include "words/verdict.h"

struct lanes {
  unsigned count;
  uint8_t lane[WL_LANES];
  uint64_t address[WL_LANES];
};

static void collect(const struct wl_access *a, struct lanes *out) {
  out->count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(a->mask >> l & 1)) continue;
    out->lane[out->count] = (uint8_t)l;
    out->address[out->count++] = a->address[l];
  }
}

/* Whether address(lane) = address(first) + inner × (column of the lane) + outer
 * × (its row), in rows of `row` lanes. */
static bool rows_of(const struct lanes *s, unsigned row, int64_t *inner, int64_t *outer) {
  *inner = *outer = 0;
  bool have_inner = false, have_outer = false;
  for (unsigned i = 1; i < s->count; i++) {
    int64_t columns = s->lane[i] % row - s->lane[0] % row;
    int64_t rows = s->lane[i] / row - s->lane[0] / row;
    int64_t d = (int64_t)(s->address[i] - s->address[0]);
    if (rows == 0 && !have_inner) {
      if (d % columns) return false;
      *inner = d / columns;
      have_inner = true;
    } else if (rows != 0 && !have_outer) {
      d -= *inner * columns;
      if (d % rows) return false;
      *outer = d / rows;
      have_outer = true;
    } else if (d != *inner * columns + *outer * rows) {
      return false;
    }
  }
  return true;
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Bytes from the lowest to behind the highest, and how many addresses differ. */
static uint64_t span(const struct lanes *s, unsigned width, unsigned *distinct) {
  uint64_t sorted[WL_LANES];
  for (unsigned i = 0; i < s->count; i++) sorted[i] = s->address[i];
  qsort(sorted, s->count, sizeof sorted[0], ascending);
  *distinct = 1;
  for (unsigned i = 1; i < s->count; i++) *distinct += sorted[i] != sorted[i - 1];
  return sorted[s->count - 1] - sorted[0] + width;
}

/* "stride 32 words = 128 bytes", or in bytes where words do not fit. */
static void distance(int64_t bytes, char *text, size_t size) {
  if (bytes % 4)
    snprintf(text, size, "%lld byte%s", (long long)bytes, bytes == 1 || bytes == -1 ? "" : "s");
  else
    snprintf(text, size, "%lld word%s = %lld bytes", (long long)(bytes / 4),
             bytes == 4 || bytes == -4 ? "" : "s", (long long)bytes);
}

/* Whether idle lanes are between active ones. */
static bool has_gaps(uint32_t mask) {
  uint32_t from = mask >> __builtin_ctz(mask);
  return (from & (from + 1)) != 0;
}

/* Two runs of consecutive elements, as where an index goes round, or a halo is read, and the lanes
 * of each. Rows of lanes with strides were looked for before. */
static bool tell_two_runs(const struct lanes *s, unsigned width, char *text, size_t size) {
  uint32_t runs[2] = {1u << s->lane[0], 0};
  unsigned run = 0;
  char first[160], second[160];
  for (unsigned i = 1; i < s->count; i++) {
    if (s->address[i] != s->address[i - 1] + width && ++run > 1) return false;
    runs[run] |= 1u << s->lane[i];
  }
  snprintf(text, size, "two runs of consecutive elements: %s, and %s",
           wl_format_lane_set(runs[0], first, sizeof first),
           wl_format_lane_set(runs[1], second, sizeof second));
  return true;
}

const char *wl_pattern(const struct wl_access *a, char *text, size_t size) {
  struct lanes s;
  int64_t inner, outer;
  char far[48];
  if (a->space == WL_TEXTURE) return wl_texel_pattern(a, text, size);
  collect(a, &s);
  text[0] = '\0';
  if (s.count < 2) {
    snprintf(text, size, s.count ? "one lane only" : "no lane is active");
    return text;
  }
  if (rows_of(&s, WL_LANES, &inner, &outer)) {
    distance(inner, far, sizeof far);
    if (inner == 0 && a->space == WL_LOCAL)
      snprintf(text, size, "all lanes at the same place of their own arrays");
    else if (inner == 0) snprintf(text, size, "all lanes the same address");
    else if (inner == a->width && has_gaps(a->mask))
      snprintf(text, size, "stride %s a lane, with gaps", far);
    else if (inner == a->width) snprintf(text, size, "consecutive: stride %s", far);
    else if (inner == -(int64_t)a->width) snprintf(text, size, "consecutive backwards: %s", far);
    else snprintf(text, size, "stride %s", far);
    return text;
  }
  unsigned distinct;
  uint64_t bytes = span(&s, a->width, &distinct);
  if (distinct == s.count && bytes == (uint64_t)s.count * a->width) {
    snprintf(text, size, "a permutation of consecutive elements");
    return text;
  }
  for (unsigned row = WL_LANES / 2; row >= 2; row /= 2) {
    if (!rows_of(&s, row, &inner, &outer)) continue;
    char other[64];
    distance(outer, far, sizeof far);
    if (outer == 0) snprintf(other, sizeof other, "each row at the same addresses");
    else snprintf(other, sizeof other, "the next row %s on", far);
    if (inner == 0)
      snprintf(text, size, "%u lanes at one address, the next %u lanes %s on", row, row, far);
    else if (inner == a->width) snprintf(text, size, "rows of %u lanes, %s", row, other);
    else
      snprintf(text, size, "rows of %u, stride %lld bytes, %s", row, (long long)inner, other);
    return text;
  }
  if (tell_two_runs(&s, a->width, text, size)) return text;
  snprintf(text, size, "scattered: %u different addresses within %llu bytes", distinct,
           (unsigned long long)bytes);
  return text;
}

/* One number c with f(lane, source) = c for every lane that reads another lane
 * within range; false if there is none. */
static bool constant_of(const struct wl_step *s, int *c) {
  bool found = false;
  for (unsigned l = 0; l < WL_LANES; l++) {
    if (!(s->access.mask >> l & 1)) continue;
    bool own = s->source[l] == l;
    if (own && s->shuffle_mode != WL_SHFL_IDX) continue;
    int v = s->shuffle_mode == WL_SHFL_XOR ? (int)(l ^ s->source[l])
          : s->shuffle_mode == WL_SHFL_IDX ? s->source[l]
                                           : abs((int)l - s->source[l]);
    if (found && v != *c) return false;
    *c = v;
    found = true;
  }
  return found;
}

const char *wl_shuffle_pattern(const struct wl_step *s, char *text, size_t size) {
  int c = 0;
  char within[32] = "";
  if (s->shuffle_width && s->shuffle_width < WL_LANES)
    snprintf(within, sizeof within, ", within rows of %u", s->shuffle_width);
  bool one = constant_of(s, &c);
  switch ((enum wl_shuffle_mode)s->shuffle_mode) {
  case WL_SHFL_XOR:
    if (one) snprintf(text, size, "lanes swap values with lane xor %d%s", c, within);
    else snprintf(text, size, "every lane keeps its own value");
    break;
  case WL_SHFL_UP:
    if (one) snprintf(text, size, "lane i gets from lane i-%d, the first keep theirs%s", c, within);
    else snprintf(text, size, "every lane keeps its own value");
    break;
  case WL_SHFL_DOWN:
    if (one) snprintf(text, size, "lane i gets from lane i+%d, the last keep theirs%s", c, within);
    else snprintf(text, size, "every lane keeps its own value");
    break;
  default:
    if (one) snprintf(text, size, "all lanes read lane %d", c);
    else snprintf(text, size, "each lane names the lane it reads%s", within);
  }
  return text;
}
