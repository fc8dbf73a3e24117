#include "core/cache/multiprocessor.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/cache/lru.h"
#include "core/cache/sector_set.h"

enum { MAX_RESIDENT_WARPS = 64, MAX_WARPS = 32 };

/* A block as it was recorded, and how far it is. */
struct block {
  struct block *after;       /* in a list */
  uint32_t phase, left;      /* barriers passed; warps that have not ended */
  uint32_t at[MAX_WARPS];    /* barriers that each warp has come to */
  struct wl_warp_queue warp[]; /* one each */
};

struct wl_multiprocessor {
  const struct wl_cache_model *model;
  struct wl_lru *l1;          /* NULL: none */
  struct wl_sector_set *seen; /* sectors that L1 has had */
  struct block *filling, *spare, *first, *last; /* that wait: first to last */
  struct block *slot[MAX_RESIDENT_WARPS];       /* resident ones; NULL: free */
  uint32_t slots, taken;
  uint64_t ready;             /* bit slot × warps + warp: may make its next request */
  unsigned current;           /* whose turn it is, if it is ready */
  uint32_t turn;
  struct wl_l2_request *out;
  size_t outs, out_capacity;
  bool failed;                /* memory ran out */
  void (*watch)(void *to, const struct wl_l1_event *e); /* NULL: nobody does */
  void *to;
};

struct wl_multiprocessor *wl_multiprocessor_create(const struct wl_cache_model *model) {
  struct wl_multiprocessor *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->model = model;
  p->slots = model->resident;
  if (p->slots * model->warps > MAX_RESIDENT_WARPS) p->slots = MAX_RESIDENT_WARPS / model->warps;
  p->l1 = model->l1_lines > 0 ? wl_lru_create(model->l1_lines) : NULL;
  p->seen = wl_sector_set_create();
  if (p->seen != NULL && (p->l1 != NULL || model->l1_lines == 0)) return p;
  wl_multiprocessor_destroy(p);
  return NULL;
}

static void free_block(struct wl_multiprocessor *p, struct block *b) {
  for (uint32_t w = 0; b != NULL && w < p->model->warps; w++) free(b->warp[w].bytes);
  free(b);
}

static void free_list(struct wl_multiprocessor *p, struct block *b) {
  while (b != NULL) {
    struct block *after = b->after;
    free_block(p, b);
    b = after;
  }
}

void wl_multiprocessor_destroy(struct wl_multiprocessor *p) {
  if (p == NULL) return;
  for (uint32_t i = 0; i < p->slots; i++) free_block(p, p->slot[i]);
  free_list(p, p->first);
  free_list(p, p->spare);
  free_block(p, p->filling);
  wl_lru_destroy(p->l1);
  wl_sector_set_destroy(p->seen);
  free(p->out);
  free(p);
}

struct wl_warp_queue *wl_multiprocessor_room(struct wl_multiprocessor *p) {
  if (p->filling == NULL && p->spare != NULL) {
    p->filling = p->spare;
    p->spare = p->spare->after;
  } else if (p->filling == NULL) {
    p->filling = calloc(1, sizeof *p->filling + p->model->warps * sizeof p->filling->warp[0]);
    if (p->filling == NULL) return NULL;
  }
  return p->filling->warp;
}

void wl_multiprocessor_enter(struct wl_multiprocessor *p) {
  struct block *b = p->filling;
  p->filling = NULL;
  b->after = NULL;
  if (p->first == NULL) p->first = b;
  else p->last->after = b;
  p->last = b;
}

/* Blocks that wait become resident, as far as there is room. */
static void admit(struct wl_multiprocessor *p) {
  uint32_t warps = p->model->warps;
  for (uint32_t i = 0; i < p->slots && p->first != NULL; i++) {
    if (p->slot[i] != NULL) continue;
    struct block *b = p->slot[i] = p->first;
    p->first = b->after;
    p->taken++;
    b->phase = 0;
    b->left = warps;
    memset(b->at, 0, sizeof b->at);
    for (uint32_t w = 0; w < warps; w++) p->ready |= UINT64_C(1) << (i * warps + w);
  }
}

