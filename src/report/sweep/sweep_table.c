/* A sweep for programs: CSV and JSON. */
#include <inttypes.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"
#include "report/sweep/sweep.h"
#include "words/quote.h"

/* A number as it is: counts whole, shares with all that a double has. */
static void put_number(FILE *f, const struct wl_measure *m, double v) {
  fprintf(f, wl_measure_unit(m) != WL_COUNTED ? "%.9g" : "%.0f", v);
}

/* "3.5:banks=8" of a line. */
static void put_arch(FILE *f, const struct wl_sweep_line *l) {
  char text[64];
  snprintf(text, sizeof text, "%s%s", l->target.arch->cc, l->target.arch->mode);
  wl_csv_field(f, text, false);
}

static void put_csv_row(FILE *f, const struct wl_sweep_page *p, size_t line, size_t i) {
  const struct wl_sweep *s = p->sweep;
  const struct wl_sweep_line *l = &s->line[line];
  const struct wl_sweep_point *point = wl_sweep_at(s, line, i);
  double v;
  wl_csv_field(f, s->value[i], false);
  for (unsigned k = 0; k < l->fixed; k++) putc(',', f), wl_csv_field(f, l->with[k].value, false);
  for (size_t k = 0; k < p->settings; k++)
    putc(',', f), wl_csv_field(f, p->setting[k].value, false);
  putc(',', f);
  put_arch(f, l);
  for (size_t k = 0; k < p->measures; k++) {
    putc(',', f);
    if (wl_sweep_get(s, line, i, &p->measure[k], &v) == WL_KNOWN)
      put_number(f, &p->measure[k], v);
  }
  putc(',', f);
  if (point->state == WL_POINT_FAILED) wl_csv_field(f, point->problem.what, false);
  putc(',', f);
  wl_csv_field(f, p->script, false);
  fputs("\n", f);
}

bool wl_sweep_csv(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d) {
  const struct wl_sweep *s = p->sweep;
  char name[WL_MEASURE_NAME];
  wl_csv_field(f, s->name, false);
  for (unsigned k = 0; k < s->line[0].fixed; k++)
    putc(',', f), wl_csv_field(f, s->line[0].with[k].name, false);
  for (size_t k = 0; k < p->settings; k++)
    putc(',', f), wl_csv_field(f, p->setting[k].name, false);
  fputs(",arch", f);
  for (size_t k = 0; k < p->measures; k++) fprintf(f, ",%s", wl_measure_key(&p->measure[k], name));
  fputs(",problem,script\n", f);
  for (size_t line = 0; line < s->lines; line++)
    for (size_t i = 0; i < s->values; i++) put_csv_row(f, p, line, i);
  return wl_out_finish(f, d);
}

static json_t *number(const struct wl_measure *m, double v) {
  return wl_measure_unit(m) != WL_COUNTED ? json_real(v) : json_integer((json_int_t)v);
}

/* What a line is apart from its values: settings and the generation. */
static json_t *line_object(const struct wl_sweep_page *p, size_t line) {
  const struct wl_sweep_line *l = &p->sweep->line[line];
  json_t *object = json_object(), *with = json_object(), *best = json_object();
  char name[WL_MEASURE_NAME];
  double v;
  for (size_t k = 0; k < p->settings; k++)
    json_object_set_new(with, p->setting[k].name, wl_json_word(p->setting[k].value));
  for (unsigned k = 0; k < l->fixed; k++)
    json_object_set_new(with, l->with[k].name, wl_json_word(l->with[k].value));
  for (size_t k = 0; k < p->measures; k++)
    if (wl_sweep_best(p->sweep, line, &p->measure[k], &v))
      json_object_set_new(best, wl_measure_key(&p->measure[k], name), number(&p->measure[k], v));
  json_object_set_new(object, "arch", wl_json_target(l->target));
  json_object_set_new(object, "best", best);
  json_object_set_new(object, "settings", with);
  return object;
}

static json_t *point_object(const struct wl_sweep_page *p, size_t line, size_t i) {
  const struct wl_sweep *s = p->sweep;
  const struct wl_sweep_point *point = wl_sweep_at(s, line, i);
  json_t *object = json_object(), *figures = json_object();
  char name[WL_MEASURE_NAME];
  double v;
  for (size_t k = 0; k < p->measures; k++)
    if (wl_sweep_get(s, line, i, &p->measure[k], &v) == WL_KNOWN)
      json_object_set_new(figures, wl_measure_key(&p->measure[k], name), number(&p->measure[k], v));
  json_object_set_new(object, "value", wl_json_word(s->value[i]));
  json_object_set_new(object, "present", json_boolean(i == wl_sweep_present(s)));
  json_object_set_new(object, "figures", figures);
  json_object_set_new(object, "problem", point->state == WL_POINT_FAILED
                                             ? wl_json_word(point->problem.what) : json_null());
  return object;
}

bool wl_sweep_json(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d) {
  const struct wl_sweep *s = p->sweep;
  json_t *object = json_object(), *lines = json_array();
  for (size_t line = 0; line < s->lines; line++) {
    json_t *l = line_object(p, line), *points = json_array();
    for (size_t i = 0; i < s->values; i++) json_array_append_new(points, point_object(p, line, i));
    json_object_set_new(l, "points", points);
    json_array_append_new(lines, l);
  }
  json_object_set_new(object, "lines", lines);
  json_object_set_new(object, "parameter", wl_json_word(s->name));
  json_object_set_new(object, "present", s->initial[0] ? wl_json_word(s->initial) : json_null());
  json_object_set_new(object, "schema", json_integer(1));
  json_object_set_new(object, "script", wl_json_word(p->script));
  json_object_set_new(object, "title", wl_json_word(p->title));
  bool made = wl_json_line(f, object, JSON_SORT_KEYS | JSON_REAL_PRECISION(9));
  if (!wl_out_finish(f, d)) return false;
  return made || wl_diag_fail(d, WL_LIMIT, "the sweep could not be written: memory ran out");
}
