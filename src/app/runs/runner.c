#include "app/runs/runner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/runs/expression_runner.h"
#include "app/runs/layout_runner.h"
#include "app/runs/sweep_runner.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/settings/undo.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/settings.h"

enum {
  PROGRESS_MS = 100, /* the session hears of progress this often */
  PATIENCE_MS = 200, /* a run that takes longer is shown before it ends, but on slides */
  MAX_READS = 8,     /* of a file until two of them agree */
};

struct wl_runner {
  struct wl_run_options options;
  const char *file;       /* of options, to be read again, or NULL */
  char *text;             /* of options, where the file was read again, or NULL */
  struct wl_session *model;
  struct wl_input *good;    /* has ended; the picture to go back to, or NULL */
  struct wl_layout_runner layouts; /* of good */
  struct wl_input *current; /* goes on, or NULL */
  bool shown;             /* current is on screen, else good is */
  const struct wl_trace *seen; /* … and which recording of it */
  bool fresh;             /* what the file says now, or a run that was asked for, is not good yet */
  struct wl_target target_good; /* to go back to where current fails; arch NULL: that of options */
  int turn;               /* to the next one where the script cannot run on it: 1, -1; 0: no */
  struct wl_diag passed;  /* why not on the first of them; status WL_OK: there is none yet */
  bool given_up;          /* somebody has stopped current */
  bool unread;            /* the file could not be read the last time */
  struct wl_sweep_runner *scan;   /* other values of a parameter */
  bool scan_owed;         /* as soon as there is a good picture */
  struct wl_diag problem; /* why there is no good picture; WL_OK: it was not tried yet */
  struct wl_expression_runner asking; /* an expression over the arrays of good */
  unsigned starts;        /* wl_runner_starts() */
  unsigned failures;      /* that there were when current started */
  int64_t started, told;  /* when current started, and its progress was told; 0: not yet */
};

struct wl_runner *wl_runner_create(const struct wl_run_options *options, const char *file,
                                   struct wl_session *m) {
  struct wl_runner *f = calloc(1, sizeof *f);
  if (f) {
    f->options = *options;
    f->file = file;
    f->options.want_values = true;
    f->options.attended = true;
    f->model = f->asking.model = m;
    f->scan = wl_sweep_runner_create(m);
  }
  if (f && f->scan) return f;
  free(f);
  return NULL;
}

void wl_runner_destroy(struct wl_runner *f) {
  if (!f) return;
  wl_expression_runner_drop(&f->asking);
  wl_sweep_runner_destroy(f->scan);
  wl_layout_runner_drop(&f->layouts);
  wl_input_destroy(f->current);
  wl_input_destroy(f->good);
  free(f->text);
  free(f);
}

static void show(struct wl_runner *f, struct wl_input *run) {
  if (run == f->good) wl_layout_runner_show(&f->layouts, f->model, run);
  else wl_session_show(f->model, wl_input_trace(run), wl_input_analysis(run));
}

static bool same_text(const char *a, size_t a_size, const char *b, size_t b_size) {
  return a_size == b_size && memcmp(a, b, a_size) == 0;
}

/* What became of the file since the picture to go back to. */
static enum wl_file file_now(const struct wl_runner *f) {
  size_t size = 0;
  const char *text = f->good ? wl_trace_text(wl_input_trace(f->good), &size) : NULL;
  if (!text) return WL_FILE_SAME;
  if (f->unread) return WL_FILE_UNREAD;
  if (!same_text(text, size, f->options.text, f->options.size)) return WL_FILE_NEWER;
  return wl_input_diag(f->good)->status == WL_OK ? WL_FILE_SAME : WL_FILE_STOPPED;
}

/* What current holds becomes the picture to go back to. */
static void keep_current(struct wl_runner *f) {
  wl_session_lay_out(f->model, NULL);
  if (!f->shown) show(f, f->current);
  wl_layout_runner_drop(&f->layouts);
  wl_input_destroy(f->good);
  f->good = f->current;
  f->current = NULL;
  f->shown = f->fresh = false;
  f->target_good.arch = NULL;
  f->turn = 0;
  wl_file_set(f->model, file_now(f));
  wl_session_event(f->model, WL_EVENT_COMPLETE);
}

/* Back to the last good picture, if there is one. */
static void drop_current(struct wl_runner *f) {
  if (f->shown) {
    show(f, f->good);
    wl_session_event(f->model, WL_EVENT_GONE);
  }
  wl_input_destroy(f->current);
  f->current = NULL;
  f->shown = false;
}

