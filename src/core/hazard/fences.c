/* What fences and atomics pass on: a thread writes, calls __threadfence(), and makes an atomic. A
 * thread that gets the result of that atomic, or of a later one on the same word, is ordered after
 * those writes, and after all writes that the first thread knew by a fence. Sources: PTX ISA,
 * "Release and Acquire Patterns", "Observation Order", "Causality Order", which is transitive
 * across scopes; CUDA C++ Programming Guide, "Memory Fence Functions", whose example reads after
 * the atomic without a second fence, from a volatile array: without either, it is a note. */
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/hazard/fence_knowledge.h"
#include "core/hazard/watch.h"

void wl_fence_free(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  if (r == NULL) return;
  for (uint32_t i = 0; i < r->lines; i++) free(r->line[i].release);
  free(r->line);
  free(r->row);
  free(r->known);
  free(r->set);
  free(r);
  w->releases = NULL;
}

static struct wl_releases *releases(struct wl_watch *w) {
  if (w->releases != NULL) return w->releases;
  struct wl_releases *r = calloc(1, sizeof *r);
  if (r != NULL) memset(r->bucket, 0xff, sizeof r->bucket);
  w->releases = r;
  if (r == NULL) w->failed = true;
  return r;
}

/* The line of a word; WL_NO_LINE where there is none, or no memory to make one. */
static uint32_t line_of(struct wl_watch *w, const struct wl_step *s, uint64_t address,
                        enum wl_fence_level level, bool make) {
  struct wl_releases *r = w->releases;
  struct wl_fence_line made = {.address = address, .space = s->access.space,
                               .level = (uint8_t)level};
  uint32_t *bucket =
    &r->bucket[wl_line_is_own(&made)][(address / 4 + made.space) % WL_FENCE_BUCKETS];
  for (uint32_t i = *bucket; i != WL_NO_LINE; i = r->line[i].next)
    if (r->line[i].address == address && r->line[i].space == made.space &&
        r->line[i].level == made.level)
      return i;
  if (!make) return WL_NO_LINE;
  if (r->lines == r->line_capacity) {
    struct wl_fence_line *grown =
        wl_grow32(r->line, sizeof *grown, &r->line_capacity, WL_FENCE_FEW);
    if (grown == NULL) {
      w->failed = true;
      return WL_NO_LINE;
    }
    r->line = grown;
  }
  made.next = *bucket;
  r->line[r->lines] = made;
  return *bucket = r->lines++;
}

void wl_fence(struct wl_watch *w, const struct wl_step *s) {
  struct wl_releases *r = releases(w);
  if (r == NULL || r->lost) return;
  wl_fence_known_collect(w);
  if (w->failed || r->lost) return;
  uint32_t version = ++w->version[s->warp];
  for (int level = WL_IN_BLOCK; level < WL_FENCE_LEVELS; level++) {
    struct wl_cover *c = &r->cover[level][s->warp];
    if (level == WL_ON_DEVICE && s->name == WL_NAME_THREADFENCE_BLOCK) break;
    for (uint32_t left = s->access.mask; left != 0; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctz(left);
      for (unsigned u = 0; u < WL_LANES; u++) {
        uint32_t seen = u == lane ? version : w->known[s->warp][lane][u];
        if (seen > c->row[lane][u]) c->row[lane][u] = seen;
      }
      c->knows[lane] = wl_fence_known_merge(w, c->knows[lane], r->knows[s->warp][lane]);
    }
    c->lanes |= s->access.mask;
  }
}

static void share(struct wl_watch *w, unsigned warp, uint32_t mask) {
  struct wl_releases *r = w->releases;
  uint32_t knows = 0, own = r->sets;
  for (uint32_t left = mask; left != 0; left &= left - 1)
    knows = wl_fence_known_gather(w, knows, r->knows[warp][__builtin_ctz(left)], own);
  for (uint32_t left = mask; left != 0; left &= left - 1)
    r->knows[warp][__builtin_ctz(left)] = knows;
}

