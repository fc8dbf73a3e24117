#include "app/runs/sweep_runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/sweep.h"
#include "script/judge/sweep_runs.h"
#include "session/select/setters.h"
#include "session/settings/sweep_choice.h"
#include "session/state/session_query.h"
#include "session/state/settings.h"

enum {
  VALUES = 64,  /* on both sides of the present one together */
  FREE = 16,    /* … of a parameter without limits */
  JOBS = 4,     /* runs at a time, so that the screen stays alive */
  KEY = 2048,
};

struct wl_sweep_runner {
  struct wl_session *model;
  struct wl_sweep sweep;
  struct wl_sweeper *sweeper;   /* NULL: nothing goes on */
  bool stopped;                 /* before its end */
  char key[KEY];                /* what the sweep is of; "": there is none */
  struct wl_run_options options;
  struct { char name[WL_SWEEP_TEXT], value[WL_SWEEP_TEXT]; } text[WL_MAX_PARAMS];
  struct wl_setting setting[WL_MAX_PARAMS];
};

struct wl_sweep_runner *wl_sweep_runner_create(struct wl_session *m) {
  struct wl_sweep_runner *s = calloc(1, sizeof *s);
  if (s) s->model = m;
  return s;
}

static void end(struct wl_sweep_runner *s) {
  wl_sweeper_destroy(s->sweeper);
  s->sweeper = NULL;
}

bool wl_sweep_runner_stop(struct wl_sweep_runner *s) {
  if (!s->sweeper) return false;
  end(s);
  for (size_t i = 0; i < s->sweep.values; i++) {
    struct wl_sweep_point *p = wl_sweep_at(&s->sweep, 0, i);
    if (p->state != WL_POINT_OPEN) continue;
    p->state = WL_POINT_FAILED;
    wl_diag_fail(&p->problem, WL_LIMIT, "it was not waited for");
  }
  s->stopped = true;
  wl_session_sweep(s->model, &s->sweep);
  return true;
}

void wl_sweep_runner_again(struct wl_sweep_runner *s) {
  if (s->stopped) wl_sweep_runner_forget(s);
}

void wl_sweep_runner_forget(struct wl_sweep_runner *s) {
  end(s);
  s->stopped = false;
  wl_session_sweep(s->model, NULL);
  wl_sweep_clear(&s->sweep);
  s->key[0] = '\0';
}

void wl_sweep_runner_destroy(struct wl_sweep_runner *s) {
  if (!s) return;
  wl_sweep_runner_forget(s);
  free(s);
}

/* Numbers now + k × step, from the limits of the parameter or near the present one. */
static size_t number_values(const struct wl_param *p, double now, char (*out)[WL_SWEEP_TEXT]) {
  double step = p->step > 0 ? p->step : 1, low = -FREE / 2, high = FREE;
  if (p->min <= p->max) {
    low = ceil((p->min - now) / step - 1e-9);
    high = floor((p->max - now) / step + 1e-9);
  } else if (now >= 0 && now + low * step < 0) {
    low = -floor(now / step); /* what is not negative stays so */
  }
  double first = fmax(low, -VALUES / 2), last = fmin(high, first + VALUES - 1);
  first = fmax(low, last - VALUES + 1);
  size_t n = 0;
  for (double k = first; k <= last; k++) wl_sweep_number(now + k * step, out[n++]);
  return n;
}

static bool fill_values(struct wl_sweep *s, const struct wl_param *p, const char *now) {
  s->value = calloc(VALUES, sizeof *s->value);
  if (!s->value) return false;
  if (p->kind == WL_PARAM_CHOICE)
    for (int i = 0; i < p->choices; i++)
      snprintf(s->value[s->values++], WL_SWEEP_TEXT, "%s", p->choice[i]);
  else s->values = number_values(p, strtod(now, NULL), s->value);
  return s->values > 0;
}