/* What runs are counted on. */
static struct wl_target target_now(const struct wl_runner *f) {
  return wl_target_make(f->options.arch ? f->options.arch : wl_arch_default(), f->options.chip);
}

static void set_target(struct wl_runner *f, struct wl_target t) {
  f->options.arch = t.arch;
  f->options.chip = t.chip;
}

/* Back to what that picture is counted on. */
static void drop_target(struct wl_runner *f) {
  if (f->target_good.arch) set_target(f, f->target_good);
  f->target_good.arch = NULL;
  f->turn = 0;
}

/* The model's "name=value" list, cut into names and values. */
static void take_settings(const struct wl_runner *f, struct wl_runner_options *out) {
  size_t count, n = 0;
  const char *const *list = wl_session_settings(f->model, &count);
  for (size_t i = 0; i < count && n < WL_MAX_PARAMS; i++) {
    int size = snprintf(out->text[n], sizeof out->text[n], "%s", list[i]);
    char *equals = strchr(out->text[n], '=');
    assert(size < (int)sizeof out->text[n] && equals);
    *equals = 0;
    out->setting[n] = (struct wl_setting){out->text[n], equals + 1};
    n++;
  }
  out->run.settings = out->setting;
  out->run.setting_count = n;
}

void wl_runner_options(struct wl_runner *f, struct wl_runner_options *out) {
  out->run = f->options;
  if (!f->good && !f->shown) return; /* the session knows no parameter yet */
  take_settings(f, out);
  out->run.edited = f->text; /* parameters may have gone, and ranges changed */
}

const struct wl_diag *wl_runner_problem(const struct wl_runner *f) {
  return f->good || f->problem.status == WL_OK ? NULL : &f->problem;
}

unsigned wl_runner_starts(const struct wl_runner *f) { return f->starts; }

void wl_runner_run(struct wl_runner *f, const struct wl_run_options *options) {
  struct wl_diag d;
  struct wl_input *run = wl_input_start(options, &d);
  f->starts++;
  if (!run) {
    f->problem = d;
    wl_session_fail(f->model, &d);
    return;
  }
  if (f->shown && !f->good) { /* the only picture there is */
    wl_input_cancel(f->current);
    keep_current(f);
  } else {
    drop_current(f);
  }
  wl_expression_runner_drop(&f->asking); /* it is about the arrays of a run before */
  wl_session_event(f->model, WL_EVENT_STARTED);
  f->current = run;
  f->given_up = false;
  f->started = f->told = 0;
  f->failures = wl_session_failures(f->model);
  wl_session_progress(f->model, 0, 1);
}

void wl_runner_start(struct wl_runner *f) {
  struct wl_runner_options now;
  wl_runner_options(f, &now);
  wl_runner_run(f, &now.run);
}

enum reading { READ_FAILED, READ_MIXED, READ_SAME, READ_NEW };

/* What the script says of its generation counts when it says something else than
 * before, so that another one chosen on the screen stays while the script is edited. */
static void read_target(struct wl_runner *f, const char *text, size_t size) {
  struct wl_target was = wl_script_target(f->options.text, f->options.size);
  struct wl_target now = wl_script_target(text, size);
  if (f->options.arch_given || (was.arch == now.arch && was.chip == now.chip)) return;
  set_target(f, now);
  f->target_good.arch = NULL;
}

/* Reads the file until it comes out the same twice: a writer that is at it could
 * leave half of one version and half of another. */
static enum reading read_file(struct wl_runner *f) {
  struct wl_diag d;
  char *text = NULL, *again;
  size_t size = 0, again_size;
  bool agreed = false;
  for (int i = 0; i < MAX_READS && !agreed; i++) {
    if (!wl_script_read(f->file, &again, &again_size, &d)) {
      free(text);
      f->unread = true;
      wl_file_set(f->model, file_now(f));
      wl_session_fail(f->model, &d);
      return READ_FAILED;
    }
    agreed = text && same_text(text, size, again, again_size);
    free(text);
    text = again;
    size = again_size;
  }
  bool same = f->options.text && same_text(text, size, f->options.text, f->options.size);
  if (!agreed || same) {
    free(text);
    return agreed ? READ_SAME : READ_MIXED;
  }
  read_target(f, text, size);
  wl_sweep_runner_forget(f->scan); /* it runs the old text */
  free(f->text);
  f->options.text = f->text = text;
  f->options.size = size;
  return READ_NEW;
}

/* With the values that the session has now, unless a run with them is there already. */
static void follow(struct wl_runner *f) {
  if (!f->current || !f->good || f->fresh || wl_undo_awaited(f->model)) {
    wl_runner_start(f);
    return;
  }
  drop_current(f); /* changes were taken back before anything came of them */
  drop_target(f);
  f->starts++;
  wl_session_progress(f->model, 0, 0);
}

