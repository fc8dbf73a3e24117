#include "core/hazard/fence_knowledge.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/watch.h"

enum { LEAST = 1 << 14 }; /* pairs, before anybody looks what is of use */

/* Sets are sorted by line. Appends one pair to the set that is being made. */
static bool append(struct wl_releases *r, uint32_t line, uint32_t count) {
  if (r->knowns == r->known_capacity) {
    struct wl_fence_known *grown = wl_grow(r->known, sizeof *grown, &r->known_capacity,
                                           WL_FENCE_FEW);
    if (grown == NULL) return false;
    r->known = grown;
  }
  r->known[r->knowns++] = (struct wl_fence_known){line, count};
  return true;
}

/* The set of the pairs that were appended from `first` on; 0 when memory ran out: not `fine`. */
static uint32_t end_set(struct wl_watch *w, size_t first, bool fine) {
  struct wl_releases *r = w->releases;
  if (fine && r->sets == r->set_capacity) {
    struct wl_fence_known_set *grown = wl_grow32(r->set, sizeof *grown, &r->set_capacity,
                                                 WL_FENCE_FEW);
    fine = grown != NULL;
    if (fine) r->set = grown;
  }
  if (!fine) {
    w->failed = true;
    return 0;
  }
  r->set[r->sets] = (struct wl_fence_known_set){first, (uint32_t)(r->knowns - first)};
  return ++r->sets;
}

/* The next pair of a set; of no line behind its end. */
static struct wl_fence_known pair_at(const struct wl_releases *r, struct wl_fence_known_set s,
                                     uint32_t i) {
  return i < s.count ? r->known[s.first + i] : (struct wl_fence_known){WL_NO_LINE, 0};
}

/* Appends the union of two sets. more_x, more_y: whether it has more than `x`, than `y`. */
static bool append_union(struct wl_releases *r, struct wl_fence_known_set x,
                         struct wl_fence_known_set y,
                         bool *more_x, bool *more_y) {
  for (uint32_t i = 0, k = 0; i < x.count || k < y.count;) {
    struct wl_fence_known p = pair_at(r, x, i), q = pair_at(r, y, k);
    uint32_t line = p.line < q.line ? p.line : q.line;
    uint32_t from_x = p.line == line ? p.count : 0, from_y = q.line == line ? q.count : 0;
    *more_x |= from_y > from_x;
    *more_y |= from_x > from_y;
    if (!append(r, line, from_x > from_y ? from_x : from_y)) return false;
    i += p.line == line;
    k += q.line == line;
  }
  return true;
}

uint32_t wl_fence_known_merge(struct wl_watch *w, uint32_t a, uint32_t b) {
  struct wl_releases *r = w->releases;
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  size_t first = r->knowns;
  bool more_a = false, more_b = false;
  bool fine = append_union(r, r->set[a - 1], r->set[b - 1], &more_a, &more_b);
  if (!fine || (more_a && more_b)) return end_set(w, first, fine);
  r->knowns = first; /* it is one of the two */
  return more_a ? b : a;
}

uint32_t wl_fence_known_single(struct wl_watch *w, uint32_t line, uint32_t count) {
  size_t first = w->releases->knowns;
  return end_set(w, first, append(w->releases, line, count));
}

uint32_t wl_fence_known_gather(struct wl_watch *w, uint32_t a, uint32_t b, uint32_t own) {
  struct wl_releases *r = w->releases;
  uint32_t all = wl_fence_known_merge(w, a, b);
  if (w->failed || r->sets == own || (r->sets == own + 1 && all == r->sets)) return all;
  bool made = all > own; /* behind the one that it was made of; else that is of no use */
  const struct wl_fence_known_set last = made ? r->set[all - 1] : (struct wl_fence_known_set){0, 0};
  size_t first = r->set[own].first;
  if (made) memmove(&r->known[first], &r->known[last.first], last.count * sizeof *r->known);
  r->knowns = first + last.count;
  r->set[own].count = last.count;
  r->sets = own + made;
  return made ? r->sets : all;
}

/* Every set in use: what threads know, what is fenced off, what words hand on. */
static void each_set(struct wl_releases *r, void (*visit)(uint32_t *set, uint32_t *moved),
                     uint32_t *moved) {
  for (uint32_t i = 0; i < r->lines; i++) visit(&r->line[i].gained, moved);
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      visit(&r->knows[warp][lane], moved);
      for (int level = WL_IN_BLOCK; level < WL_FENCE_LEVELS; level++)
        visit(&r->cover[level][warp].knows[lane], moved);
    }
  for (int level = 0; level < WL_FENCE_LEVELS; level++) visit(&r->past[level].knows, moved);
}

static void mark(uint32_t *set, uint32_t *moved) {
  if (*set) moved[*set - 1] = 1;
}

static void follow(uint32_t *set, uint32_t *moved) {
  if (*set) *set = moved[*set - 1];
}