/* __syncwarp(): each lane has what any of them had. */
void wl_fence_join(struct wl_watch *w, unsigned warp, uint32_t mask) {
  struct wl_releases *r = w->releases;
  share(w, warp, mask);
  for (int level = WL_IN_BLOCK; level < WL_FENCE_LEVELS; level++) {
    struct wl_cover *c = &r->cover[level][warp];
    uint32_t row[WL_LANES] = {0}, fenced = 0, own_sets = r->sets;
    if ((c->lanes & mask) == 0) continue;
    for (uint32_t left = c->lanes & mask; left != 0; left &= left - 1) {
      const uint32_t *own = c->row[__builtin_ctz(left)];
      for (unsigned u = 0; u < WL_LANES; u++) row[u] = own[u] > row[u] ? own[u] : row[u];
      fenced = wl_fence_known_gather(w, fenced, c->knows[__builtin_ctz(left)], own_sets);
    }
    for (uint32_t left = mask; left != 0; left &= left - 1) {
      memcpy(c->row[__builtin_ctz(left)], row, sizeof row);
      c->knows[__builtin_ctz(left)] = fenced;
    }
    c->lanes |= mask;
  }
}

/* __syncthreads(): what is fenced off by any thread is by all. */
static void level_phase_end(struct wl_watch *w, enum wl_fence_level level) {
  struct wl_releases *r = w->releases;
  struct wl_cover *cover = r->cover[level];
  uint32_t own_sets = r->sets;
  bool any = false;
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++) any |= cover[warp].lanes != 0;
  if (!any) return;
  memset(&r->past[level], 0, sizeof r->past[level]);
  r->past[level].there = true;
  r->past[level].phase = w->phase;
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++) {
    uint32_t *row = r->past[level].row[warp];
    for (uint32_t left = cover[warp].lanes; left != 0; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctz(left);
      const uint32_t *own = cover[warp].row[lane];
      for (unsigned u = 0; u < WL_LANES; u++) row[u] = own[u] > row[u] ? own[u] : row[u];
      r->past[level].knows =
        wl_fence_known_gather(w, r->past[level].knows, cover[warp].knows[lane], own_sets);
    }
  }
  memset(cover, 0, sizeof r->cover[level]);
}

/* Whether the last phases left the same behind for the block and for all. */
static bool is_past_alike(const struct wl_releases *r) {
  size_t block = WL_IN_BLOCK, device = WL_ON_DEVICE;
  return r->past[block].phase == r->past[device].phase &&
         r->past[block].there == r->past[device].there &&
         r->past[block].knows == r->past[device].knows &&
         memcmp(r->past[block].row, r->past[device].row, sizeof r->past[block].row) == 0;
}

void wl_fence_phase_end(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  for (int level = WL_IN_BLOCK; level < WL_FENCE_LEVELS; level++)
    level_phase_end(w, (enum wl_fence_level)level);
  r->past_alike = is_past_alike(r);
  uint32_t knows = 0, own = r->sets;
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++)
      knows = wl_fence_known_gather(w, knows, r->knows[warp][lane], own);
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++) r->knows[warp][lane] = knows;
}

/* Rows of their own, `count` of them, for a release; WL_NO_LINE when memory ran out. */
static uint32_t save_rows(struct wl_watch *w, const uint32_t (*row)[WL_LANES], unsigned count) {
  struct wl_releases *r = w->releases;
  uint32_t first = r->rows;
  for (unsigned i = 0; i < count; i++) {
    if (r->rows == r->row_capacity) {
      uint32_t (*grown)[WL_LANES] =
          wl_grow32(r->row, sizeof *grown, &r->row_capacity, WL_FENCE_FEW);
      if (grown == NULL) {
        w->failed = true;
        return WL_NO_LINE;
      }
      r->row = grown;
    }
    memcpy(r->row[r->rows++], row[i], sizeof *row);
  }
  return first;
}

