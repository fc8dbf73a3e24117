/* Most instructions of a grid use shared memory in one of a few ways: each way is counted once for
 * each layout. */
#include "core/layout/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "core/count/count.h"
#include "core/gpu/occupancy.h"

enum { MAX_WAYS = 16384, SLOTS = 4 * MAX_WAYS, MAX_BITS = 5, MAX_SHIFT = 5 };

/* One way to use shared memory, and how often that was done. */
struct way {
  struct wl_access access;
  uint64_t times, arrays; /* bit per array that it uses */
  uint32_t wavefronts;    /* as it is */
};

struct search {
  const struct wl_arch *arch;
  const struct wl_head *head;
  struct way *way;
  uint32_t *slot; /* 0: free, else index of a way + 1 */
  uint32_t ways;
  struct wl_suggestions *out;
};

/* An access without what does not matter: lanes that are not there, and where in
 * global memory a copy comes from; it is taken to lie side by side there, where no
 * lane waits for another. */
static struct wl_access essence(const struct wl_access *a) {
  struct wl_access e = *a;
  for (unsigned i = 0; i < WL_LANES; i++) {
    if (e.op == WL_COPY) e.address[i] = (uint64_t)i * e.width;
    if (!(e.mask >> i & 1)) e.address[i] = 0;
    if (e.op != WL_COPY || !(e.mask >> i & 1)) e.second[i] = 0;
  }
  return e;
}

static uint64_t hash(const struct wl_access *e) {
  uint64_t h = UINT64_C(1469598103934665603) ^ e->mask ^ (uint64_t)e->width << 32 ^
               (uint64_t)e->op << 40;
  for (unsigned i = 0; i < WL_LANES; i++)
    h = (h ^ (e->address[i] + e->second[i])) * UINT64_C(1099511628211);
  return h ^ h >> 29;
}

static bool same(const struct wl_access *a, const struct wl_access *b) {
  return a->op == b->op && a->space == b->space && a->width == b->width && a->mask == b->mask &&
         a->banks == b->banks && a->cache == b->cache &&
         memcmp(a->address, b->address, sizeof a->address) == 0 &&
         memcmp(a->second, b->second, sizeof a->second) == 0;
}

static uint64_t arrays_of(const struct wl_head *h, const struct wl_access *a) {
  uint64_t arrays = 0;
  for (unsigned lane = 0; lane < WL_LANES; lane++) {
    uint64_t at = a->op == WL_COPY ? a->second[lane] : a->address[lane];
    for (unsigned i = 0; a->mask >> lane & 1 && i < h->arrays; i++) {
      const struct wl_array *x = &h->array[i];
      if (x->space == WL_SHARED && at >= x->base && at - x->base < x->bytes)
        arrays |= UINT64_C(1) << i;
    }
  }
  return arrays;
}

static uint32_t wavefronts(const struct wl_arch *arch, const struct wl_access *a) {
  struct wl_counts c;
  wl_count(arch, a, &c);
  return c.wavefronts;
}

/* Adds an instruction; false where there are too many ways. */
static bool add(struct search *s, const struct wl_access *a) {
  struct wl_access e = essence(a);
  struct wl_counts c;
  uint64_t at = hash(&e) % SLOTS;
  while (s->slot[at] && !same(&s->way[s->slot[at] - 1].access, &e)) at = (at + 1) % SLOTS;
  if (!s->slot[at]) {
    if (s->ways == MAX_WAYS) return false;
    s->way[s->ways] = (struct way){e, 0, arrays_of(s->head, &e), wavefronts(s->arch, &e)};
    s->slot[at] = ++s->ways;
  }
  struct way *w = &s->way[s->slot[at] - 1];
  w->times++;
  wl_count(s->arch, &e, &c);
  s->out->instructions++;
  s->out->wavefronts += w->wavefronts;
  s->out->ideal += e.op != WL_COPY ? c.ideal_wavefronts
                                   : (c.bytes_asked + s->arch->row_bytes - 1) / s->arch->row_bytes;
  return true;
}

static bool gather(struct search *s, const struct wl_trace *t, struct wl_diag *d) {
  struct wl_step step;
  size_t count = wl_trace_count(t);
  if (count != wl_trace_total(t)) {
    wl_diag_fail(d, WL_LIMIT, "only %zu of %llu instructions were kept, and all are needed", count,
                 (unsigned long long)wl_trace_total(t));
    return wl_diag_hint(d, "a smaller grid does the same with fewer of them");
  }
  for (size_t i = 0; i < count && wl_trace_get(t, i, &step); i++) {
    bool uses = step.kind == WL_STEP_ACCESS && step.access.mask &&
                (step.access.space == WL_SHARED || step.access.op == WL_COPY);
    if (uses && wl_figure_meaning(s->arch, &step.access, WL_WAVEFRONTS) != WL_KNOWN) {
      wl_diag_fail(d, WL_LIMIT, "line %u: how many passes cc %s takes for %u bytes a lane is not "
                   "known", step.place.line, s->arch->cc, step.access.width);
      return wl_diag_hint(d, "--arch names another generation");
    }
    if (!uses || add(s, &step.access)) continue;
    wl_diag_fail(d, WL_LIMIT, "more than %d different ways to use shared memory", MAX_WAYS);
    return wl_diag_hint(d, "a smaller grid may have fewer of them");
  }
  return true;
}

