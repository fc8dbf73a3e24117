#include "core/hazard/findings.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/finding_index.h"

void wl_findings_free(struct wl_findings *f) {
  free(f->hazard);
  free(f->slot);
  *f = (struct wl_findings){0};
}

/* Whether two hazards are one, met twice. */
static bool same(const struct wl_hazard *a, const struct wl_hazard *b) {
  return a->kind == b->kind && a->scope == b->scope && a->note == b->note &&
         a->array == b->array && wl_same_place(&a->first.place, &b->first.place) &&
         wl_same_place(&a->second.place, &b->second.place) && a->first.op == b->first.op &&
         a->second.op == b->second.op;
}

/* Met once more: as often, and in as many ways. */
static void meet_again(struct wl_hazard *known, const struct wl_hazard *h) {
  known->count += h->count;
  if (h->depth > known->depth) known->depth = h->depth;
  known->loop |= h->loop;
  known->calls |= h->calls;
  known->late &= h->late;
  known->own &= h->own;
  known->open |= h->open;
  known->walled &= h->walled;
}

static size_t hash(const struct wl_hazard *h) {
  uint64_t v = h->first.place.line * UINT64_C(0x9e3779b97f4a7c15) + h->first.place.column;
  v = (v ^ h->second.place.line) * UINT64_C(0xc2b2ae3d27d4eb4f) + h->second.place.column;
  return (size_t)((v ^ v >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 20) + h->kind + h->array;
}

/* Fills the table anew, twice as large. */
static bool rehash(struct wl_findings *f) {
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

bool wl_findings_add(struct wl_findings *f, const struct wl_hazard *h) {
  if (f->recent < f->count && same(&f->hazard[f->recent], h)) {
    meet_again(&f->hazard[f->recent], h);
    return true;
  }
  if (2 * f->count >= f->slots && !rehash(f)) return false;
  size_t at = hash(h) & (f->slots - 1);
  for (; f->slot[at]; at = (at + 1) & (f->slots - 1)) {
    f->recent = f->slot[at] - 1;
    if (!same(&f->hazard[f->recent], h)) continue;
    meet_again(&f->hazard[f->recent], h);
    return true;
  }
  if (f->count == f->capacity) {
    struct wl_hazard *grown = wl_grow(f->hazard, sizeof *grown, &f->capacity, 16);
    if (grown == NULL) return false;
    f->hazard = grown;
  }
  f->hazard[f->count] = *h;
  f->hazard[f->count].met = f->now;
  f->recent = f->count++;
  f->slot[at] = (uint32_t)f->count;
  return true;
}

/* Whether a barrier of the block may end both: else each is told. */
static bool same_reach(const struct wl_hazard *a, const struct wl_hazard *b) {
  bool crowd = a->kind == WL_HAZARD_WAW && wl_same_place(&a->first.place, &a->second.place) &&
               wl_same_place(&b->first.place, &b->second.place);
  return crowd || (a->scope == WL_SCOPE_GRID) == (b->scope == WL_SCOPE_GRID);
}

/* Whether two are told as one: races of one kind between the same two lines of what they do to
 * one array. On a single line they have a place in common. */
static bool alike(const struct wl_hazard *a, const struct wl_hazard *b) {
  const struct wl_party *p = &a->first, *q = &a->second;
  if (a->kind > WL_HAZARD_FLIGHT) return same(a, b);
  if (a->kind != b->kind || a->note != b->note || a->array != b->array) return false;
  if (p->place.line != b->first.place.line || q->place.line != b->second.place.line) return false;
  bool apart = p->place.line != q->place.line;
  return same_reach(a, b) && (apart || wl_same_place(&p->place, &b->first.place) ||
                              wl_same_place(&q->place, &b->second.place));
}

/* Takes `h` into what is told of its kind: the example is that of the widest scope. */
static void join(struct wl_hazard *into, const struct wl_hazard *h) {
  struct wl_hazard wide = h->scope > into->scope ? *h : *into;
  const struct wl_hazard *other = h->scope > into->scope ? into : h;
  meet_again(&wide, other);
  wide.branch |= other->branch;
  *into = wide;
}

void wl_findings_fold(struct wl_findings *f) {
  uint32_t kept = 0, k;
  struct wl_hazard_index x;
  wl_hazard_index_create(&x, f->count);
  for (size_t i = 0; i < f->count; i++) {
    const struct wl_hazard h = f->hazard[i];
    uint64_t key = wl_hazard_key(h.kind, h.first.place.line, h.second.place.line);
    for (k = wl_hazard_index_first(&x, key); k < kept; k = wl_hazard_index_next(&x, k))
      if (alike(&f->hazard[k], &h)) break;
    if (k < kept) {
      join(&f->hazard[k], &h);
      continue;
    }
    f->hazard[kept] = h;
    wl_hazard_index_add(&x, key, kept++);
  }
  wl_hazard_index_free(&x);
  f->count = kept;
}