/* The user's settings but for the parameter itself, and what else decides. */
static void write_key(struct wl_sweep_runner *s, const struct wl_param *p,
                      struct wl_target target, char key[KEY]) {
  char on[WL_TARGET_TEXT];
  size_t count, used;
  const char *const *list = wl_session_settings(s->model, &count);
  used = (size_t)snprintf(key, KEY, "%s %s", p->name, wl_target_name(target, on));
  for (size_t i = 0; i < count && used < KEY; i++) {
    size_t n = strcspn(list[i], "=");
    bool own = strlen(p->name) == n && memcmp(list[i], p->name, n) == 0;
    if (!own) used += (size_t)snprintf(key + used, KEY - used, " %s", list[i]);
  }
}

static void take_settings(struct wl_sweep_runner *s) {
  size_t count, n = 0;
  const char *const *list = wl_session_settings(s->model, &count);
  for (size_t i = 0; i < count && n < WL_MAX_PARAMS; i++) {
    const char *equals = strchr(list[i], '=');
    if (!equals) continue;
    snprintf(s->text[n].name, WL_SWEEP_TEXT, "%.*s", (int)(equals - list[i]), list[i]);
    snprintf(s->text[n].value, WL_SWEEP_TEXT, "%s", equals + 1);
    s->setting[n] = (struct wl_setting){s->text[n].name, s->text[n].value};
    n++;
  }
  s->options.settings = s->setting;
  s->options.setting_count = n;
}

static const char *present(const struct wl_session *m, const struct wl_param *p, char text[64]) {
  size_t count, n = strlen(p->name);
  const char *const *list = wl_session_settings(m, &count);
  snprintf(text, 64, "%s", p->value);
  for (size_t i = 0; i < count; i++)
    if (strncmp(list[i], p->name, n) == 0 && list[i][n] == '=')
      snprintf(text, 64, "%s", list[i] + n + 1);
  return text;
}

static bool holds(const struct wl_sweep *s, const char *value) {
  for (size_t i = 0; i < s->values; i++)
    if (strcmp(s->value[i], value) == 0) return true;
  return false;
}

void wl_sweep_runner_want(struct wl_sweep_runner *s, const struct wl_run_options *options) {
  char key[KEY], now[64];
  const struct wl_param *p = wl_session_swept(s->model);
  struct wl_diag d;
  if (!p) return;
  struct wl_target target = wl_target_make(options->arch, options->chip);
  write_key(s, p, target, key);
  present(s->model, p, now);
  if (strcmp(key, s->key) == 0 && holds(&s->sweep, now)) return;
  wl_sweep_runner_forget(s);
  s->sweep = (struct wl_sweep){.lines = 1, .registers = wl_session_registers(s->model)};
  snprintf(s->sweep.name, sizeof s->sweep.name, "%s", p->name);
  snprintf(s->sweep.initial, sizeof s->sweep.initial, "%s", p->initial);
  s->sweep.line[0].target = target;
  s->options = *options;
  take_settings(s);
  bool good = fill_values(&s->sweep, p, now) && wl_sweep_prepare(&s->sweep);
  s->sweeper = good ? wl_sweeper_create(&s->options, &s->sweep, JOBS, &d) : NULL;
  if (!s->sweeper) {
    wl_sweep_runner_forget(s);
    wl_session_say(s->model, "not enough memory for a sweep");
    return;
  }
  memcpy(s->key, key, sizeof key);
  wl_session_sweep(s->model, &s->sweep);
}

bool wl_sweep_runner_pump(struct wl_sweep_runner *s) {
  if (!s->sweeper || !wl_sweeper_pump(s->sweeper)) return false;
  if (wl_sweeper_left(s->sweeper) == 0) end(s);
  wl_session_sweep(s->model, &s->sweep);
  return true;
}

size_t wl_sweep_runner_left(const struct wl_sweep_runner *s) {
  return s->sweeper ? wl_sweeper_left(s->sweeper) : 0;
}

size_t wl_sweep_runner_descriptors(const struct wl_sweep_runner *s, struct pollfd *fds,
                                   size_t capacity) {
  return s->sweeper ? wl_sweeper_descriptors(s->sweeper, fds, capacity) : 0;
}
