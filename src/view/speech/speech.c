#include "view/speech/speech.h"
#include "view/text/step_sentences.h"

#include <stdio.h>
#include <string.h>

#include "session/course/presentation.h"
#include "session/settings/adjust.h"
#include "session/settings/sweep_choice.h"
#include "session/settings/undo.h"
#include "session/state/panels.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/screen/view_functions.h"

/* The name of the view, and what it says. */
static void speak_view(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_view_row *v = &wl_views[m->view];
  wl_say(p, "View %c, %s", wl_actions[WL_ACT_VIEWS + m->view].keys[0], v->name);
  wl_view_say(m, m->view, p);
}

/* The script has given nothing that could be selected. */
static void speak_start(const struct wl_session *m, const struct wl_prose *p) {
  if (!m->trace || !wl_panel_on(m, WL_PANEL_ERROR))
    wl_say(p, "There is no warp instruction to look at");
}

/* Of one line, or of a row of an array in each. */
static void speak_answer(const struct wl_session *m, const struct wl_prose *p) {
  const char *s = m->answer;
  size_t name = strlen(m->question);
  if (strncmp(s, m->question, name) == 0 && strncmp(s + name, " = ", 3) == 0)
    s += name + 3; /* on the screen a row of an array has its name */
  if (!strchr(s, '\n')) {
    wl_say(p, "%s is %s", m->question, s);
    return;
  }
  wl_say(p, "%s:", m->question);
  while (*s) {
    size_t size = strcspn(s, "\n");
    if (size) wl_say(p, "%.*s", (int)size, s);
    s += size + (s[size] == '\n');
  }
}

/* The step and what is asked about it; what came of that goes before the figures. */
static void speak_asked(struct wl_session *m, const struct wl_prose *p) {
  bool shown = m->poll.state == WL_PREDICT_REVEALED;
  if (shown) wl_speak_question(m, true, p);
  wl_speak_step(m, p);
  if (!shown) wl_speak_question(m, true, p);
}

/* The selected step, as a fact or in full. The lanes are the view that nobody has asked
 * for: at first it waits until somebody does. */
static void speak_picture(struct wl_session *m, bool first, const struct wl_prose *p) {
  if (m->present) {
    wl_speak_fact(m, p);
    wl_speak_question(m, true, p);
    return;
  }
  speak_asked(m, p);
  if (!first || m->view) speak_view(m, p);
  if (m->wave) wl_speak_now(m, p);
  if (m->lane || m->wave) wl_speak_lane(m, m->lane, p);
  if (wl_panel_on(m, WL_PANEL_WHY)) wl_speak_why(m, p);
}

/* On the screen a message has the look of a status; here it is a sentence, whose first letter
 * is large unless it is that of code, or of a parameter's name. */
static bool speak_message(const struct wl_session *m, const struct wl_prose *p) {
  char word[WL_VALUE];
  if (!m->message[0]) return false;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(m->message, " "), m->message);
  (wl_adjustable_named(m, word) < 0 ? wl_say_words : wl_say)(p, "%s", m->message);
  return true;
}

static void speak_all(struct wl_session *m, bool first, const struct wl_prose *p) {
  struct wl_param made;
  wl_speak_title(m, p);
  if (wl_panel_on(m, WL_PANEL_ERROR)) wl_speak_error(&m->diag, p);
  if (wl_session_spot(m)) speak_picture(m, first, p);
  else speak_start(m, p);
  if (wl_adjustable_chosen(m, &made)) wl_speak_param(m, p);
  if (wl_panel_on(m, WL_PANEL_ANSWER)) speak_answer(m, p);
  if (wl_panel_on(m, WL_PANEL_HELP)) wl_speak_help(p);
  if (wl_panel_on(m, WL_PANEL_RESTORE)) wl_speak_bookmark(m, p);
  speak_message(m, p);
}

void wl_speak(struct wl_session *m, const struct wl_prose *p) { speak_all(m, false, p); }

/* What stands over the picture: once it is said there is nothing to close. */
static bool speak_panel(struct wl_session *m, const struct wl_prose *p) {
  enum wl_panel top = wl_panel_top(m);
  if (top == WL_PANEL_BLANK) wl_say(p, "Nothing is shown until the next command");
  else if (top == WL_PANEL_HELP) wl_speak_help(p);
  else if (wl_panel_on(m, WL_PANEL_RESTORE)) wl_speak_bookmark(m, p);
  else if (wl_panel_on(m, WL_PANEL_WHY)) wl_speak_why(m, p);
  else return false;
  wl_panel_close(m, WL_PANEL_HELP);
  wl_panel_close(m, WL_PANEL_WHY);
  wl_panel_close(m, WL_PANEL_RESTORE);
  return true;
}

