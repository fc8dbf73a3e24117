#include "view/course.h"

#include <stdio.h>

#include "view/state.h"
#include "view/want.h"

void wl_model_set_course(struct wl_model *m, const struct wl_beyond beyond[WL_SIDES]) {
  for (int i = 0; i < WL_SIDES; i++) m->course.beyond[i] = beyond[i];
  m->wants |= WL_WANT_DRAW;
}

bool wl_course_pass(struct wl_model *m, bool on) {
  const struct wl_beyond *b = &m->course.beyond[on ? WL_AFTER : WL_BEFORE];
  int way = on ? 1 : -1;
  if (!b->name && on && b->title && !m->of) { /* the end of a level */
    snprintf(m->message, sizeof m->message, "%s", b->title);
    return true;
  }
  if (!b->name) return false;
  if (on && m->of) { /* there may be more of this one */
    snprintf(m->message, sizeof m->message, "this is the last stop so far: the script still runs");
    return true;
  }
  if (m->course.edge_was == way) {
    m->course.turn = way;
    m->wants |= WL_WANT_LESSON;
  }
  m->course.edge = way;
  snprintf(m->message, sizeof m->message, on ? "the last stop; PageDown again opens %s"
                                             : "the first stop; PageUp again opens %s", b->name);
  return true;
}

void wl_course_act(struct wl_model *m) {
  m->course.edge_was = m->course.edge;
  m->course.edge = 0;
}

int wl_model_lesson_turn(struct wl_model *m) {
  int turn = m->course.turn;
  m->course.turn = 0;
  return turn;
}