void wl_runner_read(struct wl_runner *f) {
  if (f->file && read_file(f) == READ_FAILED) return;
  f->unread = false;
  f->fresh = true;
  wl_runner_start(f);
}

bool wl_runner_changed(struct wl_runner *f) {
  enum reading r = read_file(f);
  if (r == READ_NEW || (r == READ_SAME && f->unread)) {
    f->unread = false;
    f->fresh = true;
    wl_runner_start(f);
  }
  return r != READ_MIXED;
}

/* The generation `turns` further on, around the ends of the table. */
static const struct wl_arch *arch_after(const struct wl_arch *arch, int turns) {
  long count = (long)wl_arch_count, at = arch->id;
  return &wl_archs[((at + turns) % count + count) % count];
}

/* Runs the script on another generation, or another chip. */
static void take_target(struct wl_runner *f, struct wl_target target) {
  struct wl_target from = target_now(f);
  wl_runner_plain(f);
  wl_session_turned(f->model, from, wl_target_make(target.arch, target.chip));
  if (f->good && !f->target_good.arch)
    f->target_good = (struct wl_target){from.arch, f->options.chip};
  set_target(f, target);
  follow(f);
}

void wl_runner_turn_arch(struct wl_runner *f, int turns) {
  if (turns == 0) return;
  f->turn = turns < 0 ? -1 : 1;
  f->passed.status = WL_OK;
  /* The chip that was chosen waits for its generation. */
  take_target(f, (struct wl_target){arch_after(target_now(f).arch, turns), f->options.chip});
}

void wl_runner_set_target(struct wl_runner *f, struct wl_target target) {
  f->turn = 0;
  take_target(f, target);
}

/* The script cannot run on a generation that somebody has turned to: goes past it, which is
 * the same change. False where that is not so, or there is no other. */
static bool pass_arch(struct wl_runner *f) {
  const struct wl_diag *d = wl_input_diag(f->current);
  if (!f->turn || !f->target_good.arch || d->status != WL_SCRIPT) return false;
  const struct wl_arch *from = f->options.arch, *next = arch_after(from, f->turn);
  if (next == &wl_archs[f->target_good.arch->id]) return false;
  if (f->passed.status == WL_OK) f->passed = *d;
  f->options.arch = next;
  wl_session_passed(f->model, target_now(f));
  wl_runner_start(f);
  return f->current != NULL;
}

void wl_runner_plain(struct wl_runner *f) { wl_layout_runner_plain(&f->layouts, f->model, f->good);
                                           }

void wl_runner_suggest(struct wl_runner *f) {
  if (f->good && !f->current) wl_layout_runner_next(&f->layouts, f->model, f->good,
                                                    target_now(f));
  else wl_session_say(f->model, "the script has to end before a layout can be suggested");
}

void wl_runner_evaluate(struct wl_runner *f, const char *expression) {
  wl_expression_runner_drop(&f->asking);
  if (!f->good || f->current) {
    wl_session_say(f->model, "the script has to end before its arrays can be read");
    return;
  }
  if (wl_input_diag(f->good)->status != WL_OK) {
    wl_session_say(f->model,
                   "the script did not come to its end: what its arrays hold is not known");
    return;
  }
  wl_expression_runner_start(&f->asking, &f->options, f->good, expression);
}

bool wl_runner_cancel(struct wl_runner *f) {
  if (f->asking.peek) {
    wl_expression_runner_drop(&f->asking);
    wl_session_say(f->model, "stopped: there is no answer");
    return true;
  }
  if (f->current) {
    f->given_up = true;
    wl_input_cancel(f->current);
    return true;
  }
  if (!wl_sweep_runner_stop(f->scan)) return false;
  wl_session_say(f->model, "stopped: the sweep has what came so far; r begins it anew");
  return true;
}

static void give_scan(struct wl_runner *f) {
  if (f->scan_owed) wl_sweep_runner_want(f->scan, &f->options);
  f->scan_owed = false;
}

static void cancel(struct wl_runner *f) {
  if (wl_runner_cancel(f)) return;
  wl_session_say(f->model, "no script runs that could be stopped; q leaves warplens");
}

