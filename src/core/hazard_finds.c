#include "core/hazard_finds.h"

#include <stdlib.h>
#include <string.h>

#include "core/hazard_cure.h"

void wl_finds_free(struct wl_finds *f) {
  free(f->hazard);
  free(f->slot);
  *f = (struct wl_finds){0};
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

bool wl_finds_fold(struct wl_finds *f) {
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
      wl_finds_free(&all);
      return false;
    }
  }
  wl_finds_free(f);
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

void wl_finds_cure(struct wl_finds *f) {
  for (size_t i = 0; i < f->count; i++) find_cure(f, &f->hazard[i]);
}
