#include "view/home.h"

#include <string.h>

#include "view/panels.h"
#include "view/predict.h"
#include "view/state.h"
#include "view/want.h"

enum { KEPT = 1 << WL_PANEL_WHY | 1 << WL_PANEL_ANSWER };

void wl_home_leave(struct wl_model *m) {
  m->left = (struct wl_left){
    .valid = m->count > 0, .step = m->selected, .wave = m->wave, .waited = m->waited,
    .scroll = m->scroll, .fact = m->slide.fact, .fact_step = m->slide.step,
    .playing = m->playing, .panels = m->panels, .poll = m->poll,
  };
}

void wl_home_return(struct wl_model *m) {
  const struct wl_left *h = &m->left;
  if (strcmp(m->message, m->past.note) == 0) m->message[0] = '\0'; /* of what is gone again */
  if (h->valid && h->step < m->count) {
    m->selected = h->step;
    m->wave = h->wave;
    m->waited = h->waited;
    m->scroll = h->scroll;
    m->slide.fact = h->fact;
    m->slide.step = h->fact_step;
    m->playing = h->playing;
    m->panels = (uint8_t)((m->panels & ~KEPT) | (h->panels & KEPT));
    m->poll = h->poll;
    m->wanted.valid = false;
    m->wants |= WL_WANT_DRAW;
    wl_predict_enter(m);
  }
  m->left.valid = false;
}
