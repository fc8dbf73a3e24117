#include "session/compare/line_costs.h"

#include <stdlib.h>

#include "core/cache/site_figure.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "session/state/window.h"

struct wl_line_sums wl_line_sums_none(uint32_t line) {
  return (struct wl_line_sums){.line = line, .known = {true, true}, .judged = true,
                               .hit_rate = -1};
}

struct wl_line_sums wl_line_sums(const struct wl_analysis *a, const struct wl_line_cost *l) {
  struct wl_line_sums t = wl_line_sums_none(l->line);
  const struct wl_caches *caches = a ? wl_analysis_caches(a) : NULL;
  struct wl_cache_site site = wl_caches_sum(caches, l->line, WL_NO_ARRAY);
  t.hit_rate = wl_site_hit_rate(&site);
  for (int s = 0; s < WL_SPACES; s++)
    for (int op = 0; op < WL_OPS; op++) {
      const uint64_t *v = l->sum[s][op].value;
      uint32_t unknown = l->sum[s][op].unknown;
      enum wl_unit k =
          wl_moves_sectors((enum wl_space)s) ? WL_UNIT_SECTORS : WL_UNIT_WAVEFRONTS;
      uint64_t cost = v[wl_main_figure((enum wl_space)s)];
      uint64_t ideal = v[wl_ideal_figure((enum wl_space)s)];
      t.requests += v[WL_REQUESTS];
      t.cost[k] += cost;
      if (unknown >> WL_EXCESS & 1) t.judged = false;
      else t.excess += cost > ideal ? cost - ideal : 0;
      if (unknown >> wl_main_figure((enum wl_space)s) & 1) t.known[k] = false;
    }
  return t;
}

uint64_t wl_line_total(const struct wl_line_sums *s) {
  return s->cost[WL_UNIT_SECTORS] + s->cost[WL_UNIT_WAVEFRONTS];
}

struct wl_costs *wl_costs_take(struct wl_session *m) {
  size_t count;
  if (!m->analysis || m->trace != m->knobs.shown || m->open.count) return NULL;
  const struct wl_line_cost *line = wl_analysis_lines(m->analysis, &count);
  struct wl_costs *c = calloc(1, sizeof *c + count * sizeof c->line[0]);
  if (!c) return NULL;
  c->count = count;
  for (size_t i = 0; i < count; i++) {
    struct wl_line_sums sums = wl_line_sums(m->analysis, &line[i]);
    c->all += wl_line_total(&sums);
    c->line[i] = sums;
  }
  wl_memory_chart(m->analysis, &c->chart);
  return c;
}

void wl_costs_drop(struct wl_costs *c) { free(c); }

/* Where a line of an edit is now, behind `after`: the same line if there are as many as there were,
 * else the next with its text; 0: it is gone. */
static uint32_t find_line(const struct wl_trace *from, uint32_t line, const struct wl_trace *to,
                          const struct wl_edit *e, uint32_t after) {
  if (e->by == 0) return line;
  for (uint32_t n = after + 1; n < e->tail + e->by; n++)
    if (wl_same_line(from, line, to, n)) return n;
  return 0;
}

void wl_costs_follow(struct wl_costs *c, const struct wl_trace *from, const struct wl_trace *to) {
  struct wl_edit e = wl_edit_between(from, to);
  uint32_t found = e.head;
  size_t kept = 0;
  if (!c) return;
  for (size_t i = 0; i < c->count; i++) {
    struct wl_line_sums sums = c->line[i];
    bool within = sums.line > e.head && sums.line < e.tail;
    uint32_t line = within ? find_line(from, sums.line, to, &e, found) : sums.line;
    if (!line) continue;
    if (within) found = line;
    sums.line = sums.line >= e.tail ? (uint32_t)(line + e.by) : line;
    c->line[kept++] = sums;
  }
  c->count = kept;
  if (c->edited < c->unedited) { /* by an edit before: both, and all between them */
    e.head = e.head + 1 < c->edited ? e.head : c->edited - 1;
    e.tail = e.tail > c->unedited ? e.tail : c->unedited;
  } else if (!e.by) return;
  c->edited = e.head + 1;
  c->unedited = (uint32_t)(e.tail + e.by);
}

const struct wl_costs *wl_costs_before(struct wl_session *m) {
  bool whole = m->trace && m->trace == m->knobs.shown;
  return whole && wl_session_costs(m) ? m->past.last.costs : NULL;
}

void wl_before_forget(struct wl_session *m) {
  m->past.last.step.at.valid = false;
  wl_costs_drop(m->past.last.costs);
  m->past.last.costs = NULL;
}

static int by_line(const void *line, const void *sums) {
  uint32_t a = *(const uint32_t *)line, b = ((const struct wl_line_sums *)sums)->line;
  return a < b ? -1 : a > b;
}

bool wl_costs_line(const struct wl_costs *c, uint32_t line, struct wl_line_sums *out) {
  const struct wl_line_sums *sums = bsearch(&line, c->line, c->count, sizeof c->line[0], by_line);
  *out = wl_line_sums_none(line);
  if (sums) *out = *sums;
  else if (line >= c->edited && line < c->unedited) return false;
  return true;
}
