/* What fences and atomics hand on: a thread writes, calls __threadfence(), and makes
 * an atomic; whoever gets that atomic's result, or that of a later one of the same
 * word, comes after what was written, and after all that the writer came after, whatever
 * fence handed it to the writer. Sources: PTX ISA, "Release and Acquire Patterns",
 * "Observation Order", "Causality Order", which is transitive across scopes; CUDA C++
 * Programming Guide, "Memory Fence Functions", whose example reads behind the atomic
 * without a second fence. */
#include <stdlib.h>
#include <string.h>

#include "core/hazard_watch.h"

/* Whom a fence is for. */
enum level { BLOCK, DEVICE, LEVELS };

enum { ALL_WARPS = 0xffff };
#define NO_LINE UINT32_MAX

/* What an atomic hands on of a block: all before phase `phase`, and of that phase, for
 * lane u of the warp, what came before version row[u]; ALL_WARPS: a row for each. */
struct release {
  uint32_t block, row;
  uint16_t phase, warp;
};

/* The releases of one word that atomics meet at, in the order of the run; one line for those
 * that are for all, and in each block one for those that its threads make for the block. */
struct line {
  uint64_t address;
  uint8_t space, level;
  uint32_t next;    /* line of the same hash, or NO_LINE */
  uint32_t count, capacity;
  uint32_t gained;  /* what the releasing threads knew */
  struct release *release;
};

/* Knowledge is a set, of how far each line is known, and a number: 0 is none. Sets
 * never change. */
struct set { size_t first; uint32_t count; };

/* What has been fenced off, of a warp in this phase: rows as in struct release. */
struct cover {
  uint32_t lanes;                       /* those whose row says something */
  uint32_t row[WL_LANES][WL_LANES], knows[WL_LANES];
};

enum { BUCKETS = 1024 };
struct wl_releases {
  struct line *line;
  uint32_t lines, line_capacity;
  uint32_t bucket[2][BUCKETS]; /* of all blocks; of the block at work */
  uint32_t (*row)[WL_LANES];
  uint32_t rows, row_capacity;
  struct wl_known *known;
  size_t knowns, known_capacity;
  struct set *set;
  uint32_t sets, set_capacity;
  size_t kept;                                  /* pairs of sets in use, when that was looked at */
  uint32_t knows[WL_WATCH_WARPS][WL_LANES];     /* every thread's knowledge */
  struct cover cover[LEVELS][WL_WATCH_WARPS];
  struct { /* what the last phase with a fence left behind */
    bool there;
    uint16_t phase;
    uint32_t knows, saved;                      /* saved: row + 1; 0: not yet */
    uint32_t row[WL_WATCH_WARPS][WL_LANES];
  } past[LEVELS];
  bool past_alike;                              /* the two say the same */
};

/* Makes room for one more. False when memory ran out. */
static bool grow(void **items, size_t size, size_t count, size_t *capacity) {
  if (count < *capacity) return true;
  size_t more = *capacity ? 2 * *capacity : 64;
  void *grown = realloc(*items, more * size);
  if (grown == NULL) return false;
  *items = grown;
  *capacity = more;
  return true;
}

static bool grow32(void **items, size_t size, uint32_t count, uint32_t *capacity) {
  size_t wide = *capacity;
  bool fine = count < NO_LINE - 1 && grow(items, size, count, &wide) && wide < NO_LINE;
  *capacity = (uint32_t)wide;
  return fine;
}

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

/* Sets are sorted by line. Appends one pair to the set that is being made. */
static bool append(struct wl_releases *r, uint32_t line, uint32_t count) {
  if (!grow((void **)&r->known, sizeof *r->known, r->knowns, &r->known_capacity)) return false;
  r->known[r->knowns++] = (struct wl_known){line, count};
  return true;
}

/* The set of the pairs that were appended from `first` on; 0 when memory ran out: not `fine`. */
static uint32_t end_set(struct wl_watch *w, size_t first, bool fine) {
  struct wl_releases *r = w->releases;
  if (!fine || !grow32((void **)&r->set, sizeof *r->set, r->sets, &r->set_capacity)) {
    w->failed = true;
    return 0;
  }
  r->set[r->sets] = (struct set){first, (uint32_t)(r->knowns - first)};
  return ++r->sets;
}

/* The next pair of a set; of no line behind its end. */
static struct wl_known pair_at(const struct wl_releases *r, struct set s, uint32_t i) {
  return i < s.count ? r->known[s.first + i] : (struct wl_known){NO_LINE, 0};
}