/* The warps that have come as far as the slowest one of their block go on. */
static void pass_barrier(struct wl_multiprocessor *p, uint32_t slot) {
  struct block *b = p->slot[slot];
  uint32_t warps = p->model->warps, least = UINT32_MAX;
  for (uint32_t w = 0; w < warps; w++)
    if (b->at[w] < least) least = b->at[w];
  if (least == b->phase) return;
  b->phase = least;
  for (uint32_t w = 0; w < warps; w++)
    if (b->at[w] == least) p->ready |= UINT64_C(1) << (slot * warps + w);
}

/* A warp waits at a barrier, or has ended: at = UINT32_MAX. */
static void come_to(struct wl_multiprocessor *p, unsigned who, uint32_t at) {
  uint32_t warps = p->model->warps, slot = who / warps;
  struct block *b = p->slot[slot];
  b->at[who % warps] = at;
  p->ready &= ~(UINT64_C(1) << who);
  if (at == UINT32_MAX) b->left--;
  if (b->left > 0) {
    pass_barrier(p, slot);
    return;
  }
  for (uint32_t w = 0; w < warps; w++) wl_warp_queue_reset(&b->warp[w]);
  b->after = p->spare;
  p->spare = b;
  p->slot[slot] = NULL;
  p->taken--;
}

static void ask_l2(struct wl_multiprocessor *p, const struct wl_cache_request *r, uint64_t line,
                   unsigned sectors) {
  if (sectors == 0 || p->watch != NULL) return;
  if (p->outs == p->out_capacity) {
    struct wl_l2_request *grown = wl_grow(p->out, sizeof *p->out, &p->out_capacity, 256);
    if (grown == NULL) {
      p->failed = true;
      return;
    }
    p->out = grown;
  }
  p->out[p->outs++] = (struct wl_l2_request){line, p->turn, r->site, (uint8_t)r->kind,
                                             (uint8_t)sectors};
}

/* Counts the misses of a line; which of them L1 has had before. */
static unsigned count_misses(struct wl_multiprocessor *p, struct wl_l1_figures *f, uint64_t line,
                             unsigned missed, unsigned fetched) {
  uint8_t *seen = wl_sector_set_line(p->seen, line, 1);
  if (seen == NULL) {
    p->failed = true;
    return 0;
  }
  unsigned again = missed & *seen;
  f->misses += wl_sectors_count(missed);
  f->evicted += wl_sectors_count(again);
  *seen = (uint8_t)(*seen | fetched);
  return again;
}

static void load(struct wl_multiprocessor *p, const struct wl_cache_request *r,
                 const struct wl_lookup *l, struct wl_l1_figures *f, struct wl_l1_event *e) {
  uint32_t *words = wl_lru_use(p->l1, l->line);
  unsigned wanted = wl_sectors_of_words(l->words);
  unsigned missed = words ? wl_sectors_of_words(l->words & ~*words) : wanted;
  f->hits += wl_sectors_count(wanted & ~missed);
  e->missed = (uint8_t)missed;
  if (missed == 0) return;
  unsigned fetched = r->kind == WL_ASK_LOAD_LINES ? 0xf : missed;
  if (words == NULL) words = wl_lru_insert(p->l1, l->line);
  *words |= wl_words_of_sectors(fetched);
  e->again = (uint8_t)count_misses(p, f, l->line, missed, fetched);
  ask_l2(p, r, l->line, fetched);
}

/* What goes past L1 drops the sectors that L1 has. */
static void drop(struct wl_multiprocessor *p, uint64_t line, unsigned sectors) {
  uint32_t *words = p->l1 ? wl_lru_peek(p->l1, line) : NULL;
  if (words) *words &= ~wl_words_of_sectors(sectors);
}

static void store(struct wl_multiprocessor *p, const struct wl_cache_request *r,
                  const struct wl_lookup *l) {
  if (p->l1 && p->model->stores_stay) {
    uint32_t *words = wl_lru_use(p->l1, l->line);
    if (words == NULL) words = wl_lru_insert(p->l1, l->line);
    *words |= l->full;
  } else {
    drop(p, l->line, 0xf);
  }
  ask_l2(p, r, l->line, wl_sectors_of_words(l->words));
}