/* Fills in what a suggestion costs. False where it cannot be, or is no better. */
static bool evaluate(const struct search *s, struct wl_suggestion *n) {
  struct wl_head to;
  wl_remap_head(s->head, n->remap, &to);
  n->shared_bytes = to.shared_bytes;
  n->wavefronts = 0;
  if (s->arch->sm && to.shared_bytes > wl_sm_shared_room(s->arch->sm)) return false;
  for (uint32_t i = 0; i < s->ways; i++) {
    const struct way *w = &s->way[i];
    struct wl_access a = w->access;
    /* Where an array lies matters only to alignment: its banks turn round together. */
    bool single = (w->arrays & (w->arrays - 1)) == 0;
    bool touched = n->array == WL_NO_ARRAY || !single || w->arrays >> n->array & 1;
    if (!wl_remap_access(s->head, n->remap, &to, &a)) return false;
    n->wavefronts += w->times * (touched ? wavefronts(s->arch, &a) : w->wavefronts);
    if (n->wavefronts >= s->out->wavefronts) return false;
  }
  return n->wavefronts < s->out->wavefronts;
}

static bool better(const struct wl_suggestion *a, const struct wl_suggestion *b) {
  if (a->wavefronts != b->wavefronts) return a->wavefronts < b->wavefronts;
  return a->shared_bytes < b->shared_bytes;
}

/* Tries one layout; it replaces `best` where it is better. */
static void consider(const struct search *s, unsigned array, struct wl_remap r,
                     struct wl_suggestion *best) {
  struct wl_suggestion n = {.array = (uint16_t)array};
  n.remap[array] = r;
  if (!wl_remap_fits(&s->head->array[array], &r) || !evaluate(s, &n)) return;
  if (best->array == WL_NO_ARRAY || better(&n, best)) *best = n;
}

/* Behind those that are as good: what was found first is simpler. */
static void insert(struct wl_suggestions *out, const struct wl_suggestion *n) {
  size_t at = out->count++;
  for (; at > 0 && better(n, &out->list[at - 1]); at--) out->list[at] = out->list[at - 1];
  out->list[at] = *n;
}

static void try_paddings(const struct search *s, unsigned array) {
  for (uint8_t dimension = 2; dimension >= 1; dimension--) {
    struct wl_suggestion best = {.array = WL_NO_ARRAY};
    for (uint8_t pad = 1; pad <= WL_MAX_PAD; pad++)
      consider(s, array,
               (struct wl_remap){.kind = WL_REMAP_PAD, .dimension = dimension, .pad = pad}, &best);
    if (best.array != WL_NO_ARRAY) insert(s->out, &best);
  }
}

/* Widths that reach over several elements, and elements smaller than a word, stay
 * whole: columns move in steps of the widest access. */
static unsigned least_shift(const struct search *s, unsigned array) {
  unsigned widest = 4, shift = 0;
  for (uint32_t i = 0; i < s->ways; i++)
    if (s->way[i].arrays >> array & 1 && s->way[i].access.width > widest)
      widest = s->way[i].access.width;
  while (s->head->array[array].element_bytes << shift < widest) shift++;
  return shift;
}

static void try_swizzles(const struct search *s, unsigned array) {
  struct wl_suggestion best = {.array = WL_NO_ARRAY};
  for (unsigned shift = least_shift(s, array); shift <= MAX_SHIFT; shift++)
    for (uint8_t down = 0; down < MAX_BITS; down++)
      for (uint8_t bits = 1; bits <= MAX_BITS; bits++)
        consider(s, array,
                 (struct wl_remap){.kind = WL_REMAP_SWIZZLE, .bits = bits, .down = down,
                                   .shift = (uint8_t)shift}, &best);
  if (best.array != WL_NO_ARRAY) insert(s->out, &best);
}

/* The best of each array at once, where that is more than one of them. */
static void try_together(const struct search *s) {
  struct wl_suggestion n = {.array = WL_NO_ARRAY};
  unsigned changed = 0;
  for (size_t i = 0; i < s->out->count; i++) {
    unsigned array = s->out->list[i].array;
    if (n.remap[array].kind != WL_REMAP_NONE) continue;
    n.remap[array] = s->out->list[i].remap[array];
    changed++;
  }
  if (changed > 1 && evaluate(s, &n)) insert(s->out, &n);
}

struct wl_suggestions *wl_suggest(const struct wl_trace *t, const struct wl_arch *arch,
                                  struct wl_diag *d) {
  struct search s = {.arch = arch, .head = wl_trace_head(t)};
  s.out = calloc(1, sizeof *s.out);
  s.way = malloc(MAX_WAYS * sizeof *s.way);
  s.slot = calloc(SLOTS, sizeof *s.slot);
  bool good = s.out && s.way && s.slot && s.head;
  if (!good) wl_diag_fail(d, WL_LIMIT, "not enough memory to look for layouts");
  good = good && gather(&s, t, d);
  if (good) {
    s.out->shared_bytes = s.head->shared_bytes;
    for (unsigned i = 0; i < s.head->arrays; i++) {
      if (s.head->array[i].space != WL_SHARED) continue;
      try_paddings(&s, i);
      try_swizzles(&s, i);
    }
    try_together(&s);
  }
  free(s.way);
  free(s.slot);
  if (good) return s.out;
  free(s.out);
  return NULL;
}

const char *wl_suggestions_none(const struct wl_suggestions *s) {
  if (s->count) return NULL;
  if (!s->instructions) return "the kernel does nothing in shared memory";
  if (s->wavefronts <= s->ideal) return "no layout of shared memory would need fewer wavefronts";
  return "no padding of up to 32 elements and no swizzle needs fewer wavefronts";
}

void wl_suggestions_destroy(struct wl_suggestions *s) { free(s); }