/* Appends the union of two sets. more_x, more_y: whether it has more than `x`, than `y`. */
static bool append_union(struct wl_releases *r, struct set x, struct set y, bool *more_x,
                         bool *more_y) {
  for (uint32_t i = 0, k = 0; i < x.count || k < y.count;) {
    struct wl_known p = pair_at(r, x, i), q = pair_at(r, y, k);
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

/* The union of two sets; 0 when memory ran out. */
static uint32_t merge(struct wl_watch *w, uint32_t a, uint32_t b) {
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

/* The set of one line, up to `count`. */
static uint32_t single(struct wl_watch *w, uint32_t line, uint32_t count) {
  size_t first = w->releases->knowns;
  return end_set(w, first, append(w->releases, line, count));
}

/* Every set in use: what threads know, what is fenced off, what words hand on. */
static void each_set(struct wl_releases *r, void (*visit)(uint32_t *set, uint32_t *moved),
                     uint32_t *moved) {
  for (uint32_t i = 0; i < r->lines; i++) visit(&r->line[i].gained, moved);
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++) {
      visit(&r->knows[warp][lane], moved);
      for (int level = BLOCK; level < LEVELS; level++)
        visit(&r->cover[level][warp].knows[lane], moved);
    }
  for (int level = BLOCK; level < LEVELS; level++) visit(&r->past[level].knows, moved);
}

static void mark(uint32_t *set, uint32_t *moved) {
  if (*set) moved[*set - 1] = 1;
}

static void follow(uint32_t *set, uint32_t *moved) {
  if (*set) *set = moved[*set - 1];
}

/* Every atomic makes sets, and most are of no use soon: once they are as many again as those in
 * use were, the others go. Where memory is short they stay. */
static void collect(struct wl_releases *r) {
  enum { LEAST = 1 << 14 };
  size_t knowns = 0;
  uint32_t sets = 0;
  if (r->knowns < LEAST || r->knowns < 2 * r->kept) return;
  uint32_t *moved = calloc(r->sets, sizeof *moved);
  if (moved == NULL) return;
  each_set(r, mark, moved);
  for (uint32_t i = 0; i < r->sets; i++) {
    const struct set s = r->set[i];
    if (!moved[i]) continue;
    memmove(&r->known[knowns], &r->known[s.first], s.count * sizeof *r->known);
    r->set[sets] = (struct set){knowns, s.count};
    knowns += s.count;
    moved[i] = ++sets;
  }
  each_set(r, follow, moved);
  free(moved);
  r->sets = sets;
  r->knowns = r->kept = knowns;
}

/* The line of a word; NO_LINE where there is none, or no memory to make one. */
static uint32_t line_of(struct wl_watch *w, const struct wl_step *s, uint64_t address,
                        enum level level, bool make) {
  struct wl_releases *r = w->releases;
  bool in_block = level == BLOCK || s->access.space == WL_SHARED;
  uint32_t *bucket = &r->bucket[in_block][(address / 4 + s->access.space) % BUCKETS];
  for (uint32_t i = *bucket; i != NO_LINE; i = r->line[i].next)
    if (r->line[i].address == address && r->line[i].space == s->access.space &&
        r->line[i].level == level)
      return i;
  if (!make) return NO_LINE;
  if (!grow32((void **)&r->line, sizeof *r->line, r->lines, &r->line_capacity)) {
    w->failed = true;
    return NO_LINE;
  }
  r->line[r->lines] = (struct line){.address = address, .space = s->access.space,
                                    .level = (uint8_t)level, .next = *bucket};
  return *bucket = r->lines++;
}

void wl_fence(struct wl_watch *w, const struct wl_step *s) {
  struct wl_releases *r = releases(w);
  if (r == NULL) return;
  collect(r);
  uint32_t version = ++w->version[s->warp];
  for (int level = BLOCK; level < LEVELS; level++) {
    struct cover *c = &r->cover[level][s->warp];
    if (level == DEVICE && s->name == WL_NAME_THREADFENCE_BLOCK) break;
    for (uint32_t left = s->access.mask; left != 0; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctz(left);
      for (unsigned u = 0; u < WL_LANES; u++) {
        uint32_t seen = w->lockstep || u == lane ? version : w->known[s->warp][lane][u];
        if (seen > c->row[lane][u]) c->row[lane][u] = seen;
      }
      c->knows[lane] = merge(w, c->knows[lane], r->knows[s->warp][lane]);
    }
    c->lanes |= s->access.mask;
  }
}

void wl_fence_share(struct wl_watch *w, unsigned warp, uint32_t mask) {
  struct wl_releases *r = w->releases;
  uint32_t knows = 0;
  for (uint32_t left = mask; left != 0; left &= left - 1)
    knows = merge(w, knows, r->knows[warp][__builtin_ctz(left)]);
  for (uint32_t left = mask; left != 0; left &= left - 1)
    r->knows[warp][__builtin_ctz(left)] = knows;
}

/* __syncwarp(): each lane has what any of them had. */
void wl_fence_join(struct wl_watch *w, unsigned warp, uint32_t mask) {
  struct wl_releases *r = w->releases;
  wl_fence_share(w, warp, mask);
  for (int level = BLOCK; level < LEVELS; level++) {
    struct cover *c = &r->cover[level][warp];
    uint32_t row[WL_LANES] = {0}, fenced = 0;
    if ((c->lanes & mask) == 0) continue;
    for (uint32_t left = c->lanes & mask; left != 0; left &= left - 1) {
      const uint32_t *own = c->row[__builtin_ctz(left)];
      for (unsigned u = 0; u < WL_LANES; u++) row[u] = own[u] > row[u] ? own[u] : row[u];
      fenced = merge(w, fenced, c->knows[__builtin_ctz(left)]);
    }
    for (uint32_t left = mask; left != 0; left &= left - 1) {
      memcpy(c->row[__builtin_ctz(left)], row, sizeof row);
      c->knows[__builtin_ctz(left)] = fenced;
    }
    c->lanes |= mask;
  }
}

/* __syncthreads(): what is fenced off by any thread is by all. */
static void level_phase_end(struct wl_watch *w, enum level level) {
  struct wl_releases *r = w->releases;
  struct cover *cover = r->cover[level];
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
      r->past[level].knows = merge(w, r->past[level].knows, cover[warp].knows[lane]);
    }
  }
  memset(cover, 0, sizeof r->cover[level]);
}

