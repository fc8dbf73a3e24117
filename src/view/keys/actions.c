#include "view/keys/actions.h"

#include <stdio.h>

#include "canvas/canvas.h"
#include "session/compare/line_costs.h"
#include "session/course/course.h"
#include "session/course/presentation.h"
#include "session/navigate.h"
#include "session/playback.h"
#include "session/predict/hide_figures.h"
#include "session/predict/predict.h"
#include "session/search/l1_lookups.h"
#include "session/search/search.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/settings/adjust.h"
#include "session/settings/sweep_choice.h"
#include "session/settings/undo.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "session/why/why.h"
#include "session/why/why_subjects.h"
#include "view/draw/draw.h"
#include "view/help/prompt.h"
#include "view/picture.h"
#include "words/figures.h"

/* The picture once more, for nobody: it knows how far its view can be scrolled. */
static void measure(struct wl_session *m) {
  struct wl_canvas *c = wl_canvas_create(m->drawn.width, m->drawn.height, false);
  if (c) wl_session_draw(m, c);
  wl_canvas_destroy(c);
}

/* So many rows further down, or up where that is negative; a remark where there are none. */
static void scroll(struct wl_session *m, int rows) {
  const struct wl_drawn *d = &m->drawn;
  if (d->width) measure(m);
  if (!d->width && !d->above && !d->below) { /* nobody has looked yet */
    m->scroll += rows;
    return;
  }
  int now = wl_within(m->scroll, -d->above, d->below);
  m->scroll = wl_within(now + rows, -d->above, d->below);
  if (m->scroll != now) return;
  if (!d->above && !d->below) wl_session_say(m, "there is nothing to scroll here");
  else wl_session_say(m, rows > 0 ?
                      "there are no more rows below" : "there are no more rows above");
}

/* Where plain loads go and how wide banks are, as far as the generation let choose. */
static void turn_mode(struct wl_session *m, int turns) {
  struct wl_target now = wl_session_next_target(m);
  const struct wl_arch *next = wl_arch_next_mode(now.arch, turns);
  if (next != now.arch) wl_session_set_target(m, wl_target_make(next, now.chip));
  else snprintf(m->message, sizeof m->message, "cc %s has one mode only", now.arch->cc);
}

/* An instruction costs the same on it; caches and times are others. */
static void turn_chip(struct wl_session *m, int turns) {
  struct wl_target now = wl_session_next_target(m);
  unsigned at, of;
  const struct wl_chip *chip = wl_target_chip(now, turns, &at, &of);
  wl_session_set_target(m, wl_target_make(now.arch, chip));
  if (of > 1)
    snprintf(m->message, sizeof m->message, "%s: %u of %u chips of cc %s that have tables",
             chip->name, at, of, now.arch->cc);
  else snprintf(m->message, sizeof m->message, "%s is the only chip of cc %s that has tables",
                chip->name, now.arch->cc);
}

static void let_go(struct wl_session *m) {
  enum wl_panel top = wl_panel_top(m);
  if (top < WL_PANELS) wl_panel_close(m, top);
  else if (m->param >= 0) m->param = -1;
  else if (m->wave) m->wave = 0, m->playing = false;
  else if (!wl_find_nothing(m)) wl_before_forget(m);
}

/* Opens the panel at what the view is about, or closes it. */
static void ask(struct wl_session *m) {
  struct wl_why w;
  if (wl_panel_on(m, WL_PANEL_WHY)) {
    wl_panel_close(m, WL_PANEL_WHY);
    return;
  }
  if (wl_session_spot(m) && !wl_why_subject_why(m, wl_why_subject_now(m), &w)) {
    wl_session_say(m, "this step has no figures to explain");
    return;
  }
  wl_panel_open(m, WL_PANEL_WHY);
  if (m->view != WL_VIEW_MEMORY) m->why_figure = WL_SHOW_NOTHING; /* what the view is about */
}

/* The next lane or the one before; in the view of memory, a part of its chart. */
static void pick(struct wl_session *m, bool back) {
  if (m->view == WL_VIEW_MEMORY && wl_session_spot(m)) wl_chart_pick(m, back);
  else wl_session_pick(m, (m->lane + (back ? WL_LANES - 1 : 1)) % WL_LANES);
}

