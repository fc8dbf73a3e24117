#include "feed_fakes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/runs/runner.h"
#include "app/runs/sweep_runner.h"
#include "core/analysis/other_generation.h"
#include "core/gpu/target.h"
#include "core/layout/suggest.h"
#include "script/judge/evaluate_arrays.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/settings/undo.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/settings.h"
#include "words/format.h"

struct wl_session screen;
char said[64];
struct wl_input *newest;
int runs;
struct wl_run_options last;
char last_settings[128];

const struct wl_run_options wl_run_defaults;

struct wl_input *wl_input_start(const struct wl_run_options *o, struct wl_diag *d) {
  if (!o->text) {
    strcpy(d->what, "no start");
    return NULL;
  }
  newest = calloc(1, sizeof *newest);
  newest->id = ++runs;
  screen.alive[newest->id] = 1;
  snprintf(newest->text, sizeof newest->text, "%.*s", (int)o->size, o->text);
  last = *o;
  last_settings[0] = 0;
  for (size_t i = 0; i < o->setting_count; i++) {
    strcat(last_settings, o->settings[i].name);
    strcat(last_settings, ":");
    strcat(last_settings, o->settings[i].value);
    strcat(last_settings, " ");
  }
  return newest;
}

/* What the file of the script holds now; NULL: it is gone. */
const char *file;
int cut; /* this many reads come out short, each in its own way */

/* A text such as "cc 8.0" names its generation. */
struct wl_target wl_script_target(const char *text, size_t size) {
  const struct wl_arch *arch = size > 3 ? wl_arch_find(text + 3) : NULL;
  return wl_target_make(arch ? arch : wl_arch_default(), NULL);
}

bool wl_script_read(const char *path, char **text, size_t *size, struct wl_diag *d) {
  assert_string_equal(path, "x.lua");
  if (!file) {
    strcpy(d->what, "no file");
    return false;
  }
  *text = strdup(file);
  if (cut > 0) (*text)[1 + cut-- % 4] = '\0';
  *size = strlen(*text);
  return true;
}

void wl_input_destroy(struct wl_input *run) {
  if (!run) return;
  assert_int_not_equal(run->id, screen.shown); /* the model still looks at it */
  screen.alive[run->id] = 0;
  free(run);
}

size_t wl_input_descriptors(const struct wl_input *run, struct pollfd *fds, size_t capacity) {
  (void)run, (void)fds;
  return capacity ? 1 : 0;
}
enum wl_run_state wl_input_pump(struct wl_input *run, int ms) { return (void)ms, run->state; }
void wl_input_cancel(struct wl_input *run) {
  run->state = WL_RUN_FAILED;
  run->diag.status = WL_LIMIT;
  strcpy(run->diag.what, "stopped");
}
struct wl_trace *wl_input_trace(struct wl_input *run) { return (struct wl_trace *)run; }
struct wl_analysis *wl_input_analysis(struct wl_input *run) { return (struct wl_analysis *)run; }
const struct wl_diag *wl_input_diag(const struct wl_input *run) { return &run->diag; }
void wl_input_progress(const struct wl_input *run, uint64_t *done, uint64_t *of) {
  (void)run;
  *done = 1;
  *of = 4;
}

const struct wl_head *wl_trace_head(const struct wl_trace *t) { return (const void *)t; }
size_t wl_trace_count(const struct wl_trace *t) { return ((const struct wl_input *)t)->steps; }

const char *wl_trace_text(const struct wl_trace *t, size_t *size) {
  const struct wl_input *run = (const void *)t;
  *size = strlen(run->text);
  return run->text;
}

void wl_session_show(struct wl_session *m, const struct wl_trace *t, const struct wl_analysis *a) {
  (void)a;
  m->shown = t ? ((const struct wl_input *)t)->id : 0;
}
struct wl_analysis *wl_reanalyze(const struct wl_trace *t, struct wl_target target,
                                 struct wl_diag *d) {
  (void)t, (void)target, (void)d;
  return malloc(1);
}
void wl_analysis_destroy(struct wl_analysis *a) { free(a); }
/* Layouts: two are found for a run that is not told to have none. */
const char *none, *laid_out;
int layouts;
struct wl_suggestions *wl_suggest(const struct wl_trace *t, const struct wl_arch *arch,
                                  struct wl_diag *d) {
  (void)t, (void)arch, (void)d;
  struct wl_suggestions *s = calloc(1, sizeof *s);
  s->wavefronts = 32;
  s->count = 2;
  s->list[0].wavefronts = 1;
  s->list[1].wavefronts = 2;
  return s;
}
const char *wl_suggestions_none(const struct wl_suggestions *s) { return (void)s, none; }
void wl_suggestions_destroy(struct wl_suggestions *s) { free(s); }
struct wl_trace *wl_remap_trace(const struct wl_trace *t, const struct wl_remap *remap) {
  (void)t, (void)remap;
  struct wl_input *run = calloc(1, sizeof *run);
  run->id = 10 + ++layouts; /* in place of the recording */
  screen.alive[run->id] = 1;
  return (struct wl_trace *)run;
}
void wl_trace_destroy(struct wl_trace *t) { wl_input_destroy((struct wl_input *)t); }
void wl_remap_text(const struct wl_head *h, unsigned array, const struct wl_remap *r, char *text,
                   size_t size) {
  (void)h, (void)array, (void)r, (void)size;
  strcpy(text, "words");
}
/* An evaluation is done when `over` says so, and an error where `answer` is NULL. */
bool over;
const char *answer;
int peeks;
char answered[32];
struct wl_evaluation *wl_input_peek(const struct wl_run_options *o, struct wl_input *run,
                                    const char *text, struct wl_diag *d) {
  (void)d;
  assert_true(o->want_values);
  assert_int_equal(run->state, WL_RUN_DONE);
  assert_string_equal(text, "out[3]");
  peeks++;
  return malloc(1);
}
int wl_evaluation_descriptor(const struct wl_evaluation *p) { return (void)p, 77; }
bool wl_evaluation_done(const struct wl_evaluation *p) { return (void)p, over; }
bool wl_evaluation_end(struct wl_evaluation *p, char text[WL_EVALUATION_TEXT], struct wl_diag *d) {
  free(p);
  peeks--;
  strcpy(answer ? text : d->what, answer ? answer : "no such name");
  return answer;
}
/* The sweep of a text; NULL: there is none. */
const char *swept;
bool sweeping, sweep_news;
struct wl_sweep_runner *wl_sweep_runner_create(struct wl_session *m) { return (void)m, malloc(1); }
void wl_sweep_runner_forget(struct wl_sweep_runner *s) { (void)s, swept = NULL, sweeping = false; }
void wl_sweep_runner_destroy(struct wl_sweep_runner *s) { wl_sweep_runner_forget(s), free(s); }
void wl_sweep_runner_want(struct wl_sweep_runner *s, const struct wl_run_options *o) {
  (void)s, swept = o->text, sweeping = true;
}
bool wl_sweep_runner_pump(struct wl_sweep_runner *s) { return (void)s, sweeping && sweep_news; }
size_t wl_sweep_runner_left(const struct wl_sweep_runner *s) { return (void)s, sweeping; }
size_t wl_sweep_runner_descriptors(const struct wl_sweep_runner *s, struct pollfd *fds,
                                   size_t capacity) {
  return (void)s, (void)fds, sweeping && capacity ? 1 : 0;
}
bool wl_sweep_runner_stop(struct wl_sweep_runner *s) {
  bool went = sweeping;
  (void)s, sweeping = false;
  return went;
}
void wl_sweep_runner_again(struct wl_sweep_runner *s) { (void)s; }

