#include "session/predict/hide_figures.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/compare/figure_text.h"
#include "session/predict/asked_figures.h"
#include "session/predict/predict.h"
#include "session/predict/question.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/figures.h"

bool wl_mask_ask_named(struct wl_session *m, const char *key, struct wl_diag *d) {
  unsigned figure = wl_asked_named(key), near = WL_SHOW_NOTHING, least = 3;
  char list[WL_ASKED_LIST];
  if (figure != WL_SHOW_NOTHING) {
    wl_mask_ask(m, figure);
    return true;
  }
  for (unsigned f = 0; f <= WL_SHOW_EFFICIENCY; f++) {
    unsigned distance = wl_text_distance(key, wl_figure_key(f));
    if (distance < least) least = distance, near = f;
  }
  wl_asked_list(list);
  wl_diag_fail(d, WL_USAGE, "no figure '%s' can be asked for", key);
  return near == WL_SHOW_NOTHING
           ? wl_diag_hint(d, "there are %s", list)
           : wl_diag_hint(d, "did you mean '%s'? There are %s", wl_figure_key(near), list);
}

/* Those that the selected step has, as the panel lists them. */
static unsigned list(struct wl_session *m, const struct wl_step_info *bare,
                     uint8_t figure[WL_FIGURE_LIST]) {
  unsigned count = 0;
  for (unsigned i = 0; i < WL_FIGURE_LIST; i++) {
    unsigned f = wl_figure_listed(m, i);
    if (f != WL_SHOW_NOTHING && wl_question_can(m, bare, f)) figure[count++] = (uint8_t)f;
  }
  return count;
}

void wl_mask_ask_next(struct wl_session *m, int by) {
  uint8_t figure[WL_FIGURE_LIST];
  const struct wl_step_info *bare = wl_session_bare(m);
  unsigned count = bare ? list(m, bare, figure) : 0, at = 0;
  bool was = count && m->mask.was_chosen && wl_question_can(m, bare, m->mask.figure);
  if (!count) {
    wl_session_say(m, "this step has no figure that could be asked for");
    return;
  }
  unsigned now = was ? m->mask.figure
                     : (unsigned)wl_figure_telling(wl_session_arch(m), &bare->step.access);
  while (at + 1 < count && figure[at] != now) at++;
  if (m->mask.on && m->mask.chosen && was) at = (at + count + (unsigned)by) % count;
  wl_mask_ask(m, figure[at]);
}

/* A slide that has no figure looks the same before and after. */
static void tell_turn(struct wl_session *m) {
  const struct wl_step_info *s = m->present ? wl_session_spot(m) : NULL;
  if (s && m->poll.state == WL_PREDICT_FREE && s->step.kind != WL_STEP_ACCESS)
    wl_session_say(m, m->mask.on ? "figures are hidden from here on; m shows them"
       : !m->disclosure.totals ? "figures are shown again, except those of open questions"
                             : "figures are shown again");
}

void wl_mask_turn(struct wl_session *m) {
  if (!wl_session_masked(m)) {
    wl_session_mask(m, true);
    tell_turn(m);
    return;
  }
  if (m->mask.on) {
    wl_session_mask(m, false);
    tell_turn(m);
  }
  if (!wl_session_masked(m)) return;
  wl_question_show(m); /* that of the script, which stands by itself */
  if (!wl_session_masked(m)) return;
  wl_question_give_up(m, &wl_session_bare(m)->step.place); /* that of another block or turn */
}

const char *wl_mask_why_not(const struct wl_session *m) {
  return m->disclosure.why[0] ? m->disclosure.why : NULL;
}

/* Which instruction costs most is a rank and no figure: only who is asked has to find it. Why a
 * figure is what it is, is told of a step that shows it. */
bool wl_mask_forbids(struct wl_session *m, enum wl_action action) {
  bool here = action == WL_ACT_WORST || action == WL_ACT_WHY, anywhere = action == WL_ACT_SUGGEST;
  const char *why = anywhere || (here && wl_session_masked(m)) ? wl_mask_why_not(m) : NULL;
  if (why) wl_session_say(m, why);
  return why != NULL;
}
