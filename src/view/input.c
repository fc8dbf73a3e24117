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

void wl_model_key(struct wl_model *m, uint32_t key) {
  wl_model_refresh(m);
  m->drawn.shrunk = 0; /* what the screen leaves out has been read */
  if (wl_mouse_key(m, key)) return;
  if (m->typing) wl_prompt_key(m, key);
  else if (m->help) wl_palette_key(m, key);
  else if (!wl_present_key(m, key) && !wl_question_key(m, key))
    wl_model_do(m, wl_keymap_find(key), 0);
}