struct wl_target wl_session_target_wanted(struct wl_session *m) {
  return (void)m, (struct wl_target){NULL, NULL};
}
const char *wl_session_question(const struct wl_session *m) { return (void)m, "out[3]"; }
void wl_session_answer(struct wl_session *m, const char *text) { (void)m, strcpy(answered, text); }
const char *wl_format_count(uint64_t n, char *text) { return sprintf(text, "%d", (int)n), text; }
void wl_session_lay_out(struct wl_session *m, const char *text) { (void)m, laid_out = text; }
void wl_session_say(struct wl_session *m, const char *text) { (void)m, strcpy(said, text); }
int wl_session_arch_turns(struct wl_session *m) { return (void)m, 0; }
void wl_restore_arrive(struct wl_session *m) { (void)m; }
void wl_session_fail(struct wl_session *m, const struct wl_diag *d) {
  strcpy(m->failed, d ? d->what : "");
  m->failures += d != NULL;
}
void wl_file_set(struct wl_session *m, enum wl_file now) { m->file = now; }
void wl_session_fail_line(struct wl_session *m, const struct wl_diag *d) { wl_session_fail(m, d); }
unsigned wl_session_failures(const struct wl_session *m) { return m->failures; }
void wl_undo_tried(const struct wl_session *m, char *text, size_t size) {
  snprintf(text, size, "%s", m->tried ? m->tried : "");
}
void wl_session_event(struct wl_session *m, enum wl_event e) {
  switch (e) {
  case WL_EVENT_STARTED: m->begun = m->wanted; return;
  case WL_EVENT_SHOWS: m->left = m->shown; return;
  case WL_EVENT_COMPLETE: m->made = m->begun; return;
  case WL_EVENT_GONE: m->home = m->shown; return;
  case WL_EVENT_FAILED: m->taken_back++; return;
  }
}
void wl_session_wait(struct wl_session *m) { m->waits++; }
bool wl_session_presents(const struct wl_session *m) { return m->presents; }
void wl_session_passed(struct wl_session *m, struct wl_target now) { m->arch = now.arch; }
bool wl_undo_awaited(const struct wl_session *m) { return m->wanted != m->made; }
void wl_session_turned(struct wl_session *m, struct wl_target before, struct wl_target now) {
  m->wanted += before.arch != now.arch || before.chip != now.chip;
  m->arch = now.arch;
}
void wl_session_progress(struct wl_session *m, uint64_t done, uint64_t of) {
  (void)done;
  m->of = of;
}
const char *const *wl_session_settings(const struct wl_session *m, size_t *count) {
  static const char *const list[] = {"pad=3", "n=a=b"};
  *count = (size_t)m->settings;
  return list;
}

struct wl_runner *begin(void) {
  static struct wl_setting given[] = {{"pad", "1"}};
  struct wl_run_options o = {
    .name = "x.lua", .text = "x", .size = 1, .settings = given, .setting_count = 1};
  memset(&screen, 0, sizeof screen);
  runs = 0;
  struct wl_runner *f = wl_runner_create(&o, "x.lua", &screen);
  wl_runner_start(f);
  return f;
}

void end(struct wl_runner *f) {
  screen.shown = 0;
  wl_runner_destroy(f);
  for (int i = 0; i < 32; i++) assert_int_equal(screen.alive[i], 0);
}

void run_once(struct wl_runner *f, int64_t now) {
  newest->state = WL_RUN_DONE;
  newest->steps = 5;
  wl_runner_pump(f, now);
}

void fail_with(enum wl_status status, size_t steps) {
  newest->state = WL_RUN_FAILED;
  newest->steps = steps;
  newest->diag.status = status;
  strcpy(newest->diag.what, "wrong");
}