/* A row in short; 0: it is long. */
static uint32_t shorten(const uint32_t row[WL_LANES], unsigned lane) {
  uint32_t version = row[lane];
  bool alone = true, even = true;
  for (unsigned u = 0; u < WL_LANES; u++) {
    alone &= u == lane || row[u] == 0;
    even &= row[u] == version;
  }
  if (version >= WL_ROW_VERSIONS || !(alone || even)) return 0;
  return version * WL_LANES + (even ? WL_ROW_EVEN : lane + WL_ROW_LANE);
}

/* Up to which version a release has what a lane did; `warp`: which of its rows. */
static uint32_t row_at(const struct wl_releases *r, uint32_t row, unsigned warp, unsigned lane) {
  if (!wl_row_is_short(row)) return r->row[row + warp][lane];
  uint32_t version = row % WL_ROW_EVEN / WL_LANES;
  return row & WL_ROW_EVEN || row % WL_LANES == lane ? version : 0;
}

/* Whether the word hands this on already: a thread that makes one atomic after another. `row`:
 * where it is long, and of one warp. */
static bool is_there(const struct wl_releases *r, const struct wl_fence_line *l,
                     const struct wl_release *n, const uint32_t *row) {
  for (uint32_t i = l->count; i-- > 0 && l->release[i].block == n->block;) {
    const struct wl_release *o = &l->release[i];
    if (o->phase != n->phase || o->warp != n->warp) continue;
    if (row == NULL ? o->row == n->row
                    : !wl_row_is_short(o->row) && memcmp(r->row[o->row], row, sizeof *r->row) == 0)
      return true;
  }
  return false;
}

/* Whether what a thread has fenced off for the block is fenced off for all. */
static bool is_alike(const struct wl_releases *r, unsigned warp, unsigned lane) {
  const struct wl_cover *block = &r->cover[WL_IN_BLOCK][warp];
  const struct wl_cover *device = &r->cover[WL_ON_DEVICE][warp];
  bool own = block->lanes >> lane & 1;
  if (own != (device->lanes >> lane & 1)) return false;
  if (!own) return r->past_alike;
  return block->knows[lane] == device->knows[lane] &&
         memcmp(block->row[lane], device->row[lane], sizeof block->row[lane]) == 0;
}

static void publish(struct wl_watch *w, const struct wl_step *s, unsigned lane, uint64_t address,
                    enum wl_fence_level level) {
  struct wl_releases *r = w->releases;
  const struct wl_cover *c = &r->cover[level][s->warp];
  bool own = c->lanes >> lane & 1;
  if (!own && !r->past[level].there) return;
  if (!own && r->past[level].saved == 0)
    r->past[level].saved = 1 + save_rows(w, (const uint32_t (*)[WL_LANES])r->past[level].row,
                                         wl_head_warps(w->head));
  uint32_t at = line_of(w, s, address, level, true);
  if (w->failed) return;
  struct wl_fence_line *l = &r->line[at];
  struct wl_release n = {.block = s->block, .phase = own ? s->phase : r->past[level].phase,
                      .warp = own ? s->warp : WL_ALL_WARPS,
                      .row = own ? shorten(c->row[lane], lane) : r->past[level].saved - 1};
  bool is_long = own && n.row == 0;
  if (!is_there(r, l, &n, is_long ? c->row[lane] : NULL)) {
    if (is_long) n.row = save_rows(w, &c->row[lane], 1);
    if (!w->failed && l->count == l->capacity) {
      struct wl_release *grown = wl_grow32(l->release, sizeof *grown, &l->capacity, WL_FENCE_FEW);
      w->failed = grown == NULL;
      if (grown != NULL) l->release = grown;
    }
    if (w->failed) return;
    l->release[l->count++] = n;
    r->released++;
  }
  l->gained = wl_fence_known_merge(w, l->gained, own ? c->knows[lane] : r->past[level].knows);
}

