#include "view/input.h"

#include "view/act.h"
#include "view/keymap.h"
#include "view/model.h"
#include "view/mouse.h"
#include "view/palette.h"
#include "view/present.h"
#include "view/prompt.h"
#include "view/reply.h"
#include "view/state.h"

bool wl_model_key_moves(const struct wl_model *m, uint32_t key) {
  enum wl_action a = wl_keymap_find(key);
  if (m->typing || m->help) return false; /* it is text */
  switch (a) {
  case WL_ACT_FIND: return false; /* opens a line */
  case WL_ACT_STOP_PREVIOUS: return !m->course.beyond[WL_BEFORE].name;
  case WL_ACT_PARAM_NEXT: case WL_ACT_PARAM_PREVIOUS: case WL_ACT_SUGGEST: case WL_ACT_BESIDE:
  case WL_ACT_FIGURE_NEXT: case WL_ACT_FIGURE_PREVIOUS: case WL_ACT_ASK: return true;
  default: return a <= WL_ACT_WAVE_PREVIOUS; /* steps, and their replay */
  }
}

void wl_model_key(struct wl_model *m, uint32_t key) {
  wl_model_refresh(m);
  m->drawn.shrunk = 0; /* what the screen leaves out has been read */
  if (wl_mouse_key(m, key)) return;
  if (m->typing) wl_prompt_key(m, key);
  else if (m->help) wl_palette_key(m, key);
  else if (!wl_present_key(m, key) && !wl_question_key(m, key))
    wl_model_do(m, wl_keymap_find(key), 0);
}
