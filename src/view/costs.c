#include "view/costs.h"

#include <stdlib.h>

#include "view/basics.h"
#include "view/model_window.h"
#include "view/pending.h"
#include "view/selection.h"
#include "view/state.h"

struct wl_line_sums wl_line_sums(const struct wl_line_cost *l) {
  struct wl_line_sums t = {.line = l->line, .known = {true, true}, .judged = true};
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

bool wl_line_sums_equal(const struct wl_line_sums *a, const struct wl_line_sums *b) {
  bool same = a->requests == b->requests && a->judged == b->judged && a->excess == b->excess;
  for (int k = 0; k < WL_UNITS; k++)
    same = same && a->known[k] == b->known[k] && a->cost[k] == b->cost[k];
  return same;
}

uint64_t wl_line_total(const struct wl_line_sums *s) {
  return s->cost[WL_UNIT_SECTORS] + s->cost[WL_UNIT_WAVEFRONTS];
}

struct wl_costs *wl_costs_take(struct wl_model *m) {
  size_t count;
  if (!m->analysis || m->trace != m->knobs.shown) return NULL;
  const struct wl_line_cost *line = wl_analysis_lines(m->analysis, &count);
  struct wl_costs *c = calloc(1, sizeof *c + count * sizeof c->line[0]);
  if (!c) return NULL;
  c->holders = 1;
  c->count = count;
  c->parts = !wl_pending_left(m);
  for (size_t i = 0; i < count; i++) {
    struct wl_line_sums sums = wl_line_sums(&line[i]);
    c->all += wl_line_total(&sums);
    bool asked = wl_pending_line(m, line[i].line);
    c->line[i] = asked ? (struct wl_line_sums){.line = line[i].line, .asked = true} : sums;
  }
  for (enum wl_level l = 0; l < WL_LEVELS && c->parts; l++)
    wl_level_use(m->analysis, l, &c->use[l]);
  return c;
}

struct wl_costs *wl_costs_hold(struct wl_costs *c) {
  if (c) c->holders++;
  return c;
}

void wl_costs_drop(struct wl_costs *c) {
  if (c && --c->holders == 0) free(c);
}

void wl_costs_follow(struct wl_costs *c, const struct wl_edit *e) {
  size_t kept = 0;
  if (!c) return;
  for (size_t i = 0; i < c->count; i++) {
    struct wl_line_sums sums = c->line[i];
    bool below = sums.line >= e->tail;
    if (!below && sums.line > e->head && sums.line >= e->tail + e->by) continue; /* taken out */
    if (below) sums.line = (uint32_t)(sums.line + e->by);
    c->line[kept++] = sums;
  }
  c->count = kept;
}

const struct wl_costs *wl_costs_before(struct wl_model *m) {
  bool whole = m->of == 0 && m->trace && m->trace == m->knobs.shown;
  return whole && wl_model_costs(m) ? m->past.last.costs : NULL;
}

void wl_before_forget(struct wl_model *m) {
  m->past.last.step.at.valid = false;
  wl_costs_drop(m->past.last.costs);
  m->past.last.costs = NULL;
}

bool wl_costs_line(const struct wl_costs *c, uint32_t line, struct wl_line_sums *out) {
  *out = (struct wl_line_sums){.line = line, .known = {true, true}, .judged = true};
  for (size_t i = 0; i < c->count; i++)
    if (c->line[i].line == line) *out = c->line[i];
  return !out->asked;
}
