#include "core/cache/caches.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/cache/hot_address.h"
#include "core/cache/sector_set.h"
#include "core/cache/step_request.h"

#define NO_BLOCK UINT64_MAX
enum { RECENT = 16 };

/* What one stream of steps has: whole blocks, all of some multiprocessors. */
struct stream {
  uint64_t block;              /* at work, or NO_BLOCK */
  uint16_t phase[WL_LANES];    /* of it, that each warp has come to */
  struct wl_warp_queue *queue; /* of it */
  struct wl_cache_site *site;  /* in the order in which they came */
  struct wl_l1_figures *l1;    /* one for each of them */
  size_t sites, site_room, l1_room;
  uint32_t recent[RECENT];     /* sites found last, by their line */
  struct wl_sector_set *own;   /* sectors loaded or stored by the block at work */
  uint64_t lines;              /* … its lines */
  uint64_t most_lines, block_sectors; /* of all blocks: the most; distinct sectors loaded, summed */
  uint64_t asked, past, atomics; /* sectors loaded; … past L1; sectors of atomics */
  struct wl_address_counts adds; /* of floats */
  bool fences, drops, whole; /* some request empties L1; drops a line by a store; fetches a line */
  bool closed, failed;
};

struct wl_caches {
  struct wl_target target;
  struct wl_cache_model model;
  const struct wl_head *head;
  struct stream *stream;
  unsigned streams;
  struct wl_multiprocessor **sm; /* of the model; NULL: has had no block so far */
  unsigned *owner;               /* the stream that each belongs to */
  struct wl_l2 *l2;
  struct wl_cache_site *site;    /* of all streams, in order */
  size_t sites, site_room;
  uint64_t most_adds;            /* to one address, of all streams */
};

struct wl_caches *wl_caches_create(struct wl_target target) {
  struct wl_caches *c = calloc(1, sizeof *c);
  if (c != NULL) c->target = target;
  return c;
}

void wl_caches_destroy(struct wl_caches *c) {
  if (c == NULL) return;
  for (unsigned s = 0; s < c->streams; s++) {
    free(c->stream[s].site);
    free(c->stream[s].l1);
    wl_sector_set_destroy(c->stream[s].own);
    wl_address_counts_free(&c->stream[s].adds);
  }
  for (uint32_t i = 0; c->sm != NULL && i < c->model.sms; i++)
    wl_multiprocessor_destroy(c->sm[i]);
  free(c->stream);
  free(c->sm);
  free(c->owner);
  free(c->site);
  wl_l2_destroy(c->l2);
  free(c);
}

bool wl_caches_begin(struct wl_caches *c, const struct wl_head *head, unsigned streams) {
  c->head = head;
  c->model = wl_cache_model_make(c->target, head);
  c->stream = calloc(streams, sizeof *c->stream);
  c->sm = calloc(c->model.sms, sizeof(struct wl_multiprocessor *));
  c->owner = calloc(c->model.sms, sizeof *c->owner);
  c->l2 = wl_l2_create(&c->model);
  if (c->stream == NULL || c->sm == NULL || c->owner == NULL || c->l2 == NULL) return false;
  c->streams = streams;
  bool fine = true;
  for (unsigned s = 0; s < streams; s++) {
    c->stream[s].block = NO_BLOCK; /* of all of them: they are closed whatever happens */
    c->stream[s].own = wl_sector_set_create();
    fine = fine && c->stream[s].own != NULL;
  }
  return fine;
}

/* The row of a line and an array, made if it is new; its index, UINT32_MAX when memory ran out. */
static uint32_t find_site(struct stream *s, uint32_t line, uint16_t array) {
  uint32_t *recent = &s->recent[(line + 7u * array) % RECENT], i = *recent;
  if (i < s->sites && s->site[i].line == line && s->site[i].array == array) return i;
  i = 0;
  while (i < s->sites && (s->site[i].line != line || s->site[i].array != array)) i++;
  *recent = i;
  if (i < s->sites) return i;
  if (s->sites == s->site_room) {
    struct wl_cache_site *site = wl_grow(s->site, sizeof *site, &s->site_room, 16);
    if (site == NULL) return UINT32_MAX;
    s->site = site;
  }
  if (s->sites == s->l1_room) {
    struct wl_l1_figures *l1 = wl_grow(s->l1, sizeof *l1, &s->l1_room, 16);
    if (l1 == NULL) return UINT32_MAX;
    s->l1 = l1;
  }
  s->site[i] = (struct wl_cache_site){.line = line, .array = array};
  s->l1[i] = (struct wl_l1_figures){0};
  s->sites++;
  return i;
}

