/* Hazards of a run: one watch per segment, one list in the end. */
#include "core/hazard.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard_cure.h"
#include "core/hazard_watch.h"

const char *const wl_hazard_keys[] = {
  [WL_HAZARD_RAW] = "read_after_write",
  [WL_HAZARD_WAR] = "write_after_read",
  [WL_HAZARD_WAW] = "write_after_write",
  [WL_HAZARD_FLIGHT] = "copy_in_flight",
  [WL_HAZARD_UNSET] = "uninitialized_read",
  [WL_HAZARD_BARRIER] = "divergent_barrier",
  [WL_HAZARD_EXITED] = "exited_before_barrier",
  [WL_HAZARD_MASK] = "absent_lanes",
  [WL_HAZARD_SOURCE] = "absent_source",
};
static_assert(sizeof wl_hazard_keys / sizeof *wl_hazard_keys == WL_HAZARD_KINDS, "every kind");

const char *const wl_scope_names[] = {
  [WL_SCOPE_INSTRUCTION] = "instruction", [WL_SCOPE_WARP] = "warp",
  [WL_SCOPE_BLOCK] = "block", [WL_SCOPE_GRID] = "grid",
};
static_assert(sizeof wl_scope_names / sizeof *wl_scope_names == WL_SCOPES, "every scope");

struct wl_hazards {
  struct wl_head head;
  unsigned segments;
  bool merged;                /* `all` is up to date */
  bool partial;               /* … and without global memory */
  struct wl_finds all;
  size_t count[2], *order[2]; /* of hazards, of notes: indices into all */
  struct wl_watch *watch;
};

struct wl_hazards *wl_hazards_create(const struct wl_head *head, bool lockstep,
                                     unsigned segments) {
  struct wl_hazards *h = calloc(1, sizeof *h);
  if (h == NULL) return NULL;
  h->head = *head;
  h->segments = segments;
  h->watch = calloc(segments, sizeof *h->watch);
  if (h->watch == NULL) {
    free(h);
    return NULL;
  }
  for (unsigned s = 0; s < segments; s++) {
    h->watch[s].head = &h->head;
    h->watch[s].lockstep = lockstep;
  }
  return h;
}

/* Frees all but what was found. */
static void free_watch(struct wl_watch *w) {
  wl_shadow_free(w);
  wl_fence_free(w);
  free(w->ask);
  w->ask = NULL;
  w->asks = w->ask_capacity = 0;
  free(w->flight);
  w->flight = NULL;
  w->flights = w->flight_capacity = 0;
}

static void free_finds(struct wl_finds *f) {
  free(f->hazard);
  free(f->slot);
  *f = (struct wl_finds){0};
}

void wl_hazards_destroy(struct wl_hazards *h) {
  if (h == NULL) return;
  for (unsigned s = 0; s < h->segments; s++) {
    free_watch(&h->watch[s]);
    for (unsigned i = 0; i < WL_MAX_ARRAYS; i++) free(h->watch[s].touched[i]);
    free_finds(&h->watch[s].finds);
  }
  free_finds(&h->all);
  free(h->order[0]);
  free(h->order[1]);
  free(h->watch);
  free(h);
}

static bool same_place(const struct wl_place *a, const struct wl_place *b) {
  return a->line == b->line && a->column == b->column;
}

/* Whether two hazards are one, met twice. */
static bool same(const struct wl_hazard *a, const struct wl_hazard *b) {
  return a->kind == b->kind && a->scope == b->scope && a->note == b->note &&
         a->array == b->array && same_place(&a->first.place, &b->first.place) &&
         same_place(&a->second.place, &b->second.place) && a->first.op == b->first.op &&
         a->second.op == b->second.op;
}

static size_t hash(const struct wl_hazard *h) {
  uint64_t v = h->first.place.line * UINT64_C(0x9e3779b97f4a7c15) + h->first.place.column;
  v = (v ^ h->second.place.line) * UINT64_C(0xc2b2ae3d27d4eb4f) + h->second.place.column;
  return (size_t)((v ^ v >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 20) + h->kind + h->array;
}

/* Fills the table anew, twice as large. */
static bool rehash(struct wl_finds *f) {
  size_t slots = f->slots ? 2 * f->slots : 64;
  uint32_t *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) return false;
  for (size_t i = 0; i < f->count; i++) {
    size_t at = hash(&f->hazard[i]) & (slots - 1);
    while (slot[at]) at = (at + 1) & (slots - 1);
    slot[at] = (uint32_t)i + 1;
  }
  free(f->slot);
  f->slot = slot;
  f->slots = slots;
  return true;
}

