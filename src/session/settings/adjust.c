#include "session/settings/adjust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace/cache_setting.h"
#include "core/trace/setting.h"
#include "session/settings/undo.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"

static const char *const shapes[] = {"block", "grid"};

/* Whether a name is that of a parameter, which goes before what else is called so. */
static bool taken(const struct wl_head *head, const char *name) {
  for (unsigned i = 0; i < head->params; i++)
    if (strcmp(head->param[i].name, name) == 0) return true;
  return false;
}

/* The names behind the parameters: `at` counts down to the one that is wanted. */
static const char *name_of(const struct wl_session *m, const struct wl_head *head, int *at,
                           struct wl_param *made) {
  for (int i = 0; i < 2; i++)
    if (!taken(head, shapes[i]) && (*at)-- == 0) return shapes[i];
  for (unsigned i = 0; i < head->arrays; i++) {
    const char *name = head->array[i].name;
    if (wl_is_shape(name) || taken(head, name) || !wl_param_named(m, name, made)) continue;
    if ((*at)-- == 0) return name;
  }
  for (unsigned i = 0; i < WL_CACHE_SETTINGS && !head->unordered; i++) {
    const char *name = wl_cache_setting_names[i];
    if (taken(head, name) || !wl_param_named(m, name, made) || made->choices < 2) continue;
    if ((*at)-- == 0) return name;
  }
  return NULL;
}

int wl_settings_state(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  struct wl_param made;
  int most = WL_MAX_ARRAYS + WL_CACHE_SETTINGS + 2, at = most;
  if (!head) return 0;
  name_of(m, head, &at, &made);
  return head->params + most - at;
}

const struct wl_param *wl_adjustable(const struct wl_session *m, int i, struct wl_param *made) {
  const struct wl_head *head = wl_session_head(m);
  if (!head || i < 0) return NULL;
  if (i < head->params) return &head->param[i];
  i -= head->params;
  const char *name = name_of(m, head, &i, made);
  return name ? wl_param_named(m, name, made) : NULL;
}

const struct wl_param *wl_adjustable_chosen(const struct wl_session *m, struct wl_param *made) {
  return wl_adjustable(m, m->param, made);
}

int wl_adjustable_named(const struct wl_session *m, const char *name) {
  struct wl_param made;
  int knobs = wl_settings_state(m);
  for (int i = 0; *name && i < knobs; i++)
    if (strcmp(wl_adjustable(m, i, &made)->name, name) == 0) return i;
  return -1;
}

int wl_adjustable_first(const struct wl_session *m) {
  int last = wl_adjustable_named(m, wl_param_changed(m));
  return last < 0 ? wl_param_first(m) : last;
}

static void next_number(const struct wl_param *p, const char *now, int direction, char *value) {
  double step = p->step > 0 ? p->step : 1, v = strtod(now, NULL) + direction * step;
  if (p->min <= p->max) v = v < p->min ? p->min : v > p->max ? p->max : v;
  const double exact = 9007199254740992.0; /* 2^53 */
  if (p->kind == WL_PARAM_INTEGER && v > -exact && v < exact)
    snprintf(value, WL_VALUE, "%lld", (long long)v);
  else
    snprintf(value, WL_VALUE, "%.10g", v);
}

static void next_choice(const struct wl_param *p, const char *now, int direction, char *value) {
  int own = wl_param_choice(p, now), at = (own < 0 ? 0 : own) + direction;
  at = at < 0 ? 0 : at >= p->choices ? p->choices - 1 : at;
  snprintf(value, WL_VALUE, "%s", p->choices ? p->choice[at] : now);
}

/* Sets a value that can be taken back; false if nothing changes. */
static bool change(struct wl_session *m, const struct wl_param *p, const char *value) {
  char old[WL_VALUE];
  snprintf(old, sizeof old, "%s", wl_param_value(m, p));
  if (!wl_param_put(m, p, value)) return false;
  wl_undo_note(m, p->name, old, value);
  return true;
}

static void turn(struct wl_session *m, const struct wl_param *p, int direction) {
  char value[WL_VALUE];
  const char *old = wl_param_value(m, p);
  if (p->kind == WL_PARAM_CHOICE) next_choice(p, old, direction, value);
  else next_number(p, old, direction, value);
  if (!change(m, p, value)) snprintf(m->message, sizeof m->message, "%s goes no further", p->name);
}

/* Whether the script has it and takes the value; false and a diag. */
static bool takes(struct wl_session *m, const char *name, const char *value, struct wl_diag *d) {
  const struct wl_head *head = wl_session_head(m);
  struct wl_param shape;
  const struct wl_param *p = wl_param_named(m, name, &shape);
  if (p) return wl_setting_suits(p, value, d);
  char list[256] = "";
  for (unsigned i = 0; head && i < head->params; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
             head->param[i].name);
  wl_diag_fail(d, WL_USAGE, "the script has no parameter '%s'", name);
  return list[0] ? wl_diag_hint(d, "it has %s", list) : wl_diag_hint(d, "it has none at all");
}

bool wl_param_set(struct wl_session *m, const char *name, const char *value, struct wl_diag *d) {
  struct wl_param shape;
  if (!takes(m, name, value, d)) return false;
  if (!change(m, wl_param_named(m, name, &shape), value))
    snprintf(m->message, sizeof m->message, "%s is %s", name, value);
  return true;
}

void wl_param_move(struct wl_session *m, int param, int direction) {
  turn(m, &wl_session_head(m)->param[param], direction);
}

/* Round all knobs from the first one offered, and then to none. */
static int choose(const struct wl_session *m, int knobs, bool on) {
  int first = wl_adjustable_first(m), before = (first + knobs - 1) % knobs;
  if (m->param < 0) return on ? first : before;
  if (m->param == (on ? before : first)) return -1;
  return (m->param + (on ? 1 : knobs - 1)) % knobs;
}

void wl_session_turn(struct wl_session *m, enum wl_action action) {
  struct wl_param made;
  const struct wl_param *p = wl_adjustable_chosen(m, &made);
  int knobs = wl_settings_state(m);
  if (knobs == 0) {
    snprintf(m->message, sizeof m->message, "there is nothing to change");
    return;
  }
  switch (action) {
  case WL_ACT_PARAM_NEXT: m->param = choose(m, knobs, true); break;
  case WL_ACT_PARAM_PREVIOUS: m->param = choose(m, knobs, false); break;
  case WL_ACT_MORE: if (p) turn(m, p, 1); break;
  case WL_ACT_LESS: if (p) turn(m, p, -1); break;
  default: break;
  }
}
