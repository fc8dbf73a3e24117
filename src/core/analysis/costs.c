#include "core/analysis/costs.h"

#include <stdlib.h>
#include <string.h>

#include "core/analysis/flops.h"
#include "core/base/grow.h"
#include "core/cache/caches.h"
#include "core/hazard/hazards.h"
#include "core/trace/block_log.h"

/* What an instruction adds to the sums. Instructions of one kind whose figures are the same add the
 * same; not so atomics and copies past L1, whose addresses tell more. */
struct worth {
  bool there, tags_known, estimated;
  uint64_t kind;
  struct wl_counts counts;
  struct wl_cost cost;
  struct wl_sum one;
};

/* What one stream has counted of a place, space and operation since the last time all was added up:
 * `sum.instructions` 0: nothing. */
struct site {
  uint32_t line;
  uint16_t column;
  uint8_t space, op;
  bool listed; /* its line has a row */
  struct wl_sum sum;
  struct worth last;
};

/* What one stream has counted: nobody else touches it while it is added to. */
struct tally {
  struct site *site;
  uint32_t *slot;          /* hash table of their indices + 1; 0: free */
  uint32_t sites, capacity; /* slots: twice as many */
  uint64_t estimates, by_turns;
  uint8_t apart[64];       /* from the cache line of the next one, for speed */
};

struct wl_analysis {
  struct wl_target target;
  struct wl_hazards *hazards; /* kept for others; NULL: nobody looks for them */
  struct wl_caches *caches;   /* likewise */
  struct wl_flops *flops;
  struct wl_log *costs; /* of struct wl_cost */
  struct wl_sum sum[WL_SPACES][WL_OPS];
  uint64_t estimates, by_turns;
  struct wl_line_cost *line; /* each is large: they stay where they are until somebody asks */
  uint32_t *order;           /* their indices, by line, ascending */
  uint32_t lines, capacity;
  unsigned streams;
  struct tally *tally;       /* of each stream */
};

struct wl_analysis *wl_analysis_create(struct wl_target target, unsigned streams, size_t keep) {
  struct wl_analysis *a = calloc(1, sizeof *a);
  if (a == NULL) return NULL;
  a->target = target;
  a->streams = streams;
  a->costs = wl_log_create(streams, keep);
  a->tally = calloc(streams, sizeof *a->tally);
  a->flops = wl_flops_create(streams);
  if (a->costs && a->tally && a->flops) return a;
  wl_analysis_destroy(a);
  return NULL;
}

void wl_analysis_destroy(struct wl_analysis *a) {
  if (a == NULL) return;
  wl_log_destroy(a->costs);
  for (unsigned i = 0; a->tally && i < a->streams; i++) {
    free(a->tally[i].site);
    free(a->tally[i].slot);
  }
  free(a->tally);
  wl_hazards_destroy(a->hazards);
  wl_caches_destroy(a->caches);
  wl_flops_destroy(a->flops);
  free(a->line);
  free(a->order);
  free(a);
}

struct wl_target wl_analysis_target(const struct wl_analysis *a) { return a->target; }

const struct wl_arch *wl_analysis_arch(const struct wl_analysis *a) { return a->target.arch; }

bool wl_analysis_watch(struct wl_analysis *a, const struct wl_head *head, unsigned streams) {
  a->hazards = wl_hazards_create(head, a->target.arch->lockstep, streams);
  return a->hazards != NULL;
}

struct wl_hazards *wl_analysis_hazards(const struct wl_analysis *a) { return a->hazards; }

void wl_analysis_take_caches(struct wl_analysis *a, struct wl_caches *caches) {
  a->caches = caches;
}

struct wl_caches *wl_analysis_caches(const struct wl_analysis *a) { return a->caches; }

struct wl_flops *wl_analysis_flops(const struct wl_analysis *a) { return a->flops; }

/* Makes room for one more line. */
static bool grow_lines(struct wl_analysis *a) {
  if (a->lines < a->capacity) return true;
  uint32_t capacity = a->capacity ? 2 * a->capacity : 16;
  if (capacity < a->capacity) return false;
  struct wl_line_cost *line = realloc(a->line, capacity * sizeof *line);
  if (line == NULL) return false;
  a->line = line;
  uint32_t *order = realloc(a->order, capacity * sizeof *order);
  if (order == NULL) return false;
  a->order = order;
  a->capacity = capacity;
  return true;
}