static bool is_load(enum wl_request_kind kind) {
  return kind == WL_ASK_LOAD || kind == WL_ASK_LOAD_LINES || kind == WL_ASK_PAST;
}

/* What the bounds need: which sectors of a line are new to the block. */
static bool note_line(struct stream *s, const struct wl_cache_request *r,
                      const struct wl_lookup *l) {
  uint8_t *own = wl_sector_set_line(s->own, l->line, (uint32_t)s->block + 1);
  if (own == NULL) return false;
  unsigned sectors = wl_sectors_of_words(l->words);
  unsigned count = wl_sectors_count(sectors);
  s->lines += *own == 0;
  if (is_load(r->kind)) {
    s->asked += count;
    if (r->kind == WL_ASK_PAST) s->past += count;
    else s->block_sectors += wl_sectors_count(sectors & ~*own);
    *own = (uint8_t)(*own | sectors);
  } else if (r->kind == WL_ASK_STORE) {
    unsigned parts = wl_sectors_of_words(~l->full & wl_words_of_sectors(sectors));
    *own = (uint8_t)(*own | (sectors & ~parts) | 0x80);
  } else {
    s->atomics += count;
    *own |= 0x80;
  }
  return true;
}

/* Additions of floats to one address take their turns in L2. */
static bool count_adds(struct stream *s, const struct wl_step *step) {
  const struct wl_access *a = &step->access;
  bool adds = a->op == WL_REDUCE || a->op == WL_ATOMIC;
  if (!adds || step->type.scalar != WL_FLOAT) return true;
  for (uint32_t left = a->mask; left != 0; left &= left - 1)
    if (!wl_address_count_add(&s->adds, a->address[wl_lowest_lane(left)], 1)) return false;
  return true;
}

static bool add_request(struct wl_caches *c, struct stream *s, const struct wl_step *step,
                        struct wl_cache_request *r) {
  r->site = find_site(s, step->place.line, step->array);
  if (r->site == UINT32_MAX) return false;
  s->whole = s->whole || r->kind == WL_ASK_LOAD_LINES;
  s->drops = s->drops || (r->kind == WL_ASK_STORE && !c->model.stores_stay);
  for (unsigned i = 0; i < r->lines; i++)
    if (!note_line(s, r, &r->line[i])) return false;
  if (!count_adds(s, step)) return false;
  return wl_warp_queue_put(&s->queue[step->warp], r);
}

/* The block at work is complete: its multiprocessor may play it. */
static bool finish_block(struct wl_caches *c, struct stream *s) {
  if (s->block == NO_BLOCK) return true;
  struct wl_multiprocessor *p = c->sm[wl_cache_sm(&c->model, s->block)];
  if (s->lines > s->most_lines) s->most_lines = s->lines;
  s->lines = 0;
  s->block = NO_BLOCK;
  wl_multiprocessor_enter(p);
  return wl_multiprocessor_play(p, false, s->l1);
}

static bool begin_block(struct wl_caches *c, unsigned stream, uint64_t block) {
  struct stream *s = &c->stream[stream];
  uint32_t sm = wl_cache_sm(&c->model, block);
  if (!finish_block(c, s)) return false;
  if (c->sm[sm] == NULL) {
    c->sm[sm] = wl_multiprocessor_create(&c->model);
    c->owner[sm] = stream;
  }
  s->queue = c->sm[sm] ? wl_multiprocessor_room(c->sm[sm]) : NULL;
  if (s->queue == NULL) return false;
  s->block = block;
  memset(s->phase, 0, sizeof s->phase);
  return true;
}

bool wl_caches_add(struct wl_caches *c, unsigned stream, const struct wl_step *step) {
  struct stream *s = &c->stream[stream];
  struct wl_cache_request r;
  if (!wl_step_request(c->target.arch, &c->model, c->head, step, &r)) return true;
  if (step->block != s->block && !begin_block(c, stream, step->block)) return false;
  struct wl_warp_queue *q = &s->queue[step->warp];
  if (step->phase != s->phase[step->warp]) {
    struct wl_cache_request wait = {.kind = WL_ASK_PHASE,
                                    .site = (uint32_t)step->phase - s->phase[step->warp]};
    if (!wl_warp_queue_put(q, &wait)) return false;
    s->phase[step->warp] = step->phase;
  }
  if (r.kind != WL_ASK_FENCE) return add_request(c, s, step, &r);
  s->fences = true;
  r.site = 0;
  return wl_warp_queue_put(q, &r);
}