void wl_fence_phase_end(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  uint32_t knows = 0;
  for (int level = BLOCK; level < LEVELS; level++) level_phase_end(w, (enum level)level);
  r->past_alike = r->past[BLOCK].phase == r->past[DEVICE].phase &&
                  r->past[BLOCK].there == r->past[DEVICE].there &&
                  r->past[BLOCK].knows == r->past[DEVICE].knows &&
                  memcmp(r->past[BLOCK].row, r->past[DEVICE].row, sizeof r->past[BLOCK].row) == 0;
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++) knows = merge(w, knows, r->knows[warp][lane]);
  for (unsigned warp = 0; warp < WL_WATCH_WARPS; warp++)
    for (unsigned lane = 0; lane < WL_LANES; lane++) r->knows[warp][lane] = knows;
}

void wl_fence_block_begin(struct wl_watch *w) {
  struct wl_releases *r = w->releases;
  memset(r->knows, 0, sizeof r->knows);
  memset(r->cover, 0, sizeof r->cover);
  memset(r->past, 0, sizeof r->past);
  memset(r->bucket[1], 0xff, sizeof r->bucket[1]); /* no later block meets at those */
}

/* Rows of their own, `count` of them, for a release; NO_LINE when memory ran out. */
static uint32_t save_rows(struct wl_watch *w, const uint32_t (*row)[WL_LANES], unsigned count) {
  struct wl_releases *r = w->releases;
  uint32_t first = r->rows;
  for (unsigned i = 0; i < count; i++) {
    if (!grow32((void **)&r->row, sizeof *r->row, r->rows, &r->row_capacity)) {
      w->failed = true;
      return NO_LINE;
    }
    memcpy(r->row[r->rows++], row[i], sizeof *row);
  }
  return first;
}

/* Whether the word hands this on already: a thread that makes one atomic after another. */
static bool is_there(const struct wl_releases *r, const struct line *l, const struct release *n,
                     const uint32_t *row) {
  for (uint32_t i = l->count; i-- > 0 && l->release[i].block == n->block;) {
    const struct release *o = &l->release[i];
    if (o->phase != n->phase || o->warp != n->warp) continue;
    if (n->warp == ALL_WARPS ? o->row == n->row
                             : memcmp(r->row[o->row], row, sizeof *r->row) == 0)
      return true;
  }
  return false;
}

/* Whether what a thread has fenced off for the block is fenced off for all. */
static bool is_alike(const struct wl_releases *r, unsigned warp, unsigned lane) {
  const struct cover *block = &r->cover[BLOCK][warp], *device = &r->cover[DEVICE][warp];
  bool own = block->lanes >> lane & 1;
  if (own != (device->lanes >> lane & 1)) return false;
  if (!own) return r->past_alike;
  return block->knows[lane] == device->knows[lane] &&
         memcmp(block->row[lane], device->row[lane], sizeof block->row[lane]) == 0;
}

