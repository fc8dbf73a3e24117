#include "report/array_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"

/* Why nothing is left of an array at the end; NULL where its values are kept. */
static const char *const gone[WL_SPACES] = {
  [WL_SHARED] = "each block has its own in shared memory, which is gone when the block ends",
  [WL_LOCAL] = "each thread has its own in local memory, which is gone when the thread ends",
  [WL_TEXTURE] = "a kernel only reads textures: this one holds what the script filled in",
};

static bool is_kept(const struct wl_array *a) { return gone[a->space] == NULL; }

static const struct wl_array *find_array(const struct wl_head *h, const char *name, size_t n) {
  for (unsigned i = 0; i < h->arrays; i++)
    if (strlen(h->array[i].name) == n && memcmp(h->array[i].name, name, n) == 0)
      return &h->array[i];
  return NULL;
}

/* `a`: the array that was asked for, or NULL. */
static bool hint_arrays(const struct wl_head *h, const struct wl_array *a, struct wl_diag *d) {
  bool stored = a && a->space != WL_TEXTURE;
  char list[400] = "";
  for (unsigned i = 0; i < h->arrays && strlen(list) + 40 < sizeof list; i++)
    if (is_kept(&h->array[i]))
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", list[0] ? ", " : "",
               h->array[i].name);
  return wl_diag_hint(d, "%sarrays that are kept: %s",
                      stored ? "store what you want to see in global memory; " : "",
                      list[0] ? list : "none");
}

/* A number from *s on, which is moved behind it. */
static bool read_number(const char **s, uint32_t *out) {
  char *end;
  if (**s < '0' || **s > '9') return false;
  unsigned long long v = strtoull(*s, &end, 10);
  *s = end;
  *out = (uint32_t)v;
  return v <= UINT32_MAX;
}

/* "[7]" or "[0..7]" */
static bool read_index(const char **s, uint32_t *first, uint32_t *last) {
  if (*(*s)++ != '[' || !read_number(s, first)) return false;
  *last = *first;
  if (strncmp(*s, "..", 2) == 0) {
    *s += 2;
    if (!read_number(s, last)) return false;
  }
  return *(*s)++ == ']' && *first <= *last;
}

static uint64_t range_count(const struct wl_elements *r) {
  uint64_t n = 1;
  for (unsigned d = 0; d < 3; d++) n *= r->last[d] - r->first[d] + 1;
  return n;
}

bool wl_elements_read(const char *text, const struct wl_head *head, const struct wl_array **array,
                      struct wl_elements *range, struct wl_diag *d) {
  size_t n = strcspn(text, "[");
  const char *s = text + n;
  const struct wl_array *a = *array = find_array(head, text, n);
  if (!a || !is_kept(a)) {
    if (!a) wl_diag_fail(d, WL_USAGE, "the script has no array '%.*s'", (int)n, text);
    else wl_diag_fail(d, WL_USAGE, "'%s' has no values at the end: %s", a->name, gone[a->space]);
    return hint_arrays(head, a, d);
  }
  for (unsigned k = 0; k < 3; k++) {
    range->first[k] = 0;
    range->last[k] = k < a->dimensions ? a->extent[k] - 1 : 0;
    if (k >= a->dimensions || !*s) continue;
    if (!read_index(&s, &range->first[k], &range->last[k])) {
      wl_diag_fail(d, WL_USAGE, "no range of elements: '%s'", text);
      return wl_diag_hint(d, "write it as %s[0..31]", a->name);
    }
    if (range->last[k] >= a->extent[k])
      return wl_diag_fail(d, WL_USAGE, "%s has no element %" PRIu32 " there: there are %" PRIu32,
                          a->name, range->last[k], a->extent[k]);
  }
  if (*s)
    return wl_diag_fail(d, WL_USAGE, "%s takes %u ind%s, not '%s'", a->name, a->dimensions,
                        a->dimensions == 1 ? "ex" : "ices", text);
  uint64_t count = range_count(range);
  if (count <= WL_MAX_LISTED) return true;
  wl_diag_fail(d, WL_USAGE, "%s: %" PRIu64 " elements are more than %d", text, count,
               WL_MAX_LISTED);
  return wl_diag_hint(d, "name a range, as %s[0..31]", a->name);
}

static uint64_t bits_of(enum wl_scalar s, const uint8_t *bytes) {
  uint64_t bits = 0; /* the host is little-endian, as the hardware is */
  memcpy(&bits, bytes, wl_scalars[s].bytes);
  return bits;
}

/* A number of JSON, in the shortest form that gives the value back; in text the same.
 * JSON has no word for what is not finite. */
