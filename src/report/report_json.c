/* The report as JSON: one object, written piece by piece, since the list of
 * instructions may be long. Its pieces are in the order of their keys; inside
 * a piece jansson sorts. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"
#include "core/access/access.h"
#include "core/analysis/flops.h"
#include "core/analysis/launch.h"
#include "core/hazard/hazard_text.h"
#include "core/hazard/hazards.h"
#include "core/teach/measured_check.h"
#include "core/teach/quiz.h"
#include "report/counters/counters.h"
#include "report/report.h"
#include "report/report_caches.h"

struct report {
  FILE *f;
  const struct wl_trace *trace;
  const struct wl_analysis *analysis;
  const struct wl_head *head; /* NULL when the run failed before it had one */
  struct wl_launch_totals launch;
  struct wl_sites sites;
  bool failed;                /* a write, or memory for a value */
};

static json_t *integer(uint64_t v) { return json_integer((json_int_t)v); }

/* Sets a key of an object. */
static void set(struct report *r, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0) r->failed = true;
}

/* A key of the report itself, in a line of its own. */
static void put(struct report *r, const char *key, json_t *value) {
  if (fprintf(r->f, "%s\"%s\":", strcmp(key, "arch") == 0 ? "{" : ",\n", key) < 0) r->failed = true;
  if (!wl_json_put(r->f, value, JSON_SORT_KEYS)) r->failed = true;
}

static json_t *triple(const uint32_t *xyz) {
  if (xyz == NULL) return json_null();
  return json_pack("[I, I, I]", (json_int_t)xyz[0], (json_int_t)xyz[1], (json_int_t)xyz[2]);
}

static json_t *parameters(struct report *r) {
  const struct wl_head *head = r->head;
  json_t *object = json_object();
  for (unsigned i = 0; head && i < head->params; i++) {
    json_t *name = wl_json_word(head->param[i].name);
    if (name == NULL) r->failed = true;
    else set(r, object, json_string_value(name), wl_json_word(head->param[i].value));
    json_decref(name);
  }
  return object;
}

static json_t *mask_text(uint32_t mask) { return json_sprintf("0x%08" PRIx32, mask); }

static void add_access(struct report *r, const struct wl_step *step, json_t *object) {
  const struct wl_access *a = &step->access;
  const struct wl_arch *arch = wl_analysis_arch(r->analysis);
  enum wl_cache cache = wl_access_cache(arch, a);
  struct wl_counts counts;
  wl_count(arch, a, &counts);
  set(r, object, "space", json_string(wl_space_names[a->space]));
  set(r, object, "op", json_string(wl_op_names[a->op]));
  set(r, object, "width", integer(a->width));
  if (cache != WL_PLAIN) set(r, object, "cache", json_string(wl_cache_names[cache]));
  if (a->form != WL_FORM_NATIVE) set(r, object, "form", json_string(wl_form_names[a->form]));
  if (a->space == WL_GLOBAL)
    set(r, object, "exact", json_boolean(!step->by_turns &&
                                         wl_figure_estimates(arch, a, &counts) == 0));
  if (r->head && step->array < r->head->arrays)
    set(r, object, "array", wl_json_word(r->head->array[step->array].name));
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    if (wl_figure_meaning(arch, a, f) == WL_KNOWN)
      set(r, object, wl_metrics[f].key, integer(wl_figure_get(&counts, f)));
}

static void add_shuffle(struct report *r, const struct wl_step *step, json_t *object) {
  json_t *source = json_array();
  for (unsigned i = 0; i < WL_LANES; i++) {
    bool active = step->access.mask >> i & 1;
    json_t *lane = active ? integer(step->source[i]) : json_null();
    if (json_array_append_new(source, lane) != 0) r->failed = true;
  }
  set(r, object, "mode", json_string(wl_shuffle_names[step->shuffle_mode]));
  set(r, object, "source", source);
  set(r, object, "undefined", mask_text(step->undefined));
  set(r, object, "width", integer(step->shuffle_width));
}

