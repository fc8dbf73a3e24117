#include "view/keys/input.h"

#include <stdio.h>

#include "canvas/canvas.h"
#include "core/trace/trace.h"
#include "session/course/presentation.h"
#include "session/predict/answer_keys.h"
#include "session/predict/predict.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/settings/sweep_choice.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/help/prompt.h"
#include "view/keys/actions.h"
#include "view/keys/palette.h"
#include "view/picture.h"

enum { WHEEL_ROWS = 3 };

/* What the last picture has at a cell: it is drawn again, and asked. */
static struct wl_hit what_is_at(struct wl_session *m, int x, int y) {
  struct wl_hit none = {WL_HIT_NONE, 0};
  const struct wl_drawn *d = &m->drawn;
  struct wl_canvas *c = d->width ? wl_canvas_create(d->width, d->height, false) : NULL;
  if (!c) return none;
  wl_canvas_probe(c, x, y);
  wl_session_draw(m, c);
  struct wl_hit hit = wl_canvas_probed(c);
  wl_canvas_destroy(c);
  return hit;
}

/* The picked lane's next among some lanes. */
static void pick_among(struct wl_session *m, uint32_t lanes) {
  unsigned lane = m->lane;
  if (!lanes) return;
  do lane = (lane + 1) % WL_LANES;
  while (!(lanes >> lane & 1));
  wl_session_pick(m, lane);
}

/* The next step of a line, round the end. */
static void go_line(struct wl_session *m, size_t line) {
  struct wl_step s;
  for (size_t n = 1; n <= m->count; n++) {
    size_t step = (m->selected + n) % m->count;
    if (!wl_trace_glance(m->trace, step, &s, NULL) || s.place.line != line) continue;
    wl_session_go(m, step);
    return;
  }
  snprintf(m->message, sizeof m->message, "line %zu makes no step", line);
}

static void click(struct wl_session *m, int x, int y) {
  struct wl_hit hit = what_is_at(m, x, y);
  switch (hit.kind) {
  case WL_HIT_NONE: return;
  case WL_HIT_ACTION: wl_session_do(m, (enum wl_action)hit.value, 0); return;
  case WL_HIT_STEP: wl_session_select(m, hit.value); return;
  case WL_HIT_LANES: pick_among(m, (uint32_t)hit.value); return;
  case WL_HIT_LINE: go_line(m, hit.value); return;
  case WL_HIT_TIP: wl_palette_run(m, hit.value); return;
  case WL_HIT_VALUE: wl_sweep_pick(m, hit.value); return;
  }
}

static void turn(struct wl_session *m, bool down) {
  if (wl_panel_top(m) == WL_PANEL_HELP) wl_palette_key(m, down ? WL_KEY_DOWN : WL_KEY_UP);
  else wl_session_do(m, down ? WL_ACT_SCROLL_DOWN : WL_ACT_SCROLL_UP, WHEEL_ROWS);
}

/* A key of the mouse: does what is there on the last picture. False: it is another key. */
static bool mouse_key(struct wl_session *m, uint32_t key) {
  int x, y;
  uint32_t kind = wl_key_place(key, &x, &y);
  if (kind == WL_KEY_NONE) return false;
  if (wl_panel_top(m) == WL_PANEL_PROMPT) return true; /* the line is to be finished first */
  m->message[0] = '\0';
  if (kind == WL_KEY_CLICK) click(m, x, y);
  else turn(m, kind == WL_KEY_WHEEL_DOWN);
  m->requests |= WL_REQUEST_DRAW;
  return true;
}

bool wl_session_key_moves(const struct wl_session *m, uint32_t key) {
  enum wl_action a = wl_keymap_find(key);
  if (wl_panel_top(m) <= WL_PANEL_HELP) return false; /* it is text, or brings the screen back */
  switch (a) {
  case WL_ACT_FIND: return false; /* opens a line */
  case WL_ACT_STOP_PREVIOUS: return !m->course.beyond[WL_BEFORE].name;
  case WL_ACT_PARAM_NEXT: case WL_ACT_PARAM_PREVIOUS: case WL_ACT_SUGGEST: case WL_ACT_BESIDE:
  case WL_ACT_FIGURE_NEXT: case WL_ACT_FIGURE_PREVIOUS: case WL_ACT_ASK: return true;
  default: return a <= WL_ACT_WAVE_PREVIOUS; /* steps, and their replay */
  }
}

/* Slides stay as they are: a clicker has keys that nobody knows of. */
static void tell_unknown(struct wl_session *m, uint32_t key) {
  char name[WL_KEY_NAME], text[WL_KEY_NAME + 64];
  if (m->present) return;
  snprintf(text, sizeof text, "no action has %s; ? finds all",
           wl_key_name(key, name));
  wl_session_say(m, text);
}

void wl_session_key(struct wl_session *m, uint32_t key) {
  wl_session_refresh(m);
  if (wl_keymap_find(key) == WL_ACT_REDRAW) { /* the same picture: it closes nothing */
    m->requests |= WL_REQUEST_REPAINT;
    return;
  }
  if (m->drawn.shrunk || m->opening.introduces) m->requests |= WL_REQUEST_DRAW; /* has been read */
  m->drawn.shrunk = 0, m->opening.introduces = false;
  enum wl_panel top = wl_panel_top(m);
  enum wl_action action = wl_keymap_find(key);
  if (top == WL_PANEL_BLANK && action != WL_ACT_QUIT) wl_panel_close(m, top);
  else if (mouse_key(m, key)) return;
  else if (top == WL_PANEL_PROMPT) wl_session_do(m, wl_prompt_key(m, key), 0);
  else if (top == WL_PANEL_HELP) wl_palette_key(m, key);
  else if (wl_present_goes_on(m, key)) wl_session_do(m, WL_ACT_STOP_NEXT, 0);
  else if (wl_present_key(m, key) || wl_question_key(m, key)) return;
  else if (action == WL_ACTION_COUNT) tell_unknown(m, key);
  else wl_session_do(m, action, 0);
}
