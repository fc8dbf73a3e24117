#include "session/settings/adjustable.h"

#include <string.h>

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
  return NULL;
}

int wl_settings_state(const struct wl_session *m) {
  const struct wl_head *head = wl_session_head(m);
  struct wl_param made;
  int most = WL_MAX_ARRAYS + 2, at = most;
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