bool wl_finds_add(struct wl_finds *f, const struct wl_hazard *h) {
  if (f->recent < f->count && same(&f->hazard[f->recent], h)) {
    f->hazard[f->recent].count += h->count;
    f->hazard[f->recent].loop |= h->loop;
    return true;
  }
  if (2 * f->count >= f->slots && !rehash(f)) return false;
  size_t at = hash(h) & (f->slots - 1);
  for (; f->slot[at]; at = (at + 1) & (f->slots - 1)) {
    f->recent = f->slot[at] - 1;
    if (!same(&f->hazard[f->recent], h)) continue;
    f->hazard[f->recent].count += h->count;
    f->hazard[f->recent].loop |= h->loop;
    return true;
  }
  if (f->count == f->capacity) {
    size_t capacity = f->capacity ? 2 * f->capacity : 16;
    struct wl_hazard *grown = realloc(f->hazard, capacity * sizeof *grown);
    if (grown == NULL) return false;
    f->hazard = grown;
    f->capacity = capacity;
  }
  f->hazard[f->count] = *h;
  f->recent = f->count++;
  f->slot[at] = (uint32_t)f->count;
  return true;
}

void wl_watch_report(struct wl_watch *w, const struct wl_hazard *h) {
  if (!wl_finds_add(&w->finds, h)) w->failed = true;
}

bool wl_hazards_add(struct wl_hazards *h, unsigned segment, const struct wl_step *s) {
  struct wl_watch *w = &h->watch[segment];
  if (s->warp >= WL_WATCH_WARPS) return true; /* no block has so many */
  h->merged = false;
  if (!w->begun || s->block != w->block) {
    if (w->begun) wl_watch_phase_end(w);
    wl_watch_block_begin(w, s);
  } else if (s->phase != w->phase) {
    wl_watch_phase_end(w);
    w->phase = s->phase;
  }
  for (uint32_t left = s->access.mask; left != 0; left &= left - 1)
    w->last[s->warp][__builtin_ctz(left)] = s->place;
  if (s->kind == WL_STEP_ACCESS) wl_watch_access(w, s);
  else if (s->kind != WL_STEP_MARK) wl_watch_sync(w, s);
  w->ordinal[s->warp]++;
  w->steps++;
  return !w->failed;
}

void wl_hazards_close(struct wl_hazards *h, unsigned segment) {
  struct wl_watch *w = &h->watch[segment];
  if (w->begun) wl_watch_phase_end(w);
  w->begun = false;
  h->merged = false;
  free_watch(w);
}

/* A race between lanes of one warp is that of the block, where there is one, too: the
 * barrier that ends the one ends the other. */
static bool fold(struct wl_finds *f) {
  struct wl_finds all = {0};
  for (size_t i = 0; i < f->count; i++) {
    struct wl_hazard z = f->hazard[i], wide = z;
    wide.scope = WL_SCOPE_BLOCK;
    for (size_t k = 0; k < f->count && z.scope == WL_SCOPE_WARP; k++)
      if (same(&f->hazard[k], &wide)) {
        wide = f->hazard[k];
        wide.count = z.count;
        z = wide;
      }
    if (!wl_finds_add(&all, &z)) {
      free_finds(&all);
      return false;
    }
  }
  free_finds(f);
  *f = all;
  return true;
}

static bool is_local_race(const struct wl_hazard *h) {
  return h->kind <= WL_HAZARD_WAW && h->scope != WL_SCOPE_GRID && !h->note;
}

/* Whether a missing barrier may be behind both: they are between the same lines. */
static bool is_kin(const struct wl_hazard *a, const struct wl_hazard *b) {
  uint32_t a1 = a->first.place.line, a2 = a->second.place.line;
  uint32_t b1 = b->first.place.line, b2 = b->second.place.line;
  return a->array == b->array && ((a1 == b1 && a2 == b2) || (a1 == b2 && a2 == b1));
}