/* The row of a source line, made if it is new. */
static struct wl_line_cost *find_line(struct wl_analysis *a, uint32_t line) {
  uint32_t low = 0, high = a->lines;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->line[a->order[middle]].line < line) low = middle + 1;
    else high = middle;
  }
  bool there = low < a->lines && a->line[a->order[low]].line == line;
  if (!there) {
    if (!grow_lines(a)) return NULL;
    memmove(&a->order[low + 1], &a->order[low], (a->lines - low) * sizeof *a->order);
    a->order[low] = a->lines;
    a->line[a->lines++] = (struct wl_line_cost){.line = line};
  }
  return &a->line[a->order[low]];
}

/* Puts the rows into the order of lines, each of them once. */
static void arrange_lines(const struct wl_analysis *a) {
  for (uint32_t i = 0; i < a->lines; i++) {
    if (a->order[i] == i) continue;
    struct wl_line_cost first = a->line[i];
    uint32_t to = i, from = a->order[i];
    for (; from != i; to = from, from = a->order[to]) {
      a->line[to] = a->line[from];
      a->order[to] = to;
    }
    a->line[to] = first;
    a->order[to] = to;
  }
}

static struct wl_cost cost_of(const struct wl_arch *arch, const struct wl_access *access,
                              const struct wl_counts *c) {
  enum wl_figure main = wl_main_figure((enum wl_space)access->space);
  struct wl_cost cost = {
    .sectors = c->sectors,
    .lines = (uint8_t)c->lines,
    .tag_wavefronts = (uint8_t)c->tag_wavefronts,
    .wavefronts = (uint8_t)c->wavefronts,
    .ideal_sectors = c->ideal_sectors,
    .ideal_wavefronts = (uint8_t)c->ideal_wavefronts,
    .ways = (uint8_t)c->ways,
    .space = access->space,
    .known = wl_figure_meaning(arch, access, main) == WL_KNOWN,
    .judged = wl_figure_meaning(arch, access, WL_EXCESS) == WL_KNOWN,
  };
  return cost;
}

/* Where a place, space and operation stands in the hash table, or may be put. */
static uint32_t *find_slot(const struct tally *t, const struct site *of) {
  size_t slots = 2 * (size_t)t->capacity;
  size_t at = (of->line * 31u + of->column * 5u + of->space * 7u + of->op) & (slots - 1);
  for (;; at = (at + 1) & (slots - 1)) {
    if (t->slot[at] == 0) return &t->slot[at];
    const struct site *s = &t->site[t->slot[at] - 1];
    if (s->line == of->line && s->column == of->column && s->space == of->space &&
        s->op == of->op)
      return &t->slot[at];
  }
}

/* Room for twice as many. */
static bool grow_sites(struct tally *t) {
  uint32_t capacity = t->capacity;
  struct site *site = wl_grow32(t->site, sizeof *site, &capacity, 16);
  if (site == NULL) return false;
  t->site = site;
  uint32_t *slot = calloc(2 * (size_t)capacity, sizeof *slot);
  if (slot == NULL) return false;
  free(t->slot);
  t->slot = slot;
  t->capacity = capacity;
  for (uint32_t i = 0; i < t->sites; i++)
    *find_slot(t, &site[i]) = i + 1;
  return true;
}

/* The site of a step, made if it is new. */
static struct site *find_site(struct tally *t, const struct wl_step *s) {
  if (t->sites == t->capacity && !grow_sites(t)) return NULL;
  struct site *next = &t->site[t->sites];
  next->line = s->place.line;
  next->column = s->place.column;
  next->space = s->access.space;
  next->op = s->access.op;
  uint32_t *slot = find_slot(t, next);
  if (*slot == 0) {
    *next = (struct site){.line = next->line, .column = next->column, .space = next->space,
                          .op = next->op};
    *slot = ++t->sites;
  }
  return &t->site[*slot - 1];
}

/* All of an access but its addresses, as a number. */
static uint64_t kind_of(const struct wl_access *a) {
  uint64_t how = a->banks | (uint64_t)a->layout << 8 | (uint64_t)a->form << 16 |
                 (uint64_t)(a->hit | a->unused << 1) << 24;
  return a->space | (uint64_t)a->op << 8 | (uint64_t)a->cache << 16 | (uint64_t)a->width << 24 |
         how << 32;
}

