#include "words/format.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/count/count_spaces.h"

const char *wl_format_count(uint64_t n, char *text) {
  char digits[24];
  int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n), out = 0;
  for (int i = 0; i < size; i++) {
    if (i && (size - i) % 3 == 0) text[out++] = ',';
    text[out++] = digits[i];
  }
  text[out] = '\0';
  return text;
}

const char *wl_format_brief(uint64_t n, bool narrow, char text[32]) {
  static const char *const units[] = {"k", "M", "G", "T", "P", "E"};
  if (n < (narrow ? 10000u : 1000000u)) return wl_format_count(n, text);
  double v = (double)n;
  int u = -1;
  while (v >= 999.5 && u < 5) v /= 1000, u++;
  snprintf(text, 32, "%.*f%s%s", v < 9.995 ? 2 : v < 99.95 ? 1 : 0, v, narrow ? "" : " ",
           units[u]);
  return text;
}

const char *wl_format_bytes(uint64_t bytes, char text[16]) {
  static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double v = (double)bytes;
  int u = -1;
  while (v >= 999.5 && u < 5) v /= 1000, u++;
  if (u < 0) snprintf(text, 16, "%u B", (unsigned)bytes);
  else snprintf(text, 16, v < 9.995 ? "%.2f %s" : v < 99.95 ? "%.1f %s" : "%.0f %s", v, units[u]);
  return text;
}

const char *wl_format_size(double bytes, char text[16]) {
  double kib = bytes / 1024;
  if (kib < 1) snprintf(text, 16, "%.0f B", bytes);
  else if (kib < 1024) snprintf(text, 16, "%.4g KiB", kib);
  else snprintf(text, 16, "%.4g MiB", kib / 1024);
  return text;
}

bool wl_bank_serves_lanes(const struct wl_access *a) {
  bool atomic = wl_op_is_atomic((enum wl_op)a->op);
  return a->op == WL_COPY || (atomic && a->form != WL_FORM_INCREMENT);
}

unsigned wl_lanes_count(uint32_t mask) { return (unsigned)__builtin_popcount(mask); }

unsigned wl_bank_of(const struct wl_arch *arch, uint64_t address) {
  return (unsigned)(address / arch->bank_bytes % arch->banks);
}

bool wl_names_rows(const struct wl_step *s) {
  return s->kind == WL_STEP_ACCESS &&
         (s->access.op == WL_MATRIX_LOAD || s->access.op == WL_MATRIX_STORE);
}

const char *wl_lane_absence(const struct wl_step *s, unsigned lane) {
  if (!(s->live >> lane & 1)) return "ended";
  return wl_names_rows(s) ? "no row" : "inactive";
}

uint64_t wl_lane_address(const struct wl_access *a, unsigned lane) {
  struct wl_access global;
  if (a->space != WL_LOCAL) return a->address[lane];
  wl_local_row(a, 0, &global);
  return global.address[lane];
}

unsigned wl_sector_of(const struct wl_arch *arch, uint64_t address) {
  return (unsigned)(address % arch->line_bytes / arch->sector_bytes);
}

const char *wl_format_lanes(uint32_t mask, char *text, size_t size) {
  size_t used = 0;
  snprintf(text, size, "none");
  for (unsigned first = 0; first < WL_LANES;) {
    if (!(mask >> first & 1)) {
      first++;
      continue;
    }
    unsigned last = first;
    while (last + 1 < WL_LANES && mask >> (last + 1) & 1) last++;
    char run[24];
    int n = snprintf(run, sizeof run, first == last ? "%s%u" : "%s%u–%u", used ? ", " : "", first,
                     last);
    if (used + (size_t)n + sizeof "…" > size) {
      snprintf(text + used, size - used, "…");
      break;
    }
    memcpy(text + used, run, (size_t)n + 1);
    used += (size_t)n;
    first = last + 1;
  }
  return text;
}

/* Whether each of the lanes is as far from the one before. */
static bool evenly(uint32_t mask) {
  uint32_t rest = mask & (mask - 1);
  int first = __builtin_ctz(mask), last = first, far = rest ? __builtin_ctz(rest) - first : 0;
  for (; rest; rest &= rest - 1) {
    if (__builtin_ctz(rest) - last != far) return false;
    last = __builtin_ctz(rest);
  }
  return true;
}

