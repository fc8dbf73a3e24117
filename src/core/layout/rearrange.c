#include "core/layout/rearrange.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/count/count.h"

const char *const wl_rearrangement_keys[] = {
  [WL_TURNED] = "transposed", [WL_SPLIT] = "array of each member", [WL_DEALT] = "dealt",
};
static_assert(sizeof wl_rearrangement_keys / sizeof *wl_rearrangement_keys == WL_REARRANGEMENTS,
              "every kind");

enum {
  ALIGN = 256,    /* bytes that arrays begin at multiples of, as cudaMalloc() has them */
  MAX_TRIES = 12,
};
static const uint8_t dealt[] = {2, 3, 4, 5, 6, 7, 8, 16, 32}; /* members that arrays stand for */
static_assert(2 + sizeof dealt <= MAX_TRIES, "room for every try");

/* The member of an element that a byte belongs to: where it begins in its element, how
 * many bytes it has, and where its own array begins. */
struct member { uint32_t offset, bytes; uint64_t base; };

static uint64_t elements_of(const struct wl_array *a) {
  return (uint64_t)a->extent[0] * a->extent[1] * a->extent[2];
}

/* Member `i` of the elements of an array; false: there is none. */
static bool get_member(const struct wl_head *h, const struct wl_array *a, unsigned i,
                       struct member *m) {
  if (a->type.scalar == WL_STRUCT) {
    const struct wl_struct *s = &h->structure[a->type.components];
    if (i >= s->members) return false;
    m->offset = s->member[i].offset;
    m->bytes = wl_member_bytes(h->structure, &s->member[i]);
    return true;
  }
  m->bytes = wl_scalars[a->type.scalar].bytes;
  m->offset = i * m->bytes;
  return i < a->type.components && a->type.components > 1;
}

static uint64_t split(const struct wl_head *h, const struct wl_array *a, uint64_t offset,
                      uint32_t bytes) {
  uint32_t inside = (uint32_t)(offset % a->element_bytes);
  struct member m = {.base = 0};
  for (unsigned i = 0; get_member(h, a, i, &m); i++) {
    if (inside >= m.offset && inside + bytes <= m.offset + m.bytes)
      return m.base + offset / a->element_bytes * m.bytes + (inside - m.offset);
    m.base += (elements_of(a) * m.bytes + ALIGN - 1) / ALIGN * ALIGN;
  }
  return UINT64_MAX; /* more than one member at once */
}

/* Where `bytes` bytes at `offset` of an array go; UINT64_MAX: they would be torn, or the
 * array cannot be laid out so. */
static uint64_t place_of(const struct wl_head *h, const struct wl_rearrangement *r, uint64_t offset,
                         uint32_t bytes) {
  const struct wl_array *a = &h->array[r->array];
  uint64_t size = a->element_bytes, i = offset / size, inside = offset % size;
  uint64_t n = elements_of(a);
  if (r->kind == WL_SPLIT) return split(h, a, offset, bytes);
  if (inside + bytes > size) return UINT64_MAX; /* several elements at once */
  if (r->kind == WL_DEALT) {
    if (a->dimensions != 1 || r->by < 2 || n % r->by) return UINT64_MAX;
    return (i % r->by * (n / r->by) + i / r->by) * size + inside;
  }
  if (a->dimensions < 2) return UINT64_MAX;
  uint64_t columns = a->extent[a->dimensions - 1], rows = a->extent[a->dimensions - 2];
  uint64_t plane = i / (rows * columns), y = i / columns % rows, x = i % columns;
  return ((plane * columns + x) * rows + y) * size + inside;
}

/* All layouts that are tried, and what they cost so far; `torn`: they cannot be. */
struct try { struct wl_rearrangement r; bool torn; };
struct plan { struct try try[MAX_TRIES]; unsigned tries; uint64_t sectors; };

static void plan_array(const struct wl_head *h, unsigned array, struct plan *p) {
  const struct wl_array *a = &h->array[array];
  struct member m;
  *p = (struct plan){.tries = 0};
  if (a->space != WL_GLOBAL || a->element_bytes == 0) return;
  if (a->dimensions >= 2) p->try[p->tries++].r = (struct wl_rearrangement){.kind = WL_TURNED};
  if (get_member(h, a, 1, &m)) p->try[p->tries++].r = (struct wl_rearrangement){.kind = WL_SPLIT};
  for (size_t i = 0; a->dimensions == 1 && i < sizeof dealt; i++)
    if (dealt[i] < elements_of(a) && elements_of(a) % dealt[i] == 0)
      p->try[p->tries++].r = (struct wl_rearrangement){.kind = WL_DEALT, .by = dealt[i]};
  for (unsigned i = 0; i < p->tries; i++) p->try[i].r.array = (uint16_t)array;
}