/* Says what has become of a line. */
static void tell(struct wl_multiprocessor *p, struct wl_l1_event *e) {
  const uint32_t *words = p->l1 ? wl_lru_peek(p->l1, e->line) : NULL;
  e->place = words ? wl_lru_place(p->l1, e->line) : UINT32_MAX;
  e->valid = words ? (uint8_t)wl_sectors_of_words(*words) : 0;
  p->watch(p->to, e);
}

static void empty(struct wl_multiprocessor *p, const struct wl_cache_request *r) {
  struct wl_l1_event e = {.site = r->site, .place = UINT32_MAX, .kind = WL_ASK_FENCE};
  if (p->l1) wl_lru_clear(p->l1);
  if (p->watch) p->watch(p->to, &e);
}

static void serve(struct wl_multiprocessor *p, const struct wl_cache_request *r,
                  struct wl_l1_figures *figures) {
  struct wl_l1_figures unused = {0}, *f = p->watch ? &unused : &figures[r->site];
  if (r->kind == WL_ASK_FENCE) empty(p, r);
  for (unsigned i = 0; i < r->lines; i++) {
    const struct wl_lookup *l = &r->line[i];
    unsigned sectors = wl_sectors_of_words(l->words);
    struct wl_l1_event e = {.line = l->line, .site = r->site, .kind = (uint8_t)r->kind,
                            .asked = (uint8_t)sectors};
    switch (r->kind) {
      case WL_ASK_LOAD: case WL_ASK_LOAD_LINES: load(p, r, l, f, &e); break;
      case WL_ASK_STORE: store(p, r, l); break;
      case WL_ASK_PAST:
        e.missed = e.asked;
        e.again = (uint8_t)count_misses(p, f, l->line, sectors, 0);
        drop(p, l->line, sectors);
        ask_l2(p, r, l->line, sectors);
        break;
      case WL_ASK_ATOMIC:
        drop(p, l->line, sectors);
        ask_l2(p, r, l->line, sectors);
        break;
      case WL_ASK_FENCE: case WL_ASK_PHASE: break;
    }
    if (p->watch) tell(p, &e);
  }
}

/* Whose turn it is, of those that are ready. */
static unsigned next_of(const struct wl_multiprocessor *p) {
  uint64_t later = p->ready >> p->current << p->current;
  return (unsigned)__builtin_ctzll(later != 0 ? later : p->ready);
}

/* One warp makes its next request, or is found to wait or to have ended. */
static void play_one(struct wl_multiprocessor *p, struct wl_l1_figures *figures) {
  struct wl_cache_request r;
  unsigned who = next_of(p), slot = who / p->model->warps;
  struct block *b = p->slot[slot];
  struct wl_warp_queue *q = &b->warp[who % p->model->warps];
  if (!wl_warp_queue_take(q, &r)) {
    come_to(p, who, UINT32_MAX);
  } else if (r.kind == WL_ASK_PHASE) {
    come_to(p, who, b->at[who % p->model->warps] + r.site);
  } else {
    p->current = p->model->order == WL_ORDER_WARPS ? who : (who + 1) % MAX_RESIDENT_WARPS;
    p->turn++;
    serve(p, &r, figures);
  }
}

bool wl_multiprocessor_play(struct wl_multiprocessor *p, bool all,
                            struct wl_l1_figures *figures) {
  for (; !p->failed; play_one(p, figures)) {
    admit(p);
    if (p->taken < p->slots && !all) break;
    if (p->taken == 0) break;
  }
  return !p->failed;
}

void wl_multiprocessor_watch(struct wl_multiprocessor *p,
                             void (*watch)(void *to, const struct wl_l1_event *e), void *to) {
  p->watch = watch;
  p->to = to;
}

uint32_t wl_multiprocessor_turn(const struct wl_multiprocessor *p) { return p->turn; }

const struct wl_l2_request *wl_multiprocessor_requests(const struct wl_multiprocessor *p,
                                                       size_t *count) {
  *count = p->outs;
  return p->out;
}

void wl_multiprocessor_drop(struct wl_multiprocessor *p, size_t count) {
  p->outs -= count;
  memmove(p->out, p->out + count, p->outs * sizeof *p->out);
}