static void publish(struct wl_watch *w, const struct wl_step *s, unsigned lane, uint64_t address,
                    enum level level) {
  struct wl_releases *r = w->releases;
  const struct cover *c = &r->cover[level][s->warp];
  bool own = c->lanes >> lane & 1;
  if (!own && !r->past[level].there) return;
  if (!own && r->past[level].saved == 0)
    r->past[level].saved = 1 + save_rows(w, (const uint32_t (*)[WL_LANES])r->past[level].row,
                                         wl_head_warps(w->head));
  uint32_t at = line_of(w, s, address, level, true);
  if (w->failed) return;
  struct line *l = &r->line[at];
  struct release n = {.block = s->block, .phase = own ? s->phase : r->past[level].phase,
                      .warp = own ? s->warp : ALL_WARPS,
                      .row = own ? 0 : r->past[level].saved - 1};
  if (!is_there(r, l, &n, own ? c->row[lane] : NULL)) {
    if (own) n.row = save_rows(w, &c->row[lane], 1);
    if (w->failed ||
        !grow32((void **)&l->release, sizeof *l->release, l->count, &l->capacity)) {
      w->failed = true;
      return;
    }
    l->release[l->count++] = n;
  }
  l->gained = merge(w, l->gained, own ? c->knows[lane] : r->past[level].knows);
}

/* What a thread comes after as it gets the result of an atomic. */
static void acquire(struct wl_watch *w, const struct wl_step *s, unsigned lane, uint64_t address,
                    enum level level) {
  struct wl_releases *r = w->releases;
  uint32_t *knows = &r->knows[s->warp][lane], at = line_of(w, s, address, level, false);
  if (at == NO_LINE) return;
  uint32_t all = single(w, at, r->line[at].count);
  *knows = merge(w, *knows, merge(w, r->line[at].gained, all));
}

/* A reduction's result is not used: it hands on, but nothing comes of it. */
void wl_fence_atomic(struct wl_watch *w, const struct wl_step *s, uint8_t op, unsigned lane,
                     uint64_t address) {
  collect(w->releases);
  for (int level = BLOCK; level < LEVELS && op != WL_REDUCE; level++)
    acquire(w, s, lane, address, (enum level)level);
  publish(w, s, lane, address, DEVICE);
  if (!is_alike(w->releases, s->warp, lane)) publish(w, s, lane, address, BLOCK);
}

/* Whether a release is behind what a stamp stands for. */
static bool covers(const struct wl_releases *r, const struct release *n,
                   const struct wl_stamp *old, unsigned lane) {
  if (old->phase != n->phase) return old->phase < n->phase;
  if (n->warp != ALL_WARPS) return old->warp == n->warp && old->version < r->row[n->row][lane];
  return old->version < r->row[n->row + old->warp][lane];
}

/* The first release of a block in a line, or l->count: they are in order of blocks. */
static uint32_t first_of(const struct line *l, uint32_t block) {
  uint32_t low = 0, high = l->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (l->release[middle].block < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

struct wl_known wl_fence_proof(const struct wl_watch *w, const struct wl_stamp *old,
                               unsigned old_lane, unsigned warp, unsigned lane) {
  const struct wl_releases *r = w->releases;
  uint32_t knows = r->knows[warp][lane];
  if (knows == 0) return (struct wl_known){0};
  const struct set *set = &r->set[knows - 1];
  for (uint32_t k = 0; k < set->count; k++) {
    const struct wl_known *known = &r->known[set->first + k];
    const struct line *l = &r->line[known->line];
    for (uint32_t i = first_of(l, old->block); i < known->count; i++) {
      const struct release *n = &l->release[i];
      if (n->block != old->block) break;
      if (covers(r, n, old, old_lane)) return (struct wl_known){known->line, i + 1};
    }
  }
  return (struct wl_known){0};
}

bool wl_fence_ordered(const struct wl_watch *w, const struct wl_stamp *old, unsigned old_lane,
                      unsigned warp, unsigned lane) {
  return wl_fence_proof(w, old, old_lane, warp, lane).count != 0;
}

/* How far a set of knowledge knows a line. */
static uint32_t known_of(const struct wl_releases *r, const struct set *set, uint32_t line) {
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (r->known[set->first + middle].line < line) low = middle + 1;
    else high = middle;
  }
  const struct wl_known *k = &r->known[set->first + low];
  return low < set->count && k->line == line ? k->count : 0;
}

bool wl_fence_knows(const struct wl_watch *w, const struct wl_gate *g, unsigned warp,
                    unsigned lane) {
  const struct wl_releases *r = w->releases;
  uint32_t knows = r->knows[warp][lane];
  for (uint32_t i = 0; i < g->lines; i++)
    if (knows == 0 || known_of(r, &r->set[knows - 1], g->known[i].line) < g->known[i].count)
      return false;
  return true;
}
