#include "core/teach/check_results.h"

#include <assert.h>

const char *const wl_outcome_names[] = {
  [WL_OPEN] = "open", [WL_PASSED] = "passed", [WL_FAILED] = "failed", [WL_BROKEN] = "broken",
};
static_assert(sizeof wl_outcome_names / sizeof wl_outcome_names[0] == WL_OUTCOMES, "a name each");

const char *const wl_visibility_names[] = {
  [WL_VISIBLE] = "visible", [WL_HIDDEN] = "hidden", [WL_AFTER_DUE_DATE] = "after_due_date",
  [WL_AFTER_PUBLISHED] = "after_published",
};
static_assert(sizeof wl_visibility_names / sizeof wl_visibility_names[0] == WL_VISIBILITIES,
              "a name each");

const struct wl_checks *wl_judgement_counted(const struct wl_judgement *g) {
  return g->rubric ? &g->cases : &g->own;
}

double wl_checks_score(const struct wl_checks *c) {
  double sum = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->check[i].outcome == WL_PASSED) sum += c->check[i].points;
  return sum;
}

double wl_checks_points(const struct wl_checks *c) {
  double sum = 0;
  for (uint32_t i = 0; i < c->count; i++) sum += c->check[i].points;
  return sum;
}

uint32_t wl_checks_with(const struct wl_checks *c, enum wl_outcome outcome) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->count; i++) n += c->check[i].outcome == outcome;
  return n;
}
