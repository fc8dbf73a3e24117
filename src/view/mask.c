#include "view/mask.h"

#include <stdio.h>
#include <string.h>

#include "view/basics.h"
#include "view/question.h"
#include "view/reply.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/want.h"

void wl_model_mask(struct wl_model *m, bool on) {
  if (on) wl_question_renew(m);
  m->mask.on = on;
  m->spot.valid = false; /* what is asked about it may be another question */
  m->wave = 0;
  m->playing = m->why = false;
  m->wants |= WL_WANT_DRAW;
}

void wl_mask_turn(struct wl_model *m) {
  if (!wl_model_masked(m)) {
    wl_model_mask(m, true);
    return;
  }
  if (m->mask.on) wl_model_mask(m, false);
  if (wl_model_masked(m)) wl_question_show(m); /* that of the script, which stands by itself */
}

bool wl_mask_forbids(struct wl_model *m, enum wl_action action) {
  bool tells = action == WL_ACT_WORST || action == WL_ACT_SUGGEST || action == WL_ACT_WHY;
  if (!tells || !wl_model_masked(m)) return false;
  wl_model_say(m, "that would give the figures away: m shows them");
  return true;
}