static json_t *instruction(struct report *r, size_t index, const struct wl_step *step) {
  static const char *const kinds[WL_STEP_KINDS] = {"access", "shuffle", "vote", "barrier", "mark"};
  json_t *object = json_object();
  uint32_t block[3];
  set(r, object, "step", integer(index));
  set(r, object, "kind", json_string(kinds[step->kind]));
  if (r->head) {
    wl_head_block(r->head, step->block, block);
    set(r, object, "block", triple(block));
  }
  set(r, object, "warp", integer(step->warp));
  set(r, object, "line", integer(step->place.line));
  set(r, object, "column", integer(step->place.column));
  set(r, object, "phase", integer(step->phase));
  if (step->iteration != WL_NO_ITERATION) set(r, object, "iteration", integer(step->iteration));
  set(r, object, "mask", mask_text(step->access.mask));
  set(r, object, "active_lanes", integer((unsigned)__builtin_popcount(step->access.mask)));
  if (step->kind == WL_STEP_ACCESS || step->kind == WL_STEP_SHUFFLE) {
    char type[16];
    wl_type_name(step->type, type);
    set(r, object, "type", json_string(type));
  }
  if (step->kind == WL_STEP_ACCESS) add_access(r, step, object);
  else if (step->kind == WL_STEP_MARK) set(r, object, "text", wl_json_word(step->text));
  else set(r, object, "name", json_string(wl_step_names[step->name]));
  if (step->kind == WL_STEP_SHUFFLE) add_shuffle(r, step, object);
  return object;
}

/* Opens, goes through and closes a list, an item a line. */
static void begin_list(struct report *r, const char *key) {
  if (fprintf(r->f, ",\n\"%s\":[", key) < 0) r->failed = true;
}

static void put_item(struct report *r, bool first, json_t *item) {
  if (fputs(first ? "\n" : ",\n", r->f) == EOF || !wl_json_put(r->f, item, JSON_SORT_KEYS))
    r->failed = true;
}

static void end_list(struct report *r) {
  if (putc(']', r->f) == EOF) r->failed = true;
}

static void put_instructions(struct report *r, size_t limit) {
  struct wl_step step;
  begin_list(r, "instructions");
  for (size_t i = 0; i < limit && !r->failed && wl_trace_get(r->trace, i, &step); i++)
    put_item(r, i == 0, instruction(r, i, &step));
  end_list(r);
}

static bool known(const struct report *r, enum wl_space s, enum wl_op op,
                  const struct wl_sum *sum, enum wl_figure f) {
  return wl_sum_meaning(wl_analysis_arch(r->analysis), s, op, sum, f) == WL_KNOWN;
}

/* How many lanes took part, and in how many instructions. */
static void set_lanes(struct report *r, json_t *object, const struct wl_sum *sum) {
  set(r, object, "active_lanes", integer(sum->lanes));
  set(r, object, "instructions", integer(sum->instructions));
}

/* All figures that are known of the instructions. */
static json_t *sum_object(struct report *r, enum wl_space s, enum wl_op op,
                          const struct wl_sum *sum) {
  json_t *object = json_object();
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    if (known(r, s, op, sum, f))
      set(r, object, wl_metrics[f].key, integer(sum->value[f]));
  set_lanes(r, object, sum);
  return object;
}

static json_t *line_object(struct report *r, const struct wl_line_cost *line) {
  json_t *object = json_object();
  size_t size;
  const char *source = wl_trace_line(r->trace, line->line, &size);
  set(r, object, "line", integer(line->line));
  if (source) set(r, object, "text", wl_json_text(source, size));
  uint64_t flops;
  bool counted = wl_flops_get(wl_analysis_flops(r->analysis), line->line, &flops);
  set(r, object, "flops", counted ? integer(flops) : json_null());
  wl_json_line_caches(object, &r->sites, line->line);
  for (enum wl_space s = 0; s < WL_SPACES; s++) {
    json_t *ops = json_object();
    for (enum wl_op op = 0; op < WL_OPS; op++)
      if (line->sum[s][op].instructions > 0)
        set(r, ops, wl_op_names[op], sum_object(r, s, op, &line->sum[s][op]));
    if (json_object_size(ops) > 0) set(r, object, wl_space_names[s], ops);
    else json_decref(ops);
  }
  return object;
}