static bool same_counts(const struct wl_counts *a, const struct wl_counts *b) {
  return a->requests == b->requests && a->transactions == b->transactions &&
         a->sectors == b->sectors && a->lines == b->lines && a->l2_requests == b->l2_requests &&
         a->tag_wavefronts == b->tag_wavefronts && a->wavefronts == b->wavefronts &&
         a->ideal_sectors == b->ideal_sectors && a->ideal_wavefronts == b->ideal_wavefronts &&
         a->ways == b->ways && a->bytes_asked == b->bytes_asked &&
         a->bytes_moved == b->bytes_moved;
}

/* Brings `last`, of the step before at this site, up to date. */
static void weigh(struct worth *last, const struct wl_arch *arch, const struct wl_access *a) {
  bool by_address = wl_op_is_atomic((enum wl_op)a->op) || a->op == WL_COPY_CG;
  struct worth now = {.there = !by_address, .tags_known = wl_tags_known(arch, a),
                      .kind = kind_of(a)};
  wl_count(arch, a, &now.counts);
  if (last->there && last->kind == now.kind && last->tags_known == now.tags_known &&
      same_counts(&last->counts, &now.counts))
    return;
  now.cost = cost_of(arch, a, &now.counts);
  now.estimated = wl_figure_estimates(arch, a, &now.counts) != 0;
  wl_sum_add(&now.one, arch, a, &now.counts);
  *last = now;
}

bool wl_analysis_add(struct wl_analysis *a, unsigned stream, const struct wl_step *step) {
  struct wl_cost cost = {0};
  if (step->kind == WL_STEP_ACCESS) {
    struct tally *t = &a->tally[stream];
    struct site *site = find_site(t, step);
    if (site == NULL) return false;
    weigh(&site->last, a->target.arch, &step->access);
    cost = site->last.cost;
    wl_sum_merge(&site->sum, &site->last.one);
    if (step->by_turns || site->last.estimated) t->estimates++;
    t->by_turns += step->by_turns;
  }
  return wl_log_add(a->costs, stream, step->block, &cost, sizeof cost);
}

void wl_analysis_begin(struct wl_analysis *a, unsigned streams) {
  wl_log_use(a->costs, streams);
  wl_flops_begin(a->flops, streams);
}

/* Moves what a stream has counted to the sums. */
static bool settle_tally(struct wl_analysis *a, struct tally *t) {
  for (uint32_t i = 0; i < t->sites; i++) {
    struct site *s = &t->site[i];
    if (s->listed && s->sum.instructions == 0) continue;
    struct wl_line_cost *line = find_line(a, s->line);
    if (line == NULL) return false;
    wl_sum_merge(&a->sum[s->space][s->op], &s->sum);
    wl_sum_merge(&line->sum[s->space][s->op], &s->sum);
    s->sum = (struct wl_sum){0};
    s->listed = true;
  }
  a->estimates += t->estimates;
  a->by_turns += t->by_turns;
  t->estimates = t->by_turns = 0;
  return true;
}

bool wl_analysis_settle(struct wl_analysis *a) {
  for (unsigned i = 0; i < a->streams; i++)
    if (!settle_tally(a, &a->tally[i])) return false;
  return wl_log_settle(a->costs);
}

bool wl_analysis_close(struct wl_analysis *a, unsigned stream) {
  return wl_log_close(a->costs, stream) && wl_analysis_settle(a);
}

const struct wl_sum *wl_analysis_sum(const struct wl_analysis *a, enum wl_space s, enum wl_op op) {
  return &a->sum[s][op];
}

uint64_t wl_analysis_estimates(const struct wl_analysis *a) { return a->estimates; }

uint64_t wl_analysis_by_turns(const struct wl_analysis *a) { return a->by_turns; }

const struct wl_cost *wl_analysis_cost(const struct wl_analysis *a, size_t i) {
  size_t size;
  return wl_log_get(a->costs, i, &size);
}

const struct wl_line_cost *wl_analysis_lines(const struct wl_analysis *a, size_t *count) {
  arrange_lines(a);
  *count = a->lines;
  return a->line;
}

uint32_t wl_cost_excess(const struct wl_cost *c) {
  bool moves = wl_moves_sectors((enum wl_space)c->space);
  if (!c->judged) return 0;
  return (uint32_t)(moves ? c->sectors - c->ideal_sectors : c->wavefronts - c->ideal_wavefronts);
}
