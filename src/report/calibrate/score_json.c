/* The score as one JSON object. */
#include <string.h>

#include "canvas/write/finish_file.h"
#include "canvas/write/json.h"
#include "report/calibrate/score.h"

static json_t *agreement(const struct wl_agreement *a) {
  return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I}",
                   "space", wl_space_names[a->space], "op", a->op,
                   "figure", wl_measure_names[a->measure],
                   "exact", (json_int_t)a->exact, "exact_agree", (json_int_t)a->exact_agree,
                   "estimated", (json_int_t)a->estimate,
                   "estimated_agree", (json_int_t)a->estimate_agree,
                   "unknown", (json_int_t)a->unknown);
}

static json_t *addresses(const struct wl_access *a) {
  json_t *array = json_array();
  for (unsigned i = 0; i < WL_LANES; i++) {
    json_t *lane = a->mask >> i & 1 ? json_integer((json_int_t)a->address[i]) : json_null();
    if (json_array_append_new(array, lane) != 0) {
      json_decref(array);
      return NULL;
    }
  }
  return array;
}

static json_t *figures(const struct wl_miss *miss) {
  json_t *array = json_array();
  for (enum wl_profiled m = 0; m < WL_MEASURES; m++) {
    const struct wl_rule *rule = &wl_rules[miss->rule[m]];
    if (!(miss->measures >> m & 1)) continue;
    json_t *figure = json_pack("{s:s, s:I, s:I, s:b, s:s, s:s}", "figure", wl_measure_names[m],
                               "counted", (json_int_t)miss->row.counted[m], "model",
                               (json_int_t)miss->modelled[m], "estimate",
                               miss->estimates >> m & 1, "rule", rule->name, "certainty",
                               wl_certainty_names[rule->certainty]);
    if (json_array_append_new(array, figure) != 0) {
      json_decref(array);
      return NULL;
    }
  }
  return array;
}

static json_t *miss(const struct wl_miss *m) {
  const struct wl_access *a = &m->row.access;
  return json_pack("{s:I, s:o, s:o, s:s, s:s, s:i, s:o, s:o}", "line", (json_int_t)m->row.line,
                   "id", wl_json_word(m->row.id), "family", wl_json_word(m->row.family), "space",
                   wl_space_names[a->space], "op", m->row.op, "width", (int)a->width, "addresses",
                   addresses(a), "figures", figures(m));
}

static json_t *unmodelled(const struct wl_unmodelled *u) {
  return json_pack("{s:s, s:s, s:I}", "space", wl_space_names[u->space], "op", u->op, "rows",
                   (json_int_t)u->rows);
}

bool wl_score_json(FILE *f, const struct wl_score *s, size_t limit, struct wl_diag *d) {
  struct wl_agreement total = wl_score_total(s);
  json_t *scores = json_array(), *differ = json_array(), *without = json_array();
  bool made = true;
  for (size_t i = 0; i < s->agreements; i++)
    made &= json_array_append_new(scores, agreement(&s->agreement[i])) == 0;
  for (size_t i = 0; i < s->misses && i < limit; i++)
    made &= json_array_append_new(differ, miss(&s->miss[i])) == 0;
  for (size_t i = 0; i < s->unmodelled_count; i++)
    made &= json_array_append_new(without, unmodelled(&s->unmodelled[i])) == 0;
  json_t *root = json_pack(
      "{s:i, s:o, s:o, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}",
      "schema", 1, "file", wl_json_word(s->name), "comment", wl_json_word(s->comment), "arch",
      s->arch->cc, "assumed", s->assumed, "instructions", (json_int_t)s->rows, "exact",
      (json_int_t)total.exact, "exact_agree", (json_int_t)total.exact_agree, "estimated",
      (json_int_t)total.estimate, "estimated_agree", (json_int_t)total.estimate_agree, "unknown",
      (json_int_t)total.unknown, "differ", (json_int_t)s->misses, "scores", scores, "differences",
      differ, "unmodelled", without);
  made &= root != NULL;
  made &= wl_json_line(f, root, 0);
  if (!wl_out_finish(f, d)) return false;
  return made || wl_diag_fail(d, WL_LIMIT, "the score could not be written: memory ran out");
}
