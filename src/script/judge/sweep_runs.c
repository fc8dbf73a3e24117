#include "script/judge/sweep_runs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "script/process/run.h"

enum { MAX_SLOTS = 32, MAX_SETTINGS = 128, WAIT_MS = 50 };

struct wl_sweeper {
  struct wl_run_options options;
  struct wl_sweep *sweep;
  struct { struct wl_run *run; size_t point; } slot[MAX_SLOTS];
  size_t slots, next, left; /* next: the first point that was not started */
};

static size_t count_points(const struct wl_sweep *s) { return s->lines * s->values; }

struct wl_sweeper *wl_sweeper_create(const struct wl_run_options *options, struct wl_sweep *s,
                                     unsigned jobs, struct wl_diag *d) {
  struct wl_sweeper *w = calloc(1, sizeof *w);
  if (!w) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  long processors = jobs ? (long)jobs : sysconf(_SC_NPROCESSORS_ONLN);
  if (processors < 1) processors = 1;
  for (size_t i = 0; i < count_points(s); i++) w->left += s->point[i].state == WL_POINT_OPEN;
  w->sweep = s;
  w->slots = processors < MAX_SLOTS ? (size_t)processors : MAX_SLOTS;
  if (w->slots > w->left) w->slots = w->left ? w->left : 1;
  w->options = *options;
  w->options.keep = 1; /* sums are all that is wanted */
  w->options.want_values = false;
  w->options.workers = (unsigned)processors / (unsigned)w->slots;
  return w;
}

/* Replaces the value of a setting, or adds it. */
static void put(struct wl_setting list[MAX_SETTINGS], size_t *count, const char *name,
                const char *value) {
  size_t i = 0;
  while (i < *count && strcmp(list[i].name, name) != 0) i++;
  if (i == MAX_SETTINGS) return;
  list[i] = (struct wl_setting){name, value};
  if (i == *count) ++*count;
}

static struct wl_run *start(struct wl_sweeper *w, size_t point, struct wl_diag *d) {
  const struct wl_sweep *s = w->sweep;
  const struct wl_sweep_line *line = &s->line[point / s->values];
  struct wl_setting list[MAX_SETTINGS];
  struct wl_run_options o = w->options;
  size_t n = 0;
  for (size_t i = 0; i < o.setting_count; i++)
    put(list, &n, o.settings[i].name, o.settings[i].value);
  for (unsigned i = 0; i < line->fixed; i++) put(list, &n, line->with[i].name, line->with[i].value);
  put(list, &n, s->name, s->value[point % s->values]);
  o.settings = list;
  o.setting_count = n;
  o.arch = line->target.arch;
  return wl_run_start(&o, d);
}

/* Starts points until every slot has one; those that cannot start are finished. */
static size_t fill(struct wl_sweeper *w) {
  size_t finished = 0, points = count_points(w->sweep);
  for (size_t k = 0; k < w->slots; k++)
    while (!w->slot[k].run && w->next < points) {
      size_t point = w->next++;
      struct wl_sweep_point *p = &w->sweep->point[point];
      if (p->state != WL_POINT_OPEN) continue;
      w->slot[k].point = point;
      w->slot[k].run = start(w, point, &p->problem);
      if (w->slot[k].run) continue;
      p->state = WL_POINT_FAILED;
      finished++;
    }
  return finished;
}

static void finish(struct wl_sweep_point *p, struct wl_run *run, bool good) {
  const struct wl_head *head = wl_trace_head(wl_run_trace(run));
  p->state = good ? WL_POINT_DONE : WL_POINT_FAILED;
  if (good) wl_totals_take(&p->outcome, head, wl_run_analysis(run));
  else p->problem = *wl_run_diag(run);
  wl_run_destroy(run);
}

size_t wl_sweeper_pump(struct wl_sweeper *w) {
  size_t finished = 0;
  for (size_t k = 0; k < w->slots; k++) {
    if (!w->slot[k].run) continue;
    enum wl_run_state state = wl_run_pump(w->slot[k].run, 0);
    if (state == WL_RUN_BUSY) continue;
    finish(&w->sweep->point[w->slot[k].point], w->slot[k].run, state == WL_RUN_DONE);
    w->slot[k].run = NULL;
    finished++;
  }
  finished += fill(w);
  w->left -= finished;
  return finished;
}

size_t wl_sweeper_left(const struct wl_sweeper *w) { return w->left; }

size_t wl_sweeper_descriptors(const struct wl_sweeper *w, struct pollfd *fds, size_t capacity) {
  size_t n = 0;
  for (size_t k = 0; k < w->slots; k++)
    if (w->slot[k].run) n += wl_run_descriptors(w->slot[k].run, fds + n, capacity - n);
  return n;
}

void wl_sweeper_wait(struct wl_sweeper *w, wl_sweeper_tell *tell, void *to) {
  struct pollfd fds[MAX_SLOTS * 8];
  wl_sweeper_pump(w);
  while (w->left) {
    if (tell) tell(to, w->left);
    size_t n = wl_sweeper_descriptors(w, fds, sizeof fds / sizeof fds[0]);
    poll(fds, n, WAIT_MS);
    wl_sweeper_pump(w);
  }
  if (tell) tell(to, 0);
}

void wl_sweeper_destroy(struct wl_sweeper *w) {
  if (!w) return;
  for (size_t k = 0; k < w->slots; k++) wl_run_destroy(w->slot[k].run);
  free(w);
}