static bool move(const struct wl_head *h, const struct wl_rearrangement *r, struct wl_access *a) {
  const struct wl_array *x = &h->array[r->array];
  for (uint32_t left = a->mask; left; left &= left - 1) {
    unsigned lane = (unsigned)__builtin_ctz(left);
    if (a->address[lane] < x->base || a->address[lane] - x->base >= x->bytes) return false;
    uint64_t to = place_of(h, r, a->address[lane] - x->base, a->width);
    if (to == UINT64_MAX || to % a->width) return false;
    a->address[lane] = (x->base + ALIGN - 1) / ALIGN * ALIGN + to;
  }
  return true;
}

static uint64_t sectors_of(const struct wl_arch *arch, const struct wl_access *a) {
  struct wl_counts c;
  wl_count(arch, a, &c);
  return c.sectors;
}

static void take(const struct wl_head *h, const struct wl_arch *arch, const struct wl_access *a,
                 struct plan *p, struct wl_rearrangements *out) {
  struct wl_counts c;
  wl_count(arch, a, &c);
  p->sectors += c.sectors;
  out->sectors += c.sectors;
  out->ideal += c.ideal_sectors;
  for (unsigned i = 0; i < p->tries; i++) {
    struct try *t = &p->try[i];
    struct wl_access moved = *a;
    if (t->torn) continue;
    if (!move(h, &t->r, &moved)) t->torn = true;
    else t->r.sectors += sectors_of(arch, &moved);
  }
}

/* The best layout of an array, where one is better than it is; of equals the first. */
static void choose(const struct plan *p, struct wl_rearrangements *out) {
  const struct try *best = NULL;
  for (unsigned i = 0; i < p->tries; i++) {
    const struct try *t = &p->try[i];
    if (!t->torn && t->r.sectors < (best ? best->r.sectors : p->sectors)) best = t;
  }
  if (!best) return;
  out->list[out->count] = best->r;
  out->list[out->count++].before = p->sectors;
}

static int most_saved(const void *a, const void *b) {
  const struct wl_rearrangement *x = a, *y = b;
  uint64_t p = x->before - x->sectors, q = y->before - y->sectors;
  return p != q ? (p > q ? -1 : 1) : x->array - y->array;
}

bool wl_rearrange(const struct wl_trace *t, const struct wl_arch *arch,
                  struct wl_rearrangements *out, struct wl_diag *d) {
  const struct wl_head *h = wl_trace_head(t);
  size_t count = wl_trace_count(t);
  struct wl_step step;
  *out = (struct wl_rearrangements){.count = 0};
  if (count != wl_trace_total(t))
    return wl_diag_fail(d, WL_LIMIT, "only %zu of %llu instructions were kept, and all are needed",
                        count, (unsigned long long)wl_trace_total(t));
  struct plan *plan = calloc(h->arrays + 1u, sizeof *plan);
  if (!plan) return wl_diag_fail(d, WL_LIMIT, "out of memory");
  for (unsigned i = 0; i < h->arrays; i++) plan_array(h, i, &plan[i]);
  for (size_t i = 0; i < count && wl_trace_get(t, i, &step); i++) {
    const struct wl_access *a = &step.access;
    if (step.kind == WL_STEP_ACCESS && a->space == WL_GLOBAL && a->mask && step.array < h->arrays)
      take(h, arch, a, &plan[step.array], out);
  }
  for (unsigned i = 0; i < h->arrays; i++) choose(&plan[i], out);
  qsort(out->list, out->count, sizeof out->list[0], most_saved);
  free(plan);
  return true;
}

void wl_rearrangement_text(const struct wl_head *h, const struct wl_rearrangement *r, char *text,
                           size_t size) {
  static const char *const from[] = {"", "[i]", "[y][x]", "[z][y][x]"};
  static const char *const turned[] = {"", "", "[x][y]", "[z][x][y]"};
  static const char axes[] = "xyzw";
  const struct wl_array *a = &h->array[r->array];
  const char *index = from[a->dimensions];
  struct member m;
  size_t used = 0;
  text[0] = '\0';
  if (r->kind == WL_TURNED) snprintf(text, size, "%s%s", a->name, turned[a->dimensions]);
  if (r->kind == WL_DEALT)
    snprintf(text, size, "%s[i %% %u * %llu + i // %u]", a->name, r->by,
             (unsigned long long)(elements_of(a) / r->by), r->by);
  for (unsigned i = 0; r->kind == WL_SPLIT && get_member(h, a, i, &m) && used < size; i++) {
    const struct wl_struct *s =
        a->type.scalar == WL_STRUCT ? &h->structure[a->type.components] : NULL;
    char axis[2] = {axes[i & 3], '\0'};
    int n = snprintf(text + used, size - used, "%s%s_%s%s", i ? ", " : "", a->name,
                     s ? s->member[i].name : axis, index);
    used += n > 0 ? (size_t)n : 0;
  }
}