/* What a thread comes after as it gets the result of an atomic. */
static void acquire(struct wl_watch *w, const struct wl_step *s, unsigned lane, uint64_t address,
                    enum wl_fence_level level) {
  struct wl_releases *r = w->releases;
  uint32_t *knows = &r->knows[s->warp][lane], at = line_of(w, s, address, level, false);
  if (at == WL_NO_LINE) return;
  uint32_t own = r->sets, all = wl_fence_known_single(w, at, r->line[at].count);
  all = wl_fence_known_gather(w, all, r->line[at].gained, own);
  *knows = wl_fence_known_gather(w, all, *knows, own);
}

/* A reduction's result is not used: it hands on, but nothing comes of it. */
void wl_fence_atomic(struct wl_watch *w, const struct wl_step *s, uint8_t op, unsigned lane,
                     uint64_t address) {
  if (!w->releases->lost) wl_fence_known_collect(w);
  if (w->failed || w->releases->lost) return;
  for (int level = WL_IN_BLOCK; level < WL_FENCE_LEVELS && op != WL_REDUCE; level++)
    acquire(w, s, lane, address, (enum wl_fence_level)level);
  publish(w, s, lane, address, WL_ON_DEVICE);
  if (!is_alike(w->releases, s->warp, lane)) publish(w, s, lane, address, WL_IN_BLOCK);
}

/* Whether a release is behind what a stamp stands for. */
static bool covers(const struct wl_releases *r, const struct wl_release *n,
                   const struct wl_stamp *old, unsigned lane) {
  if (old->phase != n->phase) return old->phase < n->phase;
  bool all = n->warp == WL_ALL_WARPS;
  return (all || old->warp == n->warp) &&
         old->version < row_at(r, n->row, all ? old->warp : 0, lane);
}

/* What of a set puts an access before who knows it. */
static struct wl_fence_known proof_of(const struct wl_releases *r, uint32_t knows,
                                      const struct wl_stamp *old, unsigned old_lane) {
  if (knows == 0) return (struct wl_fence_known){0};
  const struct wl_fence_known_set *set = &r->set[knows - 1];
  for (uint32_t k = 0; k < set->count; k++) {
    const struct wl_fence_known *known = &r->known[set->first + k];
    const struct wl_fence_line *l = &r->line[known->line];
    for (uint32_t i = wl_fence_known_before(l, old->block); i < known->count; i++) {
      const struct wl_release *n = &l->release[i];
      if (n->block != old->block) break;
      if (covers(r, n, old, old_lane)) return (struct wl_fence_known){known->line, i + 1};
    }
  }
  return (struct wl_fence_known){0};
}

struct wl_fence_known wl_fence_proof(const struct wl_watch *w, const struct wl_stamp *old,
                                     unsigned old_lane, unsigned warp, unsigned lane) {
  return proof_of(w->releases, w->releases->knows[warp][lane], old, old_lane);
}

/* Source: PTX ISA, "Release and Acquire Patterns": the atomic is an acquire with a fence behind. */
bool wl_fence_taken(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                    unsigned warp, unsigned lane) {
  const struct wl_releases *r = w->releases;
  enum wl_fence_level level = old->block == w->block ? WL_IN_BLOCK : WL_ON_DEVICE;
  return r->lost || proof_of(r, r->cover[level][warp].knows[lane], old, old_lane).count != 0 ||
         proof_of(r, r->past[level].knows, old, old_lane).count != 0;
}

bool wl_fence_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane) {
  return w->releases->lost || wl_fence_proof(w, old, old_lane, warp, lane).count != 0;
}

bool wl_fence_knows(const struct wl_watch *w, const struct wl_gate *g, unsigned warp,
                    unsigned lane) {
  const struct wl_releases *r = w->releases;
  uint32_t knows = r->knows[warp][lane];
  for (uint32_t i = 0; i < g->lines; i++)
    if (wl_fence_known_of(r, knows, g->known[i].line) < g->known[i].count) return false;
  return true;
}