void wl_runner_take(struct wl_runner *f, unsigned requests) {
  if (requests & WL_REQUEST_CANCEL) cancel(f);
  if (requests & WL_REQUEST_READ) {
    wl_sweep_runner_again(f->scan);
    wl_runner_read(f);
  } else if (requests & WL_REQUEST_RUN) follow(f);
  if (requests & WL_REQUEST_ARCH) {
    struct wl_target target = wl_session_target_wanted(f->model);
    if (target.arch) wl_runner_set_target(f, target);
    else wl_runner_turn_arch(f, wl_session_arch_turns(f->model));
  }
  if (requests & WL_REQUEST_EVALUATE) wl_runner_evaluate(f, wl_session_question(f->model));
  if (requests & WL_REQUEST_SUGGEST) wl_runner_suggest(f);
  if (requests & WL_REQUEST_PLAIN) wl_runner_plain(f);
  if (requests & WL_REQUEST_SWEEP) f->scan_owed = true;
  if (f->good) give_scan(f);
}

size_t wl_runner_left(const struct wl_runner *f) { return wl_sweep_runner_left(f->scan); }

bool wl_runner_runs(const struct wl_runner *f) { return f->current; }

bool wl_runner_busy(const struct wl_runner *f) {
  return f->current || f->asking.peek || wl_sweep_runner_left(f->scan);
}

size_t wl_runner_descriptors(const struct wl_runner *f, struct pollfd *fds, size_t capacity) {
  size_t n = f->current ? wl_input_descriptors(f->current, fds, capacity) : 0;
  n += wl_expression_runner_descriptors(&f->asking, fds + n, capacity - n);
  return n + wl_sweep_runner_descriptors(f->scan, fds + n, capacity - n);
}

static void tell_progress(struct wl_runner *f, int64_t now) {
  uint64_t done, of;
  if (f->told && now - f->told < PROGRESS_MS) return;
  f->told = now;
  wl_input_progress(f->current, &done, &of);
  wl_session_progress(f->model, done, of ? of : 1);
}

/* The picture has the values of before: the error says those that it came with. */
static void name_tried(const struct wl_runner *f, struct wl_diag *d) {
  char tried[128], what[sizeof d->what];
  wl_undo_tried(f->model, tried, sizeof tried);
  if (!*tried) return;
  memcpy(what, d->what, sizeof what);
  snprintf(d->what, sizeof d->what, "with %s: %.370s", tried, what);
}

/* A script that is wrong leaves the last good picture. One that was stopped or
 * ran into a limit was right as far as it came: that stays. */
static void fail(struct wl_runner *f) {
  struct wl_diag d = *wl_input_diag(f->current);
  f->problem = d;
  if (pass_arch(f)) return;
  if (f->turn && f->passed.status != WL_OK) d = f->passed;
  if (f->shown && (d.status == WL_LIMIT || !f->good)) keep_current(f);
  else {
    if (f->good) name_tried(f, &d);
    drop_current(f);
    drop_target(f);
    wl_file_set(f->model, file_now(f));
    /* else the next change would fail, too */
    if (f->good) wl_session_event(f->model, WL_EVENT_FAILED);
    if (f->good && f->given_up && wl_session_presents(f->model)) {
      wl_session_say(f->model, d.what); /* an error would stand over the slide */
      return;
    }
  }
  wl_session_fail(f->model, &d);
}

bool wl_runner_pump(struct wl_runner *f, int64_t now) {
  bool swept = wl_sweep_runner_pump(f->scan);
  if (wl_expression_runner_pump(&f->asking, now)) return true;
  if (!f->current) return swept;
  if (!f->started) f->started = now;
  enum wl_run_state state = wl_input_pump(f->current, 0);
  const struct wl_trace *trace = wl_input_trace(f->current);
  bool steps = wl_trace_head(trace) && wl_trace_count(trace);
  bool waited = now - f->started > PATIENCE_MS, slide = f->good && wl_session_presents(f->model);
  bool due = steps && !f->shown && (!f->good || (waited && !slide));
  bool anew = f->shown && f->seen != trace; /* one process runs it all once more */
  if (due) wl_session_event(f->model, WL_EVENT_SHOWS);
  if (due || anew) {
    show(f, f->current);
    f->shown = true;
    f->seen = trace;
  }
  if (state == WL_RUN_BUSY) {
    if (waited && slide) wl_session_wait(f->model);
    tell_progress(f, now);
    return due || anew || swept;
  }
  wl_session_progress(f->model, 0, 0);
  if (state == WL_RUN_FAILED) {
    fail(f);
  } else {
    bool passed = f->turn && f->passed.status != WL_OK;
    keep_current(f);
    bool same = wl_session_failures(f->model) == f->failures;
    if (passed) wl_session_say(f->model, f->passed.what);
    if (same) wl_session_fail(f->model, NULL); /* else an error came meanwhile: it has to be read */
    wl_restore_arrive(f->model);
    give_scan(f);
  }
  return true;
}