static json_t *party_object(struct report *r, const struct wl_party *p) {
  json_t *object = json_object();
  uint32_t block[3], thread[3];
  wl_head_block(r->head, p->block, block);
  wl_head_thread(r->head, p->warp, p->lane, thread);
  set(r, object, "line", p->place.line ? integer(p->place.line) : json_null());
  set(r, object, "column", p->place.line ? integer(p->place.column) : json_null());
  if (p->op < WL_OPS) set(r, object, "op", json_string(wl_op_names[p->op]));
  set(r, object, "block", triple(block));
  set(r, object, "thread", triple(thread));
  set(r, object, "warp", integer(p->warp));
  set(r, object, "lane", integer(p->lane));
  return object;
}

static json_t *other_kinds(struct report *r, const struct wl_hazard *h) {
  json_t *list = json_array();
  for (int kind = 0; kind < WL_HAZARD_KINDS; kind++)
    if (kind != h->kind && (h->kinds >> kind & 1) &&
        json_array_append_new(list, json_string(wl_hazard_keys[kind])) != 0)
      r->failed = true;
  return list;
}

static json_t *hazard_object(struct report *r, const struct wl_hazard *h) {
  json_t *object = json_object();
  char words[WL_HAZARD_TEXT];
  set(r, object, "kind", json_string(wl_hazard_keys[h->kind]));
  set(r, object, "also", other_kinds(r, h));
  set(r, object, "scope", json_string(wl_scope_names[h->scope]));
  set(r, object, "note", json_boolean(h->note));
  set(r, object, "count", integer(h->count));
  set(r, object, "step", integer(h->second.step));
  if (h->array < r->head->arrays) {
    const struct wl_array *a = &r->head->array[h->array];
    set(r, object, "array", wl_json_word(a->name));
    wl_head_element(r->head, h->array, h->address, words, sizeof words);
    set(r, object, "element", json_string(words));
  }
  if (h->lanes) set(r, object, "lanes", mask_text(h->lanes));
  set(r, object, "first", party_object(r, &h->first));
  if (h->has_second) set(r, object, "second", party_object(r, &h->second));
  wl_hazard_why(h, words);
  set(r, object, "why", json_string(words));
  wl_hazard_fix(h, words);
  set(r, object, "fix", json_string(words));
  return object;
}

/* Hazards, then notes. */
static void put_hazards(struct report *r) {
  struct wl_hazards *all = wl_analysis_hazards(r->analysis);
  const struct wl_hazard *h;
  bool first = true;
  begin_list(r, "hazards");
  for (int notes = 0; notes < 2 && r->head; notes++)
    for (size_t i = 0; !r->failed && (h = wl_hazards_get(all, notes == 1, i)); i++, first = false)
      put_item(r, first, hazard_object(r, h));
  end_list(r);
}

static void put_lines(struct report *r) {
  size_t count;
  const struct wl_line_cost *line = wl_analysis_lines(r->analysis, &count);
  begin_list(r, "source_lines");
  for (size_t i = 0; i < count && !r->failed; i++) put_item(r, i == 0, line_object(r, &line[i]));
  end_list(r);
}

/* The operations that totals list always, the others where the run has them: a
 * reduction in shared memory is an atomic. */
static const bool listed[WL_SPACES][WL_OPS] = {
  [WL_GLOBAL] = {[WL_LOAD] = true, [WL_STORE] = true, [WL_REDUCE] = true, [WL_ATOMIC] = true},
  [WL_SHARED] = {[WL_LOAD] = true, [WL_STORE] = true, [WL_ATOMIC] = true},
  [WL_CONSTANT] = {[WL_LOAD] = true},
};

