/* Prints where the manual is to tell of each row of help, and of what the screen shows: PAGE,
 * first or last line, the words that the line has, the section that it stands in, and the
 * regular expression for it. */
#include <stdio.h>

#include "core/explain/metric.h"
#include "session/session.h"
#include "session/state/panels.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "view/help/prompt.h"
#include "view/keys/manual_places.h"
#include "view/help/help_list.h"
#include "words/figures.h"

static const char *const sections[] = {
  [WL_TIP_ACTION] = "The screen",   [WL_TIP_PROMPT] = "Typed lines",
  [WL_TIP_QUERY] = "Finding",       [WL_TIP_VIEW] = "The screen",
  [WL_TIP_FIGURE] = "Figures",      [WL_TIP_CERTAINTY] = "Certainty",
};

static void put(struct wl_manual place, const char *words, const char *section) {
  printf("%s\t%s\t%s\t%s\t%s\n", place.page, place.last ? "last" : "first", words, section,
         place.pattern);
}

/* What F2 opens over what is shown. */
static void put_shown(struct wl_session *m) {
  for (unsigned v = 0; v < WL_VIEWS; v++) {
    wl_session_look(m, v);
    put(wl_manual_here(m), wl_views[v].name, "The screen");
  }
  wl_panel_open(m, WL_PANEL_WHY);
  for (m->why_figure = 0; m->why_figure < WL_SHOW_NOTHING; m->why_figure++) {
    const char *key = wl_figure_key(m->why_figure);
    put(wl_manual_here(m), key ? key : "Figures", "Figures");
  }
  wl_panel_close(m, WL_PANEL_WHY);
  m->present = true;
  put(wl_manual_here(m), "Presenting", "Presenting");
  m->poll.state = WL_POLL_OPEN;
  put(wl_manual_here(m), "Questions", "Questions");
  m->present = false;
  m->poll.state = WL_POLL_NONE;
  wl_panel_open(m, WL_PANEL_ERROR);
  put(wl_manual_here(m), "Coming from CUDA C", "Coming from CUDA C");
  wl_panel_close(m, WL_PANEL_ERROR);
}

int main(void) {
  struct wl_session *m = wl_session_create();
  struct wl_tip tips[WL_MAX_TIPS];
  size_t chosen, count;
  if (!m) return 1;
  put_shown(m);
  wl_prompt_help(m);
  count = wl_palette_list(m, tips, &chosen);
  for (size_t i = 0; i < count; i++)
    if (tips[i].kind != WL_TIP_HEADING)
      put(wl_manual_of(&tips[i]), tips[i].name, sections[tips[i].kind]);
  wl_session_destroy(m);
  return 0;
}
