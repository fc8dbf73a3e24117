/* Runs the processes of a check in order, and decides each case. A rubric's processes never read
 * the script, the script's never read the rubric; the parent's own analysis decides. */
#include "script/judge/run_checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hazard/hazard.h"
#include "core/hazard/hazards.h"
#include "script/judge/check_process.h"
#include "script/process/run.h"
#include "script/results/final_arrays.h"
#include "script/results/result_figures.h"

/* The first sentence of a diag, with its place and its advice. */
static void tell(struct wl_check *c, const char *before, const struct wl_diag *d) {
  char line[24] = "";
  if (d->line > 0) snprintf(line, sizeof line, ":%u", d->line);
  int n = snprintf(c->message, sizeof c->message, "%s%s%s%s%s", before, d->file, line,
                   d->file[0] ? ": " : "", d->what);
  const char *const more[] = {d->source, d->where, d->hint};
  for (size_t i = 0; i < 3 && n < (int)sizeof c->message; i++)
    if (more[i][0])
      n += snprintf(c->message + n, sizeof c->message - (size_t)n, "\n  %s", more[i]);
}

static void fail_all(struct wl_checks *checks, const char *before, const struct wl_diag *d) {
  for (uint32_t i = 0; i < checks->count; i++) {
    checks->check[i].outcome = WL_FAILED;
    checks->check[i].stopped = d->line;
    tell(&checks->check[i], before, d);
  }
}

static struct wl_run_options rubric_options(const struct wl_grade_job *job) {
  struct wl_run_options o = job->run;
  o.name = job->rubric;
  o.text = job->text;
  o.size = job->size;
  o.settings = NULL;
  o.setting_count = 0;
  o.rubric = true;
  o.one_line = false;
  return o;
}

/* The settings of the user, and those of the case over them. */
static size_t choose_settings(const struct wl_grade_job *job, const struct wl_plan_of_case *plan,
                              struct wl_setting *list) {
  size_t n = job->run.setting_count;
  for (size_t i = 0; i < n; i++) list[i] = job->run.settings[i];
  for (uint32_t k = 0; k < plan->settings; k++) {
    size_t i = 0;
    while (i < n && strcmp(list[i].name, plan->setting[k].name) != 0) i++;
    list[i] = (struct wl_setting){plan->setting[k].name, plan->setting[k].value};
    if (i == n) n++;
  }
  return n;
}

/* Runs the script; NULL and the diag of what went wrong. */
static struct wl_run *run_script(const struct wl_run_options *o, struct wl_diag *d) {
  struct wl_run *run = wl_run_start(o, d);
  if (run == NULL || wl_run_wait(run) == WL_RUN_DONE) return run;
  *d = *wl_run_diag(run);
  wl_run_destroy(run);
  return NULL;
}

/* What CUDA leaves undefined was met by chance: a barrier that some threads miss. A check that
 * looks at hazards has its own say. */
static void hold_to_barriers(struct wl_check *c, struct wl_run *run) {
  struct wl_hazards *all = wl_analysis_hazards(wl_run_analysis(run));
  const struct wl_hazard *h;
  for (size_t i = 0; (h = wl_hazards_get(all, false, i)) != NULL; i++) {
    bool missed = h->kind == WL_HAZARD_BARRIER || h->kind == WL_HAZARD_EXITED;
    if (!missed || c->outcome != WL_PASSED || c->asks_hazards) continue;
    int n = snprintf(c->message, sizeof c->message,
                     "CUDA leaves undefined what this kernel does\n");
    wl_result_tell_hazard(wl_trace_head(wl_run_trace(run)), h, c->message + n,
                          sizeof c->message - (size_t)n);
    c->outcome = WL_FAILED;
  }
}

static void note_hazards(struct wl_check *c, struct wl_run *run) {
  struct wl_hazards *all = wl_analysis_hazards(wl_run_analysis(run));
  const struct wl_hazard *first = wl_hazards_get(all, false, 0);
  c->hazards = (uint32_t)wl_hazards_count(all, false);
  c->lines[0] = first ? first->first.place.line : 0;
  c->lines[1] = first && first->has_second ? first->second.place.line : 0;
  hold_to_barriers(c, run);
}

/* One case at work. */
struct trial {
  const struct wl_run_options *rubric;
  struct wl_run_options options; /* of the script */
  uint32_t which;
  struct wl_check *check;        /* what it comes to */
  struct wl_sheet *sheet;        /* what the rubric says now */
  struct wl_diag *fault;         /* what the system refused, which decides no case */
};

/* Has the rubric judge `run`, or say what to fill its arrays with. False where that
 * decides the case. */
static bool ask_rubric(struct trial *t, enum wl_judge_work work, struct wl_run *run) {
  struct wl_diag d = {0};
  struct wl_judge_job job = {t->rubric, work, t->which, run, t->options.fill};
  bool good = wl_judge(&job, t->sheet, &d);
  const struct wl_check *judged = &t->sheet->checks.check[t->which];
  if (good && t->which < t->sheet->checks.count) {
    t->check->outcome = judged->outcome;
    t->check->asks_hazards = judged->asks_hazards;
    memcpy(t->check->message, judged->message, sizeof t->check->message);
    return judged->outcome == WL_OPEN;
  }
  if (d.refused) *t->fault = d;
  /* Out of time: what the check looks at may be too much. */
  t->check->outcome = d.status == WL_LIMIT ? WL_FAILED : WL_BROKEN;
  tell(t->check, "", &d);
  return false;
}