/* The sum of a launch, or where it is NULL of the run. */
static const struct wl_sum *sum_of(const struct report *r, const struct wl_launch *l,
                                   enum wl_space s, enum wl_op op) {
  return l ? &l->sum[s][op] : wl_analysis_sum(r->analysis, s, op);
}

static bool lists(const struct report *r, const struct wl_launch *l, enum wl_space s,
                  enum wl_op op) {
  if (s == WL_SHARED && op == WL_REDUCE) return false;
  return listed[s][op] || sum_of(r, l, s, op)->instructions > 0;
}

static struct wl_sum total(const struct report *r, const struct wl_launch *l, enum wl_space s,
                           enum wl_op op) {
  struct wl_sum sum = *sum_of(r, l, s, op);
  if (s == WL_SHARED && op == WL_ATOMIC) wl_sum_merge(&sum, sum_of(r, l, s, WL_REDUCE));
  return sum;
}

static json_t *totals(struct report *r, const struct wl_launch *l) {
  const struct wl_launch_totals *caches = l ? &l->totals : &r->launch;
  json_t *spaces = json_object();
  set(r, spaces, "flops", caches->counted ? integer(caches->flops) : json_null());
  for (enum wl_space s = 0; s < WL_SPACES; s++) {
    json_t *ops = json_object();
    for (enum wl_op op = 0; op < WL_OPS; op++) {
      if (!lists(r, l, s, op)) continue;
      struct wl_sum sum = total(r, l, s, op);
      json_t *one = sum_object(r, s, op, &sum);
      if (s == WL_GLOBAL && op == WL_LOAD) wl_json_load_caches(one, caches);
      set(r, ops, wl_op_names[op], one);
    }
    if (json_object_size(ops) > 0) set(r, spaces, wl_space_names[s], ops);
    else json_decref(ops);
  }
  return spaces;
}

static json_t *launch_object(struct report *r, const struct wl_launch *l) {
  json_t *object = json_object();
  set(r, object, "kernel", wl_json_word(l->kernel));
  set(r, object, "grid", triple(l->grid));
  set(r, object, "block", triple(l->block));
  set(r, object, "shown", json_boolean(l->shown));
  set(r, object, "recorded_blocks", integer(l->recorded));
  set(r, object, "totals", totals(r, l));
  set(r, object, "caches", wl_json_caches(&l->totals));
  set(r, object, "time_at_least", wl_json_time(&l->totals));
  return object;
}

static void put_launches(struct report *r, const struct wl_report_options *o) {
  begin_list(r, "launches");
  for (size_t i = 0; i < o->launches && !r->failed; i++)
    put_item(r, i == 0, launch_object(r, &o->launch[i]));
  end_list(r);
}

static json_t *measured(struct report *r) {
  json_t *list = json_array();
  const struct wl_lesson_data *l = wl_trace_lesson(r->trace);
  const struct wl_arch *arch = wl_analysis_arch(r->analysis);
  for (unsigned i = 0; r->head && i < l->measurements; i++) {
    const struct wl_measured *m = &l->measured[i];
    json_t *object = json_object(), *figures = json_array();
    bool compares = wl_measured_compares(m, arch);
    for (unsigned k = 0; k < m->figures; k++) {
      json_t *figure = json_object();
      set(r, figure, "space", json_string(wl_space_names[m->figure[k].space]));
      set(r, figure, "op", json_string(wl_op_names[m->figure[k].op]));
      set(r, figure, "figure", json_string(wl_metrics[m->figure[k].figure].key));
      set(r, figure, "counted", integer(m->figure[k].counted));
      if (compares) set(r, figure, "model", integer(wl_measured_model(m, k, r->analysis)));
      if (json_array_append_new(figures, figure) != 0) r->failed = true;
    }
    set(r, object, "chip", wl_json_word(m->chip));
    set(r, object, "with", wl_json_word(m->with));
    set(r, object, "applies", json_boolean(m->applies));
    set(r, object, "times", integer(m->times));
    if (m->gbps > 0) set(r, object, "gbps", json_real(m->gbps));
    if (m->size[0]) set(r, object, "size", wl_json_word(m->size));
    set(r, object, "figures", figures);
    if (json_array_append_new(list, object) != 0) r->failed = true;
  }
  return list;
}

