#include "core/analysis/costs.h"

#include <stdlib.h>
#include <string.h>

#include "core/cache/caches.h"
#include "core/hazard/hazards.h"
#include "core/trace/segment_log.h"

struct wl_analysis {
  const struct wl_arch *arch;
  struct wl_hazards *hazards; /* kept for others; NULL: nobody looks for them */
  struct wl_caches *caches;   /* likewise */
  struct wl_log *costs; /* of struct wl_cost */
  struct wl_sum sum[WL_SPACES][WL_OPS];
  uint64_t estimates, by_turns;
  struct wl_line_cost *line; /* each is large: they stay where they are until somebody asks */
  uint32_t *order;           /* their indices, by line, ascending */
  uint32_t lines, capacity;
  uint32_t recent; /* index of the line found last: steps of one line come in runs */
};

struct wl_analysis *wl_analysis_create(const struct wl_arch *arch, unsigned segments, size_t keep) {
  struct wl_analysis *a = calloc(1, sizeof *a);
  if (a == NULL) return NULL;
  a->arch = arch;
  a->costs = wl_log_create(segments, keep);
  if (a->costs) return a;
  wl_analysis_destroy(a);
  return NULL;
}

void wl_analysis_destroy(struct wl_analysis *a) {
  if (a == NULL) return;
  wl_log_destroy(a->costs);
  wl_hazards_destroy(a->hazards);
  wl_caches_destroy(a->caches);
  free(a->line);
  free(a->order);
  free(a);
}

const struct wl_arch *wl_analysis_arch(const struct wl_analysis *a) { return a->arch; }

bool wl_analysis_watch(struct wl_analysis *a, const struct wl_head *head, unsigned segments) {
  a->hazards = wl_hazards_create(head, a->arch->lockstep, segments);
  return a->hazards != NULL;
}

struct wl_hazards *wl_analysis_hazards(const struct wl_analysis *a) { return a->hazards; }

void wl_analysis_take_caches(struct wl_analysis *a, struct wl_caches *caches) {
  a->caches = caches;
}

struct wl_caches *wl_analysis_caches(const struct wl_analysis *a) { return a->caches; }

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
  if (a->recent < a->lines && a->line[a->recent].line == line) return &a->line[a->recent];
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
  a->recent = a->order[low];
  return &a->line[a->recent];
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

bool wl_analysis_add(struct wl_analysis *a, unsigned segment, const struct wl_step *step) {
  struct wl_cost cost = {0};
  if (step->kind == WL_STEP_ACCESS) {
    const struct wl_access *access = &step->access;
    struct wl_line_cost *line = find_line(a, step->place.line);
    if (line == NULL) return false;
    struct wl_counts counts;
    wl_count(a->arch, access, &counts);
    cost = cost_of(a->arch, access, &counts);
    wl_sum_add(&a->sum[access->space][access->op], a->arch, access, &counts);
    wl_sum_add(&line->sum[access->space][access->op], a->arch, access, &counts);
    if (step->by_turns || wl_figure_estimates(a->arch, access, &counts) != 0) a->estimates++;
    a->by_turns += step->by_turns;
  }
  return wl_log_add(a->costs, segment, &cost, sizeof cost);
}

void wl_analysis_close(struct wl_analysis *a, unsigned segment) {
  wl_log_close(a->costs, segment);
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