/* What is looked at, and from where. True if that was all. */
static bool do_look(struct wl_session *m, enum wl_action action) {
  if (action >= WL_ACT_VIEWS && action < WL_ACT_VIEWS + WL_VIEWS) {
    wl_session_look(m, (enum wl_view_id)(action - WL_ACT_VIEWS));
    return true;
  }
  switch (action) {
  case WL_ACT_VIEW_NEXT: wl_session_look(m, (m->view + 1) % WL_VIEWS); return true;
  case WL_ACT_VIEW_PREVIOUS: wl_session_look(m, (m->view + WL_VIEWS - 1) % WL_VIEWS); return true;
  case WL_ACT_LANE_NEXT: case WL_ACT_LANE_PREVIOUS:
    pick(m, action == WL_ACT_LANE_PREVIOUS);
    return true;
  case WL_ACT_SCROLL_DOWN: scroll(m, 1); return true;
  case WL_ACT_SCROLL_UP: scroll(m, -1); return true;
  case WL_ACT_BY_COST:
    wl_session_look(m, WL_VIEW_SOURCE);
    m->by_cost = !m->by_cost;
    return true;
  case WL_ACT_BESIDE: wl_second_run_turn(m); return true;
  default: return false;
  }
}

/* True when the action was one that needs no more than a few lines. */
static bool do_simple(struct wl_session *m, enum wl_action action) {
  switch (action) {
  case WL_ACT_HELP: wl_prompt_help(m); return true;
  case WL_ACT_WHY: ask(m); return true;
  case WL_ACT_COMMAND: case WL_ACT_FIND:
    wl_prompt_open(m, action == WL_ACT_FIND);
    return true;
  case WL_ACT_MASK: wl_mask_turn(m); return true;
  case WL_ACT_FIGURE_NEXT: case WL_ACT_FIGURE_PREVIOUS:
    wl_mask_ask_next(m, action == WL_ACT_FIGURE_NEXT ? 1 : -1);
    return true;
  case WL_ACT_ASK:
    if (wl_session_bare(m)) wl_question_again(m);
    return true;
  case WL_ACT_NO_QUESTIONS:
    wl_mask_no_questions(m, !m->unasked);
    wl_session_say(m, m->unasked ? "no more questions, nothing is hidden; Z poses them again"
                               : "questions are posed again");
    return true;
  case WL_ACT_DONE: let_go(m); return true;
  case WL_ACT_RERUN: m->requests |= WL_REQUEST_RUN | WL_REQUEST_READ; return true;
  case WL_ACT_ARCH_NEXT: case WL_ACT_ARCH_PREVIOUS:
    m->arch_turns += action == WL_ACT_ARCH_NEXT ? 1 : -1;
    m->requests |= WL_REQUEST_ARCH;
    return true;
  case WL_ACT_CHIP_NEXT: case WL_ACT_CHIP_PREVIOUS:
    turn_chip(m, action == WL_ACT_CHIP_NEXT ? 1 : -1);
    return true;
  case WL_ACT_MODE_NEXT: case WL_ACT_MODE_PREVIOUS:
    turn_mode(m, action == WL_ACT_MODE_NEXT ? 1 : -1);
    return true;
  case WL_ACT_SUGGEST: m->requests |= WL_REQUEST_SUGGEST; return true;
  case WL_ACT_CANCEL: m->requests |= WL_REQUEST_CANCEL; return true;
  case WL_ACT_THEME:
    m->scheme = (m->scheme + 1) % WL_SCHEMES;
    m->requests |= WL_REQUEST_THEME;
    return true;
  case WL_ACT_PRESENT:
    m->present = !m->present;
    m->slide.fact = 0;
    if (m->present) wl_panel_close(m, WL_PANEL_WHY); /* it would stand over the slide */
    return true;
  case WL_ACT_MOUSE:
    m->mouse = !m->mouse;
    m->requests |= WL_REQUEST_MOUSE;
    snprintf(m->message, sizeof m->message, "%s", m->mouse
             ? "the mouse is on: views, lanes, steps, lines, values; M gives it back"
             : "the mouse is the terminal's again");
    return true;
  case WL_ACT_BOOKMARK:
    if (wl_panel_on(m, WL_PANEL_RESTORE)) wl_panel_close(m, WL_PANEL_RESTORE);
    else wl_panel_open(m, WL_PANEL_RESTORE);
    return true;
  case WL_ACT_REDRAW: m->requests |= WL_REQUEST_REPAINT; return true;
  case WL_ACT_QUIT: m->requests |= WL_REQUEST_QUIT; return true;
  default: return false;
  }
}

