/* Results of checks as JSON, and as results.json of Gradescope. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"
#include "report/check/check.h"

/* 2 and 2.5, not 2.0. */
static json_t *number(double v) {
  return v == floor(v) ? json_integer((json_int_t)v) : json_real(v);
}

static double score_of(const struct wl_check *c) { return c->outcome == WL_PASSED ? c->points : 0; }

/* Writes the object and ends the output. NULL: memory ran out. */
static bool put(FILE *f, json_t *object, struct wl_diag *d) {
  bool made = object != NULL;
  bool written = wl_json_line(f, object, JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
  if (!made) return wl_diag_fail(d, WL_LIMIT, "out of memory");
  return wl_out_finish(f, d) && (written || wl_diag_fail(d, WL_OUTPUT, "cannot write the output"));
}

static json_t *check_object(const struct wl_check *c, bool points) {
  json_t *object = json_pack("{s:o, s:s, s:o, s:o, s:i}", "name", wl_json_word(c->name), "outcome",
                             wl_outcome_names[c->outcome], "message", wl_json_word(c->message),
                             "settings", wl_json_word(c->settings), "hazards", (int)c->hazards);
  if (object && points) {
    json_object_set_new(object, "points", number(c->points));
    json_object_set_new(object, "score", number(score_of(c)));
    json_object_set_new(object, "visibility", json_string(wl_visibility_names[c->visibility]));
  }
  return object;
}

static json_t *list(const struct wl_checks *c, bool points) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < c->count; i++)
    if (json_array_append_new(array, check_object(&c->check[i], points)) != 0) {
      json_decref(array);
      return NULL;
    }
  return array;
}

bool wl_check_json(FILE *f, const struct wl_judgement *g, struct wl_diag *d) {
  const struct wl_checks *c = wl_judgement_counted(g);
  json_t *object = json_pack("{s:i, s:o, s:o, s:o, s:o, s:i}", "schema", 1, "script",
                             wl_json_word(g->script), "title", wl_json_word(g->title), "arch",
                             wl_json_target(g->target), "checks", list(c, g->rubric != NULL),
                             "passed", (int)wl_checks_with(c, WL_PASSED));
  if (object && g->rubric) {
    json_object_set_new(object, "rubric", wl_json_word(g->rubric));
    json_object_set_new(object, "own", list(&g->own, false));
    json_object_set_new(object, "score", number(wl_checks_score(c)));
    json_object_set_new(object, "points", number(wl_checks_points(c)));
  }
  return put(f, object, d);
}

/* The message, and what the case sets, where that is no secret of the name. */
static json_t *output_of(const struct wl_check *c) {
  char all[sizeof c->message + sizeof c->settings + 64];
  snprintf(all, sizeof all, "%s%s%s%s%s", c->settings[0] ? "with " : "", c->settings,
           c->settings[0] && c->message[0] ? "\n" : "",
           c->outcome == WL_BROKEN ? "not judged, since the check itself fails:\n" : "",
           c->message);
  return wl_json_word(all);
}

static json_t *test_object(const struct wl_check *c, uint32_t number_of_test) {
  char counted[16];
  snprintf(counted, sizeof counted, "%u", number_of_test);
  return json_pack("{s:o, s:s, s:o, s:o, s:s, s:o, s:s, s:s}", "name", wl_json_word(c->name),
                   "number", counted, "score", number(score_of(c)), "max_score",
                   number(c->points), "status", c->outcome == WL_PASSED ? "passed" : "failed",
                   "output", output_of(c), "output_format", "text", "visibility",
                   wl_visibility_names[c->visibility]);
}

/* What stands above the tests: what was checked by what, and the script's own checks, which
 * carry no points. */
static json_t *summary(const struct wl_judgement *g) {
  size_t size = 0;
  char *all = NULL;
  FILE *f = open_memstream(&all, &size);
  if (f == NULL) return NULL;
  if (g->title[0]) fprintf(f, "%s\n", g->title);
  fprintf(f, "%s", g->script);
  if (g->rubric) fprintf(f, " by the rubric %s", g->rubric);
  putc('\n', f);
  if (g->rubric && g->own.count > 0) {
    fputs("The script's own checks, which carry no points:\n", f);
    for (uint32_t i = 0; i < g->own.count; i++)
      fprintf(f, "%s: %s\n", wl_outcome_names[g->own.check[i].outcome], g->own.check[i].name);
  }
  fclose(f);
  json_t *value = wl_json_text(all, size);
  free(all);
  return value;
}

bool wl_check_gradescope(FILE *f, const struct wl_judgement *g, struct wl_diag *d) {
  const struct wl_checks *c = wl_judgement_counted(g);
  json_t *tests = json_array();
  for (uint32_t i = 0; i < c->count; i++)
    if (json_array_append_new(tests, test_object(&c->check[i], i + 1)) != 0) {
      json_decref(tests);
      return put(f, NULL, d);
    }
  return put(f, json_pack("{s:o, s:o, s:s, s:s, s:s, s:o}", "score", number(wl_checks_score(c)),
                          "output", summary(g), "output_format", "text", "test_output_format",
                          "text", "visibility", "visible", "tests", tests), d);
}