bool wl_caches_close(struct wl_caches *c, unsigned stream) {
  if (stream >= c->streams) return false; /* no memory to begin with */
  struct stream *s = &c->stream[stream];
  bool fine = finish_block(c, s);
  for (uint32_t i = 0; i < c->model.sms && fine; i++)
    if (c->sm[i] != NULL && c->owner[i] == stream)
      fine = wl_multiprocessor_play(c->sm[i], true, s->l1);
  s->failed = !fine;
  s->closed = true;
  return fine;
}

/* How far all multiprocessors are that have not ended: L2 may serve what was asked before. */
static uint32_t played(const struct wl_caches *c) {
  uint32_t least = UINT32_MAX;
  bool all = true; /* no block comes any more: those without one have ended, too */
  for (unsigned i = 0; i < c->streams; i++) all = all && c->stream[i].closed;
  for (uint32_t i = 0; i < c->model.sms && i < c->model.blocks; i++) {
    bool closed = c->sm[i] != NULL ? c->stream[c->owner[i]].closed : all;
    uint32_t turn = closed ? UINT32_MAX : c->sm[i] ? wl_multiprocessor_turn(c->sm[i]) : 0;
    if (turn < least) least = turn;
  }
  return least;
}

/* Requests of a multiprocessor that wait for L2. */
struct waiting { const struct wl_l2_request *request; size_t count, at; uint32_t sm; };

/* Those that have any. NULL when memory ran out. */
static struct waiting *collect(const struct wl_caches *c, uint32_t *many) {
  struct waiting *w = malloc((c->model.sms + 1) * sizeof *w);
  *many = 0;
  for (uint32_t i = 0; w != NULL && i < c->model.sms; i++) {
    size_t count = 0;
    const struct wl_l2_request *r = c->sm[i] ? wl_multiprocessor_requests(c->sm[i], &count) : NULL;
    if (count > 0) w[(*many)++] = (struct waiting){r, count, 0, i};
  }
  return w;
}

/* Serves the requests up to a turn, in order of turns and, within one, of multiprocessors. */
static bool serve_l2(struct wl_caches *c, uint32_t until) {
  uint32_t many, next, turn = 0;
  struct waiting *all = collect(c, &many);
  bool fine = all != NULL;
  for (; fine && turn <= until; turn = next) {
    next = UINT32_MAX;
    for (uint32_t i = 0; i < many && fine; i++) {
      struct waiting *w = &all[i];
      struct stream *s = &c->stream[c->owner[w->sm]];
      for (; w->at < w->count && w->request[w->at].turn <= turn && fine; w->at++)
        fine = wl_l2_serve(c->l2, w->sm, &w->request[w->at], &s->site[w->request[w->at].site].l2);
      if (w->at < w->count && w->request[w->at].turn < next) next = w->request[w->at].turn;
    }
    if (next == UINT32_MAX) break;
  }
  for (uint32_t i = 0; all != NULL && i < many; i++)
    wl_multiprocessor_drop(c->sm[all[i].sm], all[i].at);
  free(all);
  return fine;
}

static int by_place(const void *a, const void *b) {
  const struct wl_cache_site *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->array > y->array) - (x->array < y->array);
}

static void add_figures(struct wl_cache_site *to, const struct wl_cache_site *from) {
  to->l1.hits += from->l1.hits;
  to->l1.misses += from->l1.misses;
  to->l1.evicted += from->l1.evicted;
  to->l2.reads += from->l2.reads;
  to->l2.shared += from->l2.shared;
  to->l2.writes += from->l2.writes;
  to->l2.atomics += from->l2.atomics;
  to->l2.dram += from->l2.dram;
}

/* The sites of all streams as one table. */
static bool merge_sites(struct wl_caches *c) {
  size_t all = 0;
  for (unsigned i = 0; i < c->streams; i++) all += c->stream[i].sites;
  while (c->site_room < all) {
    struct wl_cache_site *grown = wl_grow(c->site, sizeof *grown, &c->site_room, 16);
    if (grown == NULL) return false;
    c->site = grown;
  }
  c->sites = 0;
  for (unsigned i = 0; i < c->streams; i++)
    for (size_t k = 0; k < c->stream[i].sites; k++) {
      c->site[c->sites] = c->stream[i].site[k];
      c->site[c->sites++].l1 = c->stream[i].l1[k];
    }
  if (c->sites == 0) return true;
  qsort(c->site, c->sites, sizeof *c->site, by_place);
  size_t last = 0;
  for (size_t i = 1; i < c->sites; i++)
    if (by_place(&c->site[last], &c->site[i]) == 0) add_figures(&c->site[last], &c->site[i]);
    else c->site[++last] = c->site[i];
  c->sites = last + 1;
  return true;
}

