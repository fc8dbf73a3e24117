#include "view/mask.h"

#include <stdio.h>
#include <string.h>

#include "view/basics.h"
#include "view/question.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/want.h"

void wl_mask_put(struct wl_model *m, bool on) {
  if (on) wl_question_renew(m);
  m->mask.on = on;
  m->spot.valid = false; /* what is asked about it may be another question */
  m->wave = 0;
  m->playing = m->why = false;
  m->wants |= WL_WANT_DRAW;
}

void wl_mask_turn(struct wl_model *m) {
  if (wl_model_masked(m) && !m->mask.on) wl_question_show(m);
  else wl_mask_put(m, !m->mask.on);
}

bool wl_mask_forbids(struct wl_model *m, enum wl_action action) {
  bool tells = action == WL_ACT_WORST || action == WL_ACT_SUGGEST || action == WL_ACT_WHY;
  if (!tells || !wl_model_masked(m)) return false;
  wl_model_say(m, "that would give the figures away: m shows them");
  return true;
}

void wl_view_masked(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  const char *const rows[] = {
    "this view is made of figures, and they are hidden",
    m->why ? "y closes it" : "1 shows what the lanes ask for",
  };
  int y = r.y + (r.h > 2 ? r.h / 2 - 1 : 0);
  for (int i = 0; i < 2; i++) {
    int cells = wl_canvas_cells(c, rows[i], -1), x = r.x + (cells < r.w ? (r.w - cells) / 2 : 0);
    wl_canvas_fit(c, x, y + i, r.x + r.w - x, i ? WL_STYLE_DIM : WL_STYLE_STRONG, rows[i], -1);
  }
}
