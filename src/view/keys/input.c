#include "view/keys/input.h"

#include <stdio.h>

#include "session/course/presentation.h"
#include "session/predict/answer_keys.h"
#include "session/session.h"
#include "session/state/keymap.h"
#include "session/state/panels.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/keys/actions.h"
#include "view/keys/mouse.h"
#include "view/keys/palette.h"
#include "view/keys/prompt.h"

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
  if (m->drawn.shrunk) m->drawn.shrunk = 0, m->requests |= WL_REQUEST_DRAW; /* has been read */
  enum wl_panel top = wl_panel_top(m);
  enum wl_action action = wl_keymap_find(key);
  if (top == WL_PANEL_BLANK && action != WL_ACT_QUIT) wl_panel_close(m, top);
  else if (wl_mouse_key(m, key)) return;
  else if (top == WL_PANEL_PROMPT) wl_session_do(m, wl_prompt_key(m, key), 0);
  else if (top == WL_PANEL_HELP) wl_palette_key(m, key);
  else if (wl_present_goes_on(m, key)) wl_session_do(m, WL_ACT_STOP_NEXT, 0);
  else if (wl_present_key(m, key) || wl_question_key(m, key)) return;
  else if (action == WL_ACTION_COUNT) tell_unknown(m, key);
  else wl_session_do(m, action, 0);
}
