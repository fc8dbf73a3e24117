/* The comparison for programs: one object, keys sorted. */
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"
#include "core/explain/rule.h"
#include "report/diff/diff.h"
#include "report/report_caches.h"

static void set(json_t *object, const char *key, json_t *value) {
  json_object_set_new(object, key, value);
}

static json_t *side_object(const struct wl_diff_side *s) {
  json_t *object = json_object(), *params = json_object();
  const struct wl_head *head = s->trace ? wl_trace_head(s->trace) : NULL;
  for (unsigned i = 0; head && i < head->params; i++) {
    json_t *name = wl_json_word(head->param[i].name);
    set(params, json_string_value(name), wl_json_word(head->param[i].value));
    json_decref(name);
  }
  set(object, "label", wl_json_word(s->label));
  set(object, "arch", wl_json_target(wl_target_make(s->arch, s->chip)));
  set(object, "occupancy", s->analysis ? wl_json_occupancy(head, s->arch, s->registers)
                                       : json_null());
  struct wl_launch_totals launch = {.cached = false};
  if (s->analysis && head) wl_launch_take(&launch, head, s->analysis);
  set(object, "caches", wl_json_caches(&launch));
  set(object, "time_at_least", wl_json_time(&launch));
  set(object, "parameters", params);
  set(object, "problem", s->analysis ? json_null() : wl_json_word(s->problem.what));
  set(object, "script", s->trace ? wl_json_word(wl_trace_name(s->trace)) : json_null());
  return object;
}

static json_t *row_object(const struct wl_diff *d, const struct wl_diff_row *row) {
  json_t *object = json_object(), *sides = json_array();
  for (size_t i = 0; i < d->sides; i++) {
    json_t *figures = row->sum[i] ? json_object() : json_null();
    for (enum wl_figure f = 0; row->sum[i] && f < WL_FIGURES; f++)
      if (wl_diff_meaning(d, row, i, f) == WL_KNOWN)
        set(figures, wl_metrics[f].key, json_integer((json_int_t)row->sum[i]->value[f]));
    json_array_append_new(sides, figures);
  }
  set(object, "space", json_string(wl_space_names[row->space]));
  set(object, "op", json_string(wl_op_names[row->op]));
  set(object, "differs", json_boolean(row->differs));
  set(object, "sides", sides);
  return object;
}

/* The line of a row; of two scripts the line of each, null where one has none. */
static void set_line(json_t *object, const struct wl_diff *d, const struct wl_diff_row *row) {
  set(object, "line", row->line ? json_integer(row->line) : json_null());
  if (d->scripts)
    set(object, "second_line", row->second ? json_integer(row->second) : json_null());
}

static json_t *rule_object(unsigned rule, const struct wl_arch *arch) {
  const struct wl_rule *r = &wl_rules[rule];
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)rule, arch);
  return json_pack("{s:s, s:s, s:s, s:s}", "name", r->name, "rule", r->sentence, "certainty",
                   wl_certainty_names[sure], "source", r->source);
}

/* Changes of a row from each side to the next that has it. */
static void add_changes(json_t *list, const struct wl_diff *d, const struct wl_diff_row *row) {
  for (size_t to = 1; to < d->sides; to++) {
    size_t from;
    struct wl_diff_change c;
    if (!wl_diff_before(d, row, to, &from) || !wl_diff_why(d, row, from, to, &c)) continue;
    json_t *object = json_object(), *verdicts = json_array(), *rules = json_array();
    for (int i = 0; i < 2; i++) {
      json_array_append_new(verdicts, wl_json_word(c.verdict[i]));
      json_array_append_new(rules, rule_object(c.rule[i], d->side[i ? to : from].arch));
    }
    set_line(object, d, row);
    set(object, "space", json_string(wl_space_names[row->space]));
    set(object, "op", json_string(wl_op_names[row->op]));
    set(object, "from", json_integer((json_int_t)from));
    set(object, "to", json_integer((json_int_t)to));
    set(object, "what", wl_json_word(c.what));
    set(object, "verdicts", verdicts);
    set(object, "rules", rules);
    json_array_append_new(list, object);
  }
}

bool wl_diff_json(FILE *f, const struct wl_diff *d, struct wl_diag *diag) {
  json_t *object = json_object(), *sides = json_array(), *lines = json_array();
  json_t *totals = json_array(), *changes = json_array();
  for (size_t i = 0; i < d->sides; i++) json_array_append_new(sides, side_object(&d->side[i]));
  for (size_t i = 0; i < d->rows; i++) {
    json_t *row = row_object(d, &d->row[i]);
    set_line(row, d, &d->row[i]);
    json_array_append_new(lines, row);
    add_changes(changes, d, &d->row[i]);
  }
  for (size_t i = 0; i < d->totals; i++) json_array_append_new(totals, row_object(d, &d->total[i]));
  set(object, "changes", changes);
  set(object, "schema", json_integer(1));
  set(object, "sides", sides);
  set(object, "source_lines", lines);
  set(object, "totals", totals);
  bool made = wl_json_line(f, object, JSON_SORT_KEYS);
  if (!wl_out_finish(f, diag)) return false;
  return made || wl_diag_fail(diag, WL_LIMIT, "the comparison could not be made: memory ran out");
}