/* What the rubric puts into the arrays: it has to know first which there are. */
static bool fill(struct trial *t, struct wl_diag *d) {
  struct wl_run_options o = t->options;
  o.head_only = true;
  struct wl_run *run = run_script(&o, d);
  t->check->outcome = WL_FAILED;
  if (run == NULL) return false;
  bool good = ask_rubric(t, WL_JUDGE_FILL, run);
  t->options.filled = t->sheet->filled;
  wl_run_destroy(run);
  d->status = WL_OK;
  return good;
}

/* Tries the script as `plan` says. False where the system gets in the way. */
static bool try_case(const struct wl_grade_job *job, const struct wl_plan_of_case *plan,
                     struct trial t) {
  struct wl_setting *list = calloc(job->run.setting_count + plan->settings + 1, sizeof *list);
  struct wl_diag d = {0};
  wl_diag_refused(&d, "not enough memory for a case");
  struct wl_run *run = NULL;
  bool filled = false;
  if (list != NULL) {
    t.options.setting_count = choose_settings(job, plan, list);
    t.options.settings = list;
    t.options.want_values = true;
    struct wl_target target;
    if (plan->arch[0] && wl_target_find(plan->arch, &target, NULL)) t.options.arch = target.arch;
    if (plan->fills) t.options.fill = wl_values_create();
    filled = !plan->fills || (t.options.fill != NULL && fill(&t, &d));
    if (filled) run = run_script(&t.options, &d);
  }
  if (run != NULL) {
    ask_rubric(&t, WL_JUDGE_ONE, run);
    note_hazards(t.check, run);
  } else if (d.status != WL_OK) { /* else the rubric has said why */
    t.check->outcome = WL_FAILED;
    t.check->stopped = d.line;
    tell(t.check, "the script does not run: ", &d);
    if (d.refused) *t.fault = d;
  }
  wl_run_destroy(run);
  wl_values_destroy(t.options.fill);
  free(list);
  return !t.fault->refused;
}

/* All cases of the rubric. */
static bool grade_cases(const struct wl_grade_job *job, struct wl_sheet *list,
                        struct wl_sheet *sheet, struct wl_judgement *g, struct wl_diag *d) {
  struct wl_run_options rubric = rubric_options(job);
  if (!wl_judge(&(struct wl_judge_job){.options = &rubric, .work = WL_JUDGE_LIST}, list, d))
    return false;
  g->cases = list->checks;
  memcpy(g->title, list->title, sizeof g->title);
  if (g->cases.count == 0) {
    wl_diag_fail(d, WL_SCRIPT, "%s has no case", job->rubric);
    return wl_diag_hint(d, "write  case(\"name\", { points = 1 }, function(r) … end)");
  }
  if (job->unreadable != NULL) fail_all(&g->cases, "", job->unreadable);
  d->refused = false;
  for (uint32_t i = 0; i < g->cases.count && job->unreadable == NULL; i++) {
    struct trial t = {&rubric, job->run, i, &g->cases.check[i], sheet, d};
    if (!try_case(job, &list->plan[i], t)) return false;
  }
  return true;
}

/* The expectations of the script itself, in a process that has read it. */
static bool grade_own(const struct wl_grade_job *job, struct wl_sheet *sheet,
                      struct wl_judgement *g, struct wl_diag *d) {
  if (!wl_judge(&(struct wl_judge_job){.options = &job->run, .work = WL_JUDGE_LIST}, sheet, d)) {
    /* Beside a rubric nobody else would say why there are none. */
    if (job->rubric != NULL && d->status == WL_LIMIT && sheet->checks.count > 0) {
      g->own = sheet->checks;
      fail_all(&g->own, "", d);
    }
    return false;
  }
  g->own = sheet->checks;
  if (job->rubric == NULL) memcpy(g->title, sheet->title, sizeof g->title);
  if (g->own.count == 0) return true;
  struct wl_run_options o = job->run;
  o.want_values = true;
  struct wl_run *run = run_script(&o, d);
  struct wl_judge_job all = {.options = &job->run, .work = WL_JUDGE_ALL, .run = run};
  bool judged = run != NULL && wl_judge(&all, sheet, d);
  if (judged) g->own = sheet->checks;
  else fail_all(&g->own, "", d);
  for (uint32_t i = 0; i < g->own.count && run != NULL; i++)
    note_hazards(&g->own.check[i], run);
  wl_run_destroy(run);
  return judged;
}

bool wl_grade_run(const struct wl_grade_job *job, struct wl_judgement *g, struct wl_diag *d) {
  struct wl_sheet *list = calloc(2, sizeof *list); /* what there is; what comes back */
  memset(g, 0, sizeof *g);
  g->script = job->run.name;
  g->rubric = job->rubric;
  g->target = wl_target_make(job->run.arch, job->chip);
  if (list == NULL) return wl_diag_refused(d, "not enough memory for the checks");
  struct wl_diag own = {0}; /* beside a rubric a script may fail: its cases say so */
  bool rubric = job->rubric != NULL;
  bool good = !rubric || grade_cases(job, list, list + 1, g, d);
  if (good && job->unreadable == NULL)
    good = grade_own(job, list + 1, g, &own) || (rubric && !own.refused);
  if (own.status != WL_OK && !good) *d = own;
  free(list);
  return good;
}