/* What mends `h`, seen together with its kin. */
static void find_cure(const struct wl_finds *f, struct wl_hazard *h) {
  bool turn = false, local = false;
  bool atomic = h->kind == WL_HAZARD_WAW && same_place(&h->first.place, &h->second.place);
  h->cure = WL_CURE_BETWEEN;
  h->reach = h->scope;
  if (h->kind > WL_HAZARD_WAW) return;
  for (size_t i = 0; i < f->count && is_local_race(h); i++) {
    const struct wl_hazard *k = &f->hazard[i];
    if (!is_local_race(k) || !is_kin(h, k)) continue;
    if (k->scope > h->reach) h->reach = k->scope;
    turn |= k->kind == WL_HAZARD_RAW && k->loop;
    local |= k->kind == WL_HAZARD_WAR;
    atomic |= k->kind == WL_HAZARD_WAW && same_place(&k->first.place, &k->second.place);
  }
  if (h->first.place.line != h->second.place.line) return;
  if (atomic) h->cure = WL_CURE_ATOMIC;
  else if (turn) h->cure = local ? WL_CURE_BOTH : WL_CURE_TURN;
  else if (local) h->cure = WL_CURE_LOCAL;
}

/* Pages of an array of global memory that any segment touches. */
static size_t pages_touched(const struct wl_hazards *h, unsigned array) {
  size_t pages = wl_shadow_pages(&h->head, array), count = 0;
  bool any = false;
  for (unsigned s = 0; s < h->segments; s++) any |= h->watch[s].touched[array] != NULL;
  for (size_t i = 0; i < pages && any; i++) {
    unsigned s = 0;
    while (s < h->segments && (!h->watch[s].touched[array] || !h->watch[s].touched[array][i])) s++;
    count += s < h->segments;
  }
  return count;
}

/* What all segments together touch decides, so that it is the same for any number of
 * them. */
static bool touches_too_much(const struct wl_hazards *h) {
  size_t pages = 0;
  for (unsigned s = 0; s < h->segments; s++)
    if (h->watch[s].full) return true;
  for (unsigned i = 0; i < h->head.arrays; i++)
    if (h->head.array[i].space == WL_GLOBAL) pages += pages_touched(h, i);
  return pages > WL_HAZARD_PAGES;
}

/* Puts the lists of the segments into one, each behind those before it. */
static bool merge(struct wl_hazards *h) {
  uint64_t before = 0; /* steps of earlier segments */
  free_finds(&h->all);
  h->count[0] = h->count[1] = 0;
  h->partial = touches_too_much(h);
  for (unsigned s = 0; s < h->segments; s++) {
    const struct wl_finds *f = &h->watch[s].finds;
    for (size_t i = 0; i < f->count; i++) {
      struct wl_hazard z = f->hazard[i];
      if (h->partial && z.array < h->head.arrays && h->head.array[z.array].space == WL_GLOBAL)
        continue;
      z.first.step += before;
      z.second.step += before;
      if (!wl_finds_add(&h->all, &z)) return false;
    }
    before += h->watch[s].steps;
  }
  if (!fold(&h->all)) return false;
  for (size_t i = 0; i < h->all.count; i++) find_cure(&h->all, &h->all.hazard[i]);
  for (int notes = 0; notes < 2; notes++) {
    size_t *order = realloc(h->order[notes], (h->all.count + 1) * sizeof *order);
    if (order == NULL) return false;
    h->order[notes] = order;
    for (size_t i = 0; i < h->all.count; i++)
      if (h->all.hazard[i].note == (notes == 1)) order[h->count[notes]++] = i;
  }
  return h->merged = true;
}

size_t wl_hazards_count(struct wl_hazards *h, bool notes) {
  if (h == NULL || (!h->merged && !merge(h))) return 0;
  return h->count[notes];
}

const struct wl_hazard *wl_hazards_get(struct wl_hazards *h, bool notes, size_t i) {
  return i < wl_hazards_count(h, notes) ? &h->all.hazard[h->order[notes][i]] : NULL;
}

bool wl_hazards_partial(struct wl_hazards *h) {
  return h != NULL && (h->merged || merge(h)) && h->partial;
}