/* Every atomic makes sets, and most are of no use soon. Throws those away. */
static void sweep(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  size_t knowns = 0;
  uint32_t sets = 0, *moved = calloc((size_t)r->sets + 1, sizeof *moved);
  if (moved == NULL) {
    w->failed = true;
    return;
  }
  each_set(r, mark, moved);
  for (uint32_t i = 0; i < r->sets; i++) {
    const struct wl_fence_known_set s = r->set[i];
    if (!moved[i]) continue;
    memmove(&r->known[knowns], &r->known[s.first], s.count * sizeof *r->known);
    r->set[sets] = (struct wl_fence_known_set){knowns, s.count};
    knowns += s.count;
    moved[i] = ++sets;
  }
  each_set(r, follow, moved);
  free(moved);
  r->sets = sets;
  r->knowns = r->kept = knowns;
}

uint32_t wl_fence_known_before(const struct wl_fence_line *l, uint32_t block) {
  uint32_t low = 0, high = l->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (l->release[middle].block < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

uint32_t wl_fence_known_of(const struct wl_releases *r, uint32_t number, uint32_t line) {
  if (number == 0) return 0;
  const struct wl_fence_known_set *set = &r->set[number - 1];
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (r->known[set->first + middle].line < line) low = middle + 1;
    else high = middle;
  }
  if (low == set->count) return 0;
  const struct wl_fence_known *k = &r->known[set->first + low];
  return k->line == line ? k->count : 0;
}

/* Bytes of what words hand on. Each release has a line here: one that blocks have in common counts
 * for each of them, so that the sum is the same for any number of streams. */
static size_t handed_bytes(const struct wl_releases *r) {
  return r->rows * sizeof *r->row +
         r->released * (sizeof(struct wl_release) + sizeof(struct wl_fence_line));
}

/* … and of the sets. */
static size_t bytes_of(const struct wl_releases *r) {
  return handed_bytes(r) + r->knowns * sizeof *r->known + r->sets * sizeof *r->set;
}

static void forget(struct wl_releases *r) {
  for (uint32_t i = 0; i < r->lines; i++) free(r->line[i].release);
  r->lines = r->rows = r->sets = 0;
  r->knowns = r->kept = r->released = 0;
  r->first_line = r->first_row = 0;
  r->older = false;
  memset(r->bucket, 0xff, sizeof r->bucket);
  memset(r->knows, 0, sizeof r->knows);
  memset(r->cover, 0, sizeof r->cover);
  memset(r->past, 0, sizeof r->past);
}

/* The releases of a line that are of the block at work, with their rows. */
static void forget_releases(struct wl_releases *r, struct wl_fence_line *l, uint32_t block) {
  l->older = wl_fence_known_before(l, block);
  l->count -= l->older;
  r->released -= l->older;
  for (uint32_t i = 0; i < l->count; i++) {
    l->release[i] = l->release[l->older + i];
    if (!wl_row_is_short(l->release[i].row)) l->release[i].row -= r->first_row;
  }
}

/* What is known of those alone. */
static void forget_pairs(struct wl_releases *r, struct wl_fence_known_set *s) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    struct wl_fence_known k = r->known[s->first + i];
    if (k.count <= r->line[k.line].older) continue;
    k.count -= r->line[k.line].older;
    r->known[s->first + kept++] = k;
  }
  s->count = kept;
}

/* Nobody asks for what blocks before the one at work have handed on, where global memory is left
 * alone: the rest orders shared memory. */
static void forget_older(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  for (uint32_t i = 0; i < r->lines; i++) forget_releases(r, &r->line[i], w->block);
  for (uint32_t i = 0; i < r->sets; i++) forget_pairs(r, &r->set[i]);
  r->rows -= r->first_row;
  if (r->rows) memmove(r->row, r->row + r->first_row, r->rows * sizeof *r->row);
  for (int level = 0; level < WL_FENCE_LEVELS; level++)
    if (r->past[level].saved) r->past[level].saved -= r->first_row;
  r->first_row = 0;
  r->older = false;
}

void wl_fence_known_collect(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  const size_t most = WL_HAZARD_KNOWN;
  bool many = r->knowns >= LEAST && r->knowns >= 2 * r->kept;
  if (!many && handed_bytes(r) <= most && bytes_of(r) <= 2 * most) return;
  sweep(w);
  if (w->failed || bytes_of(r) <= most) return;
  w->full = true;
  if (r->older) {
    forget_older(w);
    sweep(w);
  }
  if (w->failed || bytes_of(r) <= most) return;
  forget(r);
  r->lost = w->lost = true;
}

void wl_fence_block_begin(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  memset(r->knows, 0, sizeof r->knows);
  memset(r->cover, 0, sizeof r->cover);
  memset(r->past, 0, sizeof r->past);
  memset(r->bucket[1], 0xff, sizeof r->bucket[1]); /* no later block meets at those */
  for (uint32_t i = r->first_line; i < r->lines; i++)
    if (wl_line_is_own(&r->line[i])) r->line[i].gained = 0;
  if (w->full) forget(r);
  r->lost = false;
  r->older = r->lines > 0;
  r->first_line = r->lines;
  r->first_row = r->rows;
}

size_t wl_fence_total(struct wl_watch *w) {
  if (w->releases == NULL) return 0;
  wl_fence_block_begin(w);
  sweep(w);
  return bytes_of(w->releases);
}
