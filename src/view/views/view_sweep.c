/* View 9: a figure of the whole grid against a parameter, a column for each value, while
 * the runs come in. The present value is marked, and so is the best. */
#include <stdio.h>

#include "session/predict/hide_figures.h"
#include "session/settings/sweep_choice.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/views/sweep_columns.h"

/* In place of a plot of what somebody is still to find; false: nobody is. */
static bool untold(struct wl_session *m, char text[128]) {
  const char *why = wl_mask_why_not(m);
  if (why) snprintf(text, 128, "%c%s", *why - 'a' + 'A', why + 1);
  return why;
}

/* There has to be a sweep. */
static struct wl_sweep_columns columns_of(struct wl_session *m) {
  const struct wl_param *param = wl_session_swept(m);
  return (struct wl_sweep_columns){.sweep = wl_sweep_shown(m), .measure = wl_sweep_measure(m),
                                   .now = wl_param_value(m, param), .param = param};
}

void wl_view_sweep(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  char why[128];
  if (!wl_session_swept(m)) {
    wl_canvas_fit(c, r.x + 1, r.y + 1, r.w - 2, WL_STYLE_TEXT,
                  "the script has no parameter to sweep");
    wl_canvas_fit(c, r.x + 1, r.y + 2, r.w - 2, WL_STYLE_DIM,
                  "add one:  local n = param(\"n\", 8, { min = 1, max = 32 })");
    return;
  }
  if (untold(m, why)) {
    wl_canvas_fit(c, r.x + 1, r.y + 1, r.w - 2, WL_STYLE_NOTE, why);
    return;
  }
  if (!wl_sweep_shown(m)) {
    wl_canvas_printf(c, r.x + 1, r.y + 1, WL_STYLE_DIM, "the runs for %s are still to come",
                     wl_session_swept(m)->name);
    return;
  }
  struct wl_sweep_columns of = columns_of(m);
  wl_sweep_columns_draw(c, r, &of);
}

int wl_rows_sweep(struct wl_session *m, struct wl_canvas *c, int w) {
  enum { ROWS = 18 };
  (void)c, (void)w;
  return wl_sweep_shown(m) ? ROWS : WL_ELSEWHERE;
}

void wl_say_sweep(struct wl_session *m, const struct wl_prose *p) {
  char why[128];
  if (!wl_session_swept(m)) {
    wl_say(p, "The script has no parameter to sweep");
    return;
  }
  if (untold(m, why)) {
    wl_say(p, "%s", why);
    return;
  }
  if (!wl_sweep_shown(m)) {
    wl_say(p, "The runs for %s are still to come", wl_session_swept(m)->name);
    return;
  }
  struct wl_sweep_columns of = columns_of(m);
  wl_sweep_columns_say(&of, p);
}