static void put_scalar(FILE *f, enum wl_scalar s, uint64_t bits, bool json) {
  if (wl_scalars[s].kind == WL_UNSIGNED) fprintf(f, "%" PRIu64, bits);
  else if (wl_scalars[s].kind == WL_SIGNED) fprintf(f, "%" PRId64, wl_scalar_to_integer(s, bits));
  if (wl_scalars[s].kind != WL_FLOATING) return;
  double v = wl_scalar_to_double(s, bits);
  char text[40] = "";
  bool whole = v > -1e9 && v < 1e9 && (double)(int64_t)v == v;
  if (whole) snprintf(text, sizeof text, "%.0f", v); /* 2180 rather than 2.18e+03 */
  for (int digits = 1; !whole && digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, v);
    double back = strtod(text, NULL);
    if (isnan(v) || (s == WL_DOUBLE ? back == v : (float)back == (float)v)) break;
  }
  const char *quote = json && !isfinite(v) ? "\"" : "";
  fprintf(f, "%s%s%s", quote, isnan(v) ? "nan" : text, quote);
}

struct writer {
  FILE *f;
  const struct wl_array_part *part;
  bool json;
};

static void put_value(const struct writer *w, struct wl_type t, const uint8_t *bytes);

/* A struct is an object of its members. */
static void put_struct(const struct writer *w, const struct wl_struct *l, const uint8_t *bytes) {
  for (unsigned m = 0; m < l->members; m++) {
    const struct wl_member *member = &l->member[m];
    uint32_t one = wl_sizeof(w->part->head->structure, member->type);
    putc(m ? ',' : '{', w->f);
    wl_json_put(w->f, wl_json_text(member->name, strlen(member->name)), 0);
    fputs(member->count ? ":[" : ":", w->f);
    for (uint32_t i = 0; i < (member->count ? member->count : 1u); i++) {
      if (i) putc(',', w->f);
      put_value(w, member->type, bytes + member->offset + i * one);
    }
    if (member->count) putc(']', w->f);
  }
  putc('}', w->f);
}

/* A vector is a list of its components. */
static void put_value(const struct writer *w, struct wl_type t, const uint8_t *bytes) {
  if (t.scalar == WL_STRUCT) {
    put_struct(w, &w->part->head->structure[t.components], bytes);
    return;
  }
  enum wl_scalar s = (enum wl_scalar)t.scalar;
  if (t.components > 1) putc('[', w->f);
  for (unsigned c = 0; c < t.components; c++) {
    if (c) putc(',', w->f);
    put_scalar(w->f, s, bits_of(s, bytes + c * wl_scalars[s].bytes), w->json);
  }
  if (t.components > 1) putc(']', w->f);
}

/* The innermost dimension: in text, eight to a line, the first of them named. */
static void put_row(const struct writer *w, const uint32_t at[3], unsigned inner, uint64_t base) {
  enum { A_LINE = 8 };
  const struct wl_array *a = w->part->array;
  const struct wl_elements *r = &w->part->range;
  for (uint32_t i = r->first[inner]; i <= r->last[inner]; i++) {
    uint32_t n = i - r->first[inner];
    if (w->json) {
      putc(n ? ',' : '[', w->f);
    } else if (n % A_LINE == 0) {
      if (n) putc('\n', w->f);
      fputs(a->name, w->f);
      for (unsigned k = 0; k < inner; k++) fprintf(w->f, "[%" PRIu32 "]", at[k]);
      fprintf(w->f, "[%" PRIu32 "]", i);
    }
    if (!w->json) putc(' ', w->f);
    put_value(w, a->type, w->part->bytes + (base + i) * a->element_bytes);
  }
  putc(w->json ? ']' : '\n', w->f);
}

static void put_level(const struct writer *w, uint32_t at[3], unsigned level, uint64_t base) {
  const struct wl_array *a = w->part->array;
  const struct wl_elements *r = &w->part->range;
  if (level + 1 == a->dimensions || level == 2) { /* no array has more than three */
    put_row(w, at, level, base * a->extent[level]);
    return;
  }
  for (uint32_t i = r->first[level]; i <= r->last[level]; i++) {
    at[level] = i;
    if (w->json) putc(i > r->first[level] ? ',' : '[', w->f);
    put_level(w, at, level + 1, base * a->extent[level] + i);
  }
  if (w->json) putc(']', w->f);
}

bool wl_array_write(FILE *f, const struct wl_array_part *part, bool json, struct wl_diag *d) {
  const struct wl_array *a = part->array;
  struct writer w = {f, part, json};
  uint32_t at[3] = {0};
  char type[32];
  wl_any_type_name(part->head->structure, a->type, type);
  if (json) {
    fputs("{\"array\":", f);
    wl_json_put(f, wl_json_text(a->name, strlen(a->name)), 0);
    fputs(",\"type\":", f);
    wl_json_put(f, wl_json_text(type, strlen(type)), 0);
    fputs(",\"first\":[", f);
    for (unsigned k = 0; k < a->dimensions; k++)
      fprintf(f, "%s%" PRIu32, k ? "," : "", part->range.first[k]);
    fputs("],\"values\":", f);
  }
  put_level(&w, at, 0, 0);
  if (json) fputs("}\n", f);
  return wl_out_finish(f, d);
}
