#include "app/app.h"

#include <stdlib.h>

#include "session/course/course.h"
#include "session/course/presentation.h"
#include "session/predict/predict.h"
#include "session/predict/vote_history.h"
#include "session/select/setters.h"
#include "session/state/session_query.h"

/* A model that knows what the options say of the picture; NULL when memory ran out. */
static struct wl_session *make_model(const struct wl_tui_options *o) {
  struct wl_session *m = wl_session_create();
  if (!m) return NULL;
  wl_session_pose(m, !o->silent);
  if (o->still) wl_session_set_still(m);
  if (o->registers) wl_session_set_registers(m, o->registers);
  wl_session_set_teller(m, o->tell, o->tell_of);
  wl_session_set_scheme(m, o->scheme);
  wl_session_set_command(m, o->words, o->word_count);
  wl_restore_begin(m, &o->at);
  if (o->at_stop) wl_present_begin(m);
  return m;
}

bool wl_app_open(struct wl_app *e, const struct wl_tui_options *o, struct wl_diag *d) {
  *e = (struct wl_app){.options = o, .model = make_model(o)};
  if (e->model) e->feed = wl_runner_create(&o->run, o->file, e->model);
  if (e->feed) e->side = wl_second_runner_create(e->feed, e->model, o->find);
  if (e->side && o->file) e->watch = wl_file_watch_create(o->file);
  return (e->side && (e->watch || !o->file)) || wl_diag_refused(d, "out of memory");
}

void wl_app_close(struct wl_app *e) {
  wl_file_watch_destroy(e->watch);
  wl_second_runner_destroy(e->side);
  wl_runner_destroy(e->feed);
  wl_session_destroy(e->model);
  for (struct wl_app_left *l = e->left, *next; l; l = next) {
    next = l->next;
    free(l->answered);
    free(l);
  }
}

/* What is remembered of a lesson; NULL: it was never left. */
static struct wl_app_left *left_of(struct wl_app *e) {
  struct wl_app_left *l = e->left;
  while (l && l->lesson != e->options->lesson) l = l->next;
  return l;
}

/* Remembers the questions of the lesson that is shown; without memory they are asked again. */
static void leave(struct wl_app *e) {
  struct wl_app_left *l = left_of(e);
  if (!l && (l = calloc(1, sizeof *l)) != NULL) {
    *l = (struct wl_app_left){.lesson = e->options->lesson, .next = e->left};
    e->left = l;
  }
  if (!l) return;
  free(l->answered);
  l->answered = wl_answered_take(e->model);
}

bool wl_app_next(struct wl_app *e, bool on, struct wl_app *next) {
  const struct wl_tui_course *course = &e->options->course;
  struct wl_diag d;
  int lesson = e->options->lesson + (on ? 1 : -1);
  const char *name = wl_session_lesson_named(e->model);
  if (name && !course->find) wl_diag_fail(&d, WL_USAGE, "there are no lessons here");
  bool found = !name || (course->find && course->find(course->of, name, &lesson, &d));
  const struct wl_tui_options *o =
      found ? course->open(course->of, e->options, lesson, &d) : NULL;
  if (o && wl_app_open(next, o, &d)) return true;
  if (o) wl_app_close(next);
  wl_session_lesson_taken(e->model);
  if (name) wl_session_fail_line(e->model, &d);
  else wl_session_fail(e->model, &d);
  return false;
}

void wl_app_replace(struct wl_app *e, const struct wl_app *next, bool on) {
  struct wl_diag unkept = e->unkept;
  leave(e);
  struct wl_app_left *left = e->left, *was;
  e->left = NULL;
  wl_present_hand_on(e->model, next->model, on);
  wl_app_close(e);
  *e = *next;
  e->unkept = unkept;
  e->left = left;
  if ((was = left_of(e)) != NULL && was->answered) wl_answered_give(e->model, was->answered);
}

bool wl_app_turn(struct wl_app *e) {
  struct wl_app next;
  bool on = wl_session_lesson_turn(e->model) > 0;
  if (!wl_app_next(e, on, &next)) return false;
  wl_app_replace(e, &next, on);
  wl_runner_start(e->feed);
  return true;
}

void wl_app_look(struct wl_app *e) {
  struct wl_beyond beyond[WL_SIDES] = {{NULL, NULL}};
  const struct wl_tui_course *course = &e->options->course;
  if (e->looked || !course->look) return;
  e->looked = true;
  course->look(course->of, e->options->lesson, beyond);
  wl_session_set_course(e->model, beyond);
}

void wl_app_take(struct wl_app *e, unsigned requests) {
  wl_runner_take(e->feed, requests);
  wl_second_runner_take(e->side, requests);
}

bool wl_app_busy(const struct wl_app *e) {
  return wl_runner_busy(e->feed) || wl_second_runner_busy(e->side);
}

size_t wl_app_descriptors(const struct wl_app *e, struct pollfd fds[WL_APP_FDS]) {
  size_t count = wl_runner_descriptors(e->feed, fds, WL_APP_FDS / 2);
  return count + wl_second_runner_descriptors(e->side, fds + count, WL_APP_FDS / 2);
}

bool wl_app_pump(struct wl_app *e, int64_t now) {
  bool fed = wl_runner_pump(e->feed, now);
  return wl_second_runner_pump(e->side, now) || fed;
}

/* At each answer, so that none is lost whatever happens. Slides stay where it fails. */
void wl_app_tally(struct wl_app *e) {
  const struct wl_tui_options *o = e->options;
  struct wl_diag *d = &e->unkept;
  if (!o->tally) return;
  char *rows = wl_session_tally(e->model);
  d->status = WL_OK;
  if (!rows) wl_diag_fail(d, WL_LIMIT, "out of memory");
  else o->tally(o->tally_to, rows, d);
  free(rows);
  if (d->status == WL_OK) return;
  if (wl_session_presents(e->model)) wl_session_say(e->model, d->what);
  else wl_session_fail(e->model, d);
}

enum wl_status wl_app_end(const struct wl_app *e, enum wl_status status,
                          struct wl_diag *d) {
  if (status != WL_OK || e->unkept.status == WL_OK) return status;
  *d = e->unkept;
  return d->status;
}

enum wl_status wl_app_print_state(struct wl_app *e, FILE *f, struct wl_diag *d) {
  char *text = wl_restore_write(e->model, ' ');
  bool good = text && fprintf(f, "%s\n", text) >= 0 && fflush(f) == 0;
  free(text);
  if (!good) wl_diag_fail(d, WL_OUTPUT, "cannot print the state: %m");
  return good ? WL_OK : WL_OUTPUT;
}
