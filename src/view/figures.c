#include "view/figures.h"

#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/view.h"

double wl_figure_share(const struct wl_counts *c, enum wl_space s) {
  struct wl_sum sum = {0};
  wl_sum_add(&sum, c);
  if (s == WL_CONSTANT) return c->wavefronts ? 1.0 / c->wavefronts : -1;
  return wl_efficiency(s, &sum);
}

const struct wl_before *wl_figure_before(struct wl_model *m) {
  const struct wl_spot *s = wl_model_spot(m);
  const struct wl_identity *at = &m->before.at;
  if (!at->valid || !s || s->step.kind != WL_STEP_ACCESS) return NULL;
  if (m->before.space != s->step.access.space) return NULL;
  struct wl_identity id = wl_model_identity(m);
  bool same = id.block == at->block && id.warp == at->warp && id.nth == at->nth &&
              id.place.line == at->place.line && id.place.column == at->place.column;
  return same ? &m->before : NULL;
}

static uint32_t number_of(const struct wl_counts *c, enum wl_space s, unsigned figure,
                          uint32_t mask) {
  uint32_t cost, ideal;
  if (figure < WL_FIGURES) return wl_figure_get(c, (enum wl_figure)figure);
  if (figure == WL_SHOW_LANES) return wl_lanes_count(mask);
  wl_cost_of(c, s, &cost, &ideal);
  return cost > ideal ? cost - ideal : 0;
}

static const char *title_of(unsigned figure, enum wl_space s) {
  switch (figure) {
  case WL_WAVEFRONTS: return s == WL_CONSTANT ? "passes" : wl_metrics[figure].title;
  case WL_IDEAL_SECTORS: case WL_IDEAL_WAVEFRONTS: return "ideal"; /* stands below what is */
  case WL_SHOW_EXCESS: return "excess";
  case WL_SHOW_LANES: return "active lanes";
  case WL_SHOW_EFFICIENCY: case WL_SHOW_GAUGE: return "efficiency";
  default: return wl_metrics[figure].title;
  }
}

/* Tag wavefronts, and the data wavefronts of loads that follow from them, are an
 * estimate where the request spans pages of the tag hash. */
static bool estimated(const struct wl_spot *s, unsigned figure) {
  return !s->explain.exact && s->step.access.space == WL_GLOBAL &&
         (figure == WL_TAG_WAVEFRONTS || (figure == WL_WAVEFRONTS && s->step.access.op == WL_LOAD));
}

static enum wl_meaning meaning_of(struct wl_model *m, const struct wl_access *a, unsigned figure) {
  if (figure == WL_SHOW_NOTHING) return WL_MEANINGLESS;
  if (figure >= WL_FIGURES) return WL_KNOWN;
  return wl_figure_meaning(wl_model_arch(m), (enum wl_figure)figure, (enum wl_space)a->space,
                           (enum wl_op)a->op);
}

bool wl_figure_show(struct wl_model *m, unsigned figure, struct wl_shown *out) {
  const struct wl_spot *s = wl_model_spot(m);
  *out = (struct wl_shown){.title = ""};
  if (!s || s->step.kind != WL_STEP_ACCESS) return false;
  enum wl_meaning meaning = meaning_of(m, &s->step.access, figure);
  if (meaning == WL_MEANINGLESS) return false;
  enum wl_space space = (enum wl_space)s->step.access.space;
  const struct wl_counts *c = &s->explain.counts;
  const struct wl_before *before = wl_figure_before(m);
  out->title = title_of(figure, space);
  if (figure == WL_SHOW_EFFICIENCY || figure == WL_SHOW_GAUGE) {
    double share = wl_figure_share(c, space);
    double was = before ? wl_figure_share(&before->counts, space) : -1;
    if (share < 0) return false;
    out->grade = wl_grade_efficiency(share);
    wl_format_percent(share, out->value, sizeof out->value);
    if (was >= 0 && was != share) snprintf(out->before, sizeof out->before, "%.0f", was * 100);
    return true;
  }
  if (meaning == WL_UNKNOWN) {
    snprintf(out->value, sizeof out->value, "?");
    return true;
  }
  uint32_t now = number_of(c, space, figure, s->step.access.mask);
  out->estimate = estimated(s, figure);
  snprintf(out->value, sizeof out->value, "%s%u", out->estimate ? "≈" : "", now);
  if (figure == WL_SHOW_EXCESS) out->grade = now ? s->verdict.grade : WL_GRADE_GOOD;
  if (before && figure != WL_SHOW_LANES) {
    uint32_t was = number_of(&before->counts, space, figure, 0);
    if (was != now) snprintf(out->before, sizeof out->before, "%u", was);
  }
  return true;
}