static json_t *question(struct report *r, const struct wl_quiz_row *row) {
  const struct wl_question *q = &row->question;
  json_t *object = json_object(), *choices = json_array();
  for (unsigned i = 0; i < q->choices; i++)
    if (json_array_append_new(choices, wl_json_word(q->choice[i])) != 0) r->failed = true;
  set(r, object, "step", integer(row->step));
  set(r, object, "line", integer(row->place.line));
  if (q->asked != WL_ASK_NOTHING) set(r, object, "figure", json_string(wl_asked_name(q->asked)));
  set(r, object, "text", wl_json_word(q->text));
  set(r, object, "choices", choices);
  set(r, object, "answer", wl_json_word(row->right));
  set(r, object, "because", wl_json_word(q->because));
  if (q->chip[0])
    set(r, object, "counted",
        json_pack("{s:s, s:s, s:I}", "chip", q->chip, "figure", wl_metrics[q->figure].key, "value",
                  (json_int_t)q->counted));
  return object;
}

static json_t *questions(struct report *r) {
  struct wl_quiz *quiz = wl_quiz(r->trace, wl_analysis_arch(r->analysis));
  json_t *list = json_array();
  if (quiz == NULL) r->failed = true;
  for (unsigned i = 0; quiz && i < quiz->rows; i++)
    if (json_array_append_new(list, question(r, &quiz->row[i])) != 0) r->failed = true;
  free(quiz);
  return list;
}

bool wl_report_json(FILE *f, const struct wl_trace *t, const struct wl_analysis *a,
                    const struct wl_report_options *o, struct wl_diag *d) {
  const struct wl_head *head = wl_trace_head(t);
  struct report r = {.f = f, .trace = t, .analysis = a, .head = head,
                     .sites = wl_sites_make(a, t)};
  if (head) wl_launch_take(&r.launch, head, a);
  put(&r, "arch", wl_json_target(wl_analysis_target(a)));
  put(&r, "arrays", wl_json_arrays(&r.sites, head));
  put(&r, "block", triple(head ? head->block : NULL));
  put(&r, "caches", wl_json_caches(&r.launch));
  if (o->counters) put(&r, "counters", wl_json_counters(o->counters, t, a, o->registers));
  put(&r, "estimates", integer(wl_analysis_estimates(a)));
  put(&r, "grid", triple(head ? head->grid : NULL));
  put_hazards(&r);
  bool partial = (head && head->unordered) || wl_hazards_partial(wl_analysis_hazards(a));
  put(&r, "hazards_partial", json_boolean(partial));
  put_instructions(&r, o->limit);
  put(&r, "kept", integer(wl_trace_count(t)));
  if (o->launch) put_launches(&r, o);
  put(&r, "measured", measured(&r));
  put(&r, "occupancy", wl_json_occupancy(head, wl_analysis_arch(a), o->registers));
  put(&r, "parameters", parameters(&r));
  put(&r, "questions", questions(&r));
  put(&r, "schema", json_integer(1));
  put(&r, "script", wl_json_word(wl_trace_name(t)));
  put_lines(&r);
  wl_footprints_destroy(r.sites.footprints);
  put(&r, "steps", integer(wl_trace_total(t)));
  put(&r, "time_at_least", wl_json_time(&r.launch));
  put(&r, "title", wl_json_word(head ? head->title : ""));
  put(&r, "totals", totals(&r, NULL));
  if (fputs("}\n", f) == EOF) r.failed = true;
  if (!wl_out_finish(f, d)) return false;
  if (r.failed) return wl_diag_fail(d, WL_LIMIT, "the report could not be made: memory ran out");
  return true;
}