static void do_once(struct wl_session *m, enum wl_action action) {
  if (m->present && wl_present_do(m, action)) return;
  if (wl_sweep_do(m, action)) return;
  if (wl_mask_forbids(m, action) || do_look(m, action) || do_simple(m, action)) return;
  if (action == WL_ACT_WORST && m->view == WL_VIEW_CACHE) {
    wl_l1_next_miss(m);
    return;
  }
  bool vertical = action == WL_ACT_WARP_NEXT || action == WL_ACT_WARP_PREVIOUS;
  if (vertical && m->param < 0 && wl_panel_top(m) == WL_PANEL_WHY) {
    m->why_figure = wl_why_subject_next(m, wl_why_subject_now(m), action == WL_ACT_WARP_PREVIOUS);
    m->scroll = 0;
    return;
  }
  switch (action) {
  case WL_ACT_PLAY: case WL_ACT_PLAY_BACK: case WL_ACT_WAVE_NEXT: case WL_ACT_WAVE_PREVIOUS:
    wl_session_play(m, action);
    return;
  case WL_ACT_PARAM_NEXT: case WL_ACT_PARAM_PREVIOUS: case WL_ACT_UNDO:
  case WL_ACT_REDO:
    if (action == WL_ACT_UNDO && m->laid_out && !wl_undo_awaited(m))
      m->requests |= WL_REQUEST_PLAIN;
    else if (action == WL_ACT_UNDO) wl_session_undo(m);
    else if (action == WL_ACT_REDO) wl_session_redo(m);
    else wl_session_turn(m, action);
    return;
  case WL_ACT_MORE: case WL_ACT_LESS:
    if (m->param >= 0) wl_session_turn(m, action);
    else wl_session_play(m, action);
    return;
  default: break;
  }
  if (m->param >= 0 && vertical)
    wl_session_turn(m, action == WL_ACT_WARP_PREVIOUS ? WL_ACT_MORE : WL_ACT_LESS);
  else
    wl_session_move(m, action);
}

/* Whether nothing is there beside the step that its next wavefront ends. */
static bool is_calm(const struct wl_session *m) {
  return !m->message[0] && !m->drawn.shrunk && !m->playing;
}

void wl_session_do(struct wl_session *m, enum wl_action action, int argument) {
  size_t step = m->selected;
  bool wave = (action == WL_ACT_WAVE_NEXT || action == WL_ACT_WAVE_PREVIOUS) && is_calm(m);
  if (action >= WL_ACTION_COUNT) return;
  m->message[0] = '\0';
  m->of_run = false;
  if (m->line_failed && action != WL_ACT_DONE) wl_panel_close(m, WL_PANEL_ERROR); /* is read */
  m->drawn.shrunk = 0;
  if (action != WL_ACT_BOOKMARK && action != WL_ACT_DONE) wl_panel_close(m, WL_PANEL_RESTORE);
  wl_course_act(m);
  wl_session_refresh(m);
  for (int i = argument > 1 ? argument : 1; i > 0; i--) do_once(m, action);
  wl_second_run_limit_wave(m);
  wl_present_tell(m, action);
  wave &= m->selected == step && !m->message[0] && !m->present;
  m->requests |= (wave ? WL_REQUEST_WAVE : WL_REQUEST_DRAW) | (wl_sweep_viewed(m) ? WL_REQUEST_SWEEP
                                                            : 0);
}