static struct wl_spoken said_of(const struct wl_session *m) {
  return (struct wl_spoken){
    .any = true, .shows = m->shows, .fails = m->fails, .replies = m->answers,
    .votes = m->poll.count, .view = m->view, .lane = m->lane, .wave = m->wave,
    .selected = m->selected,
  };
}

/* Whether an action is about the view, which is said anew though it may be the same. */
static bool is_of_view(struct wl_session *m, enum wl_action a) {
  bool vertical = a == WL_ACT_WARP_NEXT || a == WL_ACT_WARP_PREVIOUS;
  return (a >= WL_ACT_VIEWS && a < WL_ACT_VIEWS + WL_VIEWS) || a == WL_ACT_SCROLL_DOWN ||
         a == WL_ACT_SCROLL_UP || (vertical && wl_sweep_takes(m));
}

/* Whether it changes what is shown of the step, whatever else is told. */
static bool is_of_step(enum wl_action a) {
  return a == WL_ACT_MASK || a == WL_ACT_FIGURE_NEXT || a == WL_ACT_FIGURE_PREVIOUS ||
         a == WL_ACT_ASK || a == WL_ACT_NO_QUESTIONS || a == WL_ACT_PRESENT;
}

/* The step, the view, the replay, the lane, the votes: what was touched; else the step. */
static void speak_touched(struct wl_session *m, const struct wl_spoken *old, enum wl_action action,
                          bool told, const struct wl_prose *p) {
  bool run = m->shows != old->shows, step = run || m->selected != old->selected;
  bool view = m->view != old->view || is_of_view(m, action), lane = m->lane != old->lane;
  bool wave = m->wave != old->wave, vote = m->poll.count != old->votes && m->poll.count;
  vote = vote && m->poll.state == WL_PREDICT_ASKED;
  step |= is_of_step(action) || !(told || view || lane || wave || vote);
  if (run && m->past.last.step.change[0] && wl_session_spot(m)->step.kind != WL_STEP_ACCESS)
    wl_say(p, "Changed: %s", m->past.last.step.change); /* others tell it with their figures */
  if (step && m->present) wl_speak_fact(m, p), wl_speak_question(m, true, p);
  else if (step) speak_asked(m, p);
  else if (vote || lane) wl_speak_question(m, lane, p);
  if (view) speak_view(m, p);
  if (wave && !step) wl_speak_now(m, p);
  if (lane) wl_speak_lane(m, m->lane, p);
}

void wl_speak_line(struct wl_session *m, struct wl_spoken *said, enum wl_action action,
                   const struct wl_prose *p) {
  struct wl_spoken old = *said;
  struct wl_param made;
  unsigned place, of;
  if (wl_panel_on(m, WL_PANEL_PROMPT)) return; /* a recording types behind ':' */
  const struct wl_step_info *spot = wl_session_spot(m);
  if (m->present && spot) wl_present_fact(m, &place, &of); /* follows the step */
  *said = said_of(m);
  if (!old.any || action == WL_ACT_REDRAW) {
    speak_all(m, !old.any, p);
    return;
  }
  bool told = speak_message(m, p), failed = m->fails != old.fails;
  if (action == WL_ACT_MASK && !told)
    wl_say(p, "Figures are %s", wl_session_masked(m) ? "hidden" : "shown");
  if (action == WL_ACT_THEME)
    wl_say(p, "The colours are those for %s", wl_schemes[m->scheme].name), told = true;
  if (failed) wl_speak_error(&m->diag, p), told = true;
  if (m->answers != old.replies) speak_answer(m, p), told = true;
  told |= speak_panel(m, p);
  bool param = wl_adjustable_chosen(m, &made) && (!told || m->shows != old.shows);
  if (spot) speak_touched(m, &old, action, told || param, p);
  else if (!told && wl_panel_on(m, WL_PANEL_ERROR)) wl_speak_error(&m->diag, p);
  else if (!told || m->shows != old.shows) speak_start(m, p);
  if (param) wl_speak_param(m, p);
}