const char *wl_format_lane_set(uint32_t mask, char *text, size_t size) {
  static const char cut[] = "…";
  int n = snprintf(text, size, !mask ? "no lane" : wl_lanes_count(mask) == 1 ? "lane " : "lanes ");
  if (mask) wl_format_lanes(mask, text + n, size - (size_t)n);
  size_t used = strlen(text), dots = sizeof cut - 1;
  if (used < dots || strcmp(text + used - dots, cut) != 0 || !evenly(mask)) return text;
  int first = __builtin_ctz(mask), far = __builtin_ctz(mask & (mask - 1)) - first;
  snprintf(text, size, "lanes %d–%d in steps of %d", first, 31 - __builtin_clz(mask), far);
  return text; /* shorter than the list that had no room */
}

bool wl_format_lanes_short(uint32_t mask, int cells, char *text, size_t size) {
  unsigned count = wl_lanes_count(mask);
  wl_format_lanes(mask, text, size);
  if ((int)wl_text_cells(text, strlen(text)) <= cells) return true;
  uint32_t rest = mask & (mask - 1);
  bool list = rest && evenly(mask);
  if (list)
    snprintf(text, size, "%d, %d … %d", __builtin_ctz(mask), __builtin_ctz(rest),
             31 - __builtin_clz(mask));
  if (list && (int)wl_text_cells(text, strlen(text)) <= cells) return true;
  snprintf(text, size, rest ? "%u lanes" : "%u lane", count);
  return false;
}

static const struct wl_array *array_of(const struct wl_head *h, const struct wl_step *s) {
  return h && s->array < h->arrays ? &h->array[s->array] : NULL;
}

uint64_t wl_lane_offset(const struct wl_head *h, const struct wl_step *s, unsigned lane) {
  const struct wl_array *a = array_of(h, s);
  bool whole = s->access.space == WL_SHARED || s->access.space == WL_CONSTANT;
  return s->access.address[lane] - (a && !whole ? a->base : 0);
}

/* ".x" of an element that is a vector, where no more of it is asked for. */
static void add_member(const struct wl_array *a, const struct wl_step *s, unsigned lane,
                       char *text, size_t size) {
  uint64_t offset = s->access.address[lane] - a->base;
  uint32_t width = a->type.scalar < WL_SCALARS ? wl_scalars[a->type.scalar].bytes : 0;
  size_t used = strlen(text);
  if (!width || a->type.components < 2 || s->access.width != width || offset >= a->bytes) return;
  unsigned member = (unsigned)(offset % a->element_bytes) / width;
  if (member < a->type.components) snprintf(text + used, size - used, ".%c", "xyzw"[member]);
}

const char *wl_format_element(const struct wl_head *h, const struct wl_step *s, unsigned lane,
                              bool name, char *text, size_t size) {
  const struct wl_array *a = array_of(h, s);
  if (!a) {
    snprintf(text, size, "@%llu", (unsigned long long)s->access.address[lane]);
    return text;
  }
  int n = name ? snprintf(text, size, "%s", a->name) : 0;
  if (s->access.space == WL_TEXTURE && /* as tex2D() has it: column, row */
      n >= 0 && (size_t)n < size) {
    unsigned long long x = s->access.address[lane];
    if (a->dimensions == 1) snprintf(text + n, size - (size_t)n, "(%llu)", x);
    else snprintf(text + n, size - (size_t)n, "(%llu, %u)", x, s->access.second[lane]);
    return text;
  }
  if (n >= 0 && (size_t)n < size)
    wl_head_element(h, s->array, s->access.address[lane], text + n, size - (size_t)n);
  add_member(a, s, lane, text, size);
  return text;
}

void wl_format_block(const struct wl_head *h, uint32_t block, const char *between, char *text,
                     size_t size) {
  uint32_t at[3] = {block, 0, 0};
  unsigned dimensions = h->grid[2] > 1 ? 3 : h->grid[1] > 1 ? 2 : 1;
  wl_head_block(h, block, at);
  size_t used = 0;
  for (unsigned d = 0; d < dimensions; d++)
    used += (size_t)snprintf(text + used, size - used, "%s%u", d ? between : "", at[d]);
}

const char *wl_format_percent(double share, char *text, size_t size) {
  unsigned long tenths = (unsigned long)(share * 1000 + 0.5);
  if (tenths % 10) snprintf(text, size, "%lu.%lu %%", tenths / 10, tenths % 10);
  else snprintf(text, size, "%lu %%", tenths / 10);
  return text;
}