bool wl_caches_settle(struct wl_caches *c) {
  if (c->streams == 0) return true; /* it has not begun, or could not */
  for (unsigned s = 0; s < c->streams; s++)
    if (c->stream[s].failed) return false;
  return serve_l2(c, played(c)) && merge_sites(c);
}

/* The additions of all streams to the address that has most. False when memory ran out. */
static bool sum_adds(struct wl_caches *c) {
  struct wl_address_counts *all = &c->stream[0].adds;
  for (unsigned i = 1; i < c->streams; i++) {
    const struct wl_address_counts *more = &c->stream[i].adds;
    for (size_t k = 0; k < more->slots; k++)
      if (more->slot[k].count != 0 &&
          !wl_address_count_add(all, more->slot[k].address, more->slot[k].count))
        return false;
  }
  c->most_adds = wl_address_count_most(all);
  return true;
}

bool wl_caches_end(struct wl_caches *c) {
  if (c->streams == 0) return true;
  for (unsigned s = 0; s < c->streams; s++)
    if (c->stream[s].failed) return false;
  return sum_adds(c) && serve_l2(c, UINT32_MAX) && merge_sites(c);
}

struct wl_target wl_caches_target(const struct wl_caches *c) { return c->target; }

const struct wl_cache_model *wl_caches_model(const struct wl_caches *c) { return &c->model; }

const struct wl_cache_site *wl_caches_sites(const struct wl_caches *c, size_t *count) {
  *count = c->sites;
  return c->site;
}

/* Blocks on a multiprocessor at a time: no more than the launch has for each. */
static uint64_t resident(const struct wl_cache_model *m) {
  uint64_t each = (m->blocks + m->sms - 1) / m->sms;
  return each < m->resident ? each : m->resident;
}

struct wl_cache_totals wl_caches_totals(const struct wl_caches *c) {
  struct wl_cache_totals t = {0};
  uint64_t asked = 0, past = 0, atomics = 0, sectors = 0;
  bool lost = false, whole = false;
  for (size_t i = 0; i < c->sites; i++) {
    const struct wl_cache_site *s = &c->site[i];
    t.l1_hits += s->l1.hits;
    t.l1_misses += s->l1.misses;
    t.l2_reads += s->l2.reads;
    t.l2_writes += s->l2.writes;
    t.l2_atomics += s->l2.atomics;
    t.dram_reads += s->l2.dram;
  }
  for (unsigned i = 0; i < c->streams; i++) {
    const struct stream *s = &c->stream[i];
    if (s->most_lines > t.block_lines) t.block_lines = s->most_lines;
    asked += s->asked;
    past += s->past;
    atomics += s->atomics;
    sectors += s->block_sectors;
    lost = lost || s->fences || s->drops;
    whole = whole || s->whole;
  }
  struct wl_l2_distinct distinct = c->l2 ? wl_l2_distinct(c->l2) : (struct wl_l2_distinct){0};
  uint64_t l2_sectors = (uint64_t)c->model.l2_lines * WL_LINE_SECTORS;
  /* A load past L1, or an atomic, makes one more load of its sector miss; a miss brings one sector,
   * or a line. */
  uint64_t once = sectors + 2 * past + atomics, each = whole ? WL_LINE_SECTORS : 1;
  uint64_t brought = (distinct.loaded + each - 1) / each;
  t.dram_reads += WL_LAUNCH_SECTORS;
  t.working_set = t.block_lines * resident(&c->model);
  t.fits = t.working_set <= c->model.sure_lines && !lost;
  t.l1_misses_at_least = brought > past ? brought : past;
  t.l1_misses_at_most = t.fits && once < asked ? once : asked;
  t.l2_reads_at_least = distinct.loaded;
  t.l2_reads_at_most = t.l1_misses_at_most * each;
  t.stored = distinct.stored;
  t.most_atomics = c->most_adds;
  t.written_at_least = distinct.stored > l2_sectors ? distinct.stored - l2_sectors : 0;
  return t;
}

struct wl_cache_site wl_caches_sum(const struct wl_caches *c, uint32_t line, uint16_t array) {
  struct wl_cache_site sum = {.line = line, .array = array};
  for (size_t i = 0; c != NULL && i < c->sites; i++)
    if ((line == 0 || c->site[i].line == line) &&
        (array == WL_NO_ARRAY || c->site[i].array == array))
      add_figures(&sum, &c->site[i]);
  return sum;
}
